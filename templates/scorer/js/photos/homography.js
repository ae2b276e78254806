import {solveEquations} from "./linear_equations.js";

// A homography is an array of 9 coefficients, row by row, the last of which is 1.

/** Return the homography that maps points as closely as possible to others; null if there is none. */
export function homographyOf(from, to) {
  const [fromScale, toScale] = [from, to].map(normalisation);
  const unknowns = 8;
  const equations = Array.from({length: unknowns}, () => new Float64Array(unknowns + 1));
  from.forEach((point, index) => {
    const [x, y] = normalised(point, fromScale);
    const [u, v] = normalised(to[index], toScale);
    addNormalEquations(equations, [x, y, 1, 0, 0, 0, -x * u, -y * u], u);
    addNormalEquations(equations, [0, 0, 0, x, y, 1, -x * v, -y * v], v);
  });
  const unit = [...solveEquations(equations), 1];
  const {x: fromX, y: fromY, scale} = fromScale;
  const {x: toX, y: toY, scale: back} = toScale;
  const into = [scale, 0, -fromX * scale, 0, scale, -fromY * scale, 0, 0, 1];
  const outOf = [1 / back, 0, toX, 0, 1 / back, toY, 0, 0, 1];
  const homography = multiplied(multiplied(outOf, unit), into);
  const result = homography.map((value) => value / homography[8]);
  return result.every(Number.isFinite) ? result : null;
}

/** Return the point to which a homography maps (x, y). */
export function mapPoint([a, b, c, d, e, f, g, h, i], x, y) {
  const depth = g * x + h * y + i;
  return [(a * x + b * y + c) / depth, (d * x + e * y + f) / depth];
}

/** Return the homography that maps like `second` after `first`, both written as matrices: second · first. */
export function multiplied(second, first) {
  return Array.from({length: 9}, (_, at) => {
    const row = 3 * Math.floor(at / 3);
    return second[row] * first[at % 3] + second[row + 1] * first[3 + (at % 3)] + second[row + 2] * first[6 + (at % 3)];
  });
}

/** Add the equation `coefficients · unknowns = value` to normal equations of least squares. */
export function addNormalEquations(equations, coefficients, value, weight = 1) {
  coefficients.forEach((one, row) => {
    if (one === 0) return;
    const equation = equations[row];
    coefficients.forEach((other, column) => (equation[column] += weight * one * other));
    equation[coefficients.length] += weight * one * value;
  });
}

/** Return centre and scale with which points lie around (0, 0) at a distance of about 1, for numerical stability. */
function normalisation(points) {
  const mean = (axis) => points.reduce((sum, point) => sum + point[axis], 0) / points.length;
  const [x, y] = [mean(0), mean(1)];
  const distance = points.reduce((sum, point) => sum + Math.hypot(point[0] - x, point[1] - y), 0) / points.length;
  return {x, y, scale: 1 / distance};
}

function normalised([x, y], centre) {
  return [(x - centre.x) * centre.scale, (y - centre.y) * centre.scale];
}
