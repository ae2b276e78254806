"""Themes, languages and typefaces of one's own: who names them, who wins, and what comes of it."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pikepdf
import pytest

from sheetgen.resources import folder
from tests.helpers import run

LAYOUT = 'extends = "classic"\nslug = "mine"\n'
PLUM = "#6d2e83"


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a theme and a language, each in a folder of its own."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    Path("looks").mkdir()
    Path("looks/plum.toml").write_text(f'extends = "base.toml"\n[colours]\nplum = "{PLUM}"\n')
    Path("looks/base.toml").write_text('extends = "color"\nabout = "ours"\n[colours]\nred = "#aa0044"\n')
    Path("tongue.toml").write_text(
        'extends = "en"\ncode = "xx"\nlanguage = "Tongue"\n[labels]\nscan = "Skannu"\n'
        'sum_penalties = "Fusxoj"\n[scorer]\nresult = "Rezulto"\n[synonyms]\nfusxoj = "penalties"\n'
    )
    return tmp_path


def svg(capsys: Any, *arguments: str) -> str:
    outcome = run(capsys, "svg", *arguments, "-o", "out.svg")
    assert outcome.status == 0, outcome.errors
    return Path("out.svg").read_text(encoding="utf-8")


def told(capsys: Any, *arguments: str) -> str:
    outcome = run(capsys, *arguments)
    assert outcome.status == 2 and "Traceback" not in outcome.errors
    return outcome.errors


def mine(text: str = "") -> tuple[str, str]:
    Path("mine.toml").write_text(LAYOUT + text, encoding="utf-8")
    return "--layout", "mine.toml"


def test_a_theme_of_ones_own_from_the_command_line(capsys: Any) -> None:
    assert "#aa0044" in svg(capsys, "--variant", "classic", "--theme", "looks/plum.toml")


def test_a_layout_names_its_theme_and_a_colour_of_it(capsys: Any) -> None:
    rows = '[game.rows.red]\ncells = "plum 2..12"\nlock.colour = "plum"\n'
    layout = mine(f'theme = "looks/plum.toml"\n{rows}')
    assert PLUM in svg(capsys, *layout)
    grey = svg(capsys, *layout, "--theme", "grey")
    assert PLUM in grey and "#6b6b6b" not in grey and "#e0e0e0" in grey
    assert "has no colour 'plum'" in told(capsys, "svg", *mine(rows))


def test_a_theme_that_is_not_used_need_not_be_right(capsys: Any) -> None:
    assert svg(capsys, *mine('theme = "none.toml"\n'), "--theme", "grey")


def test_who_wins(capsys: Any) -> None:
    """The command line, then the layout, then the settings."""
    Path("sheetgen.toml").write_text('theme = "looks/plum.toml"\nlang = "tongue.toml"\n')
    assert "#aa0044" in svg(capsys, *mine()) and "Skannu" in svg(capsys, *mine())
    layout = mine('theme = "grey"\nlang = "de"\n')
    drawn = svg(capsys, *layout)
    assert "#aa0044" not in drawn and "#6b6b6b" in drawn and 'lang="de"' in drawn
    drawn = svg(capsys, *layout, "--theme", "looks/base.toml", "--lang", "tongue.toml")
    assert "#aa0044" in drawn and "Skannu" in drawn


def test_settings_name_files_beside_themselves(own_folder: Path, capsys: Any) -> None:
    config = own_folder / "config" / "sheetgen"
    config.mkdir(parents=True)
    (config / "sheetgen.toml").write_text('theme = "there.toml"\n')
    (config / "there.toml").write_text('extends = "color"\n[colours]\nred = "#123456"\n')
    assert "#123456" in svg(capsys, "--variant", "classic")
    (config / "there.toml").write_text('extends = "color"\n[colours]\nred = "rouge"\n')
    assert f"{config / 'there.toml'}:3:1: colours.red: 'rouge' is not a colour" in told(capsys, "svg", "-v", "classic")


def test_a_language_of_ones_own_prints_scores_and_is_on_the_page(capsys: Any) -> None:
    layout = mine('lang = "tongue.toml"\ntitle = { en = "Mine", xx = "Mia" }\n')
    drawn = svg(capsys, *layout)
    assert "Skannu" in drawn and "Mia" in drawn
    scored = run(capsys, "score", *layout, "--player", "Anna: red 2 3; fusxoj 1").output
    assert "Mia" in scored and "Fusxoj" in scored
    run(capsys, "page", *layout, "-o", "page.html")
    page = Path("page.html").read_text(encoding="utf-8")
    assert "Rezulto" in page and "Tongue" in page and "Deutsch" in page


def test_own_words_for_a_built_in_language_replace_it_on_pages(capsys: Any) -> None:
    Path("kitchen.toml").write_text('extends = "en"\nlanguage = "Kitchen"\n[scorer]\nresult = "Dish"\n')
    Path("sheetgen.toml").write_text('lang = "kitchen.toml"\n')
    run(capsys, "page", "-v", "classic", "-o", "page.html")
    page = Path("page.html").read_text(encoding="utf-8")
    assert "Dish" in page and "Kitchen" in page and '"English"' not in page


def test_the_language_of_the_settings_is_on_every_page(capsys: Any) -> None:
    Path("sheetgen.toml").write_text('lang = "tongue.toml"\n')
    run(capsys, "site", "site")
    for page in ("classic/index.html", "duel/index.html"):
        assert "Rezulto" in Path("site", page).read_text(encoding="utf-8")


@pytest.mark.parametrize("key", ["theme", "lang"])
@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("../outside.toml", "lies outside the folder of the first file"),
        ("/etc/passwd.toml", "lies outside the folder of the first file"),
        ("none.toml", "there is no file"),
        ("colr", "there is no"),
        ("mine.toml", ""),
    ],
)
def test_files_that_cannot_be_named(key: str, name: str, message: str, own_folder: Path, capsys: Any) -> None:
    (own_folder.parent / "outside.toml").write_text('extends = "color"\n')
    errors = told(capsys, "pdf", *mine(f'{key} = "{name}"\n'))
    assert message in errors and "mine.toml:" in errors


def test_typefaces_of_ones_own(capsys: Any) -> None:
    shutil.copy(folder("fonts") / "Lexend-Bold.ttf", "looks/Own.ttf")
    layout = mine('[fonts]\nregular = "looks/Own.ttf"\nnumber = "looks/Own.ttf"\n')
    assert run(capsys, "pdf", *layout, "-o", "sheet.pdf").status == 0
    with pikepdf.open("sheet.pdf") as opened:
        names = {
            str(each.BaseFont)
            for each in opened.objects
            if isinstance(each, pikepdf.Dictionary) and "/BaseFont" in each
        }
    assert any("Own-" in name for name in names)
    assert run(capsys, "svg", *layout).status == run(capsys, "page", *layout).status == 0
    errors = told(capsys, "pdf", *mine('[fonts]\nbold = "none.ttf"\nnumber = "looks/plum.toml"\n'))
    assert (
        "mine.toml:4:1: there is no file none.ttf" in errors
        and "mine.toml:5:1: looks/plum.toml is not a font" in errors
    )


def test_a_text_that_does_not_fit_is_told_with_its_line(capsys: Any) -> None:
    errors = told(capsys, "pdf", *mine(f'[labels]\nscan = "{"W" * 60}"\n'))
    assert "mine.toml:4:1: " in errors and "too long" in errors
    Path("long.toml").write_text(f'extends = "en"\ncode = "yy"\n[labels]\nscan = "{"W" * 60}"\n')
    assert "long.toml:4:1: " in told(capsys, "pdf", "-v", "classic", "--lang", "long.toml")
    assert "long.toml:4:1: " in run(capsys, "check", "long.toml").output


def test_changes_reach_every_command_that_takes_a_layout(capsys: Any) -> None:
    change = ("--set", "game.penalties.points=-7")
    assert "−7" in svg(capsys, "-v", "classic", *change)
    assert "−7 points" in run(capsys, "show", "classic", *change).output
    assert "−7" in run(capsys, "score", "-v", "classic", *change, "--player", "A: penalties 1").output
    assert run(capsys, "simulate", "-v", "classic", *change, "-n", "5").status == 0
    assert run(capsys, "page", "-v", "classic", *change).status == 0
    assert "-7" in Path("classic.html").read_text(encoding="utf-8")
    mine()
    assert run(capsys, "check", "mine.toml", *change).status == 0
    assert run(capsys, "site", "site", "-l", "mine.toml", *change).status == 0
    assert "Give one with --layout" in told(capsys, "site", "other", *change)
    printed = run(capsys, "pdf", "-v", "classic", *change).output
    assert "codes lead to the built-in classic, which has other rules" in printed
    assert "other rules" not in run(capsys, "pdf", "-v", "classic", "--set", "title=Ours").output


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("pdf", "--layout", "looks/plum.toml"), "looks/plum.toml is a theme, not a layout"),
        (("pdf", "--layout", "tongue.toml"), "tongue.toml is a language, not a layout"),
        (("pdf", "-v", "classic", "--theme", "mine.toml"), "mine.toml is a layout, not a theme"),
        (("pdf", "-v", "classic", "--lang", "looks/plum.toml"), "looks/plum.toml is a theme, not a language"),
        (("site", "out", "--layout", "looks/plum.toml"), "looks/plum.toml is a theme, not a layout"),
        (("pdf", "--layout", "classic"), "classic is a built-in layout, not a file"),
        (("pdf", "--variant", "mine.toml"), "mine.toml is a file, not a built-in layout"),
        (("check", "looks/plum.toml", "--set", "title=x"), "so --set has nothing to change"),
        (("schema", "layouts"), "there is no schema of 'layouts'"),
    ],
)
def test_what_was_mixed_up_is_told(arguments: tuple[str, ...], message: str, capsys: Any) -> None:
    mine()
    outcome = run(capsys, *arguments)
    assert outcome.status == 2 and message in outcome.errors + outcome.output


def test_labels_in_several_languages(capsys: Any) -> None:
    layout = mine('[labels]\ndate = { en = "Round", de = "Runde" }\nscan = { de = "Hier" }\nname = "Team"\n')
    english, german = (svg(capsys, *layout, "--lang", language) for language in ("en", "de"))
    assert "Round" in english and "Scan to score" in english and "Team" in english
    assert "Runde" in german and "Hier" in german and "Team" in german


def test_own_words_for_penalties_are_used_everywhere(capsys: Any) -> None:
    layout = mine('[labels]\npenalties = "Oops {{ penalty }}"\nsum_penalties = "Oops"\n')
    assert "Oops" in run(capsys, "score", *layout, "--player", "A: red 2 3; oops 1").output
    unfinished = run(capsys, "score", *layout, "--player", "A: red 2", "--player", "B: red 3").output
    assert "The game is not over. Oops: nobody has 4." in unfinished
    run(capsys, "page", *layout, "-o", "page.html")
    page = Path("page.html").read_text(encoding="utf-8")
    assert "Oops −5" in page and "The game is not over. Oops: nobody has {{ boxes }}." in page
    assert "Misthrow" not in page and "Fehlw" not in page


def test_a_title_replaces_all_its_languages(capsys: Any) -> None:
    assert "the English text is missing" in told(capsys, "pdf", *mine('title = { de = "Nur deutsch" }\n'))


def test_somebody_with_one_sheet_on_a_page_is_told_about_two(capsys: Any) -> None:
    taller = mine('[sheet]\nheight = "auto"\n[sheet.cell]\nheight = "18mm"\n')
    assert "two would fit on a page at 97 %: --per-page 2" in run(capsys, "pdf", *taller).output
    assert "two would" not in run(capsys, "pdf", *taller, "--per-page", "1").output
    assert "two would" not in run(capsys, "pdf", *mine()).output
