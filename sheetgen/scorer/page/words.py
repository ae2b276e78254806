"""What a scorer page says, in every language."""

from collections.abc import Iterable, Sequence
from typing import Any

from sheetgen.layouts.catalog import load_locale, own_locale
from sheetgen.layouts.files.extend import built_in_names
from sheetgen.layouts.models.layout import Layout
from sheetgen.locales.labels import normalised
from sheetgen.locales.locale import Locale
from sheetgen.locales.names import figure_name, row_name, signed
from sheetgen.locales.texts import ScorerWords, text_values
from sheetgen.rules.audit.findings import FINDINGS, MESSAGE_NAMES
from sheetgen.rules.rulebook import Rulebook

REFUSALS = ("passed", "too-few", "neighbour", "double", "row-closed")
"""Why a cross is refused as we play. All else that `illegal-move` tells needs dice."""
_ONLY_TOKENS = ("impossible-closing-both", "square-shared", "too-many-tokens", "stack-on-last")
_ONLY_SHEETS = ("lock-", "too-many-locks", "order", "too-many-penalties", "impossible-", "passed", "too-few", "row-")
_ONLY_TRACK = ("space-", "game-not-over-track", "impossible-turns-alone")
_ONLY_BONUS = ("bonus-", "order-neighbour", "neighbour")
_ONLY_DOUBLES = ("double", "order-double")
_ONLY_SEVERAL_CLOSING = ("lock-without-number-any", "closed-twice", "row-closed")
_SCORING = ("fine", "error", "warning", "rank", "winner", "winners")
_LABELS = ("name", "number", "side", "start")


def page_locales(layouts: Sequence[Layout], more: Sequence[Locale]) -> list[Locale]:
    """The languages of a page: all built-in ones, some more perhaps, and those that its layouts bring along."""
    found = [*(load_locale(name) for name in built_in_names("locales")), *more]
    found += [locale for layout in layouts if (locale := own_locale(layout))]
    return list({locale.code: locale for locale in found}.values())


def page_words(layout: Layout, rulebook: Rulebook, locale: Locale, has_camera: bool) -> dict[str, Any]:
    """All words of one language for the page of one layout. Placeholders stay, for the page to fill in."""
    rows = [row.id for row in rulebook.rows]
    return {
        "language": locale.language,
        "title": locale.text(layout.title),
        "rows": {id: row_name(id, locale) for id in dict.fromkeys([*rows, *rulebook.die_colours])},
        "figures": {id: figure_name(id, layout, locale) for id in rulebook.figures},
        "penalties": _penalties(layout, rulebook, locale),
        "seats": [row_name(colour, locale) for colour in rulebook.token_colours],
        "lock": normalised(locale.scoring.lock, text_values("scoring")["lock"]),
        "both": normalised(locale.scoring.both, text_values("scoring")["both"]),
        "findings": {
            reason: normalised(locale.findings[reason], MESSAGE_NAMES[reason]) for reason in page_reasons(rulebook)
        },
        "texts": {
            **_texts(_scorer_words(locale, has_camera), _scorer_keys(has_camera), "scorer"),
            **_texts(dict(locale.scoring), _SCORING, "scoring"),
            **_texts({**dict(locale.labels), **_own_labels(layout, locale)}, _label_keys(rulebook), "labels"),
        },
    }


def _penalties(layout: Layout, rulebook: Rulebook, locale: Locale) -> str:
    """What stands beside the penalty boxes: as on the sheet, if it says anything of its own there."""
    own = layout.own_label("penalties", locale.code) if not rulebook.token_colours else None
    key = "penalties" if own else "penalties_tokens"
    return locale.label(key, layout, penalty=signed(rulebook.penalty_points))


def _own_labels(layout: Layout, locale: Locale) -> dict[str, str]:
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
    """The labels that a page has in common with the sheet."""
    return (*_LABELS, "lucky") if rulebook.lucky else _LABELS


def _scorer_words(locale: Locale, has_camera: bool) -> dict[str, str]:
    """With a camera not everything stays on the phone."""
    words = dict(locale.scorer)
    return {**words, "kept": words["photo_kept"]} if has_camera else words


def _scorer_keys(has_camera: bool) -> list[str]:
    """All but what only other pages, or pages without a script, say."""
    others = ("start_", "missing_", "script_", "photo_kept" if has_camera else "photo")
    return [key for key in ScorerWords.model_fields if not key.startswith(others)]


def _texts(texts: dict[str, str], keys: Iterable[str], table: str) -> dict[str, str]:
    return {key: normalised(texts[key], text_values(table)[key]) for key in keys}
