"""A layout's game in a few words and numbers, for people who design it: its rows, points, ends."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from sheetgen.drawing.edition import Edition
from sheetgen.drawing.fingerprint import fingerprint
from sheetgen.drawing.job import available_parts
from sheetgen.rules.rulebook import Rulebook

Fact = tuple[str, str]
"""What it is about, and what is so."""


@dataclass(frozen=True, slots=True)
class RowFacts:
    """A row: its numbers in order, and how many crosses its lock needs, if it has one."""

    id: str
    numbers: str
    needs: int | None

    def __str__(self) -> str:
        return self.numbers if self.needs is None else f"{self.numbers}  lock after {self.needs}"


def facts(edition: Edition) -> list[Fact]:
    """All of it, line by line."""
    return [
        *print_facts(edition),
        *((row.id, str(row)) for row in row_facts(edition.rulebook)),
        ("points", " ".join(str(value) for value in edition.rulebook.scores[0].points[1:])),
        *end_facts(edition),
    ]


def print_facts(edition: Edition) -> list[Fact]:
    """What can be printed, for whom, and the code on it."""
    return [
        ("print", ", ".join(available_parts(edition.layout))),
        ("players", edition.layout.game.players.span),
        ("code", fingerprint(edition)),
    ]


def row_facts(rulebook: Rulebook) -> list[RowFacts]:
    """The rows from top to bottom."""
    return [
        RowFacts(row.id, " ".join(str(cell.number) for cell in row.cells), row.lock.needs if row.lock else None)
        for row in rulebook.rows
    ]


def end_facts(edition: Edition) -> list[Fact]:
    """Penalties, what ends the game, tracks and tokens."""
    rulebook = edition.rulebook
    lines = [
        ("penalties", f"{rulebook.penalty_boxes} boxes, {edition.penalty} points each"),
        ("end", " or ".join(_ends(rulebook))),
    ]
    for side, spaces in rulebook.tracks.items():
        lines.append((f"track {side}", f"{len(spaces)} spaces, +{spaces[0].extra} to +{spaces[-1].extra}"))
    if rulebook.token_colours:
        lines.append(("tokens", f"{rulebook.tokens_each} each: {', '.join(rulebook.token_colours)}"))
    return lines


def _ends(rulebook: Rulebook) -> Iterator[str]:
    """What ends the game."""
    yield f"{rulebook.closed_rows} closed rows"
    if rulebook.tokens_each:
        yield f"{rulebook.penalty_boxes} penalties in all"
        yield "somebody's last token"
    else:
        yield f"{rulebook.penalty_boxes} penalties of one player"
    if rulebook.tracks:
        yield f"a round after a piece reaches the last {rulebook.final} spaces"
