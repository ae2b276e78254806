"""Load a layout by name or from a file, checked from end to end."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from sheetgen.errors import InputError, Problem, suggest
from sheetgen.layouts.changes import with_changes
from sheetgen.layouts.checks import impossibilities
from sheetgen.layouts.extend import Merged, built_in_names, load_built_in, load_file
from sheetgen.layouts.labels import label_fault
from sheetgen.layouts.models import Layout
from sheetgen.layouts.texts import LABEL_VALUES, Labels
from sheetgen.layouts.validate import validate


def variants() -> list[str]:
    """The names of the built-in layouts."""
    return built_in_names("layouts")


def load_variant(name: str, changes: Sequence[str] = ()) -> Layout:
    """A built-in layout, perhaps with changes from the command line."""
    return checked_layout(with_changes(load_built_in("layouts", name), changes))


def load_layout(path: Path, changes: Sequence[str] = ()) -> Layout:
    """A layout from the user's file, perhaps with changes from the command line."""
    return checked_layout(with_changes(load_file("layouts", path), changes))


def is_built_in(layout: Layout) -> bool:
    """Is this a built-in layout, just as it is?"""
    return layout.slug in variants() and load_variant(layout.slug).source.data == layout.source.data


def checked_layout(merged: Merged) -> Layout:
    """The layout that the files make, or one error with all that is wrong in them."""
    layout = validate(Layout, merged)
    problems = [*impossibilities(layout, merged), *_label_faults(layout, merged)]
    if problems:
        raise InputError(problems)
    layout.keep_source(merged)
    return layout


def _label_faults(layout: Layout, merged: Merged) -> Iterator[Problem]:
    for key, texts in layout.labels.items():
        if key not in Labels.model_fields:
            yield merged.problem(("labels", key), f"there is no label {key!r}", suggest(key, Labels.model_fields))
            continue
        for code, text in texts.items():
            if fault := label_fault(text, LABEL_VALUES.get(key, ())):
                yield merged.problem(("labels", key, code), *fault)
