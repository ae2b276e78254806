"""The files that a layout was made of, packed to travel inside a PDF. How they come out again is in unpack.py.

All that is stated travels: the changes of the command line, the user's files and the built-in ones below them, as they
were on that day. A theme or language of one's own travels along if the layout names it. Fonts do not: their licences
seldom allow it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import NamedTuple

from sheetgen.errors import InputError
from sheetgen.layouts.extend import Kind, Merged, is_built_in_name, load_named_by
from sheetgen.layouts.locales import checked_locale
from sheetgen.layouts.models import Layout
from sheetgen.layouts.source import SET_LABEL
from sheetgen.layouts.themes import checked_theme

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
