"""The PDF as others see it: qpdf, pdfium, QR readers, OpenCV."""

from __future__ import annotations

import os
import subprocess
import sys
from itertools import product
from pathlib import Path

import cv2
import pikepdf
import pytest

from sheetgen.drawing.fingerprint import sheet_geometry
from sheetgen.drawing.fonts.typefaces import FACES
from sheetgen.drawing.pages.document import Document, Info, Page
from sheetgen.drawing.scene import Box, Code, Paint, Rect, Scene, Use
from sheetgen.errors import InputError
from sheetgen.writers.pdf.writer import DOTS_PER_MODULE, POINTS_PER_MM, write_pdf
from tests.helpers import LANGUAGES, THEMES, VARIANTS, Pixels, decoded, document, rasters, save
from tests.profiles import selection

DPI = 200


def marks_found(pixels: Pixels) -> list[tuple[int, float, float, float, float]]:
    """Id and box in millimetres of each ArUco mark that OpenCV sees."""
    parameters = cv2.aruco.DetectorParameters()
    parameters.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    corners, ids, _ = cv2.aruco.ArucoDetector(dictionary, parameters).detectMarkers(pixels)
    found = []
    for number, quad in zip(ids.flatten() if ids is not None else [], corners, strict=True):
        # A pixel's centre lies half a pixel inside it.
        points = (quad.reshape(-1, 2) + 0.5) / DPI * 25.4
        (x0, y0), (x1, y1) = points.min(axis=0).tolist(), points.max(axis=0).tolist()
        found.append((int(number), x0, y0, x1 - x0, y1 - y0))
    return found


PRINTS = [
    *product(VARIANTS, ["color"], LANGUAGES, ["a4", "letter"]),
    *((variant, theme, "de", "a4") for variant, theme in product(VARIANTS, THEMES) if theme != "color"),
]


SOME_PRINTS = [
    *product(VARIANTS, ["color"], ["en"], ["a4"]),
    *product(["bigpoints"], THEMES, ["de"], ["a4"]),
    *product(["onboard", "duel"], ["color"], ["de"], ["letter"]),
]


@pytest.mark.parametrize(("variant", "theme", "language", "paper"), selection(PRINTS, SOME_PRINTS))
def test_file_is_sound_and_every_code_and_mark_can_be_read(
    variant: str, theme: str, language: str, paper: str, tmp_path: Path
) -> None:
    printed = document(variant, paper, theme=theme, language=language)
    file = tmp_path / "out.pdf"
    save(printed, file)

    check = pikepdf.Job(["qpdf", "--check", str(file)])
    check.run()
    assert not check.has_warnings

    pages = list(printed.pages())
    pictures = list(rasters(file, DPI))
    assert len(pictures) == len(pages) == printed.page_count
    seen = []
    for page, pixels in zip(pages, pictures, strict=True):
        expected = sorted(item.text for item, _ in page.scene.flat() if isinstance(item, Code))
        assert decoded(pixels) == expected
        seen += expected
        assert sorted_marks(marks_found(pixels)) == pytest.approx(
            sorted_marks(marks_stated(printed, page.scene.items)), abs=0.2
        )
    assert sorted(seen) == sorted(printed.links.url(serial) for serial in printed.serials)
    assert len(set(seen)) == len(seen)


def sorted_marks(marks: list[tuple[int, float, float, float, float]]) -> list[float]:
    """Flat, in an order that does not depend on tenths of a millimetre."""
    ordered = sorted(marks, key=lambda mark: (mark[0], round(mark[2] / 20), round(mark[1] / 20)))
    return [number for mark in ordered for number in mark]


def marks_stated(printed: Document, items: tuple[object, ...]) -> list[tuple[int, float, float, float, float]]:
    """Where `sheetgen show --json` says that the marks of the sheets on this page are."""
    stated = []
    for use in items:
        if isinstance(use, Use) and use.scene.name == "sheet":
            for number, (x, y, w, h) in enumerate(sheet_geometry(printed.edition)["marks"]):
                stated.append((number, use.x + x * use.scale, use.y + y * use.scale, w * use.scale, h * use.scale))
    return stated


@pytest.fixture
def opened(tmp_path: Path) -> pikepdf.Pdf:
    file = tmp_path / "out.pdf"
    save(document("bigpoints", back="rules"), file)
    return pikepdf.open(file)


def test_viewers_are_asked_not_to_scale_and_how_to_turn_the_paper(opened: pikepdf.Pdf) -> None:
    preferences = opened.Root.ViewerPreferences
    assert preferences.PrintScaling == "/None"
    assert preferences.Duplex == "/DuplexFlipLongEdge"


def test_metadata_tells_title_language_and_keywords(opened: pikepdf.Pdf) -> None:
    assert opened.Root.Lang == "en"
    assert str(opened.docinfo["/Title"]).startswith("Big Points")
    assert "bigpoints" in str(opened.docinfo["/Keywords"])


def test_trim_box_is_what_is_kept_after_cutting(opened: pikepdf.Pdf) -> None:
    page = opened.pages[0]
    trim = [float(side) / POINTS_PER_MM for side in page.TrimBox]
    assert trim[2] - trim[0] == pytest.approx(200, abs=0.01)
    assert trim[3] - trim[1] == pytest.approx(268, abs=0.01)


def test_all_fonts_are_embedded(opened: pikepdf.Pdf) -> None:
    fonts = [obj for obj in opened.objects if isinstance(obj, pikepdf.Dictionary) and obj.get("/Type") == "/Font"]
    assert len(fonts) == len(FACES)
    for font in fonts:
        assert "/FontFile2" in font.FontDescriptor, font.BaseFont


def test_codes_are_stencils_for_pure_black_and_links(opened: pikepdf.Pdf) -> None:
    page = opened.pages[0]
    operators = list(pikepdf.parse_content_stream(page))
    codes, colour = 0, ""
    for each in operators:
        if isinstance(each, pikepdf.ContentStreamInlineImage):
            codes += 1
            assert each.iimage.image_mask and each.iimage.width == each.iimage.height == 33 * DOTS_PER_MODULE
            assert colour == "0 g"
        elif str(each.operator) in ("g", "rg", "k", "scn"):
            colour = " ".join(map(str, [*each.operands, each.operator]))
    assert codes == 2
    addresses = {str(annotation.A.URI) for annotation in page.Annots}
    printed = document("bigpoints", back="rules")
    assert addresses == {printed.links.url(1), printed.links.url(2)}


def test_named_scenes_may_place_others_and_tell_no_more_than_these(tmp_path: Path) -> None:
    dot = Scene(10, 10, (Rect(Box(0, 0, 10, 10), Paint(fill="#000000")),), "dot")
    pair = Scene(40, 10, (Use(Scene(40, 10, (Use(dot, 0, 0), Use(dot, 30, 0))), 0, 0),), "pair")
    other = Scene(10, 10, (), "other")
    page = Scene(40, 20, (Use(other, 0, 0), Use(pair, 0, 10)))
    file = tmp_path / "out.pdf"
    write_pdf([Page(page, None)], Info("", "", "en", (), duplex=False), file)
    with pikepdf.open(file) as pdf:
        forms = pdf.pages[0].Resources.XObject
        told = {name: set(form.Resources.XObject.keys()) for name, form in forms.items()}
    assert told == {"/dot": set(), "/pair": {"/dot"}, "/other": set()}
    (pixels,) = rasters(file, 254)
    assert [int(pixels[150, x]) for x in (50, 200, 350)] == [0, 255, 0]


def test_the_date_is_fixed_or_as_asked_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "out.pdf"
    dates = []
    for epoch in ("", "1700000000"):
        monkeypatch.setenv("SOURCE_DATE_EPOCH", epoch)
        save(document("classic"), file)
        with pikepdf.open(file) as opened:
            dates.append(str(opened.docinfo["/CreationDate"])[:10])
    assert dates == ["D:20000101", "D:20231114"]
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "yesterday")
    with pytest.raises(InputError, match="is not a date"):
        save(document("classic"), file)


def test_the_same_input_gives_the_same_bytes_in_two_processes(tmp_path: Path) -> None:
    made = []
    for seed in ("1", "2"):
        file = tmp_path / f"{seed}.pdf"
        subprocess.run(
            [sys.executable, "-m", "sheetgen", "pdf", "--variant", "onboard", "--back", "rules", "-q", "-o", str(file)],
            check=True,
            env={**os.environ, "PYTHONHASHSEED": seed},
        )
        made.append(file.read_bytes())
    assert made[0] == made[1]
