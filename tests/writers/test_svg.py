from __future__ import annotations

from xml.etree import ElementTree

import pytest

from sheetgen.drawing.canvas import Canvas
from sheetgen.writers.svg import svg_text
from tests.helpers import VARIANTS, document, tagged

SVG = "{http://www.w3.org/2000/svg}"


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_page_is_well_formed_and_has_its_cells(variant: str) -> None:
    for page in document(variant).pages():
        root = ElementTree.fromstring(svg_text(page.scene, "Title", "en"))
        assert root.get("width") == f"{page.scene.width:g}mm"
        names = [element.get("data-cell") for element in root.iter() if element.get("data-cell")]
        assert set(names) == {id for id, _ in tagged(page.scene)}
        assert len(names) == len(set(names)), "a shared sheet is drawn once and used"
        references = {element.get("href", "")[1:] for element in root.iter(f"{SVG}use")}
        assert references <= {element.get("id") for element in root.iter()}


def test_nothing_in_a_title_or_name_becomes_markup() -> None:
    canvas = Canvas(100, 50)
    canvas.text(5, 5, '<script>"&', 4, "#000000")
    text = svg_text(canvas.scene(), "</title><script>", "en")
    assert "<script>" not in text
    root = ElementTree.fromstring(text)
    assert root.findtext(f"{SVG}title") == "</title><script>"


def test_links_can_be_clicked() -> None:
    printed = document("classic")
    (page,) = printed.pages()
    root = ElementTree.fromstring(svg_text(page.scene, "x", "en"))
    assert [link.get("href") for link in root.iter(f"{SVG}a")] == [printed.links.url(1), printed.links.url(2)]
