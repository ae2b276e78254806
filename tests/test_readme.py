"""The README is short, begins with the two commands, and shows what the program does now."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path
from typing import Any

import numpy
import numpy.typing
import pytest
from PIL import Image

from examples.make_pictures import PICTURES, make
from tests.documents import blocks, shown
from tests.helpers import EXAMPLES, PROJECT, VARIANTS, document, run

README = PROJECT / "README.md"
MAX_LINES = 180


def test_the_readme_starts_with_the_two_commands() -> None:
    commands = [block.text for block in blocks(README) if block.language == "sh"]
    assert commands[0] == "pip install . && sheetgen pdf --variant bigpoints\n"
    assert commands[1] == "python tests/run.py\n"


def test_the_readme_can_be_read_in_minutes() -> None:
    assert len(README.read_text(encoding="utf-8").splitlines()) <= MAX_LINES


def test_the_readme_leads_to_every_document() -> None:
    linked = set(re.findall(r"\]\(docs/(\w+\.md)", README.read_text(encoding="utf-8")))
    assert linked == {path.name for path in (PROJECT / "docs").glob("*.md")}


@pytest.mark.parametrize("variant", VARIANTS)
def test_there_is_an_example_game_of_every_variant_without_a_fault(variant: str, capsys: Any) -> None:
    outcome = run(capsys, "score", str(EXAMPLES / "games" / f"{variant}.json"), "--json")
    assert outcome.status == 0
    assert json.loads(outcome.output)["findings"] == []


def test_the_example_settings_are_valid(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any) -> None:
    monkeypatch.chdir(tmp_path)
    shutil.copy(EXAMPLES / "sheetgen.toml", tmp_path)
    assert "on letter" in run(capsys, "pdf", "-v", "classic").output


def test_the_link_in_the_documents_is_that_of_a_sheet() -> None:
    assert document("bigpoints").links.url(1) in (PROJECT / "docs" / "hosting.md").read_text(encoding="utf-8")


def test_every_screenshot_is_shown() -> None:
    expected = {"start", "sheet", "result", "book", "photo", "question", "preview"}
    names = {f"{name}.png" for name in expected}
    assert shown(r"examples/screens/[\w-]+\.png") == {path.name for path in (EXAMPLES / "screens").iterdir()} == names


def test_every_photo_is_shown_and_scored(capsys: Any) -> None:
    """They show the sheets of an example game."""
    names = {"anna.jpg", "ben.jpg", "read.jpg"}
    assert shown(r"examples/photos/[\w-]+\.jpg") == {path.name for path in (EXAMPLES / "photos").iterdir()} == names
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
    assert shown(r"examples/pictures/[\w-]+\.png") == made
    assert {path.name for path in (EXAMPLES / "pictures").iterdir()} == made
    assert len(made) >= len(PICTURES)
    for name in made:
        new, old = (pixels(folder / name) for folder in (tmp_path, EXAMPLES / "pictures"))
        assert new.shape == old.shape, name
        difference = numpy.abs(new - old)
        assert difference.mean() < 0.5, f"{name} is out of date: run python examples/make_pictures.py"
