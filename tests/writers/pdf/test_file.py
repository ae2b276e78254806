"""What a pad costs: work and room are counted, for each sheet that is added."""

from __future__ import annotations

import tracemalloc
from collections import Counter
from pathlib import Path

import pikepdf
import pytest
from reportlab.pdfbase.pdfdoc import PDFDocument

from sheetgen.drawing.pages.document import MAX_SHEETS
from sheetgen.writers.pdf.attachments import MAX_PDF_BYTES
from tests.helpers import VARIANTS, decoded, document, edition, rasters, save
from tests.profiles import amount

PADS = [variant for variant in VARIANTS if edition(variant).layout.sheet]


def two_pads(variant: str, folder: Path) -> tuple[pikepdf.Pdf, pikepdf.Pdf, int]:
    """A pad, one with twenty more pages, and how many sheets these have."""
    few, many = folder / "few.pdf", folder / "many.pdf"
    per_page = len(document(variant).imposition.slots)
    for file, pages in ((few, 10), (many, 30)):
        save(document(variant, count=pages * per_page, serial_start=1000), file)
    return pikepdf.open(few), pikepdf.open(many), 20 * per_page


@pytest.mark.parametrize("variant", PADS)
def test_bytes_and_objects_per_added_sheet(variant: str, tmp_path: Path) -> None:
    few, many, sheets = two_pads(variant, tmp_path)
    sizes = [Path(pdf.filename).stat().st_size for pdf in (few, many)]
    added = (sizes[1] - sizes[0]) / sheets
    assert added < 1024
    assert added * MAX_SHEETS < MAX_PDF_BYTES, "the longest pad could not be read again"
    pages = len(many.pages) - len(few.pages)
    assert len(many.objects) - len(few.objects) == 2 * pages  # the page and what is drawn on it


@pytest.mark.parametrize("variant", PADS)
def test_operators_per_added_sheet(variant: str, tmp_path: Path) -> None:
    """The front and what stamps share are placed; number, the address's last line and the code are drawn."""
    few, many, sheets = two_pads(variant, tmp_path)
    drawn = [Counter[str](), Counter[str]()]
    for pdf, counter in zip((few, many), drawn, strict=True):
        for page in pdf.pages:
            counter.update(str(each.operator) for each in pikepdf.parse_content_stream(page))
    more = drawn[1] - drawn[0]
    pages = len(many.pages) - len(few.pages)
    assert more["Do"] == 2 * sheets + pages
    assert more["Tj"] == 2 * sheets
    assert more["INLINE IMAGE"] == sheets
    assert not more.keys() & {"re", "m", "l", "c", "f*", "S", "B*"}
    assert more.total() <= 25 * sheets + 2 * pages


def test_memory_is_not_kept_per_sheet(tmp_path: Path) -> None:
    def peak(count: int) -> int:
        printed = document("bigpoints", count=count, serial_start=10_000)
        tracemalloc.start()
        try:
            save(printed, tmp_path / "out.pdf")
            return tracemalloc.get_traced_memory()[1]
        finally:
            tracemalloc.stop()

    few, many = 500, amount(default=1_500, thorough=6_000)
    for _ in range(3):
        peak(many)  # fills caches, and Python's lists of objects for later use
    # Each sheet has one object, and eight bytes tell where that is. Numbers of new widths are set anew, which is kept.
    assert peak(many) - peak(few) < (many - few) * 120


def test_a_tree_of_many_pages_has_them_all_in_order(tmp_path: Path) -> None:
    count = 4_099
    file = tmp_path / "out.pdf"
    save(document("classic", paper="a5", per_page=1, count=count), file)
    with pikepdf.open(file) as pdf:
        assert len(pdf.pages) == count
        addresses = [str(page.Annots[0].A.URI) for page in pdf.pages]
        assert [int(address.rpartition(".")[2]) for address in addresses] == list(range(1, count + 1))
        assert not pdf.check_pdf_syntax()


def test_a_long_pad_can_be_read_anywhere(tmp_path: Path) -> None:
    file, few = tmp_path / "out.pdf", tmp_path / "few.pdf"
    printed = document("bigpoints", count=3_000, serial_start=98_700)
    save(printed, file)
    with pikepdf.open(file) as pdf, pikepdf.new() as chosen:
        places = [0, 3, 649, 650, 651, 1234, 1499]
        chosen.pages.extend(pdf.pages[place] for place in places)
        chosen.save(few)
    for place, pixels in zip(places, rasters(few, 200), strict=True):
        first = 98_700 + 2 * place
        assert decoded(pixels) == [printed.links.url(serial) for serial in (first, first + 1)]


def test_reportlab_still_has_the_undocumented_attributes() -> None:
    """If this fails, writers/pdf/file.py has to follow a new release of reportlab."""
    document = PDFDocument()
    for name in ("objectcounter", "numberToId", "idToObject", "idToObjectNumberAndVersion", "delayedFonts", "info"):
        assert hasattr(document, name), name
    assert "Pages" in document.Catalog.__NoDefault__ and hasattr(document.Catalog, "Outlines")
    assert "BasicFonts" in document.idToObjectNumberAndVersion
