"""Finished games with what an audit must say, shared by all evaluators."""

from __future__ import annotations

from typing import Any

import pytest

from sheetgen.errors import InputError
from tests.game_helpers import IMPOSSIBLE, LEGAL, VECTORS, audited, found, read

BAD = [vector for vector in VECTORS if vector["expect"].get("bad_input")]
GOOD = [vector for vector in VECTORS if vector not in BAD]


def test_there_are_vectors_of_both_kinds() -> None:
    assert len(BAD) >= 5 and len(GOOD) >= 200


@pytest.mark.parametrize("vector", GOOD, ids=lambda vector: str(vector["id"]))
def test_the_audit_says_what_it_must(vector: dict[str, Any]) -> None:
    variant = vector["record"]["variant"]
    result = audited(variant, read(variant, vector["record"]))
    expected = vector["expect"]
    assert found(result) == set(expected["findings"])
    scores = [
        {**score._asdict(), "rows": {id: row._asdict() for id, row in score.rows.items()}} for score in result.scores
    ]
    assert [{key: score[key] for key in wanted} for score, wanted in zip(scores, expected["players"], strict=True)] == (
        expected["players"]
    )


@pytest.mark.parametrize("vector", BAD, ids=lambda vector: str(vector["id"]))
def test_bad_input_is_refused(vector: dict[str, Any]) -> None:
    with pytest.raises(InputError):
        read(vector["record"]["variant"], vector["record"])


@pytest.mark.parametrize("vector", IMPOSSIBLE, ids=lambda vector: str(vector["id"]))
def test_a_game_that_cannot_have_been_played_raises_an_error(vector: dict[str, Any]) -> None:
    variant = vector["record"]["variant"]
    assert not audited(variant, read(variant, vector["record"])).ok


@pytest.mark.parametrize("vector", LEGAL, ids=lambda vector: str(vector["id"]))
def test_a_game_that_can_just_have_been_played_raises_nothing(vector: dict[str, Any]) -> None:
    variant = vector["record"]["variant"]
    assert not found(audited(variant, read(variant, vector["record"])))
