"""Whole games, tapped in on a phone, get what `sheetgen score` says of them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.browser.phone import Phone
from tests.browser.scores import check_result
from tests.helpers import EXAMPLES, run
from tests.profiles import selection

TAPPED = ["broken", "duel"]  # with fingers on every cell of a sheet and of a board
GAMES = selection(["classic", "bigpoints", "onboard", *TAPPED], TAPPED)


@pytest.mark.parametrize(("name", "origin"), [*((name, "server") for name in GAMES), ("classic", "file")])
def test_a_game_tapped_in_scores_as_its_record(
    name: str, origin: str, served: str, files: Path, phone: Phone, capsys: Any
) -> None:
    file = EXAMPLES / "games" / f"{name}.json"
    record = json.loads(file.read_text())
    answer = json.loads(run(capsys, "score", str(file), "--json").output)
    variant = record["variant"]
    url = f"{served}/{variant}/" if origin == "server" else (files / f"{variant}.html").as_uri()
    phone.open(url)
    phone.enter(record, quick=name not in TAPPED or origin == "file")
    check_result(phone, answer)
    assert set(phone.requests) <= {"about:blank", url}
