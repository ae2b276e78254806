"""What is around the sheet: a table, things that lie on it, and a thumb."""

from __future__ import annotations

from typing import Any

import cv2
import numpy
from numpy.typing import NDArray

Floats = NDArray[Any]

WOODS = ((0.55, 0.36, 0.22), (0.72, 0.55, 0.38), (0.30, 0.20, 0.14), (0.85, 0.75, 0.6))
PLAINS = ((0.9, 0.9, 0.88), (0.2, 0.22, 0.26), (0.35, 0.5, 0.42), (0.6, 0.15, 0.18), (0.55, 0.6, 0.68))
DICE = ((0.8, 0.1, 0.12), (0.9, 0.75, 0.1), (0.1, 0.5, 0.2), (0.1, 0.25, 0.65), (0.95, 0.95, 0.93))
SKIN = ((0.87, 0.66, 0.55), (0.75, 0.52, 0.40), (0.52, 0.34, 0.25), (0.36, 0.23, 0.17))


def some_table(size: tuple[int, int], random: numpy.random.Generator) -> Floats:
    """A background, RGB from 0 to 1."""
    width, height = size
    small = (max(2, width // 4), max(2, height // 4))
    table = TABLES[int(random.integers(len(TABLES)))](small, random)
    for _ in range(int(random.integers(0, 4))):
        _lay_die(table, random)
    if random.random() < 0.3:
        _lay_pen(table, random)
    grown: Floats = cv2.resize(table, size, interpolation=cv2.INTER_LINEAR)
    return grown


def _wood(size: tuple[int, int], random: numpy.random.Generator) -> Floats:
    width, height = size
    grain = random.random((height // 3 + 1, width // 40 + 2), numpy.float32)
    grain = cv2.resize(grain, size, interpolation=cv2.INTER_CUBIC) * 0.6 + 0.4 * random.random(
        (height, 1), numpy.float32
    )
    colour = numpy.array(WOODS[int(random.integers(len(WOODS)))], numpy.float32)
    return (colour * (0.75 + 0.4 * grain[..., None])).astype(numpy.float32)


def _plain(size: tuple[int, int], random: numpy.random.Generator) -> Floats:
    width, height = size
    colour = numpy.array(PLAINS[int(random.integers(len(PLAINS)))], numpy.float32)
    cloudy = cv2.resize(random.random((5, 7), numpy.float32), size, interpolation=cv2.INTER_CUBIC)
    return (colour * (0.9 + 0.1 * cloudy + 0.03 * random.random((height, width), numpy.float32))[..., None]).astype(
        numpy.float32
    )


def _checked(size: tuple[int, int], random: numpy.random.Generator) -> Floats:
    """A tablecloth, whose squares look a little like marks."""
    width, height = size
    pitch = int(random.integers(12, 40))
    x, y = numpy.meshgrid(numpy.arange(width) // pitch % 2, numpy.arange(height) // pitch % 2)
    colour = numpy.array(PLAINS[int(random.integers(1, len(PLAINS)))], numpy.float32)
    white = (1 - (x + y) / 2)[..., None].astype(numpy.float32)
    return (colour + (0.95 - colour) * white).astype(numpy.float32)


def _newspaper(size: tuple[int, int], random: numpy.random.Generator) -> Floats:
    width, height = size
    page: Floats = numpy.full((height, width, 3), 0.86, numpy.float32)
    for top in range(4, height - 4, 7):
        for left in range(4, width - 20, 14):
            if random.random() < 0.85:
                right = left + int(random.integers(5, 12))
                cv2.line(page, (left, top), (right, top), (0.3, 0.3, 0.3), int(random.integers(1, 3)))
    return page


TABLES = (_wood, _wood, _plain, _plain, _checked, _newspaper)


def _lay_die(table: Floats, random: numpy.random.Generator) -> None:
    height, width = table.shape[:2]
    side = int(0.045 * width)
    x, y = int(random.integers(0, max(1, width - side))), int(random.integers(0, max(1, height - side)))
    colour = DICE[int(random.integers(len(DICE)))]
    cv2.rectangle(table, (x, y), (x + side, y + side), colour, -1)
    for _ in range(int(random.integers(1, 7))):
        spot = (x + int(random.integers(side // 5, side)), y + int(random.integers(side // 5, side)))
        cv2.circle(table, spot, max(1, side // 9), (1.0, 1.0, 1.0) if colour[0] < 0.9 else (0.1, 0.1, 0.1), -1)


def _lay_pen(table: Floats, random: numpy.random.Generator) -> None:
    height, width = table.shape[:2]
    start, end = ((int(random.integers(0, width)), int(random.integers(0, height))) for _ in range(2))
    cv2.line(table, start, end, tuple(random.uniform(0.05, 0.7, 3).tolist()), int(0.02 * width))


def lay_thumb(photo: Floats, seen: Floats, half: tuple[float, float], random: numpy.random.Generator) -> None:
    """A thumb on an edge of the paper, from outside; `seen` tells which place of the sheet each pixel shows."""
    along = int(random.integers(2))
    at = numpy.array([random.uniform(-0.9, 0.9) * half[0], random.uniform(-0.9, 0.9) * half[1]])
    edge = int(random.choice([-1, 1]))
    at[along] = edge * half[along]
    aside = 1 - along
    deep = random.uniform(4, 16)
    off = seen - at.astype(numpy.float32)
    inward = -edge * off[..., along]
    # Round at its tip, and as wide as thumbs are.
    wide = numpy.sqrt(numpy.clip(1 - ((inward - deep + 9) / 9).clip(0, 1) ** 2, 0, 1)) * 9
    cover = (inward < deep) & (inward > -45) & (abs(off[..., aside]) < wide)
    soft = cv2.GaussianBlur(cover.astype(numpy.float32), (0, 0), max(1.0, photo.shape[1] / 1500))[..., None]
    round_shade = (1 - 0.035 * abs(off[..., aside]))[..., None].clip(0.6, 1)
    skin = numpy.array(SKIN[int(random.integers(len(SKIN)))], numpy.float32)
    photo *= 1 - soft
    photo += soft * skin * round_shade
