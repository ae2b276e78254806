"""One model layer: built-in files pass the same checks as users' files."""

from __future__ import annotations

from pathlib import Path

import pytest
from pydantic import ValidationError

from sheetgen.errors import InputError
from sheetgen.file_model import Model
from sheetgen.layouts.catalog import MODELS, is_built_in, kind_of, load_layout, load_variant
from sheetgen.layouts.consistency import checked_layout
from sheetgen.layouts.files.merge import KINDS, Kind, Merged, built_in_names, load_built_in, merge_chain
from sheetgen.layouts.files.source import read_source
from sheetgen.layouts.layout import Layout
from sheetgen.layouts.validation import validate
from sheetgen.locales.locale import checked_locale
from sheetgen.resources import folder
from sheetgen.themes.theme import Theme
from tests.helpers import EXAMPLE_LAYOUTS, EXAMPLE_LOCALES, EXAMPLE_THEMES

BUILT_IN = [(kind, name) for kind in KINDS for name in built_in_names(kind)]
EXAMPLES = [*EXAMPLE_LAYOUTS, *EXAMPLE_THEMES, *EXAMPLE_LOCALES]


def checked(kind: Kind, merged: Merged) -> Model:
    """The model after every check that a user's file has to pass."""
    match kind:
        case "layouts":
            return checked_layout(merged)
        case "themes":
            return validate(Theme, merged)
        case "locales":
            return checked_locale(merged)


@pytest.mark.parametrize(("kind", "name"), BUILT_IN)
def test_every_built_in_file_passes_all_checks(kind: Kind, name: str) -> None:
    merged = load_built_in(kind, name)
    assert merged.is_built_in
    assert isinstance(checked(kind, merged), MODELS[kind])


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.name)
def test_every_example_passes_all_checks(path: Path) -> None:
    source = read_source(path)
    kind = kind_of(source)
    checked(kind, merge_chain(kind, source))


def test_a_number_without_a_fraction_is_a_number_too() -> None:
    merged = load_built_in("themes", "color")
    theme = validate(Theme, merged._replace(data=merged.data | {"outline": 1}))
    assert isinstance(theme.outline, float)


def test_a_file_is_checked_wherever_it_lies() -> None:
    """Who adds a built-in layout tries it as a file first."""
    layout = load_layout(folder("templates") / "layouts" / "classic.toml")
    assert not layout.source.is_built_in
    assert layout == load_variant("classic") and is_built_in(layout)


def test_models_cannot_be_changed() -> None:
    layout = load_variant("classic")
    with pytest.raises(ValidationError, match="frozen"):
        layout.game.dice = 8


def test_unknown_keys_and_other_types_are_refused() -> None:
    merged = load_built_in("layouts", "classic")
    for change in ({"colour": 1}, {"slug": 5}):
        with pytest.raises(InputError):
            validate(Layout, merged._replace(data=merged.data | change))
