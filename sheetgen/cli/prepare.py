"""From the options of a command to the document it prints."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import get_args
from unicodedata import normalize

from sheetgen.cli.pick import first, one_of, pick_layout, pick_locale, pick_theme
from sheetgen.cli.scorer_url import scorer_base
from sheetgen.cli.settings import Settings, load_settings
from sheetgen.drawing.edition import Edition
from sheetgen.drawing.pages.document import Back, Document, Job, Part
from sheetgen.drawing.pages.paper import DEFAULT_PAPER, MAX_PER_PAGE, Orientation, parse_paper
from sheetgen.drawing.sheet_links import DEFAULT_BASE
from sheetgen.errors import Collector, InputError


def prepare(
    *,
    variant: str | None,
    layout: Path | None,
    changes: Sequence[str] | None,
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
    shuffle: str | None = None,
) -> Document:
    """The document to print, or one error with everything that is wrong with the options."""
    faults = Collector()
    settings = faults.attempt(load_settings) or Settings()
    chosen_layout = faults.attempt(lambda: pick_layout(variant, layout, changes))
    chosen_theme = faults.attempt(lambda: pick_theme(theme, chosen_layout, settings))
    chosen_locale = faults.attempt(lambda: pick_locale(lang, chosen_layout, settings))
    chosen_paper = faults.attempt(lambda: parse_paper(first(paper, settings.paper, DEFAULT_PAPER)))
    base = faults.attempt(lambda: scorer_base(first(scorer_url, settings.scorer_url, DEFAULT_BASE)))
    chosen_orientation: Orientation | None = faults.attempt(
        lambda: one_of("orientation", orientation, get_args(Orientation))
    )
    chosen_back: Back | None = faults.attempt(lambda: one_of("back", back, get_args(Back)))
    chosen_parts = faults.attempt(lambda: _parts(parts))
    slots = faults.attempt(lambda: _per_page(per_page))
    faults.raise_if_any()
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
            shuffle=shuffle,
        )
    )


def output_file(output: Path | None, document: Document, ending: str) -> Path:
    """Where to write, by default to the layout's name."""
    return named_file(output, document.edition.layout.slug, ending)


def named_file(output: Path | None, name: str, ending: str) -> Path:
    """The file that is given, if it has the ending; or else one of this name."""
    if output is None:
        return Path(f"{name}.{ending}")
    if output.suffix.lower() != f".{ending}":
        raise InputError.of(f"the file {output} is not named .{ending}", f"Name it {output.stem or 'sheets'}.{ending}.")
    return output


def numbered_files(file: Path, count: int) -> list[Path]:
    """The file, or if there are several: name-1, name-2 … with the same ending."""
    if count == 1:
        return [file]
    digits = len(str(count))
    return [file.with_name(f"{file.stem}-{number:0{digits}}{file.suffix}") for number in range(1, count + 1)]


def _parts(given: Sequence[str] | None) -> tuple[Part, ...]:
    names = [name.strip() for text in given or () for name in text.split(",")]
    known: tuple[Part, ...] = get_args(Part)
    return tuple(one_of("parts", name, known) for name in names)


def _per_page(text: str) -> int:
    """A number, or 0 for auto."""
    if text.lower() == "auto":
        return 0
    if text.isascii() and text.isdecimal() and len(text) <= 9 and 1 <= int(text) <= MAX_PER_PAGE:
        return int(text)
    raise InputError.of(f"--per-page cannot be {text!r:.60}", f"Give auto or a number from 1 to {MAX_PER_PAGE}.")
