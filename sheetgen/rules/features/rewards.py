"""Rewards: what a player gains who has crossed all of certain cells, further crosses or more points at the end."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Annotated, Any

from annotated_types import Interval, Len

from sheetgen.errors import Problem
from sheetgen.file_model import Model, SymbolName
from sheetgen.rules.audit.findings import Cells, Finding, Rows, sheet_finding
from sheetgen.rules.features.bar import can_be_forced, forcing_problems
from sheetgen.rules.features.base import Feature
from sheetgen.rules.notation import LineCells
from sheetgen.rules.records import Record, Sheet
from sheetgen.rules.rulebook import Cell, Reward, RewardKind, Row, Rulebook
from sheetgen.rules.shuffle.shuffling import LayoutFiles

if TYPE_CHECKING:
    from sheetgen.rules.audit.audit import RowScore
    from sheetgen.rules.engine.grid import CrossOption
    from sheetgen.rules.engine.state import GameState
    from sheetgen.rules.game_spec import GameSpec


class RewardSpec(Model):
    """What a player gains who has crossed all of certain cells."""

    cells: LineCells
    """The cells by row and number: `"yellow 11, green 9"`."""
    gives: RewardKind
    """`"weakest row"` or `"every row"` for crosses on the next numbers there, at once and of open rows only; `"double"`
    for the points of the row with the fewest crosses once more; `"points"`; or `"no penalties"`, which then cost
    nothing, but still end the game."""
    amount: Annotated[int, Interval(ge=1, le=999)] = 1
    """How many crosses in each of these rows, or how many points."""
    symbol: SymbolName = "star"
    """The symbol that marks the cells."""


class RewardsKeys(Model):
    """The key of rewards in `[game]`."""

    rewards: Annotated[list[RewardSpec], Len(0, 6)] = []
    """Rewards for crossing all of certain cells."""


class Rewards(Feature):
    """Gains for crossing all of certain cells."""

    key = "rewards"
    noun = "rewards"
    needs_dice = True
    forces_crosses = True
    changes_score = True

    def problems(self, game: GameSpec, files: LayoutFiles) -> Iterator[Problem]:
        seen: list[str] = []
        for index, reward in enumerate(game.rewards):
            at = ("game", "rewards", index, "cells")
            yield from forcing_problems(game, files, at, reward.cells)
            ids = [ref.id for ref in reward.cells]
            for id in ids:
                if id in seen:
                    yield files.problem(at, f"{id!r} belongs to two rewards", "Each cell belongs to one reward.")
            seen += ids

    def rulebook_fields(self, game: GameSpec, rows: Sequence[Row]) -> dict[str, Any]:
        rewards = (Reward(tuple(ref.id for ref in each.cells), each.gives, each.amount) for each in game.rewards)
        return {"rewards": tuple(rewards)}

    def forced(self, state: GameState, player: int, option: CrossOption) -> Iterator[CrossOption]:
        """Yield the next numbers of the upmost of the weakest rows or of every row, once all cells are crossed."""
        grid = state.grids[player]
        for reward in grid.rulebook.rewards:
            cells = grid.mask(reward.cells)
            if option.bit & cells and state.crossed[player] & cells == cells:
                rows = state.open_rows(player)
                chosen = rows if reward.gives == "every row" else state.weakest_rows(player)[:1]
                for row in chosen if reward.gives in ("every row", "weakest row") else ():
                    for _ in range(reward.amount):
                        yield from state.legal(player, state.next_number(player, row))

    def check_sheet(self, rulebook: Rulebook, record: Record, sheet: Sheet) -> Iterator[Finding]:
        """Yield rows without the crosses that a reward gave. Only all sheets together show which rows were closed."""
        for reward in _earned(rulebook, sheet, "every row"):
            for row in record.never_blocked_rows(rulebook, sheet) if record.complete else ():
                has = sheet.count(cell.id for cell in row.cells if cell.id not in reward.cells)
                if has < reward.amount:
                    cells, rows = Cells(reward.cells), Rows((row.id,))
                    yield sheet_finding(sheet.name, "reward-row", reward.cells, cells=cells, row=rows, has=has)

    def forced_crosses(self, rulebook: Rulebook, record: Record, sheet: Sheet) -> tuple[int, int]:
        if not rulebook.rewards:
            return 0, 0
        every = sum(reward.amount for reward in _earned(rulebook, sheet, "every row"))
        weakest = sum(reward.amount for reward in _earned(rulebook, sheet, "weakest row"))
        sure = record.never_blocked_rows(rulebook, sheet)
        least = sum(min(every, sheet.count(cell.id for cell in row.cells)) for row in sure)
        return least, every * len(rulebook.coloured_rows) + weakest

    def closing_sums(self, rulebook: Rulebook, sheet: Sheet, row: Row, closing: Sequence[Cell]) -> Iterable[int]:
        """Return all sums if a reward may have forced the cross that closed the row."""
        is_earned = _earned(rulebook, sheet, "every row", "weakest row")
        return rulebook.all_sums if is_earned and can_be_forced(rulebook, sheet, row) else ()

    def closes_several(self, rulebook: Rulebook, sheet: Sheet) -> bool:
        closed = (row for row in rulebook.coloured_rows if sheet.has_closed(row))
        is_any_forced = any(can_be_forced(rulebook, sheet, row) for row in closed)
        return is_any_forced and bool(_earned(rulebook, sheet, "every row"))

    def extra(self, rulebook: Rulebook, sheet: Sheet, rows: Mapping[str, RowScore]) -> int:
        if not rulebook.rewards:
            return 0
        own = [rows[row.id] for row in rulebook.coloured_rows if row.id in rows]
        fewest = min((row.crosses for row in own), default=0)
        weakest = max((row.points for row in own if row.crosses == fewest), default=0)
        doubled = weakest * len(_earned(rulebook, sheet, "double"))
        return doubled + sum(reward.amount for reward in _earned(rulebook, sheet, "points"))

    def waives_penalties(self, rulebook: Rulebook, sheet: Sheet) -> bool:
        return bool(_earned(rulebook, sheet, "no penalties"))

    def facts(self, rulebook: Rulebook) -> Iterator[tuple[str, str]]:
        for reward in rulebook.rewards:
            amount = f" {reward.amount}" if reward.gives in ("weakest row", "every row", "points") else ""
            yield "reward", f"{' + '.join(reward.cells)}: {reward.gives}{amount}"


def _earned(rulebook: Rulebook, sheet: Sheet, *kinds: RewardKind) -> list[Reward]:
    """Return the rewards of these kinds that the player has earned."""
    return [each for each in rulebook.rewards if each.gives in kinds and all(map(sheet.has, each.cells))]
