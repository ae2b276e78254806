"""The page's reader for photos in Node, without a browser: its modules, and pictures that Python decodes and draws."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import numpy

from sheetgen.drawing.edition import Edition
from sheetgen.drawing.sheet.front import theme_signs
from sheetgen.drawing.sheet.plan import SheetPlan
from sheetgen.photos.image import Pixels, open_photo
from sheetgen.photos.parameters import parameters_json
from sheetgen.photos.template import SheetTemplate

PROGRAM = Path(__file__).with_suffix(".mjs")


class NodeReading(NamedTuple):
    """What the reader made of a photo: why it could not be read, the link of its code, and its cells."""

    problem: str | None
    link: str | None
    answers: dict[str, tuple[str, bool]]  # by cell id: the answer, and whether it is more likely crossed


class NodeReader:
    """A process of Node that reads photos, and a folder through which it gets pictures."""

    def __init__(self) -> None:
        self._folder = TemporaryDirectory()
        parameters = Path(self._folder.name, "parameters.json")
        parameters.write_text(parameters_json(), encoding="utf-8")
        command = ["node", str(PROGRAM), str(parameters)]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def read(self, content: bytes, edition: Edition) -> NodeReading:
        """Return the reading of a photo of a sheet of this edition."""
        assert self._process.stdin and self._process.stdout
        template, plan = edition.cached(SheetTemplate), edition.cached(SheetPlan)
        signs = edition.cached(theme_signs)
        cells = {
            id: {"box": list(box), **({"signs": list(signs[id])} if id in signs else {})}
            for id, box in template.boxes.items()
        }
        sheet = {"size": [plan.width, plan.height], "marks": [list(box) for box in plan.marks]}
        message = {
            "pixels": self._picture("photo", open_photo(content)),
            "codePlaces": [{"marks": sheet["marks"], "code": list(plan.code)}],
            "template": {"sheet": sheet, "cells": cells, "reference": self._picture("reference", template.picture)},
        }
        self._process.stdin.write(json.dumps(message) + "\n")
        self._process.stdin.flush()
        answer: dict[str, Any] = json.loads(self._process.stdout.readline())
        answers = {id: (word, is_crossed) for id, (word, is_crossed) in answer["answers"].items()}
        return NodeReading(answer["problem"], answer["link"], answers)

    def _picture(self, name: str, picture: Pixels) -> dict[str, Any]:
        """Save an RGB picture as RGBA pixels, and return where it is."""
        height, width = picture.shape[:2]
        file = Path(self._folder.name, name)
        file.write_bytes(numpy.dstack([picture, numpy.full((height, width), 255, numpy.uint8)]).tobytes())
        return {"width": width, "height": height, "file": str(file)}
