"""The texts of a language: what each is called, and which values it may name."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal

from annotated_types import Len

from sheetgen.model import Model
from sheetgen.rules.features import TRAITS

LABEL_VALUES = {
    "number": ("serial",),
    "at_least": ("needs",),
    "at_least_any": ("needs", "last"),
    "at_least_tokens": ("needs",),
    "penalties": ("penalty",),
    "penalties_tokens": ("penalty",),
    "side": ("side",),
    "lucky": ("numbers",),
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
    "photo_replace_ask": ("name",),
    "photo_done": ("crosses",),
    "photo_ask": ("cell",),
    "photo_left": ("left",),
}
"""What the words of the scorer's pages may name."""

PHOTO_VALUES = {
    "too_large": ("most",),
    "too_many_pixels": ("most",),
    "too_small": ("width", "height", "least"),
    "few_marks": ("found",),
    "no_sheet_link": ("link",),
    "other_layout": ("found", "wanted"),
    "unknown_layout": ("found",),
    "other_rules": ("found", "wanted"),
    "other_places": ("found", "wanted"),
    "no_score_sheets": ("layout",),
    "unclear": ("cells",),
}
"""What the reasons why a photo cannot be read may name."""

SCAN_VALUES = {
    "taken_crossed": ("cell",),
    "taken_not_crossed": ("cell",),
    "unclear": ("cell",),
    "see": ("number", "file"),
    "ask": ("cell",),
    "answer_hint": ("yes", "no"),
    "side_ask": ("sides",),
    "space_ask": ("player",),
    "legend_crossed": ("count",),
    "legend_unsure": ("count",),
    "legend_settled": ("count",),
}
"""What the words around photos that are read may name."""

RULE_VALUES = (
    *("players", "rows", "needs", "closed", "boxes", "penalty", "cost", "most", "best"),
    *("move", "final", "far", "each", "dice", "last", "lines"),
)
"""What a paragraph of the rules may name."""


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
    """A paragraph of the rules in short, printed when the game has all of these features."""

    when: list[Trait]
    """What the game must have for it to be printed."""
    unless: list[Trait] = []
    """What it must not have."""
    heading: Annotated[str, Len(0, 60)]
    """The heading of the paragraph."""
    text: Annotated[str, Len(0, 900)]
    """The paragraph."""


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
    """Why a photo of a sheet cannot be read, and what to do. The terminal and the phone say the same."""

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
    """What is said and asked at the terminal about photos that are read, and what stands on pictures of them."""

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
