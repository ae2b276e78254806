"""Follow `extends` from a file to what it builds on, and lay the differences over it.

The same few rules hold for layouts, themes and locales: tables are merged key by key, everything else is
replaced, `false` takes a table away, and what is nearest to the user wins: the command line, then the user's file,
then what it extends.

Changes from the command line: `game.penalties.points=-3`. Each is laid over the layout like a small file.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any, Literal, NamedTuple

from sheetgen.errors import Collector, InputError, KeyPath, Place, Problem, shortened, suggest
from sheetgen.layouts.files.source import SET_LABEL, Source, parse_source, read_built_in, read_source
from sheetgen.resources import folder

MAX_CHAIN = 8
WHOLE = ("title", "about")
"""Texts in several languages belong together, and are replaced together."""
Kind = Literal["layouts", "themes", "locales"]
KINDS: dict[Kind, str] = {"layouts": "variant", "themes": "theme", "locales": "language"}
"""The kinds of files, and what a built-in one is called."""


class Merged(NamedTuple):
    """A file together with all it extends, the user's own first."""

    data: dict[str, Any]
    sources: tuple[Source, ...]

    @property
    def is_built_in(self) -> bool:
        """Does all of it come with the program?"""
        return all(source.is_built_in for source in self.sources)

    def place(self, path: KeyPath) -> Place:
        """Where the key stands in the file nearest to the user, or the nearest key around it."""
        sources = self._stating_list(path)
        for length in range(len(path), 0, -1):
            for source in sources:
                if place := source.place(path[:length]):
                    return place
        return Place(self.sources[0].label, 1, 1, "")

    def _stating_list(self, path: KeyPath) -> tuple[Source, ...]:
        """The files that may state the key: of an entry of a list, only the one with the whole list."""
        whole = next((path[:at] for at, part in enumerate(path) if isinstance(part, int)), None)
        stated = next((source for source in self.sources if whole in source.offsets), None) if whole else None
        return (stated,) if stated else self.sources

    def nearest(self, *paths: KeyPath) -> Place:
        """The first of these keys that stands in a file of the user's own: most likely what was changed."""
        own = [source for source in self.sources if not source.is_built_in]
        places = (source.place(path) for path in paths for source in own)
        return next(filter(None, places), self.place(paths[0]))

    def problem(self, path: KeyPath, message: str, hint: str | None = None) -> Problem:
        """A problem with the value at this key."""
        return Problem(message, hint, self.place(path))

    def stating(self, path: KeyPath) -> Source:
        """The file nearest to the user that states this key."""
        return next(source for source in self.sources if path in source.offsets)


def is_built_in_name(name: str) -> bool:
    """Is this how built-in layouts, themes and locales are called, and not a file?"""
    return not (name.lower().endswith(".toml") or "/" in name or "\\" in name)


def built_in_names(kind: Kind) -> list[str]:
    """The names of the built-in layouts, themes or locales."""
    return sorted(path.stem for path in (folder("templates") / kind).glob("*.toml"))


def load_built_in(kind: Kind, name: str) -> Merged:
    """A built-in file by name, with what it extends."""
    return merge_chain(kind, _built_in(kind, name))


def load_file(kind: Kind, path: Path, home: Path | None = None) -> Merged:
    """A user's file, with what it extends; by default inside its own folder."""
    return merge_chain(kind, read_source(path, home=home))


def load_named_by(kind: Kind, merged: Merged, key: str) -> Merged:
    """The theme or locale that a layout names: a built-in one, or a file in its folder."""
    return merge_chain(kind, source_named_by(kind, merged.stating((key,)), key))


def file_named_by(merged: Merged, path: KeyPath, name: str) -> Path:
    """Where a file lies that is named at this key. It may not lie outside the folder of the first file."""
    source = merged.stating(path)
    try:
        return _inside(source, name)
    except InputError as error:
        raise InputError(Problem(each.message, each.hint, merged.place(path)) for each in error.problems) from None


def _built_in(kind: Kind, name: str, beside: Path | None = None) -> Source:
    """The built-in file of this name; if there is none, perhaps a file in the folder `beside` was meant."""
    names = built_in_names(kind)
    if name not in names:
        raise InputError.of(f"there is no {KINDS[kind]} {shortened(name)!r}", _instead(kind, name, beside))
    return read_built_in(folder("templates") / kind / f"{name}.toml", f"{kind}/{name}.toml")


def _instead(kind: Kind, name: str, beside: Path | None) -> str:
    """What may have been meant by a name that is not built in."""
    if beside and f"{name}.toml" in (path.name for path in beside.glob("*.toml")):
        return f"Did you mean {f'{name}.toml'!r}?"
    for other, word in KINDS.items():
        if other != kind and name in built_in_names(other):
            return f"{name!r} is a {word}. A {KINDS[kind]} is one of: {', '.join(built_in_names(kind))}."
    return suggest(name, built_in_names(kind))


def merge_chain(kind: Kind, first: Source) -> Merged:
    """The file, with what it extends below it."""
    chain = [first]
    while "extends" in chain[-1].data:
        source = chain[-1]
        parent = source_named_by(kind, source, "extends")
        if any(parent.path.resolve() == seen.path.resolve() for seen in chain):
            way = " → ".join([*(seen.label for seen in chain), parent.label])
            raise InputError.of("this extends itself", way, source.place(("extends",)))
        if len(chain) == MAX_CHAIN:
            raise InputError.of(
                f"more than {MAX_CHAIN} files extend one another",
                "Put some of them together.",
                source.place(("extends",)),
            )
        chain.append(parent)
    return merge(chain)


def merge(chain: list[Source]) -> Merged:
    """The files laid over one another, the first on top."""
    data: dict[str, Any] = {}
    for source in reversed(chain):
        stated = {key: value for key, value in source.data.items() if key != "extends"}
        data = lay_over({key: value for key, value in data.items() if key not in WHOLE or key not in stated}, stated)
    return Merged(data, tuple(chain))


def source_named_by(kind: Kind, source: Source, key: str) -> Source:
    """What a key such as `extends` names: a built-in, or a file inside the user's folder."""
    name = source.data[key]
    if not isinstance(name, str):
        hint = f'Write {key} = "{built_in_names(kind)[0]}", or a file.'
        raise InputError.of(f"{key!r} takes a name or a path in quotes", hint, source.place((key,)))
    try:
        if is_built_in_name(name):
            return _built_in(kind, name, source.path.parent)
        return read_source(_inside(source, name), home=source.home)
    except InputError as error:
        place = source.place((key,))
        raise InputError(Problem(each.message, each.hint, each.place or place) for each in error.problems) from None


def _inside(source: Source, name: str) -> Path:
    try:
        path = source.path.parent / name
        inside = not Path(name).is_absolute() and path.resolve().is_relative_to(source.home.resolve())
    except (OSError, RuntimeError, ValueError):  # a circle of links is a RuntimeError
        raise InputError.of(f"cannot read {shortened(name)!r}", "Write the name of a file beside this one.") from None
    if not inside:
        raise InputError.of(
            f"{shortened(name)!r} lies outside the folder of the first file", "Put it beside that file, or below it."
        )
    return path


def lay_over(below: dict[str, Any], above: dict[str, Any]) -> dict[str, Any]:
    """The table below, with the one above laid over it key by key."""
    laid = dict(below)
    for key, value in above.items():
        under = laid.get(key)
        if isinstance(value, dict):
            laid[key] = lay_over(under if isinstance(under, dict) else {}, value)
        elif value is False and isinstance(under, dict | str | list):
            del laid[key]
        else:
            laid[key] = value
    return laid


MOST = 100

_CHANGE = re.compile(r"\s*([A-Za-z0-9_-]+(?:\s*\.\s*[A-Za-z0-9_-]+)*)\s*=\s*(.*?)\s*")


def with_changes(merged: Merged, changes: Sequence[str]) -> Merged:
    """The layout with the changes on top, the last one uppermost; or one error for all that cannot be read."""
    if len(changes) > MOST:
        raise InputError.of(f"there are {len(changes)} changes", f"At most {MOST}; put them into a file.")
    faults = Collector()
    sources = [faults.attempt(partial(_source, change)) for change in changes]
    faults.raise_if_any()
    return merge([*(source for source in reversed(sources) if source), *merged.sources])


def _source(change: str) -> Source:
    found, place = _CHANGE.fullmatch(change), Place(SET_LABEL, 1, 1, shortened(change))
    if not found or not change.isprintable():
        raise InputError.of(f"{shortened(change)!r} is no change", "Write it game.penalties.points=-3.", place)
    key, value = found.groups()
    if key.partition(".")[0].strip() == "extends":
        raise InputError.of("what is extended cannot be changed", "Give another --variant or --layout.", place)
    # What begins like a table, a list or a quoted text must be one.
    as_toml = value if value.startswith(("{", "[", '"')) else _as_toml(value)
    return parse_source(f"{key} = {as_toml}", Path.cwd() / SET_LABEL, SET_LABEL, Path.cwd())


def _as_toml(value: str) -> str:
    """The value as a file would write it. Texts need no quotes, which a shell would take away."""
    try:
        tomllib.loads(f"value = {value}")
    except (tomllib.TOMLDecodeError, RecursionError):
        return json.dumps(value, ensure_ascii=False)
    return value
