from __future__ import annotations

import re
from pathlib import Path

import pytest

import sheetgen
from sheetgen.layouts.catalog import load_locale, load_theme
from sheetgen.locales.texts import ENGLISH
from sheetgen.rules.audit.findings import RULE_IDS
from tests.helpers import LANGUAGES


@pytest.mark.parametrize("name", LANGUAGES)
def test_every_language_has_the_rules_for_every_kind_of_game(name: str) -> None:
    english, other = load_locale("en"), load_locale(name)
    assert [rule.when for rule in other.rules] == [rule.when for rule in english.rules]
    assert [rule.ids for rule in other.rules] == [rule.ids for rule in english.rules]
    assert other.code == name


def test_every_rule_that_a_finding_can_cite_is_told() -> None:
    assert {id for rule in load_locale("en").rules for id in rule.ids} == set(RULE_IDS)


@pytest.mark.parametrize("name", LANGUAGES)
def test_every_language_names_every_colour(name: str) -> None:
    theme = load_theme("color")
    assert {*theme.colours, *theme.tokens} <= set(load_locale(name).colours)


def test_the_program_names_only_texts_that_there_are() -> None:
    """Type checkers accept any name of a text, because the English locale is the list of them."""
    code = "\n".join(path.read_text(encoding="utf-8") for path in Path(sheetgen.__file__).parent.rglob("*.py"))
    named = re.findall(r"(?:\blocale\.(?:scoring|scorer|book|photos|scan)|\bwords)\.([a-z_]+)\b", code)
    assert len(named) > 30
    assert set(named) <= {key for table in ("scoring", "scorer", "book", "photos", "scan") for key in ENGLISH[table]}
