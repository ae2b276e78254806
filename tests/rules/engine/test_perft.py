"""The number of ways to play, which holds the rules of every variant while the code behind them changes."""

from __future__ import annotations

from itertools import combinations, product

import pytest

import sheetgen as sg
from sheetgen.rules.engine.grid import Grid
from sheetgen.rules.engine.log import Log, LoggedMove, Turn, replay
from sheetgen.rules.engine.perft import fixed_roll, perft
from sheetgen.rules.engine.start import start_game
from sheetgen.rules.rulebook import Rulebook
from tests.game_helpers import rulebook
from tests.helpers import VARIANTS
from tests.profiles import THOROUGH, selection
from tests.rules.audit.test_exhaustive import PlainSheet, TinyGame, options

COUNTS = {  # ways to play one turn, two turns, three turns
    "bigpoints": (215, 32_852, 3_581_616),
    "bonus-a": (215, 29_120, 1_510_500),
    "bonus-b": (215, 29_666, 1_590_197),
    "card-game": (160, 53_156),
    "classic": (215, 29_666, 1_590_197),
    "connect15": (215, 50_050, 2_665_838),
    "connected-chain": (215, 26_970, 1_199_162),
    "connected-steps": (215, 29_666, 1_590_197),
    "double-a": (215, 32_852, 3_217_500),
    "double-b": (215, 29_666, 1_590_197),
    "duel": (43, 1_677, 40_150),
    "gemixxt-a": (200, 25_584, 1_518_322),
    "gemixxt-b": (180, 21_900, 1_541_805),
    "longo": (205, 30_030, 2_922_786),
    "lucky15": (215, 29_666, 1_590_197),
    "onboard": (885, 457_744),
    "xchange": (1_365, 534_037),
}


QUICK = 100_000  # ways that the default profile counts at most
REPLAYED = ["bigpoints", "bonus-a", "card-game", "double-a", "duel", "gemixxt-a", "longo"]


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_numbers_of_each_variant_stay_what_they_are(variant: str) -> None:
    game = sg.load(variant)
    counts = [count for count in COUNTS[variant] if THOROUGH or count < QUICK]
    assert [sg.perft(game, depth) for depth in range(1, 1 + len(counts))] == counts


@pytest.mark.parametrize("variant", selection(VARIANTS, REPLAYED))
def test_as_many_logs_of_one_turn_can_be_replayed(variant: str) -> None:
    """Every log is tried: any cell for each player, and any pair with it, any cell for the active one, any move."""
    rules = rulebook(variant)
    side = next(iter(rules.tracks), None)
    assert replayable_turns(rules, side) == perft(start_game([Grid(rules)] * 2, side), 1)


def replayable_turns(rules: Rulebook, side: str | None) -> int:
    """How many first turns of two players can be replayed. What B crosses in it does not matter to A."""
    white, dice, hand = fixed_roll(start_game([Grid(rules)] * 2, side))
    cells = [cell.id for row in rules.rows for cell in row.cells if row.kind != "own"]
    pairs = [None, *(cell.id for row in rules.rows for cell in row.cells if row.swaps)]
    spaces = rules.tracks[side][:8] if side else ()
    crosses = [None, *(f"{space.row} {space.number}" for space in spaces)]
    moves = [LoggedMove(space, cross) for space, cross in product(range(1, len(spaces) + 1), crosses)]

    most = rules.most_crosses - 1
    second = [each for count in range(1 + most) for each in combinations(hand if rules.cards else cells, count)]

    def is_legal(action1: dict[str, tuple[str, str | None]], action2: tuple[str, ...], move: LoggedMove | None) -> bool:
        chosen = {name: each[0] for name, each in action1.items()}
        via = {name: each[1] for name, each in action1.items() if each[1]}
        has_crossed = "A" in chosen or action2 or (move and move.cross)
        penalty = not has_crossed
        turn = Turn("A", white, dice, chosen, action2, move, penalty, via, hand if rules.cards else None)
        findings = replay(rules, Log(("A", "B"), (turn,), side)).findings
        return all(finding.code == "game-not-over" for finding in findings)

    own, others = (
        [{}, *({name: each} for each in product(cells, pairs) if is_legal({name: each}, (), None))] for name in "AB"
    )
    turns = [
        move
        for action1 in own
        for action2 in second
        if is_legal(action1, action2, None)
        for move in [None, *moves]
        if is_legal(action1, action2, move)
    ]
    return len(turns) * (1 if rules.tokens_each else len(others))


@pytest.mark.parametrize("same_end", [False, True])
@pytest.mark.parametrize("depth", [1, 2, 3])
def test_tiny_games_have_as_many_courses_as_without_the_program(same_end: bool, depth: int) -> None:
    tiny = TinyGame(numbers=4, same_end=same_end, players=2)
    rules = tiny.rulebook()
    assert perft(start_game([Grid(rules)] * 2), depth) == plain_courses(tiny, depth)


def plain_courses(
    game: TinyGame,
    depth: int,
    turn: int = 1,
    sheets: tuple[PlainSheet, ...] = ((frozenset(), 0),) * 2,
    closed: frozenset[str] = frozenset(),
) -> int:
    """The number of courses, counted by trying everything. The sheet of the active player comes first."""
    if depth == 0:
        return 1
    faces = [1 + number * turn % 4 for number in range(1, 5)]
    total = 0
    choices = [[None, *options(game, crossed, closed, faces[0] + faces[1])] for crossed, _ in sheets]
    for chosen in product(*choices):
        crossed = [own | ({cell} if cell else set()) for cell, (own, _) in zip(chosen, sheets, strict=True)]
        after = closed | {row for row, place in filter(None, chosen) if place == game.last}
        coloured = [
            cell
            for row, die in zip(game.rows, faces[2:], strict=True)
            for number in {faces[0] + die, faces[1] + die}
            for cell in options(game, crossed[0], after, number)
            if cell[0] == row
        ]
        for second in [None] if len(after) > 1 else [None, *coloured]:
            has_crossed = chosen[0] or second
            penalties = sheets[0][1] + (not has_crossed and len(after) < 2)
            ended = after | ({second[0]} if second and second[1] == game.last else set())
            if depth > 1 and (len(ended) > 1 or penalties == 2):
                continue
            active = (crossed[0] | ({second} if second else set()), penalties)
            total += plain_courses(game, depth - 1, turn + 1, ((crossed[1], sheets[1][1]), active), ended)
    return total


def test_finished_games_do_not_go_on() -> None:
    ended = sg.load("classic", set={"game.end.closed_rows": 1, "game.penalties.boxes": 1})
    assert sg.perft(ended, 2) < sg.perft(sg.load("classic"), 2)


def test_a_depth_below_zero_is_refused() -> None:
    with pytest.raises(sg.InputError, match="the depth cannot be -1"):
        sg.perft(sg.load("classic"), -1)
