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

FINDINGS: dict[str, dict[str, tuple[str, ...]]] = {
    "lock-too-few": {
        "lock-too-few": ("cell", "needs", "has"),
        "lock-too-few-tokens": ("cell", "needs", "has"),
    },
    "lock-without-number": {
        "lock-without-number": ("cell", "lock"),
        "lock-without-number-tokens": ("cell", "lock"),
        "lock-without-number-any": ("cell", "lock"),
    },
    "lock-missing": {
        "lock-missing": ("cell", "lock"),
        "lock-missing-tokens": ("cell", "lock"),
    },
    "closed-twice": {"closed-twice": ("cells",)},
    "too-many-locks": {"too-many-locks": ("has", "most")},
    "bonus-without-neighbour": {"bonus-without-neighbour": ("cell", "neighbours")},
    "double-without-number": {"double-without-number": ("cell", "number")},
    "link-broken": {"link-broken": ("cell", "partner")},
    "swap-without-number": {"swap-without-number": ("cell", "one", "other")},
    "space-not-crossed": {"space-not-crossed": ("space", "cell")},
    "space-unreachable": {"space-unreachable": ("space", "hop")},
    "order": {
        "order-passed": ("cell", "before"),
        "order-twice": ("cell",),
        "order-too-few": ("cell", "needs", "has"),
        "order-neighbour": ("cell", "neighbours"),
        "order-double": ("cell", "number"),
        "order-lock": ("cell", "number"),
        "order-unmarked": ("cells",),
        "order-unlisted": ("cells",),
    },
    "wrong-sum": {"wrong-sum": ("figure", "claimed", "right")},
    "game-not-over": {
        "game-not-over": ("boxes", "closed", "needed"),
        "game-not-over-track": ("boxes", "closed", "needed", "final"),
        "game-not-over-tokens": ("boxes", "closed", "needed", "penalties"),
        "game-not-over-final": ("left",),
    },
    "too-many-penalties": {
        "too-many-penalties": ("players", "boxes"),
        "too-many-penalties-tokens": ("has", "boxes"),
    },
    "impossible-closing": {
        "impossible-closing": ("rows", "most"),
        "impossible-closing-tokens": ("rows", "most"),
        "impossible-closing-both": ("row",),
        "impossible-closing-apart": ("row", "players"),
    },
    "ended-twice": {"ended-twice": ("players", "rows")},
    "impossible-turns": {
        "impossible-turns": ("short", "most", "long", "least"),
        "impossible-turns-alone": ("player", "least", "most"),
        "impossible-turns-together": ("spans",),
    },
    "space-shared": {"space-shared": ("space", "players")},
    "square-shared": {"square-shared": ("cell", "players")},
    "too-many-tokens": {"too-many-tokens": ("has", "each")},
    "stack-on-last": {"stack-on-last": ("cell", "has")},
    "illegal-move": {
        "out-of-turn": ("player", "next"),
        "after-end": (),
        "die-gone": ("die",),
        "die-missing": ("die",),
        "white-sum": ("cell", "sum"),
        "coloured-sum": ("cell", "sums"),
        "coloured-gone": ("cell", "die"),
        "row-closed": ("cell", "row"),
        "crossed": ("cell",),
        "passed": ("cell", "before"),
        "too-few": ("cell", "needs", "has"),
        "too-few-tokens": ("cell", "needs", "has"),
        "neighbour": ("cell", "neighbours"),
        "double": ("cell", "number"),
        "swap-alone": ("cell",),
        "swap-sum": ("cell", "sum"),
        "swap-number": ("cell", "number"),
        "lock-alone": ("cell",),
        "not-active": ("cell", "player"),
        "not-foremost": ("cell",),
        "stack": ("cell",),
        "overtaken": ("cell",),
        "same-square": ("cell",),
        "ended-before": ("action",),
        "penalty-after-end": (),
        "penalty-due": (),
        "penalty-due-tokens": (),
        "penalty-not-due": (),
        "penalty-not-due-tokens": (),
        "backwards": ("space", "here"),
        "occupied": ("space", "player"),
        "too-far": ("space", "move"),
        "other-number": ("cell", "space", "needed"),
        "uncrossed": ("space", "cell"),
    },
}
"""Every code, the reasons there are for it, and what the message of each may name."""

CODES = {reason: code for code, reasons in FINDINGS.items() for reason in reasons}
SPEAKS_OF = {reason: names for reasons in FINDINGS.values() for reason, names in reasons.items()}


@dataclass(frozen=True, slots=True)
class Finding:
    """A broken rule. The reason says which kind of its code it is, and with it which message it has."""

    reason: str
    rule: str
    player: str | None = None
    cells: tuple[str, ...] = ()
    values: Mapping[str, Value] = field(default_factory=dict)
    turn: int | None = None

    @property
    def code(self) -> str:
        """What is found."""
        return CODES[self.reason]

    @property
    def severity(self) -> Severity:
        """Errors break a rule; warnings are slips that can be mended or explained."""
        return "warning" if self.code in WARNINGS else "error"


def of_sheet(player: str, reason: str, rule: str, cells: tuple[str, ...] = (), /, **values: Value) -> Finding:
    """A finding about one player's sheet."""
    return Finding(reason, rule, player, cells, values)


def of_game(reason: str, rule: str, cells: tuple[str, ...] = (), /, **values: Value) -> Finding:
    """A finding about the whole game."""
    return Finding(reason, rule, None, cells, values)
