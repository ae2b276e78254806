"""French, the example of a language of one's own, says all that English says, and prints wherever English does."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from sheetgen.game_input.quick_entry import read_entries
from sheetgen.layouts.catalog import load_locale, load_variant
from sheetgen.locales.names import synonyms
from sheetgen.resources import folder
from sheetgen.rules.game_spec import compile_rulebook
from tests.helpers import EXAMPLES, VARIANTS, document, texts
from tests.profiles import selection

ENGLISH = folder("templates") / "locales" / "en.toml"
FRENCH = EXAMPLES / "locales" / "fr.toml"


def entries(file: Path) -> dict[str, str]:
    """Every text of a locale by its key. Words for reading out a sheet are each language's own."""
    own = ("extends", "same", "synonyms")
    data = tomllib.loads(file.read_text(encoding="utf-8"))
    return dict(_leaves({key: value for key, value in data.items() if key not in own}))


def _leaves(value: Any, key: str = "") -> Iterator[tuple[str, str]]:
    if not isinstance(value, dict | list):
        yield key, value
        return
    for name, each in value.items() if isinstance(value, dict) else enumerate(value):
        yield from _leaves(each, f"{key}.{name}".lstrip("."))


def placeholders(text: str) -> set[str]:
    return set(re.findall(r"\{\{ (\w+) \}\}", text))


def test_every_text_is_there_and_none_besides() -> None:
    assert set(entries(FRENCH)) == set(entries(ENGLISH))


def test_every_text_names_the_same_values() -> None:
    english, french = entries(ENGLISH), entries(FRENCH)
    assert {key: placeholders(text) for key, text in french.items()} == {
        key: placeholders(text) for key, text in english.items()
    }


def test_the_rules_are_for_the_same_games() -> None:
    french = load_locale(str(FRENCH))
    assert (french.code, french.language) == ("fr", "Français")
    assert [rule.when for rule in french.rules] == [rule.when for rule in load_locale("en").rules]


@pytest.mark.parametrize("paper", selection(["a4", "letter", "a5"], ["letter"]))
@pytest.mark.parametrize("variant", VARIANTS)
def test_every_variant_prints_with_its_rules(variant: str, paper: str) -> None:
    """Labels that were too long would be refused, or make what is printed too small for the paper."""
    pages = document(variant, paper, language=str(FRENCH), back="rules").pages()
    printed = {text.text for page in pages for text, _ in texts(page.scene)}
    assert {"But du jeu", "Un tour", "Fermer une rangée", "Fin de la partie", "Points"} <= printed


def test_a_sheet_is_read_out_in_french() -> None:
    layout = load_variant("onboard")
    words = synonyms(layout, load_locale(str(FRENCH)))
    text = "Anna: Rouge 2-6 12 cadenas; bleu 12 2 verrou; ratés 1; case jaune 6 +3"
    [anna] = read_entries(compile_rulebook(layout.game), [text], "a", words).sheets
    red = {f"red {number}" for number in (2, 3, 4, 5, 6, 12, "lock")}
    assert set(anna.crosses) == red | {"blue 12", "blue 2", "blue lock"}
    assert (anna.penalties, anna.space) == (1, 6)
