"""Files of one's own: begun from what is built in, and got back from a PDF."""

from __future__ import annotations

import json
import shutil
import tomllib
from pathlib import Path
from typing import Any

import pikepdf
import pytest

from sheetgen.layouts.catalog import load_layout
from sheetgen.resources import folder
from tests.helpers import EXAMPLE_LAYOUTS, EXAMPLES, LANGUAGES, THEMES, VARIANTS, run

BUILT_IN = [*VARIANTS, *THEMES, *LANGUAGES]


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def make(capsys: Any, *arguments: str) -> str:
    outcome = run(capsys, *arguments)
    assert outcome.status == 0, outcome.errors
    return outcome.output


@pytest.mark.parametrize("name", BUILT_IN)
def test_a_new_file_is_fine_as_it_is(name: str, capsys: Any) -> None:
    make(capsys, "new", "mine.toml", "--from", name)
    text = Path("mine.toml").read_text(encoding="utf-8")
    schema = text.partition("\n")[0].removeprefix("#:schema ./")
    assert json.loads(Path(schema).read_text(encoding="utf-8"))["title"].startswith("sheetgen ")
    assert f'extends = "{name}"' in text
    assert "is fine." in make(capsys, "check", "mine.toml")


@pytest.mark.parametrize("name", VARIANTS)
def test_a_new_layout_prints_and_says_what_holds_now(name: str, capsys: Any) -> None:
    """Every value that is switched off, switched on, changes nothing."""
    make(capsys, "new", "mine.toml", "--from", name)
    make(capsys, "pdf", "--layout", "mine.toml")
    lines = Path("mine.toml").read_text(encoding="utf-8").splitlines()
    on = [line.removeprefix("# ") if line.startswith("# ") and " = " in line else line for line in lines]
    on = [line for line in on if not line.startswith("theme")]
    assert len(on) - sum(line.startswith("#") for line in on) > 20
    Path("on.toml").write_text("\n".join(on), encoding="utf-8")
    one, other = load_layout(Path("mine.toml")), load_layout(Path("on.toml"))
    assert one.model_dump(exclude={"labels"}) == other.model_dump(exclude={"labels"})


def test_names_come_from_the_file(capsys: Any) -> None:
    make(capsys, "new", "Our Sunday_Game.toml", "--from", "classic")
    layout = load_layout(Path("Our Sunday_Game.toml"))
    assert (layout.slug, layout.title["en"]) == ("our-sunday-game", "Our Sunday Game")
    make(capsys, "new", "¡ß!.toml", "--from", "classic")
    assert load_layout(Path("¡ß!.toml")).slug == "my-sheet"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("mine.toml", "--from", "clasic"), "nothing built-in is called 'clasic'"),
        (("mine.txt", "--from", "classic"), "is not named .toml"),
        (("taken.toml", "--from", "classic"), "there is already a file taken.toml"),
        (("mine.toml", "--from", "none.pdf"), "there is no file none.pdf"),
        (("mine.toml", "--from", "plain.pdf"), "plain.pdf carries no layout"),
        (("mine.toml", "--from", "text.pdf"), "is not a PDF"),
        (("mine.toml", "--from", "outside.pdf"), "names a file that cannot be written"),
        (("mine.toml", "--from", "broken.pdf"), "unknown key 'gme'"),
        (("no/folder/mine.toml",), "--from"),
    ],
)
def test_bad_input(arguments: tuple[str, ...], message: str, own_folder: Path, capsys: Any) -> None:
    Path("taken.toml").write_text("mine")
    Path("text.pdf").write_text("no PDF")
    with_files("plain.pdf", {})
    layout = 'extends = "classic"\nslug = "x"\ntheme = "../up.toml"\n'
    with_files("outside.pdf", {"layouts-1-own-x.toml": layout, "themes-1-own-up.toml": 'extends = "color"\n'})
    with_files("broken.pdf", {"layouts-1-own-x.toml": 'extends = "classic"\ngme = 1\n'})
    before = sorted(own_folder.rglob("*"))
    outcome = run(capsys, "new", *arguments)
    assert outcome.status == 2 and message in outcome.errors and "Traceback" not in outcome.errors
    assert sorted(own_folder.rglob("*")) == before
    assert Path("taken.toml").read_text() == "mine"


def with_files(name: str, files: dict[str, str]) -> None:
    """A PDF with these attachments, made by another program."""
    pdf = pikepdf.new()
    pdf.add_blank_page()
    for file, text in files.items():
        pdf.attachments[file] = text.encode()
    pdf.save(name)


@pytest.mark.parametrize("example", EXAMPLE_LAYOUTS, ids=lambda path: path.stem)
def test_a_pdf_gives_back_the_layout_with_every_comment(example: Path, own_folder: Path, capsys: Any) -> None:
    """And the theme that it names."""
    make(capsys, "pdf", "--layout", str(example), "-o", "sheet.pdf")
    make(capsys, "new", "back/mine.toml", "--from", "sheet.pdf")
    assert Path("back/mine.toml").read_text(encoding="utf-8") == example.read_text(encoding="utf-8")
    theme = load_layout(example).theme
    if theme and theme.endswith(".toml"):
        given = (example.parent / theme).read_text(encoding="utf-8")
        assert Path("back", theme).read_text(encoding="utf-8") == given
    make(capsys, "pdf", "--layout", "back/mine.toml", "-o", "again.pdf")
    one, other = (sheet_data(name) for name in ("sheet.pdf", "again.pdf"))
    assert one == other


def sheet_data(pdf: str) -> list[bytes]:
    """What is drawn on the pages."""
    with pikepdf.open(pdf) as opened:
        return [page.Contents.read_bytes() for page in opened.pages]


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_built_in_layout_comes_back_as_a_beginning(variant: str, capsys: Any) -> None:
    make(capsys, "pdf", "--variant", variant)
    make(capsys, "new", "mine.toml", "--from", f"{variant}.pdf")
    make(capsys, "new", "other.toml", "--from", variant)
    one, other = (Path(name).read_text(encoding="utf-8") for name in ("mine.toml", "other.toml"))
    assert one == other.replace("other", "mine").replace("Other", "Mine")


def test_changes_and_all_that_is_extended_come_back(capsys: Any) -> None:
    Path("base.toml").write_text('extends = "bigpoints"\nslug = "base"\n[game.penalties]\npoints = -2\n')
    Path("mine.toml").write_text('extends = "base.toml"\nslug = "mine"\n[game.penalties]\nboxes = 3\n')
    make(capsys, "pdf", "-l", "mine.toml", "--set", "title=Tonight", "--set", "game.penalties.boxes=2")
    make(capsys, "new", "back.toml", "--from", "mine.pdf")
    data = tomllib.loads(Path("back.toml").read_text(encoding="utf-8"))
    penalties = {"points": -2, "boxes": 2}
    assert data == {"extends": "bigpoints", "slug": "mine", "title": "Tonight", "game": {"penalties": penalties}}


def test_one_change_of_a_built_in_layout_comes_back(capsys: Any) -> None:
    make(capsys, "pdf", "-v", "classic", "--set", "game.penalties.points=-3")
    make(capsys, "new", "back.toml", "--from", "classic.pdf")
    data = tomllib.loads(Path("back.toml").read_text(encoding="utf-8"))
    assert data == {"extends": "classic", "game": {"penalties": {"points": -3}}}


def test_what_was_taken_away_stays_away(capsys: Any) -> None:
    """Even if the file in between had something to say about it."""
    Path("base.toml").write_text('extends = "classic"\nslug = "base"\n[game.rows]\nblue.lock.needs = 3\n')
    Path("mine.toml").write_text('extends = "base.toml"\nslug = "mine"\n[game.rows]\nblue = false\n')
    make(capsys, "pdf", "-l", "mine.toml")
    make(capsys, "new", "back.toml", "--from", "mine.pdf")
    assert list(load_layout(Path("back.toml")).game.rows) == ["red", "yellow", "green"]


def test_a_pdf_from_another_version_gives_back_what_was_printed(
    capsys: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Built-in layouts may change; what was printed may not."""
    Path("mine.toml").write_text('extends = "classic"\nslug = "mine"\n')
    make(capsys, "pdf", "-l", "mine.toml")
    templates = tmp_path / "templates"
    shutil.copytree(folder("templates"), templates)
    classic = templates / "layouts" / "classic.toml"
    classic.write_text(classic.read_text().replace("points = -5", "points = -9").replace('"10.6mm"', '"10.5mm"'))
    fonts = folder("fonts")
    folder.cache_clear()
    monkeypatch.setattr("sheetgen.resources.__file__", str(tmp_path / "resources.py"))
    (tmp_path / "fonts").symlink_to(fonts)
    try:
        make(capsys, "new", "back.toml", "--from", "mine.pdf")
        layout = load_layout(Path("back.toml"))
    finally:
        folder.cache_clear()
    assert layout.game.penalties.points == -5 and layout.sheet and layout.sheet.cell.width == 10.6


def test_fonts_do_not_travel(capsys: Any) -> None:
    shutil.copy(folder("fonts") / "Lexend-Bold.ttf", "Own.ttf")
    Path("mine.toml").write_text('extends = "classic"\nslug = "mine"\n[fonts]\nbold = "Own.ttf"\n')
    make(capsys, "pdf", "-l", "mine.toml")
    assert "put it beside mine.toml" in make(capsys, "new", "back/mine.toml", "--from", "mine.pdf")


def test_what_is_there_is_never_replaced(capsys: Any) -> None:
    source = EXAMPLES / "layouts" / "six-rows.toml"
    make(capsys, "pdf", "-l", str(source), "-o", "sheet.pdf")
    Path("club-colours.toml").write_text("mine")
    outcome = run(capsys, "new", "back.toml", "--from", "sheet.pdf")
    assert outcome.status == 2 and "there is already a file club-colours.toml" in outcome.errors
    assert not Path("back.toml").exists() and Path("club-colours.toml").read_text() == "mine"
