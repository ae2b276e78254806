"""The audit in JavaScript says what it must, and word for word what the audit in Python says."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from sheetgen.api.scoring import Result
from sheetgen.game_input.record_input import make_record
from sheetgen.layouts.catalog import load_locale
from sheetgen.rules.audit.audit import audit
from sheetgen.rules.audit.findings import FINDINGS, REASONS, Cells, Figures, Names, Rows, Value
from sheetgen.rules.engine.grid import Grid
from sheetgen.rules.features import traits
from sheetgen.scorer.page.data import cited_rules, finding_kinds, page_words
from sheetgen.scorer.page.html_page import bundle
from tests.game_helpers import IMPOSSIBLE, LEGAL, VECTORS
from tests.helpers import LANGUAGES, VARIANTS
from tests.js.boards import BOARDS, Board, board
from tests.js.modules import Modules
from tests.js.random_records import (
    RECORDS,
    idle_record,
    legal_record,
    mistaken_record,
    nearly_empty_record,
    shuffled_data,
)
from tests.profiles import SEED, Counted, amount

LEGAL_GAMES = amount(default=10, thorough=420)  # of each variant


def answers(modules: Modules, game: Board, records: list[Any]) -> list[Any]:
    """What JavaScript says to each record: a list of problems, or the answer."""
    return list(modules.call("tests/answers", "answerAll", *_arguments(game, records)))


def _arguments(game: Board, records: list[Any]) -> tuple[Any, ...]:
    languages = [page_words(game.layout, game.rulebook, load_locale(language), False) for language in LANGUAGES]
    return game.layout.slug, game.rulebook.to_data(), finding_kinds(game.rulebook), languages, records


def expected(game: Board, data: Any) -> dict[str, Any]:
    """What Python says to a record."""
    record = make_record(game.rulebook, data)
    result = audit(game.rulebook, record)
    return {
        "record": record.to_data(game.rulebook, {"layout": game.layout.slug}),
        "reasons": [
            [finding.reason, {name: plain(value) for name, value in finding.values.items()}]
            for finding in result.findings
        ],
        "answers": [Result(game.layout, result, load_locale(language)).to_data() for language in LANGUAGES],
    }


def plain(value: Value) -> Any:
    match value:
        case Cells(ids):
            return {"cells": list(ids)}
        case Rows(ids):
            return {"rows": list(ids)}
        case Names(names):
            return {"names": list(names)}
        case Figures((id,)):
            return {"figure": id}
        case _:
            return value


@pytest.mark.parametrize("variant", sorted({vector["record"]["variant"] for vector in VECTORS}))
def test_the_audit_says_what_it_must(variant: str, modules: Modules, tmp_path: Path) -> None:
    vectors = [vector for vector in VECTORS if vector["record"]["variant"] == variant]
    if variant not in VARIANTS:
        assert all(vector["expect"].get("bad_input") for vector in vectors)
        return
    given = [vector["record"] for vector in vectors]
    for vector, answer in zip(vectors, answers(modules, board(variant, tmp_path), given), strict=True):
        check_vector(vector, answer)


def check_vector(vector: dict[str, Any], answer: Any) -> None:
    wanted, id = vector["expect"], vector["id"]
    if wanted.get("bad_input"):
        assert isinstance(answer, list) and answer, id
        return
    result = answer["answers"][0]
    found = {f"{finding['code']}|{finding['player'] or ''}" for finding in result["findings"]}
    assert found == set(wanted["findings"]), id
    for player, keys in zip(result["players"], wanted["players"], strict=True):
        assert {key: player[key] for key in keys} == keys, id


@pytest.mark.parametrize("vector", [*IMPOSSIBLE, *LEGAL], ids=lambda vector: str(vector["id"]))
def test_the_audit_tells_what_cannot_have_been_played(vector: dict[str, Any], modules: Modules, tmp_path: Path) -> None:
    (answer,) = answers(modules, board(vector["record"]["variant"], tmp_path), [vector["record"]])
    severities = [finding["severity"] for finding in answer["answers"][0]["findings"]]
    assert "error" in severities if vector in IMPOSSIBLE else not severities


@pytest.mark.parametrize("name", BOARDS)
def test_both_audits_give_the_same_answer(
    name: str, modules: Modules, tmp_path: Path, record_property: Counted
) -> None:
    game, random = board(name, tmp_path), Random(f"{SEED}/{name}")
    grid = Grid(game.rulebook)
    makers = [legal_record, mistaken_record, mistaken_record, idle_record, nearly_empty_record]
    records = [
        shuffled_data(random, game.rulebook, random.choice(makers)(random, grid)) for _ in range(RECORDS // len(BOARDS))
    ]
    rules = cited_rules(game.rulebook)
    for data, answer in zip(records, answers(modules, game, records), strict=True):
        wanted = expected(game, data)
        assert answer == wanted, data
        assert {finding["rule"] for finding in answer["answers"][0]["findings"]} <= rules
        assert json.dumps(answer["answers"]) == json.dumps(wanted["answers"]), "rows in the same order"
    record_property("records compared in both audits", len(records))


@pytest.mark.parametrize("variant", VARIANTS)
def test_legal_games_raise_nothing(variant: str, modules: Modules, tmp_path: Path, record_property: Counted) -> None:
    game, random = board(variant, tmp_path), Random(f"{SEED}/legal/{variant}")
    grid = Grid(game.rulebook)
    records = [legal_record(random, grid).to_data(game.rulebook, {"layout": "x.toml"}) for _ in range(LEGAL_GAMES)]
    assert not [answer for answer in answers(modules, game, records) if answer["answers"][0]["findings"]]
    record_property("legal games audited by the page", LEGAL_GAMES)


@pytest.mark.parametrize("name", BOARDS)
def test_the_script_of_a_page_has_all_that_its_game_needs(name: str, modules: Modules, tmp_path: Path) -> None:
    """Pages leave out what only other games need."""
    game, random = board(name, tmp_path), Random(f"{SEED}/page/{name}")
    grid = Grid(game.rulebook)
    records = [shuffled_data(random, game.rulebook, mistaken_record(random, grid)) for _ in range(8)]
    wanted = [expected(game, data) for data in records]
    script = bundle(Path(__file__).parent / "page_answers.js", game.rulebook)
    assert modules.run(script, *_arguments(game, records)) == wanted


def test_mistaken_records_have_every_kind_of_finding(tmp_path: Path) -> None:
    """The comparison is worth what its records are."""
    of_replays = {*FINDINGS["illegal-move"], "game-not-over-final"}
    missing = {reason for reasons in FINDINGS.values() for reason in reasons} - of_replays
    grids, random = [Grid(board(name, tmp_path).rulebook) for name in BOARDS], Random(SEED)
    own = {grid: traits(grid.rulebook) for grid in grids}
    for number in range(400 * len(grids)):  # far fewer are needed, with most seeds
        grid = grids[number % len(grids)]
        if not any(own[grid].issuperset(REASONS[reason].needs) for reason in missing):
            continue
        record = random.choice([mistaken_record, mistaken_record, idle_record, nearly_empty_record])(random, grid)
        found = {finding.reason for finding in audit(grid.rulebook, record).findings}
        assert not found & of_replays
        missing -= found
        if not missing:
            break
    assert not missing
