"""Merge a file with the files that it extends, and with changes from the command line.

The same rules hold for layouts, themes and locales: tables are merged key by key, everything else is replaced, and
`false` removes a table. The command line overrides the user's file, which overrides the file that it extends. A change
from the command line, such as `game.penalties.points=-3`, is merged like a small file.
"""

import json
import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any, Literal, NamedTuple

from sheetgen.bounded_reading import confined_path
from sheetgen.errors import Collector, InputError, KeyPath, Place, Problem, shortened, suggest
from sheetgen.layouts.files.source import SET_LABEL, Source, parse_source, read_built_in, read_source
from sheetgen.resources import folder

MAX_CHAIN = 8  # files that extend one another
MAX_CHANGES = 100  # on one command line
Kind = Literal["layouts", "themes", "locales"]
KINDS: dict[Kind, str] = {"layouts": "variant", "themes": "theme", "locales": "language"}  # words in messages

_MULTILINGUAL_KEYS = ("title", "about")  # tables with a text for each language, which are replaced as a whole
_BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")
_CHANGE = re.compile(r"\s*([A-Za-z0-9_-]+(?:\s*\.\s*[A-Za-z0-9_-]+)*)\s*=\s*(.*?)\s*")


class Merged(NamedTuple):
    """A file merged with all files that it extends. Each source overrides those after it."""

    data: dict[str, Any]
    sources: tuple[Source, ...]

    @property
    def is_built_in(self) -> bool:
        """Whether all files come with the program."""
        return all(source.is_built_in for source in self.sources)

    def place(self, path: KeyPath) -> Place:
        """Return the place of a key in the file that states it, or else of the innermost table around it."""
        list_path = next((path[:at] for at, part in enumerate(path) if isinstance(part, int)), path)
        # An entry of a list is in the file that states the list, even if other files have longer lists.
        sources = [source for source in self.sources if list_path in source.offsets][:1] or self.sources
        for length in range(len(path), 0, -1):
            for source in sources:
                if place := source.place(path[:length]):
                    return place
        return Place(self.sources[0].label, 1, 1, "")

    def own_place(self, *paths: KeyPath) -> Place:
        """Return the place of the first of these keys that is in a user's file, where the cause most likely is."""
        own = [source for source in self.sources if not source.is_built_in]
        places = (source.place(path) for path in paths for source in own)
        return next(filter(None, places), self.place(paths[0]))

    def problem(self, path: KeyPath, message: str, hint: str | None = None, *others: KeyPath) -> Problem:
        """Return a problem with the value at this key, placed at the first given key that is in a user's file."""
        return Problem(message, hint, self.own_place(path, *others))

    def source_of(self, path: KeyPath) -> Source:
        """Return the file whose value of this key applies."""
        return next(source for source in self.sources if path in source.offsets)


def is_built_in_name(name: str) -> bool:
    """Return whether this is the name of a built-in layout, theme or locale, and not of a file."""
    return not (name.lower().endswith(".toml") or "/" in name or "\\" in name)


def built_in_names(kind: Kind) -> list[str]:
    """Return the names of the built-in layouts, themes or locales."""
    return sorted(path.stem for path in (folder("templates") / kind).glob("*.toml"))


def load_built_in(kind: Kind, name: str) -> Merged:
    """Load a built-in file by name, merged with the files that it extends."""
    return merge_chain(kind, _find_built_in(kind, name))


def load_referenced(kind: Kind, merged: Merged, key: str) -> Merged:
    """Load the theme or locale that a layout names with a key: a built-in one, or a file in its folder."""
    return merge_chain(kind, read_referenced(kind, merged.source_of((key,)), key))


def referenced_path(merged: Merged, path: KeyPath, name: str) -> Path:
    """Return the path of a file that is named at this key. It may not lie outside the folder of the first file."""
    with _errors_at(merged.place(path)):
        return _confined_path(merged.source_of(path), name)


def merge_chain(kind: Kind, first: Source) -> Merged:
    """Merge a file with the file that it extends, and so on."""
    chain = [first]
    while "extends" in chain[-1].data:
        place = chain[-1].place(("extends",))
        parent = read_referenced(kind, chain[-1], "extends")
        if any(parent.path.resolve() == seen.path.resolve() for seen in chain):
            circle = " → ".join([*(seen.label for seen in chain), parent.label])
            raise InputError.of("this extends itself", circle, place)
        if len(chain) == MAX_CHAIN:
            raise InputError.of(f"more than {MAX_CHAIN} files extend one another", "Put some of them together.", place)
        chain.append(parent)
    return merge(chain)


def merge(chain: list[Source]) -> Merged:
    """Merge files, each of which overrides the next."""
    data: dict[str, Any] = {}
    for source in reversed(chain):
        stated = {key: value for key, value in source.data.items() if key != "extends"}
        replaced = stated.keys() & _MULTILINGUAL_KEYS
        data = merge_tables({key: value for key, value in data.items() if key not in replaced}, stated)
    return Merged(data, tuple(chain))


def read_referenced(kind: Kind, source: Source, key: str) -> Source:
    """Read the file that a key such as `extends` names: a built-in file, or one inside the user's folder."""
    name = source.data[key]
    if not isinstance(name, str):
        hint = f'Write {key} = "{built_in_names(kind)[0]}", or a file.'
        raise InputError.of(f"{key!r} takes a name or a path in quotes", hint, source.place((key,)))
    with _errors_at(source.place((key,))):
        if is_built_in_name(name):
            return _find_built_in(kind, name, source.path.parent)
        return read_source(_confined_path(source, name), home=source.home)


def merge_tables(base: dict[str, Any], overriding: dict[str, Any]) -> dict[str, Any]:
    """Return a table with another one merged into it key by key; `false` removes a table, text or list."""
    merged = dict(base)
    for key, value in overriding.items():
        old = merged.get(key)
        if isinstance(value, dict):
            merged[key] = merge_tables(old if isinstance(old, dict) else {}, value)
        elif value is False and isinstance(old, dict | str | list):
            del merged[key]
        else:
            merged[key] = value
    return merged


def change_texts(changes: Mapping[str, Any] | Sequence[str]) -> Sequence[str]:
    """Return changes as on the command line: `{"game.penalties.points": -3}` as `["game.penalties.points = -3"]`."""
    if isinstance(changes, Mapping):
        return [f"{key} = {inline_toml(value)}" for key, value in changes.items()]
    return changes


def inline_toml(value: Any) -> str:
    """Return a value as TOML on one line. Texts, numbers, booleans and keys are written as in JSON."""
    if isinstance(value, Mapping):
        members = (
            f"{key if _BARE_KEY.fullmatch(key) else json.dumps(key)} = {inline_toml(each)}"
            for key, each in value.items()
        )
        return f"{{ {', '.join(members)} }}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(inline_toml, value))}]"
    return json.dumps(value, ensure_ascii=False)


def with_changes(merged: Merged, changes: Sequence[str]) -> Merged:
    """Merge changes from the command line into a file; later ones override earlier ones."""
    if len(changes) > MAX_CHANGES:
        raise InputError.of(f"there are {len(changes)} changes", f"At most {MAX_CHANGES}; put them into a file.")
    problems = Collector()
    sources = [problems.attempt(partial(_parse_change, change)) for change in changes]
    problems.raise_if_any()
    return merge([*(source for source in reversed(sources) if source), *merged.sources])


def _find_built_in(kind: Kind, name: str, user_folder: Path | None = None) -> Source:
    """Read the built-in file of this name. If there is none, the hint may name a file in `user_folder`."""
    names = built_in_names(kind)
    if name in names:
        return read_built_in(folder("templates") / kind / f"{name}.toml", f"{kind}/{name}.toml")
    hint = suggest(name, names)
    for other, word in KINDS.items():
        if name in built_in_names(other):
            hint = f"{name!r} is a {word}. A {KINDS[kind]} is one of: {', '.join(names)}."
    if user_folder and f"{name}.toml" in (path.name for path in user_folder.glob("*.toml")):
        hint = f"Did you mean {f'{name}.toml'!r}?"
    raise InputError.of(f"there is no {KINDS[kind]} {shortened(name)!r}", hint)


@contextmanager
def _errors_at(place: Place | None) -> Iterator[None]:
    """Give a place to errors that have none."""
    try:
        yield
    except InputError as error:
        raise InputError(each._replace(place=each.place or place) for each in error.problems) from None


def _confined_path(source: Source, name: str) -> Path:
    path = confined_path(name, source.path.parent, source.home)
    if path is None:
        hint = "Put it beside that file, or below it."
        raise InputError.of(f"{shortened(name)!r} lies outside the folder of the first file", hint)
    return path


def _parse_change(change: str) -> Source:
    found = _CHANGE.fullmatch(change)
    place = Place(SET_LABEL, 1, 1, shortened(change))
    if not found or not change.isprintable():
        raise InputError.of(f"{shortened(change)!r} is not a change", "Example: game.penalties.points=-3.", place)
    key, value = found.groups()
    if key.partition(".")[0].strip() == "extends":
        raise InputError.of("--set cannot change the key extends", "Give another --variant or --layout.", place)
    return parse_source(f"{key} = {_toml_value(value)}", Path.cwd() / SET_LABEL, SET_LABEL, Path.cwd())


def _toml_value(value: str) -> str:
    """Return a value from the command line as TOML. Texts need no quotes, which a shell would remove."""
    if value.startswith(("{", "[", '"')):
        return value  # a table, a list, a quoted text, or a syntax error to report
    try:
        tomllib.loads(f"value = {value}")
    except (tomllib.TOMLDecodeError, RecursionError):
        return json.dumps(value, ensure_ascii=False)
    return value
