"""Statistics of many games: counts that add up in any order, and the figures computed from them."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, fields
from math import sqrt
from typing import Any, NamedTuple

from sheetgen.rules.audit.audit import rank
from sheetgen.rules.engine.simulate import PlayedGame


@dataclass
class Tally:
    """Counts over games. Two tallies merge to that of all their games."""

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
        """Count one more game. Scores are computed from bit masks: making a record takes as long as playing."""
        game, rulebook = played.game, played.game.rulebook
        totals = []
        for player in range(game.players):
            total = game.penalties[player] * rulebook.penalty_points
            for line, mask in zip(rulebook.scores, game.grids[player].lines, strict=True):
                crosses = game.crosses(player, mask)
                points = line.worth(crosses)
                self.crosses[line.id] += crosses
                self.points[line.id] += points
                total += points
            if game.track:
                total += rulebook.extra(game.side, game.track.pieces[player])
            totals.append(total)
        self.scores.update(totals)
        self.penalties.update(game.penalties)
        best = max(totals)
        self.winning_scores[best] += 1
        self.ties[totals.count(best) > 1] += 1
        self.wins.update(seat for seat, total in enumerate(totals, start=1) if rank(total, totals) == 1)
        self.turns[game.turns] += 1
        self.ends[str(game.end)] += 1
        self.closed.update(rulebook.rows[row].id for row in game.closed)
        if game.track:
            self.landings.update(played.landings)
            self.final_spaces.update(game.track.pieces)

    def merge(self, other: Tally) -> None:
        """Add the counts of another tally to this one."""
        for each in fields(self):
            getattr(self, each.name).update(getattr(other, each.name))

    def to_data(self) -> dict[str, Any]:
        """Return all figures as JSON-able data. Shares are of all games; those of `landed` are of all pieces."""
        games, sheets = self.turns.total(), self.scores.total()
        data = {
            "scores": {**Spread.of(self.scores).to_data(), "histogram": _sorted(self.scores)},
            "winning_score": Spread.of(self.winning_scores).to_data(),
            "wins_by_seat": {str(seat): _share(self.wins[seat], games) for seat in range(1, sheets // games + 1)},
            "ties": _share(self.ties[True], games),
            "turns": {**Spread.of(self.turns).to_data(), "histogram": _sorted(self.turns)},
            "penalties": Spread.of(self.penalties).to_data(),
            "ends": {end: _share(count, games) for end, count in self.ends.most_common()},
            "rows": {
                row: {
                    "closed": _share(self.closed[row], games),
                    "crosses": round(self.crosses[row] / sheets, 3),
                    "points": round(self.points[row] / sheets, 3),
                }
                for row in self.points
            },
        }
        if self.final_spaces:
            data["track"] = {
                "space": {**Spread.of(self.final_spaces).to_data(), "histogram": _sorted(self.final_spaces)},
                "landed": {str(space): _share(count, sheets) for space, count in sorted(self.landings.items())},
            }
        return data


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
    def of(cls, counts: Counter[int]) -> Spread:
        """Return the figures of a distribution, given how often each value occurs."""
        total = counts.total()
        mean = sum(value * count for value, count in counts.items()) / total
        variance = sum(count * (value - mean) ** 2 for value, count in counts.items()) / total
        p10, median, p90 = (_quantile(counts, share) for share in (0.1, 0.5, 0.9))
        return cls(mean, sqrt(variance), min(counts), p10, median, p90, max(counts))

    def to_data(self) -> dict[str, float]:
        """Return the figures as JSON-able data."""
        return {name: round(value, 3) for name, value in self._asdict().items()}


def _quantile(counts: Counter[int], share: float) -> int:
    """Return the smallest value that at least this share of all values does not exceed."""
    needed, seen = share * counts.total(), 0
    for value in sorted(counts):
        seen += counts[value]
        if seen >= needed:
            return value
    return max(counts)


def _sorted(counts: Counter[int]) -> dict[str, int]:
    return {str(value): counts[value] for value in sorted(counts)}


def _share(count: int, total: int) -> float:
    return round(count / total, 4)


@dataclass(frozen=True, slots=True)
class Bin:
    """How many values there are from `first` to `last`."""

    first: int
    last: int
    count: int


def bins(counts: Counter[int], most: int) -> list[Bin]:
    """Return a histogram of at most `most` (two or more) bins of the same round width, including empty ones."""
    low, high = min(counts), max(counts)
    width = next(width for width in round_steps() if high // width - low // width < most)
    found: Counter[int] = Counter()
    for value, count in counts.items():
        found[value // width] += count
    return [
        Bin(index * width, index * width + width - 1, found[index]) for index in range(low // width, high // width + 1)
    ]


def round_steps() -> Iterator[int]:
    """Yield 1, 2, 5, 10, 20, 50 …"""
    for power in itertools.count():
        yield from (step * 10**power for step in (1, 2, 5))
