"""What the options of a command name: a layout, a language."""

from __future__ import annotations

from pathlib import Path
from typing import TypeVar

from sheetgen.cli.settings import load_settings
from sheetgen.errors import InputError, suggest
from sheetgen.layouts.catalog import load_layout, load_variant, variants
from sheetgen.layouts.locales import Locale, load_locale
from sheetgen.layouts.models import Layout

T = TypeVar("T")


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


def pick_locale(lang: str | None) -> Locale:
    """The language that `--lang` names, or else the settings."""
    return load_locale(first(lang, load_settings().lang, "en"))


def first(*values: str | None) -> str:
    """The command line wins over the settings, and they over what is built in."""
    return next(value for value in values if value is not None)


def one_of(option: str, value: str, known: tuple[T, ...]) -> T:
    """The choice that the value of an option names."""
    for choice in known:
        if choice == value.lower():
            return choice
    raise InputError.of(f"--{option} cannot be {value!r:.60}", suggest(value, map(str, known)))
