import {addNormalEquations} from "./homography.js";
import {solveEquations} from "./linear_equations.js";

/** Return the exponents of x and y in the terms of a polynomial; the constant term comes first. */
export function polynomialExponents(degree) {
  const exponents = [];
  for (let i = 0; i <= degree; i += 1) for (let j = 0; i + j <= degree; j += 1) exponents.push([i, j]);
  return exponents;
}

/** Return the terms of a polynomial at a point of a picture of this size, in coordinates from -1 to 1. */
export function polynomialTerms([x, y], [width, height], exponents) {
  const across = (x / width) * 2 - 1;
  const down = (y / height) * 2 - 1;
  return exponents.map(([i, j]) => across ** i * down ** j);
}

/**
 * Fit linear combinations of terms to vectors by iteratively reweighted least squares.
 *
 * A vector whose residual is `halfWeightResidual` long keeps half of its weight (Cauchy weights). `ridge` regularises
 * the coefficient of each term. Return the coefficients of each component, the residuals, and the last weights.
 */
export function robustFit({terms, values, weights, ridge, halfWeightResidual, iterations}) {
  let robust = weights;
  let coefficients = [];
  let residuals = values;
  for (let iteration = 0; iteration < iterations; iteration += 1) {
    coefficients = values[0].map((_, component) => {
      const equations = ridge.map(() => new Float64Array(ridge.length + 1));
      ridge.forEach((strength, at) => (equations[at][at] = strength));
      terms.forEach((each, at) => addNormalEquations(equations, each, values[at][component], robust[at]));
      return solveEquations(equations);
    });
    residuals = values.map((value, at) => value.map((one, component) => one - dot(terms[at], coefficients[component])));
    robust = weights.map((weight, at) => weight / (1 + dot(residuals[at], residuals[at]) / halfWeightResidual ** 2));
  }
  return {coefficients, residuals, weights: robust};
}

/** Return the sum of the products of two arrays. */
export function dot(one, other) {
  let sum = 0;
  for (let at = 0; at < one.length; at += 1) sum += one[at] * other[at];
  return sum;
}
