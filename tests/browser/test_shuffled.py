"""Shuffled sheets from paper to phone: each code opens that very sheet, which looks as it is printed and counts."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from io import BytesIO
from itertools import cycle, islice, product
from math import ceil, floor
from pathlib import Path
from typing import Any

import numpy
import pypdfium2
import pytest
from PIL import Image, ImageFilter
from playwright.sync_api import FloatRect

from sheetgen.drawing.fingerprint import fingerprint
from sheetgen.drawing.pages.document import Document
from sheetgen.drawing.scene import Use
from sheetgen.layouts.catalog import load_locale, load_variant
from sheetgen.locales.names import cell_name, row_name
from sheetgen.rules.engine.grid import Grid
from sheetgen.rules.engine.simulate import SimulationSetup, play
from sheetgen.rules.rulebook import Rulebook
from sheetgen.rules.shuffle.arrangement import Pad, read_arrangement
from sheetgen.scorer.page.views import make_views
from tests.browser.phone import Phone
from tests.browser.scores import check_result
from tests.helpers import VARIANTS, decoded, document, edition, rasters, run
from tests.profiles import Counted, amount, selection

SHUFFLED = [variant for variant in VARIANTS if edition(variant).rulebook.shuffle]
COUNTS = {"gemixxt-b": amount(default=8, thorough=100)}
FEW = amount(default=4, thorough=12)
"""How many sheets are opened of each layout."""
PICTURES = amount(default=3, thorough=6)
"""Of so many a picture is taken."""
FINE = 10
"""Printed sheets are drawn with so many pixels for a millimetre, and then made as coarse as the screen."""
BLUR = 3
SAME = 100
"""Blurred by so many pixels, pictures of one sheet differ by less than this anywhere; those of two differ by more."""

CELLS = """
() => [...document.querySelectorAll(".paper.scrolling .cell")].map((cell) => {
  const {x, y} = cell.firstChild.getBoundingClientRect();
  return [Math.round(y), x, cell.getAttribute("aria-label")];
})
"""

Picture = Image.Image


def own_rules(link: str) -> Rulebook:
    """The rulebook of the sheet with this link."""
    path, _, fragment = link.partition("#")
    return read_arrangement(edition(path.split("/")[-2]).rulebook, fragment.split(".")[2]).rulebook


def expected_names(rulebook: Rulebook, language: str = "en") -> list[str]:
    """All cells as they should follow one another, row by row, with their colours if they are not those of the row."""
    locale, layout = load_locale(language), load_variant("classic")  # any layout: rows do not have its own words
    names = []
    for row in rulebook.rows:
        colours = {cell.id: cell.colour for cell in row.cells if cell.colour != row.colour}
        for id in row.ids:
            colour = f", {row_name(colours[id] or '', locale)}" if id in colours else ""
            names.append(cell_name(id, layout, locale) + colour)
    return names


def shown_names(phone: Phone) -> list[str]:
    """All cells as they stand on the screen, row by row and from left to right."""
    return [name for _, _, name in sorted(phone.page.evaluate(CELLS))]


@dataclass(frozen=True)
class Screen:
    """The rows on the screen: where they are, whole pixels within, and what these show."""

    rows: FloatRect
    clip: FloatRect
    picture: Picture


def shown_rows(phone: Phone) -> Screen:
    rows = phone.page.locator(".paper.scrolling svg").first.bounding_box()
    assert rows
    x, y = ceil(rows["x"]), ceil(rows["y"])
    right, bottom = floor(rows["x"] + rows["width"]), floor(rows["y"] + rows["height"])
    clip: FloatRect = {"x": x, "y": y, "width": right - x, "height": bottom - y}
    return Screen(rows, clip, Image.open(BytesIO(phone.page.screenshot(clip=clip))))


def printed_rows(printed: Document, pdf: Path, like: Screen) -> Iterator[Picture]:
    """The rows of each sheet in the file, cut out and made as large as on the screen."""
    box = make_views(printed.edition)[0].box
    scale, rows, clip = like.rows["width"] / box.w, like.rows, like.clip
    left, top = box.x + (clip["x"] - rows["x"]) / scale, box.y + (clip["y"] - rows["y"]) / scale
    right, bottom = left + clip["width"] / scale, top + clip["height"] / scale
    opened = pypdfium2.PdfDocument(pdf)
    for made, page in zip(opened, printed.pages(), strict=True):
        whole = made.render(scale=FINE * 25.4 / 72).to_pil()
        for use in page.scene.items:
            if isinstance(use, Use) and use.scene.cells():
                x0, y0, x1, y1 = (FINE * use.scale * side for side in (left, top, right, bottom))
                part = (FINE * use.x + x0, FINE * use.y + y0, FINE * use.x + x1, FINE * use.y + y1)
                yield whole.resize(like.picture.size, Image.Resampling.BOX, box=part)


def difference(one: Picture, other: Picture) -> int:
    """How much two pictures differ where they differ most, apart from their fine edges."""
    blurred = (
        numpy.asarray(each.convert("RGB").filter(ImageFilter.BoxBlur(BLUR))).astype(int) for each in (one, other)
    )
    return int(numpy.abs(numpy.subtract(*blurred)).max())


@pytest.fixture
def screen(new_phone: Callable[..., Phone]) -> Phone:
    """One that is wide enough for a whole sheet."""
    return new_phone(width=800, height=900, scale=1)


def printed_links(capsys: Any, file: Path, variant: str, published: str, count: int) -> list[str]:
    """Print shuffled sheets for this site, and read their codes from the pixels."""
    arguments = ["--shuffle", "7", "--count", str(count), "--scorer-url", published, "-o", str(file)]
    outcome = run(capsys, "pdf", "--variant", variant, *arguments)
    assert outcome.status == 0, outcome.errors
    links = [link for page in rasters(file) for link in decoded(page)]
    return sorted(links, key=lambda link: int(link.split(".")[-2]))


@pytest.mark.parametrize("variant", SHUFFLED)
def test_every_code_opens_its_own_sheet(
    variant: str, published: str, screen: Phone, tmp_path: Path, capsys: Any, record_property: Counted
) -> None:
    """On the static site: the numbers of each sheet are where they are printed, and it looks as it is printed."""
    count, rulebook = COUNTS.get(variant, FEW), edition(variant).rulebook
    links = printed_links(capsys, tmp_path / "out.pdf", variant, published, count)
    assert len(set(links)) == len(links) == count
    assert len({link.rpartition(".")[2] for link in links}) == min(count, Pad(rulebook, "7").count)
    record_property("codes of shuffled sheets opened", count)
    screen.open(f"{published}/{variant}/")
    screens = []
    for serial, link in enumerate(links, start=1):
        screen.page.goto(link)
        screen.page.locator(f".serial:text-is('No. {serial}')").wait_for()
        rules = own_rules(link)
        assert shown_names(screen) == expected_names(rules), link
        if rules.lucky:
            assert ", ".join(map(str, rules.lucky)) in screen.page.locator(".lucky").inner_text()
        if serial <= PICTURES:
            screens.append(shown_rows(screen))
    printed = document(variant, shuffle="7", count=count, base=published)
    pictures = islice(printed_rows(printed, tmp_path / "out.pdf", screens[0]), PICTURES)
    for (one, shown), (other, picture) in product(enumerate(screens), enumerate(pictures)):
        if one == other or rulebook.shuffle != ("lucky",):
            assert (difference(shown.picture, picture) < SAME) == (one == other), (one, other)


DAMAGES: dict[str, Callable[[str, str], str]] = {
    "cut": lambda printed, code: f"{printed}.{code[:-1]}",
    "cut to nothing": lambda printed, code: f"{printed}.",
    "repeated": lambda printed, code: f"{printed}.{code}{code}",
    "twice": lambda printed, code: f"{printed}.{code}.{code}",
    "long": lambda printed, code: f"{printed}.{code * 1000}",
    "lower case": lambda printed, code: f"{printed}.{code}".lower(),
    "strange": lambda printed, code: f"{printed}.{code[:-1]}%E2%82%AC",
}


def altered(printed: str, code: str) -> list[str]:
    """What may become of the link of a sheet: any character of its code another one, and worse."""
    places = selection(range(len(code)), sorted({0, len(code) // 2, len(code) - 1}))
    digits = [(at, "7" if code[at] != "7" else "8") for at in places]
    changed = [f"{printed}.{code[:at]}{digit}{code[at + 1 :]}" for at, digit in digits]
    return [*changed, *(damage(printed, code) for damage in DAMAGES.values())]


LANGUAGES_OF = list(zip(SHUFFLED, cycle(["en", "de"]), strict=False))


@pytest.mark.parametrize(("variant", "language"), selection(LANGUAGES_OF, LANGUAGES_OF[:2]))
def test_an_altered_link_is_told_and_changes_nothing(
    variant: str, language: str, published: str, new_phone: Callable[..., Phone], capsys: Any
) -> None:
    rulebook, phone = edition(variant).rulebook, new_phone(language=language)
    printed, code = f"{fingerprint(edition(variant))}.7", Pad(rulebook, "7").sheet(7).code
    texts = load_locale(language).scorer
    phone.open(f"{published}/{variant}/")
    phone.name("Anna")
    phone.cross(rulebook.rows[0].ids[2])
    before = phone.crossed()
    for fragment in altered(printed, code):
        phone.page.evaluate("document.querySelector('.toast').hidden = true")
        phone.page.goto(f"{published}/{variant}/#{fragment}")
        phone.page.locator(".toast:visible").wait_for()
        assert phone.toast() == (texts.sheet_damaged if fragment.startswith(printed) else texts.link_damaged)
        assert phone.players() == ["Anna"] and phone.crossed() == before
        assert not phone.page.locator(".serial").count()
    phone.page.goto(f"{published}/{variant}/#{printed}.{code.lower()}")
    phone.page.locator(".serial").wait_for()
    assert shown_names(phone) == expected_names(own_rules(f"{published}/{variant}/#{printed}.{code}"), language)
    for fragment in altered(printed, code)[-len(DAMAGES) - 1 :]:
        outcome = run(capsys, "show", f"{published}/{variant}/#{fragment}")
        told = "code of the shuffled sheet is damaged" if fragment.startswith(printed) else "not the link of a printed"
        assert outcome.status == 2 and told in outcome.errors and len(outcome.errors) < 400
        outcome = run(capsys, "score", f"{published}/{variant}/#{fragment}")
        told = r"this link holds no crosses|the link is damaged|other rules"
        assert outcome.status == 2 and re.search(told, outcome.errors) and len(outcome.errors) < 400


def test_a_code_on_a_sheet_that_is_never_shuffled(published: str, phone: Phone, capsys: Any) -> None:
    link = f"{published}/classic/#{fingerprint(edition('classic'))}.7.ABC"
    phone.open(link)
    assert phone.toast() == load_locale("en").scorer.sheet_damaged
    assert phone.players() == ["Player 1"] and not phone.page.locator(".serial").count()
    outcome = run(capsys, "show", link)
    assert outcome.status == 2 and "sheets of this game are all the same" in outcome.errors


PLAYED = [*zip(SHUFFLED, cycle(["published", "served"]), strict=False), (SHUFFLED[0], "served")]


@pytest.mark.parametrize(("variant", "origin"), selection(PLAYED, PLAYED[1:-1]))
def test_players_with_different_sheets(
    variant: str, origin: str, request: pytest.FixtureRequest, phone: Phone, tmp_path: Path, capsys: Any
) -> None:
    """Both are scanned, and a game that was simulated on these very sheets is tapped in."""
    address = f"{request.getfixturevalue(origin)}/{variant}/"
    rulebook = edition(variant).rulebook
    sheets = [Pad(rulebook, "7").sheet(serial) for serial in (1, 2)]
    record = play([Grid(rulebook, sheet) for sheet in sheets], SimulationSetup(2, "careful", 7), 1).record
    data = record.to_data(rulebook, {"variant": variant})
    expected = answer_to(capsys, tmp_path / "game.json", data)
    assert not expected["findings"]
    for serial, (sheet, player) in enumerate(zip(sheets, data["players"], strict=True), start=1):
        phone.open(f"{address}#{fingerprint(edition(variant))}.{serial}.{sheet.code}")
        assert len(phone.players()) == serial
        phone.enter_sheet(player, quick=True)
    check_result(phone, expected)
    link = phone.shared_link("share game")
    assert json.loads(run(capsys, "score", link, "--json").output) == expected
    for bad in (link[:-1], f"{link}{link.partition('#')[2]}", link.swapcase(), f"{link[:-9]}A{link[-8:]}"):
        outcome = run(capsys, "score", bad)
        assert outcome.status == 2 and outcome.errors, bad
    with phone.page.expect_download() as download:
        phone.tap('[data-key="export"]')
    download.value.save_as(tmp_path / "saved.json")
    assert json.loads(run(capsys, "score", str(tmp_path / "saved.json"), "--json").output) == expected
    phone.reload()
    phone.go("sheet")
    for seat, sheet in enumerate(sheets):
        phone.tap(f'[data-key="player {seat}"]')
        assert shown_names(phone) == expected_names(sheet.rulebook)
        assert [id for id in phone.crossed() if not id.startswith("penalty")] == list(record.sheets[seat].crosses)


def answer_to(capsys: Any, file: Path, data: dict[str, Any]) -> dict[str, Any]:
    """What `sheetgen score` says of a record, without the order of its crosses."""
    players = [{key: value for key, value in player.items() if key != "history"} for player in data["players"]]
    file.write_text(json.dumps({**data, "players": players}))
    answer: dict[str, Any] = json.loads(run(capsys, "score", str(file), "--json").output)
    return answer
