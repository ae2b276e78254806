"""The documents are true: their files are fine, their commands run, and what is made by scripts is current."""

from __future__ import annotations

import json
import re
from collections import Counter
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy
import pytest
from PIL import Image

from docs import make_gallery
from docs.make_reference import make
from sheetgen.api.settings import FILE_NAME
from sheetgen.authoring.check import check_file
from sheetgen.drawing.edition import Edition
from sheetgen.drawing.fingerprint import fingerprint
from sheetgen.drawing.pages.document import Part
from sheetgen.drawing.sheet_links import DEFAULT_BASE
from sheetgen.layouts.files.merge import KINDS, Kind
from sheetgen.layouts.json_schema import json_schema
from sheetgen.rules.audit.findings import RULE_IDS
from tests.documents import DOCUMENTS, blocks, follow
from tests.helpers import EXAMPLES, PROJECT, decoded
from tests.test_readme import pixels

DOCS = PROJECT / "docs"
LINKED = [*DOCUMENTS, PROJECT / "CONTRIBUTING.md", PROJECT / "CHANGELOG.md", PROJECT / "SECURITY.md"]
LEAST = {  # what following a document does, at the least
    "README.md": {"files": 1, "commands": 10, "answers": 1},
    "hosting.md": {"files": 1, "commands": 3},
    "layouts.md": {"files": 11, "commands": 10, "answers": 2},
    "printing.md": {"files": 1, "commands": 20},
    "scoring.md": {"files": 1, "commands": 8, "answers": 7},
}


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_following_a_document_from_top_to_bottom(
    document: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any
) -> None:
    done = follow(document, tmp_path, monkeypatch, capsys)
    assert not Counter(LEAST.get(document.name, {})) - done
    for file in tmp_path.glob("*.toml"):
        if file.name != FILE_NAME:
            assert check_file(file) == [], file.name


def test_kinds_of_example_games_are_shown_with_their_audits() -> None:
    answers = "".join(block.text for block in blocks(DOCS / "scoring.md") if block.text.startswith("$ "))
    games = set(re.findall(r"examples/games/([\w-]+)\.json", answers))
    assert games == {"classic", "bigpoints", "onboard", "duel", "gemixxt-a", "broken"}


def test_the_turn_that_is_shown_is_one_of_the_example() -> None:
    turn = next(json.loads(block.text) for block in blocks(DOCS / "scoring.md") if '"active"' in block.text)
    log = json.loads((EXAMPLES / "games" / "classic-log.json").read_text(encoding="utf-8"))
    assert {**turn, "penalty": False} in log["turns"]


def test_every_rule_id_in_the_code_is_explained() -> None:
    told = (DOCS / "rules.md").read_text(encoding="utf-8")
    assert not [rule for rule in RULE_IDS if f"| {rule} |" not in told]


def test_every_document_begins_with_what_its_reader_wants_to_do() -> None:
    for document in DOCUMENTS[1:]:
        title, paragraph = document.read_text(encoding="utf-8").split("\n\n")[:2]
        assert title.startswith("# ") and paragraph.startswith("You "), document.name


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


@pytest.mark.parametrize("document", LINKED, ids=lambda path: path.name)
def test_every_link_leads_somewhere(document: Path) -> None:
    for target, heading in re.findall(r"\]\(([^)#]*)#?([^)]*)\)", document.read_text(encoding="utf-8")):
        if not target.startswith(("https://", "http://")):
            file = document.parent / target if target else document
            assert file.exists(), target
            assert not heading or heading in headings(file), (target, heading)


def headings(document: Path) -> set[str]:
    """The headings as links name them."""
    found = re.findall(r"^#+ (.+)$", document.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in found}


def test_the_gallery_has_every_layout_in_every_theme(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The codes on them are current. Some are made again; small differences are left to other rasterisers."""
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
    for name, (edition, _) in zip(order, drawn, strict=True):
        (link,) = decoded(numpy.asarray(Image.open(DOCS / "gallery" / name).convert("L")))
        assert link == f"{DEFAULT_BASE}/{edition.layout.slug}/#{fingerprint(edition)}.1", f"{name} is out of date"
    for name in chosen:
        new = Image.open(BytesIO(draw(*drawn[order.index(name)]))).convert("RGB")
        difference = numpy.abs(numpy.asarray(new).astype(int) - pixels(DOCS / "gallery" / name))
        assert difference.mean() < 1.5, f"{name} is out of date: run python docs/make_gallery.py"
