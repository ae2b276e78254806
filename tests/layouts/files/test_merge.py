"""`extends`: what is merged, and what is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from sheetgen.errors import InputError
from sheetgen.layouts.catalog import load_layout, load_variant
from sheetgen.layouts.files.merge import merge_chain
from sheetgen.layouts.files.source import read_source


def write(folder: Path, name: str, text: str) -> Path:
    file = folder / name
    file.parent.mkdir(exist_ok=True)
    file.write_text(text, encoding="utf-8")
    return file


def complaint(path: Path) -> str:
    with pytest.raises(InputError) as caught:
        load_layout(path)
    return str(caught.value)


def test_only_the_differences_change(tmp_path: Path) -> None:
    file = write(tmp_path, "mine.toml", 'extends = "classic"\nslug = "mine"\n[game.penalties]\npoints = -3\n')
    mine, classic = load_layout(file), load_variant("classic")
    assert mine.game.penalties.points == -3
    assert mine.game.penalties.boxes == classic.game.penalties.boxes
    assert mine.sheet == classic.sheet


def test_a_list_is_replaced_whole(tmp_path: Path) -> None:
    file = write(tmp_path, "mine.toml", 'extends = "bigpoints"\nslug = "mine"\n[game]\nbonus = []\npoints = [1, 2]\n')
    merged = merge_chain("layouts", read_source(file))
    assert merged.data["game"]["points"] == [1, 2]
    assert merged.place(("game", "points", 0)).file == str(file)
    assert merged.place(("game", "dice")).file == "layouts/classic.toml"
    assert load_layout(file).game.bonus == []


def test_files_extend_files_of_their_folder(tmp_path: Path) -> None:
    write(tmp_path, "sub/base.toml", 'extends = "classic"\ntitle = "Base"\n')
    file = write(tmp_path, "mine.toml", 'extends = "sub/base.toml"\nslug = "mine"\n')
    assert load_layout(file).title == {"en": "Base"}


def test_an_error_in_the_parent_is_told_in_the_parent(tmp_path: Path) -> None:
    base = write(tmp_path, "base.toml", 'extends = "classic"\n\n[game]\ndice = "six"\n')
    file = write(tmp_path, "mine.toml", 'extends = "base.toml"\nslug = "mine"\n')
    assert f"{base}:4:1: game.dice: 'six' should be a whole number" in complaint(file)


def test_extending_itself(tmp_path: Path) -> None:
    file = write(tmp_path, "mine.toml", 'slug = "mine"\nextends = "mine.toml"\n')
    assert f"{file}:2:1: this extends itself" in complaint(file)


def test_extending_in_a_circle(tmp_path: Path) -> None:
    write(tmp_path, "b.toml", 'extends = "a.toml"\n')
    file = write(tmp_path, "a.toml", 'extends = "b.toml"\n')
    message = complaint(file)
    assert "this extends itself" in message
    assert "b.toml" in message


def test_an_endless_chain(tmp_path: Path) -> None:
    for number in range(20):
        write(tmp_path, f"f{number}.toml", f'extends = "f{number + 1}.toml"\n')
    assert "more than 8 files" in complaint(tmp_path / "f0.toml")


def test_an_unknown_parent_is_told_at_its_line(tmp_path: Path) -> None:
    file = write(tmp_path, "mine.toml", 'slug = "mine"\nextends = "clasic"\n')
    message = complaint(file)
    assert f"{file}:2:1: there is no variant 'clasic'" in message
    assert "Did you mean 'classic'?" in message


@pytest.mark.parametrize(
    "name", ["../secret.toml", "/etc/hostname", "sub/../../secret.toml", "..\\\\x", "a\\u0000b.toml"]
)
def test_nothing_outside_the_folder_is_read(name: str, tmp_path: Path) -> None:
    write(tmp_path, "secret.toml", 'title = "SECRET"')
    file = write(tmp_path, "home/mine.toml", f'extends = "{name}"\n')
    message = complaint(file)
    assert "SECRET" not in message
    assert f"{file}:1:" in message


def test_a_link_out_of_the_folder_is_not_followed(tmp_path: Path) -> None:
    write(tmp_path, "secret.toml", 'title = "SECRET"')
    file = write(tmp_path, "home/mine.toml", 'extends = "link.toml"\n')
    (tmp_path / "home/link.toml").symlink_to(tmp_path / "secret.toml")
    assert "outside the folder" in complaint(file)


def test_a_circle_of_links_is_refused(tmp_path: Path) -> None:
    (tmp_path / "loop.toml").symlink_to("loop.toml")
    file = write(tmp_path, "mine.toml", 'extends = "loop.toml"\n')
    assert f"{file}:1:" in complaint(file)
    assert "loop.toml" in complaint(tmp_path / "loop.toml")


def test_extends_must_be_a_text(tmp_path: Path) -> None:
    assert "takes a name or a path" in complaint(write(tmp_path, "mine.toml", "extends = 3\n"))


def test_false_takes_texts_and_lists_away_too(tmp_path: Path) -> None:
    chain = write(
        tmp_path, "a.toml", 'extends = "connected-chain"\nslug = "a"\ngame = { links = false, shuffle = false }\n'
    )
    assert (load_layout(chain).game.links, load_layout(chain).game.shuffle) == (None, [])
    boxes = write(
        tmp_path, "b.toml", 'extends = "double-a"\nslug = "b"\n[game.rows.red]\ndoubles = false\nscores = false\n'
    )
    red = load_layout(boxes).game.rows["red"]
    assert (red.doubles, red.scores) == (None, False)
