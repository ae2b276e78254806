"""The texts of a language: their keys, and the values that each may name."""

import re
from functools import cache
from typing import TYPE_CHECKING, Annotated, Literal

from annotated_types import Len

from sheetgen.file_model import Model
from sheetgen.layouts.files.extend import load_built_in
from sheetgen.rules.features import TRAITS


@cache
def text_value_names(table: str) -> dict[str, tuple[str, ...]]:
    """Return the values that each text of a table may name, by key: those that the English text names."""
    return {key: _named(text) for key, text in load_built_in("locales", "en").data[table].items()}


@cache
def rule_value_names() -> tuple[str, ...]:
    """Return the values that every paragraph of the short rules may name: those that any English one names."""
    return _named(" ".join(rule["text"] for rule in load_built_in("locales", "en").data["rules"]))


def _named(text: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(re.findall(r"\{\{ (\w+) \}\}", text)))


class Labels(Model):
    """The labels on sheets, boards and pages. Layouts may replace any of them."""

    name: str
    date: str
    number: str
    cross: str
    at_least: str
    at_least_any: str
    at_least_tokens: str
    points: str
    points_tokens: str
    swap: str
    lucky: str
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


if TYPE_CHECKING:
    Trait = str
else:
    Trait = Literal[*TRAITS]


class RuleText(Model):
    """A paragraph of the short rules."""

    when: list[Trait]
    """Print the paragraph only if the game has all of these."""
    unless: list[Trait] = []
    """Do not print the paragraph if the game has any of these."""
    heading: Annotated[str, Len(0, 60)]
    """The heading of the paragraph."""
    text: Annotated[str, Len(0, 900)]
    """The paragraph."""


class ScoringWords(Model):
    """Words around a score: in tables and before findings."""

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
    """Texts of the scorer page."""

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
    sheet_damaged: str
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
    photo: str
    photo_take: str
    photo_reading: str
    photo_lost: str
    photo_replace_ask: str
    photo_replace: str
    photo_done: str
    photo_ask: str
    photo_crossed: str
    photo_not_crossed: str
    photo_left: str
    photo_kept: str
    script_needed: str
    start_title: str
    start_hint: str
    missing_title: str
    missing_hint: str


class PhotoWords(Model):
    """Reasons why a photo of a sheet cannot be read, and what to do; used in the terminal and on the phone."""

    no_picture: str
    damaged: str
    cut_short: str
    too_large: str
    too_many_pixels: str
    too_small: str
    busy: str
    dark: str
    no_marks: str
    few_marks: str
    two_sheets: str
    mirrored: str
    cut_off: str
    code_unread: str
    code_unread_shuffled: str
    no_sheet_link: str
    other_layout: str
    unknown_layout: str
    other_rules: str
    other_places: str
    damaged_code: str
    no_score_sheets: str
    unlike: str
    unclear: str


class ScanWords(Model):
    """Messages and questions in the terminal about photos that are read, and texts on the pictures made of them."""

    unsure: str
    taken_crossed: str
    taken_not_crossed: str
    space_unknown: str
    unclear: str
    see: str
    ask: str
    yes: str
    no: str
    answer_hint: str
    side_ask: str
    space_ask: str
    empty_hint: str
    legend_crossed: str
    legend_unsure: str
    legend_settled: str
    legend_not_crossed: str
