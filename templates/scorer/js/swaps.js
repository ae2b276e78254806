// Only with swaps.
import {ofSheet} from "./findings.js";

/** For each crossed pair another number must have been crossed: one of its two. */
export function* checkSwaps(rulebook, sheet) {
  const numbers = new Map(
    rulebook.rows
      .filter(({swaps}) => !swaps)
      .flatMap(({cells}) => cells.filter(({id}) => sheet.marks.has(id)))
      .map(({id, number}) => [id, number]),
  );
  for (const row of rulebook.rows.filter(({swaps}) => swaps)) {
    const pairs = new Map(row.cells.map(({id}, place) => [id, row.swaps[place]]).filter(([id]) => sheet.marks.has(id)));
    for (const id of unusedPairs(numbers, pairs)) {
      const [one, other] = pairs.get(id);
      yield ofSheet(sheet, "swap-without-number", "X1", [id], {cell: {cells: [id]}, one, other});
    }
  }
}

/** The pairs for which no number is left: each needs one of its two for itself alone. */
function unusedPairs(numbers, pairs) {
  const usedBy = new Map();
  // Give the pair a number, moving other pairs to other numbers if need be.
  const findsNumber = (pair, tried) =>
    [...numbers].some(([id, number]) => {
      if (!pairs.get(pair).includes(number) || tried.has(id)) return false;
      tried.add(id);
      if (usedBy.has(id) && !findsNumber(usedBy.get(id), tried)) return false;
      usedBy.set(id, pair);
      return true;
    });
  return [...pairs.keys()].filter((pair) => !findsNumber(pair, new Set()));
}
