"""Simple players. They need not be good; a designer wants to see how a game goes with several kinds of them.

Among equally good choices they draw lots, so that no row is favoured for standing first.

Play games at random with the engine that also replays them.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random as Dice

from sheetgen.rules.engine.game_kinds import start_game
from sheetgen.rules.engine.grid import CrossOption, Grid
from sheetgen.rules.engine.log import Log, LoggedMove, Turn
from sheetgen.rules.engine.state import GameState, PieceMove
from sheetgen.rules.records import Record


class Strategy(ABC):
    """Chooses among what is legal, which is never nothing. None is to pass; on the last chance, for a penalty."""

    def __init__(self, random: Callable[[], float]) -> None:
        self.random = random

    @abstractmethod
    def cross(
        self, game: GameState, player: int, options: Sequence[CrossOption], last_chance: bool
    ) -> CrossOption | None:
        """What to cross, if anything."""

    @abstractmethod
    def move(self, game: GameState, moves: Sequence[PieceMove], last_chance: bool) -> PieceMove | None:
        """Where to move the piece, if anywhere."""


class Random(Strategy):
    """Takes anything with the same chance, passing included."""

    def cross(
        self, game: GameState, player: int, options: Sequence[CrossOption], last_chance: bool
    ) -> CrossOption | None:
        """Any of the options, or none."""
        chosen = int(self.random() * (len(options) + 1))
        return options[chosen] if chosen < len(options) else None

    def move(self, game: GameState, moves: Sequence[PieceMove], last_chance: bool) -> PieceMove | None:
        """Any of the moves, or none."""
        chosen = int(self.random() * (len(moves) + 1))
        return moves[chosen] if chosen < len(moves) else None


class Careful(Strategy):
    """Skips as few numbers as possible, and passes rather than skip many."""

    willing = 2
    """So many numbers are skipped at most."""
    forced = 4
    """So many, if the alternative is a penalty."""

    def cross(
        self, game: GameState, player: int, options: Sequence[CrossOption], last_chance: bool
    ) -> CrossOption | None:
        """The option that skips the fewest numbers, if they are few."""
        skips = [skipped(game, player, option) for option in options]
        fewest = min(skips)
        if fewest > (self.forced if last_chance else self.willing):
            return None
        best = [option for option, skip in zip(options, skips, strict=True) if skip == fewest]
        return best[int(self.random() * len(best))]

    def move(self, game: GameState, moves: Sequence[PieceMove], last_chance: bool) -> PieceMove | None:
        """The furthest move that skips few numbers; one that crosses something, if that saves a penalty."""
        limit = self.forced if last_chance else self.willing
        cheap = [move for move in moves if move.option is None or skipped(game, game.active, move.option) <= limit]
        crossing = [move for move in cheap if move.option] if last_chance else []
        return max(crossing or cheap, key=lambda move: (move.space, self.random()), default=None)


class Greedy(Strategy):
    """Never passes, and takes what brings the most points at once."""

    def cross(
        self, game: GameState, player: int, options: Sequence[CrossOption], last_chance: bool
    ) -> CrossOption | None:
        """The option that gains most; of equal ones that which skips the fewest numbers."""
        return max(options, key=lambda option: (self._value(game, player, option), self.random()))

    def move(self, game: GameState, moves: Sequence[PieceMove], last_chance: bool) -> PieceMove | None:
        """The move that gains most, extra points included."""
        return max(moves, key=lambda move: (self._move_value(game, move), self.random()))

    @staticmethod
    def _value(game: GameState, player: int, option: CrossOption) -> tuple[int, int]:
        return gain(game, player, option), -skipped(game, player, option)

    def _move_value(self, game: GameState, move: PieceMove) -> tuple[int, int]:
        points, skips = self._value(game, game.active, move.option) if move.option else (0, 0)
        return points + game.rulebook.extra(game.side, move.space), skips


STRATEGIES: dict[str, type[Strategy]] = {"random": Random, "careful": Careful, "greedy": Greedy}


def skipped(game: GameState, player: int, option: CrossOption) -> int:
    """How many numbers of the row the player would give up."""
    held = game.crossed[player] & (option.before | option.bit)
    if held & option.bit:
        return 0  # a token on one's own stack
    between = option.numbers_before & -(1 << held.bit_length()) if held else option.numbers_before
    return between.bit_count()


def gain(game: GameState, player: int, option: CrossOption) -> int:
    """How many points the cross brings at once."""
    points, grid, crossed = 0, game.grids[player], option.bit | option.lock | option.along
    for line, mask in zip(grid.rulebook.scores, grid.lines, strict=True):
        if crossed & mask:
            added, crosses = grid.count(crossed & mask), game.crosses(player, mask)
            points += line.worth(crosses + added) - line.worth(crosses)
    return points


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

    game: GameState
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
    game = start_game(grids, setup.side)
    faces, has_track = game.rulebook.dice, game.track is not None
    turns: list[Turn] = []
    landings: list[int] = []
    while game.end is None:
        active = game.active
        white = 1 + int(random() * faces), 1 + int(random() * faces)
        dice = {colour: 1 + int(random() * faces) for colour in game.dice}
        action1 = _action1(game, strategy, white[0] + white[1])
        game.action1(action1)
        action2: CrossOption | None = None
        if game.end is None and (options := game.legal(active, game.coloured_options(white, dice))):
            action2 = strategy.cross(game, active, options, last_chance=not game.has_crossed and not has_track)
            if action2:
                game.action2(action2)
        action3: PieceMove | None = None
        if has_track and game.end is None and (moves := game.moves()):
            action3 = strategy.move(game, moves, last_chance=not game.has_crossed)
            if action3:
                game.action3(action3)
                landings.append(action3.space)
        if keep_log:
            turns.append(_logged(setup.names, game, white, dice, action1, action2, action3))
        game.finish_turn()
    return Played(game, setup, tuple(landings), tuple(turns))


def _action1(game: GameState, strategy: Strategy, total: int) -> dict[int, CrossOption]:
    """What each player crosses with the white sum; with tokens, only the active one."""
    choices: dict[int, CrossOption] = {}
    for player in (game.active,) if game.rulebook.tokens_each else range(game.players):
        legal = game.legal(player, game.white_options(player, total))
        if legal and (option := strategy.cross(game, player, legal, last_chance=False)):
            choices[player] = option
    return choices


def _logged(
    names: tuple[str, ...],
    game: GameState,
    white: tuple[int, int],
    dice: dict[str, int],
    action1: dict[int, CrossOption],
    action2: CrossOption | None,
    action3: PieceMove | None,
) -> Turn:
    """The turn as a log tells it, before the dice are passed on."""
    move = LoggedMove(action3.space, action3.option.cell if action3.option else None) if action3 else None
    return Turn(
        active=names[game.active],
        white=white,
        dice=dice,
        action1={names[player]: option.cell for player, option in action1.items()},
        action2=action2.cell if action2 else None,
        action3=move,
        penalty=game.penalty_due,
        via={names[player]: option.via for player, option in action1.items() if option.via},
    )
