"""What a file is: a layout, a theme or a locale."""

from __future__ import annotations

from pathlib import Path

from sheetgen.errors import InputError
from sheetgen.layouts.files.extend import KINDS, MAX_CHAIN, Kind, built_in_names, is_built_in_name, source_named_by
from sheetgen.layouts.files.source import Source, read_source
from sheetgen.layouts.models.base import Model, keys_of
from sheetgen.layouts.models.layout import Layout
from sheetgen.locales.locale import Locale
from sheetgen.themes.theme import Theme

KIND_WORDS: dict[Kind, str] = {"layouts": "layout", "themes": "theme", "locales": "language"}
HINTS: dict[Kind, str] = {
    "layouts": "Give it with --layout.",
    "themes": 'Give it with --theme, or name it in a layout: theme = "…".',
    "locales": 'Give it with --lang, or name it in a layout: lang = "…".',
}
"""What to do with a file of each kind."""
MODELS: dict[Kind, type[Model]] = {"layouts": Layout, "themes": Theme, "locales": Locale}


def check_kind(expected: Kind, path: Path) -> None:
    """Refuse a file that is clearly of another kind, before its keys are complained about one by one."""
    found = kind_of(path, expected)
    if found != expected:
        what, wanted = (KIND_WORDS[kind] for kind in (found, expected))
        raise InputError.of(f"{path} is a {what}, not a {wanted}", HINTS[found])


def kind_of(path: Path, expected: Kind = "layouts") -> Kind:
    """What the file extends tells what it is; without that, its keys do. In doubt it is as expected."""
    source = read_source(path)
    keys = set(source.data)
    for _ in range(MAX_CHAIN):
        parent = source.data.get("extends")
        if not isinstance(parent, str):
            break
        if is_built_in_name(parent):
            found = [kind for kind in KINDS if parent in built_in_names(kind)]
            return found[0] if found and _fits(found[0], keys) else _by_keys(keys, expected)
        beside = _beside(source)
        if beside is None:
            break
        source = beside
        keys |= set(source.data)
    return _by_keys(keys, expected)


def _beside(source: Source) -> Source | None:
    """The extended file. What is wrong with it is told by who loads it."""
    try:
        return source_named_by("layouts", source, "extends")
    except InputError:
        return None


def _fits(kind: Kind, keys: set[str]) -> bool:
    """Does a file with these keys have any that such files have, or no keys at all?"""
    own = keys - {"extends"}
    return not own or not own.isdisjoint(keys_of(MODELS[kind]))


def _by_keys(keys: set[str], expected: Kind) -> Kind:
    return max(KINDS, key=lambda kind: (len(keys.intersection(keys_of(MODELS[kind]))), kind == expected))
