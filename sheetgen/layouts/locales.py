"""Locales: every text that is printed or shown, in one language."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Annotated, Literal

from pydantic import Field, PrivateAttr, StringConstraints

from sheetgen.errors import InputError, KeyPath, Place, Problem, suggest
from sheetgen.layouts.extend import Merged, is_built_in_name, load_built_in, load_file, load_named_by
from sheetgen.layouts.labels import label_fault, render
from sheetgen.layouts.models import Layout, Model
from sheetgen.layouts.validate import validate
from sheetgen.layouts.values import Name
from sheetgen.rules.findings import SPEAKS_OF

LABEL_VALUES = {
    "number": ("serial",),
    "at_least": ("needs",),
    "at_least_tokens": ("needs",),
    "penalties": ("penalty",),
    "penalties_tokens": ("penalty",),
    "side": ("side",),
}
"""What a label may name besides plain text; the others name nothing."""

SCORING_VALUES = {
    "lock": ("row",),
    "both": ("others", "last"),
    "winner": ("names",),
    "winners": ("names",),
    "turn": ("turn",),
}
"""What the words around a score may name."""

SCORER_VALUES = {
    "player": ("number",),
    "name_of": ("number",),
    "earlier": ("name",),
    "later": ("name",),
    "remove": ("name",),
    "remove_ask": ("name",),
    "offer": ("cell",),
    "penalty": ("number",),
    "track_hint": ("name",),
    "space": ("space", "cell", "extra"),
    "join_ask": ("names",),
    "delete_game": ("names",),
    "delete_ask": ("names",),
    "load_bad": ("where",),
    "print": ("print",),
}
"""What the words of the scorer's pages may name."""

RULE_VALUES = (
    *("players", "rows", "needs", "closed", "boxes", "penalty", "cost", "most", "best"),
    *("move", "final", "far", "each"),
)
"""What a paragraph of the rules may name."""


class Labels(Model):
    """The labels on sheets, boards and pages. Layouts may replace any of them."""

    name: str
    date: str
    number: str
    cross: str
    at_least: str
    at_least_tokens: str
    points: str
    points_tokens: str
    penalties: str
    sum_penalties: str
    sum_extra: str
    sum_total: str
    penalties_tokens: str
    start: str
    final: str
    side: str
    tokens: str
    tokens_hint: str
    pieces: str
    pieces_hint: str
    glue: str
    base: str
    extra_points: str
    own_track: str
    scan: str
    check_line: str
    unofficial: str
    rules: str


class RuleText(Model):
    """A paragraph of the rules in short, printed when the game has all of these features."""

    when: list[Literal["sheets", "bonus", "track", "tokens"]]
    heading: Annotated[str, Field(max_length=60)]
    text: Annotated[str, Field(max_length=900)]


class ScoringWords(Model):
    """What stands around a score: in tables and before findings."""

    lock: str
    both: str
    counted: str
    counted_tokens: str
    rank: str
    winner: str
    winners: str
    error: str
    warning: str
    game: str
    turn: str
    fine: str


class ScorerWords(Model):
    """What the scorer's pages say."""

    screens: str
    sheet: str
    result: str
    games: str
    player: str
    players: str
    add_player: str
    name_of: str
    earlier: str
    later: str
    remove: str
    remove_ask: str
    whose: str
    mode: str
    finished: str
    playing: str
    tap: str
    place: str
    take: str
    undo: str
    redo: str
    take_last: str
    offer: str
    penalty: str
    track: str
    track_hint: str
    side_ask: str
    side_change: str
    space: str
    checks: str
    sums: str
    sums_hint: str
    all_players: str
    all_players_hint: str
    share_sheet: str
    share_game: str
    share: str
    link: str
    link_hint: str
    link_not: str
    copy_link: str
    copied: str
    close: str
    cancel: str
    join_ask: str
    join: str
    as_new: str
    link_damaged: str
    link_other: str
    other_rules: str
    other_look: str
    new_game: str
    empty: str
    delete: str
    delete_game: str
    delete_ask: str
    save: str
    load: str
    load_bad: str
    kept: str
    forgetful: str
    full: str
    language: str
    look: str
    look_auto: str
    look_light: str
    look_dark: str
    print: str
    script_needed: str
    start_title: str
    start_hint: str
    missing_title: str
    missing_hint: str


class Locale(Model):
    """One language."""

    code: Annotated[str, StringConstraints(pattern=r"^[a-z]{2,3}(?:-[A-Za-z0-9]{2,8}){0,2}$")]
    """The language's code: `fr`, or `pt-BR`."""
    language: Annotated[str, Field(min_length=1, max_length=40)]
    """The language's name in itself."""
    colours: dict[Name, str]
    labels: Labels
    scoring: ScoringWords
    scorer: ScorerWords
    synonyms: dict[str, Literal["penalties", "lock", "space"]]
    findings: dict[str, str]
    rules: Annotated[list[RuleText], Field(max_length=24)]

    _source: Merged | None = PrivateAttr(default=None)

    def keep_source(self, source: Merged) -> None:
        """Remember the files, for texts that turn out not to fit."""
        self._source = source

    def own_place(self, path: KeyPath) -> Place | None:
        """Where a text stands, if it is in a user's file."""
        stated = self._source and self._source.sources[0]
        return stated.place(path) if stated and not stated.is_built_in else None

    def label(self, key: str, layout: Layout, **values: str | int) -> str:
        """The layout's own label, or else the language's."""
        return render(layout.labels.get(key, getattr(self.labels, key)), values)

    def text(self, texts: dict[str, str]) -> str:
        """A layout's text in this language, or else in English."""
        return texts.get(self.code, texts["en"])


def load_locale(name: str) -> Locale:
    """A built-in language by its name, or a user's by its file."""
    return _built_in(name) if is_built_in_name(name) else checked_locale(load_file("locales", Path(name)))


def own_locale(layout: Layout) -> Locale | None:
    """The language that a layout names for itself."""
    return checked_locale(load_named_by("locales", layout.source, "lang")) if layout.lang else None


@cache
def _built_in(name: str) -> Locale:
    return checked_locale(load_built_in("locales", name))


def checked_locale(merged: Merged) -> Locale:
    """The language that the files make, or one error with all that is wrong in them."""
    locale = validate(Locale, merged)
    problems = list(_faults(locale, merged))
    if problems:
        raise InputError(problems)
    locale.keep_source(merged)
    return locale


def _faults(locale: Locale, merged: Merged) -> Iterator[Problem]:
    parts: tuple[tuple[str, Model, Mapping[str, tuple[str, ...]]], ...] = (
        ("labels", locale.labels, LABEL_VALUES),
        ("scoring", locale.scoring, SCORING_VALUES),
        ("scorer", locale.scorer, SCORER_VALUES),
    )
    for part, texts, values in parts:
        for key, text in texts.model_dump().items():
            if fault := label_fault(text, values.get(key, ())):
                yield merged.problem((part, key), *fault)
    for reason, text in locale.findings.items():
        if reason not in SPEAKS_OF:
            yield merged.problem(("findings", reason), f"no finding is called {reason!r}", suggest(reason, SPEAKS_OF))
        elif fault := label_fault(text, SPEAKS_OF[reason]):
            yield merged.problem(("findings", reason), *fault)
    for reason in SPEAKS_OF:
        if reason not in locale.findings:
            yield merged.problem(("findings",), f"there is no text for the finding {reason!r}", "Add it.")
    for index, rule in enumerate(locale.rules):
        if fault := label_fault(rule.text, RULE_VALUES):
            yield merged.problem(("rules", index, "text"), *fault)
