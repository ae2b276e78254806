"""`sheetgen scan`: what it answers, and the files that it writes."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import cv2
import numpy
import pytest
from PIL import Image

from sheetgen.photos import errors
from sheetgen.photos.errors import INSTALL_HINT
from sheetgen.rules.shuffle.arrangement import Pad
from tests.helpers import EXAMPLES, PROJECT, edition, edition_of, run
from tests.photos.plain_shot import as_jpeg, page_photo, photo, plain_picture, unclear_height
from tests.photos.studio.conditions import USUAL
from tests.photos.studio.shot import take
from tests.profiles import selection

pytestmark = pytest.mark.usefixtures("shared_readings")
ANNA = ["red 2", "red 3", "red 5", "red 6", "red 8", "red 12", "red lock", "yellow 2", "blue 9", "penalty 1"]
BEN = ["red 4", "yellow 3", "yellow 4", "green 12", "green 11", *(f"penalty {box}" for box in range(1, 5))]
WITHOUT_NUMBER = ["red 2", "red lock", "green 12", "green 9", "blue 7"]


def answer(capsys: Any, *arguments: str) -> Any:
    outcome = run(capsys, "scan", *arguments, "--json")
    assert outcome.status in (0, 1) and not outcome.errors, outcome
    return json.loads(outcome.output)


TAKEN = [(1, "classic"), (6, "bigpoints"), (5, "double-a")]


@pytest.mark.parametrize(("seed", "variant"), selection(TAKEN, TAKEN[1:2]))
def test_a_photo_is_scored_like_the_record_of_its_sheet(seed: int, variant: str, capsys: Any) -> None:
    shot = take(seed, variant, conditions=USUAL)
    Path("photo.jpg").write_bytes(shot.jpeg)
    scanned = run(capsys, "scan", "photo.jpg", "-o", "game.json", "--json")
    scored = run(capsys, "score", "game.json", "--json")
    data = json.loads(scanned.output)
    assert {key: data[key] for key in json.loads(scored.output)} == json.loads(scored.output)
    assert scanned.status == scored.status == int(not data["ok"])
    assert data["photos"][0]["serial"] == shot.serial
    sure = {id: cell for id, cell in data["photos"][0]["cells"].items() if cell["answer"] != "ask"}
    assert {id for id, cell in sure.items() if cell["answer"] == "cross"} == shot.crossed & sure.keys()


def test_players_of_one_game(capsys: Any) -> None:
    photo("anna.jpg", ANNA, serial=1)
    photo("ben.jpg", BEN, serial=2)
    told = run(capsys, "scan", "anna.jpg", "ben.jpg", "--name", "Anna", "--output", "game.json")
    scored = run(capsys, "score", "game.json")
    assert told.output == f"{scored.output}\nMade game.json\n"
    assert told.status == scored.status == 0 and not told.errors
    assert "Anna   Player 2" in told.output and "Winner: Anna" in told.output
    record = json.loads(Path("game.json").read_text())
    assert (record["variant"], record["complete"]) == ("classic", True)
    assert record["players"][0]["marks"]["red"] == [2, 3, 5, 6, 8, 12]
    assert [(player["locks"], player["penalties"]) for player in record["players"]] == [(["red"], 1), ([], 4)]


def test_sheets_of_layouts_that_play_together_are_one_game(capsys: Any) -> None:
    photo("anna.jpg", ["red 2", "red 3", "red 3#2"], variant="double-a", serial=1)
    photo("ben.jpg", ["red 3", "blue 12"], variant="double-b", serial=1)
    for options in ((), ("--variant", "double-a")):
        told = run(capsys, "scan", "anna.jpg", "ben.jpg", "--output", "game.json", *options)
        record = json.loads(Path("game.json").read_text())
        assert told.status == 1 and record["variant"] == "double-a"  # it is not over
        assert [player.get("sheet") for player in record["players"]] == [None, "double-b"]
        scored = json.loads(run(capsys, "score", "game.json", "--json").output)["players"]
        assert [player["rows"]["red"]["crosses"] for player in scored] == [3, 2]


def test_one_photo_is_no_whole_game(capsys: Any) -> None:
    told = run(capsys, "scan", photo("a.jpg", ANNA), "--lang", "de", "-o", "game.json")
    assert told.status == 0 and "Winner" not in told.output and "Spieler 1" in told.output
    assert json.loads(Path("game.json").read_text())["complete"] is False


def test_names_are_told_apart(capsys: Any) -> None:
    photos = [photo(f"{number}.jpg", ANNA[:2], serial=number) for number in range(1, 5)]
    names = ["Eve", "", " Eve ", "Player 2"]
    data = answer(capsys, *photos, *(word for name in names for word in ("--name", name)))
    assert [player["name"] for player in data["players"]] == ["Eve", "Player 2", "Eve 2", "Player 2 2"]
    assert [each["player"] for each in data["photos"]] == ["Eve", "Player 2", "Eve 2", "Player 2 2"]


def test_players_have_the_names_that_their_sheets_were_printed_for(capsys: Any) -> None:
    names = ["Zoë", "A~B 50 %", "Zoë"]
    players = [word for name in names for word in ("--player", name)]
    assert run(capsys, "png", "-v", "classic", "--per-page", "1", "-o", "page.png", *players).status == 0
    photos = [page_photo(f"page-{number}.png") for number in (1, 2, 3)]
    data = answer(capsys, *photos)
    assert [player["name"] for player in data["players"]] == ["Zoë", "A~B 50 %", "Zoë 2"]
    assert [each["player"] for each in data["photos"]] == ["Zoë", "A~B 50 %", "Zoë 2"]
    data = answer(capsys, *photos, "--name", "Anna", "--name", "", "-o", "game.json")
    assert [player["name"] for player in data["players"]] == ["Anna", "A~B 50 %", "Zoë"]
    assert [player["name"] for player in json.loads(Path("game.json").read_text())["players"]][2] == "Zoë"


def test_shuffled_sheets_have_names_too(capsys: Any) -> None:
    options = ["--shuffle", "7", "--count", "1", "--player", "Jürgen", "--serial-start", "5"]
    assert run(capsys, "png", "-v", "gemixxt-b", "-o", "page.png", *options).status == 0
    (seen,) = answer(capsys, page_photo("page.png"))["photos"]
    assert (seen["player"], seen["serial"]) == ("Jürgen", 5)
    assert seen["sheet"] == Pad(edition("gemixxt-b").rulebook, "7").sheet(5).code


def test_the_shape_of_the_json(capsys: Any) -> None:
    crossed = [id for id in ANNA if id != "red 12"]
    data = answer(capsys, photo("a b.jpg", crossed, serial=77, heights={"green 7": unclear_height()}))
    assert list(data) == ["variant", "ok", "winners", "players", "findings", "ask", "photos"]
    unclear, lock = sorted(data["ask"], key=lambda each: each["finding"] is not None)
    assert unclear == {
        "player": "Player 1",
        "photo": "a b.jpg",
        "cell": "green 7",
        "guess": unclear["guess"],
        "finding": None,
        "mark": None,
    }
    assert (lock["cell"], lock["guess"], lock["finding"]) == ("red lock", "cross", "lock-without-number")
    (seen,) = data["photos"]
    assert list(seen) == ["photo", "player", "layout", "serial", "sheet", "cells"]
    assert (seen["layout"], seen["serial"], seen["sheet"]) == ("classic", 77, None)
    assert set(seen["cells"]) == set(edition("classic").rulebook.rows_of) | {f"penalty {box}" for box in range(1, 5)}
    assert seen["cells"]["green 7"]["answer"] == "ask" and seen["cells"]["red 2"]["answer"] == "cross"


def test_without_a_terminal_the_better_guess_counts_and_is_told(capsys: Any) -> None:
    photo("a.jpg", WITHOUT_NUMBER, heights={"yellow 7": unclear_height()})
    told = run(capsys, "scan", "a.jpg", "-o", "game.json")
    is_crossed = json.loads(Path("game.json").read_text())["players"][0]["marks"]["yellow"] == [7]
    taken = "crossed" if is_crossed else "not crossed"
    assert told.errors.splitlines() == [
        "unsure: a.jpg: Red lock was read as crossed.",
        f"unsure: a.jpg: Yellow 7 was read as {taken}.",
    ]
    assert told.status == 1 and "error: Player 1: Red lock is crossed, but Red 12 is not." in told.output
    german = run(capsys, "scan", "a.jpg", "--lang", "de", "--overlay", "o.png")
    assert "unsicher: a.jpg: Das Feld Schloss Rot wurde als angekreuzt gewertet. Siehe 1 in o.png.\n" in german.errors


@pytest.mark.parametrize("how", ["upside down", "on its side", "smaller print", "in grey", "PNG"])
def test_photos_that_are_as_good(how: str, capsys: Any) -> None:
    picture = plain_picture(edition("classic"), 9, ANNA)
    if how == "upside down":
        picture = numpy.rot90(picture, 2)
    elif how == "on its side":
        picture = numpy.rot90(picture)
    elif how == "smaller print":
        picture = cv2.resize(picture, None, fx=0.96, fy=0.96, interpolation=cv2.INTER_AREA)
    elif how == "in grey":
        picture = cv2.cvtColor(cv2.cvtColor(picture, cv2.COLOR_RGB2GRAY), cv2.COLOR_GRAY2RGB)
    if how == "PNG":
        Image.fromarray(picture).save("photo.jpg", "PNG")  # the name says nothing
    else:
        Path("photo.jpg").write_bytes(as_jpeg(picture))
    data = answer(capsys, "photo.jpg")
    assert data["photos"][0]["serial"] == 9 and not data["ask"]
    crossed = {id for id, cell in data["photos"][0]["cells"].items() if cell["answer"] == "cross"}
    assert crossed == set(ANNA)


def test_an_empty_sheet_has_no_points(capsys: Any) -> None:
    told = run(capsys, "scan", photo("empty.jpg"))
    assert told.status == 0 and not told.errors
    assert told.output.split("Total")[1].split()[0] == "0"


def test_shuffled_sheets_keep_their_codes(capsys: Any) -> None:
    plain = edition("gemixxt-b")
    sheets = [plain.shuffled(Pad(plain.rulebook, "7").sheet(number)) for number in (1, 2)]
    photos = []
    for number, sheet in enumerate(sheets, start=1):
        first = [row.ids[0] for row in sheet.rulebook.rows]
        photos.append(photo(f"{number}.jpg", first, serial=5, of=sheet))
    told = run(capsys, "scan", *photos, "-o", "game.json", "--json")
    data = json.loads(told.output)
    codes = [sheet.arrangement.code for sheet in sheets if sheet.arrangement]
    assert [each["sheet"] for each in data["photos"]] == codes and codes[0] != codes[1]
    assert [player["total"] for player in data["players"]] == [4, 4]
    scored = json.loads(run(capsys, "score", "game.json", "--json").output)
    assert scored["players"] == data["players"] and scored["findings"] == data["findings"]


def test_a_layout_of_ones_own(capsys: Any) -> None:
    Path("games/own").mkdir(parents=True)
    file = Path("games/own/house-rule.toml")
    shutil.copy(EXAMPLES / "layouts" / "house-rule.toml", file)
    photo("a.jpg", ["red 2", "penalty 1"], of=edition_of(file))
    data = answer(capsys, "a.jpg", "--layout", str(file), "-o", "games/game.json")
    assert (data["variant"], data["players"][0]["total"]) == ("house-rule", 2 - 3)
    assert json.loads(Path("games/game.json").read_text())["layout"] == "own/house-rule.toml"
    scored = json.loads(run(capsys, "score", "games/game.json", "--json").output)
    assert scored["players"] == data["players"]


def test_a_layout_of_ones_own_plays_with_the_companions_that_it_names(capsys: Any) -> None:
    Path("mine.toml").write_text('extends = "double-a"\nslug = "mine"\n[game]\npoints = [1, 2, 3]\n', encoding="utf-8")
    photo("ben.jpg", ["red 3"], variant="double-b")
    photo("anna.jpg", ["red 2"], of=edition_of(Path("mine.toml")))
    data = answer(capsys, "ben.jpg", "anna.jpg", "--layout", "mine.toml", "-o", "game.json")
    assert [player["total"] for player in data["players"]] == [3, 1]
    record = json.loads(Path("game.json").read_text())
    assert (record["layout"], [player.get("sheet") for player in record["players"]]) == (
        "mine.toml",
        ["double-b", None],
    )


def test_a_sheet_may_be_printed_in_another_language_than_the_answer(capsys: Any) -> None:
    photo("a.jpg", ["red 2"], of=edition("classic", language="de"))
    assert answer(capsys, "a.jpg")["players"][0]["total"] == 1


class TestTrack:
    """Where a piece stands is on no photo."""

    CROSSED = ("yellow 6", "red 4", "green 10")

    def test_what_is_not_told_is_asked_for(self, capsys: Any) -> None:
        photo("a.jpg", self.CROSSED, variant="onboard", serial=1)
        photo("b.jpg", self.CROSSED, variant="onboard", serial=2)
        told = run(capsys, "scan", "a.jpg", "b.jpg", "-o", "game.json")
        assert told.status == 0 and "No broken rule found." in told.output, "a game that is not known is not judged"
        assert "Winner" not in told.output
        unknown = "A sheet does not show where the piece stands; it was counted without extra points."
        assert told.errors.splitlines() == [f"unsure: {name}: {unknown}" for name in ("a.jpg", "b.jpg")]
        assert json.loads(Path("game.json").read_text())["complete"] is False
        assert run(capsys, "score", "game.json").output == told.output.removesuffix("\nMade game.json\n")
        data = answer(capsys, "a.jpg", "b.jpg", "--side", "a", "--space", "", "--space", "0")
        assert data["ask"] == [{"player": "Player 1", "space": None}]

    def test_what_is_told_counts(self, capsys: Any) -> None:
        space = next(
            number
            for number, space in enumerate(edition("onboard").rulebook.tracks["a"], start=1)
            if (space.row, space.number) == ("yellow", 6)
        )
        extra = edition("onboard").rulebook.tracks["a"][space - 1].extra
        photo("a.jpg", self.CROSSED, variant="onboard", serial=1)
        for text in (f"{space}", f"space {space}", f"yellow 6 +{extra}", f"Gelb 6 +{extra}"):
            data = answer(capsys, "a.jpg", "--side", "A", "--space", text, "--lang", "de")
            assert data["players"][0]["extra"] == extra and data["ask"] == []
        told = run(capsys, "scan", "a.jpg", "--side", "a", "--space", str(space), "-o", "game.json", "--json")
        record = json.loads(Path("game.json").read_text())
        assert (record["side"], record["players"][0]["space"]) == ("a", space)
        scored = json.loads(run(capsys, "score", "game.json", "--json").output)
        assert scored["players"] == json.loads(told.output)["players"]

    def test_a_known_game_is_judged_as_a_whole(self, capsys: Any) -> None:
        photos = [photo(f"{seat}.jpg", self.CROSSED, variant="onboard", serial=seat) for seat in (1, 2)]
        data = answer(capsys, *photos, "--side", "b", "--space", "0", "--space", "0")
        assert [finding["code"] for finding in data["findings"]] == ["game-not-over"]

    @pytest.mark.parametrize(
        ("options", "message"),
        [
            (["--space", "5"], "which side of the board was it?"),
            (["--space", "yellow 6 +1"], "depends on the side of the board"),
            (["--side", "c"], "--side cannot be 'c'"),
            (["--side", "a", "--space", "99"], "It must be between 0 and"),
            (["--side", "a", "--space", "5; penalties 3"], "which space?"),
            (["--side", "a", "--space", "yellow 66 +1"], "there is no space 'yellow 66 +1' on this side"),
            (["--space", "1", "--space", "2"], "--space is given 2 times"),
        ],
    )
    def test_what_is_wrong(self, options: list[str], message: str, capsys: Any) -> None:
        photo("a.jpg", self.CROSSED, variant="onboard")
        told = run(capsys, "scan", "a.jpg", *options, "-o", "game.json")
        assert told.status == 2 and message in told.errors and not told.output
        assert not Path("game.json").exists()


def test_the_overlay_has_the_numbers_of_the_answer(capsys: Any) -> None:
    photos = [photo(f"{seat}.jpg", WITHOUT_NUMBER, serial=seat) for seat in (1, 2)]
    data = answer(capsys, *photos, "--overlay", "seen.png")
    assert [each["mark"] for each in data["ask"]] == [1, 1]
    assert sorted(path.name for path in Path().glob("*.png")) == ["seen-1.png", "seen-2.png"]
    told = run(capsys, "scan", photos[0], "--overlay", "one.PNG")
    assert told.output.endswith("\n\nMade one.PNG\n")
    with Image.open("one.PNG") as picture:
        assert picture.format == "PNG"


@pytest.mark.parametrize("library", ["pillow_heif", "py_mini_racer"])
def test_without_what_reading_needs(library: str) -> None:
    photo("a.jpg")
    script = (
        f"import sys\nsys.modules[{library!r}] = None\nfrom sheetgen.cli.app import main\n"
        "main(['scan', 'a.jpg', '-o', 'game.json'])"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == f"error: reading photos needs extra libraries\n    {INSTALL_HINT}\n"
    assert not Path("game.json").exists()


@pytest.mark.parametrize(("machine", "size"), [("armv7l", 2**31 - 1), ("AMD64", 2**31 - 1), ("riscv64", 2**63 - 1)])
def test_where_the_reader_cannot_run_a_phone_is_the_way(
    machine: str, size: int, capsys: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(errors, "find_spec", lambda _: None)
    monkeypatch.setattr("platform.machine", lambda: machine)
    monkeypatch.setattr(sys, "maxsize", size)
    outcome = run(capsys, "scan", "a.jpg")
    assert outcome.status == 2
    assert errors.UNSUPPORTED_HINT in outcome.errors


def test_the_extra_is_installed_where_the_reader_runs() -> None:
    extra = tomllib.loads((PROJECT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"]
    assert " ".join(errors.SUPPORTED_MACHINES) in " ".join(extra["scan"])
