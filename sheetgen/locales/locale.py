"""Locales: every text that is printed or shown, in one language."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Annotated, ClassVar, Literal

from sheetgen.errors import KeyPath, Place
from sheetgen.layouts.files.extend import Kind, Merged, is_built_in_name, load_built_in, load_file, load_named_by
from sheetgen.layouts.models.base import FileModel
from sheetgen.layouts.models.build import built
from sheetgen.layouts.models.layout import Layout
from sheetgen.layouts.models.marks import Count, Pattern
from sheetgen.layouts.models.values import Name
from sheetgen.locales.labels import render
from sheetgen.locales.texts import Labels, PhotoWords, RuleText, ScanWords, ScorerWords, ScoringWords

DEFAULT_LANGUAGE = "en"
CODE = r"^[a-z]{2,3}(?:-[A-Za-z0-9]{2,8}){0,2}$"


class Locale(FileModel):
    """One language."""

    kind: ClassVar[Kind] = "locales"
    code: Annotated[str, Pattern(CODE)]
    """The language's code: `fr`, or `pt-BR`."""
    language: Annotated[str, Count(least=1, most=40)]
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
    rules: Annotated[list[RuleText], Count(most=40)]
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


def load_locale(name: str, home: Path | None = None) -> Locale:
    """A built-in language by its name, or a user's by its file; seen from the `home` folder, if it belongs to one."""
    if is_built_in_name(name):
        return _built_in(name)
    return checked_locale(load_file("locales", (home or Path()) / name, home))


def locale_of(layout: Layout, asked: str | None, default: str = DEFAULT_LANGUAGE, home: Path | None = None) -> Locale:
    """The language to print a layout in: what is asked for, or else its own, or else the default."""
    if asked is None:
        return own_locale(layout) or load_locale(default)
    return load_locale(asked, home)


def own_locale(layout: Layout) -> Locale | None:
    """The language that a layout names for itself."""
    return checked_locale(load_named_by("locales", layout.source, "lang")) if layout.lang else None


@cache
def _built_in(name: str) -> Locale:
    return checked_locale(load_built_in("locales", name))


def checked_locale(merged: Merged) -> Locale:
    """The language that the files make, or one error with all that is wrong in them."""
    if merged.is_built_in:
        locale = built(Locale, merged.data)
    else:
        from sheetgen.locales.checks import check_locale

        locale = check_locale(merged)
    locale.keep_source(merged)
    return locale
