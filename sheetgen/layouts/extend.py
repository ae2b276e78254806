"""Follow `extends` from a file to what it builds on, and lay the differences over it.

The same few rules hold for layouts, themes and locales: tables are merged key by key, everything else is
replaced, and the file nearest to the user wins.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sheetgen.errors import InputError, KeyPath, Place, Problem, shortened, suggest
from sheetgen.layouts.source import Source, read_source
from sheetgen.resources import folder

MAX_CHAIN = 8

_NAME = re.compile(r"[a-z0-9][a-z0-9-]*")


@dataclass(frozen=True, slots=True)
class Merged:
    """A file together with all it extends, the user's own first."""

    data: dict[str, Any]
    sources: tuple[Source, ...]

    def place(self, path: KeyPath) -> Place:
        """Where the key stands in the file nearest to the user, or the nearest key around it."""
        for length in range(len(path), 0, -1):
            for source in self.sources:
                if place := source.place(path[:length]):
                    return place
        return Place(self.sources[0].label, 1, 1, "")

    def problem(self, path: KeyPath, message: str, hint: str | None = None) -> Problem:
        """A problem with the value at this key."""
        return Problem(message, hint, self.place(path))


def built_in_names(kind: str) -> list[str]:
    """The names of the built-in layouts, themes or locales."""
    return sorted(path.stem for path in (folder("templates") / kind).glob("*.toml"))


def load_built_in(kind: str, name: str) -> Merged:
    """A built-in file by name, with what it extends."""
    return _merge_chain(kind, _built_in(kind, name))


def load_file(kind: str, path: Path) -> Merged:
    """A user's file, with what it extends."""
    return _merge_chain(kind, read_source(path))


def _built_in(kind: str, name: str) -> Source:
    names = built_in_names(kind)
    if name not in names:
        singular = {"layouts": "variant", "themes": "theme", "locales": "language"}[kind]
        raise InputError.of(f"there is no {singular} {shortened(name)!r}", suggest(name, names))
    return read_source(folder("templates") / kind / f"{name}.toml", f"{kind}/{name}.toml")


def _merge_chain(kind: str, first: Source) -> Merged:
    chain = [first]
    while "extends" in chain[-1].data:
        source = chain[-1]
        parent = _parent(kind, source, first.path.parent)
        if any(parent.path.resolve() == seen.path.resolve() for seen in chain):
            way = " → ".join([*(seen.label for seen in chain), parent.label])
            raise InputError.of("this extends itself", way, source.place(("extends",)))
        if len(chain) == MAX_CHAIN:
            raise InputError.of(f"more than {MAX_CHAIN} files extend one another", place=source.place(("extends",)))
        chain.append(parent)

    data: dict[str, Any] = {}
    for source in reversed(chain):
        _lay_over(data, {key: value for key, value in source.data.items() if key != "extends"})
    return Merged(data, tuple(chain))


def _parent(kind: str, source: Source, home: Path) -> Source:
    """What `extends` names: a built-in, or a file inside the user's folder."""
    name, place = source.data["extends"], source.place(("extends",))
    if not isinstance(name, str):
        raise InputError.of("'extends' takes a name or a path in quotes", place=place)
    try:
        if _NAME.fullmatch(name):
            return _built_in(kind, name)
        path = source.path.parent / name
        if Path(name).is_absolute() or not path.resolve().is_relative_to(home.resolve()):
            raise InputError.of(f"{name!r} lies outside the folder of the first file")
        return read_source(path)
    except (OSError, RuntimeError, ValueError):  # a circle of links is a RuntimeError
        raise InputError.of(f"cannot read {name!r}", place=place) from None
    except InputError as error:
        raise InputError(
            Problem(problem.message, problem.hint, problem.place or place) for problem in error.problems
        ) from None


def _lay_over(below: dict[str, Any], above: dict[str, Any]) -> None:
    for key, value in above.items():
        if isinstance(value, dict):
            under = below.get(key)
            below[key] = under if isinstance(under, dict) else {}
            _lay_over(below[key], value)
        else:
            below[key] = value
