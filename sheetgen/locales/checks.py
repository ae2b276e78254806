"""Languages that are well written but cannot be used: texts with strange placeholders, names that are no names."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from unicodedata import normalize

from sheetgen.errors import InputError, KeyPath, Problem, as_toml, is_printable, suggest
from sheetgen.layouts.files.extend import Merged
from sheetgen.layouts.models.base import Model, values_of
from sheetgen.layouts.models.validation import validate
from sheetgen.locales.label_checks import label_fault
from sheetgen.locales.locale import Locale
from sheetgen.locales.texts import LABEL_VALUES, PHOTO_VALUES, RULE_VALUES, SCAN_VALUES, SCORER_VALUES, SCORING_VALUES
from sheetgen.rules.audit.findings import SPEAKS_OF

LONGEST_NAME = 60
"""Languages, colours and headings are names: short, and on one line."""


def check_locale(merged: Merged) -> Locale:
    """The language that the files make, or one error with all that is wrong in them."""
    locale = validate(Locale, merged)
    problems = list(_faults(locale, merged))
    if problems:
        raise InputError(problems)
    return locale


def _faults(locale: Locale, merged: Merged) -> Iterator[Problem]:
    parts: tuple[tuple[str, Model, Mapping[str, tuple[str, ...]]], ...] = (
        ("labels", locale.labels, LABEL_VALUES),
        ("scoring", locale.scoring, SCORING_VALUES),
        ("scorer", locale.scorer, SCORER_VALUES),
        ("photos", locale.photos, PHOTO_VALUES),
        ("scan", locale.scan, SCAN_VALUES),
    )
    for part, texts, values in parts:
        for key, text in values_of(texts).items():
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
    plain: dict[KeyPath, str] = {("language",): locale.language}
    plain |= {("colours", name): text for name, text in locale.colours.items()}
    plain |= {("rules", index, "heading"): rule.heading for index, rule in enumerate(locale.rules)}
    for path, text in plain.items():
        if not is_printable(text) or len(text) > LONGEST_NAME:
            message = f"{as_toml(text)} cannot be printed as a name"
            yield merged.problem(path, message, f"Write at most {LONGEST_NAME} characters, on one line.")
    for index, rule in enumerate(locale.rules):
        if fault := label_fault(rule.text, RULE_VALUES):
            yield merged.problem(("rules", index, "text"), *fault)
    yield from _name_faults(locale, merged)


def _name_faults(locale: Locale, merged: Merged) -> Iterator[Problem]:
    """Names by which players read out a sheet must be told apart."""
    seen: dict[str, str] = {}
    for colour, name in locale.colours.items():
        at = ("colours", colour)
        if not name.strip():
            yield merged.problem(at, f"the name of {colour!r} is empty", "Every colour needs one.")
        elif (twin := seen.setdefault(name.casefold(), colour)) != colour:
            yield merged.problem(
                at, f"{twin!r} and {colour!r} have the same name", "Players could not tell them apart."
            )
    for word in locale.synonyms:
        if word != normalize("NFC", word).lower() or " " in word or not is_printable(word):
            hint = "One word in lower case; capitals are taken for the same when sheets are read out."
            yield merged.problem(("synonyms", word), f"{word!r:.60} is not a word that can be read out", hint)
