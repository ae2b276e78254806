"""`sheetgen scan` of photos that show several sheets."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy
import pytest

from tests.helpers import edition, run
from tests.photos.plain_shot import Picture, as_jpeg, plain_picture

pytestmark = pytest.mark.usefixtures("shared_readings")
ANNA = ["red 2", "red 3", "red 5", "yellow 2", "blue 9", "penalty 1"]
BEN = ["red 4", "yellow 3", "yellow 4", "green 12", "green 11"]
CLEO = ["red 6", "blue 12", "blue 10", "blue 8"]


def sheet(serial: int, crossed: list[str], variant: str = "classic") -> Picture:
    return plain_picture(edition(variant), serial, crossed)


def saved(name: str, picture: Picture) -> str:
    Path(name).write_bytes(as_jpeg(picture))
    return name


def test_each_sheet_on_a_photo_is_a_player(capsys: Any) -> None:
    """Row by row, and then those of the next photo."""
    saved("two.jpg", numpy.hstack([sheet(1, ANNA), sheet(2, BEN)]))
    saved("one.jpg", sheet(3, CLEO))
    names = [part for name in ("Anna", "Ben", "Cleo") for part in ("--name", name)]
    outcome = run(capsys, "scan", "two.jpg", "one.jpg", *names, "--json", "-o", "game.json", "--overlay", "seen.png")
    told = json.loads(outcome.output)
    assert [player["name"] for player in told["players"]] == ["Anna", "Ben", "Cleo"]
    assert [(photo["photo"], photo["serial"]) for photo in told["photos"]] == [
        ("two.jpg", 1),
        ("two.jpg", 2),
        ("one.jpg", 3),
    ]
    for photo, crossed in zip(told["photos"], (ANNA, BEN, CLEO), strict=True):
        assert {id for id, cell in photo["cells"].items() if cell["answer"] == "cross"} == set(crossed)
    assert sorted(file.name for file in Path().glob("seen*")) == ["seen-1.png", "seen-2.png", "seen-3.png"]


def test_a_sheet_that_is_cut_off_beside_others_is_told(capsys: Any) -> None:
    beside = sheet(2, BEN)
    saved("two.jpg", numpy.hstack([sheet(1, ANNA), beside[:, : beside.shape[1] // 2]]))
    outcome = run(capsys, "scan", "two.jpg")
    assert outcome.status == 0
    notice = "A part of another sheet is in the picture (2 of its 4 corner marks), and was not read."
    assert f"two.jpg: {notice}" in outcome.errors


def test_a_sheet_that_cannot_be_read_is_named_by_its_place(capsys: Any) -> None:
    covered = sheet(2, BEN)
    height, width = covered.shape[:2]
    covered[height // 5 : height * 7 // 10, width // 6 : width * 3 // 4] = 128
    saved("two.jpg", numpy.hstack([sheet(1, ANNA), covered]))
    outcome = run(capsys, "scan", "two.jpg", "-o", "game.json")
    assert outcome.status == 2 and not Path("game.json").exists()
    assert "two.jpg, sheet 2 of 2: The cells cannot be found" in outcome.errors


def test_sheets_of_different_games_are_not_one_game(capsys: Any) -> None:
    saved("two.jpg", numpy.vstack([sheet(1, ANNA), sheet(2, ["red 2"], "bigpoints")]))
    outcome = run(capsys, "scan", "two.jpg")
    assert outcome.status == 2
    assert "different games (two.jpg, sheet 1 of 2: classic, two.jpg, sheet 2 of 2: bigpoints)" in outcome.errors


def test_names_are_given_once_for_each_sheet(capsys: Any) -> None:
    saved("two.jpg", numpy.hstack([sheet(1, ANNA), sheet(2, BEN)]))
    names = [part for name in ("Anna", "Ben", "Cleo") for part in ("--name", name)]
    outcome = run(capsys, "scan", "two.jpg", *names)
    assert outcome.status == 2 and "--name is given 3 times" in outcome.errors
    assert "Sheets: 2. Give at most one for each." in outcome.errors


def test_the_same_sheet_twice_is_refused(capsys: Any) -> None:
    saved("two.jpg", numpy.vstack([sheet(1, ANNA), sheet(1, ANNA)]))
    outcome = run(capsys, "scan", "two.jpg")
    assert outcome.status == 2
    assert "sheet 1 of 2 and two.jpg, sheet 2 of 2 show the same sheet, number 1" in outcome.errors
