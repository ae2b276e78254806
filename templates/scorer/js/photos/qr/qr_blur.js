import {solveEquations} from "../linear_equations.js";

/** Modules around a code, light in print, of which samples are needed, too. */
export const SAMPLED_BORDER = 1;

const MAX_RADIUS = 3; // modules by which blur spreads a module in each direction
const ROUGH_RADIUS = 2; // the same while the modules are numbers
const ROUGH_ROUNDS = 16; // estimates of the modules as numbers
const INVERTING_RADII = [2, MAX_RADIUS]; // one after the other, once the modules are light or dark
const INVERTING_ROUNDS = 8; // estimates for each of these radii
const MAX_SWEEPS = 3; // through all runs in one round
const LONGEST_RUN = 6; // modules in a line that are inverted together
const RUN_DIRECTIONS = [
  [1, 0],
  [0, 1],
  [1, 1],
  [-1, 1],
];
const MIN_GAIN = 1e-6; // squared levels by which an inverted run must fit better
const CERTAINTY_GAIN = 1.75; // how quickly the value of a module approaches that of a certain one with its estimate
const ESTIMATE_DAMPING = 0.5; // weight of an old estimate in the next one, so that estimates do not oscillate
const MIN_ENERGY = 1e-6; // of a module in the levels; in a picture without contrast it would have none
const KERNEL_RIDGE = 1; // is added to the diagonal of the normal equations, so that they have a solution

/**
 * Yield estimates of a code's modules, usually each better than the last: positive if light, negative if dark, and the
 * farther from 0 the more certain.
 *
 * Blur spreads each module over its neighbours. Given the modules, the blur kernels follow by least squares. Given the
 * kernels, better modules follow: at first as numbers, from what the kernels leave of the levels; then as light or dark
 * ones, by inverting each run of modules that fits better inverted. A motion by two modules hides which way round a run
 * of alternating modules is, and none of them alone fits better inverted. The shape of the blur can be any.
 *
 * `samples` has one array for each place inside of a module where levels were taken: the levels, around 0, of all
 * modules of the code and its sampled border. `known` has 1 for modules that are light in each code of this size, -1 for
 * dark ones, and 0 for all others.
 */
export function* estimateModules(samples, known, size) {
  const grid = makeGrid(size);
  const {code, sampled} = grid;
  const fixed = new Int8Array(grid.width ** 2).fill(1);
  code.forEach((place, at) => {
    fixed[place] = known[at];
  });
  const estimates = new Float32Array(fixed.length);
  sampled.forEach((place, at) => {
    estimates[place] = samples.reduce((sum, levels) => sum + levels[at], 0) / samples.length;
  });
  const values = Float32Array.from(fixed);
  for (let round = 0; round < ROUGH_ROUNDS; round += 1) {
    yield code.map((place) => estimates[place]);
    for (const place of code) values[place] = fixed[place] || Math.tanh(CERTAINTY_GAIN * estimates[place]);
    const {pulls, overlaps} = fitBlur(samples, values, grid, ROUGH_RADIUS);
    const energy = overlaps.get(0) + MIN_ENERGY;
    for (const place of code) {
      const next = values[place] + pulls[place] / energy;
      estimates[place] = ESTIMATE_DAMPING * estimates[place] + (1 - ESTIMATE_DAMPING) * next;
    }
  }
  for (const place of code) values[place] = fixed[place] || (estimates[place] < 0 ? -1 : 1);
  for (const radius of INVERTING_RADII) {
    for (let round = 0; round < INVERTING_ROUNDS; round += 1) {
      const {certainties, hasChanged} = invertRuns(values, fixed, fitBlur(samples, values, grid, radius), grid);
      yield code.map((place) => values[place] * certainties[place]);
      if (!hasChanged) break;
    }
  }
}

/** Return a grid with a border that is wide enough for all kernels: its width, and where code and samples are in it. */
function makeGrid(size) {
  const width = size + 4 * MAX_RADIUS;
  const square = (border) => {
    const [side, start] = [size + 2 * border, 2 * MAX_RADIUS - border];
    return Array.from({length: side * side}, (_, at) => (start + Math.floor(at / side)) * width + start + (at % side));
  };
  return {width, code: square(0), sampled: square(SAMPLED_BORDER)};
}

/** Return the differences of indices between a module and those in a square around it. */
function squareOffsets(width, radius) {
  const steps = Array.from({length: 2 * radius + 1}, (_, at) => at - radius);
  return steps.flatMap((down) => steps.map((across) => down * width + across));
}

/**
 * Fit a blur kernel to the levels at each place inside of a module.
 *
 * Return how much each module should become lighter to explain what the kernels leave of the levels, its pull, and the
 * overlap in the levels of two modules by the difference of their indices, both summed over all kernels.
 */
function fitBlur(samples, values, {width, code, sampled}, radius) {
  const offsets = squareOffsets(width, radius);
  const pulls = new Float32Array(values.length);
  const overlaps = new Map();
  for (const {kernel, residuals} of blurKernels(samples, values, sampled, offsets)) {
    for (const place of code) {
      let pull = 0;
      for (let tap = 0; tap < offsets.length; tap += 1) pull += kernel[tap] * residuals[place - offsets[tap]];
      pulls[place] += pull;
    }
    offsets.forEach((one, at) => {
      offsets.forEach((other, tap) => {
        overlaps.set(one - other, (overlaps.get(one - other) ?? 0) + kernel[at] * kernel[tap]);
      });
    });
  }
  return {pulls, overlaps};
}

/** Return for each array of samples the best kernel, followed by a constant, and what it leaves of the levels. */
function blurKernels(samples, values, sampled, offsets) {
  const count = offsets.length + 1;
  const terms = new Float64Array(count).fill(1);
  const products = Array.from({length: count}, () => new Float64Array(count));
  const sides = samples.map(() => new Float64Array(count));
  sampled.forEach((place, at) => {
    for (let tap = 0; tap < offsets.length; tap += 1) terms[tap] = values[place + offsets[tap]];
    for (let row = 0; row < count; row += 1) {
      for (let column = 0; column < count; column += 1) products[row][column] += terms[row] * terms[column];
      samples.forEach((levels, index) => {
        sides[index][row] += terms[row] * levels[at];
      });
    }
  });
  products.forEach((row, at) => {
    row[at] += KERNEL_RIDGE;
  });
  return samples.map((levels, index) => {
    const kernel = solveEquations(products.map((row, at) => Float64Array.of(...row, sides[index][at])));
    const residuals = new Float32Array(values.length);
    sampled.forEach((place, at) => {
      const blurred = offsets.reduce((sum, offset, tap) => sum + kernel[tap] * values[place + offset], kernel.at(-1));
      residuals[place] = levels[at] - blurred;
    });
    return {kernel, residuals};
  });
}

/**
 * Invert each run of modules, none of them known, that fits the levels better inverted.
 *
 * Return whether there was one, and the certainty of each module: by how many squared levels its runs fit worse inverted.
 */
function invertRuns(values, fixed, {pulls, overlaps}, {width, code}) {
  const runs = runOffsets(width);
  const neighbours = [...overlaps];
  const certainties = new Float32Array(values.length);
  let hasChanged = false;
  for (let sweep = 0, isDone = false; sweep < MAX_SWEEPS && !isDone; sweep += 1) {
    isDone = true;
    certainties.fill(Infinity);
    for (const start of code) {
      for (const run of runs) {
        const places = run.map((offset) => start + offset);
        if (places.some((place) => fixed[place])) continue;
        const loss = inversionLoss(places, values, pulls, overlaps);
        for (const place of places) certainties[place] = Math.min(certainties[place], Math.abs(loss));
        if (loss > -MIN_GAIN) continue;
        for (const place of places) {
          for (const [offset, overlap] of neighbours) pulls[place + offset] += 2 * values[place] * overlap;
          values[place] = -values[place];
        }
        hasChanged = true;
        isDone = false;
      }
    }
  }
  return {certainties, hasChanged};
}

/** Return the differences of indices between the first module and all modules of each run. */
function runOffsets(width) {
  const lengths = Array.from({length: LONGEST_RUN - 1}, (_, at) => at + 2);
  const lines = RUN_DIRECTIONS.flatMap(([across, down]) => {
    return lengths.map((length) => Array.from({length}, (_, step) => step * (down * width + across)));
  });
  return [[0], ...lines];
}

/** Return by how much the squared levels that kernels leave become more if the modules of a run are inverted. */
function inversionLoss(places, values, pulls, overlaps) {
  let loss = 0;
  for (const place of places) {
    loss += values[place] * pulls[place];
    for (const other of places) loss += values[place] * values[other] * (overlaps.get(place - other) ?? 0);
  }
  return 4 * loss;
}
