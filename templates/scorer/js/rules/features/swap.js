// Only with swaps.
import {ofSheet} from "../findings.js";

/** Check that each crossed pair has a crossed number of its own: one of its two. */
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

/** Return both numbers of each crossed pair that contains one of these numbers: the white sums it can have swapped. */
export function swappedSums(rulebook, sheet, numbers) {
  return rulebook.rows
    .flatMap(({cells, swaps}) => (swaps ?? []).filter((_, place) => sheet.marks.has(cells[place].id)))
    .filter((pair) => pair.some((number) => numbers.includes(number)))
    .flat();
}

/** Return the pairs that are left without a number, by bipartite matching of pairs and crossed numbers. */
function unusedPairs(numbers, pairs) {
  const usedBy = new Map();
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
