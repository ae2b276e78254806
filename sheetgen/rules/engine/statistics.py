"""Statistics of many games: counts that add up in any order, and the figures computed from them."""

import itertools
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, fields
from math import ceil, sqrt
from typing import NamedTuple, Self

from sheetgen.rules.audit.audit import rank, score
from sheetgen.rules.engine.simulate import PlayedGame
from sheetgen.rules.features import SCORING_FEATURES


@dataclass
class Tally:
    """Counts over games. The tallies of two sets of games can be merged."""

    scores: Counter[int] = field(default_factory=Counter)
    winning_scores: Counter[int] = field(default_factory=Counter)
    wins: Counter[int] = field(default_factory=Counter)  # by seat, from 1; a tie is a win for each
    ties: Counter[bool] = field(default_factory=Counter)
    turns: Counter[int] = field(default_factory=Counter)
    ends: Counter[str] = field(default_factory=Counter)
    closed: Counter[str] = field(default_factory=Counter)  # by row
    crosses: Counter[str] = field(default_factory=Counter)  # by score line
    points: Counter[str] = field(default_factory=Counter)  # by score line
    penalties: Counter[int] = field(default_factory=Counter)
    landings: Counter[int] = field(default_factory=Counter)  # by space
    final_spaces: Counter[int] = field(default_factory=Counter)  # where the pieces stood at the end

    def add(self, played: PlayedGame) -> None:
        """Count one more game. Scores are computed from bit masks, because making a record takes as long as playing."""
        game = played.game
        rulebook = played.game.rulebook
        totals = []
        for player in range(game.players):
            total = rulebook.penalties_worth(game.penalties[player])
            for line, mask in zip(rulebook.scores, game.grids[player].lines, strict=True):
                crosses = game.crosses(player, mask)
                points = line.worth(crosses)
                self.crosses[line.id] += crosses
                self.points[line.id] += points
                total += points
            totals.append(total + rulebook.extra(game.side, game.pieces[player]))
        if any(feature.is_in(rulebook) for feature in SCORING_FEATURES):
            totals = [each.total for each in score(rulebook, played.record)]
        self.scores.update(totals)
        self.penalties.update(game.penalties)
        best = max(totals)
        self.winning_scores[best] += 1
        self.ties[totals.count(best) > 1] += 1
        self.wins.update(seat for seat, total in enumerate(totals, start=1) if rank(total, totals) == 1)
        self.turns[game.turns] += 1
        self.ends[str(game.end)] += 1
        self.closed.update(rulebook.rows[row].id for row in set().union(*game.closed))
        if game.side:
            self.landings.update(played.landings)
            self.final_spaces.update(game.pieces)

    def merge(self, other: Self) -> None:
        """Add the counts of another tally to this one."""
        for each in fields(self):
            getattr(self, each.name).update(getattr(other, each.name))


class Spread(NamedTuple):
    """A distribution in a few figures: mean, standard deviation, extremes, median, and the 10th and 90th percentile."""

    mean: float
    sd: float
    min: int
    p10: int
    median: int
    p90: int
    max: int

    @classmethod
    def of(cls, counts: Counter[int]) -> Self:
        """Return the figures of a distribution, given how often each value occurs."""
        total = counts.total()
        mean = sum(value * count for value, count in counts.items()) / total
        variance = sum(count * (value - mean) ** 2 for value, count in counts.items()) / total
        values = sorted(counts.elements())
        # A percentile is the lowest value that at least this share of all values does not exceed.
        p10, median, p90 = (values[ceil(share * total) - 1] for share in (0.1, 0.5, 0.9))
        return cls(mean, sqrt(variance), min(counts), p10, median, p90, max(counts))

    def to_data(self) -> dict[str, float]:
        """Return the figures as JSON-able data."""
        return {name: round(value, 3) for name, value in self._asdict().items()}


def bins(counts: Counter[int], most: int) -> dict[range, int]:
    """Return a histogram of at most `most` (at least 2) ranges of the same round width, including empty ones."""
    low, high = min(counts), max(counts)
    width = next(width for width in round_steps() if high // width - low // width < most)
    found: Counter[int] = Counter()
    for value, count in counts.items():
        found[value // width] += count
    indexes = range(low // width, high // width + 1)
    return {range(index * width, (index + 1) * width): found[index] for index in indexes}


def round_steps() -> Iterator[int]:
    """Yield round widths in ascending order: 1, 2, 5, 10, 20, 50 …"""
    for power in itertools.count():
        yield from (step * 10**power for step in (1, 2, 5))
