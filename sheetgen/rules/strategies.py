"""Simple players. They need not be good; a designer wants to see how a game goes with several kinds of them.

Among equally good choices they draw lots, so that no row is favoured for standing first.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence

from sheetgen.rules.game import Game, Move
from sheetgen.rules.grid import Way


class Strategy(ABC):
    """Chooses among what is legal, which is never nothing. None is to pass; on the last chance, for a penalty."""

    def __init__(self, random: Callable[[], float]) -> None:
        self.random = random

    @abstractmethod
    def cross(self, game: Game, player: int, ways: Sequence[Way], last_chance: bool) -> Way | None:
        """What to cross, if anything."""

    @abstractmethod
    def move(self, game: Game, moves: Sequence[Move], last_chance: bool) -> Move | None:
        """Where to move the piece, if anywhere."""


class Random(Strategy):
    """Takes anything with the same chance, passing included."""

    def cross(self, game: Game, player: int, ways: Sequence[Way], last_chance: bool) -> Way | None:
        """Any of the ways, or none."""
        chosen = int(self.random() * (len(ways) + 1))
        return ways[chosen] if chosen < len(ways) else None

    def move(self, game: Game, moves: Sequence[Move], last_chance: bool) -> Move | None:
        """Any of the moves, or none."""
        chosen = int(self.random() * (len(moves) + 1))
        return moves[chosen] if chosen < len(moves) else None


class Careful(Strategy):
    """Skips as few numbers as possible, and passes rather than skip many."""

    willing = 2
    """So many numbers are skipped at most."""
    forced = 4
    """So many, if the alternative is a penalty."""

    def cross(self, game: Game, player: int, ways: Sequence[Way], last_chance: bool) -> Way | None:
        """The way that skips the fewest numbers, if they are few."""
        skips = [skipped(game, player, way) for way in ways]
        fewest = min(skips)
        if fewest > (self.forced if last_chance else self.willing):
            return None
        best = [way for way, skip in zip(ways, skips, strict=True) if skip == fewest]
        return best[int(self.random() * len(best))]

    def move(self, game: Game, moves: Sequence[Move], last_chance: bool) -> Move | None:
        """The furthest move that skips few numbers; one that crosses something, if that saves a penalty."""
        limit = self.forced if last_chance else self.willing
        cheap = [move for move in moves if move.way is None or skipped(game, game.active, move.way) <= limit]
        crossing = [move for move in cheap if move.way] if last_chance else []
        return max(crossing or cheap, key=lambda move: (move.space, self.random()), default=None)


class Greedy(Strategy):
    """Never passes, and takes what brings the most points at once."""

    def cross(self, game: Game, player: int, ways: Sequence[Way], last_chance: bool) -> Way | None:
        """The way that gains most; of equal ones that which skips the fewest numbers."""
        return max(ways, key=lambda way: (self._value(game, player, way), self.random()))

    def move(self, game: Game, moves: Sequence[Move], last_chance: bool) -> Move | None:
        """The move that gains most, extra points included."""
        return max(moves, key=lambda move: (self._move_value(game, move), self.random()))

    @staticmethod
    def _value(game: Game, player: int, way: Way) -> tuple[int, int]:
        return gain(game, player, way), -skipped(game, player, way)

    def _move_value(self, game: Game, move: Move) -> tuple[int, int]:
        points, skips = self._value(game, game.active, move.way) if move.way else (0, 0)
        return points + game.rulebook.extra(game.side, move.space), skips


STRATEGIES: dict[str, type[Strategy]] = {"random": Random, "careful": Careful, "greedy": Greedy}


def skipped(game: Game, player: int, way: Way) -> int:
    """How many numbers of the row the player would give up."""
    held = game.crossed[player] & (way.before | way.bit)
    if held & way.bit:
        return 0  # a token on one's own stack
    between = way.numbers_before & -(1 << held.bit_length()) if held else way.numbers_before
    return between.bit_count()


def gain(game: Game, player: int, way: Way) -> int:
    """How many points the cross brings at once."""
    points, grid, crossed = 0, game.grids[player], way.bit | way.lock | way.along
    for line, mask in zip(grid.rulebook.scores, grid.lines, strict=True):
        if crossed & mask:
            added, crosses = grid.count(crossed & mask), game.crosses(player, mask)
            points += line.worth(crosses + added) - line.worth(crosses)
    return points
