"""Typefaces of users, when their files change."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from reportlab.pdfbase import pdfmetrics

from sheetgen.drawing.edition import Edition
from sheetgen.drawing.fonts.typefaces import text_width
from sheetgen.drawing.pages.document import Document, Job, Page
from sheetgen.drawing.pages.paper import parse_paper
from sheetgen.layouts.catalog import load_layout, load_locale, load_theme
from sheetgen.resources import folder
from sheetgen.writers.pdf.writer import write_pdf
from sheetgen.writers.svg import svg_text
from tests.systems import linux_only

HANDLES = Path("/proc/self/fd")


@pytest.fixture
def layout(tmp_path: Path) -> Path:
    shutil.copy(folder("fonts") / "Lexend-Bold.ttf", tmp_path / "Own.ttf")
    file = tmp_path / "mine.toml"
    file.write_text('extends = "classic"\nslug = "mine"\n[fonts]\nregular = "Own.ttf"\nnumber = "Own.ttf"\n')
    return file


def edition(layout: Path) -> Edition:
    return Edition(load_layout(layout), load_theme("color"), load_locale("en"))


def written(job: Edition, folder: Path) -> tuple[bytes, str]:
    """The pages as PDF and as SVG."""
    document = Document(Job(job, parse_paper("a4")))
    write_pdf(document.pages(), document.info, folder / "out.pdf")
    pictures = [svg_text(page.scene, "", "en") for page in document.pages()]
    return (folder / "out.pdf").read_bytes(), "".join(pictures)


def grown(font: Path) -> None:
    """Another version of the file, which looks the same."""
    font.write_bytes(font.read_bytes() + bytes(4))


def test_what_was_checked_is_what_is_used(layout: Path, tmp_path: Path) -> None:
    font = tmp_path / "Own.ttf"
    wanted = written(edition(layout), tmp_path)
    grown(font)
    job = edition(layout)
    face = job.faces["regular"]
    font.write_bytes(b"something else")
    assert text_width("Hello", 10, face) > 0
    found = written(job, tmp_path)
    assert found[1] == wanted[1]
    assert face.name.encode() in found[0] and face.name.encode() not in wanted[0]


@linux_only
def test_versions_leave_nothing_behind(layout: Path, tmp_path: Path) -> None:
    counts = []
    for _ in range(6):
        grown(tmp_path / "Own.ttf")
        written(edition(layout), tmp_path)
        counts.append((len(list(HANDLES.iterdir())), len(pdfmetrics.getRegisteredFontNames())))
    assert len(set(counts)) == 1, counts


def test_a_typeface_is_not_forgotten_while_it_is_used(layout: Path, tmp_path: Path) -> None:
    """The first page is begun with one, then another document is written with its own."""
    first, other = edition(layout), tmp_path / "other"
    alone = written(first, tmp_path)[0]
    other.mkdir()
    for name in ("mine.toml", "Own.ttf"):
        shutil.copy(tmp_path / name, other / name)
    grown(other / "Own.ttf")
    document = Document(Job(first, parse_paper("a4"), count=8))
    write_pdf(document.pages(), document.info, tmp_path / "long.pdf")
    wanted = (tmp_path / "long.pdf").read_bytes()

    def interrupted() -> Iterator[Page]:
        for page in document.pages():
            yield page
            written(edition(other / "mine.toml"), other)

    write_pdf(interrupted(), document.info, tmp_path / "long.pdf")
    assert (tmp_path / "long.pdf").read_bytes() == wanted != alone
