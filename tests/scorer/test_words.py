"""Every text that a page needs is there, and none that it does not."""

from __future__ import annotations

import re

import pytest

from sheetgen.layouts.catalog import load_locale, load_variant
from sheetgen.locales.texts import BookWords, ScorerWords
from sheetgen.resources import folder
from sheetgen.scorer.page.data import (
    FEATURE_KEYS,
    PHOTO_PROBLEMS,
    book_content,
    cited_rules,
    page_reasons,
    page_words,
    photo_words,
)
from sheetgen.scorer.page.html_page import script_folder
from sheetgen.scorer.page.start_content import script_texts
from tests.game_helpers import audited
from tests.helpers import EXAMPLES, LANGUAGES, VARIANTS, edition
from tests.rules.audit.test_findings import WRONG

SCRIPTS = {path: path.read_text(encoding="utf-8") for path in script_folder().rglob("*.js")}
CAMERA = "".join(text for path, text in SCRIPTS.items() if path.parent.name == "camera")
START = SCRIPTS[script_folder() / "start.js"]
PAGE = "".join(text for path, text in SCRIPTS.items() if path.parent.name != "camera" and text != START)
NOTICES = {"other_rules", "other_look", "forgetful", "full", "link_damaged", "link_other"}
LOOKS = {"look_auto", "look_light", "look_dark"}
SCREENS = {"sheet", "result"}
SEVERITIES = {"error", "warning"}
ENDS = {"over_rows", "over_penalties", "over_tokens", "over_track"}
HINTS = {f"live_{hint}" for hint in ("dark", "none", "corner", "closer", "blurred", "moving")}
PROBLEMS = {*PHOTO_PROBLEMS, *re.findall(r'"(photo_\w+)"', CAMERA)}


def named(script: str) -> set[str]:
    """The keys of the texts that a script names."""
    return set(re.findall(r"\btexts\.(\w+)", script))


FIGURES = {"games", "wins", "share", "average", "best", "streak", "longest"}


@pytest.mark.parametrize("has_camera", [False, True], ids=["plain", "camera"])
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("variant", VARIANTS)
def test_the_script_finds_its_texts(variant: str, language: str, has_camera: bool) -> None:
    words = page_words(load_variant(variant), edition(variant).rulebook, load_locale(language), has_camera)
    needed = named(PAGE) | NOTICES | LOOKS | SCREENS | SEVERITIES | ENDS
    features = edition(variant).rulebook.to_data()
    only_some_need = set() if edition(variant).rulebook.lucky else {"lucky"}
    only_some_need |= {key for feature, keys in FEATURE_KEYS.items() if not features.get(feature) for key in keys}
    if not has_camera:
        only_some_need |= {key for key in needed if key.startswith("photo")}
    assert needed - only_some_need == set(words["texts"])


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_camera_finds_its_texts(language: str) -> None:
    """Either its own ones, or those of the page, and no text is there twice."""
    locale = load_locale(language)
    of_page = set(page_words(load_variant("classic"), edition("classic").rulebook, locale, has_camera=True)["texts"])
    assert (named(CAMERA) | PROBLEMS | HINTS) - of_page == set(photo_words(locale))


@pytest.mark.parametrize("language", [*LANGUAGES, str(EXAMPLES / "locales" / "fr.toml")], ids=[*LANGUAGES, "fr"])
@pytest.mark.parametrize("variant", VARIANTS)
def test_every_rule_that_a_page_can_cite_has_words(variant: str, language: str) -> None:
    """And there are no other words of rules on it."""
    rulebook = edition(variant).rulebook
    rules = page_words(load_variant(variant), rulebook, load_locale(language), False)["rules"]
    assert {id for rule in rules for id in rule["ids"]} == cited_rules(rulebook)
    assert all(rule["ids"] and rule["heading"] and "{" not in rule["text"] for rule in rules)
    assert len({rule["text"] for rule in rules}) == len(rules)


def test_findings_cite_no_other_rules() -> None:
    cited = {variant: cited_rules(edition(variant).rulebook) for variant in VARIANTS}
    for _, variant, record, _ in WRONG:
        assert {finding.rule for finding in audited(variant, record).findings} <= cited[variant]


def test_the_book_finds_its_texts() -> None:
    modules = [script_folder() / "book.js", *(script_folder() / "book").glob("*.js")]
    scripts = "".join(file.read_text(encoding="utf-8") for file in modules)
    named = {*re.findall(r"\bbook\.([a-z]\w*)", scripts), *re.findall(r'"(file_\w+)"', scripts), *FIGURES}
    assert named | {"about"} == set(BookWords.model_fields)  # the start page has the rest
    layouts, locales = [load_variant(name) for name in VARIANTS], [load_locale(name) for name in LANGUAGES]
    content = book_content(layouts, locales)
    assert content["layouts"] == VARIANTS and list(content["languages"]) == LANGUAGES
    for words in content["languages"].values():
        assert set(words["book"]) == named
        assert set(words["texts"]) == {*re.findall(r"\btexts\.(\w+)", scripts), "finish"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_page_alone_has_the_texts_of_the_book(language: str) -> None:
    given = load_variant("classic"), edition("classic").rulebook, load_locale(language), False
    assert "book" not in page_words(*given)
    assert page_words(*given, has_book=True)["book"]["book_title"] == load_locale(language).book.book_title


def test_there_is_a_text_for_every_problem_with_a_photo() -> None:
    modules = [file for name in ("camera", "photos") for file in (script_folder() / name).rglob("*.js")]
    scripts = "".join(file.read_text(encoding="utf-8") for file in modules)
    told = set(re.findall(r'problem: [^,}]*?"(\w+)"', scripts)) - {"stopped", "newer"}  # every page has the latter
    assert {"dark", "unlike", "no_picture", "photo_full"} <= told <= PROBLEMS


def test_other_pages_say_the_rest() -> None:
    page = (folder("templates").parent / "sheetgen" / "scorer" / "page" / "html_page.py").read_text(encoding="utf-8")
    start = (folder("templates") / "scorer" / "start.html.j2").read_text(encoding="utf-8")
    shown = {*re.findall(r"locale\.scorer\.(\w+)", page), *re.findall(r'"((?:start|missing)_\w+)"', start)}
    by_script = set(re.findall(r"\bstart_\w+", START))
    rest = {key for key in ScorerWords.model_fields if key.startswith(("start_", "missing_", "script_"))}
    assert rest == shown | by_script
    assert [set(texts) for texts in script_texts([load_locale(name) for name in LANGUAGES]).values()] == [by_script] * 2


@pytest.mark.parametrize(
    ("reason", "variants"),
    [
        ("lock-without-number-any", {"longo"}),
        ("closed-twice", {"longo"}),
        ("row-closed", {*VARIANTS} - {"duel"}),
        ("impossible-closing-apart", {"longo", "gemixxt-b"}),
        ("double-without-number", {"double-a", "double-b"}),
        ("order-double", {"double-a", "double-b"}),
        ("double", {"double-a", "double-b"}),
        ("link-broken", {"connected-chain"}),
        ("swap-without-number", {"xchange"}),
        ("bonus-without-neighbour", {"bigpoints"}),
        ("space-shared", {"onboard"}),
        ("stack-on-last", {"duel"}),
        ("too-few", {*VARIANTS} - {"duel"}),
        ("lock-alone", {*VARIANTS} - {"duel"}),
    ],
)
def test_a_page_tells_what_can_happen_in_its_game(reason: str, variants: set[str]) -> None:
    assert {variant for variant in VARIANTS if reason in page_reasons(edition(variant).rulebook)} == variants
