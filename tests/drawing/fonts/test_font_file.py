from __future__ import annotations

import os
import shutil
import struct
import subprocess
import sys
from io import BytesIO
from itertools import pairwise
from pathlib import Path

import pytest
from fontTools.pens.svgPathPen import SVGPathPen
from fontTools.ttLib import TTFont
from fontTools.ttLib.sfnt import SFNTWriter
from hypothesis import HealthCheck, given, settings, strategies as st
from reportlab.pdfbase import pdfmetrics, ttfonts
from reportlab.pdfgen.canvas import Canvas

from sheetgen import limited_process
from sheetgen.drawing.fonts.font_file import (
    LAST_CHARACTER,
    MAX_BYTES,
    NEEDED_TABLES,
    ParsedFont,
    checked_cap_height,
    read_font,
)
from sheetgen.drawing.fonts.typefaces import FACES, text_width
from sheetgen.drawing.scene import FontRole, Typeface
from sheetgen.errors import InputError
from tests.profiles import examples
from tests.systems import posix_only

DATA = FACES["regular"].data
READER = TTFont(BytesIO(DATA)).reader
TABLES: dict[str, bytes] = {str(tag): READER[tag] for tag in READER.keys()}  # noqa: SIM118  # it has no __iter__
GLYPHS = TTFont(BytesIO(DATA)).getReverseGlyphMap()


def packed(tables: dict[str, bytes]) -> bytes:
    file = BytesIO()
    writer = SFNTWriter(file, len(tables))
    for tag, data in tables.items():
        writer[tag] = data
    writer.close()
    return file.getvalue()


def patched(tag: str, at: int, form: str, *values: int) -> bytes:
    table = bytearray(TABLES[tag])
    struct.pack_into(form, table, at, *values)
    return packed({**TABLES, tag: bytes(table)})


def with_glyphs(changed: dict[str, bytes]) -> bytes:
    """The font with other bytes for some glyphs."""
    (wide,) = struct.unpack_from(">H", TABLES["head"], 50)
    places = [place * (1 if wide else 2) for (place,) in struct.iter_unpack(">L" if wide else ">H", TABLES["loca"])]
    glyphs = [TABLES["glyf"][start:end] for start, end in pairwise(places)]
    for name, data in changed.items():
        glyphs[GLYPHS[name]] = data
    ends = [sum(map(len, glyphs[:count])) for count in range(len(glyphs) + 1)]
    head = TABLES["head"][:50] + struct.pack(">H", 1) + TABLES["head"][52:]
    loca = struct.pack(f">{len(ends)}L", *ends)
    return packed({**TABLES, "head": head, "loca": loca, "glyf": b"".join(glyphs)})


def composite(*parts: str) -> bytes:
    data = struct.pack(">hhhhh", -1, 0, 0, 500, 500)
    for number, part in enumerate(parts, start=1):
        data += struct.pack(">HHbb", 0x0002 | (0x0020 if number < len(parts) else 0), GLYPHS[part], 0, 0)
    return data


def lines(*ends: int) -> bytes:
    """A glyph whose points all lie on one spot. The flag for that repeats, so many of them take few bytes."""
    data = struct.pack(f">hhhhh{len(ends)}HH", len(ends), 0, 0, 500, 500, *ends, 0)
    full, rest = divmod(max(ends) + 1, 256)
    return data + b"\x39\xff" * full + (bytes([0x39, rest - 1]) if rest else b"")


def character_table(*parts: bytes, encoding: int = 1) -> bytes:
    offset, records = 4 + 8 * len(parts), b""
    for part in parts:
        records += struct.pack(">HHL", 3, encoding, offset)
        offset += len(part)
    return struct.pack(">HH", 0, len(parts)) + records + b"".join(parts)


def groups(*spans: tuple[int, int], form: int = 12) -> bytes:
    body = b"".join(struct.pack(">LLL", first, last, 1) for first, last in spans)
    return struct.pack(">HHLLL", form, 0, 16 + len(body), 0, len(spans)) + body


def segments(*spans: tuple[int, int]) -> bytes:
    count = len(spans)
    body = struct.pack(f">{count}H", *(last for _, last in spans)) + b"\0\0"
    body += struct.pack(f">{count}H", *(first for first, _ in spans)) + bytes(4 * count)
    return struct.pack(">HHHHHHH", 4, 14 + len(body), 0, 2 * count, 0, 0, 0) + body


def variations(*ranges: tuple[int, int]) -> bytes:
    """Ranges of characters under one choice of shape, and a second choice that points at the same ranges."""
    lists = struct.pack(">L", len(ranges)) + b"".join(struct.pack(">L", first << 8 | more) for first, more in ranges)
    records = struct.pack(">3sLL", b"\0\xfe\x00", 32, 0) + struct.pack(">3sLL", b"\0\xfe\x01", 32, 0)
    return struct.pack(">HLL", 14, 32 + len(lists), 2) + records + lists


def read(data: bytes, folder: Path) -> Typeface:
    file = folder / "font.ttf"
    file.write_bytes(data)
    return read_font(file, "the font")


def check(data: bytes) -> float:
    """The height of capitals of a font that is no danger to this process."""
    return checked_cap_height(data, "the font")


def use(font: Typeface, text: str, folder: Path) -> None:
    """What the program does with a typeface: measure, embed, draw."""
    widths = ttfonts.TTFontFile(BytesIO(font.data)).charWidths
    assert all(widths[ord(character)] >= 0 for character in text)
    embedded = ttfonts.TTFont(font.name, BytesIO(font.data))
    embedded.face.name = font.name.encode()
    pdfmetrics.registerFont(embedded)
    try:
        canvas = Canvas(str(folder / "out.pdf"), initialFontName=font.name)
        canvas.drawString(10, 10, text)
        canvas.save()
    finally:
        embedded.unregister()
    with TTFont(BytesIO(font.data), lazy=True) as drawn:
        for character in text:
            name, glyphs = drawn.getBestCmap()[ord(character)], drawn.getGlyphSet()
            glyphs[name].draw(SVGPathPen(glyphs))
            assert drawn["hmtx"][name][0] >= 0


@pytest.mark.parametrize("face", list(FACES))
def test_the_bundled_typefaces_are_read_and_measured(face: FontRole, tmp_path: Path) -> None:
    font = read(FACES[face].data, tmp_path)
    assert font.cap_height == pytest.approx(FACES[face].cap_height, abs=0.001)
    widths = ParsedFont(font.data).widths()
    word = "Hamburgefonstiv 0123456789 ÄÖÜ\u00a0"
    assert sum(widths[ord(character)] for character in word) / 1000 == pytest.approx(text_width(word, 1, FACES[face]))
    assert max(widths) <= LAST_CHARACTER
    use(font, word + "".join(map(chr, widths)), tmp_path)


def test_a_name_is_safe_and_tells_contents_apart(tmp_path: Path) -> None:
    names = []
    for file_name, data in (("a (b)/ü %.ttf", DATA), ("a (b)/ü %.ttf", patched("head", 20, ">Q", 1)), ("()", DATA)):
        file = tmp_path / file_name.replace("/", "\n")
        file.write_bytes(data)
        names.append(read_font(file, "x").name)
    assert [name.rpartition("-")[0] for name in names] == ["a-b", "a-b", "font"]
    assert len(set(names)) == 3 and len({name[-12:] for name in names}) == 2


@pytest.mark.parametrize(
    ("start", "kind"),
    [
        (b"OTTO", "PostScript outlines"),
        (b"ttcf", "collection"),
        (b"wOFF", "WOFF"),
        (b"wOF2", "WOFF2"),
        (b"%PDF", "not a font"),
        (b"", "not a font"),
    ],
)
def test_another_kind_of_file_is_told(start: bytes, kind: str, tmp_path: Path) -> None:
    with pytest.raises(InputError, match=f"the font is .*{kind}(.|\n)*TrueType outlines is needed"):
        read(start + DATA[4:] if start else b"", tmp_path)


def test_both_marks_of_truetype_are_read(tmp_path: Path) -> None:
    assert read(b"true" + DATA[4:], tmp_path).cap_height == pytest.approx(0.7)


@posix_only
def test_only_regular_files_of_some_size_are_read(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="the font is a folder"):
        read_font(tmp_path, "the font")
    with pytest.raises(InputError, match="there is no file the font"):
        read_font(tmp_path / "none.ttf", "the font")
    with pytest.raises(InputError, match="cannot read the font"):
        read_font(tmp_path / ("x" * 5000), "the font")
    os.mkfifo(tmp_path / "pipe.ttf")
    with pytest.raises(InputError, match="the font is not a regular file"):
        read_font(tmp_path / "pipe.ttf", "the font")
    assert read(DATA.ljust(MAX_BYTES, b"\0"), tmp_path)
    with pytest.raises(InputError, match="too large"):
        read(DATA.ljust(MAX_BYTES + 1, b"\0"), tmp_path)


@pytest.mark.parametrize("tag", NEEDED_TABLES)
def test_a_missing_table_is_named(tag: str) -> None:
    with pytest.raises(InputError, match=f"the font has no table '{tag}'"):
        check(packed({name: data for name, data in TABLES.items() if name != tag}))


@pytest.mark.parametrize(
    ("tag", "message"), [("fvar", "variable font"), ("CFF ", "another kind"), ("GLYF", "another kind")]
)
def test_outlines_are_truetype_and_fixed(tag: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        check(packed({**TABLES, tag: b"\0" * 8}))


@pytest.mark.parametrize(("rights", "allowed"), [(0, 1), (4, 1), (8, 1), (6, 1), (2, 0), (0x0104, 0), (0x0208, 0)])
def test_a_licence_that_forbids_embedding_is_kept(rights: int, allowed: int) -> None:
    data = patched("OS/2", 8, ">H", rights)
    if allowed:
        assert check(data)
    else:
        with pytest.raises(InputError, match="licence forbids embedding"):
            check(data)


def test_the_height_of_capitals_is_sane() -> None:
    assert check(patched("head", 18, ">H", 2000)) == pytest.approx(0.35)
    for units, height in ((16, "43.75"), (4000, "0.17")):
        with pytest.raises(InputError, match=f"capitals that are {height} times"):
            check(patched("head", 18, ">H", units))


def test_the_font_tells_the_height_of_capitals_if_their_outline_is_blank() -> None:
    blank = with_glyphs({"H": b""})
    (said,) = struct.unpack_from(">h", TABLES["OS/2"], 88)
    assert check(blank) == said / 1000


def test_letters_and_digits_are_there_and_have_a_width() -> None:
    few = packed({**TABLES, "cmap": character_table(segments((32, 56), (65, 90), (97, 122), (0xFFFF, 0xFFFF)))})
    with pytest.raises(InputError, match=r"lacks 1 of the characters .* such as '9'"):
        check(few)
    with pytest.raises(InputError, match=r"lacks 1 of the characters .* such as '7'"):
        check(patched("hmtx", 4 * GLYPHS["seven"], ">H", 0))
    symbols = character_table(segments((0xF000, 0xF0FF), (0xFFFF, 0xFFFF)), encoding=0)
    with pytest.raises(InputError, match="lacks 63 of the characters"):
        check(packed({**TABLES, "cmap": symbols}))


def test_what_the_readers_take_for_different_glyphs_is_not_printed() -> None:
    """The last way to map characters is embedded, the largest one is drawn."""
    (offset,) = struct.unpack_from(">L", TABLES["cmap"], 8)
    usual = TABLES["cmap"][offset:]
    other = groups(*((code, code) for code in range(32, 127)))
    table = struct.pack(">HHHHLHHL", 0, 2, 3, 10, 20, 3, 1, 20 + len(other)) + other + usual
    with pytest.raises(InputError, match="lacks 62 of the characters"):
        check(packed({**TABLES, "cmap": table}))


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """For fonts that are refused in any case: a busy machine may take longer than this for a good one."""
    monkeypatch.setattr(limited_process, "MAX_SECONDS", 2)


@pytest.mark.parametrize(
    "part",
    [
        groups((0, 0xFFFFFFFF)),
        groups(*[(0, 0xFFFF)] * 3000),
        segments(*[(0, 0xFFFF)] * 3000),
        variations(*[(0x4E00, 255)] * 300_000),
    ],
    ids=["one huge group", "groups again and again", "segments again and again", "variations"],
)
def test_a_font_cannot_claim_endless_characters(part: bytes, impatient: None, tmp_path: Path) -> None:
    with pytest.raises(
        InputError, match=r"the font is damaged|the font lacks|reading the font takes too long|cannot be read"
    ):
        read(packed({**TABLES, "cmap": character_table(part)}), tmp_path)


def test_a_glyph_cannot_be_a_part_of_itself(tmp_path: Path) -> None:
    for circle in ({"A": composite("A")}, {"A": composite("B"), "B": composite("C"), "C": composite("A")}):
        with pytest.raises(InputError, match="the font is damaged"):
            read(with_glyphs(circle), tmp_path)


def test_glyphs_are_nested_less_deep_than_any_stack_allows(tmp_path: Path) -> None:
    names = [name for name in GLYPHS if name not in ("H", ".notdef")]
    nested = {name: composite(part) for name, part in pairwise(names[:300])}
    with pytest.raises(InputError, match="the font is damaged"):
        read(with_glyphs(nested), tmp_path)


def test_glyphs_cannot_multiply(impatient: None, tmp_path: Path) -> None:
    for last in (b"", lines(9)):
        bomb = {name: composite(*part * 20) for name, part in zip("ABCDEFG", "BCDEFGI", strict=True)}
        with pytest.raises(InputError, match=r"takes too long|the font is damaged"):
            read(with_glyphs({**bomb, "I": last}), tmp_path)


def test_an_own_outline_is_used(tmp_path: Path) -> None:
    use(read(with_glyphs({"at": lines(99, 199)}), tmp_path), "@", tmp_path)


def test_outlines_are_not_too_detailed(impatient: None, tmp_path: Path) -> None:
    heavy = lines(*range(9, 60_000, 10))
    with pytest.raises(InputError, match=r"takes too long|the font is damaged"):
        read(with_glyphs(dict.fromkeys([name for name in GLYPHS if name != "H"][:300], heavy)), tmp_path)


@pytest.mark.parametrize(
    "bad", [lines(99, 0, 199), struct.pack(">hhhhh", -2, 0, 0, 1, 1) + bytes(40)], ids=["back and forth", "no lines"]
)
def test_an_outline_that_cannot_be_drawn_is_refused(bad: bytes) -> None:
    with pytest.raises(InputError, match="the font is damaged"):
        check(with_glyphs({"at": bad}))


def test_glyphs_are_not_cut_off() -> None:
    with pytest.raises(InputError, match="the font is damaged"):
        check(packed({**TABLES, "glyf": TABLES["glyf"][: len(TABLES["glyf"]) // 2]}))


def test_a_character_without_its_glyph_is_refused() -> None:
    (count,) = struct.unpack_from(">H", TABLES["maxp"], 4)
    with pytest.raises(InputError, match="the font is damaged"):
        check(with_glyphs({"A": composite("B")[:12] + struct.pack(">H", count) + b"\0\0"}))
    beyond = struct.pack(">HHLLL", 12, 0, 28, 0, 1) + struct.pack(">LLL", 33, 126, count)
    with pytest.raises(InputError, match=r"the font is damaged|the font lacks"):
        check(packed({**TABLES, "cmap": character_table(beyond)}))


def test_parts_placed_by_their_points_are_refused() -> None:
    """The outlines could not be drawn."""
    by_points = bytearray(composite("B", "C"))
    struct.pack_into(">H", by_points, 16, 0)
    with pytest.raises(InputError, match="the font is damaged, or is not a font that can be printed"):
        check(with_glyphs({"A": bytes(by_points)}))


def test_a_name_that_could_write_into_a_pdf_is_refused() -> None:
    for name in ("A\n) def", "A\nB"):
        text = name.encode("utf-16-be")
        table = struct.pack(">HHHHHHHHH", 0, 1, 18, 3, 1, 0x409, 6, len(text), 0) + text
        with pytest.raises(InputError, match="the font is damaged"):
            check(packed({**TABLES, "name": table}))


@pytest.mark.parametrize("length", [4, 5, 12, 100, 276, *range(1000, len(DATA), 4007), len(DATA) - 5])
def test_a_file_that_is_cut_off_is_refused(length: int) -> None:
    with pytest.raises(InputError, match="the font"):
        check(DATA[:length])


def test_oddities_of_a_file_are_not_printed() -> None:
    command = "import sys, sheetgen.drawing.fonts.font_file as f; f.checked_cap_height(sys.stdin.buffer.read(), 'x')"
    odd = patched("head", 20, ">QQ", 1, 1)
    done = subprocess.run([sys.executable, "-c", command], input=odd, capture_output=True, check=True)
    assert done.stdout + done.stderr == b""


@st.composite
def damaged(draw: st.DrawFn) -> bytes:
    """The font with a few bytes of one table changed, or the table cut off or made longer."""
    tag = draw(st.sampled_from(sorted(TABLES)))
    table = bytearray(TABLES[tag])
    for _ in range(draw(st.integers(0, 4))):
        at = draw(st.integers(0, min(len(table), draw(st.sampled_from([40, 400, 1 << 20]))) - 1))
        value = draw(
            st.one_of(st.sampled_from([b"\0", b"\xff", b"\x7f", b"\xff\xff", b"\0\0\0\0"]), st.binary(max_size=4))
        )
        table[at : at + len(value)] = value
    size = draw(st.sampled_from([len(table), len(table), len(table), len(table) // 2, len(table) - 1, len(table) + 4]))
    return packed({**TABLES, tag: bytes(table[:size].ljust(size, b"\0"))})


@given(damaged())
@settings(max_examples=examples(60), suppress_health_check=list(HealthCheck))
def test_what_is_accepted_can_be_used(tmp_path_factory: pytest.TempPathFactory, data: bytes) -> None:
    folder = tmp_path_factory.mktemp("damaged")
    try:
        font = read(data, folder)
    except InputError as error:
        assert "the font" in str(error)
    else:
        usable = ParsedFont(font.data).widths()
        word = "Hamburgefonstiv 0123456789"
        assert all(ord(character) in usable for character in word)
        use(font, word + "".join(map(chr, usable)), folder)
    shutil.rmtree(folder)
