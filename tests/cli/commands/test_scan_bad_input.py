"""Photos and options of which nothing can come: a clear message, status 2, and nothing written."""

from __future__ import annotations

import os
import shutil
import struct
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import cv2
import numpy
import pytest
from PIL import Image

from sheetgen.game_input.game_file import game_text
from tests.helpers import EXAMPLES, edition, edition_of, run
from tests.photos.plain_shot import as_jpeg, photo, plain_picture
from tests.scorer.sheet_photos import photo_with_link

pytestmark = pytest.mark.usefixtures("shared_readings")
CROSSED = ("red 2", "yellow 3", "green 12")


def saved(picture: Any) -> None:
    Path("bad.jpg").write_bytes(as_jpeg(picture))


def plain() -> Any:
    return plain_picture(edition("classic"), 1, CROSSED)


def noise() -> None:
    random = numpy.random.default_rng(1)
    rough = random.integers(0, 255, (90, 120, 3)).astype(numpy.uint8)
    saved(cv2.resize(rough, (1600, 1200), interpolation=cv2.INTER_CUBIC))


def cut_off() -> None:
    picture = plain()
    saved(picture[:, : picture.shape[1] * 3 // 5])


def covered_code() -> None:
    picture = plain()
    high, wide = picture.shape[:2]
    picture[int(high * 0.2) : int(high * 0.45), int(wide * 0.78) : int(wide * 0.93)] = 200
    saved(picture)


def mirrored() -> None:
    saved(plain()[:, ::-1])


def black() -> None:
    saved(numpy.full((1200, 1600, 3), 4, numpy.uint8))


def one_pixel() -> None:
    Image.new("RGB", (1, 1), "white").save("bad.jpg", "PNG")


def truncated() -> None:
    photo("bad.jpg", CROSSED)
    content = Path("bad.jpg").read_bytes()
    Path("bad.jpg").write_bytes(content[: len(content) // 2])


def huge() -> None:
    """30,000 × 30,000 pixels, all black, which pack well."""
    side = 30_000
    line, packer = bytes(1 + side // 8), zlib.compressobj(9)
    packed = b"".join(packer.compress(line * 100) for _ in range(side // 100)) + packer.flush()

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = struct.pack(">IIBBBBB", side, side, 1, 0, 0, 0, 0)
    content = b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", packed) + chunk(b"IEND", b"")
    assert len(content) < 500_000
    Path("bad.jpg").write_bytes(content)


def large() -> None:
    with Path("bad.jpg").open("wb") as file:
        file.truncate(1 << 30)


def other_code() -> None:
    """A sheet of our form whose code leads to a layout that nobody knows."""
    Path("other.toml").write_text('extends = "classic"\nslug = "unheard-of"\n')
    photo("bad.jpg", CROSSED, of=edition_of(Path("other.toml")))


def later_code() -> None:
    """A sheet of a later sheetgen, whose links are of a version that is not known yet."""
    link = "http://sheetgen.local:8717/classic/#v2.FW3UIQ.1"
    Path("bad.jpg").write_bytes(photo_with_link("classic", link, CROSSED))


BAD: dict[str, tuple[Callable[[], object], str]] = {
    "noise": (noise, "bad.jpg: No sheet was found"),
    "cut off": (cut_off, "bad.jpg: Only 2 of 4 corner marks found."),
    "covered code": (covered_code, "bad.jpg: The code on the sheet cannot be read"),
    "another layout": (other_code, "bad.jpg: This is a sheet of unheard-of"),
    "a later version": (later_code, "bad.jpg: This sheet was printed by a newer sheetgen (version 2 of the links"),
    "mirrored": (mirrored, "bad.jpg: The picture is mirrored."),
    "black": (black, "bad.jpg: The picture is almost black."),
    "one pixel": (one_pixel, "bad.jpg: The picture has only 1 × 1 pixels"),
    "truncated": (truncated, "bad.jpg: The picture is cut short"),
    "a text": (lambda: Path("bad.jpg").write_text("a photo"), "bad.jpg: This is not a picture that can be read."),
    "nothing": (lambda: Path("bad.jpg").touch(), "bad.jpg: This is not a picture that can be read."),
    "far too large": (huge, "bad.jpg: The picture is too large: at most"),
    "a large file": (large, "bad.jpg is too large (1,073,741,824 bytes)"),
    "a folder": (lambda: Path("bad.jpg").mkdir(), "bad.jpg is a folder"),
    "no file": (lambda: None, "there is no file bad.jpg"),
    "a pipe": (lambda: os.mkfifo("bad.jpg"), "bad.jpg is not a regular file"),
}


@pytest.mark.parametrize("name", list(BAD))
def test_bad_photos(name: str, own_folder: Path, capsys: Any) -> None:
    make, message = BAD[name]
    make()
    refused(capsys, own_folder, message, "bad.jpg", "-o", "game.json", "--overlay", "seen.png")


def refused(capsys: Any, folder: Path, message: str, *arguments: str) -> str:
    before = sorted(folder.rglob("*"))
    told = run(capsys, "scan", *arguments)
    assert told.status == 2 and f"error: {message}" in told.errors, told
    assert not told.output and "Traceback" not in told.errors
    assert sorted(folder.rglob("*")) == before, "something was left behind"
    return told.errors


def test_all_bad_photos_are_told_at_once(own_folder: Path, capsys: Any) -> None:
    photo("good.jpg", CROSSED)
    photo("other.jpg", CROSSED, variant="bigpoints")
    Path("text.jpg").write_text("a photo")
    names = ("good.jpg", "none.jpg", "text.jpg", "other.jpg")
    message = "there is no file none.jpg"
    told = refused(capsys, own_folder, message, *names, "--variant", "classic", "-o", "game.json", "--json")
    assert told.count("error: ") == 3
    assert "error: other.jpg: This is a sheet of bigpoints, not of classic.\n" in told
    german = refused(capsys, own_folder, message, *names, "--lang", "de")
    assert "error: text.jpg: Das ist kein lesbares Bild." in german


def test_sheets_that_do_not_belong_together(own_folder: Path, capsys: Any) -> None:
    photo("a.jpg", CROSSED, serial=3)
    photo("b.jpg", ["red 2"], variant="bigpoints")
    message = "the photos show sheets of different games (a.jpg: classic, b.jpg: bigpoints)"
    refused(capsys, own_folder, message, "a.jpg", "b.jpg")
    saved_again = numpy.rot90(plain_picture(edition("classic"), 3, CROSSED), 2)
    Path("again.jpg").write_bytes(as_jpeg(saved_again))
    refused(capsys, own_folder, "a.jpg and again.jpg show the same sheet, number 3", "a.jpg", "again.jpg")
    refused(capsys, own_folder, "a.jpg and a.jpg show the same sheet, number 3", "a.jpg", "a.jpg")


def test_who_prints_a_file_twice_has_two_sheets_of_a_number(capsys: Any) -> None:
    photo("a.jpg", CROSSED, serial=3)
    photo("b.jpg", ["red 4", "red 6", "blue 9"], serial=3)
    told = run(capsys, "scan", "a.jpg", "b.jpg")
    assert told.status == 1 and "Player 2" in told.output and not told.errors


def test_more_than_can_play(own_folder: Path, capsys: Any) -> None:
    photos = [photo(f"{number}.jpg", CROSSED, serial=number) for number in range(1, 7)]
    refused(capsys, own_folder, "there are 6 photos", *photos, "--variant", "classic")
    refused(capsys, own_folder, "there are 300 photos", *["a.jpg"] * 300)


OPTIONS = {
    "names": (["--name", "A", "--name", "B"], "--name is given 2 times"),
    "a name": (["--name", "a\tb"], "a player's name cannot be \"a"),
    "a long name": (["--name", "x" * 41, "--overlay", "seen.png"], "a player's name cannot be"),
    "record": (["-o", "game.txt"], "the file game.txt does not end in .json"),
    "record in no folder": (["-o", "none/game.json"], "cannot write none/game.json"),
    "overlay": (["--overlay", "seen.jpg"], "the file seen.jpg does not end in .png"),
    "overlay in no folder": (["--overlay", "none/seen.png", "-o", "game.json"], "cannot write none/seen.png"),
    "overlay on the photo": (["--overlay", "./same.png"], "same.png is one of the photos"),
    "variant": (["--variant", "clasic"], "there is no"),
    "another variant": (["--variant", "duel"], "good.jpg: This is a sheet of classic, not of duel."),
    "set without a layout": (["--set", "game.penalties.points=-3"], "no game is given"),
    "set in a record": (
        ["--variant", "classic", "--set", "game.penalties.points=-3", "-o", "game.json"],
        "a record names a layout, and cannot say what --set changed in it",
    ),
    "layout outside": (
        ["--layout", "../house-rule.toml", "-o", "game.json"],
        "../house-rule.toml lies outside the folder of game.json",
    ),
    "side": (["--side", "a"], "this game has no track, so --side and --space do not apply"),
    "space": (["--space", "5"], "this game has no track, so --side and --space do not apply"),
    "language": (["--lang", "xy"], "there is no"),
}


@pytest.mark.parametrize("name", list(OPTIONS))
def test_bad_options(name: str, own_folder: Path, capsys: Any) -> None:
    options, message = OPTIONS[name]
    photo("good.jpg", CROSSED)
    shutil.copy("good.jpg", "same.png")
    shutil.copy(EXAMPLES / "layouts" / "house-rule.toml", own_folder.parent)
    source = "same.png" if "same" in message else "good.jpg"
    refused(capsys, own_folder, message, source, *options)


def test_all_bad_options_are_told_at_once(capsys: Any) -> None:
    told = run(capsys, "scan", "a.jpg", "-v", "x", "--lang", "y", "-o", "g.txt", "--overlay", "o.jpg", "--space", "1",
               "--space", "2", "--name", "A", "--name", "B")  # fmt: skip
    assert told.errors.count("error: ") == 5
    assert run(capsys, "scan").status == 2


def test_what_was_there_survives_a_failure(capsys: Any) -> None:
    Path("game.json").write_text("old")
    Path("seen.png").write_text("old")
    Path("bad.jpg").write_text("a photo")
    assert run(capsys, "scan", "bad.jpg", "-o", "game.json", "--overlay", "seen.png").status == 2
    assert Path("game.json").read_text() == Path("seen.png").read_text() == "old"


def test_only_own_files_are_replaced_without_force(own_folder: Path, capsys: Any) -> None:
    own = '{"variant": "classic", "players": [{"name": "Anna", "marks": {"red": [2, 3]}}]}'
    (own_folder / "game.json").write_text(own)
    (own_folder / "seen.png").write_bytes(b"\x89PNG a holiday")
    outcome = run(capsys, "scan", "photo.jpg", "-o", "game.json", "--overlay", "seen.png")
    assert outcome.status == 2
    assert "game.json exists, and sheetgen did not make it" in outcome.errors
    assert "seen.png exists, and sheetgen did not make it" in outcome.errors
    outcome = run(capsys, "scan", "photo.jpg", "-o", "game.json", "--overlay", "seen.png", "--force")
    assert "there is no file photo.jpg" in outcome.errors
    assert (own_folder / "game.json").read_text() == own
    made = game_text({"variant": "classic", "complete": True, "players": [{"name": "Anna", "marks": {}}]})
    (own_folder / "game.json").write_text(made)
    outcome = run(capsys, "scan", "photo.jpg", "-o", "game.json")
    assert outcome.errors == "error: there is no file photo.jpg\n"
