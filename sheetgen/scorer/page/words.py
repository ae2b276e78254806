"""The texts of a scorer page in one language."""

from collections.abc import Iterable, Sequence
from typing import Any

from sheetgen.layouts.catalog import load_locale, own_locale
from sheetgen.layouts.files.extend import built_in_names
from sheetgen.layouts.layout import Layout
from sheetgen.locales.locale import Locale
from sheetgen.locales.names import figure_name, row_name, signed
from sheetgen.locales.placeholders import normalised
from sheetgen.locales.texts import ScorerWords, text_value_names
from sheetgen.rules.audit.findings import FINDINGS, MESSAGE_NAMES
from sheetgen.rules.features import FEATURES, traits
from sheetgen.rules.rulebook import Rulebook

# Reasons for which the page refuses a cross while playing; all others of `illegal-move` need dice.
REFUSALS = ("passed", "too-few", "neighbour", "double", "row-closed")
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
        "lock": normalised(locale.scoring.lock, text_value_names("scoring")["lock"]),
        "both": normalised(locale.scoring.both, text_value_names("scoring")["both"]),
        "findings": {
            reason: normalised(locale.findings[reason], MESSAGE_NAMES[reason]) for reason in page_reasons(rulebook)
        },
        "texts": {
            **_texts(_scorer_words(locale, has_camera), _scorer_keys(has_camera), "scorer"),
            **_texts(dict(locale.scoring), _SCORING_KEYS, "scoring"),
            **_texts({**dict(locale.labels), **_own_labels(layout, locale)}, _label_keys(rulebook), "labels"),
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
    """Return the reasons of all findings that a page of this game can report."""
    own = traits(rulebook)
    return [
        name
        for code, reasons in FINDINGS.items()
        for name, reason in reasons.items()
        if (code != "illegal-move" or name in REFUSALS) and own.issuperset(reason.needs)
    ]


def _label_keys(rulebook: Rulebook) -> list[str]:
    """Return the keys of the labels that the page shares with the sheet."""
    own = [label for feature in FEATURES if feature.is_in(rulebook) for label in feature.page_labels]
    return [*_LABEL_KEYS, *own]


def _scorer_words(locale: Locale, has_camera: bool) -> dict[str, str]:
    """Return the texts of the page. With a camera, it says that photos leave the phone."""
    words = dict(locale.scorer)
    return {**words, "kept": words["photo_kept"]} if has_camera else words


def _scorer_keys(has_camera: bool) -> list[str]:
    """Return the keys of all texts except those of other pages, and of pages without a script."""
    others = ("start_", "missing_", "script_", "photo_kept" if has_camera else "photo")
    return [key for key in ScorerWords.model_fields if not key.startswith(others)]


def _texts(texts: dict[str, str], keys: Iterable[str], table: str) -> dict[str, str]:
    return {key: normalised(texts[key], text_value_names(table)[key]) for key in keys}
