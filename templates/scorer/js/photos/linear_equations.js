/** Solve linear equations, each an array of its coefficients and its right side, by Gaussian elimination in place. */
export function solveEquations(equations) {
  const count = equations.length;
  for (let at = 0; at < count; at += 1) {
    const sizes = equations.map((equation, index) => (index < at ? -1 : Math.abs(equation[at])));
    const largest = sizes.indexOf(Math.max(...sizes));
    const pivot = equations[largest];
    [equations[at], equations[largest]] = [pivot, equations[at]];
    for (const equation of equations) {
      const factor = equation === pivot ? 0 : equation[at] / pivot[at];
      if (factor) for (let column = at; column <= count; column += 1) equation[column] -= factor * pivot[column];
    }
  }
  return equations.map((equation, at) => equation[count] / equation[at]);
}
