"""Records, logs and links of every version are read, and later ones are refused at once."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest

import sheetgen as sg
from sheetgen.api.scoring import printed_arrangement
from sheetgen.game_input.format_version import current_fragment
from sheetgen.game_input.link import PRINTED, decode_name
from sheetgen.game_input.record_input import make_record
from sheetgen.layouts.catalog import load_variant
from tests.game_helpers import rulebook
from tests.game_input.versioned_games import FOLDER, LATER, TOTALS, VERSIONS, OldLink, links_of, record_of
from tests.helpers import run

NO_VERSIONS = [0, -1, "1", True, None, 1.0, [1]]
SHARED = [link for version in VERSIONS for link in links_of(version) if not link.is_printed]
PRINTED_LINKS = [link for version in VERSIONS for link in links_of(version) if link.is_printed]


def totals(result: sg.Result) -> dict[str, int]:
    return {score.name: score.total for score in result}


@pytest.mark.parametrize("version", VERSIONS)
def test_records_and_logs_of_every_version_are_read(version: int) -> None:
    assert totals(sg.audit(FOLDER / f"record-{version}.json")) == TOTALS
    assert totals(sg.replay(FOLDER / f"log-{version}.json")) == TOTALS


@pytest.mark.parametrize("kind", ["record", "log"])
def test_a_game_may_name_the_first_version(kind: str) -> None:
    data = json.loads((FOLDER / f"{kind}-1.json").read_text(encoding="utf-8"))
    read = sg.audit if kind == "record" else sg.replay
    assert totals(read({"version": 1, **data})) == TOTALS


def test_files_name_no_version() -> None:
    """The first version is the format without the key."""
    record = make_record(rulebook("onboard"), {"version": 1, **record_of(1)})
    assert "version" not in record.to_data(rulebook("onboard"), {"variant": "onboard"})


@pytest.mark.parametrize("command", ["score", "replay"])
@pytest.mark.parametrize("source", ["file", "-"])
def test_a_later_game_is_refused_with_one_sentence_and_its_place(
    command: str, source: str, tmp_path: Path, capsys: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever else is in it, even a layout that is not known yet."""
    text = '{"game": {"variant": "unheard-of"},\n "version": 7, "sheets": 5}'
    file = tmp_path / "later.json"
    file.write_text(text)
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
    outcome = run(capsys, command, str(file) if source == "file" else "-")
    place = f"{file if source == 'file' else 'standard input'}:2:13"
    assert outcome.status == 2 and outcome.output == ""
    assert outcome.errors.splitlines() == [
        f"error: {place}: this game was {LATER.format(found=7)}",
        '     "version": 7, "sheets": 5}',
        "                ^",
    ]


@pytest.mark.parametrize("read", [sg.audit, sg.replay])
def test_later_data_is_refused_too(read: Any) -> None:
    with pytest.raises(sg.InputError) as caught:
        read({"version": 2, "variant": "unheard-of", "players": {}, "turns": 1})
    assert [problem.message for problem in caught.value.problems] == [f"this game was {LATER.format(found=2)}"]


def test_every_record_goes_through_the_check() -> None:
    with pytest.raises(sg.InputError, match="newer sheetgen"):
        make_record(rulebook("classic"), {"version": 2, "players": [{"name": "A"}]})


@pytest.mark.parametrize("version", NO_VERSIONS, ids=repr)
@pytest.mark.parametrize("kind", ["record", "log"])
def test_what_is_no_version_is_bad_input(kind: str, version: Any, tmp_path: Path, capsys: Any) -> None:
    file = tmp_path / "game.json"
    data = json.loads((FOLDER / f"{kind}-1.json").read_text(encoding="utf-8"))
    file.write_text(json.dumps({"version": version, **data}), encoding="utf-8")
    outcome = run(capsys, "score" if kind == "record" else "replay", str(file))
    assert outcome.status == 2 and outcome.errors.count("error:") == 1
    assert f"{file}:1:13: 'version' " in outcome.errors and "newer" not in outcome.errors


@pytest.mark.parametrize("old", SHARED, ids=lambda old: old.layout)
@pytest.mark.parametrize("prefix", ["", "v1."])
def test_shared_links_of_every_version_are_read(prefix: str, old: OldLink) -> None:
    result = sg.audit(old.link.replace("#", f"#{prefix}"))
    assert ", ".join(f"{name} {total}" for name, total in totals(result).items()) == old.content


@pytest.mark.parametrize("old", PRINTED_LINKS, ids=lambda old: old.layout)
@pytest.mark.parametrize("prefix", ["", "v1."])
def test_printed_links_of_every_version_are_read(prefix: str, old: OldLink) -> None:
    link = old.link.replace("#", f"#{prefix}")
    found = PRINTED.fullmatch(current_fragment(link))
    assert found
    parts = [found["serial"], found["code"], decode_name(found["name"])]
    assert " ".join(filter(None, parts)) == old.content
    arrangement = printed_arrangement(link, load_variant(old.layout))
    assert (arrangement.code if arrangement else None) == found["code"]


@pytest.mark.parametrize("command", ["score", "show"])
@pytest.mark.parametrize("version", [2, 10, 999_999_999])
def test_a_later_link_is_refused_with_one_sentence(command: str, version: int, capsys: Any) -> None:
    """Also one that leads to a layout that is not known yet."""
    for link in ("https://games.example.org/classic/#", "https://games.example.org/unheard-of/#"):
        outcome = run(capsys, command, f"{link}v{version}.anything at all")
        assert outcome.status == 2
        assert outcome.errors == f"error: this link was {LATER.format(found=version)}\n"


@pytest.mark.parametrize("prefix", ["v0.", "v01.", "v-1.", "v.", "V2.", "v1.v1.", f"v{'9' * 5000}.", "v٢."])
def test_what_is_no_version_of_a_link_is_damage(prefix: str, capsys: Any) -> None:
    outcome = run(capsys, "score", SHARED[0].link.replace("#", f"#{prefix}"))
    assert outcome.status == 2 and "the link is damaged" in outcome.errors
