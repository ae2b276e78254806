import {solveEquations} from "../linear_equations.js";
import {greyAt, integralOf} from "../pixels.js";
import {estimateModules, SAMPLED_BORDER} from "./qr_blur.js";
import {decodeModules, knownModules, MAX_CODE_VERSION, MIN_CODE_VERSION} from "./qr_decoder.js";

// Patterns of nested squares, from the inside: the width of each in modules, and the weight of its outermost ring.
const FINDER_PATTERN = [
  {width: 3, weight: -0.5},
  {width: 5, weight: 0.5},
  {width: 7, weight: -0.5},
  {width: 9, weight: 0.5},
];
const ALIGNMENT_PATTERN = [
  {width: 1, weight: -0.5},
  {width: 3, weight: 1},
  {width: 5, weight: -0.5},
];

const MAX_FINDER_SHIFT = 2 / 3; // shift of a finder pattern from its expected position / margin
const MAX_ALIGNMENT_SHIFT = 1; // modules from the alignment pattern to its position according to finder patterns
const PATTERN_SEARCH_STEP = 0.3; // modules between the positions that are compared
const REFINING_STEPS = [0.3, 0.15, 0.07, 0.03]; // modules by which patterns are moved to where they fit better
const MAX_REFINING_ROUNDS = 10; // rounds of moving all patterns by the same step
const SAMPLE_SHIFTS = [-0.25, 0.25]; // of the samples of a module from its centre, in modules, in each direction
const LEVEL_RADIUS = 8; // modules around a module that its level is compared with
const MIN_LEVEL_VARIANCE = 1; // squared grey levels; less is no contrast

/**
 * Return the text of the QR code in a grey picture; null if it cannot be read.
 *
 * The picture is square and shows the code upright, with a margin of `margin` pixels. Corners of the code may be off by
 * two thirds of the margin. The code has a version from 2 to 15, error correction level M, and one segment of bytes.
 */
export function readCode(picture, margin) {
  const {size, known, centres} = locateCode(picture, margin);
  for (const estimate of estimateModules(normalisedSamples(sampledLevels(picture, centres, size), size), known, size)) {
    const text = decodeModules(
      Uint8Array.from(estimate, (value) => (value < 0 ? 1 : 0)),
      size,
      estimate.map(Math.abs),
    );
    if (text !== null) return text;
  }
  return null;
}

/** Return the size of the code in modules and the centres of its patterns in pixels, which have the most contrast. */
function locateCode(picture, margin) {
  const integral = integralOf(picture);
  let best = null;
  for (let version = MIN_CODE_VERSION; version <= MAX_CODE_VERSION; version += 1) {
    const size = 17 + 4 * version;
    const known = knownModules(size);
    const module = (picture.width - 2 * margin) / size;
    const centres = findPatterns(picture, integral, margin, module, size);
    const contrast = patternContrast(picture, centres, known, size);
    if (!best || contrast > best.contrast) best = {size, known, module, centres, contrast};
  }
  return {...best, centres: refinedCentres(picture, best)};
}

/** Return the centres of the finder patterns (top left, top right, bottom left) and of the last alignment pattern. */
function findPatterns(picture, integral, margin, module, size) {
  const find = (pattern, x, y, reach) => findSquares(picture, integral, pattern, module, x, y, reach);
  const [near, far] = [margin + 3.5 * module, margin + (size - 3.5) * module];
  const findFinder = (x, y) => find(FINDER_PATTERN, x, y, MAX_FINDER_SHIFT * margin);
  const [topLeft, topRight, bottomLeft] = [findFinder(near, near), findFinder(far, near), findFinder(near, far)];
  const share = (size - 10) / (size - 7); // of the distance between finder patterns
  const [x, y] = topLeft.map((start, axis) => start + share * (topRight[axis] + bottomLeft[axis] - 2 * start));
  return [topLeft, topRight, bottomLeft, find(ALIGNMENT_PATTERN, x, y, MAX_ALIGNMENT_SHIFT * module)];
}

/** Return the centre of the nested squares with the highest contrast, at most `reach` pixels from (x, y). */
function findSquares(picture, integral, pattern, module, x, y, reach) {
  const step = PATTERN_SEARCH_STEP * module;
  const steps = Math.floor(reach / step);
  let best = -Infinity;
  let centre = null;
  for (let row = -steps; row <= steps; row += 1) {
    for (let column = -steps; column <= steps; column += 1) {
      const contrast = squaresContrast(picture, integral, pattern, module, x + column * step, y + row * step);
      if (contrast > best) {
        best = contrast;
        centre = [x + column * step, y + row * step];
      }
    }
  }
  return centre;
}

/** Return the weighted sum of the mean levels of the rings of nested squares. */
function squaresContrast(picture, integral, pattern, module, x, y) {
  let contrast = 0;
  let inner = 0;
  let innerArea = 0;
  for (const {width, weight} of pattern) {
    const area = width * width;
    const total = area * squareLevel(picture, integral, x, y, (width * module) / 2);
    contrast += (weight * (total - inner)) / (area - innerArea);
    inner = total;
    innerArea = area;
  }
  return contrast;
}

/** Return the mean level of a square around (x, y), as far as it is inside of the picture. */
function squareLevel({width, height}, integral, x, y, radius) {
  const left = Math.max(0, Math.round(x - radius));
  const right = Math.min(width, Math.round(x + radius));
  const top = (width + 1) * Math.max(0, Math.round(y - radius));
  const bottom = (width + 1) * Math.min(height, Math.round(y + radius));
  const total = integral[bottom + right] - integral[bottom + left] - integral[top + right] + integral[top + left];
  return (total * (width + 1)) / ((right - left) * (bottom - top));
}

/** Return by how much the modules that are light in each code of this size are lighter than those that are dark. */
function patternContrast(picture, centres, known, size) {
  const homography = codeHomography(centres, size);
  const totals = [0, 0];
  const counts = [0, 0];
  for (let at = 0; at < known.length; at += 1) {
    if (!known[at]) continue;
    const shade = known[at] < 0 ? 0 : 1;
    totals[shade] += codeLevel(picture, homography, (at % size) + 0.5, Math.floor(at / size) + 0.5);
    counts[shade] += 1;
  }
  return totals[1] / counts[1] - totals[0] / counts[0];
}

/** Return the centres after moving each of them, in smaller and smaller steps, as long as the contrast grows. */
function refinedCentres(picture, {size, known, module, centres, contrast}) {
  let best = {centres, contrast};
  for (const step of REFINING_STEPS) {
    for (let round = 0; round < MAX_REFINING_ROUNDS; round += 1) {
      const before = best;
      for (let move = 0; move < 16; move += 1) {
        const moved = best.centres.map((centre) => [...centre]);
        moved[move >> 2][(move >> 1) & 1] += (move & 1 ? step : -step) * module;
        const reached = patternContrast(picture, moved, known, size);
        if (reached > best.contrast) best = {centres: moved, contrast: reached};
      }
      if (best === before) break;
    }
  }
  return best.centres;
}

/** Return the coefficients of the homography from modules to pixels, given the centres of four patterns. */
function codeHomography(centres, size) {
  const [near, far, alignment] = [3.5, size - 3.5, size - 6.5];
  const columns = [near, far, near, alignment];
  const rows = [near, near, far, alignment];
  const equations = centres.flatMap(([x, y], at) => {
    const [column, row] = [columns[at], rows[at]];
    return [
      [column, row, 1, 0, 0, 0, -column * x, -row * x, x],
      [0, 0, 0, column, row, 1, -column * y, -row * y, y],
    ];
  });
  return solveEquations(equations);
}

/** Return the level of the picture at a point of the code, in modules. */
function codeLevel(picture, homography, column, row) {
  const [a, b, c, d, e, f, g, h] = homography;
  const scale = g * column + h * row + 1;
  const x = (a * column + b * row + c) / scale;
  const y = (d * column + e * row + f) / scale;
  return greyAt(picture, x - 0.5, y - 0.5);
}

/** Return an array for each place inside of a module: the levels there of all modules of the code and of its border. */
function sampledLevels(picture, centres, size) {
  const homography = codeHomography(centres, size);
  const side = size + 2 * SAMPLED_BORDER;
  const middle = (at) => at - SAMPLED_BORDER + 0.5;
  const levelsAt = (across, down) => {
    const levelOf = (_, at) =>
      codeLevel(picture, homography, middle(at % side) + across, middle(Math.floor(at / side)) + down);
    return Float32Array.from({length: side * side}, levelOf);
  };
  return SAMPLE_SHIFTS.flatMap((down) => SAMPLE_SHIFTS.map((across) => levelsAt(across, down)));
}

/** Return the samples relative to the mean and the standard deviation around each module, which shadows change. */
function normalisedSamples(samples, size) {
  const side = size + 2 * SAMPLED_BORDER;
  const [first, last] = [SAMPLED_BORDER, SAMPLED_BORDER + size - 1];
  const within = (position) => Math.min(Math.max(position, first), last);
  const means = samples[0].map((_, at) => samples.reduce((sum, levels) => sum + levels[at], 0) / samples.length);
  const scales = Array.from(means, (_, at) => {
    const [column, row] = [within(at % side), within(Math.floor(at / side))];
    let [count, sum, squares] = [0, 0, 0];
    for (let y = within(row - LEVEL_RADIUS); y <= within(row + LEVEL_RADIUS); y += 1) {
      for (let x = within(column - LEVEL_RADIUS); x <= within(column + LEVEL_RADIUS); x += 1) {
        const near = means[y * side + x];
        count += 1;
        sum += near;
        squares += near ** 2;
      }
    }
    const mean = sum / count;
    return {mean, deviation: Math.sqrt(Math.max(squares / count - mean ** 2, MIN_LEVEL_VARIANCE))};
  });
  return samples.map((levels) => levels.map((level, at) => (level - scales[at].mean) / scales[at].deviation));
}
