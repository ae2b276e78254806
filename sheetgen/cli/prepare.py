"""From the options of a command to the document it prints."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeVar, get_args
from unicodedata import normalize

from sheetgen.cli.scorer_url import scorer_base
from sheetgen.cli.settings import Settings, load_settings
from sheetgen.drawing.document import Document
from sheetgen.drawing.edition import Edition
from sheetgen.drawing.job import Back, Job, Part
from sheetgen.drawing.links import DEFAULT_BASE
from sheetgen.drawing.paper import MOST_PER_PAGE, Orientation, parse_paper
from sheetgen.errors import InputError, Problem, suggest
from sheetgen.layouts.catalog import load_layout, load_variant, variants
from sheetgen.layouts.locales import load_locale
from sheetgen.layouts.models import Layout
from sheetgen.layouts.themes import load_theme

T = TypeVar("T")


class _Collector:
    """Tries one thing after the other and keeps what went wrong."""

    def __init__(self) -> None:
        self.problems: list[Problem] = []

    def attempt(self, make: Callable[[], T]) -> T | None:
        try:
            return make()
        except InputError as error:
            self.problems.extend(error.problems)
            return None


def prepare(
    *,
    variant: str | None,
    layout: Path | None,
    count: int | None,
    paper: str | None,
    orientation: str,
    per_page: str,
    theme: str | None,
    lang: str | None,
    scorer_url: str | None,
    serial_start: int,
    players: Sequence[str] | None,
    parts: Sequence[str] | None,
    cut_marks: bool,
    back: str = "none",
) -> Document:
    """The document to print, or one error with everything that is wrong with the options."""
    faults = _Collector()
    settings = faults.attempt(load_settings) or Settings()
    chosen_layout = faults.attempt(lambda: pick_layout(variant, layout))
    chosen_theme = faults.attempt(lambda: load_theme(_first(theme, settings.theme, "color")))
    chosen_locale = faults.attempt(lambda: load_locale(_first(lang, settings.lang, "en")))
    chosen_paper = faults.attempt(lambda: parse_paper(_first(paper, settings.paper, "a4")))
    base = faults.attempt(lambda: scorer_base(_first(scorer_url, settings.scorer_url, DEFAULT_BASE)))
    chosen_orientation: Orientation | None = faults.attempt(
        lambda: _one_of("orientation", orientation, get_args(Orientation))
    )
    chosen_back: Back | None = faults.attempt(lambda: _one_of("back", back, get_args(Back)))
    chosen_parts = faults.attempt(lambda: _parts(parts))
    slots = faults.attempt(lambda: _per_page(per_page))
    if faults.problems:
        raise InputError(faults.problems)
    assert chosen_layout and chosen_theme and chosen_locale and chosen_paper
    assert base and chosen_orientation and chosen_back and slots is not None
    return Document(
        Job(
            edition=Edition(chosen_layout, chosen_theme, chosen_locale),
            paper=chosen_paper,
            orientation=chosen_orientation,
            parts=chosen_parts or None,
            count=count,
            per_page=slots or None,
            serial_start=serial_start,
            players=tuple(normalize("NFC", name) for name in players or ()),
            base=base,
            cut_marks=cut_marks,
            back=chosen_back,
        )
    )


def output_file(output: Path | None, document: Document, ending: str) -> Path:
    """Where to write, by default to the layout's name."""
    if output is None:
        return Path(f"{document.edition.layout.slug}.{ending}")
    if output.suffix.lower() != f".{ending}":
        raise InputError.of(f"the file {output} is not named .{ending}", f"Name it {output.stem or 'sheets'}.{ending}.")
    return output


def _first(*values: str | None) -> str:
    """The command line wins over the settings, and they over what is built in."""
    return next(value for value in values if value is not None)


def pick_layout(variant: str | None, layout: Path | None) -> Layout:
    """The layout that `--variant` or `--layout` names."""
    if variant is not None and layout is not None:
        raise InputError.of("--variant and --layout cannot go together", "Give one of them.")
    if layout is not None:
        return load_layout(layout)
    if variant is None:
        known = ", ".join(variants())
        raise InputError.of("which game?", f"Give --variant with one of {known}, or --layout with your own file.")
    return load_variant(variant)


def _one_of(option: str, value: str, known: tuple[T, ...]) -> T:
    for choice in known:
        if choice == value.lower():
            return choice
    raise InputError.of(f"--{option} cannot be {value!r:.60}", suggest(value, map(str, known)))


def _parts(given: Sequence[str] | None) -> tuple[Part, ...]:
    names = [name.strip() for text in given or () for name in text.split(",")]
    known: tuple[Part, ...] = get_args(Part)
    return tuple(_one_of("parts", name, known) for name in names)


def _per_page(text: str) -> int:
    """A number, or 0 for auto."""
    if text.lower() == "auto":
        return 0
    if text.isascii() and text.isdecimal() and len(text) <= 9 and 1 <= int(text) <= MOST_PER_PAGE:
        return int(text)
    raise InputError.of(f"--per-page cannot be {text!r:.60}", f"Give auto or a number from 1 to {MOST_PER_PAGE}.")
