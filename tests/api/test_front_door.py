"""`import sheetgen`: lazy, typed, and complete."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import sheetgen as sg
from sheetgen.api.game import Game


def test_importing_it_loads_nothing_heavy() -> None:
    script = "import sys, sheetgen; print(*sorted(name.split('.')[0] for name in sys.modules))"
    loaded = subprocess.run([sys.executable, "-c", script], check=True, capture_output=True, text=True).stdout.split()
    assert not set(loaded) & {"typer", "pydantic", "jinja2", "reportlab", "fontTools", "pypdfium2", "qrcode", "numpy"}


def test_every_public_name_is_there_and_documented() -> None:
    assert {"load", "audit", "replay", "simulate", "scan", "check", "InputError"} <= set(sg.__all__)
    for name in sg.__all__:
        assert name in dir(sg)
        assert getattr(sg, name).__doc__


def test_another_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="has no attribute 'laod'"):
        getattr(sg, "la" + "od")


def test_changes_may_be_of_any_type() -> None:
    points = [1, 2, 4, 7, 11, 16, 22, 29, 37, 46, 56, 67]
    titles = {"en": 'The "new" one', "de": "Das neue"}
    game = sg.load("classic", set={"game.points": points, "game": {"penalties": {"points": -4}}, "title": titles})
    assert list(game.rulebook.scores[0].points[1:]) == points
    assert game.rulebook.penalty_points == -4
    assert game.layout.title == titles
    assert sg.load("classic", set=["game.penalties.points=-2"]).rulebook.penalty_points == -2


MISUSES: dict[str, Callable[[Game], object]] = {
    "0 games cannot be played": lambda game: sg.simulate(game, games=0),
    "use sheetgen.audit": lambda game: game.audit({"variant": "classic"}),  # type: ignore[arg-type]
    "0 dots per inch": lambda game: game.png("a.png", dpi=0),
    "not a list": lambda game: game.pdf("a.pdf", players="Anna,Ben"),
}


@pytest.mark.parametrize("message", MISUSES)
def test_what_a_program_gets_wrong_is_an_input_error(
    message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(sg.InputError, match=message):
        MISUSES[message](sg.load("classic"))
    assert list(tmp_path.iterdir()) == []
