"""What an audit or a replay reports. A finding carries what its message needs; the words stand in the locales."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

Severity = Literal["error", "warning"]


@dataclass(frozen=True, slots=True)
class Cells:
    """Cells to be named in a message."""

    ids: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Rows:
    """Rows or colours to be named in a message."""

    ids: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Names:
    """Players to be named together in a message."""

    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Figure:
    """A sum on the sheet to be named in a message: a row, or one of penalties, extra and total."""

    id: str


Value = str | int | Cells | Rows | Names | Figure

WARNINGS = frozenset({"lock-missing", "ended-twice"})

SPEAKS_OF: dict[str, tuple[str, ...]] = {
    "lock-too-few": ("cell", "needs", "has"),
    "lock-too-few-tokens": ("cell", "needs", "has"),
    "lock-without-number": ("cell", "lock"),
    "lock-without-number-tokens": ("cell", "lock"),
    "lock-missing": ("cell", "lock"),
    "lock-missing-tokens": ("cell", "lock"),
    "too-many-locks": ("has", "most"),
    "bonus-without-neighbour": ("cell", "neighbours"),
    "space-not-crossed": ("space", "cell"),
    "space-unreachable": ("space", "hop"),
    "order-passed": ("cell", "before"),
    "order-twice": ("cell",),
    "order-too-few": ("cell", "needs", "has"),
    "order-neighbour": ("cell", "neighbours"),
    "order-lock": ("cell", "lock"),
    "order-unmarked": ("cells",),
    "order-unlisted": ("cells",),
    "wrong-sum": ("figure", "claimed", "right"),
    "game-not-over": ("boxes", "closed", "needed"),
    "game-not-over-track": ("boxes", "closed", "needed", "final"),
    "game-not-over-tokens": ("boxes", "closed", "needed", "penalties"),
    "game-not-over-final": ("left",),
    "too-many-penalties": ("players", "boxes"),
    "too-many-penalties-tokens": ("has", "boxes"),
    "impossible-closing": ("rows", "most"),
    "impossible-closing-tokens": ("rows", "most"),
    "impossible-closing-both": ("row",),
    "ended-twice": ("players", "rows"),
    "impossible-turns": ("short", "most", "long", "least"),
    "impossible-turns-alone": ("player", "least", "most"),
    "impossible-turns-together": ("spans",),
    "space-shared": ("space", "players"),
    "square-shared": ("cell", "players"),
    "too-many-tokens": ("has", "each"),
    "stack-on-last": ("cell", "has"),
    "out-of-turn": ("player", "next"),
    "after-end": (),
    "die-gone": ("die",),
    "die-missing": ("die",),
    "white-sum": ("cell", "sum"),
    "coloured-sum": ("cell", "sums"),
    "row-closed": ("cell", "row"),
    "crossed": ("cell",),
    "passed": ("cell", "before"),
    "too-few": ("cell", "needs", "has"),
    "too-few-tokens": ("cell", "needs", "has"),
    "neighbour": ("cell", "neighbours"),
    "lock-alone": ("lock",),
    "not-active": ("cell", "player"),
    "not-foremost": ("cell",),
    "stack": ("cell",),
    "overtaken": ("cell",),
    "same-square": ("cell",),
    "ended-before": ("action",),
    "penalty-after-end": (),
    "penalty-due": (),
    "penalty-not-due": (),
    "backwards": ("space", "here"),
    "occupied": ("space", "player"),
    "too-far": ("space", "move"),
    "other-number": ("cell", "space", "needed"),
    "uncrossed": ("space", "cell"),
}
"""Every reason that a finding can give, and what its message may name."""


@dataclass(frozen=True, slots=True)
class Finding:
    """A broken rule. `reason` is the code, or what tells several kinds of one code apart."""

    code: str
    rule: str
    reason: str
    player: str | None = None
    cells: tuple[str, ...] = ()
    values: Mapping[str, Value] = field(default_factory=dict)
    turn: int | None = None

    @property
    def severity(self) -> Severity:
        """Errors break a rule; warnings are slips that can be mended or explained."""
        return "warning" if self.code in WARNINGS else "error"


def of_sheet(
    player: str, code: str, rule: str, cells: tuple[str, ...] = (), reason: str = "", /, **values: Value
) -> Finding:
    """A finding about one player's sheet. The reason is the code, unless it is given."""
    return Finding(code, rule, reason or code, player, cells, values)


def of_game(code: str, rule: str, cells: tuple[str, ...] = (), reason: str = "", /, **values: Value) -> Finding:
    """A finding about the whole game."""
    return Finding(code, rule, reason or code, None, cells, values)
