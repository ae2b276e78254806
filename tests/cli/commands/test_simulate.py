"""`sheetgen simulate`: figures, pictures and files, the same for the same seed."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from itertools import cycle, product
from pathlib import Path
from typing import Any

import pytest

from sheetgen.api import simulation
from sheetgen.interrupts import TERMINATION_SIGNALS
from tests.game_helpers import SPANS
from tests.helpers import EXAMPLES, is_gone, run
from tests.profiles import selection
from tests.systems import posix_only
from tests.timeouts import TIMEOUT, wait_until


def figures(capsys: Any, *arguments: str) -> dict[str, Any]:
    outcome = run(capsys, "simulate", *arguments, "--json")
    assert outcome.status == 0, outcome.errors
    data: dict[str, Any] = json.loads(outcome.output)
    return data


@pytest.mark.parametrize("variant", sorted(SPANS))
def test_it_tells_how_games_go(variant: str, capsys: Any) -> None:
    outcome = run(capsys, "simulate", "-v", variant, "--games", "60")
    assert outcome.status == 0
    for word in ("60 games of 2 careful players", "on average", "█", "turns", "penalties", "ended by", "red"):
        assert word in outcome.output
    assert ("Track: where pieces end" in outcome.output) == (variant == "onboard")


def test_the_same_seed_gives_the_same_result_on_any_number_of_cores(
    capsys: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    arguments = ("-v", "classic", "--games", "450", "--seed", "9", "--players", "3")
    alone = figures(capsys, *arguments)
    monkeypatch.setattr(simulation, "MAX_SERIAL_GAMES", 0)
    assert figures(capsys, *arguments) == alone
    assert figures(capsys, *arguments[:-4], "--seed", "10", "--players", "3") != alone


def test_the_figures_say_what_was_played(capsys: Any) -> None:
    data = figures(capsys, "-v", "onboard", "-n", "40", "--players", "4", "--side", "b", "--strategy", "greedy")
    assert {key: data[key] for key in ("variant", "games", "players", "seed", "strategy", "side")} == {
        "variant": "onboard",
        "games": 40,
        "players": 4,
        "seed": 1,
        "strategy": "greedy",
        "side": "b",
    }
    assert sum(data["scores"]["histogram"].values()) == 160
    assert set(data["rows"]) == {"red", "yellow", "green", "blue"}
    assert set(data["track"]) == {"space", "landed"}


def test_every_seat_has_its_share_even_without_a_win(capsys: Any) -> None:
    data = figures(capsys, "-v", "classic", "-n", "1")
    assert set(data["wins_by_seat"]) == {"1", "2"}
    assert sum(data["ends"].values()) == 1 and "track" not in data


@pytest.mark.parametrize("variant", sorted(SPANS))
def test_its_games_can_be_scored_and_replayed(variant: str, capsys: Any) -> None:
    run(capsys, "simulate", "-v", variant, "--games", "12", "--records", "records", "--logs", "logs", "-q")
    for number in range(1, 13):
        scored = run(capsys, "score", f"records/game-{number:02}.json", "--json")
        replayed = run(capsys, "replay", f"logs/game-{number:02}.json", "--json")
        assert (scored.status, replayed.status) == (0, 0)
        assert scored.output == replayed.output


def test_games_of_an_own_layout_carry_it_along(capsys: Any, tmp_path: Path) -> None:
    home = tmp_path / "elsewhere"
    (home / "base").mkdir(parents=True)
    shutil.copy(EXAMPLES / "layouts" / "house-rule.toml", home / "base")
    own = home / "own.toml"
    own.write_text('extends = "base/house-rule.toml"\nslug = "own"\n[game.penalties]\npoints = -4\n')
    outcome = run(capsys, "simulate", "--layout", str(own), "--games", "3", "--records", "out/of/here", "-q")
    assert outcome.status == 2 and "There is no folder out/of; make it first." in outcome.errors
    outcome = run(capsys, "simulate", "--layout", str(own), "--games", "3", "--records", "out", "-q")
    assert outcome.status == 0, outcome.errors
    assert sorted(path.name for path in Path("out").iterdir()) == [
        *("game-1.json", "game-2.json", "game-3.json", "own.toml"),
    ]
    shutil.rmtree(home)
    answer = json.loads(run(capsys, "score", "out/game-1.json", "--json").output)
    assert answer["variant"] == "own"


@pytest.mark.parametrize("ending", ["png", "svg"])
def test_it_draws_a_plot(ending: str, capsys: Any) -> None:
    assert run(capsys, "simulate", "-v", "onboard", "-n", "30", "--plot", f"p.{ending}", "-q").status == 0
    start = Path(f"p.{ending}").read_bytes()[:4]
    assert start == (b"\x89PNG" if ending == "png" else b"<svg")


SIGNALS = TERMINATION_SIGNALS
MOMENTS = [0.25, 1.2]  # seconds after the beginning; whatever the program does then


@posix_only
@pytest.mark.parametrize(
    ("number", "wait"), selection(product(SIGNALS, MOMENTS), zip(SIGNALS, cycle(MOMENTS), strict=False))
)
def test_an_ended_run_leaves_nothing_behind(number: signal.Signals, wait: float, own_folder: Path) -> None:
    """However often and however early it is asked to end: no complaint, no process, no file."""
    command = [sys.executable, "-m", "sheetgen", "simulate", "-v", "classic", "-n", "3000000", "--records", "out"]
    running = subprocess.Popen(
        command, cwd=own_folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    )
    wait_until(lambda: list(own_folder.iterdir()))
    time.sleep(wait)
    for _ in range(3):
        os.killpg(running.pid, number)
        time.sleep(0.1)
    _, errors = running.communicate(timeout=TIMEOUT)
    assert running.returncode != 0
    assert "Traceback" not in errors
    assert not list(own_folder.iterdir())
    wait_until(lambda: is_gone(running.pid), "the one that watches over semaphores, the last to leave")


BAD = {
    "no game": ((), "no game is given"),
    "no games": (("-v", "classic", "--games", "0"), "--games"),
    "too few players": (("-v", "classic", "--players", "1"), "The game is for 2 to 5."),
    "too many players": (("-v", "duel", "--players", "3"), "The game is for 2."),
    "unknown strategy": (("-v", "classic", "--strategy", "gready"), "Did you mean 'greedy'?"),
    "unknown side": (("-v", "onboard", "--side", "c"), "--side cannot be 'c'"),
    "side without a track": (("-v", "classic", "--side", "a"), "this game has no track"),
    "plot of another kind": (("-v", "classic", "--plot", "x.pdf"), "neither .png nor .svg"),
    "plot in no folder": (("-v", "classic", "--plot", "no/x.png"), "cannot write no/x.png"),
    "records in a full folder": (("-v", "classic", "--records", "full"), "not an empty folder"),
    "records in a file": (("-v", "classic", "--records", "full/file"), "not an empty folder"),
    "one folder for both": (("-v", "classic", "--records", "x", "--logs", "./x"), "--records and --logs overlap"),
    "one folder in the other": (("-v", "classic", "--records", "x", "--logs", "x/y"), "--logs and --records overlap"),
    "a plot in a folder of games": (("-v", "classic", "--records", "x", "--plot", "x/y.png"), "--records overlap"),
    "several": (("-v", "classic", "--players", "9", "--strategy", "x"), "--players cannot be 9"),
}


@pytest.mark.parametrize("name", BAD)
def test_bad_options(name: str, capsys: Any) -> None:
    Path("full").mkdir()
    Path("full/file").write_text("mine")
    arguments, words = BAD[name]
    outcome = run(capsys, "simulate", *arguments)
    assert outcome.status == 2
    assert words in outcome.errors
    assert not outcome.output
    assert [path.name for path in Path().iterdir()] == ["full"] and Path("full/file").read_text() == "mine"
