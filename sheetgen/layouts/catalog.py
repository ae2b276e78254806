"""Load a layout by name or from a file, checked from end to end."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from sheetgen.layouts.files.extend import Merged, built_in_names, load_built_in, load_file
from sheetgen.layouts.models.build import built
from sheetgen.layouts.models.layout import Layout


def variants() -> list[str]:
    """The names of the built-in layouts."""
    return built_in_names("layouts")


def load_variant(name: str, changes: Sequence[str] = ()) -> Layout:
    """A built-in layout, perhaps with changes from the command line."""
    return checked_layout(_changed(load_built_in("layouts", name), changes))


def load_layout(path: Path, changes: Sequence[str] = ()) -> Layout:
    """A layout from the user's file, perhaps with changes from the command line."""
    return checked_layout(_changed(load_file("layouts", path), changes))


def _changed(merged: Merged, changes: Sequence[str]) -> Merged:
    if not changes:
        return merged
    from sheetgen.layouts.files.extend import with_changes

    return with_changes(merged, changes)


def is_built_in(layout: Layout) -> bool:
    """Is this a built-in layout, just as it is?"""
    source = layout.source
    if source.is_built_in:
        return True
    return layout.slug in variants() and load_built_in("layouts", layout.slug).data == source.data


def checked_layout(merged: Merged) -> Layout:
    """The layout that the files make, or one error with all that is wrong in them."""
    if merged.is_built_in:
        layout = built(Layout, merged.data)
    else:
        from sheetgen.layouts.checks.layout import check_layout

        layout = check_layout(merged)
    layout.keep_source(merged)
    return layout
