"""Bar charts of a simulation: the distribution of the scores and, in games with a track, where pieces land."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sheetgen.drawing.canvas import Canvas
from sheetgen.drawing.scene import Box, Paint, Scene
from sheetgen.locales.names import signed
from sheetgen.rules.engine.statistics import Spread, Tally, bins, round_steps
from sheetgen.rules.rulebook import Space

WIDTH, MARGIN = 180.0, 10.0  # of the picture, in mm
HEAD_HEIGHT, CHART_HEIGHT = 27.0, 86.0  # of the titles and of each chart, in mm
TITLE_SIZE, TEXT_SIZE, LABEL_SIZE = 6.0, 3.6, 3.2  # type sizes in mm
MAX_BARS = 40  # of the scores
MAX_LABELS = 12  # below the bars of a chart
INK, SOFT, GRID, BAR, MEAN = "#22252b", "#565c66", "#d9dde3", "#3a6ea5", "#d7333f"  # colours


@dataclass(frozen=True, slots=True)
class Bar:
    """A bar of a chart. Its label may be empty."""

    count: int
    label: str
    fill: str = BAR


def plot_scene(title: str, subtitle: str, spaces: Sequence[Space], fills: Mapping[str, str], tally: Tally) -> Scene:
    """Draw the chart of the scores and, if the game has a track, that of its spaces, in the colours `fills` by row."""
    canvas = Canvas(WIDTH, HEAD_HEIGHT - 4 + CHART_HEIGHT * (2 if spaces else 1))
    canvas.text(MARGIN, MARGIN, title, TITLE_SIZE, INK, "bold", room=WIDTH - 2 * MARGIN)
    canvas.text(MARGIN, MARGIN + 6.5, subtitle, TEXT_SIZE, SOFT, room=WIDTH - 2 * MARGIN)
    scores = Spread.of(tally.scores)
    histogram = bins(tally.scores, MAX_BARS)
    low, high = signed(scores.p10), signed(scores.p90)
    heading = f"Scores: {scores.mean:.1f} on average (dashed), 8 of 10 from {low} to {high}"
    ranges = list(histogram)  # of the scores of each bar
    labels = _labels([each.start for each in ranges])
    bars = [Bar(count, label) for count, label in zip(histogram.values(), labels, strict=True)]
    axis = "points, and the share of the sheets that have them"
    area = _draw_chart(canvas, HEAD_HEIGHT, heading, axis, bars, tally.scores.total(), len(ranges[0]))
    if spaces:
        heading = f"The piece: on average it ends on space {Spread.of(tally.final_spaces).mean:.1f}"
        numbers = range(1, len(spaces) + 1)
        bars = [
            Bar(tally.landings[number], label, fills.get(space.row, BAR))
            for number, space, label in zip(numbers, spaces, _labels(numbers), strict=True)
        ]
        axis = "space, and the share of the pieces that land on it"
        _draw_chart(canvas, HEAD_HEIGHT + CHART_HEIGHT, heading, axis, bars, tally.final_spaces.total())
    x = area.x + area.w * (scores.mean + 0.5 - ranges[0].start) / (ranges[-1].stop - ranges[0].start)
    canvas.line(x, area.y, x, area.bottom, Paint(stroke=MEAN, line=0.5, dash=(1.5, 1.0)))
    return canvas.scene()


def _labels(values: Sequence[int]) -> list[str]:
    """Return labels for round values and empty ones for the others, so that there are at most MAX_LABELS."""
    step = next(step for step in round_steps() if sum(value % step == 0 for value in values) <= MAX_LABELS)
    return [signed(value) if value % step == 0 else "" for value in values]


def _draw_chart(
    canvas: Canvas, top: float, heading: str, axis: str, bars: Sequence[Bar], total: int, width: int = 1
) -> Box:
    """Draw a bar chart below `top`, and return the area of its bars.

    Each bar covers `width` values; its label is the first of them.
    """
    canvas.text(MARGIN, top, heading, TEXT_SIZE * 1.1, INK, "bold", room=WIDTH - 2 * MARGIN)
    area = Box(MARGIN + 12, top + 6, WIDTH - 2 * MARGIN - 12, CHART_HEIGHT - 10 - 18)
    highest = max(1, *(bar.count for bar in bars)) / total * 1.05
    step = next(step for step in (0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5) if highest / step <= 6)
    for line in range(int(highest / step) + 1):
        y = area.bottom - area.h * line * step / highest
        canvas.line(area.x, y, area.right, y, Paint(stroke=GRID, line=0.2))
        canvas.text(area.x - 2, y, f"{line * step * 100:g} %", LABEL_SIZE, SOFT, anchor="end")
    pitch = area.w / len(bars)
    for index, bar in enumerate(bars):
        height = area.h * bar.count / total / highest
        if bar.count:
            canvas.rect(Box(area.x + pitch * (index + 0.1), area.bottom - height, pitch * 0.8, height), Paint(bar.fill))
        x = area.x + pitch * (index + 0.5 / width)
        canvas.text(x, area.bottom + 4, bar.label, LABEL_SIZE, SOFT, anchor="middle")
    canvas.text(area.x + area.w / 2, area.bottom + 10, axis, LABEL_SIZE, SOFT, anchor="middle", room=area.w)
    return area
