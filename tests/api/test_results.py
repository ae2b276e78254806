from __future__ import annotations

from sheetgen.api.scoring import Result
from sheetgen.layouts.catalog import load_locale, load_variant
from tests.game_helpers import audited, entered


def test_the_answer_has_the_agreed_shape() -> None:
    record = entered("bigpoints", "Sarah: red 2 3 4 12 lock; red-yellow 2; penalties 2")
    data = Result(load_variant("bigpoints"), audited("bigpoints", record), load_locale("en")).to_data()
    empty = {"crosses": 0, "points": 0}
    assert data == {
        "variant": "bigpoints",
        "ok": False,
        "winners": ["Sarah"],
        "players": [
            {
                "name": "Sarah",
                "rows": {
                    "red": {"crosses": 6, "points": 21},
                    "yellow": {"crosses": 1, "points": 1},
                    "green": empty,
                    "blue": empty,
                },
                "penalties": -10,
                "extra": 0,
                "total": 12,
                "rank": 1,
            }
        ],
        "findings": [
            {
                "code": "lock-too-few",
                "severity": "error",
                "rule": "C6",
                "player": "Sarah",
                "cells": ["red 12"],
                "message": "Red 12 needs 5 crosses before it; this row has 3.",
            }
        ],
    }
