"""Tables for people to read: as plain text, or as Markdown."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Report:
    """What a part tells: all of it as text, and in short what the README has of it, as Markdown."""

    text: str
    readme: str


@dataclass(frozen=True)
class Table:
    """A title, the names of the columns, and the lines. The first column is at the left, the others at the right.

    A line of two cells tells in words why it has no figures.
    """

    title: str
    columns: tuple[str, ...]
    lines: tuple[tuple[str, ...], ...]
    notes: tuple[str, ...] = ()

    def text(self) -> str:
        """In columns as wide as what stands in them."""
        full = [line for line in (self.columns, *self.lines) if len(line) == len(self.columns)]
        widths = [max(len(line[at]) for line in full) for at in range(len(self.columns))]
        widths[0] = max(len(line[0]) for line in (self.columns, *self.lines))
        lines = [_line(line, widths) for line in (self.columns, *self.lines)]
        return "\n".join([self.title, *lines, *(f"  {note}" for note in self.notes)])

    def markdown(self, *chosen: str) -> str:
        """As the README has it: the first column, and those that are chosen by their names."""
        at = [0, *(self.columns.index(name) for name in chosen)]
        lines = [
            [line[column] for column in at] if len(line) == len(self.columns) else [*line, *[""] * (len(at) - 2)]
            for line in (self.columns, *self.lines)
        ]
        drawn = [f"| {' | '.join(cell.strip() for cell in line)} |" for line in lines]
        return "\n".join([drawn[0], "|---" + "|---:" * len(chosen) + "|", *drawn[1:]])


def _line(line: tuple[str, ...], widths: list[int]) -> str:
    first = f"  {line[0]:<{widths[0]}}"
    if len(line) != len(widths):
        return f"{first}   {line[1]}"
    return first + "".join(f"{cell:>{width + 3}}" for cell, width in zip(line[1:], widths[1:], strict=True))


def time(seconds: float) -> str:
    """A time in the unit that suits it."""
    if seconds >= 1:
        return f"{seconds:.1f} s" if seconds >= 10 else f"{seconds:.2f} s"
    milliseconds = seconds * 1000
    return f"{milliseconds:.0f} ms" if milliseconds >= 100 else f"{milliseconds:.3g} ms"


def size(count: float) -> str:
    """Bytes in the unit that suits them."""
    for unit, step in (("MB", 1e6), ("kB", 1e3)):
        if count >= step:
            return f"{count / step:,.0f} {unit}" if count >= 100 * step else f"{count / step:.1f} {unit}"
    return f"{count:.0f} B"


def ratio(value: float, base: float) -> str:
    """How many times as much as the base."""
    times = value / base
    return f"{times:,.0f} ×" if times >= 100 else f"{times:.1f} ×" if times >= 10 else f"{times:.2f} ×"
