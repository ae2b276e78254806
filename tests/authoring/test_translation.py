"""A check of a locale counts the texts that are still those of the language from which it is translated."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from sheetgen.authoring.check import check_file
from sheetgen.errors import Problem
from sheetgen.locales.texts import ENGLISH
from sheetgen.resources import folder
from tests.helpers import EXAMPLES, run

TEXTS = sum(len(texts) for table, texts in ENGLISH.items() if isinstance(texts, dict) and table != "synonyms")
ALL = TEXTS + len(ENGLISH["rules"])
HEAD = 'extends = "en"\ncode = "nl"\nlanguage = "Nederlands"\n'


@pytest.fixture
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def warning(text: str) -> Problem:
    """The only problem of a locale with this text."""
    Path("mine.toml").write_text(text, encoding="utf-8")
    (problem,) = check_file(Path("mine.toml"))
    assert problem.severity == "warning"
    return problem


def count(text: str) -> int:
    """How many texts of this locale are not translated."""
    found = re.match(r"(\d+) of (\d+) texts (?:is|are) not translated: ", warning(text).message)
    assert found
    assert int(found[2]) > TEXTS * 0.9
    return int(found[1])


def test_all_texts_of_a_new_locale_are_left(own_folder: Path, capsys: Any) -> None:
    assert run(capsys, "new", "nl.toml", "--from", "en").status == 0
    outcome = run(capsys, "check", "nl.toml")
    assert outcome.status == 0
    told = re.match(r"warning: nl\.toml:\d+:1: (\d+) of (\d+) texts are not translated: colours.red, ", outcome.output)
    assert told
    assert told[1] == told[2]
    assert ALL * 0.9 < int(told[1]) <= ALL, "texts without letters are not counted"
    assert outcome.output.count("warning: ") == 1


def test_inherited_and_repeated_texts_count_alike(own_folder: Path) -> None:
    repeated = f'[labels]\nname = "{ENGLISH["labels"]["name"]}"\n'
    assert count(HEAD) == count(HEAD + repeated) == count(HEAD + '[labels]\nname = "Naam"\n') + 1


def test_the_place_is_that_of_the_first_text_that_is_left(own_folder: Path) -> None:
    text = '[colours]\nred = "Rood"\n[labels]\nname = "Naam"\ndate = "Date"\n'
    assert warning(HEAD + text).line == 8
    assert warning(HEAD).line == 2


def test_texts_that_are_rightly_the_same_are_listed(own_folder: Path) -> None:
    assert count(HEAD + 'same = ["labels.start", "colours.orange"]\n') == count(HEAD) - 2


def test_texts_without_letters_are_not_counted(own_folder: Path) -> None:
    silent = [name for name, text in ENGLISH["labels"].items() if not re.sub(r"\{\{.*?\}\}|[^a-zA-Z]", "", text)]
    assert silent
    left = HEAD + "[labels]\n" + "".join(f'{name} = "!"\n' for name in silent)
    assert count(left) == count(HEAD)


def test_each_paragraph_of_the_rules_counts(own_folder: Path) -> None:
    first = ENGLISH["rules"][0]["text"]
    own = '[[rules]]\nwhen = []\nheading = "Doel"\ntext = "Wie wint?"\n'
    theirs = f'[[rules]]\nwhen = []\nheading = "Doel"\ntext = "{first}"\n'
    assert count(HEAD + own) == count(HEAD) - len(ENGLISH["rules"])
    assert count(HEAD + own + theirs) == count(HEAD + own) + 1


def test_a_finished_translation_has_no_warning(own_folder: Path) -> None:
    assert check_file(EXAMPLES / "locales" / "fr.toml") == []
    text = (EXAMPLES / "locales" / "fr.toml").read_text(encoding="utf-8")
    problem = warning(text.replace('"scorer.menu", ', ""))
    assert problem.message.startswith("1 of ")
    assert problem.message.endswith(" texts is not translated: scorer.menu")
    assert problem.hint == 'They are the same as in English. List those that should be: same = ["colours.orange"].'


def test_a_locale_without_extends_is_compared_with_english(own_folder: Path) -> None:
    german = (folder("templates") / "locales" / "de.toml").read_text(encoding="utf-8")
    assert "extends" not in german
    assert warning(german.replace("same = [", "same = [] # ")).message.endswith(
        "texts are not translated: colours.orange, labels.name, labels.trio, labels.bar, labels.sum_extra, "
        "labels.start, scorer.link"
    )


def test_a_translation_from_german_is_compared_with_german(own_folder: Path) -> None:
    dutch = HEAD.replace('"en"', '"de"')
    assert "as in Deutsch" in (warning(dutch).hint or "")
    assert count(dutch) == count(HEAD), "what German lists as the same as in English is not listed here"
    assert count(dutch + '[labels]\nstart = "Begin"\n') == count(dutch) - 1


def test_a_variation_of_a_language_is_no_translation(own_folder: Path) -> None:
    Path("austrian.toml").write_text('extends = "de"\ncode = "de-AT"\nlanguage = "Österreichisch"\n', encoding="utf-8")
    Path("kitchen.toml").write_text('extends = "en"\nlanguage = "Kitchen"\n[labels]\nname = "Dish"\n', encoding="utf-8")
    assert check_file(Path("austrian.toml")) == check_file(Path("kitchen.toml")) == []


def test_a_locale_for_a_country_is_compared_with_the_other_language(own_folder: Path) -> None:
    Path("nl.toml").write_text(HEAD + '[labels]\nname = "Naam"\n', encoding="utf-8")
    belgian = 'extends = "nl.toml"\ncode = "nl-BE"\nlanguage = "Vlaams"\n'
    assert count(belgian) == count(HEAD) - 1
    assert count(belgian + '[labels]\ndate = "Datum"\n') == count(HEAD) - 2
