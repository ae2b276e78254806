"""`sheetgen scan` at a terminal: what it asks, and what comes of the answers."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy
import pytest
from PIL import Image

from tests.cli.terminal import END, at_real_terminal, at_terminal
from tests.helpers import Outcome, run
from tests.photos.plain_shot import photo, unclear_height
from tests.systems import posix_only

pytestmark = pytest.mark.usefixtures("shared_readings")
CLOSED = ["red 2", "red 3", "red 4", "red 5", "red 6", "red lock", "green 12", "blue 9"]
"""All of a closed row but its last number."""


def marks(row: str = "red") -> Any:
    return json.loads(Path("game.json").read_text())["players"][0]["marks"][row]


def locks() -> Any:
    return json.loads(Path("game.json").read_text())["players"][0]["locks"]


@pytest.fixture(params=[True])
def guess(request: pytest.FixtureRequest, capsys: Any) -> bool:
    """There is a photo whose red 12 cannot be told. It is rather taken for this."""
    photo("a.jpg", CLOSED, heights={"red 12": unclear_height(request.param)})
    asked = json.loads(run(capsys, "scan", "a.jpg", "--json").output)["ask"]
    (unclear,) = (each for each in asked if each["finding"] is None)
    assert (unclear["cell"], unclear["guess"]) == ("red 12", "cross" if request.param else "not")
    return bool(request.param)


either_guess = pytest.mark.parametrize("guess", [True, False], indirect=True)


def prompt(cell: str, guess: bool) -> str:
    return f"Is {cell} crossed? {'[Y/n]' if guess else '[y/N]'} "


@either_guess
def test_an_answer_that_ends_all_doubts(guess: bool) -> None:
    told = at_terminal("scan", "a.jpg", "-o", "game.json", answers=[(prompt("Red 12", guess), "y")])
    assert told.status == 0 and "No broken rule found." in told.output
    assert "a.jpg, Player 1: It is unclear whether Red 12 is crossed.\nIs Red 12" in told.output
    assert told.output.count("crossed?") == 1 and "unsure" not in told.output
    assert marks() == [2, 3, 4, 5, 6, 12] and locks() == ["red"]


@either_guess
def test_an_answer_that_brings_up_another_question(guess: bool) -> None:
    answers = [(prompt("Red 12", guess), "no"), (prompt("Red lock", True), "N")]
    told = at_terminal("scan", "a.jpg", "--name", "Ada", "-o", "game.json", answers=answers)
    assert "\na.jpg, Ada: Red lock is crossed, but Red 12 is not. They are crossed together.\n" in told.output
    assert told.status == 0 and "No broken rule found." in told.output
    assert marks() == [2, 3, 4, 5, 6] and locks() == []


@either_guess
def test_nothing_means_the_better_guess(guess: bool) -> None:
    answers = [(prompt("Red 12", guess), ""), *([] if guess else [(prompt("Red lock", True), "")])]
    told = at_terminal("scan", "a.jpg", "-o", "game.json", answers=answers)
    assert told.status == (0 if guess else 1)
    assert (12 in marks()) is guess and locks() == ["red"]


def test_what_is_no_answer_is_asked_again(guess: bool) -> None:
    question = prompt("Red 12", guess)
    told = at_terminal("scan", "a.jpg", answers=[(question, "perhaps"), (question, "yess"), (question, " YE ")])
    assert told.output.count("Answer yes or no.\n") == 2 and told.status == 0


def test_in_the_players_language(guess: bool) -> None:
    question = f"Ist das Feld Rot 12 angekreuzt? {'[J/n]' if guess else '[j/N]'} "
    told = at_terminal("scan", "a.jpg", "--lang", "de", answers=[(question, "y"), (question, "j")])
    assert "Antworte mit ja oder nein." in told.output and "Kein Regelverstoß gefunden." in told.output


def test_a_cheat_stays_one(capsys: Any) -> None:
    """Who says that it is so on paper is not asked again, and told what is wrong with it."""
    photo("a.jpg", [id for id in CLOSED if id != "red 2"])
    told = at_terminal("scan", "a.jpg", answers=[(prompt("Red lock", True), "y")])
    assert told.status == 1 and "error: Player 1: Red lock is crossed, but Red 12 is not." in told.output
    assert told.output.count("crossed?") == 1


def test_no_cell_is_asked_for_twice_and_what_is_settled_brings_no_more_questions(capsys: Any) -> None:
    photo("a.jpg", ["red 2", "red-yellow 9", "green 12", "blue 7"], variant="bigpoints")
    asked = json.loads(run(capsys, "scan", "a.jpg", "--json").output)["ask"]
    assert {each["cell"]: each["guess"] for each in asked} == {
        "red 9": "not",
        "red-yellow 9": "cross",
        "yellow 9": "not",
    }
    prompts = {each["cell"]: prompt(each["cell"].title(), each["guess"] == "cross") for each in asked}
    # The crossed one comes first.
    first, *others = sorted(asked, key=lambda each: each["guess"] != "cross")
    told = at_terminal("scan", "a.jpg", answers=[(prompts[first["cell"]], "n" if first["guess"] == "cross" else "y")])
    assert told.status == 0 and told.output.count("crossed?") == 1, "now no rule is broken"
    told = at_terminal("scan", "a.jpg", answers=[(prompts[each["cell"]], "") for each in (first, *others)])
    assert told.status == 1 and told.output.count("crossed?") == 3


def test_every_photo_has_its_questions_and_its_picture(capsys: Any) -> None:
    for seat in (1, 2):
        photo(f"{seat}.jpg", [id for id in CLOSED if id != "red 6"], serial=seat)
    answers = [(prompt("Red lock", True), "n"), (prompt("Red lock", True), "y")]
    told = at_terminal("scan", "1.jpg", "2.jpg", "--overlay", "seen.png", "-o", "game.json", answers=answers)
    for seat in (1, 2):
        assert f"{seat}.jpg, Player {seat}: Red lock is crossed" in told.output
        assert f"They are crossed together. See 1 in seen-{seat}.png.\n" in told.output
    assert told.output.endswith("Made game.json, seen-1.png, seen-2.png\n")
    assert [player["locks"] for player in json.loads(Path("game.json").read_text())["players"]] == [[], ["red"]]


def pixels(file: str) -> Any:
    with Image.open(file) as picture:
        return numpy.asarray(picture).astype(int)


def alike(one: Any, other: Any) -> bool:
    """Two runs may round differently."""
    return bool(one.shape == other.shape and abs(one - other).max() <= 2)


@either_guess
def test_the_picture_is_there_before_the_question_and_follows_the_answers(guess: bool, capsys: Any) -> None:
    """What comes to be asked has a number then, which the picture has too."""
    assert run(capsys, "scan", "a.jpg", "--overlay", "before.png").status in (0, 1)
    seen: list[Any] = []

    def look() -> str:
        seen.append(pixels("seen.png"))
        return "n"

    answers = [(prompt("Red 12", guess), look), (prompt("Red lock", True), look)]
    told = at_terminal("scan", "a.jpg", "--overlay", "seen.png", answers=answers)
    assert "whether Red 12 is crossed. See 1 in seen.png.\n" in told.output
    assert "They are crossed together. See 2 in seen.png.\n" in told.output
    assert alike(seen[0], pixels("before.png"))
    assert alike(seen[0], seen[1]) is not guess, "the lock is in doubt from the beginning, or only since the answer"
    assert not alike(seen[1], pixels("seen.png")), "at last all is settled"


@posix_only
def test_at_a_real_terminal(guess: bool) -> None:
    told = at_real_terminal("scan", "a.jpg", "-o", "game.json", answers=[(prompt("Red 12", guess), "y")])
    assert told.status == 0 and "No broken rule found." in told.output
    assert marks() == [2, 3, 4, 5, 6, 12] and locks() == ["red"]


@pytest.mark.parametrize("run_at", [at_terminal, at_real_terminal])
def test_who_ends_it_scores_nothing(run_at: Callable[..., Outcome], guess: bool) -> None:
    told = run_at("scan", "a.jpg", "-o", "game.json", answers=[(prompt("Red 12", guess), END)])
    assert told.status == 2 and told.output.endswith(
        "\nerror: not all questions were answered, so nothing was scored\n"
    )
    assert not list(Path().glob("*game.json*"))


def test_json_asks_nobody(guess: bool) -> None:
    told = at_terminal("scan", "a.jpg", "--json")
    assert json.loads(told.output)["ask"][0]["cell"] in ("red 12", "red lock")


def test_where_pieces_stand(capsys: Any) -> None:
    side = "Which side of the board was played on: a / b? Leave it empty if you do not know. "
    space = (
        "On which space does the piece of {} stand? Its number from the start (0), or what is printed on it. "
        "Leave it empty if you do not know. "
    )
    one, two = space.format("Player 1"), space.format("Player 2")
    for seat in (1, 2):
        photo(f"{seat}.jpg", ["red 4", "yellow 6", "blue 11"], variant="onboard", serial=seat)
    answers = [(side, "c"), (side, "A"), (one, "99"), (one, "red 99 +1"), (one, "0"), (two, "")]
    told = at_terminal("scan", "1.jpg", "2.jpg", "-o", "game.json", answers=answers)
    assert "It must be between 0 and" in told.output and "there is no space 'red 99 +1' on this side" in told.output
    assert (
        "unsure: 2.jpg: A sheet does not show where the piece stands" in told.output
        and "unsure: 1.jpg" not in told.output
    )
    record = json.loads(Path("game.json").read_text())
    assert (record["side"], record["complete"]) == ("a", False)
    told = at_terminal("scan", "1.jpg", "2.jpg", "--side", "b", "--space", "0", answers=[(two, "space 0")])
    assert told.status == 1 and "The game is not over" in told.output and "unsure" not in told.output
    told = at_terminal("scan", "1.jpg", answers=[(side, "")])
    assert told.status == 0 and "unsure: 1.jpg" in told.output
