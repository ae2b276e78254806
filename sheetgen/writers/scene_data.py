"""Scenes as short lists, for a page that draws them itself as SVG symbols.

Such a page travels to phones, so it is kept small: each glyph, shape and paint is told once and used often, and what
has the same paint stands in one group. Groups change the order of drawing; so items are sorted into layers first, in
which nothing overlaps.
"""

import re
from collections import defaultdict
from collections.abc import Mapping
from typing import Any

from sheetgen.drawing.scene import Box, Circle, Item, Paint, Path, Rect, Scene, Segment, Text
from sheetgen.writers.svg import glyphs_of, path_data

UNITS = 10
"""The unit of the lists is a tenth of a millimetre, so that most numbers are short."""
SHAPE_DIGITS = 1
"""Shapes are a little more exact than places; more is not seen on a screen."""
GRAIN = 8
"""Outlines of glyphs are told in so many units of their typeface."""

Shape = tuple[str | float, ...]


def symbol_data(scenes: Mapping[str, Scene]) -> dict[str, Any]:
    """All scenes by their names, and the shapes, glyphs and paints of which they are made, without codes and links.

    A shape is `[width, height, radius]`, `[radius]`, `[path]`, for a number `["n", scale, glyph, x, …]` or, since the
    page has no typeface but the phone's own, for words `["w", text, size, width]`; a paint is `[fill, stroke, line]`; a
    scene is a list of groups `[paint, shape, [x, y, x, y, …], shape, …]`.
    """
    lists = _Lists()
    symbols = {name: lists.groups(scene) for name, scene in scenes.items()}
    shapes, paints = (list(map(list, known)) for known in (lists.shapes, lists.paints))
    return {"glyphs": list(lists.glyphs), "shapes": shapes, "paints": paints, "symbols": symbols}


def bounds(item: Item) -> Box:
    """What an item covers."""
    match item:
        case Text():
            return Box(item.left, item.y - item.size, item.width, item.size * 1.3)
        case Path():
            numbers = [number for _, numbers in item.segments for number in numbers]
            xs, ys = numbers[::2], numbers[1::2]
            box = Box(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))
            return box.grown(item.paint.line / 2)
        case Rect() | Circle():
            return item.box.grown(item.paint.line / 2)
        case _:
            raise TypeError(f"{type(item).__name__} is no part of a symbol")


class _Lists:
    def __init__(self) -> None:
        self.glyphs: dict[str, int] = {}
        self.shapes: dict[Shape, int] = {}
        self.paints: dict[tuple[str | float | None, ...], int] = {}

    def groups(self, scene: Scene) -> list[list[Any]]:
        """The layers of the scene, each as groups of the same paint, and in them the places of each shape."""
        groups: list[list[Any]] = []
        for layer in _layers(scene):
            painted: defaultdict[Paint, defaultdict[int, list[float]]] = defaultdict(lambda: defaultdict(list))
            for item in layer:
                paint, shape, x, y = self._at_origin(item)
                painted[paint][_number_of(shape, self.shapes)] += [units(x), units(y)]
            for paint, places in painted.items():
                uses = [value for shape_and_places in places.items() for value in shape_and_places]
                told = (paint.fill, paint.stroke, _fine(paint.line))
                groups.append([_number_of(told, self.paints), *uses])
        return groups

    def _at_origin(self, item: Item) -> tuple[Paint, Shape, float, float]:
        """How an item is painted, its shape, and where it stands."""
        match item:
            case Rect():
                radius = min(item.radius, item.box.w / 2, item.box.h / 2)
                return item.paint, (_fine(item.box.w), _fine(item.box.h), _fine(radius)), item.box.x, item.box.y
            case Circle():
                return item.paint, (_fine(item.r),), item.x, item.y
            case Path():
                x, y = item.segments[0][1][:2]
                return item.paint, (path_data(_from_origin(item.segments, x, y), SHAPE_DIGITS),), x, y
            case Text():
                return Paint(fill=item.fill), self._text(item), item.left, item.y
            case _:
                raise TypeError(f"{type(item).__name__} is no part of a symbol")

    def _text(self, item: Text) -> Shape:
        """Numbers look as on paper. Words are set in the page's own typeface, as wide as on paper."""
        if item.face.use != "number":
            return "w", item.text, _fine(item.size), _fine(item.width)
        glyphs, per_size = glyphs_of(item)
        numbers = [_number_of(_coarse(glyph.outline), self.glyphs) for glyph in glyphs]
        places = [round(glyph.x / GRAIN) for glyph in glyphs]
        placed = [value for number_and_place in zip(numbers, places, strict=True) for value in number_and_place]
        return "n", round(UNITS * GRAIN * item.size / per_size, 5), *placed


def _coarse(outline: str) -> str:
    """An outline in coarser units, which are finer than a screen all the same."""
    return re.sub(r"-?\d+(\.\d+)?", lambda found: str(round(float(found[0]) / GRAIN)), outline)


def _number_of(thing: Any, known: dict[Any, int]) -> int:
    return known.setdefault(thing, len(known))


def _layers(scene: Scene) -> list[list[Item]]:
    """Items that overlap stand in different layers, the later one above."""
    layers: list[list[Item]] = []
    placed: list[tuple[Box, int]] = []
    for item in scene.items:
        box = bounds(item)
        level = 1 + max((other for below, other in placed if _overlap(box, below)), default=-1)
        placed.append((box, level))
        if level == len(layers):
            layers.append([])
        layers[level].append(item)
    return layers


def _overlap(one: Box, other: Box) -> bool:
    return one.x < other.right and other.x < one.right and one.y < other.bottom and other.y < one.bottom


def _from_origin(segments: tuple[Segment, ...], x: float, y: float) -> tuple[Segment, ...]:
    return tuple(
        (command, tuple(UNITS * (number - (y if index % 2 else x)) for index, number in enumerate(numbers)))
        for command, numbers in segments
    )


def units(millimetres: float) -> int:
    """A place or a size in the unit of the lists."""
    return round(UNITS * millimetres)


def _fine(millimetres: float) -> float:
    rounded = round(UNITS * millimetres, SHAPE_DIGITS)
    return int(rounded) if rounded == int(rounded) else rounded
