"""Embed the files of a layout in a PDF, and make a layout of embedded files again.

Embedded are the changes of the command line, the user's files and the built-in ones that they extend, as they were when
the PDF was made. A user's theme or locale is embedded if the layout names it. Fonts are not: their licences seldom
allow it. Embedded files are untrusted: their names never decide where a file is written.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple, cast

import tomli_w

from sheetgen.errors import InputError
from sheetgen.file_model import is_colour
from sheetgen.layouts.files.extend import (
    Kind,
    Merged,
    built_in_names,
    is_built_in_name,
    load_referenced,
    merge,
    merge_chain,
    merge_tables,
)
from sheetgen.layouts.files.source import SET_LABEL, Source, parse_source
from sheetgen.layouts.layout import Layout
from sheetgen.layouts.starters import slug_of
from sheetgen.layouts.validation import validate
from sheetgen.locales.locale import checked_locale
from sheetgen.themes.theme import Theme

USER, BUILT_IN, COMMAND_LINE = "own", "built-in", "set"  # where a file comes from, in the names of embedded files

_REFERENCES: dict[str, Kind] = {"theme": "themes", "lang": "locales"}  # keys by which a layout names other files
_CHECKS: dict[Kind, Callable[[Merged], object]] = {"themes": partial(validate, Theme), "locales": checked_locale}
_NAME = re.compile(rf"(layouts|themes|locales)-([0-9]{{1,3}})-({USER}|{BUILT_IN}|{COMMAND_LINE})-(.+)\.toml", re.DOTALL)
_SAFE_NAME = re.compile(r"[A-Za-z0-9_-][A-Za-z0-9_.-]{0,100}\.toml")


class EmbeddedFile(NamedTuple):
    """A file to be embedded. Its name says its kind, its place in the chain, and where it comes from."""

    name: str
    text: str
    about: str


def embedded_files(layout: Layout) -> Iterator[EmbeddedFile]:
    """Yield all files that a layout is made of, the user's first."""
    yield from _embedded_chain("layouts", layout.source)
    for key, kind in _REFERENCES.items():
        name = getattr(layout, key)
        if name and not is_built_in_name(name):
            with suppress(InputError):  # it is not used; otherwise the error would have been reported before
                merged = load_referenced(kind, layout.source, key)
                _CHECKS[kind](merged)
                yield from _embedded_chain(kind, merged)


def _embedded_chain(kind: Kind, merged: Merged) -> Iterator[EmbeddedFile]:
    """Yield the files of a chain. All changes of the command line are one file, with a line for each in their order."""
    changes = [source.text for source in merged.sources if source.label == SET_LABEL]
    layers = [(COMMAND_LINE, "changes", "\n".join(reversed(changes)) + "\n")] if changes else []
    for source in merged.sources[len(changes) :]:
        stem = re.sub(r"[^\w.]+", "-", source.path.stem)[:40].strip("-") or "file"
        layers.append((BUILT_IN if source.is_built_in else USER, stem, source.text))
    for number, (origin, stem, text) in enumerate(layers, start=1):
        yield EmbeddedFile(f"{kind}-{number}-{origin}-{stem}.toml", text, f"{origin} {kind.removesuffix('s')}")


@dataclass(frozen=True, slots=True)
class ExtractedLayout:
    """A layout made of embedded files."""

    variant: str | None  # the built-in layout that it equals, if any
    text: str
    beside: dict[str, str]  # texts of the theme and locale files that it names, by name


def extract_layout(files: Iterable[tuple[str, str]], file: Path) -> ExtractedLayout | None:
    """Return the layout that embedded files (names and texts) make, to be written as `file`; None without a layout."""
    chains = _chains(files)
    if "layouts" not in chains:
        return None
    layout, data = chains["layouts"], _merged_data(chains["layouts"].parts)
    changes: dict[str, str] = {}
    beside: dict[str, str] = {}
    for key, kind in _REFERENCES.items():
        stated = data.get(key)
        if kind in chains and isinstance(stated, str) and not is_built_in_name(stated):
            name = _name_beside(key, stated, file, beside)
            beside[name] = chains[kind].text({})
            _CHECKS[kind](merge_chain(kind, parse_source(beside[name], Path(name), name, Path())))
            changes |= {key: name} if name != stated else {}
    variant = None
    if data.get("slug") in built_in_names("layouts"):
        if _resolved_text("layouts", tomli_w.dumps({"extends": data["slug"]})) != _toml_text("layouts", data):
            changes["slug"] = slug_of(file.stem)
        elif all(part.origin != USER for part in layout.parts):
            variant = data["slug"]
    return ExtractedLayout(variant, layout.text(changes), beside)


def _name_beside(key: str, stated: str, file: Path, taken: Iterable[str]) -> str:
    """Return the file name that the layout states if it is safe and not taken, or else one made of the layout's."""
    derived = {each: f"{file.stem}-{each}.toml" for each in _REFERENCES}
    others = (file.name, "sheetgen.toml", "pyproject.toml", *derived.values(), *taken)
    return stated if _SAFE_NAME.fullmatch(stated) and stated.lower() not in map(str.lower, others) else derived[key]


@dataclass(frozen=True, slots=True)
class _Part:
    """A file of a chain, or one change of the command line."""

    origin: str
    stem: str
    source: Source


@dataclass(frozen=True, slots=True)
class _Chain:
    """A file with all that it extends, to be written as one file again."""

    kind: Kind
    parts: list[_Part]

    def text(self, changes: dict[str, str]) -> str:
        """Return the shortest text that means the same, with changes of top-level keys."""
        complete = _toml_text(self.kind, merge_tables(_merged_data(self.parts), changes))
        shorter = (text for text in self._shorter_texts(changes) if _resolved_text(self.kind, text) == complete)
        return next(shorter, complete)

    def _shorter_texts(self, changes: dict[str, str]) -> Iterator[str]:
        """Yield the user's own text with its comments, then the differences from the first built-in file."""
        own = [part for part in self.parts if part.origin != BUILT_IN]
        if [part.origin for part in own] == [USER]:
            text, at = own[0].source.text, own[0].source.offsets.get(("extends",), 0)
            yield text[:at] + tomli_w.dumps(changes) + text[at:]
        for part in self.parts[len(own) : len(own) + 1]:
            differences = tomli_w.dumps(merge_tables(_merged_data(own), changes))
            yield f"{tomli_w.dumps({'extends': part.stem})}\n{differences}"


def _chains(files: Iterable[tuple[str, str]]) -> dict[Kind, _Chain]:
    """Return the files of each kind in their order. Raise an error if one is missing."""
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
        extending = ["extends" in part.source.data for part in chains[kind].parts if part.origin != COMMAND_LINE]
        if numbers != list(range(1, len(numbers) + 1)) or extending != [True] * (len(extending) - 1) + [False]:
            raise InputError.of(f"the {kind.removesuffix('s')} in the PDF is incomplete", "Take an undamaged copy.")
    return chains


def _parts(name: str, origin: str, stem: str, text: str) -> Iterator[_Part]:
    for each in filter(None, reversed(text.split("\n"))) if origin == COMMAND_LINE else [text]:
        yield _Part(origin, stem, parse_source(each, Path(name), name, Path()))


def _merged_data(parts: list[_Part]) -> dict[str, Any]:
    return merge([part.source for part in parts]).data


def _resolved_text(kind: Kind, text: str) -> str | None:
    """Return a text merged with the built-in file that it extends; None if it needs any other file."""
    with suppress(InputError):
        source = parse_source(text, Path("new.toml"), "new.toml", Path())
        if source.data.get("extends") in (None, *built_in_names(kind)):
            return _toml_text(kind, merge_chain(kind, source).data)
    return None


def _toml_text(kind: Kind, data: dict[str, Any]) -> str:
    """Return data as TOML. Colours are all written as tables: TOML has tables last, and the order of colours counts."""
    colours = data.get("colours")
    if kind == "themes" and isinstance(colours, dict):
        tables = {name: {"band": value} if is_colour(value) else value for name, value in colours.items()}
        data = {**data, "colours": tables}
    return tomli_w.dumps(data, multiline_strings=True)
