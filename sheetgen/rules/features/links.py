"""Links: pairs of cells that are crossed together, whichever of them is chosen and wherever the other one is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

from pydantic import PlainValidator

from sheetgen.errors import KeyPath, Problem, as_toml
from sheetgen.file_model import Model, WrongValueError
from sheetgen.rules.audit.findings import Cells, Finding, sheet_finding
from sheetgen.rules.features.base import Feature
from sheetgen.rules.features.lines import cell_places, repeated, unknown_cell
from sheetgen.rules.notation import CellRef, notation_schema, parse_ref, require_at_most, require_text
from sheetgen.rules.rulebook import Row, Rulebook
from sheetgen.rules.shuffle.enumeration import Paths
from sheetgen.rules.shuffle.shuffling import SHUFFLE_KEY, Choose, LayoutFiles, Shuffling, numbers_by_row, places_of

if TYPE_CHECKING:
    from sheetgen.rules.game_spec import GameSpec, SheetSpec
    from sheetgen.rules.records import Record, Sheet

MAX_LINKS = 60  # in a game
COLUMN_TOLERANCE = 2  # by how much the sum of all columns of a shuffled sheet may differ; that of published ones does
MAX_COLUMNS = 14  # columns in which links can be shuffled; with more, there are too many variations to count

LinkPlace = tuple[int, int]  # the upper of a link's two rows, and its column


def parse_links(value: Any) -> tuple[tuple[CellRef, CellRef], ...]:
    """Parse pairs of cells: `"red 6 + yellow 6, yellow 3 + green 11"`."""
    hint = 'Links are written "red 6 + yellow 6, yellow 3 + green 11".'
    text = require_text(value, "links", hint)
    links = []
    for part in text.split(","):
        ends = part.split("+")
        if len(ends) != 2:
            raise WrongValueError(f"{as_toml(part.strip())} is not a pair of cells", hint)
        links.append((parse_ref(ends[0], hint), parse_ref(ends[1], hint)))
    return require_at_most(MAX_LINKS, links, "links are too many")


LinkCells = Annotated[
    tuple[tuple[CellRef, CellRef], ...], PlainValidator(parse_links), notation_schema("red 6 + yellow 6")
]


class LinksKeys(Model):
    """The key of links in `[game]`."""

    links: LinkCells | None = None
    """Pairs of cells that are crossed together, whichever is chosen and wherever the other stands:
    `"red 6 + yellow 6, yellow 3 + green 11"`. `links = false` removes those of the extended layout."""


class LinksSheetKeys(Model):
    """The key of links in a named sheet."""

    links: LinkCells | None = None
    """The links of this sheet, as many as in `[game]`, each between neighbouring rows."""


class _PlacedLinks(NamedTuple):
    """What the links placed so far mean for those that follow."""

    columns: frozenset[int]  # columns that are taken
    left: int  # what is left of the sum of all columns in the layout
    row: int  # upper row of the latest link
    latest: int  # column of the latest link


class LinkShuffling(Shuffling):
    """Links in other columns. The value has the upper row and the column of each link."""

    kind = "links"
    noun = "links"

    def problems(self, game: GameSpec, files: LayoutFiles) -> Iterator[Problem]:
        place = files.own_place(SHUFFLE_KEY, ("game", "links"))
        if min(row.closing_column for row in game.rows.values()) - 1 > MAX_COLUMNS:
            message = f"links cannot be shuffled in rows of more than {MAX_COLUMNS + 2} numbers"
            yield Problem(message, 'Make a row shorter, or leave "links" out of shuffle.', place)
        known = cell_places(game)
        names = list(game.ordered_rows)
        for one, other in game.links or ():
            upper, lower = known.get(one.id), known.get(other.id)
            if upper is None or lower is None:
                continue
            if abs(names.index(upper.row) - names.index(lower.row)) != 1 or upper.column != lower.column:
                message = f"{one.id!r} and {other.id!r} are not in the same place of neighbouring rows"
                yield Problem(message, 'Shuffled links must be. Change them, or leave "links" out of shuffle.', place)

    def current(self, rulebook: Rulebook) -> tuple[LinkPlace, ...]:
        places = places_of(rulebook)
        return tuple(min(places[one], places[other]) for one, other in rulebook.links)

    def walk(self, rulebook: Rulebook, value: tuple[LinkPlace, ...], choose: Choose) -> tuple[LinkPlace, ...]:
        rows = numbers_by_row(rulebook)
        longest = max(map(len, rows))
        return tuple((choose(len(rows) - 1, row), choose(longest, column)) for row, column in value)

    def is_possible(self, rulebook: Rulebook, value: tuple[LinkPlace, ...]) -> bool:
        """Return whether all links join different cells that close no row."""
        rows = zip(numbers_by_row(rulebook), rulebook.coloured_rows, strict=True)
        closing = [len(cells) - len(row.closing) for cells, row in rows]
        ends = [(row + side, column) for row, column in value for side in (0, 1)]
        return len(set(ends)) == len(ends) and all(column < closing[row] for row, column in ends)

    def applied(self, rulebook: Rulebook, value: tuple[LinkPlace, ...]) -> Rulebook:
        rows = numbers_by_row(rulebook)
        links = tuple((rows[row][column].id, rows[row + 1][column].id) for row, column in value)
        return replace(rulebook, links=links)

    def variations(self, rulebook: Rulebook) -> Paths[Any, LinkPlace]:
        """Return all ways to place the links in different columns, except the first column and closing ones.

        Links stay between the same rows and in the same half of them. The sum of their columns stays about the same,
        because links at the beginning of rows are worth more than those at their end.
        """
        own = self.current(rulebook)
        links = sorted(own)
        rows = zip(numbers_by_row(rulebook), rulebook.coloured_rows, strict=True)
        columns = range(1, min(len(cells) - len(row.closing) for cells, row in rows))
        middle = len(columns) // 2

        def options(step: int, state: _PlacedLinks) -> Iterator[tuple[LinkPlace, _PlacedLinks]]:
            row, column = links[step]
            is_first_half = column <= middle
            is_last = step == len(links) - 1
            follows = (row, is_first_half) == (state.row, state.latest <= middle)
            for column in columns[:middle] if is_first_half else columns[middle:]:
                left = state.left - column
                is_next = not follows or column > state.latest
                is_fair = abs(left) <= COLUMN_TOLERANCE if is_last else left > 0
                if column not in state.columns and is_next and is_fair:
                    yield (row, column), _PlacedLinks(state.columns | {column}, left, row, column)

        start = _PlacedLinks(frozenset(), sum(column for _, column in links), -1, 0)
        paths = Paths(len(links), start, options)
        # If the links of the layout break these rules themselves, they stay where they are.
        return paths if paths.count else Paths(len(own), None, lambda step, _: [(own[step], None)])


class Links(Feature):
    """Pairs of cells that are crossed together."""

    key = "links"
    noun = "links"
    shuffling = LinkShuffling()

    def problems(self, game: GameSpec, files: LayoutFiles) -> Iterator[Problem]:
        at = ("game", "links")
        known = cell_places(game)
        links = game.links or ()
        for ref in dict.fromkeys(ref for link in links for ref in link):
            if wrong := unknown_cell(ref, game, known):
                yield Problem(*wrong, files.own_place(at, ("game", "rows", ref.row, "cells")))
            elif known[ref.id].is_double:
                yield files.problem(at, f"{ref.id!r} is a second box", "Only numbers can be linked.")
            elif known[ref.id].closes:
                hint = "Link an earlier number: a row cannot be closed by a cross in another row."
                yield files.problem(at, f"{ref.id!r} closes its row, so it cannot be linked", hint)
        for id in repeated([ref for one, other in links if one != other for ref in (one, other)]):
            yield files.problem(at, f"{id!r} is linked twice", "Each cell is linked to one other cell.")
        for one, other in links:
            if one == other:
                yield files.problem(at, f"{one.id!r} is linked to itself", "Link it to another cell.")

    def rulebook_fields(self, game: GameSpec, rows: Sequence[Row]) -> dict[str, Any]:
        return {"links": tuple((one.id, other.id) for one, other in game.links or ())}

    def sheet_refs(self, sheet: SheetSpec) -> dict[KeyPath, list[CellRef]]:
        return {("links",): [ref for link in sheet.links or () for ref in link]}

    def sheet_fields(self, rulebook: Rulebook, sheet: SheetSpec) -> dict[str, Any]:
        """Return the links, each with the upper cell first."""
        if not sheet.links:
            return {}
        order = {id: place for place, id in enumerate(rulebook.rows_of)}
        upper_first = (sorted((one.id, other.id), key=order.__getitem__) for one, other in sheet.links)
        return {"links": tuple((upper, lower) for upper, lower in upper_first)}

    def check_sheet(self, rulebook: Rulebook, record: Record, sheet: Sheet) -> Iterator[Finding]:
        for pair in rulebook.links:
            for cell, partner in (pair, pair[::-1]):
                if sheet.has(cell) and not sheet.has(partner):
                    one, other = Cells((cell,)), Cells((partner,))
                    yield sheet_finding(sheet.name, "link-broken", (partner, cell), cell=one, partner=other)

    def crossed_along(self, rulebook: Rulebook, sheet: Sheet) -> int:
        """Return the number of crossed links: one cross of each took no action of its own."""
        return sum(sheet.has(one) and sheet.has(other) for one, other in rulebook.links)

    def facts(self, rulebook: Rulebook) -> Iterator[tuple[str, str]]:
        if rulebook.links:
            yield "links", ", ".join(" + ".join(pair) for pair in rulebook.links)
