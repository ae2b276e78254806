"""The result of a simulation as a picture: how the scores spread, and for tracks where pieces land."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sheetgen.drawing.canvas import Canvas
from sheetgen.drawing.scene import Box, Paint, Scene
from sheetgen.layouts.messages import signed
from sheetgen.rules.rulebook import Rulebook
from sheetgen.rules.statistics import Spread, Tally, bins

WIDTH, HEAD, CHART, MARGIN = 180.0, 27.0, 86.0, 10.0
TITLE, TEXT = 6.0, 3.6
"""Type sizes."""
MOST_BARS = 40
INK, SOFT, GRID, BAR, MEAN = "#22252b", "#565c66", "#d9dde3", "#3a6ea5", "#d7333f"


@dataclass(frozen=True, slots=True)
class Bar:
    """A bar, and what stands below it, if anything."""

    count: int
    label: str = ""


def plot_scene(title: str, subtitle: str, rulebook: Rulebook, tally: Tally) -> Scene:
    """The picture: one chart, or two if there is a track."""
    charts = 2 if tally.stood else 1
    canvas = Canvas(WIDTH, HEAD - 4 + CHART * charts)
    canvas.text(MARGIN, MARGIN, title, TITLE, INK, face="bold", room=WIDTH - 2 * MARGIN)
    canvas.text(MARGIN, MARGIN + 6.5, subtitle, TEXT, SOFT, room=WIDTH - 2 * MARGIN)
    _scores(canvas, Box(MARGIN, HEAD, WIDTH - 2 * MARGIN, CHART - 10), tally)
    if tally.stood:
        _landings(canvas, Box(MARGIN, HEAD + CHART, WIDTH - 2 * MARGIN, CHART - 10), rulebook, tally)
    return canvas.scene()


def _scores(canvas: Canvas, box: Box, tally: Tally) -> None:
    found = bins(tally.scores, MOST_BARS)
    width = found[0].last - found[0].first + 1
    spread = Spread.of(tally.scores)
    heading = f"Scores: {spread.mean:.1f} on average (dashed), ± {spread.sd:.1f}"
    bars = [Bar(one.count, _every(index, len(found), signed(one.first))) for index, one in enumerate(found)]
    plot = _chart(canvas, box, heading, bars, tally.scores.total(), width)
    x = plot.x + plot.w * (spread.mean + 0.5 - found[0].first) / (width * len(found))
    canvas.line(x, plot.y, x, plot.bottom, Paint(stroke=MEAN, line=0.5, dash=(1.5, 1.0)))


def _landings(canvas: Canvas, box: Box, rulebook: Rulebook, tally: Tally) -> None:
    length = max(len(spaces) for spaces in rulebook.tracks.values())
    heading = f"Pieces that land on each space; they end on {Spread.of(tally.stood).mean:.1f} on average"
    bars = [Bar(tally.landed[space], _every(space, length, str(space))) for space in range(1, length + 1)]
    _chart(canvas, box, heading, bars, tally.stood.total())


def _chart(canvas: Canvas, box: Box, heading: str, bars: Sequence[Bar], total: int, width: int = 1) -> Box:
    """Bars of so many values each, on a grid of percentages; a label marks the first value of its bar."""
    canvas.text(box.x, box.y, heading, TEXT * 1.1, INK, face="bold", room=box.w)
    plot = Box(box.x + 12, box.y + 6, box.w - 12, box.h - 14)
    top = max(bar.count for bar in bars) / total * 1.05
    step = next(step for step in (0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5) if top / step <= 6)
    for line in range(int(top / step) + 1):
        y = plot.bottom - plot.h * line * step / top
        canvas.line(plot.x, y, plot.right, y, Paint(stroke=GRID, line=0.2))
        canvas.text(plot.x - 2, y, f"{line * step * 100:g} %", TEXT * 0.9, SOFT, anchor="end")
    room = plot.w / len(bars)
    for index, bar in enumerate(bars):
        height = plot.h * bar.count / total / top
        x = plot.x + room * (index + 0.1)
        if bar.count:
            canvas.rect(Box(x, plot.bottom - height, room * 0.8, height), Paint(fill=BAR))
        canvas.text(
            plot.x + room * (index + 0.5 / width), plot.bottom + 4, bar.label, TEXT * 0.9, SOFT, anchor="middle"
        )
    return plot


def _every(index: int, count: int, label: str) -> str:
    """Not more labels than can be read."""
    return label if index % max(1, round(count / 16)) == 0 else ""
