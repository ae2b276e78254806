"""Findings in words, in every language."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

from sheetgen.layouts.catalog import load_layout, load_locale, load_variant
from sheetgen.locales.game_rules import game_rules
from sheetgen.locales.names import message
from sheetgen.rules.audit.findings import MESSAGE_NAMES, Finding
from tests.game_helpers import audited, entered
from tests.helpers import EXAMPLES, LANGUAGES, VARIANTS, edition
from tests.rules.audit.test_findings import WRONG
from tests.rules.engine.test_replay_illegal import ROWS
from tests.rules.logs import played


@cache
def all_findings() -> list[tuple[str, Finding]]:
    found = [(variant, finding) for _, variant, record, _ in WRONG for finding in audited(variant, record).findings]
    for variant, _, turns, *_ in ROWS:
        side = "a" if variant == "onboard" else None
        found += [(variant, finding) for finding in played(variant, "A B", turns, side).findings]
    return found


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_finding_can_be_told(language: str) -> None:
    locale = load_locale(language)
    for variant, finding in all_findings():
        told = message(finding, load_variant(variant), locale)
        assert told.endswith(".") and "{" not in told and not re.search(r"\b(red|green)\b", told), told
    rare = {"game-not-over-final", "impossible-turns-alone", "impossible-turns-together", "coloured-gone"}
    assert {finding.reason for _, finding in all_findings()} == set(MESSAGE_NAMES) - rare


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("reason", MESSAGE_NAMES)
def test_every_text_names_all_that_it_has(reason: str, language: str) -> None:
    """What a message could tell, it tells; so no language says less than another."""
    text = load_locale(language).findings[reason]
    assert {name for name in MESSAGE_NAMES[reason] if f"{{{{ {name} }}}}" in text} == set(MESSAGE_NAMES[reason])


def test_languages_differ() -> None:
    english, german = load_locale("en"), load_locale("de")
    assert not [reason for reason in MESSAGE_NAMES if english.findings[reason] == german.findings[reason]]


def test_misthrows_have_the_word_of_the_layout(tmp_path: Path) -> None:
    """No text has a word of its own for them, and the short rules have not either."""
    file = tmp_path / "mine.toml"
    words = re.compile("misthrow|penalt|fehlw[uü]r|raté", re.IGNORECASE)
    for code in (*LANGUAGES, str(EXAMPLES / "locales" / "fr.toml")):
        locale = load_locale(code)
        for variant in VARIANTS:
            file.write_text(f'extends = "{variant}"\nslug = "mine"\n[labels]\nsum_penalties = "Oops"\n')
            layout, rules = load_layout(file), edition(variant).rulebook
            texts = [message(finding, layout, locale) for other, finding in all_findings() if other == variant]
            paragraphs = game_rules(layout, rules, locale)
            texts += [text for paragraph in paragraphs for text in (paragraph.heading, paragraph.text)]
            assert not [text for text in texts if words.search(text)]
            assert sum("Oops" in paragraph.text for paragraph in paragraphs) >= 3


def told(variant: str, *lines: str, language: str = "en") -> list[str]:
    layout, locale = load_variant(variant), load_locale(language)
    return [message(finding, layout, locale) for finding in audited(variant, entered(variant, *lines)).findings]


def test_a_player_understands_it() -> None:
    assert told("classic", "Laura: red 2 3 4 12 lock") == ["Red 12 needs 5 crosses before it; this row has 3."]
    assert told("classic", "Laura: red 2 3 4 12 lock", language="de") == [
        "Vor Rot 12 müssen 5 Kreuze stehen; in dieser Reihe sind es 3."
    ]
    assert told("classic", "A: red 2", "B: red 3") == [
        "The game is not over. Misthrows: nobody has 4. Closed rows: 0 of 2."
    ]
    assert told("duel", "Black: red 2 3; penalties 1", "Grey: red 5", language="de") == [
        "Das Spiel ist nicht zu Ende: Alle haben noch Steine. Fehlwürfe: 1 von 4. Geschlossene Reihen: 0 von 2."
    ]
    assert told("bigpoints", "A: red-yellow 5") == [
        "Bonus field Red-Yellow 5 is crossed, but neither of its neighbours is (Red 5, Yellow 5)."
    ]
