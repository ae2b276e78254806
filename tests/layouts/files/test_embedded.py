"""Files embedded in a PDF: which ones a layout needs, and what is extracted from them, complete or not."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from sheetgen.errors import InputError
from sheetgen.layouts.catalog import load_layout, load_variant, own_theme
from sheetgen.layouts.files.embedded import ExtractedLayout, embedded_files, extract_layout
from sheetgen.layouts.files.merge import merge_chain
from sheetgen.layouts.files.source import read_source
from tests.helpers import EXAMPLE_LAYOUTS

FILE = Path("back.toml")
CHANGES = ("title=Tonight", "game.rows.blue=false", "labels.name=You", "theme=cvd")


def embedded(path: Path, *changes: str) -> dict[str, str]:
    return {each.name: each.text for each in embedded_files(load_layout(path, changes))}


def extracted(files: dict[str, str]) -> ExtractedLayout:
    found = extract_layout(files.items(), FILE)
    assert found
    return found


def written(folder: Path, found: ExtractedLayout) -> Path:
    folder.mkdir()
    for name, text in {FILE.name: found.text, **found.referenced_files}.items():
        (folder / name).write_text(text, encoding="utf-8")
    return folder / FILE.name


@pytest.mark.parametrize("example", EXAMPLE_LAYOUTS, ids=lambda path: path.stem)
@pytest.mark.parametrize("changes", [(), ("title=Tonight",), ("game.penalties.points=-1", "game.penalties.points=-2")])
def test_what_comes_back_says_the_same(example: Path, changes: tuple[str, ...], tmp_path: Path) -> None:
    """In the same order, too."""
    layout = load_layout(example, changes)
    back = load_layout(written(tmp_path / "back", extracted(embedded(example, *changes))))
    assert back.source.data == layout.source.data
    assert list(back.game.rows) == list(layout.game.rows)
    assert own_theme(back) == own_theme(layout)


def test_changes_are_one_file_and_stay_small(tmp_path: Path) -> None:
    files = {each.name: each.text for each in embedded_files(load_variant("classic", CHANGES))}
    assert list(files) == ["layouts-1-set-changes.toml", "layouts-2-built-in-classic.toml"]
    found = extracted(files)
    assert tomllib.loads(found.text) == {
        "extends": "classic", "slug": "back", "title": "Tonight", "theme": "cvd",
        "game": {"rows": {"blue": False}}, "labels": {"name": "You"},
    }  # fmt: skip
    assert list(load_layout(written(tmp_path / "back", found)).game.rows) == ["red", "yellow", "green"]


def test_rows_come_back_in_their_order(tmp_path: Path) -> None:
    """A row that was taken away and stated anew stands last."""
    (tmp_path / "base.toml").write_text('extends = "classic"\nslug = "base"\n[game.rows]\nred = false\n')
    row = '[game.rows.red]\ncells = "red 2..12"\nlock = { colour = "red", needs = 4 }\n'
    (tmp_path / "mine.toml").write_text(f'extends = "base.toml"\nslug = "mine"\n{row}')
    found = extracted(embedded(tmp_path / "mine.toml"))
    assert list(load_layout(written(tmp_path / "back", found)).game.rows) == ["yellow", "green", "blue", "red"]


def test_colours_come_back_in_their_order(tmp_path: Path) -> None:
    """Those without a symbol get the next that is free, so their order counts; and TOML has tables last."""
    (tmp_path / "base.toml").write_text('extends = "color"\n[colours]\nteal = { band = "#227777" }\n')
    (tmp_path / "club.toml").write_text('extends = "base.toml"\n[colours]\npink = "#cc4477"\n')
    (tmp_path / "mine.toml").write_text('extends = "classic"\nslug = "mine"\ntheme = "club.toml"\n')
    back = written(tmp_path / "back", extracted(embedded(tmp_path / "mine.toml")))
    before, after = (
        merge_chain("themes", read_source(path.with_name("club.toml"))) for path in (tmp_path / "mine.toml", back)
    )
    assert list(after.data["colours"]) == list(before.data["colours"])
    assert own_theme(load_layout(back)) == own_theme(load_layout(tmp_path / "mine.toml"))


def test_a_file_that_stands_alone_keeps_its_comments() -> None:
    text = next(embedded_files(load_variant("classic"))).text.replace('slug = "classic"', 'slug = "alone"  # ours')
    assert extracted({"layouts-1-own-x.toml": text}).text == text


@pytest.mark.parametrize("lost", ["layouts-1-set", "layouts-2-own", "layouts-3-own", "layouts-4-built-in"])
def test_a_missing_embedded_file_is_told(lost: str, tmp_path: Path) -> None:
    """Never another layout in silence."""
    (tmp_path / "base.toml").write_text('extends = "classic"\nslug = "base"\n')
    (tmp_path / "mine.toml").write_text('extends = "base.toml"\nslug = "mine"\n')
    files = embedded(tmp_path / "mine.toml", *CHANGES)
    left = {name: text for name, text in files.items() if not name.startswith(lost)}
    assert len(left) == len(files) - 1
    with pytest.raises(InputError, match="incomplete"):
        extract_layout(left.items(), FILE)


def test_two_files_of_one_number_are_told() -> None:
    files = {each.name: each.text for each in embedded_files(load_variant("classic"))}
    (text,) = files.values()
    with pytest.raises(InputError, match="incomplete"):
        extract_layout({**files, "layouts-1-own-x.toml": text}.items(), FILE)


def test_extracting_never_reads_other_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What a stranger's file extends is embedded too, and read from nowhere else."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "base.toml").write_text('extends = "classic"\nslug = "x"\ntitle = "Mine"\n')
    files = embedded(tmp_path / "base.toml")
    (own, built_in) = files.values()
    theirs = {
        "layouts-1-own-x.toml": 'extends = "base.toml"\n',
        "layouts-2-own-base.toml": own.replace("Mine", "Theirs"),
        "layouts-3-built-in-classic.toml": built_in,
    }
    assert 'title = "Theirs"' in extracted(theirs).text
