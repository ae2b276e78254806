"""Decide which cells of a rectified sheet are crossed.

Darkness alone does not decide: a thick flat line through a skipped number has more ink than a thin cross. But a cross
is about as high as it is wide, and a flat line is not. What has the shape of a cross may still be a stain, a hair, a
crease, or a cross that was scribbled out. So a cross is certain only if it resembles the other crosses on its sheet,
and a cell is certainly empty only if hardly anything is written in it, or a flat line.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from math import log
from statistics import median

import numpy

from sheetgen.photos.image import Pixels
from sheetgen.photos.ink import CellInk, Cells, InkLook, InkShape, cell_inks
from sheetgen.photos.parameters import parameters
from sheetgen.photos.robust_fit import polynomial_terms, robust_fit
from sheetgen.photos.sheet_reading import CellReading

_INK = parameters("ink")
_JUDGE = parameters("judge")
_TOLERANCE = _JUDGE.tolerance


def classify_cells(cells: Cells, picture: Pixels, scale: float) -> dict[str, CellReading]:
    """Return a reading of each cell of a rectified RGB sheet with `scale` pixels per mm.

    Cells with too little open paper are unclear.
    """
    large = {id: cell for id, cell in cells.items() if cell.open.sum() >= _INK.min_open_pixels}
    readings = _classify(large, cell_inks(large, picture, scale), picture.shape[1::-1]) if large else {}
    return {id: readings.get(id, CellReading("ask", is_crossed=False)) for id in cells}


def _classify(cells: Cells, inks: Mapping[str, CellInk], size: tuple[int, int]) -> dict[str, CellReading]:
    """Measure possible and certain ink in each cell, relative to the noise and the pen of the whole sheet."""
    noises = _noises(cells, inks)
    first = [ink.shape(_INK.sure_noise_ratio * noises[id]) for id, ink in inks.items()]
    crosses = [shape.darkness for shape in first if _is_cross(shape)]
    pen = median(crosses) if len(crosses) >= _INK.min_pen_crosses else 0.0
    min_darkness = {id: max(_INK.min_noise_ratio * noise, _INK.min_pen_ratio * pen) for id, noise in noises.items()}
    sure_darkness = {id: max(_INK.sure_noise_ratio * noise, _INK.sure_pen_ratio * pen) for id, noise in noises.items()}
    possible = {id: ink.shape(min_darkness[id]) for id, ink in inks.items()}
    certain = {id: ink.shape(sure_darkness[id]) for id, ink in inks.items()}
    looks = {id: inks[id].look(sure_darkness[id]) for id, shape in certain.items() if _is_cross(shape)}
    usual = _usual_cross(list(looks.values()))
    prints = _print_ratios(cells, inks, possible)
    brightness = _brightness(cells, inks, size)
    readings = {}
    for id, cell in cells.items():
        is_covered = brightness[id] < _JUDGE.min_brightness
        if id in looks:
            is_clear = _resembles(looks[id], usual) and prints[id] >= _JUDGE.min_crossed_print and not is_covered
            readings[id] = CellReading("cross" if is_clear else "ask", is_crossed=True)
        else:
            is_clear = _is_empty(possible[id], certain[id], cell.side, usual)
            is_clear = is_clear and prints[id] >= _JUDGE.min_empty_print and not is_covered
            readings[id] = CellReading("not" if is_clear else "ask", is_crossed=_may_be_cross(possible[id]))
    return readings


def _noises(cells: Cells, inks: Mapping[str, CellInk]) -> dict[str, float]:
    """Return the noise of the paper in each cell: it depends on the colour of the paper."""
    noises = defaultdict(list)
    for id, cell in cells.items():
        noises[cell.paper_colour].append(inks[id].noise)
    usual = {colour: float(numpy.percentile(each, 25)) for colour, each in noises.items()}
    return {id: usual[cell.paper_colour] for id, cell in cells.items()}


def _is_cross(shape: InkShape) -> bool:
    return bool(shape.height >= _JUDGE.min_cross_height and shape.proportion >= _JUDGE.min_cross_proportion)


def _may_be_cross(shape: InkShape) -> bool:
    return bool(shape.height >= _JUDGE.min_possible_height and shape.proportion >= _JUDGE.min_possible_proportion)


def _is_empty(possible: InkShape, certain: InkShape, side: float, usual: InkLook | None) -> bool:
    """Return whether a cell with a shorter side of `side` mm has at most a flat line or hardly any ink."""
    proportion = certain.whole_proportion
    max_height = _JUDGE.max_flat_height - _JUDGE.flat_slope * proportion
    is_flat = 0 < proportion <= _JUDGE.max_flat_proportion and certain.height <= max_height
    area = possible.area + certain.area_beside_print
    is_touch = usual is not None and area <= _JUDGE.max_touch_area * usual.thickness**2
    return not _may_be_cross(possible) and bool(is_flat or is_touch or area <= _JUDGE.max_blank_area * side**2)


def _usual_cross(crosses: Sequence[InkLook]) -> InkLook | None:
    """Return the medians of the crosses on a sheet; None if there are too few. Faint and soft ones do not count."""
    if len(crosses) < _INK.min_pen_crosses:
        return None
    darkness = _JUDGE.min_usual_darkness * float(numpy.percentile([look.darkness for look in crosses], 75))
    sharpness = _JUDGE.min_usual_sharpness * float(numpy.percentile([look.sharpness for look in crosses], 75))
    crosses = [look for look in crosses if look.darkness >= darkness and look.sharpness >= sharpness] or crosses
    measures = {key: median(getattr(look, key) for look in crosses) for key in InkLook._fields if key != "colour"}
    colour = tuple(median(levels) for levels in zip(*(look.colour for look in crosses), strict=True))
    return InkLook(**measures, colour=colour)


def _resembles(look: InkLook, usual: InkLook | None) -> bool:
    """Return whether a cross is like the usual one: the sum of the squares of all differences / tolerances is small."""
    if usual is None:
        return False
    area = log(look.area / usual.area)
    thickness = log(look.thickness / usual.thickness)
    sharpness = log(look.sharpness / usual.sharpness)
    differences = [
        log(look.height / usual.height) / _TOLERANCE["height"],
        log(look.proportion / usual.proportion) / _TOLERANCE["proportion"],
        (look.slant - usual.slant) / _TOLERANCE["slant"],
        area / _TOLERANCE["more_area" if area > 0 else "less_area"],
        log(look.width / usual.width) / _TOLERANCE["width"],
        thickness / _TOLERANCE["thicker" if thickness > 0 else "thinner"],
        log(look.darkness / usual.darkness) / _TOLERANCE["darkness"],
        sharpness / _TOLERANCE["sharper" if sharpness > 0 else "softer"],
        *((own - other) / _TOLERANCE["colour"] for own, other in zip(look.colour, usual.colour, strict=True)),
    ]
    return bool(sum(difference**2 for difference in differences) <= 1)


def _print_ratios(cells: Cells, inks: Mapping[str, CellInk], possible: Mapping[str, InkShape]) -> dict[str, float]:
    """Return the darkness of the print in each cell / that in similar cells without ink; 1 if it is unknown."""
    usual = defaultdict(list)
    for id, ink in inks.items():
        if possible[id].area == 0 and ink.print_darkness is not None:
            usual[cells[id].print_colour].append(ink.print_darkness)
    ratios = dict.fromkeys(inks, 1.0)
    for id, ink in inks.items():
        others = usual[cells[id].print_colour]
        if ink.print_darkness is not None and others:
            ratios[id] = ink.print_darkness / max(median(others), _INK.min_ink)
    return ratios


def _brightness(cells: Cells, inks: Mapping[str, CellInk], size: tuple[int, int]) -> dict[str, float]:
    """Return the logarithm of each cell's brightness / that of a cell with its colour in the light around it.

    The light is a polynomial in x and y, and each paper colour has a constant, all of them fitted to the whole sheet.
    """
    colours = sorted({cell.paper_colour for cell in cells.values()})
    constants = [[float(cell.paper_colour == colour) for colour in colours] for cell in cells.values()]
    centres = numpy.array([cell.centre for cell in cells.values()])
    light = polynomial_terms(centres, size, _JUDGE.brightness_degree)[:, 1:]
    terms = numpy.concatenate([constants, light], axis=1)
    levels = numpy.log([[ink.paper_level] for ink in inks.values()])
    ridge = numpy.full(terms.shape[1], _JUDGE.brightness_ridge)
    levels -= numpy.median(levels)
    fit = robust_fit(
        terms, levels, numpy.ones(len(cells)), ridge, _JUDGE.brightness_residual, _JUDGE.brightness_iterations
    )
    return dict(zip(cells, fit.residuals[:, 0].tolist(), strict=True))
