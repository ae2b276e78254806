"""Everything that an audit or a replay can report. A finding has the values of its message; locales have the text."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from itertools import chain
from typing import Any, NamedTuple

from sheetgen.errors import Severity


class Cells(NamedTuple):
    """Cells to be named in a message."""

    ids: tuple[str, ...]


class Rows(NamedTuple):
    """Rows or colours to be named in a message."""

    ids: tuple[str, ...]


class Names(NamedTuple):
    """Players to be named together in a message."""

    names: tuple[str, ...]


class Figures(NamedTuple):
    """Sums on the sheet to be named in a message: rows, score lines, penalties, extra or total."""

    ids: tuple[str, ...]


Value = str | int | Cells | Rows | Names | Figures


class Reason(NamedTuple):
    """One way in which a finding comes about, with a rule and a message of its own.

    If `rule` has two ids, the first is for games with sheets and the second for games with tokens. `names` are the
    placeholders of the message; findings have a value for each but `penalties`, the layout's own word for penalties.
    `needs` are the traits of games in which it can occur (see `features.traits`); no game has the trait `log`, which
    stands for reasons that only a replay can find.
    """

    rule: str
    names: tuple[str, ...] = ()
    needs: tuple[str, ...] = ()
    without_dice: bool = False  # whether the scorer page, which does not know the dice, can find it too


WARNINGS = frozenset({"lock-missing", "lock-missing-tokens", "ended-twice"})  # reasons that are slips, not broken rules

# Placeholders of messages about a sheet with more crosses than its turns allow, and about a stack of tokens.
_LIMITED_SHEET = ("long", "turns", "marked", "most", "has", "penalties")
_STACK = ("owner", "height", "cell", "player", "least", "has")

FINDINGS: dict[str, dict[str, Reason]] = {  # the reasons of each finding by their names, by code
    "lock-too-few": {
        "lock-too-few": Reason("C6", ("cell", "needs", "has"), ("sheets",)),
        "lock-too-few-tokens": Reason("D7", ("cell", "needs", "has"), ("tokens",)),
    },
    "lock-without-number": {
        "lock-without-number": Reason("C6", ("cell", "lock"), ("sheets",)),
        "lock-without-number-tokens": Reason("D7", ("cell", "lock"), ("tokens",)),
        "lock-without-number-any": Reason("C6 D7", ("cell", "lock"), ("sheets", "closing")),
    },
    "lock-missing": {
        "lock-missing": Reason("C6", ("cell", "lock"), ("sheets",)),
        "lock-missing-tokens": Reason("D7", ("cell", "lock"), ("tokens",)),
    },
    "closed-twice": {"closed-twice": Reason("C7", ("cells",), ("closing",))},
    "too-many-locks": {"too-many-locks": Reason("C8", ("has", "most"), ("sheets",))},
    "bonus-without-neighbour": {"bonus-without-neighbour": Reason("B2", ("cell", "neighbours"), ("bonus",))},
    "double-without-number": {"double-without-number": Reason("W1", ("cell", "number"), ("doubles",))},
    "link-broken": {"link-broken": Reason("K1", ("cell", "partner"), ("links",))},
    "swap-without-number": {"swap-without-number": Reason("X1", ("cell", "one", "other"), ("swap",))},
    "trio-skipped": {"trio-skipped": Reason("T1", ("cell", "before"), ("trio",))},
    "bar-mismatch": {
        "bar-gap": Reason("A1", ("cell", "before"), ("bar",)),
        "bar-count": Reason("A1", ("boxes", "fields"), ("bar",)),
        "bar-row": Reason("A1", ("row", "fields", "has"), ("bar",)),
    },
    "reward-missing": {"reward-row": Reason("R1", ("cells", "row", "has"), ("rewards",))},
    "space-not-crossed": {"space-not-crossed": Reason("O3", ("space", "cell"), ("track",))},
    "space-unreachable": {"space-unreachable": Reason("O2", ("space", "here", "reach"), ("track",))},
    "order": {
        "order-passed": Reason("C2", ("cell", "before"), ("sheets",)),
        "order-twice": Reason("C2", ("cell",), ("sheets",)),
        "order-too-few": Reason("C6", ("cell", "needs", "has"), ("sheets",)),
        "order-neighbour": Reason("B2", ("cell", "neighbours"), ("sheets", "bonus")),
        "order-double": Reason("W1", ("cell", "number"), ("sheets", "doubles")),
        "order-after-end": Reason("C8", ("cells", "last"), ("sheets",)),
        "order-lock": Reason("C6", ("cell", "number"), ("sheets",)),
        "order-unmarked": Reason("C2", ("cells",), ("sheets",)),
        "order-unlisted": Reason("C2", ("cells",), ("sheets",)),
    },
    "wrong-sum": {"wrong-sum": Reason("C9 D9", ("figure", "claimed", "right"))},
    "game-not-over": {
        "game-not-over": Reason(
            "C8", ("penalties", "boxes", "closed", "needed"), ("sheets", "no-track", "shared-closing")
        ),
        "game-not-over-track": Reason("O6", ("penalties", "boxes", "closed", "needed", "final"), ("track",)),
        "game-not-over-tokens": Reason("D8", ("penalties", "marked", "boxes", "closed", "needed"), ("tokens",)),
        "game-not-over-own": Reason("C8", ("penalties", "boxes", "needed"), ("sheets", "own-closing")),
        "game-not-over-final": Reason("O6", ("left",), ("log",)),
    },
    "too-many-penalties": {
        "too-many-penalties": Reason("C8", ("penalties", "players", "boxes"), ("sheets",)),
        "too-many-penalties-tokens": Reason("D8", ("penalties", "has", "boxes"), ("tokens",)),
    },
    "impossible-closing": {
        "impossible-closing": Reason("C8", ("rows", "most"), ("sheets", "shared-closing")),
        "impossible-closing-own": Reason("C8", ("rows", "players"), ("sheets", "own-closing")),
        "impossible-closing-tokens": Reason("D8", ("rows", "most"), ("tokens",)),
        "impossible-closing-both": Reason("D7", ("row",), ("tokens",)),
        "impossible-closing-apart": Reason("C7", ("row", "players"), ("sheets", "shared-closing", "differing-ends")),
        "impossible-closing-order": Reason("C7", ("rows", "players"), ("sheets", "shared-closing")),
    },
    "ended-twice": {
        "ended-twice": Reason("C8", ("penalties", "players", "rows"), ("sheets",)),
        "ended-twice-alone": Reason("C8", ("penalties", "player", "boxes", "rows"), ("sheets",)),
        "ended-twice-penalties": Reason("D8", ("penalties", "boxes", "rows"), ("tokens",)),
        "ended-twice-tokens": Reason("D8", ("players",), ("tokens",)),
        "ended-twice-tokens-rows": Reason("D8", ("player", "rows"), ("tokens",)),
        "ended-twice-tokens-penalties": Reason("D8", ("penalties", "player", "boxes"), ("tokens",)),
    },
    "impossible-turns": {
        "impossible-turns": Reason("C5", ("short", "most", "long", "least", "penalties"), ("sheets",)),
        "impossible-turns-last": Reason("C8", ("short", *_LIMITED_SHEET), ("sheets",)),
        "impossible-turns-short": Reason("C5", ("short", "own", *_LIMITED_SHEET), ("sheets",)),
        "impossible-turns-cut": Reason("C5", ("short", "own", *_LIMITED_SHEET), ("sheets",)),
        "impossible-turns-alone": Reason("C5", ("player", "least", "most", "penalties"), ("sheets", "track")),
        "impossible-turns-together": Reason("C5", ("spans", "penalties"), ("sheets",)),
        "impossible-turns-empty": Reason("D6", ("penalties", "most", "many", "fewest", "few"), ("tokens",)),
        "impossible-turns-stack": Reason("D6", ("penalties", *_STACK), ("tokens",)),
    },
    "space-shared": {"space-shared": Reason("O2", ("space", "players"), ("track",))},
    "square-shared": {"square-shared": Reason("D3", ("cell", "players"), ("tokens",))},
    "too-many-tokens": {"too-many-tokens": Reason("D1", ("has", "each"), ("tokens",))},
    "stack-on-last": {"stack-on-last": Reason("D7", ("cell", "has"), ("tokens",))},
    "illegal-move": {
        "out-of-turn": Reason("C4 D1", ("player", "next")),
        "after-end": Reason("C8 D8", without_dice=True),
        "die-gone": Reason("C7 D7", ("die",)),
        "die-missing": Reason("C4 D1", ("die",)),
        "white-sum": Reason("C3 D1", ("cell", "sum")),
        "card-number": Reason("C3", ("cell", "sum")),
        "card-missing": Reason("P1", ("cell",)),
        "card-colour": Reason("P1", ("cell", "first")),
        "card-gap": Reason("P1", ("cell", "first", "has", "gap")),
        "too-many-cards": Reason("P1", ("cell", "most")),
        "coloured-sum": Reason("C4 D1", ("cell", "sums")),
        "coloured-gone": Reason("C7 D7", ("cell", "die")),
        "row-closed": Reason("C7 D7", ("cell", "row"), ("sheets",), without_dice=True),
        "crossed": Reason("C2", ("cell",)),
        "passed": Reason("C2 D2", ("cell", "before"), ("sheets",), without_dice=True),
        "too-few": Reason("C6", ("cell", "needs", "has"), ("sheets",), without_dice=True),
        "too-few-tokens": Reason("D7", ("cell", "needs", "has"), ("tokens",)),
        "neighbour": Reason("B2", ("cell", "neighbours"), ("bonus",), without_dice=True),
        "double": Reason("W1", ("cell", "number"), ("doubles",), without_dice=True),
        "swap-alone": Reason("X1", ("cell",)),
        "swap-sum": Reason("X1", ("cell", "sum")),
        "swap-number": Reason("X1", ("cell", "number")),
        "trio-sum": Reason("T1", ("cell", "sum", "sums")),
        "trio-next": Reason("T1", ("cell", "next")),
        "trio-too-late": Reason("T1", ("cell",)),
        "bar-alone": Reason("A1", ("cell",), ("bar",), without_dice=True),
        "lock-alone": Reason("C6", ("cell", "number"), ("sheets",), without_dice=True),
        "lock-alone-tokens": Reason("D7", ("cell", "number"), ("tokens",)),
        "not-active": Reason("D1", ("cell", "player")),
        "not-foremost": Reason("D3", ("cell",)),
        "stack": Reason("D4", ("cell",)),
        "overtaken": Reason("D4", ("cell",)),
        "same-square": Reason("D5", ("cell",)),
        "ended-before": Reason("C8 D8", ("action",)),
        "penalty-after-end": Reason("C8 D8", ("penalties",)),
        "penalty-due": Reason("C5", ("penalties",)),
        "penalty-due-tokens": Reason("D6", ("penalties",)),
        "penalty-not-due": Reason("C5", ("penalties",)),
        "penalty-not-due-tokens": Reason("D6", ("penalties",)),
        "backwards": Reason("O2", ("space", "here")),
        "occupied": Reason("O2", ("space", "player")),
        "too-far": Reason("O2", ("space", "move")),
        "other-number": Reason("O3", ("cell", "space", "needed")),
        "uncrossed": Reason("O3", ("space", "cell")),
    },
}

# Rules that a finding may cite instead of its reason's own, each with the trait of the games in which it may.
OTHER_RULES: dict[str, dict[str, str]] = {
    **{
        reason: {"B3": "bonus", "X1": "swap", "T1": "trio", "A1": "bar"}
        for reason in ("order-passed", "order-twice", "crossed", "passed")
    },
    **{reason: {"O6": "track"} for reason in ("after-end", "ended-before", "penalty-after-end")},
    **{reason: {"O4": "track"} for reason in ("penalty-due", "penalty-not-due")},
    "wrong-sum": {"B5": "sheets", "O5": "track", "S1": "lines", "T1": "trio", "R1": "rewards"},
}

REASONS = {name: reason for reasons in FINDINGS.values() for name, reason in reasons.items()}
MESSAGE_NAMES = {name: reason.names for name, reason in REASONS.items()}  # placeholders of each reason's message
CODES = {name: code for code, reasons in FINDINGS.items() for name in reasons}  # by name of the reason
RULE_IDS = tuple(  # ids of all rules that a finding can cite
    sorted({*" ".join(reason.rule for reason in REASONS.values()).split(), *chain(*OTHER_RULES.values())})
)


@dataclass(frozen=True, slots=True)
class Finding:
    """A broken rule or a slip. `reason` identifies how it came about, and selects its message."""

    reason: str
    rule: str
    player: str | None = None
    cells: tuple[str, ...] = ()
    values: Mapping[str, Value] = field(default_factory=dict)
    turn: int | None = None
    message: str = ""  # filled in once the language is known

    @property
    def code(self) -> str:
        """The code that programs know this finding by, such as `lock-too-few`."""
        return CODES[self.reason]

    @property
    def severity(self) -> Severity:
        """`error` for a broken rule, `warning` for a slip that can be corrected or explained."""
        return "warning" if self.reason in WARNINGS else "error"

    def to_data(self) -> dict[str, Any]:
        """Return the finding as JSON-able data."""
        data = {name: getattr(self, name) for name in ("code", "severity", "rule", "player")}
        turn = {"turn": self.turn} if self.turn else {}
        return {**data, "cells": list(self.cells), "message": self.message, **turn}


class IllegalMoveError(Exception):
    """A step of a game that breaks a rule."""

    def __init__(self, reason: str, cell: str | None = None, /, **values: Value) -> None:
        super().__init__(reason)
        self.reason = reason
        self.cells: tuple[str, ...] = (cell,) if cell else ()
        self.values = {**({"cell": Cells((cell,))} if cell else {}), **values}


def rule_of(reason: str, has_tokens: bool = False) -> str:
    """Return the id of the rule that is broken, with sheets or with tokens."""
    return REASONS[reason].rule.split()[-1 if has_tokens else 0]


def possible_rules(reason: str, traits: Collection[str]) -> set[str]:
    """Return the ids of the rules that a finding for this reason can cite in a game with these traits."""
    others = OTHER_RULES.get(reason, {})
    return {rule_of(reason, "tokens" in traits), *(rule for rule, trait in others.items() if trait in traits)}


def sheet_finding(player: str, reason: str, cells: tuple[str, ...] = (), /, rule: str = "", **values: Value) -> Finding:
    """Return a finding about one player's sheet."""
    return Finding(reason, rule or rule_of(reason), player, cells, values)


def game_finding(reason: str, cells: tuple[str, ...] = (), /, rule: str = "", **values: Value) -> Finding:
    """Return a finding about the whole game."""
    return Finding(reason, rule or rule_of(reason), None, cells, values)
