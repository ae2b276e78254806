import {cellInks} from "./ink.js";
import {polynomialExponents, polynomialTerms, robustFit} from "./robust_fit.js";
import {median, percentile} from "./statistics.js";

const JUDGE = PARAMETERS.judge;
const LIMITS = PARAMETERS.ink;
const MEASURES = ["height", "proportion", "slant", "area", "darkness", "width", "thickness", "sharpness"];

/**
 * Return for each cell of a rectified RGBA sheet its answer, "cross", "not" or "ask", and whether it is more likely
 * crossed.
 *
 * Darkness alone does not decide: a thick flat line through a skipped number has more ink than a thin cross. But a cross
 * is about as high as it is wide, and a flat line is not. What has the shape of a cross may still be a stain, a hair, a
 * crease, or a cross that was scribbled out. So a cross is certain only if it resembles the other crosses on its sheet,
 * and a cell is certainly empty only if hardly anything is written in it, or a flat line.
 */
export function classifyCells(cells, picture, scale) {
  const large = cells.filter(({open}) => open.length >= LIMITS.min_open_pixels);
  const readings = new Map(cells.map(({id}) => [id, {answer: "ask", isCrossed: false}]));
  if (large.length) classify(large, cellInks(large, picture, scale), picture, readings);
  return readings;
}

/** Set the readings of cells by possible and certain ink, relative to the noise and the pen of the whole sheet. */
function classify(cells, inks, picture, readings) {
  const noises = paperNoises(cells, inks);
  const shapeOf = (index, noiseRatio, darkness) => inks[index].shape(Math.max(noiseRatio * noises[index], darkness));
  const shapesOf = (noiseRatio, darkness) => inks.map((_, index) => shapeOf(index, noiseRatio, darkness));
  const first = shapesOf(LIMITS.sure_noise_ratio, 0).filter((shape, index) => isCross(shape, cells[index]));
  const isKnown = first.length >= LIMITS.min_pen_crosses;
  const pen = isKnown ? percentile(first.map(({darkness}) => darkness), LIMITS.pen_percentile) : 0;
  const possible = shapesOf(LIMITS.min_noise_ratio, LIMITS.min_pen_ratio * pen);
  const certain = shapesOf(LIMITS.sure_noise_ratio, LIMITS.sure_pen_ratio * pen);
  const looks = certain.map((shape, index) => (isCross(shape, cells[index]) ? lookOf(shape, inks[index]) : null));
  const usual = usualCross(looks.filter(Boolean));
  const prints = printRatios(cells, inks, possible);
  const isDarkBesidePrint = excessBesidePrint(cells, inks, possible).map((excess) => excess > JUDGE.max_beside_print);
  const brightness = cellBrightness(cells, inks, picture);
  cells.forEach((cell, index) => {
    const {id, side} = cell;
    const isFilled = brightness[index] < JUDGE.min_brightness;
    if (looks[index]) {
      const isVisible = prints[index] >= JUDGE.min_crossed_print && !isFilled;
      // A flat line and a crease, or a stain, may look like a cross together.
      const core = shapeOf(index, LIMITS.sure_noise_ratio, LIMITS.core_pen_ratio * pen);
      const isOneMark = core.height >= JUDGE.min_core_height * looks[index].height;
      const isClear = isVisible && isOneMark && resembles(looks[index], usual, pen);
      readings.set(id, {answer: isClear ? "cross" : "ask", isCrossed: true});
    } else {
      const isVisible = prints[index] >= JUDGE.min_empty_print && !isFilled;
      const isBlank = !isDarkBesidePrint[index] && hasHardlyInk(possible[index], certain[index], side, usual);
      const isFaint =
        !isDarkBesidePrint[index] &&
        !isBlank &&
        hasHardlyInk(certain[index], certain[index], side, usual) &&
        isUnlikePen(lookOf(possible[index], inks[index]), usual);
      const isPossible = mayBeCross(possible[index], cell) && !isFaint;
      const isClear = isVisible && !isPossible && (isFlatLine(certain[index], cell) || isBlank || isFaint);
      readings.set(id, {answer: isClear ? "not" : "ask", isCrossed: isPossible});
    }
  });
}

/**
 * Return the noise of the paper in each cell: it depends on the colour of the paper.
 *
 * Where most cells of a colour are full of ink, its noise is the ink's; that of paper differs less from colour to colour.
 */
function paperNoises(cells, inks) {
  const noises = new Map(cells.map(({paperColour}) => [paperColour, []]));
  cells.forEach(({paperColour}, index) => noises.get(paperColour).push(inks[index].noise));
  const most = JUDGE.max_noise * percentile([...noises.values()].flat(), 25);
  const usual = new Map([...noises].map(([colour, values]) => [colour, Math.min(percentile(values, 25), most)]));
  return cells.map(({paperColour}) => usual.get(paperColour));
}

function lookOf(shape, ink) {
  return {...shape, ...ink.look(shape)};
}

function isCross({height, proportion, area}, {side}) {
  return isLarge(area, side) && height >= JUDGE.min_cross_height && proportion >= JUDGE.min_cross_proportion;
}

function mayBeCross({height, proportion, area}, {side}) {
  return isLarge(area, side) && height >= JUDGE.min_possible_height && proportion >= JUDGE.min_possible_proportion;
}

/** Return whether there is more ink in a cell than blur leaves of its print. */
function isLarge(area, side) {
  return area >= JUDGE.min_cross_area * side ** 2;
}

/** Return whether ink is both paler and softer than the sheet's crosses, as show-through and shadows are. */
function isUnlikePen({darkness, sharpness}, usual) {
  const isPale = usual && darkness <= JUDGE.max_faint_darkness * usual.darkness;
  return isPale && sharpness <= JUDGE.max_faint_sharpness * usual.sharpness;
}

/**
 * Return whether a cell has at most a flat line, which may run behind the number.
 *
 * Of ink beside the print, some is hidden. Where there is little of it, the rest shows better whether a line is flat.
 */
function isFlatLine(shape, {width, height: cellHeight}) {
  const {height, proportion, wholeProportion, wholeWidth, area, areaBesidePrint} = shape;
  const shown = areaBesidePrint <= JUDGE.max_share_beside_print * area ? proportion : wholeProportion;
  const widening = Math.min(Math.max(width / cellHeight, 1), JUDGE.max_widening); // lines rise higher in wide cells
  const maxHeight = widening * (JUDGE.max_flat_height - JUDGE.flat_slope * shown);
  const isFlat = shown > 0 && shown <= JUDGE.max_flat_proportion && height <= maxHeight;
  return isFlat && wholeWidth >= JUDGE.min_flat_width;
}

/** Return whether there is hardly any ink in a cell with a shorter side of `side` mm. */
function hasHardlyInk(possible, {areaBesidePrint}, side, usual) {
  const area = possible.area + areaBesidePrint;
  const isTouch = usual && area <= JUDGE.max_touch_area * usual.thickness ** 2;
  return isTouch || area <= JUDGE.max_blank_area * side ** 2;
}

/**
 * Return how much darker it is beside the print of each cell than in cells without ink: in those with the same number if
 * there are any, otherwise in those with print of the same colour.
 */
function excessBesidePrint(cells, inks, possible) {
  const blank = cells.flatMap((cell, index) => {
    const isBlank = possible[index].area <= JUDGE.max_clean_area;
    return isBlank ? [{cell, darkness: inks[index].darknessBesidePrint}] : [];
  });
  return cells.map((cell, index) => {
    const others = blank.filter((other) => other.cell !== cell);
    const equal = others.filter((other) => printedText(other.cell) === printedText(cell));
    const compared = equal.length ? equal : others.filter((other) => other.cell.printColour === cell.printColour);
    if (!compared.length) return 0;
    return inks[index].darknessBesidePrint - median(compared.map(({darkness}) => darkness));
  });
}

/** Return what is printed in a cell: its number, "lock" or "penalty". */
function printedText({id}) {
  const [row, number] = id.split(" ");
  return row === "penalty" ? row : number.split("#")[0];
}

/** Return the medians of the crosses on a sheet; null if there are too few. Faint and soft ones do not count. */
function usualCross(crosses) {
  if (crosses.length < LIMITS.min_pen_crosses) return null;
  const valuesOf = (key) => crosses.map((shape) => shape[key]);
  const minDarkness = JUDGE.min_usual_darkness * percentile(valuesOf("darkness"), 75);
  const minSharpness = JUDGE.min_usual_sharpness * percentile(valuesOf("sharpness"), 75);
  const clear = crosses.filter(({darkness, sharpness}) => darkness >= minDarkness && sharpness >= minSharpness);
  const chosen = clear.length ? clear : crosses;
  const usual = {colour: [0, 1, 2].map((channel) => median(chosen.map(({colour}) => colour[channel])))};
  for (const key of MEASURES) usual[key] = median(chosen.map((cross) => cross[key]));
  return usual;
}

/** Return whether a cross is like the usual one: the sum of the squares of all differences / tolerances is small. */
function resembles(shape, usual, pen) {
  if (!usual) return false;
  const {tolerance} = JUDGE;
  const ratio = (key) => Math.log(shape[key] / usual[key]);
  const differences = [
    ratio("height") / tolerance.height,
    ratio("proportion") / tolerance.proportion,
    (shape.slant - usual.slant) / tolerance.slant,
    ratio("area") / (ratio("area") > 0 ? tolerance.more_area : tolerance.less_area),
    ratio("width") / tolerance.width,
    ratio("thickness") / (ratio("thickness") > 0 ? tolerance.thicker : tolerance.thinner),
    ratio("darkness") / tolerance.darkness,
    ratio("sharpness") / (ratio("sharpness") > 0 ? tolerance.sharper : tolerance.softer),
    ...shape.colour.map((level, channel) => (level - usual.colour[channel]) / tolerance.colour),
  ];
  // Creases and stains are as dark as a light pen.
  const most = pen < JUDGE.light_pen ? JUDGE.max_difference_light_pen : JUDGE.max_difference;
  return differences.reduce((sum, difference) => sum + difference ** 2, 0) <= most;
}

/** Return the darkness of the print in each cell / that in similar cells without ink; 1 if it is unknown. */
function printRatios(cells, inks, possible) {
  const usual = new Map();
  cells.forEach(({printColour}, index) => {
    if (possible[index].area || printColour === null) return;
    usual.set(printColour, [...(usual.get(printColour) ?? []), inks[index].printDarkness]);
  });
  return cells.map(({printColour}, index) => {
    const others = usual.get(printColour);
    return others ? inks[index].printDarkness / Math.max(median(others), LIMITS.min_ink) : 1;
  });
}

/**
 * Return the logarithm of each cell's brightness / that of a cell with its colour in the light around it.
 *
 * The light is a polynomial in x and y, and each paper colour has a constant, all of them fitted to the whole sheet.
 */
function cellBrightness(cells, inks, {width, height}) {
  const colours = [...new Set(cells.map(({paperColour}) => paperColour))];
  const exponents = polynomialExponents(JUDGE.brightness_degree).slice(1);
  const levels = inks.map(({paperLevel}) => Math.log(paperLevel));
  const middle = median(levels);
  const terms = cells.map((cell) => [
    ...colours.map((colour) => Number(colour === cell.paperColour)),
    ...polynomialTerms([cell.left + cell.width / 2, cell.top + cell.height / 2], [width, height], exponents),
  ]);
  const {residuals} = robustFit({
    terms,
    values: levels.map((level) => [level - middle]),
    weights: cells.map(() => 1),
    ridge: terms[0].map(() => JUDGE.brightness_ridge),
    halfWeightResidual: JUDGE.brightness_residual,
    iterations: JUDGE.brightness_iterations,
  });
  return residuals.map(([residual]) => residual);
}
