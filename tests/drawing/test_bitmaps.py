"""The picture of a layout: what is read, what is refused, and where it is drawn."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Callable
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image

from sheetgen.drawing.bitmaps import MAX_BYTES, MAX_SIDE, PRINTED_SIDE, SHOWN_SIDE, read_bitmap
from sheetgen.drawing.edition import Edition
from sheetgen.drawing.pages.document import Document, Job
from sheetgen.drawing.pages.paper import parse_paper
from sheetgen.drawing.scene import Picture
from sheetgen.drawing.sheet.front import sheet_front
from sheetgen.drawing.sheet.plan import SheetPlan
from sheetgen.errors import InputError
from sheetgen.layouts.catalog import load_layout, load_locale, load_theme
from sheetgen.writers.pdf.writer import write_pdf
from sheetgen.writers.svg import svg_text
from tests.helpers import contains, rasters, tagged, texts

CLASSIC = 'extends = "classic"\nslug = "mine"\n'


def picture(size: tuple[int, int] = (60, 40), kind: str = "PNG", colour: str = "red") -> bytes:
    file = BytesIO()
    Image.new("RGBA" if kind == "PNG" else "RGB", size, colour).save(file, kind)
    return file.getvalue()


def chunk(name: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


def png_of(width: int, height: int, data: bytes) -> bytes:
    """A PNG file that claims this size, whatever its data."""
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", data) + chunk(b"IEND", b"")


def edition_with(
    folder: Path, data: bytes | None, more: str = "", name: str = "logo.png", base: str = CLASSIC
) -> Edition:
    if data is not None:
        (folder / "logo.png").write_bytes(data)
    file = folder / "mine.toml"
    file.write_text(f'{base}[blocks]\npicture = "{name}"\n{more}')
    return Edition(load_layout(file), load_theme("color"), load_locale("en"))


REFUSED: dict[str, tuple[Callable[[], bytes], str]] = {
    "text": (lambda: b"a club's logo", "is not a PNG or JPEG picture"),
    "nothing": (lambda: b"", "is not a PNG or JPEG picture"),
    "GIF": (lambda: picture(kind="GIF"), "is not a PNG or JPEG picture"),
    "SVG": (lambda: b"<svg xmlns='http://www.w3.org/2000/svg'/>", "is not a PNG or JPEG picture"),
    "cut short": (lambda: picture((300, 300), "JPEG")[:-400], "is damaged, or a part of it is missing"),
    "PNG cut short": (lambda: picture((300, 300))[:-100], "is damaged, or a part of it is missing"),
    "only a head": (lambda: picture()[:8], "is damaged, or a part of it is missing"),
    "20,000 pixels wide": (lambda: png_of(20_000, 20, b""), "is too large: 20,000 × 20 pixels"),
    "a bomb": (lambda: png_of(60_000, 60_000, zlib.compress(b"\0" * 10_000_000)), "is too large: 60,000 × 60,000"),
    "too many pixels": (lambda: png_of(MAX_SIDE, MAX_SIDE, b""), "is too large: 8,000 × 8,000 pixels"),
    "a size it does not have": (lambda: png_of(3000, 3000, zlib.compress(b"\0" * 100)), "is damaged"),
    "too many bytes": (lambda: picture() + b"\0" * MAX_BYTES, "is too large"),
    "no size": (lambda: png_of(0, 0, b""), "is damaged"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_cannot_be_printed_is_refused_at_its_key(name: str, tmp_path: Path) -> None:
    make, said = REFUSED[name]
    with pytest.raises(InputError, match=said) as refused:
        edition_with(tmp_path, make())
    (problem,) = refused.value.problems
    assert problem.place and problem.place.line == 4
    assert problem.hint


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("none.png", "there is no file none.png"),
        ("../logo.png", "outside"),
        ("/etc/passwd", "outside"),
        ("sub", "sub is a folder"),
        ("leads-out.png", "outside"),
    ],
)
def test_only_files_beside_the_layout_are_read(name: str, said: str, tmp_path: Path) -> None:
    folder = tmp_path / "layouts"
    (folder / "sub").mkdir(parents=True)
    (tmp_path / "logo.png").write_bytes(picture())
    (folder / "leads-out.png").symlink_to(tmp_path / "logo.png")
    with pytest.raises(InputError, match=said):
        edition_with(folder, None, name=name)


@pytest.mark.parametrize("kind", ["PNG", "JPEG"])
def test_a_large_picture_is_made_smaller_and_keeps_its_proportions(kind: str, tmp_path: Path) -> None:
    (tmp_path / "logo").write_bytes(picture((3000, 1500), kind))
    bitmap = read_bitmap(tmp_path / "logo", "logo")
    assert (bitmap.width, bitmap.height) == (PRINTED_SIDE, PRINTED_SIDE // 2)
    with Image.open(BytesIO(bitmap.shown)) as shown:
        assert shown.size == (SHOWN_SIDE, SHOWN_SIDE // 2)


@pytest.mark.parametrize("place", ["head", "side"])
def test_it_is_drawn_at_its_place_and_covers_nothing_else(place: str, tmp_path: Path) -> None:
    own = edition_with(tmp_path, picture(), f'place = "{place}"\n')
    plan, front = SheetPlan(own), sheet_front(own)
    (drawn,) = (item for item in front.items if isinstance(item, Picture))
    area = plan.masthead.emblem if place == "head" else plan.code_text
    assert contains(area, drawn.box)
    assert drawn.box.w / drawn.box.h == pytest.approx(60 / 40)
    assert not any(box.overlaps(drawn.box) for _, box in tagged(front))


@pytest.mark.parametrize("base", ["classic", "onboard", "duel"])
def test_every_writer_shows_it_in_its_colour(base: str, tmp_path: Path) -> None:
    own = edition_with(tmp_path, picture(colour="#12fe34"), base=f'extends = "{base}"\nslug = "mine"\n')
    printed = Document(Job(own, parse_paper("a4")))
    file = tmp_path / "made.pdf"
    write_pdf(printed.pages(), printed.info, file)
    grey = round(0.299 * 0x12 + 0.587 * 0xFE + 0.114 * 0x34)
    pages = list(rasters(file, 100))
    assert (abs(pages[0].astype(int) - grey) <= 2).sum() > 500
    assert b"/Subtype/Image" in file.read_bytes()
    assert "data:image/png;base64," in svg_text(next(iter(printed.pages())).scene, "", "en")


def test_it_is_stored_once_however_many_sheets_there_are(tmp_path: Path) -> None:
    own = edition_with(tmp_path, picture())
    printed = Document(Job(own, parse_paper("a4"), count=20))
    file = tmp_path / "made.pdf"
    write_pdf(printed.pages(), printed.info, file)
    assert file.read_bytes().count(b"/Subtype/Image") == 2  # the picture and its mask


BLOCKS = '[blocks]\nsubtitle = "Summer cup"\ndedication = "For grandma and all who love her"\nfooter = "Table 7"\n'


@pytest.mark.parametrize("base", ["classic", "connected-steps", "longo", "onboard", "duel"])
def test_own_texts_are_printed(base: str, tmp_path: Path) -> None:
    """The subtitle before the number of players, which gives way to it."""
    file = tmp_path / "mine.toml"
    file.write_text(f'extends = "{base}"\nslug = "mine"\n{BLOCKS}')
    own = Edition(load_layout(file), load_theme("color"), load_locale("en"))
    for page in Document(
        Job(own, parse_paper("a3"), parts=("board",) if base in ("onboard", "duel") else None)
    ).pages():
        said = " ".join(item.text for item, _ in texts(page.scene))
        if "Tokens" not in said:
            for words in ("Summer cup", "For grandma", "Table 7"):
                assert words in said


@pytest.mark.parametrize("key", ["subtitle", "dedication", "footer"])
def test_own_texts_without_room_are_refused_at_their_key(key: str, tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(f'{CLASSIC}[blocks]\n{key} = "{"W" * 120}"\n')
    own = Edition(load_layout(file), load_theme("color"), load_locale("en"))
    with pytest.raises(InputError, match="is too long") as refused:
        Document(Job(own, parse_paper("a4")))
    (problem,) = refused.value.problems
    assert problem.place and problem.place.line == 4
