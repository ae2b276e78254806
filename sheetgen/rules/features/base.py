"""The base class of features: optional rules of a game, and the hooks through which the program uses them.

A feature declares its layout keys, checks and compiles them, adds options to cross cells, and contributes to the audit,
to shuffled sheets and to texts. By default, a hook does nothing. Features have no state.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from sheetgen.errors import KeyPath, Problem, as_toml
from sheetgen.rules.notation import CellRef
from sheetgen.rules.rulebook import Cell, Requirement, Row, Rulebook, ScoreLine
from sheetgen.rules.shuffle.shuffling import LayoutFiles, Shuffling

if TYPE_CHECKING:
    from sheetgen.rules.audit.audit import RowScore
    from sheetgen.rules.audit.findings import Finding, IllegalMoveError, Value
    from sheetgen.rules.engine.grid import CrossOption, Grid
    from sheetgen.rules.engine.state import GameState
    from sheetgen.rules.game_spec import GameSpec, RowSpec, SheetSpec
    from sheetgen.rules.records import Record, Sheet


class RequirementKind(NamedTuple):
    """Why a cell requires others: the reason in findings, and the placeholder of those others in messages."""

    reason: str
    placeholder: str


class PrintedNote(NamedTuple):
    """A text printed above or beside the rows of a sheet: its label and the values that it names."""

    label: str
    values: dict[str, str | int]


class Feature:
    """An optional rule of a game."""

    key: ClassVar[str]  # its layout key in [game] or in a row, its trait of games, and usually its rulebook field
    noun: ClassVar[str]  # its name in messages, plural
    own_row: ClassVar[str | None] = None  # id of the row without numbers that it adds
    own_rule: ClassVar[str] = "C2"  # id of the rule about the order of crosses in that row
    alone_reason: ClassVar[str] = ""  # why a cell of that row cannot be crossed by itself; empty if it can
    is_chosen_along: ClassVar[bool] = False  # whether players choose a cell of that row along with another cell
    adds_options: ClassVar[bool] = False  # whether the feature implements `options`
    adds_turn_options: ClassVar[bool] = False  # whether it implements `turn_options`
    forces_crosses: ClassVar[bool] = False  # whether it implements `forced`
    needs_dice: ClassVar[bool] = False  # whether it cannot be played with cards
    changes_score: ClassVar[bool] = False  # whether it implements `extra` or `waives_penalties`
    shuffling: ClassVar[Shuffling | None] = None

    def is_in(self, rulebook: Rulebook) -> bool:
        """Return whether a game has this feature: by default, whether the rulebook's field of its name is filled."""
        return bool(getattr(rulebook, self.key))

    # The layout: which keys use the feature, and whether their values can be played.

    def uses(self, game: GameSpec) -> Iterator[KeyPath]:
        """Yield the keys by which a layout uses this feature: by default those of its name, in the game or in rows."""
        if getattr(game, self.key, None):
            yield ("game", self.key)
        yield from (("game", "rows", name, self.key) for name, row in game.rows.items() if getattr(row, self.key, None))

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

    def row_fields(self, row: RowSpec) -> dict[str, Any]:
        """Return the fields of a coloured row that belong to this feature."""
        return {}

    def requirements(self, game: GameSpec, row: Row, rows: Sequence[Row]) -> Iterator[Requirement]:
        """Yield what the cells of a row require because of this feature."""
        return iter(())

    def counts_for_lock(self, game: GameSpec, number: int) -> bool:
        """Return whether crosses on this number count towards the lock of their row."""
        return True

    def counted_cells(self, row: Row, rows: Sequence[Row]) -> Iterator[str]:
        """Yield cells of other rows that count for this row."""
        return iter(())

    def score_lines(self, game: GameSpec) -> Iterator[ScoreLine]:
        """Yield score lines besides those of the rows."""
        return iter(())

    def rulebook_fields(self, game: GameSpec, rows: Sequence[Row]) -> dict[str, Any]:
        """Return the fields of the rulebook that belong to this feature."""
        return {}

    # Named sheets: the arrangements that a layout lists by name.

    def sheet_refs(self, sheet: SheetSpec) -> dict[KeyPath, list[CellRef]]:
        """Return all cells that a named sheet refers to, by the key in which it does."""
        return {}

    def sheet_fields(self, rulebook: Rulebook, sheet: SheetSpec) -> dict[str, Any]:
        """Return the fields of the rulebook that are different on a named sheet."""
        return {}

    # Playing: what may be crossed with which sum.

    def fixed_options(self, grid: Grid) -> Iterator[CrossOption]:
        """Yield options to use the white sum that do not depend on what is crossed."""
        return iter(())

    def options(self, state: GameState, player: int, total: int) -> Iterator[CrossOption]:
        """Yield options to use the white sum that depend on what the player has crossed."""
        return iter(())

    def turn_options(self, state: GameState, white: tuple[int, ...], dice: Mapping[str, int]) -> Iterator[CrossOption]:
        """Yield options of the active player in action 2 that are no sum of a white and a coloured die."""
        return iter(())

    def turn_refusal(
        self, state: GameState, cell: str, white: tuple[int, ...], dice: Mapping[str, int]
    ) -> IllegalMoveError:
        """Return why the active player may not cross this cell of the feature's own row in action 2."""
        raise NotImplementedError

    def options_via(
        self, state: GameState, player: int, via: str, total: int, cell: str
    ) -> tuple[list[CrossOption], IllegalMoveError]:
        """Return the options to use the white sum with a cell of the feature's own row, and the error if none fits."""
        raise NotImplementedError

    def forced(self, state: GameState, player: int, option: CrossOption) -> Iterator[CrossOption]:
        """Yield the options that a player must take right after this one. Each is taken before the next is yielded."""
        return iter(())

    def requirement_kind(self, rulebook: Rulebook, cell: str) -> RequirementKind | None:
        """Return why this cell requires others; None if not because of this feature."""
        return None

    # Auditing: what a finished sheet can prove.

    def check_sheet(self, rulebook: Rulebook, record: Record, sheet: Sheet) -> Iterator[Finding]:
        """Yield every broken rule of this feature on one sheet of a record."""
        return iter(())

    def crossed_along(self, rulebook: Rulebook, sheet: Sheet) -> int:
        """Return how many crosses of a sheet were made together with another and took no action of their own."""
        return 0

    def forced_crosses(self, rulebook: Rulebook, record: Record, sheet: Sheet) -> tuple[int, int]:
        """Return how many numbers on a sheet of a complete record were crossed by force: at least, and at most."""
        return 0, 0

    def whole_turns(self, rulebook: Rulebook, sheet: Sheet) -> int:
        """Return how many crosses of a sheet took the place of all actions of a turn."""
        return 0

    def closing_sums(self, rulebook: Rulebook, sheet: Sheet, row: Row, closing: Sequence[Cell]) -> Iterable[int]:
        """Return the white sums with which this feature may have closed a row by one of these cells."""
        return ()

    def closes_several(self, rulebook: Rulebook, sheet: Sheet) -> bool:
        """Return whether one cross can have closed several rows of this sheet."""
        return False

    # Scoring: points besides those of the score lines.

    def extra(self, rulebook: Rulebook, sheet: Sheet, rows: Mapping[str, RowScore]) -> int:
        """Return the extra points of a sheet, whose score lines have these points."""
        return 0

    def waives_penalties(self, rulebook: Rulebook, sheet: Sheet) -> bool:
        """Return whether the penalties of this sheet cost nothing."""
        return False

    # Describing: what designers and players read.

    def facts(self, rulebook: Rulebook) -> Iterator[tuple[str, str]]:
        """Yield the lines of a layout's summary about this feature: a heading and a text each."""
        return iter(())

    def rule_values(self, rulebook: Rulebook) -> dict[str, Value]:
        """Return the values of this feature's placeholders in the paragraphs of the short rules."""
        return {}

    def row_label(self, rulebook: Rulebook) -> PrintedNote:
        """Return what is printed at the head of the row that this feature adds."""
        assert self.own_row
        return PrintedNote(self.own_row, {})

    def note(self, rulebook: Rulebook) -> PrintedNote | None:
        """Return the note that is printed on sheets of this game, if any."""
        return None


def listed_by_row(ids: Iterable[str]) -> str:
    """Return a list of cells that names each row once: `red 3 5, green 10`."""
    numbers: dict[str, list[str]] = {}
    for id in ids:
        row, _, number = id.rpartition(" ")
        numbers.setdefault(row, []).append(number)
    return ", ".join(f"{row} {' '.join(each)}" for row, each in numbers.items())


def never_thrown(number: int, dice: int) -> tuple[str, str] | None:
    """Return a message and a hint if two dice with this many sides cannot add up to the number."""
    if 2 <= number <= 2 * dice:
        return None
    return f"no two dice add up to {as_toml(number)}", f"With {dice}-sided dice, sums run from 2 to {2 * dice}."
