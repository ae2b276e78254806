"""What many games have in common: counts that add up in any order, and the figures made from them."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, fields
from math import sqrt
from typing import Any

from sheetgen.rules.engine.simulate import Played
from sheetgen.rules.scoring import rank


@dataclass
class Tally:
    """Counts over games. Two tallies add up to that of all their games."""

    scores: Counter[int] = field(default_factory=Counter)
    winning: Counter[int] = field(default_factory=Counter)
    wins: Counter[int] = field(default_factory=Counter)
    """Wins by seat; a tie is a win for each."""
    ties: Counter[bool] = field(default_factory=Counter)
    turns: Counter[int] = field(default_factory=Counter)
    ends: Counter[str] = field(default_factory=Counter)
    closed: Counter[str] = field(default_factory=Counter)
    crosses: Counter[str] = field(default_factory=Counter)
    points: Counter[str] = field(default_factory=Counter)
    penalties: Counter[int] = field(default_factory=Counter)
    landed: Counter[int] = field(default_factory=Counter)
    stood: Counter[int] = field(default_factory=Counter)
    """Where the pieces were at the end."""

    def add(self, played: Played) -> None:
        """Count one more game. It scores the engine's bits, because making a record takes as long as playing."""
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
        self.winning[best] += 1
        self.ties[totals.count(best) > 1] += 1
        self.wins.update(seat for seat, total in enumerate(totals, start=1) if rank(total, totals) == 1)
        self.turns[game.turns] += 1
        self.ends[str(game.end)] += 1
        self.closed.update(rulebook.rows[row].id for row in game.closed)
        if game.track:
            self.landed.update(played.landings)
            self.stood.update(game.track.pieces)

    def to_data(self) -> dict[str, Any]:
        """All figures as JSON-able data. Shares are of games; `landed` is of pieces."""
        games, sheets = self.turns.total(), self.scores.total()
        data = {
            "scores": {**Spread.of(self.scores).to_data(), "histogram": _sorted(self.scores)},
            "winning_score": Spread.of(self.winning).to_data(),
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
        if self.stood:
            data["track"] = {
                "space": {**Spread.of(self.stood).to_data(), "histogram": _sorted(self.stood)},
                "landed": {str(space): _share(count, sheets) for space, count in sorted(self.landed.items())},
            }
        return data

    def merge(self, other: Tally) -> None:
        """Take in another tally."""
        for one in fields(self):
            getattr(self, one.name).update(getattr(other, one.name))


@dataclass(frozen=True, slots=True)
class Spread:
    """A distribution in a few figures."""

    mean: float
    sd: float
    least: int
    low: int
    median: int
    high: int
    most: int

    @classmethod
    def of(cls, counts: Counter[int]) -> Spread:
        """The figures of a distribution; low and high leave out a tenth on either side."""
        total = counts.total()
        mean = sum(value * count for value, count in counts.items()) / total
        variance = sum(count * (value - mean) ** 2 for value, count in counts.items()) / total
        low, median, high = (_quantile(counts, share) for share in (0.1, 0.5, 0.9))
        return cls(mean, sqrt(variance), min(counts), low, median, high, max(counts))

    def to_data(self) -> dict[str, float]:
        """The figures as JSON-able data."""
        return {
            "mean": round(self.mean, 3),
            "sd": round(self.sd, 3),
            "min": self.least,
            "p10": self.low,
            "median": self.median,
            "p90": self.high,
            "max": self.most,
        }


def _quantile(counts: Counter[int], share: float) -> int:
    """The smallest value that so large a share does not exceed."""
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
    """The values from `first` to `last`, and how many there are."""

    first: int
    last: int
    count: int


def bins(counts: Counter[int], most: int) -> list[Bin]:
    """The distribution in at most so many bins (two or more) of the same round width, empty ones included."""
    low, high = min(counts), max(counts)
    width = next(width for width in round_steps() if high // width - low // width < most)
    found: Counter[int] = Counter()
    for value, count in counts.items():
        found[value // width] += count
    return [
        Bin(index * width, index * width + width - 1, found[index]) for index in range(low // width, high // width + 1)
    ]


def round_steps() -> Iterator[int]:
    """1, 2, 5, 10, 20, 50 …"""
    for power in itertools.count():
        yield from (step * 10**power for step in (1, 2, 5))
