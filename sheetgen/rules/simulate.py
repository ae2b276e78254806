"""Play games at random with the engine that also replays them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random as Dice

from sheetgen.rules.game import Game, Move
from sheetgen.rules.grid import Grid, Way
from sheetgen.rules.log import Log, LoggedMove, Turn
from sheetgen.rules.new_game import new_game
from sheetgen.rules.record import Record
from sheetgen.rules.strategies import STRATEGIES, Strategy


@dataclass(frozen=True, slots=True)
class Setup:
    """What is played, by how many, and how. The same setup and number give the same game, anywhere."""

    players: int
    strategy: str
    seed: int
    side: str | None = None
    shuffle: str | None = None
    """The seed of shuffled sheets, of which every player in every game has another one."""

    @property
    def names(self) -> tuple[str, ...]:
        """Players without names of their own."""
        return tuple(f"P{seat}" for seat in range(1, self.players + 1))


@dataclass(frozen=True, slots=True)
class Played:
    """A finished game: its last position, and its log if one was kept."""

    game: Game
    setup: Setup
    landings: tuple[int, ...]
    turns: tuple[Turn, ...]

    @property
    def record(self) -> Record:
        """The finished sheets."""
        sheets = tuple(self.game.sheet(seat, name) for seat, name in enumerate(self.setup.names))
        return Record(sheets, self.setup.side)

    @property
    def log(self) -> Log:
        """Every roll and every choice, if they were kept."""
        arrangements = tuple(grid.arrangement for grid in self.game.grids)
        return Log(self.setup.names, self.turns, self.setup.side, arrangements)


def play(grid: Grid, setup: Setup, number: int, keep_log: bool = False) -> Played:
    """Play the game of this number to its end, on sheets that are all the same."""
    return play_on([grid] * setup.players, setup, number, keep_log)


def play_on(grids: Sequence[Grid], setup: Setup, number: int, keep_log: bool = False) -> Played:
    """Play the game of this number to its end, on a sheet for each player."""
    random = Dice(f"{setup.seed}/{number}").random
    strategy = STRATEGIES[setup.strategy](random)
    game = new_game(grids, setup.side)
    faces, has_track = game.rulebook.dice, game.track is not None
    turns: list[Turn] = []
    landings: list[int] = []
    while game.end is None:
        active = game.active
        white = 1 + int(random() * faces), 1 + int(random() * faces)
        dice = {colour: 1 + int(random() * faces) for colour in game.dice}
        action1 = _action1(game, strategy, white[0] + white[1])
        game.action1(action1)
        action2: Way | None = None
        if game.end is None and (ways := game.legal(active, game.coloured_ways(white, dice))):
            action2 = strategy.cross(game, active, ways, last_chance=not game.has_crossed and not has_track)
            if action2:
                game.action2(action2)
        action3: Move | None = None
        if has_track and game.end is None and (moves := game.moves()):
            action3 = strategy.move(game, moves, last_chance=not game.has_crossed)
            if action3:
                game.action3(action3)
                landings.append(action3.space)
        if keep_log:
            turns.append(_logged(setup.names, game, white, dice, action1, action2, action3))
        game.finish_turn()
    return Played(game, setup, tuple(landings), tuple(turns))


def _action1(game: Game, strategy: Strategy, total: int) -> dict[int, Way]:
    """What each player crosses with the white sum; with tokens, only the active one."""
    choices: dict[int, Way] = {}
    for player in (game.active,) if game.rulebook.tokens_each else range(game.players):
        legal = game.legal(player, game.white_ways(player, total))
        if legal and (way := strategy.cross(game, player, legal, last_chance=False)):
            choices[player] = way
    return choices


def _logged(
    names: tuple[str, ...],
    game: Game,
    white: tuple[int, int],
    dice: dict[str, int],
    action1: dict[int, Way],
    action2: Way | None,
    action3: Move | None,
) -> Turn:
    """The turn as a log tells it, before the dice are passed on."""
    move = LoggedMove(action3.space, action3.way.cell if action3.way else None) if action3 else None
    return Turn(
        active=names[game.active],
        white=white,
        dice=dice,
        action1={names[player]: way.cell for player, way in action1.items()},
        action2=action2.cell if action2 else None,
        action3=move,
        penalty=game.penalty_due,
        swap={names[player]: way.swap for player, way in action1.items() if way.swap},
    )
