"""The fingerprint that every sheet carries, and the geometry of a sheet, from which a part of it is computed."""

import hashlib
import json
from typing import Any

from sheetgen.drawing.boards.token_board import board_front
from sheetgen.drawing.edition import Edition
from sheetgen.drawing.scene import Box
from sheetgen.drawing.sheet.front import sheet_front
from sheetgen.drawing.sheet.plan import SheetPlan
from sheetgen.rules.rulebook import base36

_STEPS = 10_000  # positions are rounded to 1/10,000 of the sheet's width, so that scaling does not change them


def fingerprint(edition: Edition) -> str:
    """Return four characters for the rules and two for the geometry. All shuffled sheets of a layout have the same."""
    edition = edition.shuffled(None)
    if edition.layout.sheet:
        plan = edition.cached(SheetPlan)
        marks = {f"mark {number}": box for number, box in enumerate(plan.marks)}
        boxes, width = {**edition.cached(sheet_front).cells(), **marks, "code": plan.code}, plan.width
    else:
        board = edition.cached(board_front)
        boxes, width = board.cells(), board.width
    rounded = {name: [round(side * _STEPS / width) for side in box] for name, box in sorted(boxes.items())}
    geometry = hashlib.sha256(json.dumps(rounded, separators=(",", ":")).encode()).digest()
    return edition.rulebook.rules_fingerprint + base36(geometry, 2)


def sheet_geometry(edition: Edition) -> dict[str, Any]:
    """Return the boxes of the marks, QR code and cells in mm from the top left corner of the sheet, as JSON data."""
    plan = edition.cached(SheetPlan)

    def rounded(box: Box) -> list[float]:
        return [round(side, 4) for side in box]

    return {
        "size": [round(plan.width, 4), round(plan.height, 4)],
        "qr": rounded(plan.bordered_code),
        "marks": [rounded(box) for box in plan.marks],
        "cells": {id: rounded(box) for id, box in edition.cached(sheet_front).cells().items()},
    }
