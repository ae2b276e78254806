"""Special throws: two dice that show certain faces may also be used as another number, which no dice add up to."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Annotated, Any

from annotated_types import Interval, Len

from sheetgen.errors import Problem
from sheetgen.file_model import Model
from sheetgen.rules.features.base import Feature, never_thrown
from sheetgen.rules.rulebook import Row, Rulebook, Throw

if TYPE_CHECKING:
    from sheetgen.rules.audit.findings import Value
    from sheetgen.rules.game_spec import GameSpec
    from sheetgen.rules.shuffle.shuffling import LayoutFiles


class ThrowSpec(Model):
    """Two dice that may be used as another number."""

    dice: Annotated[list[Annotated[int, Interval(ge=1, le=20)]], Len(2, 2)]
    """What the two dice show, in any order: `[1, 5]`."""
    number: Annotated[int, Interval(ge=1, le=999)]
    """The number that they may be used as. Rows list it among their cells."""


class ThrowsKeys(Model):
    """The key of special throws in `[game]`."""

    throws: Annotated[list[ThrowSpec], Len(0, 6)] = []
    """Two dice that may also be used as another number: the white ones by everybody, a white and a coloured one by the
    active player. Crosses on that number do not count towards a lock."""


class Throws(Feature):
    """Dice that may be used as another number."""

    key = "throws"
    noun = "special throws"
    needs_dice = True

    def problems(self, game: GameSpec, files: LayoutFiles) -> Iterator[Problem]:
        rows = {cell.number for row in game.rows.values() for cell in row.cells}
        closing = {cell.number for row in game.rows.values() for cell in row.cells[row.closing_column :]}
        for index, throw in enumerate(game.throws):
            at = ("game", "throws", index)
            if max(throw.dice) > game.dice:
                hint = f"The dice have {game.dice} sides."
                yield files.problem((*at, "dice"), f"no die shows {max(throw.dice)}", hint)
            if not never_thrown(throw.number, game.dice):
                hint = f"Choose a number above {2 * game.dice}, and list it in the cells of rows."
                yield files.problem((*at, "number"), f"two dice add up to {throw.number} anyway", hint)
            elif throw.number not in rows:
                yield files.problem((*at, "number"), f"no row has a {throw.number}", "List it in the cells of a row.")
            if throw.number in closing:
                hint = "Put another number at the end of the row."
                yield files.problem((*at, "number"), f"{throw.number} closes a row, so it cannot be a throw", hint)
            if any(sorted(throw.dice) == sorted(other.dice) for other in game.throws[:index]):
                yield files.problem((*at, "dice"), "these dice are named twice", "Name them once.")
        if game.throws and game.shuffle:
            hint = "Leave out game.shuffle, or game.throws."
            yield files.problem(("game", "shuffle"), "a game with special throws cannot be shuffled", hint)

    def rulebook_fields(self, game: GameSpec, rows: Sequence[Row]) -> dict[str, Any]:
        return {"throws": tuple(Throw((throw.dice[0], throw.dice[1]), throw.number) for throw in game.throws)}

    def counts_for_lock(self, game: GameSpec, number: int) -> bool:
        return all(throw.number != number for throw in game.throws)

    def facts(self, rulebook: Rulebook) -> Iterator[tuple[str, str]]:
        if rulebook.throws:
            yield "throws", _in_words(rulebook)

    def rule_values(self, rulebook: Rulebook) -> dict[str, Value]:
        return {"throws": _in_words(rulebook)}


def _in_words(rulebook: Rulebook) -> str:
    return ", ".join(f"{throw.sign} = {throw.number}" for throw in rulebook.throws)
