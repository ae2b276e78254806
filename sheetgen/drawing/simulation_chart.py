"""Bar charts of a simulation: the distribution of the scores and, in games with a track, where pieces land."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sheetgen.drawing.canvas import Canvas
from sheetgen.drawing.scene import Box, Paint, Scene
from sheetgen.locales.names import signed
from sheetgen.rules.engine.statistics import Spread, Tally, bins, round_steps
from sheetgen.rules.rulebook import Space

WIDTH, HEAD, CHART, MARGIN = 180.0, 27.0, 86.0, 10.0  # mm: the picture's width, the heights of its parts, its margin
TITLE, TEXT, SMALL = 6.0, 3.6, 3.2  # type sizes in mm
MAX_BARS = 40
MAX_LABELS = 12
INK, SOFT, GRID, BAR, MEAN = "#22252b", "#565c66", "#d9dde3", "#3a6ea5", "#d7333f"


@dataclass(frozen=True, slots=True)
class Bar:
    """A bar with its label, if any, and its colour."""

    count: int
    label: str = ""
    fill: str = BAR


@dataclass(frozen=True, slots=True)
class Chart:
    """A bar chart. Each bar covers `width` values, and its label names the first of them."""

    heading: str
    axis: str
    bars: Sequence[Bar]
    total: int
    width: int = 1


def plot_scene(title: str, subtitle: str, spaces: Sequence[Space], fills: Mapping[str, str], tally: Tally) -> Scene:
    """Return a picture with one chart, or two if the game has a track. `fills` are the colours by row."""
    charts = [_score_chart(tally), *([_track_chart(spaces, fills, tally)] if spaces else [])]
    canvas = Canvas(WIDTH, HEAD - 4 + CHART * len(charts))
    canvas.text(MARGIN, MARGIN, title, TITLE, INK, "bold", room=WIDTH - 2 * MARGIN)
    canvas.text(MARGIN, MARGIN + 6.5, subtitle, TEXT, SOFT, room=WIDTH - 2 * MARGIN)
    for index, chart in enumerate(charts):
        _draw(canvas, Box(MARGIN, HEAD + index * CHART, WIDTH - 2 * MARGIN, CHART - 10), chart)
    _mark_mean(canvas, Box(MARGIN, HEAD, WIDTH - 2 * MARGIN, CHART - 10), tally)
    return canvas.scene()


def _score_chart(tally: Tally) -> Chart:
    found, spread = bins(tally.scores, MAX_BARS), Spread.of(tally.scores)
    low, high = signed(spread.p10), signed(spread.p90)
    return Chart(
        f"Scores: {spread.mean:.1f} on average (dashed), 8 of 10 from {low} to {high}",
        "points, and the share of the sheets that have them",
        [Bar(one.count, label) for one, label in zip(found, _labels([one.first for one in found]), strict=True)],
        tally.scores.total(),
        found[0].last - found[0].first + 1,
    )


def _track_chart(spaces: Sequence[Space], fills: Mapping[str, str], tally: Tally) -> Chart:
    numbers = range(1, len(spaces) + 1)
    return Chart(
        f"The piece: on average it ends on space {Spread.of(tally.final_spaces).mean:.1f}",
        "space, and the share of the pieces that land on it",
        [
            Bar(tally.landings[number], label, fills.get(space.row, BAR))
            for number, space, label in zip(numbers, spaces, _labels(list(numbers)), strict=True)
        ],
        tally.final_spaces.total(),
    )


def _labels(values: Sequence[int]) -> list[str]:
    """Return labels for round values, and empty ones for the others, so that at most MAX_LABELS are printed."""
    step = next(step for step in round_steps() if sum(value % step == 0 for value in values) <= MAX_LABELS)
    return [signed(value) if value % step == 0 else "" for value in values]


def _area(box: Box) -> Box:
    return Box(box.x + 12, box.y + 6, box.w - 12, box.h - 18)


def _draw(canvas: Canvas, box: Box, chart: Chart) -> None:
    canvas.text(box.x, box.y, chart.heading, TEXT * 1.1, INK, "bold", room=box.w)
    area = _area(box)
    top = max(1, *(bar.count for bar in chart.bars)) / chart.total * 1.05
    step = next(step for step in (0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5) if top / step <= 6)
    for line in range(int(top / step) + 1):
        y = area.bottom - area.h * line * step / top
        canvas.line(area.x, y, area.right, y, Paint(stroke=GRID, line=0.2))
        canvas.text(area.x - 2, y, f"{line * step * 100:g} %", SMALL, SOFT, anchor="end")
    room = area.w / len(chart.bars)
    for index, bar in enumerate(chart.bars):
        height = area.h * bar.count / chart.total / top
        if bar.count:
            canvas.rect(Box(area.x + room * (index + 0.1), area.bottom - height, room * 0.8, height), Paint(bar.fill))
        x = area.x + room * (index + 0.5 / chart.width)
        canvas.text(x, area.bottom + 4, bar.label, SMALL, SOFT, anchor="middle")
    canvas.text(area.x + area.w / 2, area.bottom + 10, chart.axis, SMALL, SOFT, anchor="middle", room=area.w)


def _mark_mean(canvas: Canvas, box: Box, tally: Tally) -> None:
    area, found = _area(box), bins(tally.scores, MAX_BARS)
    first, beyond = found[0].first, found[-1].last + 1
    x = area.x + area.w * (Spread.of(tally.scores).mean + 0.5 - first) / (beyond - first)
    canvas.line(x, area.y, x, area.bottom, Paint(stroke=MEAN, line=0.5, dash=(1.5, 1.0)))
