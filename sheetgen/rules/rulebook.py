"""The rulebook: a layout's game as plain data, which every evaluator interprets.

It says what can be crossed (rows, cells, locks), what a cross requires, what crosses are worth, and what ends
the game. It knows nothing of variants, sizes, colours on paper or languages.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import Any, NamedTuple

SWAP = "swap"
"""The id of the row of pairs by which the white sum is swapped."""

_DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"


class Cell(NamedTuple):
    """A place for one cross."""

    id: str
    number: int
    colour: str | None


class Lock(NamedTuple):
    """The lock that closes a row, and the die that leaves with it. Any of the `last` numbers closes the row."""

    id: str
    colour: str
    needs: int
    last: int = 1


class _Row(NamedTuple):
    """What there is to know about a row. A named tuple can keep nothing else; its subclass keeps what follows."""

    id: str
    cells: tuple[Cell, ...]
    lock: Lock | None = None
    between: tuple[str, str] | None = None
    swaps: tuple[tuple[int, int], ...] = ()


class Row(_Row):
    """Cells in the order in which they may be crossed.

    A bonus row names its two neighbours. The cells of a swap row are pairs of numbers, told in `swaps`.
    """

    @cached_property
    def ids(self) -> tuple[str, ...]:
        """The ids of all that can be crossed, the lock last."""
        return tuple(cell.id for cell in self.cells) + ((self.lock.id,) if self.lock else ())

    @cached_property
    def closing(self) -> tuple[Cell, ...]:
        """The cells that close the row: its last numbers, if it has a lock."""
        return self.cells[-self.lock.last :] if self.lock else ()

    @cached_property
    def closing_ids(self) -> tuple[str, ...]:
        """Their ids."""
        return tuple(cell.id for cell in self.closing)

    @property
    def is_coloured(self) -> bool:
        """Is it a row of its own, with colours? Bonus rows and swap rows are not."""
        return self.between is None and not self.swaps

    @property
    def colour(self) -> str | None:
        """The colour of the lock, or else of the first cell; bonus rows and swap rows have none."""
        return self.lock.colour if self.lock else self.cells[0].colour


class Requirement(NamedTuple):
    """If this cell is crossed, at least so many of those are."""

    cell: str
    needs: int
    of: tuple[str, ...]


class ScoreLine(NamedTuple):
    """Points for the number of these that are crossed. More crosses than the table has count as its last."""

    id: str
    cells: tuple[str, ...]
    points: tuple[int, ...]

    def worth(self, crosses: int) -> int:
        """The points of so many crosses."""
        return self.points[min(crosses, len(self.points) - 1)]


class Space(NamedTuple):
    """A space of a track: the number it asks for and the extra points it gives."""

    row: str
    number: int
    extra: int


class _Game(NamedTuple):
    """What there is to know about a game. What follows from it is kept by the subclass, as of a row."""

    dice: int
    players: tuple[int, int]
    rows: tuple[Row, ...]
    requirements: tuple[Requirement, ...]
    scores: tuple[ScoreLine, ...]
    penalty_boxes: int
    penalty_points: int
    closed_rows: int
    move: int = 0
    final: int = 0
    tracks: Mapping[str, tuple[Space, ...]] = {}
    tokens_each: int = 0
    token_colours: tuple[str, ...] = ()
    twice: tuple[str, ...] = ()
    """Cells that count as two crosses, in rows and towards locks."""
    links: tuple[tuple[str, str], ...] = ()
    """Pairs of cells of which both are crossed, or neither."""
    lucky: tuple[int, ...] = ()
    """White sums with which anybody may cross the next cell of a shortest row instead."""
    shuffle: tuple[str, ...] = ()
    """What may differ from sheet to sheet."""


class Rulebook(_Game):
    """A whole game as data, and what follows from it."""

    def __hash__(self) -> int:
        """By the rows alone, because a table of tracks has no hash."""
        return hash(self.rows)

    @cached_property
    def coloured_rows(self) -> tuple[Row, ...]:
        """The rows that are neither bonus rows nor swap rows."""
        return tuple(row for row in self.rows if row.is_coloured)

    @cached_property
    def rows_of(self) -> dict[str, Row]:
        """For each cell and each lock its row."""
        return {id: row for row in self.rows for id in row.ids}

    @cached_property
    def required(self) -> dict[str, Requirement]:
        """For each cell that requires others, what it requires."""
        return {requirement.cell: requirement for requirement in self.requirements}

    @cached_property
    def bonus_fields(self) -> tuple[Requirement, ...]:
        """The cells of bonus rows, each with the neighbours that it requires."""
        return tuple(each for each in self.requirements if self.rows_of[each.cell].between)

    @cached_property
    def doubles(self) -> dict[str, str]:
        """The second boxes, each with the cell of its number. They alone require one other cell without being locks."""
        locks = {row.lock.id for row in self.rows if row.lock}
        bonus = {each.cell for each in self.bonus_fields}
        closing = {id for row in self.rows for id in row.closing_ids}
        others = locks | bonus | closing
        return {each.cell: each.of[0] for each in self.requirements if each.cell not in others}

    @cached_property
    def partners(self) -> dict[str, str]:
        """For each linked cell the one that it is linked to."""
        return {id: other for pair in self.links for id, other in (pair, pair[::-1])}

    @cached_property
    def own_lines(self) -> tuple[ScoreLine, ...]:
        """The score lines that are not those of rows."""
        rows = {row.id for row in self.rows}
        return tuple(line for line in self.scores if line.id not in rows)

    @property
    def die_colours(self) -> tuple[str, ...]:
        """One die for each colour that a lock or a cell has."""
        colours = (
            colour
            for row in self.coloured_rows
            for colour in ([row.lock.colour] if row.lock else []) + [cell.colour for cell in row.cells if cell.colour]
        )
        return tuple(dict.fromkeys(colours))

    def chance(self, number: int) -> int:
        """In how many ways two dice make this sum."""
        return max(0, self.dice - abs(number - self.dice - 1))

    @property
    def penalty_cells(self) -> tuple[str, ...]:
        """The ids of the penalty boxes."""
        return tuple(f"penalty {box}" for box in range(1, self.penalty_boxes + 1))

    @property
    def figures(self) -> tuple[str, ...]:
        """Every sum that can be written on a sheet."""
        return (*(line.id for line in self.scores), "penalties", "extra", "total")

    def extra(self, side: str | None, space: int) -> int:
        """The extra points of a space; none on the start, or without a track."""
        return self.tracks[side][space - 1].extra if side and space else 0

    def is_final(self, side: str, space: int) -> bool:
        """Does this space start the final round?"""
        return space > len(self.tracks[side]) - self.final

    def to_data(self) -> dict[str, Any]:
        """The rulebook as JSON-able data."""
        data: dict[str, Any] = _as_tables(self)
        _leave_out_defaults(data)
        data["players"] = {"min": self.players[0], "max": self.players[1]}
        data["penalties"] = {"boxes": data.pop("penalty_boxes"), "points": data.pop("penalty_points")}
        data["end"] = {"closed_rows": data.pop("closed_rows"), "penalties": self.penalty_boxes}
        move, final = data.pop("move"), data.pop("final")
        data["track"] = {"move": move, "final": final} if self.tracks else None
        each, colours = data.pop("tokens_each"), data.pop("token_colours")
        data["tokens"] = {"each": each, "colours": colours} if colours else None
        return data

    @property
    def rules_print(self) -> str:
        """The part of the fingerprint that stands for the rules: four characters that change when any rule does."""
        text = json.dumps(self.to_data(), sort_keys=True, separators=(",", ":"))
        return base36(hashlib.sha256(text.encode()).digest(), 4)


def cell_ids(row: str, numbers: Iterable[int | str]) -> list[str]:
    """`red 5`, and `red 5#2` where a row repeats a number."""
    seen: Counter[int | str] = Counter()
    ids = []
    for number in numbers:
        seen[number] += 1
        ids.append(f"{row} {number}" + (f"#{seen[number]}" if seen[number] > 1 else ""))
    return ids


def _as_tables(value: Any) -> Any:
    """Values with names as tables, all others as they are."""
    if isinstance(value, tuple):
        values = map(_as_tables, value)
        return dict(zip(value._fields, values, strict=True)) if hasattr(value, "_fields") else tuple(values)
    return {key: _as_tables(each) for key, each in value.items()} if isinstance(value, Mapping) else value


def _leave_out_defaults(data: dict[str, Any]) -> None:
    """What a game does not use is not told, so that new features change no other game's fingerprint."""
    for name in ("twice", "links", "lucky", "shuffle"):
        if not data[name]:
            del data[name]
    for row in data["rows"]:
        if not row["swaps"]:
            del row["swaps"]
        if row["lock"] and row["lock"]["last"] == 1:
            del row["lock"]["last"]


def base36(digest: bytes, length: int) -> str:
    """The lowest digits of a hash, in numerals and capitals."""
    number = int.from_bytes(digest, "big")
    characters = []
    for _ in range(length):
        number, digit = divmod(number, len(_DIGITS))
        characters.append(_DIGITS[digit])
    return "".join(characters)
