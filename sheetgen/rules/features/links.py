"""Links: pairs of cells that are crossed together, whichever is crossed first and wherever the other one is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

from pydantic import PlainValidator

from sheetgen.errors import Problem, as_toml
from sheetgen.file_model import Model, WrongValueError
from sheetgen.rules.audit.findings import Cells, Finding, of_sheet
from sheetgen.rules.features.base import Feature
from sheetgen.rules.features.lines import cell_places, repeated, unknown_cell
from sheetgen.rules.notation import CellRef, at_most, notation_schema, parse_ref, text_of
from sheetgen.rules.rulebook import Row, Rulebook
from sheetgen.rules.shuffle.enumeration import Paths
from sheetgen.rules.shuffle.shuffling import SHUFFLE_KEY, Choose, LayoutFiles, Shuffling, numbers_by_row, places_of

if TYPE_CHECKING:
    from sheetgen.rules.game_spec import GameSpec
    from sheetgen.rules.records import Sheet

MAX_LINKS = 60
MAX_COLUMNS = 14  # columns in which links can be shuffled; with more, there are too many variations to count

Place = tuple[int, int]  # the upper of a link's two rows, and its column


def parse_links(value: Any) -> tuple[tuple[CellRef, CellRef], ...]:
    """Parse pairs of cells: `"red 6 + yellow 6, yellow 3 + green 11"`."""
    hint = 'Links are written "red 6 + yellow 6, yellow 3 + green 11".'
    text = text_of(value, "links are", hint)
    links = []
    for part in text.split(","):
        ends = part.split("+")
        if len(ends) != 2:
            raise WrongValueError(f"{as_toml(part.strip())} is not a pair of cells", hint)
        links.append((parse_ref(ends[0], hint), parse_ref(ends[1], hint)))
    return at_most(MAX_LINKS, links, "links are too many")


class LinksKeys(Model):
    """The key of links in `[game]`."""

    links: (
        Annotated[tuple[tuple[CellRef, CellRef], ...], PlainValidator(parse_links), notation_schema("red 6 + yellow 6")]
        | None
    ) = None
    """Pairs of cells that are crossed together, whichever is chosen and wherever the other stands:
    `"red 6 + yellow 6, yellow 3 + green 11"`. `links = false` removes those of the extended layout."""


class _Columns(NamedTuple):
    """The columns that are taken, the rest of their sum, and the latest link."""

    used: frozenset[int]
    left: int
    row: int
    latest: int


class LinkVariations:
    """Links in other columns, each in one of its own, off both ends of the rows.

    They stay between the same rows and in the same half of them, and the columns have the same sum: links at the
    beginning of rows are worth more than those at their end.
    """

    def __init__(self, rulebook: Rulebook, links: Sequence[Place]) -> None:
        self._own = tuple(links)
        self._links = sorted(links)
        rows = zip(numbers_by_row(rulebook), rulebook.coloured_rows, strict=True)
        columns = range(1, min(len(cells) - len(row.closing) for cells, row in rows))
        self._middle = len(columns) // 2
        self._halves = columns[: self._middle], columns[self._middle :]

        def options(step: int, state: _Columns) -> Iterator[tuple[int, _Columns]]:
            row, own = self._links[step]
            is_last = step == len(self._links) - 1
            for column in self._halves[self._half(own)]:
                left = state.left - column
                is_next = (row, self._half(own)) != (state.row, self._half(state.latest)) or column > state.latest
                if column not in state.used and is_next and (left == 0 if is_last else left > 0):
                    yield column, _Columns(state.used | {column}, left, row, column)

        start = _Columns(frozenset(), sum(column for _, column in self._links), -1, 0)
        self._paths = Paths(len(self._links), start, options)
        self.count = max(1, self._paths.count)  # links that break these rules themselves stay as they are

    def _half(self, column: int) -> int:
        return int(column > self._middle)

    def __getitem__(self, index: int) -> tuple[Place, ...]:
        """Return the places of all links."""
        if not self._paths.count:
            return self._own
        rows = [row for row, _ in self._links]
        return tuple(zip(rows, self._paths[index], strict=True))


class LinkShuffling(Shuffling):
    """Links in other columns: for each link the upper one of its rows, and its column."""

    kind = "links"
    noun = "links"

    def problems(self, game: GameSpec, files: LayoutFiles) -> Iterator[Problem]:
        place = files.own_place(SHUFFLE_KEY, ("game", "links"))
        if min(row.closing_column for row in game.rows.values()) - 1 > MAX_COLUMNS:
            message = f"links cannot be shuffled in rows of more than {MAX_COLUMNS + 2} numbers"
            yield Problem(message, 'Make a row shorter, or leave "links" out of shuffle.', place)
        known, names = cell_places(game), list(game.ordered_rows)
        for one, other in game.links or ():
            upper, lower = known.get(one.id), known.get(other.id)
            if upper is None or lower is None:
                continue
            if abs(names.index(upper.row) - names.index(lower.row)) != 1 or upper.column != lower.column:
                message = f"{one.id!r} and {other.id!r} are not in the same place of neighbouring rows"
                yield Problem(message, 'Shuffled links are. Change them, or leave "links" out of shuffle.', place)

    def current(self, rulebook: Rulebook) -> tuple[Place, ...]:
        places = places_of(rulebook)
        return tuple(min(places[one], places[other]) for one, other in rulebook.links)

    def walk(self, rulebook: Rulebook, value: tuple[Place, ...], choose: Choose) -> tuple[Place, ...]:
        rows = numbers_by_row(rulebook)
        longest = max(map(len, rows))
        return tuple((choose(len(rows) - 1, row), choose(longest, column)) for row, column in value)

    def is_possible(self, rulebook: Rulebook, value: tuple[Place, ...]) -> bool:
        """Return whether all links join different cells that close no row."""
        rows = zip(numbers_by_row(rulebook), rulebook.coloured_rows, strict=True)
        closing = [len(cells) - len(row.closing) for cells, row in rows]
        ends = [(row + side, column) for row, column in value for side in (0, 1)]
        return len(set(ends)) == len(ends) and all(column < closing[row] for row, column in ends)

    def applied(self, rulebook: Rulebook, value: tuple[Place, ...]) -> Rulebook:
        rows = numbers_by_row(rulebook)
        links = tuple((rows[row][column].id, rows[row + 1][column].id) for row, column in value)
        return replace(rulebook, links=links)

    def variations(self, rulebook: Rulebook) -> LinkVariations:
        """Return all places of the links that are as good as those of the layout."""
        return LinkVariations(rulebook, self.current(rulebook))


class Links(Feature):
    """Linked cells."""

    key = "links"
    noun = "links"
    shuffling = LinkShuffling()

    def problems(self, game: GameSpec, files: LayoutFiles) -> Iterator[Problem]:
        at, known, links = ("game", "links"), cell_places(game), game.links or ()
        for ref in dict.fromkeys(ref for link in links for ref in link):
            if wrong := unknown_cell(ref, game, known):
                yield Problem(*wrong, files.own_place(at, ("game", "rows", ref.row, "cells")))
            elif known[ref.id].is_double:
                yield files.problem(at, f"{ref.id!r} is a second box", "Only numbers can be linked.")
            elif known[ref.id].closes:
                hint = "Link numbers that come before it: nobody closes a row by crossing another."
                yield files.problem(at, f"{ref.id!r} closes its row, so it cannot be linked", hint)
        for id in repeated([ref for one, other in links if one != other for ref in (one, other)]):
            yield files.problem(at, f"{id!r} is linked twice", "Each cell is linked to one other cell.")
        for one, other in links:
            if one == other:
                yield files.problem(at, f"{one.id!r} is linked to itself", "Link it to another cell.")

    def rulebook_fields(self, game: GameSpec, rows: Sequence[Row]) -> dict[str, Any]:
        return {"links": tuple((one.id, other.id) for one, other in game.links or ())}

    def partner(self, rulebook: Rulebook, cell: str) -> str | None:
        return rulebook.partners.get(cell)

    def check_sheet(self, rulebook: Rulebook, sheet: Sheet) -> Iterator[Finding]:
        for pair in rulebook.links:
            for cell, partner in (pair, pair[::-1]):
                if sheet.has(cell) and not sheet.has(partner):
                    one, other = Cells((cell,)), Cells((partner,))
                    yield of_sheet(sheet.name, "link-broken", (partner, cell), cell=one, partner=other)

    def crossed_along(self, rulebook: Rulebook, sheet: Sheet) -> int:
        """Return the number of crossed links: one cross of each took no action."""
        return sum(sheet.has(one) and sheet.has(other) for one, other in rulebook.links)

    def facts(self, rulebook: Rulebook) -> Iterator[tuple[str, str]]:
        if rulebook.links:
            yield "links", ", ".join(" + ".join(pair) for pair in rulebook.links)
