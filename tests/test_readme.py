"""The README is true: its commands run and its pictures are what the program draws."""

from __future__ import annotations

import json
import re
import shlex
import shutil
from pathlib import Path
from typing import Any

import numpy
import numpy.typing
import pytest
from PIL import Image

from examples.make_pictures import PICTURES, make
from sheetgen.rules.audit.findings import RULE_IDS
from tests.helpers import EXAMPLES, PROJECT, VARIANTS, document, run

README = (PROJECT / "README.md").read_text(encoding="utf-8")
COMMANDS = [
    line.partition("#  ")[0].partition("   #")[0].strip()
    for block in re.findall(r"```sh\n(.*?)```", README, re.DOTALL)
    for line in block.splitlines()
    if line.startswith("sheetgen ")
]


def test_the_readme_starts_with_the_two_commands() -> None:
    blocks = re.findall(r"```sh\n(.*?)```", README, re.DOTALL)
    assert blocks[0] == "pip install . && sheetgen pdf --variant bigpoints\n"
    assert blocks[1] == "python tests/run.py\n"


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_works(command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any) -> None:
    with_examples(tmp_path, monkeypatch)
    outcome = run(capsys, *shlex.split(command)[1:])
    assert outcome.status == 0, outcome.errors


def with_examples(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for kind in ("layouts", "games", "photos", "themes", "locales"):
        shutil.copytree(EXAMPLES / kind, folder / "examples" / kind)
    monkeypatch.chdir(folder)
    monkeypatch.setenv("COLUMNS", "80")


ANSWERS = [
    (command.strip(), answer)
    for block in re.findall(r"```text\n(\$ .*?)```", README, re.DOTALL)
    for command, _, answer in (part.partition("\n") for part in ("\n" + block).split("\n$ ")[1:])
]


@pytest.mark.parametrize(("command", "answer"), ANSWERS, ids=[command for command, _ in ANSWERS])
def test_every_answer_is_the_one_that_is_given(
    command: str, answer: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any
) -> None:
    with_examples(tmp_path, monkeypatch)
    told = run(capsys, *shlex.split(command)[1:]).output
    assert lines(told) == lines(answer)


def lines(text: str) -> list[str]:
    return [line.rstrip() for line in text.splitlines() if line.strip()]


def test_the_record_in_the_readme_is_right(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any) -> None:
    monkeypatch.chdir(tmp_path)
    record = re.findall(r"```json\n(.*?)```", README, re.DOTALL)[0]
    Path("game.json").write_text(record)
    assert run(capsys, "score", "game.json").status == 0


def test_the_turn_in_the_readme_is_one_of_the_example() -> None:
    turn = json.loads(re.findall(r"```json\n(.*?)```", README, re.DOTALL)[1])
    log = json.loads((EXAMPLES / "games" / "classic-log.json").read_text())
    assert {**turn, "penalty": False} in log["turns"]


def test_kinds_of_example_games_are_shown_with_their_audits() -> None:
    shown = {Path(command.split()[2]).stem for command, _ in ANSWERS if "examples/games" in command}
    assert shown == {"classic", "bigpoints", "onboard", "duel", "gemixxt-a", "broken"}


@pytest.mark.parametrize("variant", VARIANTS)
def test_there_is_an_example_game_of_every_variant_without_a_fault(variant: str, capsys: Any) -> None:
    outcome = run(capsys, "score", str(EXAMPLES / "games" / f"{variant}.json"), "--json")
    assert outcome.status == 0
    assert json.loads(outcome.output)["findings"] == []


def test_every_rule_id_in_the_code_is_explained() -> None:
    assert not [rule for rule in RULE_IDS if f"| {rule} |" not in README]


def test_the_error_in_the_readme_is_the_one_that_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any
) -> None:
    monkeypatch.chdir(tmp_path)
    (mine,) = re.findall(r"```toml\n(.*?)```", README, re.DOTALL)
    Path("mine.toml").write_text(mine.replace("points", "point"))
    (told,) = re.findall(r"```text\n(error: .*?)```", README, re.DOTALL)
    assert run(capsys, "pdf", "--layout", "mine.toml").errors == told


def test_the_example_settings_are_valid(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any) -> None:
    monkeypatch.chdir(tmp_path)
    shutil.copy(EXAMPLES / "sheetgen.toml", tmp_path)
    assert "on letter" in run(capsys, "pdf", "-v", "classic").output


def test_the_link_in_the_readme_is_that_of_a_sheet() -> None:
    assert document("bigpoints").links.url(1) in README


def test_every_screenshot_is_shown() -> None:
    shown = {Path(name).name for name in re.findall(r"examples/screens/[\w-]+\.png", README)}
    expected = {"sheet.png", "result.png", "book.png", "photo.png", "question.png", "preview.png"}
    assert shown == {path.name for path in (EXAMPLES / "screens").iterdir()} == expected


def test_every_photo_is_shown_and_scored(capsys: Any) -> None:
    """They show the sheets of an example game."""
    shown = {Path(name).name for name in re.findall(r"examples/photos/[\w-]+\.jpg", README)}
    assert shown == {path.name for path in (EXAMPLES / "photos").iterdir()} == {"anna.jpg", "ben.jpg", "read.jpg"}
    photos = [str(EXAMPLES / "photos" / f"{name}.jpg") for name in ("anna", "ben")]
    scanned = run(capsys, "scan", *photos, "--name", "Anna", "--name", "Ben", "--json")
    scored = run(capsys, "score", str(EXAMPLES / "games" / "classic.json"), "--json")
    assert {**json.loads(scanned.output), **json.loads(scored.output)} == json.loads(scanned.output)


def pixels(file: Path) -> numpy.typing.NDArray[numpy.int_]:
    return numpy.asarray(Image.open(file).convert("RGB")).astype(int)


def test_every_picture_is_shown_and_current(tmp_path: Path) -> None:
    """Small differences are left to other versions of the rasteriser."""
    make(tmp_path)
    made = {path.name for path in tmp_path.iterdir()}
    shown = {Path(name).name for name in re.findall(r"examples/pictures/[\w-]+\.png", README)}
    assert shown == made
    assert {path.name for path in (EXAMPLES / "pictures").iterdir()} == made
    assert len(made) >= len(PICTURES)
    for name in made:
        new, old = (pixels(folder / name) for folder in (tmp_path, EXAMPLES / "pictures"))
        assert new.shape == old.shape, name
        difference = numpy.abs(new - old)
        assert difference.mean() < 0.5, f"{name} is out of date: run python examples/make_pictures.py"
