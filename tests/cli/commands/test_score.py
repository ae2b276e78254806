"""`sheetgen score`: the vectors, the table, and its answers."""

from __future__ import annotations

import io
import json
import re
import shutil
from pathlib import Path
from typing import Any

import pytest

from tests.game_helpers import IMPOSSIBLE, LEGAL, VECTORS
from tests.helpers import EXAMPLES, run
from tests.profiles import selection

LAURA = "Laura: red 2 3 4 5; yellow 2 3 4; green 12-6; blue 12-5; penalties 2"


def write(data: Any, name: str = "game.json") -> str:
    Path(name).write_text(data if isinstance(data, str) else json.dumps(data), encoding="utf-8")
    return name


@pytest.mark.parametrize("vector", selection(VECTORS, VECTORS[::4]), ids=lambda vector: str(vector["id"]))
def test_vectors(vector: dict[str, Any], capsys: Any) -> None:
    outcome = run(capsys, "score", write(vector["record"]), "--json")
    expected = vector["expect"]
    if expected.get("bad_input"):
        assert outcome.status == 2 and not outcome.output and "error: game.json:1:" in outcome.errors
        return
    answer = json.loads(outcome.output)
    findings = {f"{finding['code']}|{finding['player'] or ''}" for finding in answer["findings"]}
    assert findings == set(expected["findings"])
    has_errors = any(finding["severity"] == "error" for finding in answer["findings"])
    assert (outcome.status, answer["ok"]) == (int(has_errors), not has_errors)
    for player, wanted in zip(answer["players"], expected["players"], strict=True):
        assert {key: player[key] for key in wanted} == wanted


@pytest.mark.parametrize("vector", IMPOSSIBLE, ids=lambda vector: str(vector["id"]))
def test_a_game_that_cannot_have_been_played_ends_with_status_1(vector: dict[str, Any], capsys: Any) -> None:
    outcome = run(capsys, "score", write(vector["record"]), "--json")
    findings = json.loads(outcome.output)["findings"]
    assert outcome.status == 1 and any(finding["severity"] == "error" for finding in findings)


@pytest.mark.parametrize("vector", LEGAL, ids=lambda vector: str(vector["id"]))
def test_a_game_that_can_just_have_been_played_ends_with_status_0(vector: dict[str, Any], capsys: Any) -> None:
    outcome = run(capsys, "score", write(vector["record"]), "--json")
    assert (outcome.status, json.loads(outcome.output)["findings"]) == (0, [])


def test_quick_entry_shows_a_table(capsys: Any) -> None:
    outcome = run(capsys, "score", "--variant", "classic", "--player", LAURA)
    assert outcome.status == 0
    assert [re.split(r"\s{2,}", line.strip()) for line in outcome.output.splitlines() if "(" in line][1:] == [
        ["Red", "(4)", "10"],
        ["Yellow", "(3)", "6"],
        ["Green", "(7)", "28"],
        ["Blue", "(8)", "36"],
    ]
    assert re.search(r"Misthrows +−10\b", outcome.output)
    assert re.search(r"Total +70\b", outcome.output)
    assert "No broken rule found." in outcome.output
    assert "Winner" not in outcome.output  # who knows who else played


def test_players_side_by_side_with_their_findings(capsys: Any) -> None:
    outcome = run(
        capsys, "score", "-v", "classic", "--player", "Ann: red 2-6 12 lock", "--player", "Ben: red 12; penalties 4"
    )
    assert outcome.status == 1
    assert re.search(r"Ann +Ben", outcome.output)
    assert re.search(r"Rank +1 +2", outcome.output)
    assert "Winner: Ann" in outcome.output
    assert "\nerror: Ben: Red 12 needs 5 crosses before it; this row has 0. (C6)\n" in outcome.output
    assert "\nwarning: Ben: Red 12 is crossed, but Red lock is not" in outcome.output


def test_in_german(capsys: Any) -> None:
    outcome = run(capsys, "score", "-v", "duel", "--lang", "de", "--player", "Anna: blau 3", "--player", "Ben: blue 3")
    assert outcome.status == 1 and "in Klammern: Steine, die zählen" in outcome.output
    assert "Fehler: Spiel: Anna und Ben haben Steine auf demselben Feld, Blau 3. (D3)" in outcome.output
    assert "Gewonnen" not in outcome.output  # the game is not over


def test_the_language_of_the_settings_counts(capsys: Any) -> None:
    Path("sheetgen.toml").write_text('lang = "de"\n')
    assert "Gesamt" in run(capsys, "score", "-v", "classic", "--player", LAURA).output


def test_names_are_shown_as_they_are(capsys: Any) -> None:
    """No markup, no emoji codes, no folding away."""
    name = "[red]:smile: 李 " + "x" * 24
    outcome = run(capsys, "score", "-v", "classic", "--player", f"{name}: red 2".replace(":smile:", ";-)", 1))
    assert outcome.status == 0 and "[red];-)" in outcome.output


def test_from_a_pipe(capsys: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    record = json.dumps(VECTORS[0]["record"]).encode()
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(record)))
    assert json.loads(run(capsys, "score", "-", "--json").output)["variant"] == VECTORS[0]["record"]["variant"]


def test_a_layout_beside_the_record(capsys: Any) -> None:
    folder = Path("games/own")
    folder.mkdir(parents=True)
    shutil.copy(EXAMPLES / "layouts" / "house-rule.toml", folder)
    file = write(
        {"layout": "house-rule.toml", "players": [{"name": "A", "marks": {"red": [2]}, "penalties": 1}]},
        "games/own/game.json",
    )
    answer = json.loads(run(capsys, "score", file, "--json").output)
    assert (answer["variant"], answer["players"][0]["total"]) == ("house-rule", 2 - 3)


def test_the_piece_counts(capsys: Any) -> None:
    outcome = run(capsys, "score", "-v", "onboard", "--side", "b", "--player", "A: blue 12; space 1")
    assert outcome.status == 0
    assert re.search(r"Extra +1\b", outcome.output) and re.search(r"Total +2\b", outcome.output)
