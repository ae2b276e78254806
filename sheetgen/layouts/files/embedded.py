"""Embed the files of a layout in a PDF, and restore the layout from embedded files.

A PDF contains the changes from the command line, the user's files and the built-in files that they extend, as they were
when it was made. A user's theme or locale is embedded if the layout names it. Fonts are not: their licences seldom
allow it. Embedded files are untrusted: their names never decide where a file is written.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple, cast

import tomli_w

from sheetgen.errors import InputError, shortened
from sheetgen.file_model import is_colour
from sheetgen.layouts.files.merge import (
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

USER, BUILT_IN, COMMAND_LINE = "own", "built-in", "set"  # origin of a file, in the names of embedded files

_REFERENCES: dict[str, Kind] = {"theme": "themes", "lang": "locales"}  # keys by which a layout names other files
_CHECKS: dict[Kind, Callable[[Merged], object]] = {"themes": partial(validate, Theme), "locales": checked_locale}
_EMBEDDED_NAME = re.compile(
    rf"(?:(.+)/)?(layouts|themes|locales)-([0-9]{{1,3}})-({USER}|{BUILT_IN}|{COMMAND_LINE})-(.+)\.toml", re.DOTALL
)
_SAFE_NAME = re.compile(r"[A-Za-z0-9_-][A-Za-z0-9_.-]{0,100}\.toml")


class EmbeddedFile(NamedTuple):
    """A file to be embedded. Its name consists of its kind, its position in the chain, its origin and its stem.

    In a PDF with several layouts, the slug of the layout and a slash come first.
    """

    name: str
    text: str
    about: str


def embedded_files(layout: Layout, owner: str | None = None) -> Iterator[EmbeddedFile]:
    """Yield all files that a layout consists of, the user's first. `owner` is its slug if there are several layouts."""
    for file in _files_of(layout):
        yield file._replace(name=f"{owner}/{file.name}") if owner else file


def _files_of(layout: Layout) -> Iterator[EmbeddedFile]:
    yield from _embedded_chain("layouts", layout.source)
    for key, kind in _REFERENCES.items():
        name = getattr(layout, key)
        if name and not is_built_in_name(name):
            with suppress(InputError):  # an invalid file that is used was reported before
                merged = load_referenced(kind, layout.source, key)
                _CHECKS[kind](merged)
                yield from _embedded_chain(kind, merged)


def _embedded_chain(kind: Kind, merged: Merged) -> Iterator[EmbeddedFile]:
    """Yield the files of a chain. All changes from the command line are one file, with one line for each."""
    changes = [source.text for source in merged.sources if source.label == SET_LABEL]
    layers = [(COMMAND_LINE, "changes", "\n".join(reversed(changes)) + "\n")] if changes else []
    for source in merged.sources[len(changes) :]:
        stem = re.sub(r"[^\w.]+", "-", source.path.stem)[:40].strip("-") or "file"
        layers.append((BUILT_IN if source.is_built_in else USER, stem, source.text))
    for number, (origin, stem, text) in enumerate(layers, start=1):
        yield EmbeddedFile(f"{kind}-{number}-{origin}-{stem}.toml", text, f"{origin} {kind.removesuffix('s')}")


@dataclass(frozen=True, slots=True)
class ExtractedLayout:
    """A layout that was restored from embedded files."""

    variant: str | None  # the built-in layout that it equals, if any
    text: str
    referenced_files: dict[str, str]  # texts of the theme and locale files that it names, by name


def extract_layout(files: Iterable[tuple[str, str]], file: Path) -> ExtractedLayout | None:
    """Restore a layout, to be written as `file`, from embedded files (names and texts); None if there is no layout.

    Of several layouts, it is the one whose slug is the stem of `file`.
    """
    chains = _chains(_files_of_one(list(files), file.stem))
    if "layouts" not in chains:
        return None
    data = merge(chains["layouts"]).data
    changes: dict[str, str] = {}
    referenced_files: dict[str, str] = {}
    for key, kind in _REFERENCES.items():
        stated = data.get(key)
        if kind in chains and isinstance(stated, str) and not is_built_in_name(stated):
            name = _referenced_name(key, stated, file, referenced_files)
            referenced_files[name] = _shortest_text(kind, chains[kind], {})
            _CHECKS[kind](merge_chain(kind, parse_source(referenced_files[name], Path(name), name, Path())))
            changes |= {key: name} if name != stated else {}
    variant = None
    if data.get("slug") in built_in_names("layouts"):
        if _resolved_text("layouts", tomli_w.dumps({"extends": data["slug"]})) != _toml_text("layouts", data):
            changes["slug"] = slug_of(file.stem)
        elif all(source.is_built_in or source.label == SET_LABEL for source in chains["layouts"]):
            variant = data["slug"]
    return ExtractedLayout(variant, _shortest_text("layouts", chains["layouts"], changes), referenced_files)


def _files_of_one(files: Sequence[tuple[str, str]], slug: str) -> list[tuple[str, str]]:
    """Return the files of one layout: of the only one, or of the one with this slug."""
    owners = {name: found[1] for name, _ in files if (found := _EMBEDDED_NAME.fullmatch(name))}
    slugs = list(dict.fromkeys(owners.values()))
    if len(slugs) > 1 and slug not in slugs:
        names = " or ".join(f"{shortened(each or 'sheet')}.toml" for each in slugs)
        raise InputError.of("the PDF contains several layouts", f"Name the new file after the one you want: {names}.")
    return [each for each in files if len(slugs) < 2 or owners.get(each[0]) == slug]


def _referenced_name(key: str, stated: str, file: Path, taken: Iterable[str]) -> str:
    """Return the file name that the layout states if it is safe and free, or else one derived from `file`."""
    derived = {each: f"{file.stem}-{each}.toml" for each in _REFERENCES}
    reserved = (file.name, "sheetgen.toml", "pyproject.toml", *derived.values(), *taken)
    return stated if _SAFE_NAME.fullmatch(stated) and stated.lower() not in map(str.lower, reserved) else derived[key]


def _chains(files: Iterable[tuple[str, str]]) -> dict[Kind, list[Source]]:
    """Return the files of each kind in order, each change from the command line as one. Refuse incomplete chains."""
    chains: dict[Kind, list[Source]] = {}
    numbers: dict[Kind, list[int]] = {}
    for name, text in sorted(files):
        if found := _EMBEDDED_NAME.fullmatch(name):
            kind = cast(Kind, found[2])
            origin = found[4]
            path = Path(f"{found[5]}.toml")
            numbers.setdefault(kind, []).append(int(found[3]))
            texts, label = [text], name
            if origin == COMMAND_LINE:
                texts, label = [line for line in reversed(text.split("\n")) if line], SET_LABEL
            sources = (parse_source(each, path, label, Path()) for each in texts)
            chains.setdefault(kind, []).extend(replace(each, is_built_in=origin == BUILT_IN) for each in sources)
    for kind, chain in chains.items():
        # Every file but the last extends the next one.
        extending = ["extends" in source.data for source in chain if source.label != SET_LABEL]
        complete = list(range(1, len(numbers[kind]) + 1))
        if numbers[kind] != complete or extending != [True] * (len(extending) - 1) + [False]:
            raise InputError.of(f"the {kind.removesuffix('s')} in the PDF is incomplete", "Use an undamaged copy.")
    return chains


def _shortest_text(kind: Kind, chain: list[Source], changes: dict[str, str]) -> str:
    """Return the text of one file that equals a chain with changes of top-level keys.

    It is the user's own text with its comments if possible, or else the differences from a built-in file, or else all.
    """
    everything = _toml_text(kind, merge_tables(merge(chain).data, changes))
    own = [source for source in chain if not source.is_built_in]
    texts = []
    if [source.label == SET_LABEL for source in own] == [False]:
        text, at = own[0].text, own[0].offsets.get(("extends",), 0)
        texts.append(text[:at] + tomli_w.dumps(changes) + text[at:])
    if len(own) < len(chain):
        extends = tomli_w.dumps({"extends": chain[len(own)].path.stem})
        texts.append(f"{extends}\n{tomli_w.dumps(merge_tables(merge(own).data, changes))}")
    return next((text for text in texts if _resolved_text(kind, text) == everything), everything)


def _resolved_text(kind: Kind, text: str) -> str | None:
    """Return a text merged with the built-in file that it extends; None if it is invalid or extends another file."""
    with suppress(InputError):
        source = parse_source(text, Path("new.toml"), "new.toml", Path())
        if source.data.get("extends") in (None, *built_in_names(kind)):
            return _toml_text(kind, merge_chain(kind, source).data)
    return None


def _toml_text(kind: Kind, data: dict[str, Any]) -> str:
    """Return data as TOML. All colours are tables: tomli_w writes tables last, and the order matters."""
    colours = data.get("colours")
    if kind == "themes" and isinstance(colours, dict):
        tables = {name: {"band": value} if is_colour(value) else value for name, value in colours.items()}
        data = {**data, "colours": tables}
    return tomli_w.dumps(data, multiline_strings=True)
