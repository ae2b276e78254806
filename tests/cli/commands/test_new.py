"""Files of one's own: begun from what is built in, and got back from a PDF."""

from __future__ import annotations

import json
import os
import shutil
import tomllib
from pathlib import Path
from typing import Any

import pikepdf
import pytest

from sheetgen.layouts.catalog import load_layout, load_locale
from sheetgen.layouts.layout import Places
from sheetgen.resources import folder
from tests.helpers import EXAMPLE_LAYOUTS, EXAMPLES, LANGUAGES, THEMES, UNLIKE, VARIANTS, document, run
from tests.profiles import selection
from tests.systems import posix_only

BUILT_IN = [*VARIANTS, *THEMES, *LANGUAGES]


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def make(capsys: Any, *arguments: str) -> str:
    outcome = run(capsys, *arguments)
    assert outcome.status == 0, outcome.errors
    return outcome.output


@pytest.mark.parametrize("name", selection(BUILT_IN, [*UNLIKE, "cvd", "de"]))
def test_a_new_file_is_fine_as_it_is(name: str, capsys: Any) -> None:
    make(capsys, "new", "mine.toml", "--from", name)
    text = Path("mine.toml").read_text(encoding="utf-8")
    schema = text.partition("\n")[0].removeprefix("#:schema ./")
    assert json.loads(Path(schema).read_text(encoding="utf-8"))["title"].startswith("sheetgen ")
    assert f'extends = "{name}"' in text
    (*warnings, last) = make(capsys, "check", "mine.toml").splitlines()
    assert last.startswith("mine.toml is fine")
    assert [each for each in warnings if each.startswith("warning: ") and "texts are not translated" not in each] == []
    assert bool(warnings) == (name in LANGUAGES)


@pytest.mark.parametrize("name", VARIANTS)
def test_a_new_layout_prints_and_says_what_holds_now(name: str, capsys: Any) -> None:
    """Every value that is switched off, switched on, changes nothing."""
    make(capsys, "new", "mine.toml", "--from", name)
    make(capsys, "pdf", "--layout", "mine.toml")
    lines = Path("mine.toml").read_text(encoding="utf-8").splitlines()
    on = [line.removeprefix("# ") if line.startswith("# ") and " = " in line else line for line in lines]
    on = [line for line in on if not line.startswith(("theme", "lang"))]
    assert len(on) - sum(line.startswith("#") for line in on) > 20
    Path("on.toml").write_text("\n".join(on), encoding="utf-8")
    one, other = load_layout(Path("mine.toml")), load_layout(Path("on.toml"))
    assert one.model_copy(update={"labels": {}}) == other.model_copy(update={"labels": {}})


def test_names_come_from_the_file(capsys: Any) -> None:
    make(capsys, "new", "Our Sunday_Game.toml", "--from", "classic")
    layout = load_layout(Path("Our Sunday_Game.toml"))
    assert (layout.slug, layout.title["en"]) == ("our-sunday-game", "Our Sunday Game")
    make(capsys, "new", "Größe.toml", "--from", "classic")
    assert load_layout(Path("Größe.toml")).slug == "grosse"
    make(capsys, "new", "classic.toml", "--from", "classic")
    assert load_layout(Path("classic.toml")).slug == "my-classic"


def test_a_name_that_cannot_be_printed_is_no_title(capsys: Any) -> None:
    make(capsys, "new", "骰子.toml", "--from", "classic")
    layout = load_layout(Path("骰子.toml"))
    assert (layout.slug, layout.title["en"]) == ("my-sheet", "My Sheet")
    make(capsys, "pdf", "--layout", "骰子.toml")


def test_the_code_of_a_language_comes_from_the_file(capsys: Any) -> None:
    for stem, code in (("pt-BR", "pt-BR"), ("nds", "nds"), ("My language", "xx")):
        make(capsys, "new", f"{stem}.toml", "--from", "en")
        assert load_locale(f"{stem}.toml").code == code


def test_file_names_are_quoted_for_a_shell(capsys: Any) -> None:
    assert "preview 'it is.toml' --open" in make(capsys, "new", "it is.toml", "--from", "classic")
    assert "pdf --layout 'it is.toml' " in Path("it is.toml").read_text(encoding="utf-8")


def test_a_new_layout_offers_what_people_ask_for(capsys: Any) -> None:
    make(capsys, "new", "mine.toml", "--from", "classic")
    lines = Path("mine.toml").read_text(encoding="utf-8").splitlines()
    off = {line.removeprefix("# ").partition(" = ")[0] for line in lines if line.startswith("# ")}
    assert off >= {"theme", "lang", "players", "end", "margin", "mark", *Places.model_fields}
    assert "[sheet.places]" in lines


@posix_only
@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("mine.toml", "--from", "clasic"), "there is nothing built in called 'clasic'"),
        (("mine.txt", "--from", "classic"), "does not end in .toml"),
        (("taken.toml", "--from", "classic"), "there is already a file taken.toml"),
        (("mine.toml", "--from", "none.pdf"), "there is no file none.pdf"),
        (("mine.toml", "--from", "plain.pdf"), "plain.pdf contains no layout"),
        (("mine.toml", "--from", "text.pdf"), "is not a PDF"),
        (("mine.toml", "--from", "mine.toml"), 'write extends = "mine.toml" into a new one'),
        ((".toml", "--from", "classic"), ".toml is not a valid file name"),
        (("sheetgen.toml", "--from", "classic"), "sheetgen.toml is the name of settings files"),
        (("\udcff.toml", "--from", "classic"), "unprintable characters"),
        (("a\nb.toml", "--from", "classic"), "unprintable characters"),
        (("n" * 300 + ".toml", "--from", "classic"), "is too long"),
        (("latin.toml", "--from", "classic"), "there is already a file latin.toml"),
        (("pipe.toml", "--from", "classic"), "there is already a file pipe.toml"),
        (("folder.toml", "--from", "classic"), "there is already a file folder.toml"),
        (("dangling.toml", "--from", "classic"), "there is already a file dangling.toml"),
        (("taken.toml/mine.toml", "--from", "classic"), "cannot write taken.toml/mine.toml"),
        (("made/now/" + "n" * 300 + "/mine.toml", "--from", "classic"), "cannot write made/now/"),
        (("linked/mine.toml", "--from", "classic"), "there is already a file linked/sheetgen-layout.schema.json"),
        (("piped/mine.toml", "--from", "classic"), "piped/sheetgen-layout.schema.json is not a regular file"),
        (("mine.toml", "--from", "broken.pdf"), "unknown key 'gme'"),
        (("no/folder/mine.toml",), "--from"),
    ],
)
def test_bad_input(arguments: tuple[str, ...], message: str, own_folder: Path, capsys: Any) -> None:
    Path("taken.toml").write_text("mine")
    Path("text.pdf").write_text("no PDF")
    with_files("plain.pdf", {})
    Path("latin.toml").write_bytes(b"# Gr\xf6\xdfe\n")
    Path("folder.toml").mkdir()
    Path("dangling.toml").symlink_to("nowhere.toml")
    for name in ("linked", "piped"):
        Path(name).mkdir()
    Path("linked/sheetgen-layout.schema.json").symlink_to("nowhere.json")
    for pipe in ("pipe.toml", "piped/sheetgen-layout.schema.json"):
        os.mkfifo(pipe)
    with_files("broken.pdf", embedded('extends = "classic"\ngme = 1\n'))
    before = sorted(own_folder.rglob("*"))
    outcome = run(capsys, "new", *arguments)
    assert outcome.status == 2 and message in outcome.errors and "Traceback" not in outcome.errors
    assert sorted(own_folder.rglob("*")) == before
    assert Path("taken.toml").read_text() == "mine"


def embedded(layout: str, **others: str) -> dict[str, str]:
    """The files in a PDF: a layout that extends classic, perhaps a theme that extends color, and those below."""
    files = {"layouts-1-own-x.toml": layout, "layouts-2-built-in-classic.toml": built_in("layouts/classic")}
    if "theme" in others:
        files |= {"themes-1-own-x.toml": others["theme"], "themes-2-built-in-color.toml": built_in("themes/color")}
    return files


def built_in(name: str) -> str:
    return (folder("templates") / f"{name}.toml").read_text(encoding="utf-8")


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="nothing is closed to root")
def test_a_folder_that_cannot_be_written_is_told(capsys: Any) -> None:
    Path("closed").mkdir(mode=0o555)
    outcome = run(capsys, "new", "closed/mine.toml", "--from", "classic")
    assert outcome.status == 2 and "cannot write closed/mine.toml" in outcome.errors


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
    said = make(capsys, "new", "back/mine.toml", "--from", "sheet.pdf")
    assert Path("back/mine.toml").read_text(encoding="utf-8") == example.read_text(encoding="utf-8")
    theme = load_layout(example).theme
    if theme and theme.endswith(".toml"):
        given = (example.parent / theme).read_text(encoding="utf-8")
        assert Path("back", theme).read_text(encoding="utf-8") == given
    if picture := load_layout(example).blocks.picture:
        assert f"{picture} is not contained in the PDF" in said
        shutil.copy(example.parent / picture, "back")
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
    assert one == other.replace('"other" ', '"mine"  ').replace("other", "mine").replace("Other", "Mine")


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
    assert data == {"extends": "classic", "slug": "back", "game": {"penalties": {"points": -3}}}


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
    fonts = 'regular = "Own.ttf"\nbold = "Own.ttf"\n'
    Path("mine.toml").write_text(f'extends = "classic"\nslug = "mine"\n[fonts]\n{fonts}')
    make(capsys, "pdf", "-l", "mine.toml")
    assert make(capsys, "new", "back/mine.toml", "--from", "mine.pdf").count("put it beside mine.toml") == 1


def test_what_is_there_is_never_replaced(capsys: Any) -> None:
    source = EXAMPLES / "layouts" / "six-rows.toml"
    make(capsys, "pdf", "-l", str(source), "-o", "sheet.pdf")
    Path("club-colours.toml").write_text("mine")
    outcome = run(capsys, "new", "back.toml", "--from", "sheet.pdf")
    assert outcome.status == 2 and "there is already a file club-colours.toml" in outcome.errors
    assert not Path("back.toml").exists() and Path("club-colours.toml").read_text() == "mine"


THEME = 'extends = "color"\n[colours]\nred = "#aa2233"\n'

STRANGE_NAMES = [
    ".cargo/config.toml",
    "../up.toml",
    "deep/er/theme.toml",
    "linked/theme.toml",
    "pyproject.toml",
    "PyProject.toml",
    "sheetgen.toml",
    ".hidden.toml",
    "mine.toml",
    "mine-lang.toml",
    "a\\b.toml",
    "ö.toml",
    "/tmp/theme.toml",
]


@pytest.mark.parametrize("name", STRANGE_NAMES)
def test_a_strangers_pdf_does_not_choose_where_files_are_written(name: str, own_folder: Path, capsys: Any) -> None:
    """Only beside the new file, under a name made of its own."""
    (own_folder / "elsewhere").mkdir()
    back = own_folder / "back"
    back.mkdir()
    (back / "linked").symlink_to(own_folder / "elsewhere")
    layout = f'extends = "classic"\nslug = "x"\ntheme = {json.dumps(name)}\n'
    with_files("sheet.pdf", embedded(layout, theme=THEME))
    before = set(own_folder.rglob("*"))
    make(capsys, "new", "back/mine.toml", "--from", "sheet.pdf")
    made = {str(path.relative_to(own_folder)) for path in set(own_folder.rglob("*")) - before}
    assert made == {"back/mine.toml", "back/mine-theme.toml", "back/sheetgen-layout.schema.json"}
    layout_back = load_layout(Path("back/mine.toml"))
    assert (layout_back.slug, layout_back.theme) == ("x", "mine-theme.toml")
    assert Path("back/mine-theme.toml").read_text(encoding="utf-8") == THEME


def test_what_travels_along_is_checked_before_anything_is_written(own_folder: Path, capsys: Any) -> None:
    layout = 'extends = "classic"\nslug = "x"\ntheme = "club.toml"\n'
    with_files("sheet.pdf", embedded(layout, theme='extends = "color"\n[build]\nrustc = "evil"\n'))
    before = sorted(own_folder.rglob("*"))
    outcome = run(capsys, "new", "new/mine.toml", "--from", "sheet.pdf")
    assert outcome.status == 2 and "club.toml" in outcome.errors and "unknown key 'build'" in outcome.errors
    assert sorted(own_folder.rglob("*")) == before


def test_a_layout_named_like_its_theme_is_not_lost(capsys: Any) -> None:
    make(capsys, "pdf", "-l", str(EXAMPLES / "layouts" / "six-rows.toml"), "-o", "sheet.pdf")
    make(capsys, "new", "club-colours.toml", "--from", "sheet.pdf")
    assert load_layout(Path("club-colours.toml")).theme == "club-colours-theme.toml"
    make(capsys, "pdf", "-l", "club-colours.toml", "-o", "again.pdf")
    assert sheet_data("sheet.pdf") == sheet_data("again.pdf")


def test_a_hundred_changes_come_back(capsys: Any) -> None:
    """In one file of the PDF, the last one uppermost."""
    changes = [f"game.penalties.points=-{number}" for number in range(1, 99)]
    changes += ["labels.name=You", "labels=false"]
    make(capsys, "pdf", "-v", "classic", *(word for change in changes for word in ("--set", change)))
    with pikepdf.open("classic.pdf") as pdf:
        assert len(pdf.attachments) == 2
    make(capsys, "new", "back.toml", "--from", "classic.pdf")
    layout = load_layout(Path("back.toml"))
    assert (layout.game.penalties.points, layout.labels) == (-98, {})


def test_a_layout_of_ones_own_with_a_built_in_slug_gets_another_and_keeps_its_comments(capsys: Any) -> None:
    Path("mine.toml").write_text('# Ours.\nextends = "classic"  # as ever\n[game.penalties]\npoints = -2\n')
    make(capsys, "pdf", "-l", "mine.toml", "-o", "sheet.pdf")
    make(capsys, "new", "back.toml", "--from", "sheet.pdf")
    text = '# Ours.\nslug = "back"\nextends = "classic"  # as ever\n[game.penalties]\npoints = -2\n'
    assert Path("back.toml").read_text(encoding="utf-8") == text


@pytest.mark.parametrize("stem", ["a\\b", "two\nlines", "n" * 240, "\udcff", "-", "Würfel 骰子"])
def test_files_with_odd_names_come_back(stem: str, capsys: Any) -> None:
    text = 'extends = "classic"\nslug = "mine"  # ours\n'
    try:
        Path(f"{stem}.toml").write_text(text)
    except OSError:
        pytest.skip("this system has no such names")
    make(capsys, "pdf", "-l", f"{stem}.toml", "-o", "sheet.pdf")
    make(capsys, "new", "back.toml", "--from", "sheet.pdf")
    assert Path("back.toml").read_text(encoding="utf-8") == text


def test_a_missing_theme_is_no_harm_if_another_one_is_chosen(capsys: Any) -> None:
    """It did not travel, which is told when the layout is got back."""
    text = 'extends = "classic"\nslug = "mine"\ntheme = "gone.toml"\n'
    Path("mine.toml").write_text(text)
    assert run(capsys, "pdf", "-l", "mine.toml").status == 2
    for theme in ("none", "broken"):
        if theme == "broken":
            Path("gone.toml").write_text("wrong = 1\n")
        make(capsys, "pdf", "-l", "mine.toml", "--theme", "color")
        make(capsys, "svg", "-l", "mine.toml", "--theme", "color", "-o", "sheet.svg")
        said = make(capsys, "new", f"{theme}/back.toml", "--from", "mine.pdf")
        assert "gone.toml is not contained in the PDF" in said
        assert Path(theme, "back.toml").read_text(encoding="utf-8") == text


def test_only_pdfs_carry_the_layout(own_folder: Path, capsys: Any) -> None:
    """Pictures do not, and so they need not read what they do not show."""
    make(capsys, "pdf", "-v", "classic")
    with pikepdf.open("classic.pdf") as pdf:
        assert list(pdf.attachments) == ["layouts-1-built-in-classic.toml"]
    assert not hasattr(document("classic").info, "attachments")
