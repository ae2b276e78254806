"""What the options of a command name: a layout, a theme, a language.

The command line wins over the layout, the layout over the settings, and they over what is built in.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TypeVar

from sheetgen.cli.settings import Settings
from sheetgen.errors import InputError, shortened, suggest
from sheetgen.layouts.catalog import (
    DEFAULT_LANGUAGE,
    DEFAULT_THEME,
    load_layout,
    load_locale,
    load_theme,
    load_variant,
    locale_of,
    theme_of,
    variants,
)
from sheetgen.layouts.files.extend import is_built_in_name
from sheetgen.layouts.models.layout import Layout
from sheetgen.locales.locale import Locale
from sheetgen.themes.theme import Theme

T = TypeVar("T")


def pick_layout(variant: str | None, layout: Path | None, changes: Sequence[str] | None = None) -> Layout:
    """The layout that `--variant` or `--layout` names, with the changes of `--set`."""
    if variant is not None and layout is not None:
        raise InputError.of("--variant and --layout cannot go together", "Give one of them.")
    if layout is not None:
        if str(layout) in variants() and not layout.exists():
            raise InputError.of(f"{layout} is a built-in layout, not a file", f"Give it with --variant {layout}.")
        return load_layout(layout, changes or ())
    if variant is None:
        known = ", ".join(variants())
        raise InputError.of("which game?", f"Give --variant with one of {known}, or --layout with your own file.")
    if not is_built_in_name(variant):
        raise InputError.of(f"{shortened(variant)} is a file, not a built-in layout", "Give it with --layout.")
    return load_variant(variant, changes or ())


def pick_theme(name: str | None, layout: Layout | None, settings: Settings) -> Theme:
    """The theme that `--theme` names, or else the layout or the settings."""
    default = first(settings.theme, DEFAULT_THEME)
    return theme_of(layout, name, default) if layout else load_theme(first(name, default))


def pick_locale(name: str | None, layout: Layout | None, settings: Settings) -> Locale:
    """The language that `--lang` names, or else the layout or the settings."""
    default = first(settings.lang, DEFAULT_LANGUAGE)
    return locale_of(layout, name, default) if layout else load_locale(first(name, default))


def first(*values: str | None) -> str:
    """The first of these that is given."""
    return next(value for value in values if value is not None)


def one_of(option: str, value: str, known: tuple[T, ...]) -> T:
    """The choice that the value of an option names."""
    for choice in known:
        if choice == value.lower():
            return choice
    raise InputError.of(f"--{option} cannot be {value!r:.60}", suggest(value, map(str, known)))
