"""The files that a layout was made of, packed to travel inside a PDF. How they come out again is in unpack.py.

All that is stated travels: the changes of the command line, the user's files and the built-in ones below them, as they
were on that day. A theme or language of one's own travels along if the layout names it. Fonts do not: their licences
seldom allow it.

Make a layout of the files that a PDF carries; see parcel.py.

PDFs come from strangers too: no name in a parcel says where anything is written.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple, cast

import tomli_w

from sheetgen.errors import InputError
from sheetgen.layouts.catalog import checked_locale, checked_theme
from sheetgen.layouts.files.extend import (
    Kind,
    Merged,
    built_in_names,
    is_built_in_name,
    lay_over,
    load_named_by,
    merge,
    merge_chain,
)
from sheetgen.layouts.files.source import SET_LABEL, Source, parse_source
from sheetgen.layouts.models.layout import Layout
from sheetgen.layouts.starters import slug_of
from sheetgen.model import is_colour

KEYS: dict[str, Kind] = {"theme": "themes", "lang": "locales"}
"""The keys by which a layout names other files."""

CHECKS: dict[Kind, Callable[[Merged], object]] = {"themes": checked_theme, "locales": checked_locale}

OWN, BUILT_IN, SET = "own", "built-in", "set"
"""Where a file comes from: the user, the program, or the command line."""


class Packed(NamedTuple):
    """A file of the parcel. Its name tells what it is, and which comes first."""

    name: str
    text: str
    about: str


def pack(layout: Layout) -> Iterator[Packed]:
    """All files that a layout is made of, the user's first."""
    yield from _pack_chain("layouts", layout.source)
    for key, kind in KEYS.items():
        name = getattr(layout, key)
        if name and not is_built_in_name(name):
            with suppress(InputError):  # then another one is printed with, or else it would have been told before
                merged = load_named_by(kind, layout.source, key)
                CHECKS[kind](merged)
                yield from _pack_chain(kind, merged)


def _pack_chain(kind: Kind, merged: Merged) -> Iterator[Packed]:
    """The changes of the command line are one file, a line for each, the last one uppermost as it was there."""
    changes = [source.text for source in merged.sources if source.label == SET_LABEL]
    layers = [(SET, "changes", "\n".join(reversed(changes)) + "\n")] if changes else []
    for source in merged.sources[len(changes) :]:
        stem = re.sub(r"[^\w.]+", "-", source.path.stem)[:40].strip("-") or "file"
        layers.append((BUILT_IN if source.is_built_in else OWN, stem, source.text))
    for number, (origin, stem, text) in enumerate(layers, start=1):
        yield Packed(f"{kind}-{number}-{origin}-{stem}.toml", text, f"{origin} {kind.removesuffix('s')}")


_NAME = re.compile(rf"(layouts|themes|locales)-([0-9]{{1,3}})-({OWN}|{BUILT_IN}|{SET})-(.+)\.toml", re.DOTALL)
_PLAIN = re.compile(r"[A-Za-z0-9_-][A-Za-z0-9_.-]{0,100}\.toml")


@dataclass(frozen=True, slots=True)
class Unpacked:
    """A layout made of a parcel: the built-in one that it is, or its text; and the files beside it that it names."""

    variant: str | None
    text: str
    beside: dict[str, str]


def unpack(files: Iterable[tuple[str, str]], file: Path) -> Unpacked | None:
    """The layout that these files (names and texts) make, to be written as `file`; None if there is none."""
    chains = _chains(files)
    if "layouts" not in chains:
        return None
    layout, data = chains["layouts"], _merged(chains["layouts"].parts)
    changes: dict[str, str] = {}
    beside: dict[str, str] = {}
    for key, kind in KEYS.items():
        stated = data.get(key)
        if kind in chains and isinstance(stated, str) and not is_built_in_name(stated):
            name = _name_beside(key, stated, file, beside)
            beside[name] = chains[kind].text({})
            CHECKS[kind](merge_chain(kind, parse_source(beside[name], Path(name), name, Path())))
            changes |= {key: name} if name != stated else {}
    variant = None
    if data.get("slug") in built_in_names("layouts"):
        if _says("layouts", tomli_w.dumps({"extends": data["slug"]})) != _written("layouts", data):
            changes["slug"] = slug_of(file.stem)
        elif all(part.origin != OWN for part in layout.parts):
            variant = data["slug"]
    return Unpacked(variant, layout.text(changes), beside)


def _name_beside(key: str, stated: str, file: Path, taken: Iterable[str]) -> str:
    """The name that the layout states, if it is plain and nobody else's; or else one made of the layout's."""
    derived = {each: f"{file.stem}-{each}.toml" for each in KEYS}
    others = (file.name, "sheetgen.toml", "pyproject.toml", *derived.values(), *taken)
    return stated if _PLAIN.fullmatch(stated) and stated.lower() not in map(str.lower, others) else derived[key]


@dataclass(frozen=True, slots=True)
class _Part:
    """A file of a chain: where it came from, what it was called, and what it says."""

    origin: str
    stem: str
    source: Source


@dataclass(frozen=True, slots=True)
class _Chain:
    """A file with all that it extends, to be made into one file again."""

    kind: Kind
    parts: list[_Part]

    def text(self, changes: dict[str, str]) -> str:
        """The user's own text with every comment, or what differs from a built-in file, if that means the same."""
        whole = _written(self.kind, lay_over(_merged(self.parts), changes))
        return next((text for text in self._shorter(changes) if _says(self.kind, text) == whole), whole)

    def _shorter(self, changes: dict[str, str]) -> Iterator[str]:
        own = [part for part in self.parts if part.origin != BUILT_IN]
        if [part.origin for part in own] == [OWN]:
            text, at = own[0].source.text, own[0].source.offsets.get(("extends",), 0)
            yield text[:at] + tomli_w.dumps(changes) + text[at:]
        for part in self.parts[len(own) : len(own) + 1]:
            differences = tomli_w.dumps(lay_over(_merged(own), changes))
            yield f"{tomli_w.dumps({'extends': part.stem})}\n{differences}"


def _chains(files: Iterable[tuple[str, str]]) -> dict[Kind, _Chain]:
    """The files of each kind in their order. Without one that is missing it would be another layout: an error."""
    found: dict[Kind, list[tuple[int, list[_Part]]]] = {}
    for name, text in files:
        if match := _NAME.fullmatch(name):
            parts = list(_parts(name, match[3], match[4], text))
            found.setdefault(cast(Kind, match[1]), []).append((int(match[2]), parts))
    chains = {}
    for kind, numbered in found.items():
        numbered.sort(key=lambda each: each[0])
        chains[kind] = _Chain(kind, [part for _, parts in numbered for part in parts])
        numbers = [number for number, _ in numbered]
        # Every file extends the next one, and the last one nothing.
        extending = ["extends" in part.source.data for part in chains[kind].parts if part.origin != SET]
        if numbers != list(range(1, len(numbers) + 1)) or extending != [True] * (len(extending) - 1) + [False]:
            raise InputError.of(f"the {kind.removesuffix('s')} in the PDF is incomplete", "Take an undamaged copy.")
    return chains


def _parts(name: str, origin: str, stem: str, text: str) -> Iterator[_Part]:
    """The file; or each change of the command line, the last one uppermost."""
    for each in filter(None, reversed(text.split("\n"))) if origin == SET else [text]:
        yield _Part(origin, stem, parse_source(each, Path(name), name, Path()))


def _merged(parts: list[_Part]) -> dict[str, Any]:
    return merge([part.source for part in parts]).data


def _says(kind: Kind, text: str) -> str | None:
    """What a text says together with the built-in file that it extends; None if it needs any other file."""
    with suppress(InputError):
        source = parse_source(text, Path("new.toml"), "new.toml", Path())
        if source.data.get("extends") in (None, *built_in_names(kind)):
            return _written(kind, merge_chain(kind, source).data)
    return None


def _written(kind: Kind, data: dict[str, Any]) -> str:
    """The data as a file. Colours are all written as tables, because TOML has tables last, and their order counts."""
    colours = data.get("colours")
    if kind == "themes" and isinstance(colours, dict):
        tables = {name: {"band": value} if is_colour(value) else value for name, value in colours.items()}
        data = {**data, "colours": tables}
    return tomli_w.dumps(data, multiline_strings=True)
