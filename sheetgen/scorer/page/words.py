"""The texts of a scorer page in one language."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from sheetgen.layouts.files.extend import built_in_names
from sheetgen.layouts.models.base import keys_of, values_of
from sheetgen.layouts.models.layout import Layout
from sheetgen.locales.labels import placeholders_only
from sheetgen.locales.locale import Locale, load_locale, own_locale
from sheetgen.locales.names import figure_name, row_name, signed
from sheetgen.locales.texts import LABEL_VALUES, SCORER_VALUES, SCORING_VALUES, ScorerWords
from sheetgen.rules.audit.findings import FINDINGS, SPEAKS_OF
from sheetgen.rules.rulebook import Rulebook

# Reasons for which the page refuses a cross while playing; all others of `illegal-move` need dice.
REFUSALS = ("passed", "too-few", "neighbour", "double", "row-closed")
_ONLY_TOKENS = ("impossible-closing-both", "square-shared", "too-many-tokens", "stack-on-last")
_ONLY_SHEETS = ("lock-", "too-many-locks", "order", "too-many-penalties", "impossible-", "passed", "too-few", "row-")
_ONLY_TRACK = ("space-", "game-not-over-track", "impossible-turns-alone")
_ONLY_BONUS = ("bonus-", "order-neighbour", "neighbour")
_ONLY_DOUBLES = ("double", "order-double")
_ONLY_SEVERAL_CLOSING = ("lock-without-number-any", "closed-twice", "row-closed")
_SCORING_KEYS = ("fine", "error", "warning", "rank", "winner", "winners")
_LABEL_KEYS = ("name", "number", "side", "start")


def page_locales(layouts: Sequence[Layout], more: Sequence[Locale]) -> list[Locale]:
    """Return the locales of a page: all built-in ones, some more, and those that the layouts define themselves."""
    found = [*(load_locale(name) for name in built_in_names("locales")), *more]
    found += [locale for layout in layouts if (locale := own_locale(layout))]
    return list({locale.code: locale for locale in found}.values())


def page_words(layout: Layout, rulebook: Rulebook, locale: Locale, has_camera: bool) -> dict[str, Any]:
    """Return all texts of a page in one language. The page replaces their placeholders."""
    rows = [row.id for row in rulebook.rows]
    return {
        "language": locale.language,
        "title": locale.text(layout.title),
        "rows": {id: row_name(id, locale) for id in dict.fromkeys([*rows, *rulebook.die_colours])},
        "figures": {id: figure_name(id, layout, locale) for id in rulebook.figures},
        "penalties": _penalties(layout, rulebook, locale),
        "seats": [row_name(colour, locale) for colour in rulebook.token_colours],
        "lock": placeholders_only(locale.scoring.lock, SCORING_VALUES["lock"]),
        "both": placeholders_only(locale.scoring.both, SCORING_VALUES["both"]),
        "findings": {
            reason: placeholders_only(locale.findings[reason], SPEAKS_OF[reason]) for reason in page_reasons(rulebook)
        },
        "texts": {
            **_texts(_scorer_words(locale, has_camera), _scorer_keys(has_camera), SCORER_VALUES),
            **_texts(values_of(locale.scoring), _SCORING_KEYS, SCORING_VALUES),
            **_texts({**values_of(locale.labels), **_own_labels(layout, locale)}, _label_keys(rulebook), LABEL_VALUES),
        },
    }


def _penalties(layout: Layout, rulebook: Rulebook, locale: Locale) -> str:
    """Return the label of the penalty boxes: that of the sheet, if the layout has its own."""
    own = layout.own_label("penalties", locale.code) if not rulebook.token_colours else None
    key = "penalties" if own else "penalties_tokens"
    return locale.label(key, layout, penalty=signed(rulebook.penalty_points))


def _own_labels(layout: Layout, locale: Locale) -> dict[str, str]:
    """Return the labels that the layout replaces by its own."""
    found = {key: layout.own_label(key, locale.code) for key in layout.labels}
    return {key: text for key, text in found.items() if text is not None}


def page_reasons(rulebook: Rulebook) -> list[str]:
    """The reasons of all that can be found in a finished game of this kind, or refused as we play."""
    reasons = [reason for code, each in FINDINGS.items() if code != "illegal-move" for reason in each]
    reasons.remove("game-not-over-final")  # only a log can tell
    return [reason for reason in (*reasons, *REFUSALS) if _can_be_told(reason, rulebook)]


def _can_be_told(reason: str, rulebook: Rulebook) -> bool:
    """Pages are small, and leave out what only other kinds of games need."""
    several_closing = any(row.lock and row.lock.last > 1 for row in rulebook.rows)
    games = {
        ("link-",): bool(rulebook.links),
        ("swap-",): any(row.swaps for row in rulebook.rows),
        ("impossible-closing-apart",): several_closing or "numbers" in rulebook.shuffle,
        _ONLY_DOUBLES: bool(rulebook.doubles),
        _ONLY_SEVERAL_CLOSING: several_closing,
        _ONLY_TRACK: bool(rulebook.tracks),
        _ONLY_BONUS: any(row.between for row in rulebook.rows),
    }
    if not all(can_be for reasons, can_be in games.items() if reason.startswith(reasons)):
        return False
    if reason.endswith("-tokens") or reason in _ONLY_TOKENS:
        return rulebook.tokens_each > 0
    if reason.startswith(_ONLY_SHEETS):
        return not rulebook.tokens_each
    return reason != "game-not-over" or not (rulebook.tracks or rulebook.tokens_each)


def _label_keys(rulebook: Rulebook) -> tuple[str, ...]:
    """Return the keys of the labels that the page shares with the sheet."""
    return (*_LABEL_KEYS, "lucky") if rulebook.lucky else _LABEL_KEYS


def _scorer_words(locale: Locale, has_camera: bool) -> dict[str, str]:
    """Return the texts of the page. With a camera, it says that photos leave the phone."""
    words = values_of(locale.scorer)
    return {**words, "kept": words["photo_kept"]} if has_camera else words


def _scorer_keys(has_camera: bool) -> list[str]:
    """Return the keys of all texts except those of other pages, and of pages without a script."""
    others = ("start_", "missing_", "script_", "photo_kept" if has_camera else "photo")
    return [key for key in keys_of(ScorerWords) if not key.startswith(others)]


def _texts(texts: dict[str, str], keys: Iterable[str], values: Mapping[str, tuple[str, ...]]) -> dict[str, str]:
    return {key: placeholders_only(texts[key], values.get(key, ())) for key in keys}
