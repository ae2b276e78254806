"""What each peer is given: the pad as a list of items, how many sheets to draw, and the file to write.

Each peer is a program of its own: `python -m benchmarks.peers.NAME PAD.json COUNT FILE.pdf`.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import qrcode

Item = dict[str, Any]
"""A rect, circle, path, text, code or link, in mm from the top left. In stamps, texts lack the number at their end."""


@dataclass(frozen=True)
class Given:
    """The pad: what stands on every page, on every sheet, and what differs."""

    width: float
    height: float
    frame: list[Item]
    slots: list[tuple[float, float]]
    sheet: Item
    stamp: list[Item]
    fonts: dict[str, Item]
    count: int
    file: Path

    def pages(self) -> Iterator[list[tuple[float, float, int]]]:
        """Of each page, where its sheets stand, and their numbers."""
        for first in range(1, self.count + 1, len(self.slots)):
            serials = range(first, self.count + 1)
            yield [(x, y, serial) for (x, y), serial in zip(self.slots, serials, strict=False)]

    def stamped(self, serial: int) -> list[Item]:
        """What differs, on the sheet of this number."""
        return [{**item, "text": f"{item['text']}{serial}"} for item in self.stamp]


def given() -> Given:
    """What the command line names."""
    _, pad, count, file = sys.argv
    return Given(**json.loads(Path(pad).read_text(encoding="utf-8")), count=int(count), file=Path(file))


def code(item: Item) -> Any:
    """The QR code of an item, made by the qrcode library, in the size and at the level that sheetgen prints."""
    made = qrcode.QRCode(
        version=(item["modules"] - 17) // 4, error_correction=qrcode.ERROR_CORRECT_M, box_size=1, border=0
    )
    made.add_data(item["text"])
    return made


def rgb(colour: str) -> tuple[int, int, int]:
    """The parts of a colour, from 0 to 255."""
    red, green, blue = bytes.fromhex(colour[1:])
    return red, green, blue
