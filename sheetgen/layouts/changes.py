"""Changes from the command line: `game.penalties.points=-3`. Each is laid over the layout like a small file."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Sequence
from functools import partial
from pathlib import Path

from sheetgen.errors import Collector, InputError, Place, shortened
from sheetgen.layouts.extend import Merged, merge
from sheetgen.layouts.source import SET_LABEL, Source, parse_source

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
