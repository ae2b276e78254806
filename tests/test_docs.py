"""The documents are true: their files are fine, their commands run, and what is made by scripts is current."""

from __future__ import annotations

import re
import shlex
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy
import pytest
from PIL import Image

from docs import make_gallery
from docs.make_reference import make
from sheetgen.authoring.check import check_file
from sheetgen.drawing.edition import Edition
from sheetgen.drawing.pages.document import Part
from sheetgen.layouts.files.merge import KINDS, Kind
from sheetgen.layouts.json_schema import json_schema
from tests.helpers import PROJECT, run
from tests.test_readme import lines, pixels, with_examples

DOCS = PROJECT / "docs"
LAYOUTS = (DOCS / "layouts.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```(toml|sh|text)\n(.*?)```", LAYOUTS, re.DOTALL)


def test_following_the_document_from_top_to_bottom(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any
) -> None:
    """Files are written as they appear, commands run, and answers are as printed."""
    with_examples(tmp_path, monkeypatch)
    seen = {"toml": 0, "sh": 0, "text": 0}
    for kind, block in BLOCKS:
        seen[kind] += 1
        if kind == "toml":
            name = re.match(r"# (\S+\.toml)\n", block)
            assert name, block
            Path(name[1]).write_text(block, encoding="utf-8")
            assert check_file(Path(name[1])) == [], name[1]
        elif kind == "sh":
            for command in block.splitlines():
                program, *arguments = shlex.split(command)
                assert program == "sheetgen"
                outcome = run(capsys, *arguments)
                assert outcome.status == 0, (command, outcome.errors)
        else:
            command, _, answer = block.partition("\n")
            outcome = run(capsys, *shlex.split(command)[2:])
            assert lines(outcome.output) == lines(answer), command
    assert min(seen.values()) > 1 and seen["toml"] > 10


def test_the_reference_and_the_schemas_are_current(tmp_path: Path) -> None:
    make(tmp_path)
    made = {file.relative_to(tmp_path): file.read_text(encoding="utf-8") for file in tmp_path.rglob("*.*")}
    assert len(made) == 1 + len(KINDS)
    for file, text in made.items():
        assert (DOCS / file).read_text(encoding="utf-8") == text, f"{file}: run python docs/make_reference.py"


@pytest.mark.parametrize("kind", KINDS)
def test_the_reference_has_every_key(kind: Kind) -> None:
    told = (DOCS / "keys.md").read_text(encoding="utf-8")
    schema = json_schema(kind)
    for table in (schema, *schema["definitions"].values()):
        for key in table["properties"].keys() - {"extends"}:
            assert re.search(rf"^\| `{key}` \|", told, re.MULTILINE)


@pytest.mark.parametrize("document", [DOCS.parent / "README.md", *DOCS.glob("*.md")], ids=lambda path: path.name)
def test_every_link_leads_somewhere(document: Path) -> None:
    for target, heading in re.findall(r"\]\(([^)#]*)#?([^)]*)\)", document.read_text(encoding="utf-8")):
        if not target.startswith("https://"):
            file = document.parent / target if target else document
            assert file.exists(), target
            assert not heading or heading in headings(file), (target, heading)


def headings(document: Path) -> set[str]:
    """The headings as links name them."""
    found = re.findall(r"^#+ (.+)$", document.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in found}


def test_the_gallery_has_every_layout_in_every_theme(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Some of its pictures are made again; small differences are left to other versions of the rasteriser."""
    chosen = ("duel-board-grey.png", "mini-own.png", "six-rows-dark.png")
    draw = make_gallery._picture
    drawn: list[tuple[Edition, Part]] = []

    def only_some(edition: Edition, part: Part) -> bytes:
        drawn.append((edition, part))
        return b""

    monkeypatch.setattr(make_gallery, "_picture", only_some)
    make_gallery.make(tmp_path)
    names = {path.name for path in (tmp_path / "gallery").iterdir()}
    assert names == {path.name for path in (DOCS / "gallery").iterdir()}
    assert (tmp_path / "gallery.md").read_text("utf-8") == (DOCS / "gallery.md").read_text("utf-8")
    layouts, themes = make_gallery.layouts(), make_gallery.themes()
    assert len(names) >= len(layouts) * len(themes) and len(themes) > 4
    order = re.findall(r"gallery/([\w-]+\.png)", (DOCS / "gallery.md").read_text("utf-8"))
    for name in chosen:
        new = Image.open(BytesIO(draw(*drawn[order.index(name)]))).convert("RGB")
        difference = numpy.abs(numpy.asarray(new).astype(int) - pixels(DOCS / "gallery" / name))
        assert difference.mean() < 1.5, f"{name} is out of date: run python docs/make_gallery.py"
