"""Layouts that are valid TOML and still wrong: each problem with its line and what would be right."""

from __future__ import annotations

from pathlib import Path

import pytest

from sheetgen.errors import InputError
from sheetgen.layouts.catalog import load_layout

HEAD = 'extends = "bigpoints"\nslug = "mine"\n'

# What stands from line 3 on, the line of the problem, the message, the hint.
WRONG = {
    "unknown key": ("titel = 'x'", 3, "unknown key 'titel'", "Did you mean 'title'?"),
    "unknown inner key": ("[game.penalties]\nbox = 3", 4, "unknown key 'game.penalties.box'", "Did you mean 'boxes'?"),
    "unknown key in a row": (
        "[game.rows.red.lock]\nneed = 3", 4, "unknown key 'game.rows.red.lock.need'", "Did you mean 'needs'?"
    ),
    "unknown key in a list": (
        "[game]\nbonus = [{ beside = ['red', 'yellow'] }]", 4, "unknown key 'game.bonus.beside'", "between"
    ),
    "text for a number": ("[game]\ndice = 'six'", 4, "game.dice: 'six' should be a whole number", ""),
    "float for a number": ("[game]\ndice = 6.5", 4, "game.dice: 6.5 should be a whole number", ""),
    "boolean for a number": ("[game]\ndice = true", 4, "game.dice: true should be a whole number", ""),
    "number for a table": ("game = 3", 3, "game: 3 should be a table", ""),
    "text for a list": ("[game]\npoints = '1 2 3'", 4, "game.points: '1 2 3' should be a list", ""),
    "length without unit": ("[sheet]\nwidth = 200", 4, "200 is not a length", '"12mm"'),
    "length of nonsense": ("[sheet]\nwidth = 'wide'", 4, "'wide' is not a length", '"12mm"'),
    "length too long": ("[sheet]\nwidth = '9000mm'", 4, "too long", "2000mm"),
    "cells without colour": ("[game.rows.red]\ncells = '2..12'", 4, "needs a colour and its numbers", "red 2..12"),
    "cells of nonsense": ("[game.rows.red]\ncells = 'red two'", 4, "neither a number nor a run", "red 2..12"),
    "cells without number": ("[game.rows.red]\ncells = 'red'", 4, "needs a colour and its numbers", ""),
    "too many cells": ("[game.rows.red]\ncells = 'red 1..999'", 4, "999 cells are too many", "At most 60."),
    "number no dice show": ("[game.rows.red]\ncells = 'red 2..13'", 4, "no two dice add up to 13", "from 2 to 12"),
    "bonus row between strangers": (
        "[game]\nbonus = [{ between = ['red', 'pink'] }]", 4, "'pink', which is not a row", "red"
    ),
    "bonus row between far rows": (
        "[game]\nbonus = [{ between = ['red', 'green'] }]", 4, "not neighbours in this order", "red, yellow"
    ),
    "bonus row turned over": (
        "[game]\nbonus = [{ between = ['yellow', 'red'] }]", 4, "not neighbours in this order", ""
    ),
    "bonus row between other numbers": (
        "[game]\nbonus = [{ between = ['yellow', 'green'] }]", 4, "have different numbers", "same numbers"
    ),
    "bonus row twice": (
        "[game]\nbonus = [{ between = ['red', 'yellow'] },\n{ between = ['red', 'yellow'] }]", 5, "two bonus rows", ""
    ),
    "bonus row with one neighbour": ("[game]\nbonus = [{ between = ['red'] }]", 4, "has 1 entry", "It takes 2."),
    "lock that needs too much": (
        "[game.rows.red]\nlock = { colour = 'red', needs = 11 }", 4, "needs 11 crosses, but 10 cells", "needs = 10"
    ),
    "lock without colour": ("[game.rows.pink]\ncells = 'red 2'\nlock = { needs = 0 }", 5, "lock.colour is missing", ""),
    "more closed rows than locks": ("[game.end]\nclosed_rows = 5", 4, "only 4 have a lock", "at most 4"),
    "points that fall": ("[game]\npoints = [1,\n 3,\n 2]", 6, "3 crosses score less (2) than 2 (3)", ""),
    "no points": ("[game]\npoints = []", 4, "game.points has 0 entries", "1 to 24"),
    "no penalty box": ("[game.penalties]\nboxes = 0", 4, "boxes cannot be 0", "1 to 8"),
    "nine penalty boxes": ("[game.penalties]\nboxes = 9", 4, "boxes cannot be 9", "1 to 8"),
    "players the wrong way round": ("[game]\nplayers = { min = 4, max = 2 }", 4, "is above the maximum (2)", ""),
    "track without board": (
        "[game.track]\nmove = 5\nfinal = 1\n[game.track.sides.a]\nspaces = 'red 4 +1'", 3, "need a board", "[board]"
    ),
    "row name in capitals": ("[game.rows.Red]\ncells = 'red 2..12'", 3, "cannot be used as a name", "lower-case"),
    "label that does not exist": ("[labels]\nnane = 'x'", 4, "there is no label 'nane'", "Did you mean 'name'?"),
    "label naming nothing": ("[labels]\nnumber = '{{ seriel }}'", 4, "'seriel', which has no value", "mean 'serial'"),
    "label not closed": ("[labels]\nname = '{{ needs'", 4, "braces in this label cannot be read", "plain text"),
    "label naming what another one has": ("[labels]\nname = '{{ serial }}'", 4, "'serial', which has no value", ""),
    "label that compares": ("[labels]\nnumber = '{% if serial %}x{% endif %}'", 4, "cannot use conditions", "name"),
    "code of no size": ("[sheet]\ncode = '0mm'", 4, "'0mm' is too small", "At least 1mm"),
    "small print too small": ("[sheet]\ntext = '5pt'", 4, "too small to be read", "At least 6pt"),
    "title with an escape sequence": ('title = "a\\u001b[31mb"', 3, "cannot be printed on one line", ""),
    "title of spaces": ("title = '  '", 3, "cannot be printed on one line", ""),
    "title of a wrong kind": ("title = 5", 3, "neither a text nor a table", '"Classic"'),
    "title without English": ("title = { de = 'x' }", 3, "the English text is missing", '"Classic"'),
}  # fmt: skip
ON_TRACK = {
    "space that no row has": ("a = 'red 4 +1, pink 3 +2'", "space 2 of side 'a' is on 'pink', which is not a row"),
    "number that the row lacks": (
        "a = 'red 4 +1, red 13 +2'",
        "space 2 of side 'a' is 13 in 'red', which lacks that number",
    ),
    "space of nonsense": ("a = 'red 4 1'", "'red 4 1' is not a space"),
    "final longer than the track": ("a = 'red 4 +1'", "the last 5 spaces of side 'a' are final, but it has 1"),
}


def problems(path: Path) -> str:
    with pytest.raises(InputError) as caught:
        load_layout(path)
    return str(caught.value)


@pytest.mark.parametrize("name", list(WRONG))
def test_each_problem_is_told_with_line_and_hint(name: str, tmp_path: Path) -> None:
    text, line, message, hint = WRONG[name]
    file = tmp_path / "mine.toml"
    file.write_text(HEAD + text, encoding="utf-8")
    said = problems(file)
    assert f"{file}:{line}:" in said
    assert message in said
    assert hint in said


@pytest.mark.parametrize("name", list(ON_TRACK))
def test_each_problem_of_a_track(name: str, tmp_path: Path) -> None:
    text, message = ON_TRACK[name]
    file = tmp_path / "mine.toml"
    side, _, spaces = text.partition(" = ")
    file.write_text(f'extends = "onboard"\nslug = "mine"\n[game.track.sides.{side}]\nspaces = {spaces}\n')
    said = problems(file)
    assert message in said
    assert f"{file}:4:" in said


@pytest.mark.parametrize("slug", ["Has Space", "ümlaut", "../up", "", "-dash", "dash-", "a/b", "x" * 33, "a#b", "a?b"])
def test_a_slug_must_fit_into_a_link(slug: str, tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(f'extends = "classic"\nslug = "{slug}"\n', encoding="utf-8")
    said = problems(file)
    assert f"{file}:2:1: slug: " in said
    assert "lower-case letters" in said


def test_tokens_and_bonus_rows_exclude_each_other(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text('extends = "duel"\nslug = "mine"\n[game]\nbonus = [{ between = ["red", "yellow"] }]\n')
    assert f"{file}:4:1: a game with tokens has no bonus rows" in problems(file)


def test_tokens_and_sheets_exclude_each_other(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    tokens = "tokens = { each = 5, colours = ['black', 'grey'] }"
    file.write_text(f"{HEAD}[game]\nplayers = {{ min = 2, max = 2 }}\n{tokens}\n")
    said = problems(file)
    assert "has no sheets" in said
    assert "need a board" in said


def test_all_problems_are_told_at_once(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text('extends = "classic"\nslug = "A B"\ncolor = 1\n[game]\ndice = "x"\n[sheet]\nwidth = 3\n')
    with pytest.raises(InputError) as caught:
        load_layout(file)
    assert sorted(problem.place.line for problem in caught.value.problems if problem.place) == [2, 3, 5, 7]
