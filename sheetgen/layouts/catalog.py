"""Load layouts, themes and locales: built-in ones by name, others from files."""

from collections.abc import Sequence
from functools import cache
from pathlib import Path

from sheetgen.errors import InputError
from sheetgen.file_model import Model
from sheetgen.layouts.consistency import checked_layout
from sheetgen.layouts.files.merge import (
    KINDS,
    MAX_CHAIN,
    Kind,
    Merged,
    built_in_names,
    is_built_in_name,
    load_built_in,
    load_referenced,
    merge_chain,
    read_referenced,
    with_changes,
)
from sheetgen.layouts.files.source import Source, read_source
from sheetgen.layouts.layout import Layout
from sheetgen.layouts.validation import validate
from sheetgen.locales.locale import Locale, checked_locale
from sheetgen.themes.theme import Theme, with_missing_colours

DEFAULT_THEME = "color"
DEFAULT_LANGUAGE = "en"
MODELS: dict[Kind, type[Model]] = {"layouts": Layout, "themes": Theme, "locales": Locale}

_KIND_HINTS: dict[Kind, str] = {
    "layouts": "Give it with --layout.",
    "themes": 'Give it with --theme, or name it in a layout: theme = "…".',
    "locales": 'Give it with --lang, or name it in a layout: lang = "…".',
}


def variants() -> list[str]:
    """Return the names of the built-in layouts."""
    return built_in_names("layouts")


def load_variant(name: str, changes: Sequence[str] = ()) -> Layout:
    """Load a built-in layout, with changes such as `game.penalties.points=-3`."""
    return checked_layout(with_changes(load_built_in("layouts", name), changes))


def load_layout(file: Path | Source, changes: Sequence[str] = ()) -> Layout:
    """Load a layout file, with changes such as `game.penalties.points=-3`."""
    source = file if isinstance(file, Source) else read_source(file)
    check_kind("layouts", source)
    return checked_layout(with_changes(merge_chain("layouts", source), changes))


def load_theme(name: str, home: Path | None = None) -> Theme:
    """Load a built-in theme by name, or a theme file. Its path is relative to `home` and may not leave it."""
    return validate(Theme, _merged("themes", name, home))


def load_locale(name: str, home: Path | None = None) -> Locale:
    """Load a built-in locale by name, or a locale file. Its path is relative to `home` and may not leave it."""
    return _built_in_locale(name) if is_built_in_name(name) else checked_locale(_merged("locales", name, home))


@cache  # a site loads each locale dozens of times, at 10 ms
def _built_in_locale(name: str) -> Locale:
    return checked_locale(load_built_in("locales", name))


def _merged(kind: Kind, name: str, home: Path | None) -> Merged:
    if is_built_in_name(name):
        return load_built_in(kind, name)
    source = read_source((home or Path()) / name, home=home)
    check_kind(kind, source)
    return merge_chain(kind, source)


def theme_of(layout: Layout, chosen: str | None, default: str = DEFAULT_THEME, home: Path | None = None) -> Theme:
    """Load the theme to print a layout in: the chosen one, else the layout's own, else the default.

    Colours that only the layout's own theme has are added, so that every theme works with every layout.
    """
    if chosen is None:
        return own_theme(layout) or load_theme(default)
    theme = load_theme(chosen, home)
    try:
        own = own_theme(layout)
    except InputError:  # a theme that is not used need not be valid
        own = None
    return with_missing_colours(theme, own) if own else theme


def locale_of(layout: Layout, chosen: str | None, default: str = DEFAULT_LANGUAGE, home: Path | None = None) -> Locale:
    """Load the locale to print a layout in: the chosen one, else the layout's own, else the default."""
    return load_locale(chosen, home) if chosen is not None else own_locale(layout) or load_locale(default)


def own_theme(layout: Layout) -> Theme | None:
    """Load the theme that a layout names."""
    return validate(Theme, load_referenced("themes", layout.source, "theme")) if layout.theme else None


def own_locale(layout: Layout) -> Locale | None:
    """Load the locale that a layout names."""
    return checked_locale(load_referenced("locales", layout.source, "lang")) if layout.lang else None


def is_built_in(layout: Layout) -> bool:
    """Return whether this is a built-in layout without changes."""
    if layout.source.is_built_in:
        return True
    return layout.slug in variants() and load_built_in("layouts", layout.slug).data == layout.source.data


def check_kind(expected: Kind, source: Source) -> None:
    """Refuse a file that is clearly of another kind, instead of reporting its keys one by one."""
    found = kind_of(source, expected)
    if found != expected:
        words = KINDS | {"layouts": "layout"}
        raise InputError.of(f"{source.label} is a {words[found]}, not a {words[expected]}", _KIND_HINTS[found])


def kind_of(source: Source, expected: Kind = "layouts") -> Kind:
    """Return the kind of a file, judged by the built-in file that it extends, its keys, and the expected kind."""
    keys = set(source.data)
    parent = source.data.get("extends")
    for _ in range(MAX_CHAIN):
        if not isinstance(parent, str) or is_built_in_name(parent):
            break
        try:
            source = read_referenced("layouts", source, "extends")
        except InputError:  # reported when the file is loaded
            break
        keys |= set(source.data)
        parent = source.data.get("extends")
    keys.discard("extends")

    def similarity(kind: Kind) -> tuple[bool, int, bool]:
        own_keys = len(keys.intersection(MODELS[kind].model_fields))
        return parent in built_in_names(kind) and (own_keys > 0 or not keys), own_keys, kind == expected

    return max(KINDS, key=similarity)
