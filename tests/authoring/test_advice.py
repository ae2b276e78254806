"""What is unwise is told as a warning, once and at its place; built-in files are wise."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from sheetgen.authoring import advice
from sheetgen.authoring.advice import MAX_PAIRS
from sheetgen.authoring.check import check_file
from sheetgen.errors import Problem
from sheetgen.resources import folder
from tests.helpers import EXAMPLES, LANGUAGES, THEMES, VARIANTS, run

LAYOUT = 'extends = "classic"\nslug = "mine"\n'
THEME = 'extends = "color"\nabout = "mine"\n'
TRACK_SLUG = 'extends = "onboard"\nslug = "our-own-race-around-the-table-2"\n'
WIDE = '[sheet]\nwidth = "auto"\nheight = "auto"\nmark = "auto"\nmargin = "8mm"\n'
TALL = '[sheet]\nheight = "auto"\n'

# The file, the line of the warning, how it begins, and what is advised.
UNWISE = {
    "a row that nobody closes": (
        LAYOUT + '[game.rows.red]\ncells = "red 2..12"\nlock = { colour = "red", needs = 10 }\n', 5,
        "the row 'red' can hardly be closed: 0 times in 200 simulated games", "fewer crosses",
    ),
    "a row that ends with a rare number": (
        LAYOUT + '[game]\npoints = [1, 3, 6, 6]\n[game.rows]\nblue.cells = "blue 12..3 3 3 2 2 2 2 2"\n' + WIDE, 6,
        "the row 'blue' can hardly be closed", "thrown more often",
    ),
    "small print": (LAYOUT + '[sheet]\ntext = "6.5pt"\n', 4, "the small print of 6.5 pt is hard to read", "7 pt"),
    "small print on a board": (
        'extends = "onboard"\nslug = "mine"\n[board]\ntext = "6.5pt"\n', 4, "the small print of 6.5 pt", "7 pt"
    ),
    "small numbers": (
        LAYOUT + TALL + '[sheet.cell]\nwidth = "5mm"\ngap = "1mm"\n[sheet.band]\nhead = "70mm"\n', 5,
        "the numbers in the cells are only", "9 pt",
    ),
    "a dense code": (
        LAYOUT + TALL + 'code = "17mm"\nplaces.penalties = "below"\n', 5,
        "the code is dense: its modules are 0.59 mm", "a code of 17.4mm, or a shorter slug",
    ),
    "a code that is dense for its slug": (
        TRACK_SLUG + '[board]\ncode = "21mm"\n', 4, "the code is dense: its modules are 0.57 mm", "a code of 22.2mm"
    ),
    "the name of a built-in layout": (
        'extends = "classic"\nslug = "duel"\n', 2, "it is called 'duel' like a built-in layout", 'slug = "my-sheet"'
    ),
    "the name of the layout that it extends": (
        'extends = "classic"\n[game.penalties]\npoints = -3\n', 1, "it is called 'classic'", 'slug = "my-sheet"'
    ),
    "a title that is too long": (
        LAYOUT + 'title = "The game night of the club of our little town"\n', 3,
        "the title is so long that it is printed in", "shorter",
    ),
    "single braces": (
        LAYOUT + '[labels]\npenalties = { en = "{penalty}" }\n', 4, "{penalty} is printed literally", "{{ penalty }}"
    ),
    "a sheet larger than the paper": (
        LAYOUT + '[sheet]\nwidth = "auto"\nheight = "auto"\n[sheet.cell]\nwidth = "20mm"\n', 4,
        "the sheet of 337 × 154 mm is printed at 85% on a4", "287 × 196 mm",
    ),
    "a sheet too large for any usual paper": (
        LAYOUT + '[sheet]\nwidth = "auto"\nheight = "auto"\n[sheet.cell]\nwidth = "30mm"\nheight = "40mm"\n', 4,
        "the sheet of 484 × 280 mm is too large for a4 and letter", "larger paper",
    ),
    "words that do not fit in another language": (
        LAYOUT + '[labels]\nscan = { en = "Scan", de = "Hier mit der Kamera des Telefons einlesen, bitte" }\n', 4,
        "in Deutsch, 'Hier mit der Kamera", "shorter",
    ),
    "a row that is longer than the inherited points": (
        LAYOUT + WIDE + '[game]\ndice = 8\n[game.rows]\nred.cells = "red 2..16"\n', 11,
        "the points end with 12 crosses, but there can be more: 16 in 'red'", "repeat the last number",
    ),
    "numbers that count twice in a row with short points": (
        LAYOUT + '[game.rows]\nred.twice = "3 12"\nblue.twice = "4"\n', 4,
        "the points end with 12 crosses, but there can be more: 14 in 'red', 13 in 'blue'", "Add points",
    ),
    "a bonus row that is longer than the points": (
        LAYOUT + WIDE + '[[game.bonus]]\nbetween = ["red", "yellow"]\n', 8,
        "the points end with 12 crosses, but there can be more: 23 in 'red', 23 in 'yellow'", "Add points",
    ),
    "own points that end before the rows": (
        LAYOUT + '[game]\npoints = [1, 3, 6]\n', 4,
        "the points end with 3 crosses, but there can be more: 12 in 'red', 12 in 'yellow', ", "Add points",
    ),
    "own points that end before those of a built-in layout": (
        'extends = "bigpoints"\nslug = "mine"\n[game]\npoints = [1, 3, 6]\n', 4,
        "the points end with 3 crosses, but there can be more: 23 in 'red'", "Add points",
    ),
    "points of a line that end before it": (
        LAYOUT + '[game.lines.stair]\ntitle = "Stair"\ncells = "red 2, yellow 3, blue 4"\npoints = [5, 9]\n'
        '[blocks]\nfooter = "Stair: 5, 9"\n', 6,
        "the points end with 2 crosses, but there can be more: 3 in 'stair'", "Add points",
    ),
    "points for fewer tokens than a row can have": (
        'extends = "duel"\nslug = "mine"\n[game]\npoints = [1, 3]\n', 4,
        "the points end with 2 crosses, but there can be more: 22 in 'red'", "Add points",
    ),
    "a line whose points are not printed": (
        LAYOUT + '[game.lines.stair]\ntitle = "Stair"\ncells = "red 2, yellow 3"\npoints = [5, 9]\n', 6,
        "the points of the line 'stair' are not printed anywhere", "[blocks] footer",
    ),
    "two lines with one symbol": (
        LAYOUT + '[game.lines]\na = { title = "A", cells = "red 2" }\nb = { title = "B", cells = "red 3" }\n', 5,
        "the lines 'a' and 'b' have the same symbol, star", 'symbol = "diamond"',
    ),
    "shuffled sheets whose link is too long": (
        LAYOUT + '[game]\ndice = 12\nshuffle = ["numbers"]\npoints = [1, 3, 6, 6]\n[game.rows]\n'
        'red.cells = "red 2..24"\nyellow.cells = "yellow 2..24"\ngreen.cells = "green 24..2"\n'
        'blue.cells = "blue 24..2"\n[sheet]\nwidth = "auto"\nheight = "auto"\ncell.width = "7.5mm"\n'
        'code = "20mm"\n', 5,
        "the link http://sheetgen.local:8717/mine/", "a shorter slug",
    ),
    "shuffled lines among rows with other chances": (
        'extends = "connected-steps"\nslug = "mine"\n[game.rows]\nblue.cells = "blue 12 11 10 7 8 9 6..2"\n', 3,
        "shuffled sheets are not equally good: lines move", "2..12 and 12..2",
    ),
    "shuffled links to a row that scores nothing": (
        'extends = "connected-chain"\nslug = "mine"\n[game.rows]\nblue.scores = false\n', 3,
        "shuffled sheets are not equally good: links move", "All rows should score",
    ),
    "shuffled numbers in rows of several colours": (
        'extends = "gemixxt-a"\nslug = "mine"\n[game]\nshuffle = ["numbers"]\n', 4,
        "shuffled sheets are not equally good: numbers leave their colours", "Shuffle the colours instead",
    ),
    "a theme with colours that are alike": (
        THEME + '[colours]\nred = "#d7333f"\nyellow = "#d8343f"\n', 5,
        "red and yellow look alike to everyone", "symbols = true",
    ),
    "a theme with colours that are alike to some": (
        THEME + '[colours]\ngreen = "#8a8a3f"\n', 4, "red and green look alike to players with", "symbols = true"
    ),
    "a theme with pale numbers": (
        THEME + '[colours.red]\nink = "#e08080"\n', 4, "the numbers in red on their cells have a contrast of", "4.5"
    ),
    "a theme with pale words": (THEME + '[ink]\nbox_soft = "#b0b0b0"\n', 4, "words on boxes have a contrast of", "4.5"),
    "a theme with dark cells": (
        THEME + '[colours.red]\ncell = "#701010"\nink = "#ffffff"\n', 4, "the cells in red are dark", "pale cells"
    ),
}  # fmt: skip


# Layouts in which further crosses earn nothing on purpose, or in which there are no further ones.
ENOUGH_POINTS = {
    "a last number that is repeated": LAYOUT + "[game]\npoints = [1, 3, 6, 6]\n",
    "the limit of a built-in layout": 'extends = "bigpoints"\nslug = "mine"\n',
    "the limit of a built-in layout with other points": (
        f'extends = "bigpoints"\nslug = "mine"\n[game]\npoints = {[*range(5, 20)]}\n'
    ),
    "the limit of tokens that count": 'extends = "duel"\nslug = "mine"\n',
    "a row that any of two numbers closes": 'extends = "longo"\nslug = "mine"\n[game]\nlucky = []\nshuffle = []\n',
    "a row that scores nothing": LAYOUT + '[game.rows]\nred = { twice = "3", scores = false }\n',
}


def warnings(file: Path) -> list[Problem]:
    problems = check_file(file)
    assert [problem for problem in problems if problem.severity == "error"] == []
    return problems


@pytest.mark.parametrize("name", list(UNWISE))
def test_what_is_unwise_is_told_once(name: str, tmp_path: Path) -> None:
    text, line, message, hint = UNWISE[name]
    file = tmp_path / "mine.toml"
    file.write_text(text, encoding="utf-8")
    (problem,) = warnings(file)
    assert problem.message.startswith(message)
    assert hint in (problem.hint or "")
    assert problem.place
    assert (problem.place.file, problem.place.line) == (str(file), line)


@pytest.mark.parametrize("name", list(ENOUGH_POINTS))
def test_enough_points_are_no_reason_for_a_warning(name: str, tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(ENOUGH_POINTS[name], encoding="utf-8")
    assert warnings(file) == []


def test_examples_have_points_for_all_crosses() -> None:
    layouts = [file for file in (EXAMPLES / "layouts").glob("*.toml") if "[game]" in file.read_text(encoding="utf-8")]
    assert layouts
    assert not [each for file in layouts for each in warnings(file) if "the points end" in each.message]


def test_a_theme_that_a_layout_brings_along_is_told_at_its_line(tmp_path: Path) -> None:
    (tmp_path / "pale.toml").write_text(THEME + '[colours.red]\nink = "#e08080"\n[colours.pink]\nink = "#f0c0c0"\n')
    file = tmp_path / "mine.toml"
    file.write_text(LAYOUT + 'theme = "pale.toml"\n')
    (problem,) = warnings(file)
    assert problem.message.startswith("in its theme, the numbers in red"), "pink is not used"
    assert problem.place
    assert (problem.place.file, problem.place.line) == (str(file), 3)


def test_several_are_told_at_once(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text('extends = "classic"\nslug = "classic"\n[sheet]\ntext = "6pt"\n[game.rows.red.lock]\nneeds = 10\n')
    assert [problem.place.line for problem in warnings(file) if problem.place] == [2, 4, 6]


def test_of_many_colours_that_are_alike_the_worst_are_told(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(THEME + "[colours]\n" + "".join(f'c{number} = "#8080{number:02x}"\n' for number in range(40)))
    found = warnings(file)
    assert len(found) == MAX_PAIRS + 1
    assert "more pairs of colours look alike" in found[-1].message


def test_of_games_too_long_to_be_played_often_nothing_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A few games tell nothing about how often a row is closed."""
    file = tmp_path / "mine.toml"
    file.write_text(UNWISE["a row that nobody closes"][0], encoding="utf-8")
    (problem,) = warnings(file)
    assert "hardly be closed" in problem.message
    monkeypatch.setattr(advice, "_simulated_closings", advice._simulated_closings.__wrapped__)  # uncached
    monkeypatch.setattr(advice, "MAX_WORK", advice.MAX_WORK // 1000)
    assert not warnings(file)


@pytest.mark.parametrize("kind", ["layouts", "themes", "locales"])
def test_built_in_files_are_wise(kind: str) -> None:
    for name in {"layouts": VARIANTS, "themes": THEMES, "locales": LANGUAGES}[kind]:
        assert check_file(folder("templates") / kind / f"{name}.toml") == [], name


def test_a_warning_is_no_failure(tmp_path: Path, capsys: Any) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(LAYOUT + '[sheet]\ntext = "6pt"\n')
    outcome = run(capsys, "check", str(file))
    assert outcome.status == 0
    assert outcome.output.startswith(f"warning: {file}:4:1: the small print")
    assert outcome.output.endswith(f"{file} is fine, but could be better.\n")
