"""What comes with the program is only read: it is checked here, as users' files are whenever they are loaded."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from pydantic import BaseModel

from sheetgen.layouts.catalog import is_built_in, load_layout, load_variant
from sheetgen.layouts.checks.layout import check_layout
from sheetgen.layouts.files.extend import KINDS, Kind, Merged, built_in_names, load_built_in, load_file
from sheetgen.layouts.kinds import MODELS, kind_of
from sheetgen.layouts.models.base import Model, changed, fresh, keys_of, values_of
from sheetgen.layouts.models.build import built
from sheetgen.layouts.models.pydantic_models import pydantic_model
from sheetgen.layouts.models.validation import validate
from sheetgen.locales.checks import check_locale
from sheetgen.resources import folder
from sheetgen.themes.theme import Theme
from tests.helpers import EXAMPLE_LAYOUTS, EXAMPLE_LOCALES, EXAMPLE_THEMES

BUILT_IN = [(kind, name) for kind in KINDS for name in built_in_names(kind)]
EXAMPLES = [*EXAMPLE_LAYOUTS, *EXAMPLE_THEMES, *EXAMPLE_LOCALES]


def checked(kind: Kind, merged: Merged) -> Model:
    """The model after every check that a user's file has to pass."""
    match kind:
        case "layouts":
            return check_layout(merged)
        case "themes":
            return validate(Theme, merged)
        case "locales":
            return check_locale(merged)


@pytest.mark.parametrize(("kind", "name"), BUILT_IN)
def test_every_built_in_file_passes_all_checks(kind: Kind, name: str) -> None:
    merged = load_built_in(kind, name)
    assert merged.is_built_in
    assert checked(kind, merged) == built(MODELS[kind], merged.data)


def same(theirs: Any, ours: Any) -> bool:
    """Did pydantic read what we have read? It does not know our defaults."""
    if isinstance(theirs, BaseModel):
        stated = theirs.model_fields_set
        return type(theirs).__name__ == type(ours).__name__ and all(
            same(getattr(theirs, key), getattr(ours, key)) for key in stated
        )
    if isinstance(theirs, dict):
        return list(theirs) == list(ours) and all(same(value, ours[key]) for key, value in theirs.items())
    if isinstance(theirs, list):
        return len(theirs) == len(ours) and all(map(same, theirs, ours))
    return type(theirs) is type(ours) and bool(theirs == ours)


@pytest.mark.parametrize(("kind", "name"), BUILT_IN)
def test_built_in_files_are_read_as_they_are_checked(kind: Kind, name: str) -> None:
    data = load_built_in(kind, name).data
    assert same(pydantic_model(MODELS[kind]).model_validate(data), built(MODELS[kind], data))


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.name)
def test_examples_are_read_as_they_are_checked(path: Path) -> None:
    kind = kind_of(path)
    data = load_file(kind, path).data
    assert same(pydantic_model(MODELS[kind]).model_validate(data), built(MODELS[kind], data))


def test_a_number_without_a_fraction_is_a_number_too() -> None:
    data = load_built_in("themes", "color").data | {"outline": 1}
    assert same(pydantic_model(Theme).model_validate(data), built(Theme, data))
    assert isinstance(built(Theme, data).outline, float)


def test_a_file_is_checked_wherever_it_lies() -> None:
    """Who adds a built-in layout tries it as a file first."""
    layout = load_layout(folder("templates") / "layouts" / "classic.toml")
    assert not layout.source.is_built_in
    assert layout == load_variant("classic") and is_built_in(layout)


class Point(Model):
    x: int
    y: int = 0
    tags: list[str] = fresh(factory=list)


def test_models_have_keys_and_defaults() -> None:
    assert keys_of(Point) == ("x", "y", "tags")
    assert values_of(Point(x=1)) == {"x": 1, "y": 0, "tags": []}
    assert Point(x=1) == Point(x=1, y=0) != Point(x=2)
    assert Point(x=1).tags is not Point(x=1).tags
    assert repr(Point(x=1)) == "Point(x=1, y=0, tags=[])"


def test_models_lack_no_key_and_have_no_other() -> None:
    wrong: list[dict[str, Any]] = [{}, {"x": 1, "z": 1}]
    for values in wrong:
        with pytest.raises(TypeError, match="missing or unknown"):
            Point(**values)


def test_models_do_not_change_but_can_be_made_anew() -> None:
    point = Point(x=1)
    with pytest.raises(AttributeError, match="does not change"):
        point.x = 2  # type: ignore[misc]
    assert changed(point, x=2) == Point(x=2) and point.x == 1
