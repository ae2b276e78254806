import {solveEquations} from "../linear_equations.js";

const BLUR_RADIUS = 2; // modules by which blur spreads a module in each direction
const MAX_BLUR_ROUNDS = 24; // estimates of one code
const CERTAINTY_GAIN = 1.75; // how quickly the value of a module approaches that of a certain one with its estimate
const ESTIMATE_DAMPING = 0.5; // weight of an old estimate in the next one, so that estimates do not oscillate
const MIN_KERNEL_ENERGY = 1e-6; // of a blur kernel; a picture without contrast would have none
const KERNEL_RIDGE = 1; // is added to the diagonal of the normal equations, so that they have a solution

/**
 * Yield estimates of a code's modules, usually each better than the last: positive if light, negative if dark.
 *
 * Blur spreads each module over its neighbours. Given an estimate of the modules, the blur kernel follows by least
 * squares. Given the kernel, better estimates follow from the levels without the shares of the neighbours. The shape of
 * the blur can be any, so motion blur is removed, too.
 *
 * `levels` are the brightnesses of the modules, around 0. `known` has 1 for modules that are light in each code of this
 * size, -1 for dark ones, and 0 for all others.
 */
export function* estimateModules(levels, known, size) {
  const width = size + 2 * BLUR_RADIUS; // of the code with a border
  const start = BLUR_RADIUS * (width + 1);
  const places = Array.from(levels, (_, at) => start + Math.floor(at / size) * width + (at % size));
  const offsets = kernelOffsets(width);
  let estimate = levels;
  for (let round = 0; round < MAX_BLUR_ROUNDS; round += 1) {
    yield estimate;
    const values = new Float32Array(width * width).fill(1); // the border is light
    places.forEach((place, at) => {
      values[place] = known[at] || Math.tanh(CERTAINTY_GAIN * estimate[at]);
    });
    estimate = improvedEstimate(estimate, levels, values, places, offsets);
  }
}

/** Return the differences of indices between a module and each module that blur spreads it to. */
function kernelOffsets(width) {
  const steps = Array.from({length: 2 * BLUR_RADIUS + 1}, (_, at) => at - BLUR_RADIUS);
  return steps.flatMap((down) => steps.map((across) => down * width + across));
}

/** Return the estimate that explains what the blurred values of all modules leave of the levels. */
function improvedEstimate(estimate, levels, values, places, offsets) {
  const kernel = blurKernel(levels, values, places, offsets);
  const bias = kernel.at(-1);
  const residuals = new Float32Array(values.length);
  places.forEach((place, at) => {
    const blurred = offsets.reduce((sum, offset, tap) => sum + kernel[tap] * values[place + offset], bias);
    residuals[place] = levels[at] - blurred;
  });
  const energy = offsets.reduce((sum, _, tap) => sum + kernel[tap] ** 2, MIN_KERNEL_ENERGY);
  return estimate.map((old, at) => {
    const place = places[at];
    const change = offsets.reduce((sum, offset, tap) => sum + kernel[tap] * residuals[place - offset], 0) / energy;
    return ESTIMATE_DAMPING * old + (1 - ESTIMATE_DAMPING) * (values[place] + change);
  });
}

/** Return the kernel, followed by a constant, with which the values of the modules fit the levels best. */
function blurKernel(levels, values, places, offsets) {
  const count = offsets.length + 1;
  const equations = Array.from({length: count}, () => new Float64Array(count + 1));
  const terms = new Float64Array(count + 1).fill(1);
  places.forEach((place, at) => {
    for (let tap = 0; tap < offsets.length; tap += 1) terms[tap] = values[place + offsets[tap]];
    terms[count] = levels[at];
    for (let row = 0; row < count; row += 1) {
      for (let column = 0; column <= count; column += 1) equations[row][column] += terms[row] * terms[column];
    }
  });
  equations.forEach((equation, row) => {
    equation[row] += KERNEL_RIDGE;
  });
  return solveEquations(equations);
}
