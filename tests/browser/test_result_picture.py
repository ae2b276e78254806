"""The picture of a result: what is on it, and how it is shared."""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Callable, Iterable, Iterator
from io import BytesIO
from itertools import groupby
from pathlib import Path
from typing import Any

import numpy
import pytest
from PIL import Image
from playwright.sync_api import FilePayload

from sheetgen.rules.engine.grid import Grid
from sheetgen.rules.engine.simulate import SimulationSetup, play
from sheetgen.rules.shuffle.arrangement import Pad
from tests.browser.phone import Phone, cells_of
from tests.helpers import EXAMPLES, Pixels, edition, page_of
from tests.scorer.test_page import data_of
from tests.timeouts import wait_until

WIDTH = 1080
LEFT, RIGHT = 72, 564
"""Where the sheets of two players begin, side by side."""
SHEET = 444
BOARD = 936
"""How wide a sheet is, and a board, in pixels."""
BETWEEN = 4
"""Millimetres between the rows and the penalty boxes."""
ARM = (0.27, 0.26)
"""A place on a cross that is beside the number, as a share of the square around the cross."""
SIDE = (0.2, 0.5)
"""A place on a disc that is beside the text on it."""
EVIL = '</text><image href="//x.y/z"/>&amp;'
SHARING = """
navigator.canShare = ({files}) => files.length === 1;
navigator.share = async ({files}) => {
  if (PROBLEM) throw new DOMException("", PROBLEM);
  const [{name, type}] = files;
  const bytes = [...new Uint8Array(await files[0].arrayBuffer())];
  window.shared = [name, type, btoa(bytes.map((byte) => String.fromCharCode(byte)).join(""))];
};
"""


class Drawn:
    """A sheet, board or track on a picture."""

    def __init__(self, pixels: Pixels, left: float, top: float, scale: float, boxes: dict[str, list[float]]) -> None:
        self.pixels = pixels
        self.left, self.top, self.scale = left, top, scale
        self.boxes = boxes

    def spot(self, id: str, place: tuple[float, float]) -> Pixels:
        """The pixels around a place of the square in the middle of a cell."""
        x, y, width, height = self.boxes[id]
        side = min(width, height)
        across = self.left + (x + width / 2 + (place[0] - 0.5) * side) * self.scale
        down = self.top + (y + height / 2 + (place[1] - 0.5) * side) * self.scale
        return self.pixels[round(down) - 1 : round(down) + 2, round(across) - 1 : round(across) + 2].reshape(-1, 3)

    def crossed(self) -> set[str]:
        return {id for id in self.boxes if self.spot(id, ARM).max(axis=1).min() < 70}

    def with_disc(self, colour: str) -> set[str]:
        """The cells with a disc in a colour."""
        return {id for id in self.boxes if is_near(self.spot(id, SIDE), colour).all()}


def is_near(pixels: Pixels, colour: str) -> Any:
    wanted = numpy.array([int(colour[at : at + 2], 16) for at in (1, 3, 5)])
    return (abs(pixels.astype(int) - wanted) < 12).all(axis=-1)


def bands(pixels: Pixels, x: int, colour: str) -> list[float]:
    """The middles of the rows in a colour that begin at this edge; bars of points are less high."""
    runs = []
    for hit, run in groupby(enumerate(is_near(pixels[:, x + 1], colour)), key=lambda each: bool(each[1])):
        ys = [y for y, _ in run]
        if hit and len(ys) > 22:
            runs.append((ys[0] + ys[-1]) / 2)
    return runs


def drawn_sheets(pixels: Pixels, variant: str, width: int = SHEET) -> list[Drawn]:
    """The sheets on a picture from left to right and from top to bottom, or its board."""
    data = data_of(page_of(variant))
    rows, penalties = data["views"]["rows"], data["views"]["penalties"]
    x, y, across, down = rows["box"]
    scale = width / (across + BETWEEN + penalties["box"][2])
    boxes = {id: moved(cell["box"], -x, -y) for id, cell in rows["cells"].items()}
    right, bottom = across + BETWEEN - penalties["box"][0], down - penalties["box"][3] - penalties["box"][1]
    boxes |= {id: moved(cell["box"], right, bottom) for id, cell in penalties["cells"].items()}
    first = data["rulebook"]["rows"][0]
    own = [boxes[cell["id"]] for cell in first["cells"]]
    middle = (min(box[1] for box in own) + max(box[1] + box[3] for box in own)) / 2 * scale
    found = [
        (band - middle, left)
        for left in ((LEFT, RIGHT) if width == SHEET else (LEFT,))
        for band in bands(pixels, left, data["colours"][first["id"]])
    ]
    return [Drawn(pixels, left, top, scale, boxes) for top, left in sorted(found)]


def moved(box: list[float], x: float, y: float) -> list[float]:
    return [box[0] + x, box[1] + y, *box[2:]]


def penalties_of(player: dict[str, Any]) -> set[str]:
    return {f"penalty {number}" for number in range(1, player.get("penalties", 0) + 1)}


def opened(png: bytes) -> Pixels:
    picture = Image.open(BytesIO(png))
    assert picture.format == "PNG" and picture.width == WIDTH
    return numpy.asarray(picture.convert("RGB"))


def show_result(phone: Phone, url: str, record: dict[str, Any], complete: bool = True) -> None:
    """Open the file of a game, and its result."""
    phone.open(url)
    phone.tap(".menu button")
    with phone.page.expect_file_chooser() as chooser:
        phone.tap('[data-key="import"]')
    content = json.dumps({**record, "complete": complete}).encode()
    chooser.value.set_files(FilePayload(name="game.json", mimeType="application/json", buffer=content))
    names = [player["name"] for player in record["players"]]
    wait_until(lambda: phone.players() == names or phone.page.locator(".toast:visible").count(), "the game")
    phone.go("result")


def downloaded(phone: Phone) -> tuple[str, bytes]:
    """Name and content of the picture that the page makes."""
    with phone.page.expect_download() as download:
        phone.tap('[data-key="picture"]')
    return download.value.suggested_filename, Path(download.value.path()).read_bytes()


def example(variant: str) -> dict[str, Any]:
    return dict(json.loads((EXAMPLES / "games" / f"{variant}.json").read_text()))


def ranked(phone: Phone, record: dict[str, Any]) -> list[dict[str, Any]]:
    """The players of a record in the order of their ranks."""
    return sorted(record["players"], key=lambda player: phone.table()["Name"].index(player["name"]))


@pytest.mark.parametrize("variant", ["classic", "bigpoints", "double-a", "onboard"])
def test_a_picture_shows_the_crosses_of_all_sheets(variant: str, served: str, phone: Phone) -> None:
    record = example(variant)
    show_result(phone, f"{served}/{variant}/", record)
    players = ranked(phone, record)
    name, png = downloaded(phone)
    assert re.fullmatch(rf"{variant}-\d{{4}}-\d\d-\d\d\.png", name)
    sheets = drawn_sheets(opened(png), variant)
    assert len(sheets) == len(players)
    for sheet, player in zip(sheets, players, strict=True):
        assert sheet.crossed() == {*cells_of(player), *penalties_of(player)}


def test_a_picture_shows_shuffled_sheets(served: str, phone: Phone) -> None:
    rulebook = edition("gemixxt-b").rulebook
    arrangements = [Pad(rulebook, "7").sheet(serial) for serial in (1, 2)]
    setup = SimulationSetup(2, "careful", 7)
    record = play([Grid(rulebook, each) for each in arrangements], setup, 1).record.to_data(rulebook, {})
    show_result(phone, f"{served}/gemixxt-b/", {"variant": "gemixxt-b", **record})
    players = ranked(phone, record)
    for sheet, player in zip(drawn_sheets(opened(downloaded(phone)[1]), "gemixxt-b"), players, strict=True):
        own = arrangements[record["players"].index(player)].rulebook
        places = dict(zip(ids(own.rows), ids(rulebook.rows), strict=True))
        assert any(id != place for id, place in places.items())
        assert sheet.crossed() == {*(places[id] for id in cells_of(player)), *penalties_of(player)}


def ids(rows: Iterable[Any]) -> Iterator[str]:
    for row in rows:
        yield from row.ids


def test_a_picture_shows_the_points_of_each_row(served: str, phone: Phone) -> None:
    """The longest bar belongs to the player with most points in the rows, and is as wide as there is space."""
    record = example("classic")
    show_result(phone, f"{served}/classic/", record)
    table = phone.table()
    points = {row: [int(text) for text in table[row.capitalize()]] for row in data_colours("classic")}
    order = range(len(record["players"]))
    pixels = opened(downloaded(phone)[1])
    rank_lines = [y for y in range(len(pixels)) if (is_near(pixels[y, LEFT : LEFT + BOARD], "#646c78")).all()]
    most = max(sum(row[seat] for row in points.values()) for seat in order)
    for line, seat in zip(rank_lines, order, strict=True):
        bar = pixels[line + 73, 128:728]
        for row, colour in data_colours("classic").items():
            expected = points[row][seat] * 600 / most
            assert abs(is_near(bar, colour).sum() - expected) < 8


def data_colours(variant: str) -> dict[str, str]:
    return dict(data_of(page_of(variant))["colours"])


def test_a_picture_shows_the_tokens_of_both_players_on_one_board(served: str, phone: Phone) -> None:
    record = example("duel")
    show_result(phone, f"{served}/duel/", record)
    [board] = drawn_sheets(opened(downloaded(phone)[1]), "duel", BOARD)
    boxes = iter(range(1, 5))
    for player, token in zip(record["players"], data_of(page_of("duel"))["tokens"], strict=True):
        taken = {f"penalty {next(boxes)}" for _ in range(player.get("penalties", 0))}
        assert board.with_disc(token["fill"]) == {*cells_of(player), *taken}


def test_a_picture_shows_the_pieces_on_the_track(served: str, phone: Phone) -> None:
    record = example("onboard")
    show_result(phone, f"{served}/onboard/", record)
    pixels = opened(downloaded(phone)[1])
    data = data_of(page_of("onboard"))
    view = data["views"][f"track {record['side']}"]
    scale = BOARD / view["box"][2]
    boxes = {id: moved(cell["box"], -view["box"][0], -view["box"][1]) for id, cell in view["cells"].items()}
    top = drawn_sheets(pixels, "onboard")[-1].top + track_offset(data)
    track = Drawn(pixels, LEFT, top, scale, boxes)
    for player, piece in zip(record["players"], data["pieces"], strict=False):
        assert track.with_disc(piece["fill"]) == {f"space {player['space']}"}


def track_offset(data: dict[str, Any]) -> float:
    """How far the track is below the top of the last sheets."""
    rows, penalties = data["views"]["rows"], data["views"]["penalties"]
    return float(SHEET / (rows["box"][2] + BETWEEN + penalties["box"][2]) * rows["box"][3] + 16 + 62)


def test_a_picture_names_the_winner_of_a_complete_game_only(served: str, phone: Phone) -> None:
    """The rest is the same."""
    pictures = []
    for complete in (True, False):
        show_result(phone, f"{served}/classic/", example("classic"), complete)
        pictures.append(opened(downloaded(phone)[1]))
    changed = (pictures[0] != pictures[1]).any(axis=(1, 2)).nonzero()[0]
    assert changed.size and changed[0] > 130 and changed[-1] < 250


def test_a_picture_is_light_on_a_dark_page(served: str, new_phone: Callable[..., Phone]) -> None:
    light, dark = new_phone(), new_phone(dark=True)
    pictures = []
    for each in (light, dark):
        show_result(each, f"{served}/classic/", example("classic"))
        pictures.append(opened(downloaded(each)[1]))
    assert (pictures[0][:20] == 255).all()
    assert numpy.array_equal(pictures[0], pictures[1])


def test_a_single_sheet_is_as_wide_as_the_picture(served: str, phone: Phone) -> None:
    record = example("classic")
    record["players"] = record["players"][:1]
    show_result(phone, f"{served}/classic/", record, complete=False)
    [sheet] = drawn_sheets(opened(downloaded(phone)[1]), "classic", BOARD)
    [player] = record["players"]
    assert sheet.crossed() == {*cells_of(player), *penalties_of(player)}


@pytest.mark.parametrize("name", [EVIL, "W" * 40, "שלוםעולם " * 4 + "א", "👩‍👩‍👧‍👦" * 5])
def test_any_name_is_only_text_and_moves_nothing(name: str, served: str, phone: Phone) -> None:
    """Where a name does not fit, it ends before the figures, and before the other sheet."""
    record = example("classic")
    record["players"] = record["players"][:2]
    pictures = []
    for own in (name, "A"):
        record["players"][0]["name"] = own
        show_result(phone, f"{served}/classic/", record, complete=False)
        pictures.append(opened(downloaded(phone)[1]))
    assert pictures[0].shape == pictures[1].shape
    changed = (pictures[0] != pictures[1]).any(axis=2)
    assert changed.any()
    first = drawn_sheets(pictures[1], "classic")[0].top
    assert not changed[: round(first) - 62, 728:].any(), "the figures are the same"
    assert not changed[round(first) - 62 :, LEFT + SHEET : RIGHT].any(), "a name ends where its sheet does"
    assert not changed[round(first) :].any()


def show_result_where_files_are_shared(phone: Phone, url: str, problem: str = "") -> None:
    """Show a result in a browser with the dialog of a phone, which headless browsers do not have."""
    phone.is_altered = True
    phone.context.add_init_script(SHARING.replace("PROBLEM", json.dumps(problem)))
    show_result(phone, url, example("classic"))


def test_a_picture_is_shared_with_the_phones_own_dialog(served: str, phone: Phone) -> None:
    show_result_where_files_are_shared(phone, f"{served}/classic/")
    phone.tap('[data-key="picture"]')
    phone.page.locator('[data-key="picture"]:enabled').wait_for()
    name, kind, content = phone.page.evaluate("shared")
    assert re.fullmatch(r"classic-\d{4}-\d\d-\d\d\.png", name) and kind == "image/png"
    assert len(drawn_sheets(opened(base64.b64decode(content)), "classic")) == len(example("classic")["players"])


def test_a_picture_that_may_not_be_shared_is_downloaded(served: str, phone: Phone) -> None:
    show_result_where_files_are_shared(phone, f"{served}/classic/", "NotAllowedError")
    assert opened(downloaded(phone)[1]).any()


def test_nothing_is_downloaded_if_the_user_cancels(served: str, phone: Phone) -> None:
    show_result_where_files_are_shared(phone, f"{served}/classic/", "AbortError")
    downloads: list[str] = []
    phone.page.on("download", lambda download: downloads.append(download.suggested_filename))
    phone.tap('[data-key="picture"]')
    phone.page.locator('[data-key="picture"]:enabled').wait_for()
    with phone.page.expect_download():
        phone.tap('[data-key="export"]')
    assert downloads == ["classic.json"]


def test_the_button_waits_for_the_picture(served: str, phone: Phone) -> None:
    show_result(phone, f"{served}/classic/", example("classic"))
    with phone.page.expect_download():
        is_waiting = "button => { button.click(); return button.disabled; }"
        assert phone.page.locator('[data-key="picture"]').evaluate(is_waiting)
    phone.page.locator('[data-key="picture"]:enabled').wait_for()
