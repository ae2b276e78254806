"""Bonus rows: fields between two rows with the same numbers. A field requires a neighbour and counts for both."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Annotated

from annotated_types import Len

from sheetgen.errors import KeyPath, Problem, suggest
from sheetgen.file_model import Model, Name
from sheetgen.rules.audit.findings import Cells, Finding, sheet_finding
from sheetgen.rules.features.base import Feature, RequirementKind
from sheetgen.rules.rulebook import Cell, Requirement, Row, Rulebook, cell_ids
from sheetgen.rules.shuffle.shuffling import LayoutFiles

if TYPE_CHECKING:
    from sheetgen.rules.game_spec import GameSpec
    from sheetgen.rules.records import Record, Sheet


class BonusRowSpec(Model):
    """A row of bonus fields between two neighbouring rows, whose numbers it repeats."""

    between: Annotated[list[Name], Len(2, 2)]
    """The rows above and below it. They must be neighbours with the same numbers."""


class BonusKeys(Model):
    """The key of bonus rows in `[game]`."""

    bonus: Annotated[list[BonusRowSpec], Len(0, 11)] = []
    """Rows of bonus fields, each of which counts for both its neighbours."""


class Bonus(Feature):
    """Rows of bonus fields."""

    key = "bonus"
    noun = "bonus rows"
    needs_dice = True

    def is_in(self, rulebook: Rulebook) -> bool:
        return any(row.kind == "bonus" for row in rulebook.rows)

    def uses(self, game: GameSpec) -> Iterator[KeyPath]:
        """Yield nothing, because `problems` reports why a game with tokens has no bonus rows."""
        return iter(())

    def problems(self, game: GameSpec, files: LayoutFiles) -> Iterator[Problem]:
        if not game.has_valid_order:
            return
        names = list(game.ordered_rows)
        if game.tokens and game.bonus:
            hint = "A token beside a bonus field can be beaten; then nothing shows whether the field was legal."
            yield files.problem(("game", "bonus"), "a game with tokens has no bonus rows", hint)
        seen = set()
        for index, bonus in enumerate(game.bonus):
            at = ("game", "bonus", index, "between")
            unknown = [name for name in bonus.between if name not in game.rows]
            for name in unknown:
                yield files.problem(at, f"a bonus row lies beside {name!r}, which is not a row", suggest(name, names))
            if unknown:
                continue
            upper, lower = bonus.between
            if (upper, lower) in seen:
                message = f"there are two bonus rows between {upper!r} and {lower!r}"
                yield files.problem(at, message, "Leave one of them out.")
            seen.add((upper, lower))
            for name in (upper, lower):
                if game.rows[name].doubles:
                    hint = "Its fields belong to one number each: leave the second boxes out, or the bonus row."
                    place = files.own_place(at, ("game", "rows", name, "doubles"))
                    yield Problem(f"a bonus row cannot lie beside {name!r}, which has second boxes", hint, place)
            if names.index(lower) != names.index(upper) + 1:
                message = f"{upper!r} and {lower!r} are not neighbours in this order"
                yield files.problem(at, message, "Rows stand in the order: " + ", ".join(names) + ".")
            elif [cell.number for cell in game.rows[upper].cells] != [cell.number for cell in game.rows[lower].cells]:
                numbers = f"the neighbours {upper!r} and {lower!r} have different numbers"
                hint = "A bonus row needs two neighbours with the same numbers in the same order."
                yield files.problem(at, f"{numbers}, so no bonus field fits between them", hint)

    def rows_below(self, game: GameSpec, name: str) -> Iterator[Row]:
        for upper, lower in (bonus.between for bonus in game.bonus):
            if upper == name:
                id = f"{upper}-{lower}"
                numbers = [cell.number for cell in game.rows[name].cells]
                cells = zip(cell_ids(id, numbers), numbers, strict=True)
                yield Row(id, tuple(Cell(cell, number, None) for cell, number in cells), between=(upper, lower))

    def requirements(self, game: GameSpec, row: Row, rows: Sequence[Row]) -> Iterator[Requirement]:
        if row.between:
            cells = {each.id: each.cells for each in rows}
            upper, lower = (cells[name] for name in row.between)
            for cell, above, below in zip(row.cells, upper, lower, strict=True):
                yield Requirement(cell.id, 1, (above.id, below.id))

    def counted_cells(self, row: Row, rows: Sequence[Row]) -> Iterator[str]:
        for other in rows:
            if other.between and row.id in other.between:
                yield from (cell.id for cell in other.cells)

    def requirement_kind(self, rulebook: Rulebook, cell: str) -> RequirementKind | None:
        return RequirementKind("neighbour", "neighbours") if rulebook.rows_of[cell].kind == "bonus" else None

    def check_sheet(self, rulebook: Rulebook, record: Record, sheet: Sheet) -> Iterator[Finding]:
        for cell, needs, neighbours in rulebook.requirements:
            if rulebook.rows_of[cell].kind == "bonus" and sheet.has(cell) and sheet.count(neighbours) < needs:
                ids = (cell, *neighbours)
                others = Cells(neighbours)
                yield sheet_finding(sheet.name, "bonus-without-neighbour", ids, cell=Cells((cell,)), neighbours=others)
