from __future__ import annotations

import pytest

from sheetgen.layouts.catalog import load_locale, load_theme
from tests.helpers import LANGUAGES


@pytest.mark.parametrize("name", LANGUAGES)
def test_every_language_has_the_rules_for_every_kind_of_game(name: str) -> None:
    english, other = load_locale("en"), load_locale(name)
    assert [rule.when for rule in other.rules] == [rule.when for rule in english.rules]
    assert other.code == name


@pytest.mark.parametrize("name", LANGUAGES)
def test_every_language_names_every_colour(name: str) -> None:
    theme = load_theme("color")
    assert {*theme.colours, *theme.tokens} <= set(load_locale(name).colours)
