"""The files that a layout was made of, packed to travel inside a PDF; and how a layout is made of them again.

All that is stated travels: the changes of the command line, the user's files and the built-in ones below them, as they
were on that day. A theme or language of one's own travels along if the layout names it. Fonts do not: their licences
seldom allow it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import tomli_w

from sheetgen.errors import InputError
from sheetgen.layouts.changes import LABEL
from sheetgen.layouts.extend import Kind, Merged, built_in_names, is_built_in_name, load_named_by, merge
from sheetgen.layouts.models import Layout
from sheetgen.layouts.source import Source, parse_source
from sheetgen.layouts.values import MAX_FILE_NAME
from sheetgen.resources import folder

KEYS: dict[str, Kind] = {"theme": "themes", "lang": "locales"}
"""The keys by which a layout names other files."""

_NAME = re.compile(r"(layouts|themes|locales)-(\d{1,2})-(own|built-in|set)-([^/\\]+)\.toml")


@dataclass(frozen=True, slots=True)
class Packed:
    """A file of the parcel. Its name tells what it is, and which comes first."""

    name: str
    text: str
    about: str


@dataclass(frozen=True, slots=True)
class Unpacked:
    """A layout made of a parcel: the built-in one that it is, or its text; and the files that it names."""

    variant: str | None
    text: str
    beside: dict[str, str]
    fonts: list[str]


def pack(layout: Layout) -> Iterator[Packed]:
    """All files that a layout is made of, the user's first."""
    yield from _pack_chain("layouts", layout.source)
    for key, kind in KEYS.items():
        name = getattr(layout, key)
        if name and not is_built_in_name(name):
            yield from _pack_chain(kind, load_named_by(kind, layout.source, key))


def _pack_chain(kind: Kind, merged: Merged) -> Iterator[Packed]:
    for number, source in enumerate(merged.sources, start=1):
        origin = "set" if source.label == LABEL else "built-in" if source.is_built_in else "own"
        stem = source.path.stem.strip("-") or origin
        yield Packed(f"{kind}-{number}-{origin}-{stem}.toml", source.text, f"{origin} {kind.removesuffix('s')}")


def unpack(files: Iterable[tuple[str, str]]) -> Unpacked | None:
    """The layout that these files (names and texts) make; None if there is no layout among them."""
    chains: dict[str, list[tuple[int, str, str, str]]] = {}
    for name, text in files:
        if found := _NAME.fullmatch(name):
            kind, number, origin, stem = found.groups()
            chains.setdefault(kind, []).append((int(number), origin, stem, text))
    if "layouts" not in chains:
        return None
    text, data = _restored("layouts", sorted(chains["layouts"]))
    beside = {}
    for key, kind in KEYS.items():
        if kind in chains:
            beside[_file_name(data.get(key))] = _restored(kind, sorted(chains[kind]))[0]
    first = min(chains["layouts"])
    variant = first[2] if first[1] == "built-in" and text.startswith("extends = ") else None
    fonts = data.get("fonts", {})
    return Unpacked(variant, text, beside, [str(name) for name in fonts.values()] if isinstance(fonts, dict) else [])


def _restored(kind: Kind, chain: list[tuple[int, str, str, str]]) -> tuple[str, dict[str, Any]]:
    """The text of one file that says what the whole chain said, and the data of all of it."""
    sources = [(origin, stem, _parsed(f"{stem}.toml", text)) for _, origin, stem, text in chain]
    merged = merge([source for *_, source in sources])
    own = [source for origin, _, source in sources if origin != "built-in"]
    built_in = [(stem, source) for origin, stem, source in sources if origin == "built-in"]
    is_same = all(_is_current(kind, stem, source) for stem, source in built_in)
    if is_same and len(own) == 1:
        return own[0].text, merged.data
    if is_same and built_in:
        stated = merge(own).data if own else {}
        return f'extends = "{built_in[0][0]}"\n\n{tomli_w.dumps(stated)}', merged.data
    return tomli_w.dumps(merged.data), merged.data


def _parsed(name: str, text: str) -> Source:
    return parse_source(text, Path(name), name, Path())


def _is_current(kind: Kind, stem: str, source: Source) -> bool:
    """Does the built-in file still say the same?"""
    if stem not in built_in_names(kind):
        return False
    return (folder("templates") / kind / f"{stem}.toml").read_text(encoding="utf-8") == source.text


def _file_name(name: Any) -> str:
    """The name of a file to write, if it stays where it belongs: PDFs come from strangers too."""
    parts = Path(name).parts if isinstance(name, str) and len(name) <= MAX_FILE_NAME and name.isprintable() else ()
    if not parts or Path(name).is_absolute() or ".." in parts or "\\" in name or not name.endswith(".toml"):
        raise InputError.of(f"the layout names a file that cannot be written: {name!r:.60}")
    return str(name)
