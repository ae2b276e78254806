"""Photo files are read in a separate process as in this one, and a photo that takes too much harms no other one."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from sheetgen import limited_process
from sheetgen.errors import InputError
from sheetgen.layouts.catalog import load_locale, load_variant
from sheetgen.photos import limited_reading
from sheetgen.photos.errors import PhotoError
from sheetgen.photos.known_sheets import KnownSheets
from sheetgen.photos.limited_reading import PhotoReader
from sheetgen.photos.page_reader import page_reader
from sheetgen.photos.sheet_reading import SheetOnPhoto, SheetReading
from tests.helpers import PROJECT, edition
from tests.photos.hostile_files import png
from tests.photos.plain_shot import plain_shot
from tests.photos.reading import read
from tests.systems import linux_only

CROSSED = ("red 2", "yellow 3", "green 12", "penalty 1")
SHEETS = KnownSheets([load_variant("classic"), load_variant("bigpoints")])


@pytest.fixture
def good(tmp_path: Path) -> Path:
    file = tmp_path / "good.jpg"
    file.write_bytes(plain_shot(edition("classic"), 7, CROSSED))
    return file


@pytest.fixture
def reader() -> Iterator[PhotoReader]:
    with closing(PhotoReader(SHEETS)) as opened:
        yield opened


def only_sheet(reader: PhotoReader, file: Path) -> SheetReading:
    [sheet], _ = reader.read(file)
    assert isinstance(sheet, SheetOnPhoto)
    return sheet.of_sheet(SHEETS)


def reason(reader: PhotoReader, file: Path) -> str:
    with pytest.raises(PhotoError) as caught:
        reader.read(file)
    assert caught.value.message(load_locale("en"))
    return caught.value.reason


def test_a_photo_is_read_as_in_this_process(reader: PhotoReader, good: Path) -> None:
    known = read(good.read_bytes(), SHEETS)
    found = only_sheet(reader, good)
    assert (found.edition, found.serial, found.cells, found.name) == (known.edition, 7, known.cells, "")
    assert found.picture.tobytes() == known.picture.tobytes()


def test_what_is_wrong_with_a_file_is_told_as_in_this_process(reader: PhotoReader, tmp_path: Path) -> None:
    small = tmp_path / "small.png"
    small.write_bytes(png(7, 5, 8, 2))
    with pytest.raises(PhotoError) as caught:
        reader.read(small)
    assert (caught.value.reason, caught.value.values) == ("too_small", {"width": 7, "height": 5, "least": 480})
    with pytest.raises(InputError, match="there is no file"):
        reader.read(tmp_path / "none.jpg")


def test_a_photo_that_needs_too_much_memory_is_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """This one takes 200 MB."""
    large = tmp_path / "large.png"
    large.write_bytes(png(7000, 7000, 8, 6))
    monkeypatch.setattr(limited_reading, "MAX_MEMORY", 100 * 1024 * 1024)
    with closing(PhotoReader(SHEETS)) as reader:
        assert reason(reader, large) == "unreadable"


def test_a_photo_that_takes_too_long_is_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limited_reading, "read_file", read_unless_bad)
    monkeypatch.setattr(limited_process, "MAX_SECONDS", 1)
    with closing(PhotoReader(SHEETS)) as reader:
        assert reason(reader, tmp_path / "endless.jpg") == "too_slow"


def test_the_next_photo_is_read_after_one_that_ended_the_process(good: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limited_reading, "read_file", read_unless_bad)
    with closing(PhotoReader(SHEETS)) as reader:
        assert reason(reader, good.with_name("deadly.jpg")) == "unreadable"
        assert only_sheet(reader, good).serial == 7


SCRIPTS = {
    "endless-script.jpg": "for (;;) {}",
    "greedy-arrays.jpg": "self.all = []; for (;;) self.all.push(new Float64Array(1e6).fill(1))",
    "greedy-objects.jpg": "self.all = []; for (;;) self.all.push({text: [self.all.length]})",
}


@linux_only
@pytest.mark.parametrize("name", SCRIPTS)
def test_a_script_that_takes_too_much_is_ended(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """V8 does not count the memory of arrays, so the system limits it."""
    monkeypatch.setattr(limited_reading, "read_file", read_unless_bad)
    monkeypatch.setattr(limited_process, "MAX_SECONDS", 2)
    with closing(PhotoReader(SHEETS)) as reader:
        assert reason(reader, tmp_path / name) == ("too_slow" if name.startswith("endless") else "unreadable")


def read_unless_bad(sheets: KnownSheets, file: Path) -> object:
    """Never end, or crash, as a faulty decoder might. The limited process calls this and has the real `read_file`."""
    if file.name in SCRIPTS:
        page_reader()._engine.eval(SCRIPTS[file.name])
    while file.name == "endless.jpg":
        pass
    if file.name == "deadly.jpg":
        os.kill(os.getpid(), signal.SIGSEGV)
    return limited_reading.read_file(sheets, file)


SCRIPT = """
import sys
import sheetgen
print(sheetgen.scan("good.jpg").doubts["Player 1"])
print([name for name in ("py_mini_racer", "pillow_heif") if name in sys.modules])
"""


def test_scripts_need_no_guard_and_load_no_decoder_and_no_engine(good: Path) -> None:
    """A process that is started by `multiprocessing` would run the script again."""
    (good.parent / "script.py").write_text(SCRIPT)
    environment = {**os.environ, "PYTHONPATH": str(PROJECT)}
    done = subprocess.run(
        [sys.executable, "script.py"], cwd=good.parent, env=environment, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout.splitlines()[-1], done.stderr) == (0, "[]", "")
