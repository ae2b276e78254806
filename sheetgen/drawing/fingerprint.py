"""The fingerprint on every sheet, and the places of its cells that part of it stands for."""

from __future__ import annotations

import hashlib
import json
from typing import Any

from sheetgen.drawing.edition import Edition
from sheetgen.drawing.scene import Box
from sheetgen.drawing.sheet.front import sheet_front
from sheetgen.drawing.sheet.plan import SheetPlan
from sheetgen.rules.rulebook import base36

_SHARES = 10_000
"""Geometry is compared in ten-thousandths of the sheet's width, so that scaled prints are the same sheet."""


def fingerprint(edition: Edition) -> str:
    """Four characters for the rules, two for where the cells are. Shuffled sheets have that of their layout."""
    edition = edition.shuffled(None)
    places, width = _places(edition)
    shares = {name: [round(side * _SHARES / width) for side in box] for name, box in sorted(places.items())}
    geometry = hashlib.sha256(json.dumps(shares, separators=(",", ":")).encode()).digest()
    return edition.rulebook.rules_print + base36(geometry, 2)


def sheet_geometry(edition: Edition) -> dict[str, Any]:
    """Where marks, code and cells of a sheet are, in millimetres from its top left corner."""
    plan = edition.once(SheetPlan)

    def rounded(box: Box) -> list[float]:
        return [round(side, 4) for side in box]

    return {
        "size": [round(plan.width, 4), round(plan.height, 4)],
        "qr": rounded(plan.code),
        "marks": [rounded(box) for box in plan.marks],
        "cells": {id: rounded(box) for id, box in edition.once(sheet_front).cells().items()},
    }


def _places(edition: Edition) -> tuple[dict[str, Box], float]:
    if edition.layout.sheet:
        plan = edition.once(SheetPlan)
        marks = {f"mark {number}": box for number, box in enumerate(plan.marks)}
        return {**edition.once(sheet_front).cells(), **marks, "code": plan.code}, plan.width
    from sheetgen.drawing.boards.token_board import board_front  # few games have a board and no sheet

    board = board_front(edition)
    return board.cells(), board.width
