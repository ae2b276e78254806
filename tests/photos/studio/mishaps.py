"""Things that happen to a sheet besides crosses: stains, show-through, objects, folds, and odd marks.

Each function changes the picture of the paper, RGB from 0 to 1 with PAPER_SCALE pixels per mm, or the strokes on it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import cv2
import numpy
from numpy.typing import NDArray

from sheetgen.drawing.scene import Box
from tests.photos.studio.conditions import PAPER_SCALE as SCALE
from tests.photos.studio.game import Finished
from tests.photos.studio.hand import Hand, Stroke, bent

COFFEE = (0.55, 0.40, 0.22)
HAIRS = ((0.12, 0.09, 0.07), (0.35, 0.24, 0.15), (0.72, 0.62, 0.45))
ODD_SHARE = 0.25
"""The share of a player's crosses that an odd mark replaces, in sheets with odd marks."""

Floats = NDArray[Any]


def coffee_ring(picture: Floats, random: numpy.random.Generator) -> None:
    """Leave the ring of a cup: a dark edge, pale inside."""
    height, width = picture.shape[:2]
    cover = numpy.zeros((height, width), numpy.float32)
    middle = (int(random.uniform(0.1, 0.9) * width), int(random.uniform(0.1, 0.9) * height))
    radius = random.uniform(32, 42) * SCALE
    axes = (int(radius), int(radius * random.uniform(0.94, 1)))
    start = int(random.uniform(0, 360))
    line = max(1, round(random.uniform(0.8, 2.6) * SCALE))
    cv2.ellipse(cover, middle, axes, 0, start, start + int(random.uniform(150, 360)), (1.0,), line)
    soft = cv2.GaussianBlur(cover, (0, 0), random.uniform(0.12, 0.4) * SCALE)
    blotchy = cv2.resize(random.random((height // 60, width // 60), numpy.float32), (width, height))
    _tint(picture, soft * (0.5 + 0.5 * blotchy) * random.uniform(0.35, 0.85), COFFEE)


def show_through(picture: Floats, random: numpy.random.Generator, boxes: Mapping[str, Box]) -> None:
    """Let crosses of the back show through: mirrored, pale and soft."""
    height, width = picture.shape[:2]
    cover = numpy.zeros((height, width), numpy.uint8)
    hand = Hand(random)
    chosen = [box for box in boxes.values() if random.random() < 0.35]
    shift = random.normal(0, 1.2, 2)
    strokes = [stroke + shift for box in chosen for stroke in hand.cross(box)]
    for stroke in strokes:
        points = numpy.round(stroke * SCALE * 16).astype(int)
        cv2.polylines(cover, [points], False, (255,), round(random.uniform(0.5, 1.1) * SCALE), cv2.LINE_AA, shift=4)
    soft = cv2.GaussianBlur(cover[:, ::-1].astype(numpy.float32) / 255, (0, 0), random.uniform(0.15, 0.45) * SCALE)
    _tint(picture, soft * random.uniform(0.12, 0.42), (0.35, 0.36, 0.42))


def pen(picture: Floats, random: numpy.random.Generator) -> None:
    """Lay a pen or a pencil across the sheet, with its shadow."""
    height, width = picture.shape[:2]
    line = _line_across(width, height, random)
    thickness = round(random.uniform(2.5, 9) * SCALE)
    shadow = numpy.zeros((height, width), numpy.float32)
    cv2.polylines(shadow, [(line + random.uniform(-2, 2, 2) * SCALE).astype(int)], False, (1.0,), thickness)
    _tint(picture, cv2.GaussianBlur(shadow, (0, 0), 0.7 * SCALE) * 0.5, (0.3, 0.3, 0.3))
    cover = numpy.zeros((height, width), numpy.uint8)
    cv2.polylines(cover, [line.astype(int)], False, (255,), thickness, cv2.LINE_AA)
    opaque = cover.astype(numpy.float32)[..., None] / 255
    picture *= 1 - opaque
    picture += opaque * numpy.array(random.uniform(0.05, 0.85, 3), numpy.float32)


def hair(picture: Floats, random: numpy.random.Generator) -> None:
    """Let one to three hairs or threads lie on the sheet."""
    height, width = picture.shape[:2]
    for _ in range(int(random.integers(1, 4))):
        start = numpy.array([random.uniform(0.1, 0.9) * width, random.uniform(0.1, 0.9) * height])
        turn = random.uniform(0, 2 * numpy.pi) + numpy.cumsum(random.normal(0, 0.12, 60))
        step = random.uniform(15, 70) * SCALE / 60
        way = start + numpy.cumsum(numpy.stack([numpy.cos(turn), numpy.sin(turn)], axis=1) * step, axis=0)
        cover = numpy.zeros((height, width), numpy.uint8)
        thickness = max(1, round(random.uniform(0.08, 0.35) * SCALE))
        cv2.polylines(cover, [numpy.round(way * 16).astype(int)], False, (255,), thickness, cv2.LINE_AA, shift=4)
        colour = HAIRS[int(random.integers(len(HAIRS)))]
        _tint(picture, cover.astype(numpy.float32) / 255 * random.uniform(0.7, 1), colour)


def narrow_shadow(picture: Floats, random: numpy.random.Generator) -> None:
    """Throw the shadow of something narrow, such as a cable or a pen above the sheet."""
    height, width = picture.shape[:2]
    cover = numpy.zeros((height, width), numpy.float32)
    thickness = round(random.uniform(1.0, 5) * SCALE)
    cv2.polylines(cover, [_line_across(width, height, random).astype(int)], False, (1.0,), thickness)
    _tint(picture, cv2.GaussianBlur(cover, (0, 0), random.uniform(0.2, 0.9) * SCALE), (random.uniform(0.4, 0.75),) * 3)


def crease(picture: Floats, random: numpy.random.Generator) -> None:
    """Fold the sheet once or twice: a dark line with a bright edge, and wear along it."""
    height, width = picture.shape[:2]
    for _ in range(int(random.integers(1, 3))):
        line = _line_across(width, height, random, is_straight=random.random() < 0.7)
        dark, bright = numpy.zeros((2, height, width), numpy.float32)
        cv2.polylines(dark, [line.astype(int)], False, (1.0,), max(1, round(random.uniform(0.2, 0.9) * SCALE)))
        beside = line + random.choice([-1, 1]) * random.uniform(0.4, 0.9) * SCALE
        cv2.polylines(bright, [beside.astype(int)], False, (1.0,), max(1, round(0.5 * SCALE)))
        soft = random.uniform(0.08, 0.3) * SCALE
        _tint(picture, cv2.GaussianBlur(dark, (0, 0), soft) * random.uniform(0.3, 0.9), (0.35, 0.34, 0.33))
        glow = cv2.GaussianBlur(bright, (0, 0), soft)[..., None] * random.uniform(0.05, 0.3)
        picture += glow * (1 - picture)


def odd_marks(
    kind: str, finished: Finished, boxes: Mapping[str, Box], hand: Hand, random: numpy.random.Generator
) -> tuple[set[str], list[Stroke]]:
    """Return cells whose crosses are replaced by odd marks, and the strokes of all odd marks."""
    crossed = sorted(finished.crossed)
    if kind == "corrections":
        empty = sorted(set(boxes) - finished.crossed)
        chosen = [empty[int(at)] for at in random.choice(len(empty), min(len(empty), 3), replace=False)]
        return set(), [stroke for id in chosen for stroke in hand.scribble_out(boxes[id])]
    draw = {"dots": hand.dot, "fillings": hand.filling, "small_crosses": hand.small_cross}[kind]
    round_ones = {id for id in crossed if "-" in id.split()[0] or id.endswith("lock")}
    candidates = sorted(round_ones) if kind == "fillings" else crossed
    replaced = {id for id in candidates if random.random() < (0.8 if kind == "fillings" else ODD_SHARE)}
    return replaced, [stroke for id in sorted(replaced) for stroke in draw(boxes[id])]


ODD_MARKS = ("corrections", "dots", "fillings", "small_crosses")
ON_PAPER = {each.__name__: each for each in (coffee_ring, pen, hair, narrow_shadow, crease)}


def _line_across(width: int, height: int, random: numpy.random.Generator, is_straight: bool = True) -> Floats:
    """Return points of a line through the sheet in any direction, in pixels."""
    middle = numpy.array([random.uniform(0.2, 0.8) * width, random.uniform(0.2, 0.8) * height])
    turn = random.uniform(0, numpy.pi)
    half = numpy.array([numpy.cos(turn), numpy.sin(turn)]) * width
    ends = numpy.array([middle - half, middle + half])
    return bent(ends, random, 0.0 if is_straight else 0.02)


def _tint(picture: Floats, cover: Floats, colour: tuple[float, ...]) -> None:
    """Multiply the picture by a colour where it is covered."""
    picture *= 1 - cover[..., None] * (1 - numpy.array(colour, numpy.float32))
