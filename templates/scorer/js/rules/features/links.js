// Only with links.
import {ofSheet} from "../findings.js";
import {crossedAfter, crossingOrder, linksOf, partnerOf, rowIds} from "../rulebook.js";

/** Check that linked cells are crossed together. */
export function* checkLinks(rulebook, sheet) {
  for (const pair of linksOf(rulebook)) {
    for (const [id, partner] of [pair, pair.toReversed()]) {
      if (sheet.marks.has(id) && !sheet.marks.has(partner)) {
        yield ofSheet(sheet, "link-broken", "K1", [partner, id], {cell: {cells: [id]}, partner: {cells: [partner]}});
      }
    }
  }
}

/** Return the number of cells that were crossed only because their linked cells were. */
export function countLinkedCrosses(rulebook, sheet) {
  return linksOf(rulebook).filter((pair) => pair.every((id) => sheet.marks.has(id))).length;
}

/** Return a possible order of the crosses: linked cells at the same time, each row in its order. */
export function linkedOrder(rulebook, rows, marks) {
  const left = rows.map((row) => crossingOrder(row).filter((id) => marks.has(id)));
  const crossed = new Set();
  const order = [];
  const isPassed = (id) => rows.some((row) => rowIds(row).includes(id) && crossedAfter(row, id, crossed));
  while (left.some((ids) => ids.length)) {
    const next = left.map(([id]) => id);
    const canBeNext = (id) => {
      const partner = partnerOf(rulebook, id);
      return id && !isPassed(id) && (!marks.has(partner) || next.includes(partner));
    };
    // Where links intersect, a linked cell is left of crossed cells; cells without a link are crossed before it.
    const others = left.flat().filter((id) => !isPassed(id));
    const unlinked = others.find((id) => !marks.has(partnerOf(rulebook, id)));
    const chosen = next.find(canBeNext) ?? unlinked ?? others[0] ?? next.find((id) => id);
    const both = [chosen, partnerOf(rulebook, chosen)];
    order.push(chosen);
    for (const id of both) crossed.add(id);
    for (const [index, ids] of left.entries()) left[index] = ids.filter((id) => !both.includes(id));
  }
  return order;
}
