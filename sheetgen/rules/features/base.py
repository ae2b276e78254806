"""What a feature is: an optional rule of a game, and the hooks by which the rest of the program asks about it.

A feature declares its keys of a layout, checks and compiles them, adds options to cross cells, and contributes to the
audit, to shuffled sheets and to texts. Every hook does nothing unless a feature needs it. Features have no state.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from sheetgen.errors import KeyPath, Problem, as_toml
from sheetgen.rules.rulebook import Cell, Requirement, Row, Rulebook, ScoreLine
from sheetgen.rules.shuffle.shuffling import LayoutFiles, Shuffling

if TYPE_CHECKING:
    from sheetgen.rules.audit.findings import Finding, IllegalMoveError
    from sheetgen.rules.engine.grid import CrossOption, Grid
    from sheetgen.rules.engine.state import GameState
    from sheetgen.rules.game_spec import GameSpec, RowSpec
    from sheetgen.rules.records import Sheet


class RequirementKind(NamedTuple):
    """Why a cell requires others: the reason in findings, and the name of the others in their messages."""

    reason: str
    names: str


class PrintedNote(NamedTuple):
    """A note printed above the rows of a sheet: its label and the values that it names."""

    label: str
    values: dict[str, str | int]


class Feature:
    """An optional rule of a game."""

    key: ClassVar[str]  # its name as a trait of games, and its key in [game] or in a row
    noun: ClassVar[str]  # plural in messages
    own_row: ClassVar[str | None] = None  # the id of the row that it adds to sheets; cells of it are crossed along
    alone_reason: ClassVar[str] = ""  # why a cell of that row cannot be crossed by itself
    adds_options: ClassVar[bool] = False  # whether `options` has to be asked in a game with this feature
    page_labels: ClassVar[tuple[str, ...]] = ()  # labels of the sheet that the scorer page shows, too
    shuffling: ClassVar[Shuffling | None] = None

    def is_in(self, rulebook: Rulebook) -> bool:
        """Return whether a game has this feature: by default, whether the rulebook's field of its name is filled."""
        return bool(getattr(rulebook, self.key))

    # The layout: which keys use the feature, and what they must fulfil.

    def uses(self, game: GameSpec) -> Iterator[KeyPath]:
        """Yield the keys by which a layout uses this feature."""
        if getattr(game, self.key):
            yield ("game", self.key)

    def problems(self, game: GameSpec, files: LayoutFiles) -> Iterator[Problem]:
        """Yield every reason why this feature could not be played."""
        return iter(())

    def row_problems(self, name: str, row: RowSpec, files: LayoutFiles) -> Iterator[Problem]:
        """Yield every reason why this feature could not be played in one row."""
        return iter(())

    # Compiling: what the keys mean in the rulebook.

    def rows_below(self, game: GameSpec, name: str) -> Iterator[Row]:
        """Yield the rows that this feature adds below a coloured row."""
        return iter(())

    def rows_at_end(self, game: GameSpec) -> Iterator[Row]:
        """Yield the rows that this feature adds below all others."""
        return iter(())

    def requirements(self, game: GameSpec, row: Row, rows: Sequence[Row]) -> Iterator[Requirement]:
        """Yield what the cells of a row require because of this feature."""
        return iter(())

    def counted_cells(self, row: Row, rows: Sequence[Row]) -> Iterator[str]:
        """Yield cells of other rows that count for this row."""
        return iter(())

    def score_lines(self, game: GameSpec) -> Iterator[ScoreLine]:
        """Yield score lines besides those of the rows."""
        return iter(())

    def rulebook_fields(self, game: GameSpec, rows: Sequence[Row]) -> dict[str, Any]:
        """Return the fields of the rulebook that belong to this feature."""
        return {}

    # Playing: what may be crossed with which sum, and what is crossed along.

    def fixed_options(self, grid: Grid) -> Iterator[CrossOption]:
        """Yield options to use the white sum that do not depend on what is crossed."""
        return iter(())

    def options(self, state: GameState, player: int, total: int) -> Iterator[CrossOption]:
        """Yield options to use the white sum that depend on what the player has crossed."""
        return iter(())

    def options_via(
        self, state: GameState, player: int, via: str, total: int, cell: str
    ) -> tuple[list[CrossOption], IllegalMoveError]:
        """Return the options to use the white sum with a cell of the feature's own row, and the error if none fits."""
        raise NotImplementedError

    def partner(self, rulebook: Rulebook, cell: str) -> str | None:
        """Return the cell that is crossed along with this one."""
        return None

    def requirement_kind(self, rulebook: Rulebook, cell: str) -> RequirementKind | None:
        """Return why this cell requires others, if that is because of this feature."""
        return None

    # Auditing: what a finished sheet proves.

    def check_sheet(self, rulebook: Rulebook, sheet: Sheet) -> Iterator[Finding]:
        """Yield every broken rule of this feature on one sheet."""
        return iter(())

    def crossed_along(self, rulebook: Rulebook, sheet: Sheet) -> int:
        """Return how many crosses of a sheet took no action of their own."""
        return 0

    def closing_sums(self, rulebook: Rulebook, sheet: Sheet, row: Row, closing: Sequence[Cell]) -> Iterable[int]:
        """Return the white sums with which this feature may have closed a row by one of these cells."""
        return ()

    # Telling: what designers and players read.

    def facts(self, rulebook: Rulebook) -> Iterator[tuple[str, str]]:
        """Yield what designers want to know: a heading and a text."""
        return iter(())

    def note(self, rulebook: Rulebook) -> PrintedNote | None:
        """Return the note that sheets of this game carry."""
        return None


def listed_by_row(ids: Iterable[str]) -> str:
    """Return cells with the name of each row only once: `red 3 5, green 10`."""
    numbers: dict[str, list[str]] = {}
    for id in ids:
        row, _, number = id.rpartition(" ")
        numbers.setdefault(row, []).append(number)
    return ", ".join(f"{row} {' '.join(each)}" for row, each in numbers.items())


def never_thrown(number: int, dice: int) -> tuple[str, str] | None:
    """Return a message and a hint if no two dice with this many sides add up to a number."""
    if 2 <= number <= 2 * dice:
        return None
    return f"no two dice add up to {as_toml(number)}", f"With {dice}-sided dice, sums run from 2 to {2 * dice}."
