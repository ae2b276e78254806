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
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from reportlab.pdfbase import pdfmetrics, ttfonts
from reportlab.pdfgen.canvas import Canvas

from sheetgen.drawing.fonts import font_file
from sheetgen.drawing.fonts.font_file import (
    LAST_CHARACTER,
    MAX_BYTES,
    MAX_NAMES,
    MAX_TABLES,
    NEEDED_TABLES,
    character_widths,
    read_font,
)
from sheetgen.drawing.fonts.typefaces import FACES, text_width
from sheetgen.drawing.scene import Face, Typeface
from sheetgen.errors import InputError
from tests.profiles import examples

FONT = FACES["regular"].file
DATA = FONT.read_bytes()
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
def test_the_bundled_typefaces_are_read_and_measured(face: Face, tmp_path: Path) -> None:
    font = read_font(FACES[face].file, "the font")
    assert font.cap_height == pytest.approx(FACES[face].cap_height, abs=0.001)
    assert font.name.startswith(f"{FACES[face].name}-") and font.file == FACES[face].file
    widths = character_widths(font.data)
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
    assert read(b"true" + DATA[4:], tmp_path).cap_height == pytest.approx(0.668)


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
def test_a_missing_table_is_named(tag: str, tmp_path: Path) -> None:
    with pytest.raises(InputError, match=f"the font has no table '{tag}'"):
        read(packed({name: data for name, data in TABLES.items() if name != tag}), tmp_path)


def test_tables_are_few_and_lie_apart(tmp_path: Path) -> None:
    spare = {f"x{number:03}": b"" for number in range(MAX_TABLES - len(TABLES))}
    assert read(packed({**TABLES, **spare}), tmp_path)
    with pytest.raises(InputError, match="65 tables"):
        read(packed({**TABLES, **spare, "more": b""}), tmp_path)
    same = bytearray(DATA)
    for number in range(len(TABLES)):
        if bytes(same[12 + 16 * number :][:4]) in (b"prep", b"gasp"):
            struct.pack_into(">LL", same, 12 + 16 * number + 8, 0, len(DATA))
    with pytest.raises(InputError, match="overlap"):
        read(bytes(same), tmp_path)


@pytest.mark.parametrize(
    ("tag", "message"), [("fvar", "variable font"), ("CFF ", "another kind"), ("GLYF", "another kind")]
)
def test_outlines_are_truetype_and_fixed(tag: str, message: str, tmp_path: Path) -> None:
    with pytest.raises(InputError, match=message):
        read(packed({**TABLES, tag: b"\0" * 8}), tmp_path)


@pytest.mark.parametrize(("rights", "allowed"), [(0, 1), (4, 1), (8, 1), (6, 1), (2, 0), (0x0104, 0), (0x0208, 0)])
def test_a_licence_that_forbids_embedding_is_kept(rights: int, allowed: int, tmp_path: Path) -> None:
    data = patched("OS/2", 8, ">H", rights)
    if allowed:
        assert read(data, tmp_path)
    else:
        with pytest.raises(InputError, match="licence forbids to embed"):
            read(data, tmp_path)


@pytest.mark.parametrize("units", [0, 15, 16_385, 65_535])
def test_units_of_the_type_size_are_sane(units: int, tmp_path: Path) -> None:
    with pytest.raises(InputError, match=f"type size into {units:,} units"):
        read(patched("head", 18, ">H", units), tmp_path)


def test_the_height_of_capitals_is_sane(tmp_path: Path) -> None:
    assert read(patched("head", 18, ">H", 2000), tmp_path).cap_height == pytest.approx(0.334)
    for units, height in ((16, "41.75"), (4000, "0.17")):
        with pytest.raises(InputError, match=f"capitals that are {height} times"):
            read(patched("head", 18, ">H", units), tmp_path)


def test_the_font_tells_the_height_of_capitals_if_their_outline_is_blank(tmp_path: Path) -> None:
    blank = with_glyphs({"H": b""})
    (said,) = struct.unpack_from(">h", TABLES["OS/2"], 88)
    assert read(blank, tmp_path).cap_height == said / 1000


def test_letters_and_digits_are_there_and_have_a_width(tmp_path: Path) -> None:
    few = packed({**TABLES, "cmap": character_table(segments((32, 56), (65, 90), (97, 122), (0xFFFF, 0xFFFF)))})
    with pytest.raises(InputError, match=r"lacks 1 of the characters .* such as '9'"):
        read(few, tmp_path)
    with pytest.raises(InputError, match=r"lacks 1 of the characters .* such as '7'"):
        read(patched("hmtx", 4 * GLYPHS["seven"], ">H", 0), tmp_path)
    symbols = character_table(segments((0xF000, 0xF0FF), (0xFFFF, 0xFFFF)), encoding=0)
    with pytest.raises(InputError, match="lacks 63 of the characters"):
        read(packed({**TABLES, "cmap": symbols}), tmp_path)


def test_what_the_readers_take_for_different_glyphs_is_not_printed(tmp_path: Path) -> None:
    """The last way to map characters is embedded, the largest one is drawn."""
    (offset,) = struct.unpack_from(">L", TABLES["cmap"], 8)
    usual = TABLES["cmap"][offset:]
    other = groups(*((code, code) for code in range(32, 127)))
    table = struct.pack(">HHHHLHHL", 0, 2, 3, 10, 20, 3, 1, 20 + len(other)) + other + usual
    with pytest.raises(InputError, match="lacks 62 of the characters"):
        read(packed({**TABLES, "cmap": table}), tmp_path)


def test_names_and_notes_are_few(tmp_path: Path) -> None:
    storage = 6 + 12 * (MAX_NAMES + 1)
    record = struct.pack(">HHHHHH", 3, 1, 0x409, 6, 12, 0)
    for count, good in ((MAX_NAMES, True), (MAX_NAMES + 1, False)):
        table = struct.pack(">HHH", 0, count, storage) + record * (MAX_NAMES + 1) + "Atkins".encode("utf-16-be")
        data = packed({**TABLES, "name": table})
        if good:
            assert read(data, tmp_path)
        else:
            with pytest.raises(InputError, match="2,001 names"):
                read(data, tmp_path)


@pytest.mark.parametrize(
    "part",
    [
        groups((0, 0xFFFFFFFF)),
        groups(*[(0, 0xFFFF)] * 3),
        groups(*[(5, 4)] * (font_file.MAX_MAPPINGS + 1)),
        segments(*[(0, 0xFFFF)] * 3),
        variations(*[(0x4E00, 255)] * 300),
    ],
    ids=["one huge group", "groups again and again", "empty groups", "segments again and again", "variations"],
)
def test_a_font_cannot_claim_endless_characters(part: bytes, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="maps too many characters"):
        read(packed({**TABLES, "cmap": character_table(part)}), tmp_path)


def test_parts_that_overlap_count_each(tmp_path: Path) -> None:
    inner = segments((0, 0xFFFF))
    table = character_table(inner, inner + inner)
    font_file.check_characters(table, "the font")
    (first,) = struct.unpack_from(">L", table, 8)
    shifted = struct.pack(">HH", 0, 3) + b"".join(
        struct.pack(">HHL", 3, 1, first + 8 + len(inner) * number) for number in range(3)
    )
    with pytest.raises(InputError, match="maps too many characters"):
        font_file.check_characters(shifted + table[20:], "the font")


def test_as_many_characters_as_allowed_are_read() -> None:
    most = font_file.MAX_MAPPINGS
    font_file.check_characters(character_table(groups((0, most - 1))), "the font")
    font_file.check_characters(character_table(variations((0x4E00, 255))), "the font")
    with pytest.raises(InputError, match="maps too many characters"):
        font_file.check_characters(character_table(groups((0, most))), "the font")


@pytest.mark.parametrize("form", [2, 8, 10, 13, 99])
def test_other_formats_of_characters_are_refused(form: int, tmp_path: Path) -> None:
    with pytest.raises(InputError, match=f"character table of format {form}"):
        read(packed({**TABLES, "cmap": character_table(groups((32, 126), form=form))}), tmp_path)


def test_ways_to_map_characters_are_few(tmp_path: Path) -> None:
    (offset,) = struct.unpack_from(">L", TABLES["cmap"], 8)
    for count, good in ((font_file.MAX_PARTS, True), (font_file.MAX_PARTS + 1, False)):
        records = struct.pack(">HHL", 3, 1, 4 + 8 * count) * count
        data = packed({**TABLES, "cmap": struct.pack(">HH", 0, count) + records + TABLES["cmap"][offset:]})
        if good:
            assert read(data, tmp_path)
        else:
            with pytest.raises(InputError, match="unusual character table"):
                read(data, tmp_path)


@pytest.mark.parametrize("part", [groups((32, 126))[:-1], segments((32, 126))[:-1], segments((32, 126))[:15]])
def test_a_part_holds_all_it_claims(part: bytes, tmp_path: Path) -> None:
    """One reader would go on into the next table."""
    length = struct.pack(">L" if part[1] == 12 else ">H", len(part))
    at = 4 if part[1] == 12 else 2
    for cut in (part, part[:at] + length + part[at + len(length) :]):
        with pytest.raises(InputError, match="the font is damaged"):
            read(packed({**TABLES, "cmap": character_table(cut)}), tmp_path)


def test_a_glyph_cannot_be_a_part_of_itself(tmp_path: Path) -> None:
    for circle in ({"A": composite("A")}, {"A": composite("B"), "B": composite("C"), "C": composite("A")}):
        with pytest.raises(InputError, match="a part of itself"):
            read(with_glyphs(circle), tmp_path)


def test_glyphs_are_nested_a_few_levels(tmp_path: Path) -> None:
    chain = "ABCDEFGIJ"
    nested = {name: composite(part) for name, part in pairwise(chain)}
    assert len(chain) == font_file.MAX_DEPTH + 1
    for part_first in (False, True):
        some = dict(reversed(nested.items())) if part_first else nested
        with pytest.raises(InputError, match="levels deep"):
            read(with_glyphs(some), tmp_path)
    del nested["A"]
    assert read(with_glyphs(nested), tmp_path)


def test_glyphs_cannot_multiply(tmp_path: Path) -> None:
    for last in (b"", lines(9)):
        bomb = {name: composite(*part * 10) for name, part in zip("ABCDE", "BCDEF", strict=True)}
        with pytest.raises(InputError, match="too detailed"):
            read(with_glyphs({**bomb, "F": last}), tmp_path)


@pytest.mark.parametrize(
    ("good", "bad"),
    [
        (composite(*"B" * font_file.MAX_COMPONENTS), composite(*"B" * (font_file.MAX_COMPONENTS + 1))),
        (lines(font_file.MAX_LINE - 1), lines(font_file.MAX_LINE)),
        (lines(*range(999, 10_000, 1000)), lines(*range(999, 10_000, 1000), 10_000)),
        (lines(99, 199), lines(99, 99)),
        (lines(0, 99, 199), lines(99, 0, 199)),
        (b"", struct.pack(">hhhhh", -2, 0, 0, 1, 1) + bytes(40)),
    ],
    ids=["parts", "one line", "one glyph", "empty line", "lines back and forth", "neither lines nor parts"],
)
def test_a_glyph_has_bounds(good: bytes, bad: bytes, tmp_path: Path) -> None:
    font = read(with_glyphs({"at": good}), tmp_path)
    use(font, "@", tmp_path)
    with pytest.raises(InputError, match=r"too detailed|damaged"):
        read(with_glyphs({"at": bad}), tmp_path)


def test_all_characters_together_have_bounds(tmp_path: Path) -> None:
    font = TTFont(BytesIO(DATA))
    glyphs = [font["glyf"][name] for name in GLYPHS]
    parts = {part.glyphName for glyph in glyphs if glyph.isComposite() for part in glyph.components}
    alone = [name for code, name in font.getBestCmap().items() if name not in parts and 0x80 < code <= LAST_CHARACTER]
    full = lines(*range(9, font_file.MAX_GLYPH, 10))
    most = font_file.MAX_GLYPHS // font_file.MAX_GLYPH
    assert read(with_glyphs(dict.fromkeys(alone[: most - 2], full)), tmp_path)
    with pytest.raises(InputError, match="too detailed"):
        read(with_glyphs(dict.fromkeys(alone[:most], full)), tmp_path)


def test_the_index_of_glyphs_fits_them(tmp_path: Path) -> None:
    longer = {**TABLES, "loca": TABLES["loca"] + TABLES["loca"][-4:] * 1000}
    backward = {**TABLES, "loca": TABLES["loca"][:20] + TABLES["loca"][-4:] + TABLES["loca"][24:]}
    beyond = {**TABLES, "glyf": TABLES["glyf"][:-200]}
    for tables, message in ((longer, "an index for"), (backward, "overlap"), (beyond, "cut off")):
        with pytest.raises(InputError, match=message):
            read(packed(tables), tmp_path)


def test_a_character_without_its_glyph_is_refused(tmp_path: Path) -> None:
    (count,) = struct.unpack_from(">H", TABLES["maxp"], 4)
    with pytest.raises(InputError, match="the font is damaged"):
        read(with_glyphs({"A": composite("B")[:12] + struct.pack(">H", count) + b"\0\0"}), tmp_path)
    beyond = struct.pack(">HHLLL", 12, 0, 28, 0, 1) + struct.pack(">LLL", 33, 126, count)
    with pytest.raises(InputError, match="but has only"):
        read(packed({**TABLES, "cmap": character_table(beyond)}), tmp_path)


def test_parts_placed_by_their_points_are_refused(tmp_path: Path) -> None:
    """The outlines could not be drawn."""
    by_points = bytearray(composite("B", "C"))
    struct.pack_into(">H", by_points, 16, 0)
    with pytest.raises(InputError, match="the font is damaged, or is not a font that can be printed"):
        read(with_glyphs({"A": bytes(by_points)}), tmp_path)


def test_a_name_that_could_write_into_a_pdf_is_refused(tmp_path: Path) -> None:
    text = "A\n) def".encode("utf-16-be")
    table = struct.pack(">HHHHHHHHH", 0, 1, 18, 3, 1, 0x409, 6, len(text), 0) + text
    with pytest.raises(InputError, match="the font is damaged"):
        read(packed({**TABLES, "name": table}), tmp_path)
    control = "A\nB".encode("utf-16-be")
    table = struct.pack(">HHHHHHHHH", 0, 1, 18, 3, 1, 0x409, 6, len(control), 0) + control
    with pytest.raises(InputError, match="the font is damaged"):
        read(packed({**TABLES, "name": table}), tmp_path)


@pytest.mark.parametrize("length", [4, 5, 12, 100, 276, *range(1000, len(DATA), 4007), len(DATA) - 5])
def test_a_file_that_is_cut_off_is_refused(length: int, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="the font"):
        read(DATA[:length], tmp_path)


def test_oddities_of_a_file_are_not_printed(tmp_path: Path) -> None:
    file = tmp_path / "font.ttf"
    file.write_bytes(patched("head", 20, ">QQ", 1, 1))
    command = "import pathlib, sys, sheetgen.drawing.fonts.font_file as f; f.read_font(pathlib.Path(sys.argv[1]), 'x')"
    done = subprocess.run([sys.executable, "-c", command, str(file)], capture_output=True, text=True, check=True)
    assert done.stdout + done.stderr == ""


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
        usable = character_widths(font.data)
        word = "Hamburgefonstiv 0123456789"
        assert all(ord(character) in usable for character in word)
        use(font, word + "".join(map(chr, usable)), folder)
    shutil.rmtree(folder)
