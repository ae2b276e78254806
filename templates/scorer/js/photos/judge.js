import {cellInks} from "./ink.js";
import {polynomialExponents, polynomialTerms, robustFit} from "./robust_fit.js";
import {median, percentile} from "./statistics.js";

const JUDGE = PARAMETERS.judge;
const LIMITS = PARAMETERS.ink;
const MEASURES = ["height", "proportion", "slant", "area", "darkness", "width", "thickness", "sharpness"];

/**
 * Return for each cell of a rectified RGBA sheet its answer, "cross", "not" or "ask", and whether it is more likely
 * crossed. The rules are those of judge.py.
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
  const first = inks.map((ink, index) => ink.shape(LIMITS.sure_noise_ratio * noises[index])).filter(isCross);
  const pen = first.length >= LIMITS.min_pen_crosses ? median(first.map(({darkness}) => darkness)) : 0;
  const shapesOf = (noiseRatio, penRatio) =>
    inks.map((ink, index) => ink.shape(Math.max(noiseRatio * noises[index], penRatio * pen)));
  const possible = shapesOf(LIMITS.min_noise_ratio, LIMITS.min_pen_ratio);
  const certain = shapesOf(LIMITS.sure_noise_ratio, LIMITS.sure_pen_ratio);
  const looks = certain.map((shape, index) => (isCross(shape) ? {...shape, ...inks[index].look(shape)} : null));
  const usual = usualCross(looks.filter(Boolean));
  const prints = printRatios(cells, inks, possible);
  const brightness = cellBrightness(cells, inks, picture);
  cells.forEach(({id, side}, index) => {
    const isFilled = brightness[index] < JUDGE.min_brightness;
    if (looks[index]) {
      const isVisible = prints[index] >= JUDGE.min_crossed_print && !isFilled;
      const isClear = isVisible && resembles(looks[index], usual);
      readings.set(id, {answer: isClear ? "cross" : "ask", isCrossed: true});
    } else {
      const isVisible = prints[index] >= JUDGE.min_empty_print && !isFilled;
      const isClear = isVisible && isEmpty(possible[index], certain[index], side, usual);
      readings.set(id, {answer: isClear ? "not" : "ask", isCrossed: mayBeCross(possible[index])});
    }
  });
}

/** Return the noise of the paper in each cell: it depends on the colour of the paper. */
function paperNoises(cells, inks) {
  const noises = new Map(cells.map(({paperColour}) => [paperColour, []]));
  cells.forEach(({paperColour}, index) => noises.get(paperColour).push(inks[index].noise));
  const usual = new Map([...noises].map(([colour, values]) => [colour, percentile(values, 25)]));
  return cells.map(({paperColour}) => usual.get(paperColour));
}

function isCross({height, proportion}) {
  return height >= JUDGE.min_cross_height && proportion >= JUDGE.min_cross_proportion;
}

function mayBeCross({height, proportion}) {
  return height >= JUDGE.min_possible_height && proportion >= JUDGE.min_possible_proportion;
}

/** Return whether a cell with a shorter side of `side` mm has at most a flat line or hardly any ink. */
function isEmpty(possible, {height, wholeProportion: proportion, areaBesidePrint}, side, usual) {
  const maxHeight = JUDGE.max_flat_height - JUDGE.flat_slope * proportion;
  const isFlat = proportion > 0 && proportion <= JUDGE.max_flat_proportion && height <= maxHeight;
  const area = possible.area + areaBesidePrint;
  const isTouch = usual && area <= JUDGE.max_touch_area * usual.thickness ** 2;
  return !mayBeCross(possible) && (isFlat || isTouch || area <= JUDGE.max_blank_area * side ** 2);
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
function resembles(shape, usual) {
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
  return differences.reduce((sum, difference) => sum + difference ** 2, 0) <= 1;
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
