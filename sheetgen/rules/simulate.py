"""Play games at random with the engine that also replays them."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random as Dice

from sheetgen.rules.game import Game
from sheetgen.rules.grid import Grid, Way
from sheetgen.rules.log import Log, Turn
from sheetgen.rules.log import Move as LoggedMove
from sheetgen.rules.new_game import new_game
from sheetgen.rules.record import Record
from sheetgen.rules.strategies import STRATEGIES, Move


@dataclass(frozen=True, slots=True)
class Setup:
    """What is played, by how many, and how. The same setup and number give the same game, anywhere."""

    players: int
    strategy: str = "random"
    seed: int = 0
    side: str | None = None

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
        return Log(self.setup.names, self.turns, self.setup.side)


def play(grid: Grid, setup: Setup, number: int, keep_log: bool = False) -> Played:
    """Play the game of this number to its end."""
    random = Dice(f"{setup.seed}/{number}").random
    strategy = STRATEGIES[setup.strategy](random)
    game = new_game(grid, setup.players, setup.side)
    faces, tokens, track = grid.rulebook.dice, grid.rulebook.tokens_each, game.track
    names = setup.names
    turns: list[Turn] = []
    landings: list[int] = []
    while game.end is None:
        active = game.active
        white = 1 + int(random() * faces), 1 + int(random() * faces)
        dice = {colour: 1 + int(random() * faces) for colour in game.dice}
        action1: dict[int, Way] = {}
        whites = grid.white.get(white[0] + white[1], ())
        for player in (active,) if tokens else range(setup.players):
            ways = game.legal(player, whites)
            if ways and (way := strategy.cross(game, player, ways, last_chance=False)):
                action1[player] = way
        game.action1(action1)
        action2: Way | None = None
        move: Move | None = None
        if game.end is None:
            ways = game.legal(active, game.coloured_ways(white, dice))
            if ways and (action2 := strategy.cross(game, active, ways, not (game.has_crossed or track))):
                game.action2(action2)
        if track and game.end is None and (moves := game.moves()):
            move = strategy.move(game, moves, not game.has_crossed)
            if move:
                game.action3(*move)
                landings.append(move[0])
        penalty = game.finish_turn()
        if keep_log:
            turns.append(
                Turn(
                    active=names[active],
                    white=white,
                    dice=dice,
                    action1={names[player]: way.cell for player, way in action1.items()},
                    action2=action2.cell if action2 else None,
                    action3=LoggedMove(move[0], move[1].cell if move[1] else None) if move else None,
                    penalty=penalty,
                )
            )
    return Played(game, setup, tuple(landings), tuple(turns))
