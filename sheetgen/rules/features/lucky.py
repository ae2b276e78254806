"""Lucky numbers: white sums that also allow a player to cross the next number of a row with the fewest crosses."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Any

from annotated_types import Len

from sheetgen.errors import Problem
from sheetgen.file_model import Model
from sheetgen.rules.features.base import Feature, PrintedNote, never_thrown
from sheetgen.rules.rulebook import Cell, Row, Rulebook
from sheetgen.rules.shuffle.enumeration import Paths
from sheetgen.rules.shuffle.shuffling import Choose, LayoutFiles, Shuffling, number_cells

if TYPE_CHECKING:
    from sheetgen.rules.engine.grid import CrossOption
    from sheetgen.rules.engine.state import GameState
    from sheetgen.rules.game_spec import GameSpec
    from sheetgen.rules.records import Sheet


class LuckyKeys(Model):
    """The key of lucky numbers in `[game]`."""

    lucky: Annotated[list[int], Len(0, 6)] = []
    """White sums with which each player may instead cross the next number of a row that has the fewest crosses."""


class LuckyShuffling(Shuffling):
    """Other lucky numbers that are together thrown as often as those of the layout."""

    kind = "lucky"
    noun = "lucky numbers"
    moves_cells = False

    def current(self, rulebook: Rulebook) -> tuple[int, ...]:
        return rulebook.lucky

    def walk(self, rulebook: Rulebook, value: tuple[int, ...], choose: Choose) -> tuple[int, ...]:
        """Choose each number among all sums of two dice."""
        return tuple(2 + choose(2 * rulebook.die_sides - 1, number - 2) for number in value)

    def is_possible(self, rulebook: Rulebook, value: tuple[int, ...]) -> bool:
        return len(set(value)) == len(value)

    def applied(self, rulebook: Rulebook, value: tuple[int, ...]) -> Rulebook:
        return replace(rulebook, lucky=value)

    def variations(self, rulebook: Rulebook) -> Paths[tuple[int, int], int]:
        """Return all ascending lists of the same length whose numbers are together thrown as often."""
        sums = rulebook.all_sums
        lucky = rulebook.lucky

        def options(step: int, state: tuple[int, int]) -> Iterator[tuple[int, tuple[int, int]]]:
            last, chances = state
            for number in sums:
                left = chances - rulebook.chance(number)
                if number > last and (left == 0 if step == len(lucky) - 1 else left > 0):
                    yield number, (number, left)

        return Paths(len(lucky), (0, sum(map(rulebook.chance, lucky))), options)


class Lucky(Feature):
    """Lucky numbers, which allow further options to use the white sum."""

    key = "lucky"
    noun = "lucky numbers"
    adds_options = True
    shuffling = LuckyShuffling()

    def problems(self, game: GameSpec, files: LayoutFiles) -> Iterator[Problem]:
        for index, number in enumerate(game.lucky):
            at = ("game", "lucky", index)
            if wrong := never_thrown(number, game.dice):
                yield files.problem(at, *wrong)
            elif number in game.lucky[:index]:
                yield files.problem(at, f"{number} is lucky twice", "Name each lucky number once.")

    def rulebook_fields(self, game: GameSpec, rows: Sequence[Row]) -> dict[str, Any]:
        return {"lucky": tuple(game.lucky)}

    def options(self, state: GameState, player: int, total: int) -> Iterator[CrossOption]:
        """Yield the next number of each open row with the fewest crosses, if the total is a lucky number."""
        if total in state.grids[player].rulebook.lucky:
            for row in state.weakest_rows(player):
                yield from state.next_number(player, row)

    def closing_sums(self, rulebook: Rulebook, sheet: Sheet, row: Row, closing: Sequence[Cell]) -> Iterable[int]:
        """Return the lucky numbers if the first closing number can have been the next number of the row."""
        before = number_cells(rulebook, row)[: -len(row.closing)]
        is_next = row.closing[0] in closing and (not before or sheet.has(before[-1].id))
        return rulebook.lucky if is_next else ()

    def facts(self, rulebook: Rulebook) -> Iterator[tuple[str, str]]:
        if rulebook.lucky:
            yield "lucky", " ".join(map(str, rulebook.lucky))

    def note(self, rulebook: Rulebook) -> PrintedNote | None:
        return PrintedNote("lucky", {"numbers": ", ".join(map(str, rulebook.lucky))}) if rulebook.lucky else None
