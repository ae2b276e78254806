"""Simulate games with random dice and simple strategies, on the engine that also replays logs.

The strategies need not be good: designers want to see how a game goes with several kinds of players. They choose at
random among equally good options, so that the first row is not favoured.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import TypeVar

from sheetgen.rules.engine.card_game import Dealer
from sheetgen.rules.engine.grid import CrossOption, Grid
from sheetgen.rules.engine.log import Log, LoggedMove, Turn
from sheetgen.rules.engine.start import start_game
from sheetgen.rules.engine.state import GameState, PieceMove
from sheetgen.rules.records import Record

T = TypeVar("T")


class Strategy:
    """A way to choose one of the legal options, of which there is at least one, or None to pass: here at random.

    Passing on the last chance of a turn costs a penalty.
    """

    def __init__(self, random: Callable[[], float]) -> None:
        self.random = random

    def cross(self, game: GameState, player: int, options: list[CrossOption], last_chance: bool) -> CrossOption | None:
        """Return the option to take, or None."""
        return self._pick(options)

    def move(self, game: GameState, moves: list[PieceMove], last_chance: bool) -> PieceMove | None:
        """Return the move of the piece to make, or None."""
        return self._pick(moves)

    def _pick(self, choices: list[T]) -> T | None:
        chosen = int(self.random() * (len(choices) + 1))
        return choices[chosen] if chosen < len(choices) else None


class CarefulStrategy(Strategy):
    """A strategy that skips as few numbers as possible, and passes rather than skip many."""

    max_skips = 2  # numbers
    max_skips_before_penalty = 4  # numbers, if passing costs a penalty

    def cross(self, game: GameState, player: int, options: list[CrossOption], last_chance: bool) -> CrossOption | None:
        """Return the option that skips the fewest numbers, or None if it skips too many."""
        skips = [skipped_numbers(game, player, option) for option in options]
        fewest = min(skips)
        if fewest > self._limit(last_chance):
            return None
        best = [option for option, skip in zip(options, skips, strict=True) if skip == fewest]
        return best[int(self.random() * len(best))]

    def move(self, game: GameState, moves: list[PieceMove], last_chance: bool) -> PieceMove | None:
        """Return the furthest move that skips few numbers, one that crosses a number if passing costs a penalty."""
        limit = self._limit(last_chance)
        cheap = [move for move in moves if not move.option or skipped_numbers(game, game.active, move.option) <= limit]
        crossing = [move for move in cheap if move.option] if last_chance else []
        return max(crossing or cheap, key=lambda move: (move.space, self.random()), default=None)

    def _limit(self, last_chance: bool) -> int:
        return self.max_skips_before_penalty if last_chance else self.max_skips


class GreedyStrategy(Strategy):
    """A strategy that never passes, and takes the option that gains the most points at once."""

    def cross(self, game: GameState, player: int, options: list[CrossOption], last_chance: bool) -> CrossOption | None:
        """Return the option that gains the most points; among equal ones, the one that skips the fewest numbers."""
        return max(options, key=lambda option: self._value(game, player, option))

    def move(self, game: GameState, moves: list[PieceMove], last_chance: bool) -> PieceMove | None:
        """Return the move that gains the most points, including the extra points of its space."""
        return max(moves, key=lambda move: self._value(game, game.active, move.option, move.space))

    def _value(self, game: GameState, player: int, option: CrossOption | None, space: int = 0) -> tuple[float, ...]:
        points = game.rulebook.extra(game.side, space)
        skips = 0
        if option:
            points += points_gained(game, player, option)
            skips = skipped_numbers(game, player, option)
        return points, -skips, self.random()


STRATEGIES: dict[str, type[Strategy]] = {"random": Strategy, "careful": CarefulStrategy, "greedy": GreedyStrategy}


def skipped_numbers(game: GameState, player: int, option: CrossOption) -> int:
    """Return how many numbers of the row the player would give up: those before the cell that can still be crossed."""
    ruled_out = game.grids[player].rules_out[option.bit] & ~option.bit
    return (ruled_out & game.open_cells(player, option.row)).bit_count()


def points_gained(game: GameState, player: int, option: CrossOption) -> int:
    """Return how many points the cross gains at once."""
    points = 0
    grid = game.grids[player]
    crossed = option.bit | option.lock | option.along
    for line, mask in zip(grid.rulebook.scores, grid.lines, strict=True):
        if crossed & mask:
            added, crosses = grid.count(crossed & mask), game.crosses(player, mask)
            points += line.worth(crosses + added) - line.worth(crosses)
    return points


@dataclass(frozen=True, slots=True)
class SimulationSetup:
    """The settings of a simulation. The same setup and game number give the same game on any computer."""

    players: int
    strategy: str
    seed: int
    side: str | None = None
    shuffle: str | None = None  # seed of the shuffled sheets, which differ for every player of every game
    sheets: str | None = None  # names of the layout's own sheets, which differ for every player

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the players: P1, P2 …"""
        return tuple(f"P{seat}" for seat in range(1, self.players + 1))


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A finished game: its last state, and its turns if they were logged."""

    game: GameState
    setup: SimulationSetup
    landings: tuple[int, ...]  # every space that a piece moved to
    turns: tuple[Turn, ...]

    @property
    def record(self) -> Record:
        """The finished sheets."""
        return self.game.record(self.setup.names)

    @property
    def log(self) -> Log:
        """Every roll and every choice, if the turns were logged."""
        arrangements = tuple(grid.arrangement for grid in self.game.grids)
        return Log(self.setup.names, self.turns, self.setup.side, arrangements)


def play(grids: Sequence[Grid], setup: SimulationSetup, number: int, keep_log: bool = False) -> PlayedGame:
    """Play the game with this number to its end, with one grid for each player."""
    random = Random(f"{setup.seed}/{number}").random
    strategy = STRATEGIES[setup.strategy](random)
    game = start_game(grids, setup.side)
    names = setup.names
    faces = game.rulebook.die_sides
    has_track = game.side is not None
    turns: list[Turn] = []
    landings: list[int] = []
    dealer = Dealer(game.rulebook, game.players, random) if game.rulebook.cards else None
    while game.end is None:
        active = game.active
        white: tuple[int, ...]
        if dealer:
            top, game.hand = dealer.begin_turn(active)
            white, dice = (grids[0].cells[top].number,), {}
        else:
            white = 1 + int(random() * faces), 1 + int(random() * faces)
            dice = {colour: 1 + int(random() * faces) for colour in game.dice}
        action1 = _choose_action1(game, strategy, white)
        game.action1(action1)
        action2 = _take_action2(game, strategy, white, dice)
        if dealer:
            dealer.discard(active, action2)
        action3: PieceMove | None = None
        if has_track and game.end is None and (moves := game.legal_moves()):
            action3 = strategy.move(game, moves, last_chance=not game.has_crossed)
            if action3:
                game.action3(action3)
                landings.append(action3.space)
        if keep_log:
            turn = Turn(
                active=names[active],
                white=white,
                dice=dice,
                action1={names[player]: option.cell for player, option in action1.items()},
                action2=tuple(action2),
                action3=LoggedMove(action3.space, action3.option.cell if action3.option else None) if action3 else None,
                penalty=game.penalty_due,
                via={names[player]: option.via for player, option in action1.items() if option.via},
                hand=game.hand if dealer else None,
            )
            turns.append(turn)
        game.end_turn()
    return PlayedGame(game, setup, tuple(landings), tuple(turns))


def _take_action2(game: GameState, strategy: Strategy, white: tuple[int, ...], dice: Mapping[str, int]) -> list[str]:
    """Cross what the active player chooses with a coloured die or with cards; return the cells."""
    crossed: list[str] = []
    for _ in range(game.rulebook.most_crosses - 1):
        options = game.legal(game.active, game.coloured_options(white, dice)) if game.end is None else []
        last_chance = not game.has_crossed and game.side is None
        option = strategy.cross(game, game.active, options, last_chance) if options else None
        if option is None:
            break
        game.action2(option)
        crossed.append(option.cell)
    return crossed


def _choose_action1(game: GameState, strategy: Strategy, white: tuple[int, ...]) -> dict[int, CrossOption]:
    """Return what each player crosses with the white sum; with tokens, only the active player does."""
    choices: dict[int, CrossOption] = {}
    for player in (game.active,) if game.rulebook.tokens_each else range(game.players):
        legal = game.legal(player, game.white_options(player, white))
        if legal and (option := strategy.cross(game, player, legal, last_chance=False)):
            choices[player] = option
    return choices
