"""The rulebook: a layout's game as plain data, which every evaluator interprets.

It defines what can be crossed (rows, cells, locks), what a cross requires and is worth, and what ends the game, but
nothing about variants, sizes, printed colours or languages. The scorer page's JavaScript gets the same data as JSON.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Literal, NamedTuple

RowKind = Literal["coloured", "bonus", "own"]

_BASE36 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"


class Cell(NamedTuple):
    """A box for one cross."""

    id: str
    number: int  # 0 in a feature's own row
    colour: str | None  # None for bonus fields, and in most rows of features


class Lock(NamedTuple):
    """The lock of a row. When the row is closed, the die of the lock's colour leaves the game."""

    id: str
    colour: str
    needs: int  # crosses that the row needs before it can be closed
    last: int = 1  # how many of the row's last numbers close it


@dataclass(frozen=True)
class Row:
    """A row of cells, crossed from left to right, and its lock if it has one."""

    id: str
    cells: tuple[Cell, ...]
    lock: Lock | None = None
    between: tuple[str, str] | None = None  # ids of the rows above and below a bonus row
    swaps: tuple[tuple[int, int], ...] = ()  # the two numbers of each cell in a row of pairs
    labels: tuple[str, ...] = ()  # what is printed in each cell of another row that a feature adds
    rule: str = ""  # id of the rule about a row with labels

    @cached_property
    def kind(self) -> RowKind:
        """`coloured` for rows crossed by number, `bonus` between two of them, `own` for other rows of features."""
        return "bonus" if self.between else "own" if self.swaps or self.labels else "coloured"

    @cached_property
    def ids(self) -> tuple[str, ...]:
        """The ids of everything that can be crossed, the lock last."""
        return tuple(cell.id for cell in self.cells) + ((self.lock.id,) if self.lock else ())

    @cached_property
    def texts(self) -> tuple[str, ...]:
        """The text printed in each cell: its number, its pair of numbers as `8/5`, or its label."""
        if self.swaps:
            return tuple(f"{one}/{other}" for one, other in self.swaps)
        return self.labels or tuple(str(cell.number) for cell in self.cells)

    @cached_property
    def closing(self) -> tuple[Cell, ...]:
        """The cells that close the row: its last numbers, if it has a lock."""
        return self.cells[-self.lock.last :] if self.lock else ()

    @cached_property
    def closing_ids(self) -> tuple[str, ...]:
        """The ids of the cells that close the row."""
        return tuple(cell.id for cell in self.closing)

    @cached_property
    def after(self) -> dict[str, tuple[str, ...]]:
        """The cells that come after each cell; once one of them is crossed, the cell can no longer be crossed."""
        cells = self.ids[: len(self.cells)]
        return {id: cells[place + 1 :] for place, id in enumerate(self.ids)}

    @property
    def is_mixed(self) -> bool:
        """Whether the row has cells of several colours."""
        return len({cell.colour for cell in self.cells} | ({self.lock.colour} if self.lock else set())) > 1

    @property
    def colour(self) -> str | None:
        """The colour of the lock, or else of the first cell; None for most rows of features."""
        return self.lock.colour if self.lock else self.cells[0].colour

    def to_data(self) -> dict[str, Any]:
        """Return the row as JSON-able data, without `last` and fields of features that have their default values."""
        lock = self.lock._asdict() if self.lock else None
        if lock and lock["last"] == 1:
            del lock["last"]
        cells = [cell._asdict() for cell in self.cells]
        features = {"swaps": self.swaps, "labels": self.labels, "rule": self.rule}
        used = {name: value for name, value in features.items() if value}
        return {"id": self.id, "cells": cells, "lock": lock, "between": self.between, **used}


class Requirement(NamedTuple):
    """A condition for crossing a cell: the cells `of` have at least `needs` crosses."""

    cell: str
    needs: int
    of: tuple[str, ...]


class ScoreLine(NamedTuple):
    """Points by the number of crosses in some cells. Crosses beyond the end of the table count as its last entry."""

    id: str
    cells: tuple[str, ...]
    points: tuple[int, ...]

    def worth(self, crosses: int) -> int:
        """Return the points of this many crosses."""
        return self.points[min(crosses, len(self.points) - 1)]


class Space(NamedTuple):
    """A space of a track: the number that must be crossed to land on it, and its extra points."""

    row: str
    number: int
    extra: int


class Throw(NamedTuple):
    """Two dice that may also be used as another number."""

    dice: tuple[int, int]  # what they show, in any order
    number: int

    @property
    def sign(self) -> str:
        """The dice as text, such as 1+5."""
        return "+".join(map(str, self.dice))


class Trio(NamedTuple):
    """Fields of a row of their own that the active player crosses with both white dice and a coloured one."""

    sum: int  # what the three dice add up to
    points: tuple[int, ...]  # for 1, 2, 3 … crossed fields


class Bar(NamedTuple):
    """A row of fields, each of which forces a cross in a certain row. Crosses on certain cells cross its next field."""

    cells: tuple[str, ...]  # that cross the next field
    rows: tuple[str, ...]  # in which each field forces a cross


RewardKind = Literal["weakest row", "every row", "double", "points", "no penalties"]


class Reward(NamedTuple):
    """What a player gains who has crossed all of certain cells."""

    cells: tuple[str, ...]
    gives: RewardKind
    amount: int  # crosses in each row, or points; how often a row counts once more


class Arrangement(NamedTuple):
    """The code of a shuffled sheet, the rulebook with the arrangement of that sheet, and the name to print on it."""

    code: str
    rulebook: Rulebook
    name: str = ""


class Cards(NamedTuple):
    """The cards of a game without dice: one for each number of each row."""

    hand: int  # how many the active player holds when playing some of them
    most: int  # how many may be played in a turn
    gap: int  # how many numbers may be left out between the first and the last one played


@dataclass(frozen=True)
class Rulebook:
    """A whole game as data."""

    die_sides: int
    players: tuple[int, int]  # fewest and most
    rows: tuple[Row, ...]
    requirements: tuple[Requirement, ...]
    scores: tuple[ScoreLine, ...]
    penalty_boxes: int
    penalty_points: int  # of the layout; scores and texts use `penalty_values`
    closed_rows: int  # how many closed rows end the game
    has_own_closing: bool = False  # whether a row is closed only for the player who closed it
    move: int = 0  # how many free spaces a piece may move
    final: int = 0  # how many spaces at the end of a track start the final round
    tracks: Mapping[str, tuple[Space, ...]] = field(default_factory=dict, hash=False)  # by side of the board
    tokens_each: int = 0  # tokens of each player; 0 in games with sheets
    token_colours: tuple[str, ...] = ()
    twice: tuple[str, ...] = ()  # cells that count as two crosses, in their row and towards its lock
    links: tuple[tuple[str, str], ...] = ()  # pairs of cells that are crossed together
    lucky: tuple[int, ...] = ()  # white sums that also allow the next number of a row with the fewest crosses
    throws: tuple[Throw, ...] = ()  # dice that may also be used as another number
    trio: Trio | None = None  # three dice that allow a cross instead of both actions
    bar: Bar | None = None  # fields that force further crosses
    rewards: tuple[Reward, ...] = ()  # for crossing all of certain cells
    cards: Cards | None = None  # cards instead of dice
    shuffle: tuple[str, ...] = ()  # kinds of shufflings: what may differ from sheet to sheet
    named_sheets: Mapping[str, str] = field(default_factory=dict, hash=False)  # codes of arrangements by their names
    slug: str = ""  # of the layout
    # The rulebooks of other layouts whose sheets may be used in the same game, by slug.
    companions: Mapping[str, Rulebook] = field(default_factory=dict, hash=False)

    @cached_property
    def coloured_rows(self) -> tuple[Row, ...]:
        """The rows that are crossed by number and colour."""
        return tuple(row for row in self.rows if row.kind == "coloured")

    @cached_property
    def rows_of(self) -> dict[str, Row]:
        """The row of each cell and each lock, by id."""
        return {id: row for row in self.rows for id in row.ids}

    @cached_property
    def required(self) -> dict[str, Requirement]:
        """The requirement of each cell that has one, by id."""
        return {requirement.cell: requirement for requirement in self.requirements}

    @cached_property
    def doubles(self) -> dict[str, str]:
        """The cell of the number above each second box, by the id of the box.

        Second boxes are the only cells of coloured rows that require another cell and do not close their row.
        """
        return {
            cell.id: self.required[cell.id].of[0]
            for row in self.coloured_rows
            for cell in row.cells
            if cell.id in self.required and cell not in row.closing
        }

    @cached_property
    def partners(self) -> dict[str, str]:
        """The cell that each linked cell is linked to, by id."""
        return {id: other for pair in self.links for id, other in (pair, pair[::-1])}

    @cached_property
    def own_lines(self) -> tuple[ScoreLine, ...]:
        """The score lines that do not belong to a row."""
        rows = {row.id for row in self.rows}
        return tuple(line for line in self.scores if line.id not in rows)

    @cached_property
    def die_colours(self) -> tuple[str, ...]:
        """The colours of the dice: one for each colour of a lock or a cell."""
        colours = (
            colour
            for row in self.coloured_rows
            for colour in ([row.lock.colour] if row.lock else []) + [cell.colour for cell in row.cells if cell.colour]
        )
        return tuple(dict.fromkeys(colours))

    @property
    def has_other_sheets(self) -> bool:
        """Whether players of one game can have different sheets."""
        return bool(self.shuffle or self.companions)

    @property
    def has_extra(self) -> bool:
        """Whether players can have extra points, besides those of score lines."""
        return bool(self.tracks or self.rewards)

    @property
    def all_sums(self) -> range:
        """The sums of two dice."""
        return range(2, 2 * self.die_sides + 1)

    @property
    def most_crosses(self) -> int:
        """How many numbers the active player can cross in actions 1 and 2 together."""
        return 1 + (self.cards.most if self.cards else 1)

    def numbers_thrown(self, *faces: int) -> tuple[int, ...]:
        """Return the numbers that two dice, or one card, can be used as: their sum, and those of special throws."""
        special = (throw.number for throw in self.throws if faces in (throw.dice, throw.dice[::-1]))
        return (sum(faces), *special)

    def chance(self, number: int) -> int:
        """Return in how many ways two dice make this number; with cards, all numbers are as likely."""
        if self.cards:
            return 1
        special = sum(len({throw.dice, throw.dice[::-1]}) for throw in self.throws if throw.number == number)
        return max(0, self.die_sides - abs(number - self.die_sides - 1)) + special

    @property
    def penalty_cells(self) -> tuple[str, ...]:
        """The ids of the penalty boxes."""
        return tuple(f"penalty {box}" for box in range(1, self.penalty_boxes + 1))

    @property
    def penalty_values(self) -> tuple[int, ...]:
        """The points of a player's first penalty, of the second, and so on."""
        return (self.penalty_points,) * self.penalty_boxes

    def penalties_worth(self, count: int) -> int:
        """Return the points of this many penalties of one player."""
        return sum(self.penalty_values[:count])

    @property
    def figures(self) -> tuple[str, ...]:
        """The ids of all sums that can be written on a sheet."""
        return (*(line.id for line in self.scores), "penalties", "extra", "total")

    def extra(self, side: str | None, space: int) -> int:
        """Return the extra points of a space: 0 on the start or without a track."""
        return self.tracks[side][space - 1].extra if side and space else 0

    def is_final(self, side: str, space: int) -> bool:
        """Return whether this space starts the final round."""
        return space > len(self.tracks[side]) - self.final

    def with_rows(self, rows: tuple[Row, ...]) -> Rulebook:
        """Return the rulebook with other numbers or colours in its rows. Cell ids are updated everywhere."""
        renamed = {
            id: new
            for row, other in zip(self.rows, rows, strict=True)
            for id, new in zip(row.ids, other.ids, strict=True)
        }

        def new_ids(ids: Iterable[str]) -> tuple[str, ...]:
            return tuple(renamed[id] for id in ids)

        return replace(
            self,
            rows=rows,
            requirements=tuple(Requirement(renamed[cell], needs, new_ids(of)) for cell, needs, of in self.requirements),
            scores=tuple(line._replace(cells=new_ids(line.cells)) for line in self.scores),
            twice=new_ids(self.twice),
            links=tuple((renamed[one], renamed[other]) for one, other in self.links),
        )

    def to_data(self) -> dict[str, Any]:
        """Return the rulebook as JSON-able data. Unused features are left out: a new feature changes no fingerprint."""
        features = {
            "twice": self.twice,
            "links": self.links,
            "lucky": self.lucky,
            "shuffle": self.shuffle,
            "throws": self.throws,
            "trio": self.trio._asdict() if self.trio else None,
            "bar": self.bar._asdict() if self.bar else None,
            "rewards": [reward._asdict() for reward in self.rewards],
            "cards": self.cards._asdict() if self.cards else None,
            "own_closing": self.has_own_closing,
        }
        companions = {slug: companion.to_data() for slug, companion in self.companions.items()}
        return {
            "dice": self.die_sides,
            "players": {"min": self.players[0], "max": self.players[1]},
            "rows": [row.to_data() for row in self.rows],
            "requirements": [each._asdict() for each in self.requirements],
            "scores": [line._asdict() for line in self.scores],
            "tracks": {side: [space._asdict() for space in spaces] for side, spaces in self.tracks.items()},
            **{name: value for name, value in features.items() if value},
            "penalties": {"boxes": self.penalty_boxes, "points": self.penalty_points},
            "end": {"closed_rows": self.closed_rows, "penalties": self.penalty_boxes},
            "track": {"move": self.move, "final": self.final} if self.tracks else None,
            "tokens": {"each": self.tokens_each, "colours": self.token_colours} if self.token_colours else None,
            **({"sheets": self.named_sheets} if self.named_sheets else {}),
            **({"slug": self.slug, "companions": companions} if companions else {}),
        }

    @cached_property
    def rules_fingerprint(self) -> str:
        """The first four characters of a sheet's fingerprint: a hash of all rules of this sheet, without names."""
        own = replace(self, named_sheets={}, companions={})
        text = json.dumps(own.to_data(), sort_keys=True, separators=(",", ":"))
        return base36(hashlib.sha256(text.encode()).digest(), 4)


def cell_ids(row: str, numbers: Iterable[int | str]) -> list[str]:
    """Return the ids of a row's cells: `red 5`, and `red 5#2` where the row repeats a number."""
    seen: Counter[int | str] = Counter()
    ids = []
    for number in numbers:
        seen[number] += 1
        ids.append(f"{row} {number}" + (f"#{seen[number]}" if seen[number] > 1 else ""))
    return ids


def base36(digest: bytes, length: int) -> str:
    """Return the `length` lowest digits of a hash in base 36, the lowest first."""
    number = int.from_bytes(digest, "big")
    characters = []
    for _ in range(length):
        number, digit = divmod(number, len(_BASE36))
        characters.append(_BASE36[digit])
    return "".join(characters)
