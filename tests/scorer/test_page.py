"""The pages as files: small, self-contained, guarded, and the same every time."""

from __future__ import annotations

import base64
import gzip
import hashlib
import json
import re
import shutil
from html import escape as html_escape
from itertools import product
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import numpy
import pytest
from PIL import Image

from sheetgen.drawing.fingerprint import fingerprint
from sheetgen.layouts.catalog import load_layout, load_locale, load_theme, load_variant
from sheetgen.scorer.page.data import siblings_of
from sheetgen.scorer.page.html_page import HtmlPage, book_page, camera_script, reader_script, scorer_page, start_page
from sheetgen.scorer.page.start_content import picture_svg
from tests.helpers import EXAMPLE_LAYOUTS, EXAMPLES, LANGUAGES, THEMES, VARIANTS, edition, edition_of, page_of
from tests.profiles import selection

LARGEST_PAGE = 90_000
LARGEST_FILE = 100_000  # a page that is a file of its own contains the book, and no phone loads it over a network
LARGEST_BOOK = 30_000
EVIL = "</script><img src=x onerror=alert(1)><!--"


def data_of(page: HtmlPage) -> dict[str, Any]:
    """What the script of a page is given."""
    found = re.search(r'<script type="application/json" id="page">(.*?)</script>', page.html, re.DOTALL)
    assert found
    return dict(json.loads(found[1]))


# Every variant, and the largest page in the theme with most in it.
LARGEST = [*product(VARIANTS, ["color"], [True]), ("onboard", "cvd", True), ("onboard", "cvd", False)]


@pytest.mark.parametrize(
    ("variant", "theme", "reads_photos"), selection(product(VARIANTS, THEMES, [False, True]), LARGEST)
)
def test_a_page_is_small(variant: str, theme: str, reads_photos: bool) -> None:
    """On a site, where it reads photos, or alone, where it contains the book."""
    html = page_of(variant, theme, on_site=reads_photos, photo_reader="file" if reads_photos else None).html.encode()
    assert len(gzip.compress(html, compresslevel=9)) <= (LARGEST_PAGE if reads_photos else LARGEST_FILE)


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_page_asks_for_nothing(variant: str) -> None:
    html = page_of(variant).html
    assert not re.findall(r"(?:src|href)=[\"'](?!data:|#)", html)
    assert not re.findall(r"@import|url\(", html)


@pytest.mark.parametrize("variant", selection(VARIANTS, ["classic", "gemixxt-a"]))
def test_a_page_is_the_same_every_time(variant: str) -> None:
    assert page_of(variant) == scorer_page(load_variant(variant), load_theme("color"))


PAGES = {
    "scorer": lambda layout: scorer_page(layout, load_theme("color")),
    "start": lambda layout: start_page([edition(layout.slug)]),
    "book": lambda layout: book_page([layout]),
}


@pytest.mark.parametrize("page", PAGES)
def test_the_policy_allows_just_the_page_itself(page: str) -> None:
    made = PAGES[page](load_variant("classic"))
    assert f'content="{made.policy.replace(chr(39), "&#39;")}"' in made.html
    rules = dict(rule.split(" ", 1) for rule in made.policy.split("; "))
    [script] = re.findall(r'<script type="module">(.*?)</script>', made.html, re.DOTALL)
    [style] = re.findall(r"<style>(.*?)</style>", made.html, re.DOTALL)
    for kind, text in (("script-src", script), ("style-src", style)):
        assert rules[kind] == f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"
    assert rules["default-src"] == "'none'" and "connect-src" not in rules
    assert "unsafe" not in made.policy
    assert re.findall(r"[\w-]+ [^;]*'self'", made.policy) == (["img-src data: 'self'"] if page == "start" else [])


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_page_knows_its_layout(variant: str) -> None:
    data = data_of(page_of(variant))
    assert data["fingerprint"] == fingerprint(edition(variant))
    assert data["fingerprint"].startswith(data["rules_fingerprint"])
    assert data["rulebook"] == json.loads(json.dumps(edition(variant).rulebook.to_data()))
    assert list(data["languages"]) == LANGUAGES
    assert data["reference"] == {"variant": variant}
    for words in data["languages"].values():
        assert all(words["texts"].values()) and set(words["findings"]) == set(data["findings"])


@pytest.mark.parametrize("file", EXAMPLE_LAYOUTS, ids=lambda path: path.stem)
def test_own_layouts_have_pages(file: Path) -> None:
    layout = load_layout(file)
    data = data_of(scorer_page(layout, load_theme("color")))
    assert data["reference"] == {"layout": f"{layout.slug}.toml"}


def test_a_layout_that_only_looks_like_a_variant_is_not_taken_for_it(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text('extends = "classic"\n[game.penalties]\npoints = -3\n')
    assert data_of(scorer_page(load_layout(file), load_theme("color")))["reference"] == {"layout": "classic.toml"}


def test_texts_of_strangers_stay_texts(tmp_path: Path) -> None:
    file = tmp_path / "evil.toml"
    file.write_text(
        f'extends = "classic"\nslug = "evil"\ntitle = "{EVIL[:30]}"\nabout = "{EVIL}"\n'
        f'[labels]\nsum_total = "{EVIL[:12]}"\n'
    )
    layout = load_layout(file)
    page, start, book = scorer_page(layout, load_theme("color")), start_page([edition_of(file)]), book_page([layout])
    assert data_of(page)["languages"]["en"]["figures"]["total"] == EVIL[:12]
    for html in (page.html, start.html, book.html):
        assert "<img src=x" not in html
        assert html.count("</script>") == html.count("<script")


def test_a_page_on_a_site_can_be_installed() -> None:
    page = scorer_page(load_variant("classic"), load_theme("color"), on_site=True)
    assert '<link rel="manifest" href="../manifest.webmanifest">' in page.html
    assert '<body data-worker="../sw.js">' in page.html
    assert "worker-src 'self'" in page.policy and "manifest-src 'self'" in page.policy
    assert "data-worker" not in scorer_page(load_variant("classic"), load_theme("color")).html


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_page_that_reads_photos_may_load_its_reader_and_send_nothing(variant: str) -> None:
    """From beside it, or from inside. And boards have no sheets to take photos of."""
    plain, served, alone = (
        page_of(variant),
        page_of(variant, photo_reader="file"),
        page_of(variant, photo_reader="inline"),
    )
    assert "photo" not in data_of(plain)
    for page in (plain, page_of(variant, on_site=True)):
        assert not re.findall("connect-src|fetch|doubt|blob:|image/[^s]", page.html + page.policy)
    if load_variant(variant).sheet is None:
        assert "photo" not in data_of(served) and "photo" not in data_of(alone)
        return
    for page, folder, source in ((served, "../", "'self'"), (alone, None, "blob:")):
        assert data_of(page)["photo"]["folder"] == folder
        rules = set(re.sub("sha256-[^']*", "", page.policy).split("; "))
        more = rules - set(re.sub("sha256-[^']*", "", plain.policy).split("; "))
        assert more == {"img-src data: blob:", f"script-src '' {source}", f"worker-src {source}"}
    inside = re.compile(r'<script type="text/plain" id="(\w+)">')
    assert (inside.findall(alone.html), inside.findall(served.html)) == (["camera", "reader"], [])


def test_the_reader_is_small() -> None:
    """And it is not larger than the bar for phones on slow networks."""
    script = reader_script().encode()
    assert len(gzip.compress(script, compresslevel=9)) <= 35_000
    assert b"</" not in script, "it can be inside a page"


def test_the_camera_is_small() -> None:
    script = camera_script([load_locale(language) for language in LANGUAGES]).encode()
    assert len(gzip.compress(script, compresslevel=9)) <= 34_000
    assert b"</" not in script, "it can be inside a page"


def test_the_camera_of_a_page_speaks_its_languages(tmp_path: Path) -> None:
    """Its own ones, too."""
    shutil.copy(EXAMPLES / "locales" / "fr.toml", tmp_path)
    file = tmp_path / "mine.toml"
    file.write_text('extends = "classic"\nslug = "mine"\nlang = "fr.toml"\n', encoding="utf-8")
    page = scorer_page(load_layout(file), load_theme("color"), photo_reader="inline")
    texts, _ = json.JSONDecoder().raw_decode(page.html.partition('id="camera">const PHOTO_TEXTS=')[2])
    assert set(texts) == {*LANGUAGES, "fr"} == set(data_of(page)["languages"])


LINK = re.compile(r'<a (?:class="book" )?href="([^"]*)"')


def test_the_start_page_lists_the_layouts_and_the_book() -> None:
    """First the layout that others extend, then the others in the order of their names."""
    html = start_page([edition(variant) for variant in VARIANTS], root="/x/").html
    others = [name for name in VARIANTS if name != "classic"]
    assert LINK.findall(html) == [f"/x/{name}/" for name in ["classic", *others, "book"]]
    assert re.findall(r'<img src="([^"]*)"', html) == [f"/x/{name}/picture.svg" for name in ["classic", *others]]
    assert re.findall(r'data-fingerprint="(\w+)"', html)[0] == fingerprint(edition("classic"))
    for language in LANGUAGES:
        assert load_variant("classic").title[language] in html
        assert html_escape(load_locale(language).book.about) in html


def test_of_layouts_none_of_which_extends_another_the_first_one_given_comes_first() -> None:
    assert LINK.findall(start_page([edition("duel"), edition("bigpoints")]).html) == ["duel/", "bigpoints/", "book/"]
    own = [edition_of(EXAMPLES / "layouts" / f"{name}.toml") for name in ("echo", "club-night")]
    assert LINK.findall(start_page([*own, edition("classic")]).html)[0] == "classic/"


def test_the_start_page_is_small() -> None:
    assert (
        len(gzip.compress(start_page([edition(variant) for variant in VARIANTS]).html.encode(), compresslevel=9))
        <= 10_000
    )


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_picture_of_a_layout_is_small_and_of_the_right_shape(variant: str) -> None:
    picture = picture_svg(edition(variant))
    assert len(gzip.compress(picture, compresslevel=9)) <= 30_000
    drawing = ElementTree.fromstring(picture)
    _, _, width, height = map(float, drawing.get("viewBox", "").split())
    shown = re.search(rf'src="{variant}/picture.svg" width="(\d+)" height="(\d+)"', start_page([edition(variant)]).html)
    assert shown and int(shown[2]) / int(shown[1]) == pytest.approx(height / width, abs=0.01)
    assert f"#{fingerprint(edition(variant))}.1" in {line.get("aria-label") for line in drawing.iter()}


def test_a_picture_lacks_the_address_that_is_too_long_for_the_sheet(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(
        f'extends = "classic"\nslug = "{"a" * 32}"\n[sheet]\ncode = "15mm"\nwidth = "auto"\nheight = "auto"\n'
    )
    picture = picture_svg(edition_of(file)).decode()
    assert 'aria-label="Classic"' in picture and "sheetgen.local" not in picture


def test_the_book_is_small_asks_for_nothing_and_is_the_same_every_time() -> None:
    layouts = [load_variant(variant) for variant in VARIANTS]
    french = load_locale(str(EXAMPLES / "locales" / "fr.toml"))
    page = book_page(layouts, [french], on_site=True)
    assert len(gzip.compress(page.html.encode(), compresslevel=9)) <= LARGEST_BOOK
    assert list(data_of(page)["languages"]) == [*LANGUAGES, "fr"]
    plain = book_page(layouts)
    assert plain == book_page(layouts)
    assert not re.findall(r"(?:src|href)=[\"'](?!data:|#)", plain.html) and "fetch" not in plain.html
    assert not re.findall(r"@import|url\(", plain.html)


def test_the_book_on_a_site_can_be_installed() -> None:
    page = book_page([load_variant("classic")], on_site=True)
    assert '<link rel="manifest" href="../manifest.webmanifest">' in page.html
    assert '<body data-worker="../sw.js">' in page.html
    assert "worker-src 'self'" in page.policy and "manifest-src 'self'" in page.policy


def test_a_language_that_does_not_fit_is_left_out(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    long = "Hier mit der Kamera des Telefons einlesen, bitte"
    text = f'extends = "classic"\nslug = "mine"\n[labels]\nname = {{ en = "Name", de = "{long}" }}\n'
    file.write_text(text, encoding="utf-8")
    languages = data_of(scorer_page(load_layout(file), load_theme("color")))["languages"]
    assert list(languages) == ["en"]
    file.write_text(text.replace(long, "Wer"), encoding="utf-8")
    assert list(data_of(scorer_page(load_layout(file), load_theme("color")))["languages"]) == ["de", "en"]


def test_own_picture_and_texts_are_on_the_page() -> None:
    layout = load_layout(EXAMPLES / "layouts" / "club-night.toml")
    page = scorer_page(layout, load_theme("color"), photo_reader="file", siblings=siblings_of([layout]))
    assert '<img class="logo" alt="" src="data:image/png;base64,' in page.html
    assert "img-src data:" in page.policy
    assert data_of(page)["languages"]["en"]["blocks"] == ["Good luck!", "Every Tuesday at 7"]
    assert len(gzip.compress(page.html.encode(), compresslevel=9)) < LARGEST_PAGE


def test_the_largest_picture_keeps_the_page_small(tmp_path: Path) -> None:
    """Noise, which cannot be compressed."""
    random = numpy.random.default_rng(1)
    Image.fromarray(random.integers(0, 255, (900, 900, 3), numpy.uint8)).save(tmp_path / "noise.png")
    file = tmp_path / "mine.toml"
    file.write_text('extends = "onboard"\nslug = "mine"\n[blocks]\npicture = "noise.png"\nsubtitle = "Ours"\n')
    layout = load_layout(file)
    page = scorer_page(layout, load_theme("cvd"), photo_reader="file", siblings=siblings_of([layout]))
    assert len(gzip.compress(page.html.encode(), compresslevel=9)) < LARGEST_PAGE
    assert data_of(page)["languages"]["de"]["subtitle"] == "Ours"
