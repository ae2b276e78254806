"""The fingerprint that every sheet carries, and the geometry of its cells that two of its characters stand for."""

import hashlib
import json
from typing import Any

from sheetgen.drawing.boards.token_board import board_front
from sheetgen.drawing.edition import Edition
from sheetgen.drawing.scene import Box
from sheetgen.drawing.sheet.front import sheet_front
from sheetgen.drawing.sheet.plan import SheetPlan
from sheetgen.rules.rulebook import base36

_SHARES = 10_000  # geometry is rounded to this fraction of the sheet's width, so that scaled prints are the same sheet


def fingerprint(edition: Edition) -> str:
    """Return four characters for the rules and two for the geometry. Shuffled sheets share that of their layout."""
    edition = edition.shuffled(None)
    if edition.layout.sheet:
        plan = edition.cached(SheetPlan)
        marks = {f"mark {number}": box for number, box in enumerate(plan.marks)}
        boxes, width = {**edition.cached(sheet_front).cells(), **marks, "code": plan.code}, plan.width
    else:
        board = board_front(edition)
        boxes, width = board.cells(), board.width
    shares = {name: [round(side * _SHARES / width) for side in box] for name, box in sorted(boxes.items())}
    geometry = hashlib.sha256(json.dumps(shares, separators=(",", ":")).encode()).digest()
    return edition.rulebook.rules_print + base36(geometry, 2)


def sheet_geometry(edition: Edition) -> dict[str, Any]:
    """Return the boxes of marks, code and cells in mm from the top left corner of the sheet, as JSON data."""
    plan = edition.cached(SheetPlan)

    def rounded(box: Box) -> list[float]:
        return [round(side, 4) for side in box]

    return {
        "size": [round(plan.width, 4), round(plan.height, 4)],
        "qr": rounded(plan.code),
        "marks": [rounded(box) for box in plan.marks],
        "cells": {id: rounded(box) for id, box in edition.cached(sheet_front).cells().items()},
    }
