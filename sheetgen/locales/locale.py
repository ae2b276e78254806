"""Locales: every text that is printed or shown, in one language."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, ClassVar, Literal
from unicodedata import normalize

from annotated_types import Len
from pydantic import StringConstraints

from sheetgen.errors import InputError, KeyPath, Place, Problem, as_toml, is_printable, suggest
from sheetgen.layouts.files.extend import Kind, Merged
from sheetgen.layouts.models.base import FileModel
from sheetgen.layouts.models.layout import Layout
from sheetgen.layouts.models.validation import validate
from sheetgen.locales.labels import label_fault, render
from sheetgen.locales.texts import (
    LABEL_VALUES,
    PHOTO_VALUES,
    RULE_VALUES,
    SCAN_VALUES,
    SCORER_VALUES,
    SCORING_VALUES,
    Labels,
    PhotoWords,
    RuleText,
    ScanWords,
    ScorerWords,
    ScoringWords,
)
from sheetgen.model import Model, Name
from sheetgen.rules.audit.findings import MESSAGE_NAMES

CODE = r"^[a-z]{2,3}(?:-[A-Za-z0-9]{2,8}){0,2}$"


class Locale(FileModel):
    """One language."""

    kind: ClassVar[Kind] = "locales"
    code: Annotated[str, StringConstraints(pattern=CODE)]
    """The language's code: `fr`, or `pt-BR`."""
    language: Annotated[str, Len(1, 40)]
    """The language's name in itself."""
    colours: dict[Name, str]
    """The names of the colours."""
    labels: Labels
    """What stands on sheets, boards and pages. Layouts may replace any of them."""
    scoring: ScoringWords
    """What stands around a score: in tables and before findings."""
    scorer: ScorerWords
    """What the scorer's pages say."""
    photos: PhotoWords
    """Why a photo of a sheet cannot be read."""
    scan: ScanWords
    """What is said and asked about photos that are read."""
    synonyms: dict[str, Literal["penalties", "lock", "space", "sheet"]]
    """Words that players may use when they read out a sheet, and what they mean."""
    findings: dict[str, str]
    """What an audit says of a broken rule."""
    rules: Annotated[list[RuleText], Len(0, 40)]
    """The paragraphs of the rules in short."""

    def own_place(self, path: KeyPath) -> Place | None:
        """Where a text stands, if it is in a user's file."""
        stated = self.source.sources[0]
        return None if stated.is_built_in else stated.place(path)

    def label(self, key: str, layout: Layout, **values: str | int) -> str:
        """The layout's own label, or else the language's."""
        own = layout.own_label(key, self.code)
        return render(getattr(self.labels, key) if own is None else own, values)

    def text(self, texts: dict[str, str]) -> str:
        """A layout's text in this language, or else in English."""
        return texts.get(self.code, texts["en"])


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
        for key, text in dict(texts).items():
            if fault := label_fault(text, values.get(key, ())):
                yield merged.problem((part, key), *fault)
    for reason, text in locale.findings.items():
        if reason not in MESSAGE_NAMES:
            yield merged.problem(
                ("findings", reason), f"no finding is called {reason!r}", suggest(reason, MESSAGE_NAMES)
            )
        elif fault := label_fault(text, MESSAGE_NAMES[reason]):
            yield merged.problem(("findings", reason), *fault)
    for reason in MESSAGE_NAMES:
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
