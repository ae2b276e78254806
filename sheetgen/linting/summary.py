"""A summary of a layout's game for its designer: rows, points, special cells, and what ends the game."""

from collections.abc import Container
from itertools import groupby
from typing import NamedTuple

from sheetgen.drawing.edition import Edition
from sheetgen.drawing.fingerprint import fingerprint
from sheetgen.drawing.pages.document import available_parts
from sheetgen.rules import features
from sheetgen.rules.rulebook import Row, Rulebook

Fact = tuple[str, str]  # a heading, and the text after it


class RowFacts(NamedTuple):
    """The numbers of a row in order, with their colours if there are several, and what its lock needs."""

    id: str
    numbers: str
    needs: int | None  # crosses that the lock needs; None without a lock
    last: int = 1  # number of last numbers that close the row

    def __str__(self) -> str:
        if self.needs is None:
            return self.numbers
        closing = f" with any of the last {self.last}" if self.last > 1 else ""
        return f"{self.numbers}  lock after {self.needs}{closing}"


def facts(edition: Edition) -> list[Fact]:
    """Return the whole summary."""
    return [
        *print_facts(edition),
        *((row.id, str(row)) for row in row_facts(edition.rulebook)),
        ("points", " ".join(str(value) for value in edition.rulebook.scores[0].points[1:])),
        *game_facts(edition),
    ]


def print_facts(edition: Edition) -> list[Fact]:
    """Return what can be printed, for how many players, and its fingerprint."""
    return [
        ("print", ", ".join(available_parts(edition.layout))),
        ("players", edition.layout.game.players.span),
        ("code", fingerprint(edition)),
        *([("sheet", f"shuffled, {edition.arrangement.code}")] if edition.arrangement else []),
    ]


def row_facts(rulebook: Rulebook) -> list[RowFacts]:
    """Return the rows from top to bottom."""
    doubles = rulebook.doubles
    return [
        RowFacts(row.id, _numbers(row, doubles), row.lock.needs if row.lock else None, len(row.closing) or 1)
        for row in rulebook.rows
    ]


def _numbers(row: Row, doubles: Container[str]) -> str:
    """Return the numbers of a row without second boxes, or its pairs of numbers."""
    if row.kind == "pairs":
        return " ".join(row.texts)
    cells = [cell for cell in row.cells if cell.id not in doubles]
    runs = [(colour, " ".join(str(cell.number) for cell in run)) for colour, run in groupby(cells, lambda c: c.colour)]
    return ", ".join(f"{colour} {numbers}" for colour, numbers in runs) if len(runs) > 1 else runs[0][1]


def game_facts(edition: Edition) -> list[Fact]:
    """Return the facts about features, what can be shuffled, penalties, the end of the game, tracks and tokens."""
    rulebook = edition.rulebook
    boxes = rulebook.penalty_boxes
    ends = [f"{rulebook.closed_rows} closed rows"]
    if rulebook.tokens_each:
        ends += [f"{boxes} penalties in all", "somebody's last token"]
    else:
        ends.append(f"{boxes} penalties of one player")
    if rulebook.tracks:
        ends.append(f"a round after a piece reaches the last {rulebook.final} spaces")
    found = list(features.feature_facts(rulebook))
    if rulebook.shuffle:
        found.append(("shuffle", ", ".join(rulebook.shuffle)))
    found.append(("penalties", f"{boxes} boxes, {edition.penalty_text} points each"))
    found.append(("end", " or ".join(ends)))
    for side, spaces in rulebook.tracks.items():
        found.append((f"track {side}", f"{len(spaces)} spaces, +{spaces[0].extra} to +{spaces[-1].extra}"))
    if rulebook.token_colours:
        found.append(("tokens", f"{rulebook.tokens_each} each: {', '.join(rulebook.token_colours)}"))
    return found
