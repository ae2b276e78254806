"""What options name: a theme, a language, one of several words. Options win over layouts, and those over settings."""

from typing import TypeVar

from sheetgen.api.settings import Settings
from sheetgen.errors import InputError, suggest
from sheetgen.layouts.catalog import DEFAULT_LANGUAGE, DEFAULT_THEME, load_locale, load_theme, locale_of, theme_of
from sheetgen.layouts.layout import Layout
from sheetgen.locales.locale import Locale
from sheetgen.themes.theme import Theme

T = TypeVar("T")


def choose_theme(name: str | None, layout: Layout | None, settings: Settings) -> Theme:
    """Load the theme that an option names, else that of the layout, else that of the settings."""
    default = first(settings.theme, DEFAULT_THEME)
    return theme_of(layout, name, default) if layout else load_theme(first(name, default))


def choose_locale(name: str | None, layout: Layout | None, settings: Settings) -> Locale:
    """Load the locale that an option names, else that of the layout, else that of the settings."""
    default = first(settings.lang, DEFAULT_LANGUAGE)
    return locale_of(layout, name, default) if layout else load_locale(first(name, default))


def first(*values: str | None) -> str:
    """Return the first value that is not None."""
    return next(value for value in values if value is not None)


def one_of(option: str, value: str, known: tuple[T, ...]) -> T:
    """Return the choice that the value of an option names."""
    for choice in known:
        if choice == value.lower():
            return choice
    raise InputError.of(f"--{option} cannot be {value!r:.60}", suggest(value, map(str, known)))
