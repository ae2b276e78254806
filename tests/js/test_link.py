"""Links: what the page writes, Python reads, whatever the game is."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from sheetgen.errors import InputError
from sheetgen.game_input.format_version import current_fragment
from sheetgen.game_input.link import decode_record, encode_name
from sheetgen.rules.engine.grid import Grid
from sheetgen.rules.records import Record, Sheet
from tests.game_helpers import rulebook
from tests.game_input.test_link import ODD_NAMES
from tests.game_input.versioned_games import VERSIONS, OldLink, links_of
from tests.js.boards import BOARDS, Board, board
from tests.js.modules import Modules
from tests.js.random_records import RECORDS, legal_record, mistaken_record
from tests.profiles import SEED, Counted


def codes(modules: Modules, game: Board, records: list[Record]) -> list[str]:
    """What the page writes for these records."""
    data = [record.to_data(game.rulebook, {}) for record in records]
    return list(
        modules.call("tests/answers", "codesOfAll", game.rulebook.to_data(), game.rulebook.rules_fingerprint, data)
    )


def read_back(modules: Modules, game: Board, texts: list[str]) -> list[object]:
    """What the page reads from such codes: records as data, or what is wrong."""
    return list(
        modules.call("tests/answers", "readCodes", game.rulebook.to_data(), game.rulebook.rules_fingerprint, texts)
    )


@pytest.mark.parametrize("name", BOARDS)
def test_a_link_holds_the_whole_game(name: str, modules: Modules, tmp_path: Path, record_property: Counted) -> None:
    game, random = board(name, tmp_path), Random(f"{SEED}/link/{name}")
    grid = Grid(game.rulebook)
    makers = [legal_record, mistaken_record]
    records = [random.choice(makers)(random, grid) for _ in range(RECORDS // len(BOARDS))]
    texts = codes(modules, game, records)
    in_order = [_in_order(game, record) for record in records]
    data = [record.to_data(game.rulebook, {}) for record in in_order]
    assert [decode_record(game.rulebook, text) for text in texts] == data
    assert read_back(modules, game, texts) == data
    record_property("records sent through links", len(records))


@pytest.mark.parametrize("code", ["", ".5G4GZZ"])
def test_the_page_reads_the_names_that_sheets_are_printed_for(code: str, modules: Modules) -> None:
    for name in ODD_NAMES:
        read = modules.call("js/games/printed_sheets", "parsePrinted", f"FW3U6I.7{code}~{encode_name(name)}")
        assert (read["serial"], read.get("code", ""), read["name"]) == (7, code[1:], name)


LINKS = [link for version in VERSIONS for link in links_of(version)]


@pytest.mark.parametrize("old", [link for link in LINKS if not link.is_printed], ids=lambda old: old.layout)
def test_the_page_reads_shared_links_of_every_version(old: OldLink, modules: Modules, tmp_path: Path) -> None:
    game = board(old.layout, tmp_path)
    [read] = read_back(modules, game, [old.fragment])
    assert read == decode_record(game.rulebook, old.fragment)


@pytest.mark.parametrize("old", [link for link in LINKS if link.is_printed], ids=lambda old: old.layout)
def test_the_page_reads_printed_links_of_every_version(old: OldLink, modules: Modules) -> None:
    read = modules.call("js/games/printed_sheets", "parsePrinted", old.fragment)
    parts = [str(read["serial"]), read.get("code"), read["name"]]
    assert " ".join(filter(None, parts)) == old.content


def test_a_link_may_begin_with_its_version(modules: Modules) -> None:
    expected = {
        "FW3UIQ.1": "FW3UIQ.1",
        "v1.FW3UIQ.1": "FW3UIQ.1",
        "v1.v1.x": "v1.x",
        "v2.x": None,
        "v999999999.": None,
        **{text: text for text in ("", "v", "v1", "v2", "v0.x", "v01.x", "V2.x", "v-1.x", f"v{'9' * 5000}.x", "xv2.")},
    }
    for fragment, current in expected.items():
        assert modules.call("js/games/format_version", "currentFragment", fragment) == current
        if current is None:
            with pytest.raises(InputError, match="newer sheetgen"):
                current_fragment(f"x#{fragment}")
        else:
            assert current_fragment(f"x#{fragment}") == current


def _in_order(game: Board, record: Record) -> Record:
    """Marks and sums in the order of the rulebook, in which links have them."""
    figures = [*(line.id for line in game.rulebook.scores), "penalties", "extra", "total"]

    def tidy(sheet: Sheet) -> Sheet:
        cells = [id for row in sheet.rules(game.rulebook).rows for id in row.ids]
        marks = {id: sheet.crosses[id] for id in cells if id in sheet.crosses}
        return replace(sheet, crosses=marks, claimed={id: sheet.claimed[id] for id in figures if id in sheet.claimed})

    return replace(record, sheets=tuple(map(tidy, record.sheets)))


def test_a_classic_sheet_takes_at_most_16_characters(modules: Modules, tmp_path: Path) -> None:
    game = board("classic", tmp_path)
    every = {id: 1 for row in game.rulebook.rows for id in row.ids}
    sheets = [Sheet("", marks, penalties) for marks in ({}, every) for penalties in (0, 4)]
    records = [Record((sheet,), None, complete) for sheet in sheets for complete in (False, True)]
    nameless = [record.to_data(game.rulebook, {}) for record in records]
    texts = modules.call(
        "tests/answers", "namelessCodes", game.rulebook.to_data(), game.rulebook.rules_fingerprint, nameless
    )
    assert [decode_record(game.rulebook, text) for text in texts] == nameless
    assert max(map(len, texts)) == 16


def test_damage_is_noticed_by_both(modules: Modules, tmp_path: Path) -> None:
    """Any one character that is changed, two that change places, and most of all else."""
    game, random = board("classic", tmp_path), Random(SEED)
    [text] = codes(modules, game, [legal_record(random, Grid(game.rulebook))])
    damaged = set()
    for place in range(4, len(text)):
        damaged |= {text[:place] + other + text[place + 1 :] for other in "Aa0-_"}
        damaged.add(text[:place] + text[place + 1 : place + 2] + text[place] + text[place + 2 :])
        damaged.add(text[:place])
    damaged |= {"", text + text, f"{text}A", f" {text}", f"{text}\n", text + "A" * 9000, "FW3U6I.7", "äöü", "____"}
    texts = sorted(damaged - {text})
    for each in texts:
        with pytest.raises(InputError):
            decode_record(game.rulebook, each)
    assert all(isinstance(answer, str) for answer in read_back(modules, game, texts))


def test_a_code_of_other_rules_is_refused(modules: Modules, tmp_path: Path) -> None:
    game = board("classic", tmp_path)
    [text] = codes(modules, game, [legal_record(Random(SEED), Grid(game.rulebook))])
    with pytest.raises(InputError, match="other rules"):
        decode_record(rulebook("bigpoints"), text)
    assert read_back(modules, board("bigpoints", tmp_path), [text]) == ["other-rules"]
