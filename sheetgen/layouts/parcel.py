"""The files that a layout was made of, packed to travel inside a PDF; and how a layout is made of them again.

All that is stated travels: the changes of the command line, the user's files and the built-in ones below them, as they
were on that day. A theme or language of one's own travels along if the layout names it. Fonts do not: their licences
seldom allow it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import tomli_w

from sheetgen.errors import InputError
from sheetgen.layouts.changes import LABEL
from sheetgen.layouts.extend import Kind, Merged, built_in_names, is_built_in_name, lay_over, load_named_by, merge
from sheetgen.layouts.models import Layout
from sheetgen.layouts.source import Source, parse_source
from sheetgen.layouts.values import MAX_FILE_NAME
from sheetgen.resources import folder

KEYS: dict[str, Kind] = {"theme": "themes", "lang": "locales"}
"""The keys by which a layout names other files."""

OWN, BUILT_IN, SET = "own", "built-in", "set"
"""Where a file comes from: the user, the program, or the command line."""

_NAME = re.compile(rf"(layouts|themes|locales)-(\d{{1,3}})-({OWN}|{BUILT_IN}|{SET})-([^/\\]+)\.toml")


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
        origin = SET if source.label == LABEL else BUILT_IN if source.is_built_in else OWN
        stem = source.path.stem.strip("-") or origin
        yield Packed(f"{kind}-{number}-{origin}-{stem}.toml", source.text, f"{origin} {kind.removesuffix('s')}")


def unpack(files: Iterable[tuple[str, str]]) -> Unpacked | None:
    """The layout that these files (names and texts) make; None if there is no layout among them."""
    chains: dict[str, list[_Part]] = {}
    for name, text in files:
        if found := _NAME.fullmatch(name):
            kind, number, origin, stem = found.groups()
            source = parse_source(text, Path(f"{stem}.toml"), f"{stem}.toml", Path())
            chains.setdefault(kind, []).append(_Part(int(number), origin, stem, source))
    if "layouts" not in chains:
        return None
    layout = _Chain("layouts", chains["layouts"])
    beside = {
        _file_name(layout.data.get(key)): _Chain(kind, chains[kind]).text
        for key, kind in KEYS.items()
        if kind in chains
    }
    fonts = layout.data.get("fonts")
    names = [str(name) for name in fonts.values()] if isinstance(fonts, dict) else []
    return Unpacked(layout.variant, layout.text, beside, names)


@dataclass(frozen=True, slots=True)
class _Part:
    """A file of a chain: its number, where it came from, and what it says."""

    number: int
    origin: str
    stem: str
    source: Source


class _Chain:
    """A file with all that it extends, to be made into one file again."""

    def __init__(self, kind: Kind, parts: list[_Part]) -> None:
        parts = sorted(parts, key=lambda part: part.number)
        self.data = _merged(parts)
        self.own = [part for part in parts if part.origin != BUILT_IN]
        self.built_in = [part for part in parts if part.origin == BUILT_IN]
        self.is_current = bool(self.built_in) and all(_is_current(kind, part) for part in self.built_in)

    @property
    def variant(self) -> str | None:
        """The name of the built-in file, if it is one as it still is."""
        return self.built_in[0].stem if self.is_current and not self.own else None

    @property
    def text(self) -> str:
        """The user's own text, with every comment, if it still means the same; or else what all files say together."""
        if self.is_current and [part.origin for part in self.own] == [OWN]:
            return self.own[0].source.text
        differences = _merged(self.own)
        below = _merged(self.built_in)
        if self.is_current and lay_over(below, differences) == self.data:
            return f"extends = {json.dumps(self.built_in[0].stem)}\n\n{tomli_w.dumps(differences)}"
        return tomli_w.dumps(self.data)


def _merged(parts: list[_Part]) -> dict[str, Any]:
    return merge([part.source for part in parts]).data


def _is_current(kind: Kind, part: _Part) -> bool:
    """Does the built-in file still say the same?"""
    file = folder("templates") / kind / f"{part.stem}.toml"
    return part.stem in built_in_names(kind) and file.read_text(encoding="utf-8") == part.source.text


def _file_name(name: Any) -> str:
    """The name of a file to write, if it stays where it belongs: PDFs come from strangers too."""
    parts = Path(name).parts if isinstance(name, str) and len(name) <= MAX_FILE_NAME and name.isprintable() else ()
    if not parts or Path(name).is_absolute() or ".." in parts or "\\" in name or not name.endswith(".toml"):
        raise InputError.of(f"the layout names a file that cannot be written: {name!r:.60}")
    return str(name)
