// Only with links.
import {ofSheet} from "../findings.js";
import {closingIds, crossedAfter, crossingOrder, linksOf, partnerOf, rowIds} from "../rulebook.js";

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

/**
 * Return a possible order of the crosses, each with the cell that it is linked to.
 *
 * A cross is chosen only if every other cell can still be crossed after it, by itself or along with its linked cell.
 * Closing numbers and locks come after all other cells of coloured rows, because they require crosses.
 */
export function linkedOrder(rulebook, rows, marks) {
  const rowOf = new Map(rows.flatMap((row) => rowIds(row).map((id) => [id, row])));
  const closing = new Set(rows.flatMap((row) => (row.lock ? [...closingIds(row), row.lock.id] : [])));
  const rank = (id) => (rowOf.get(id).between ? 2 : closing.has(id) ? 1 : 0);
  const pair = (id) => [id, partnerOf(rulebook, id)];
  const isOpen = (id, crossed) => !crossedAfter(rowOf.get(id), id, crossed);
  const canFollow = (id, crossed) => pair(id).some((each) => marks.has(each) && isOpen(each, crossed));
  const order = [];
  let crossed = new Set();
  let left = rows.flatMap(crossingOrder).filter((id) => marks.has(id));
  left.sort((one, other) => rank(one) - rank(other));
  while (left.length) {
    const open = left.filter((id) => isOpen(id, crossed));
    const keepsOthersOpen = (id) => {
      const after = new Set([...crossed, ...pair(id)]);
      return left.every((other) => after.has(other) || canFollow(other, after));
    };
    const chosen = open.find(keepsOthersOpen) ?? open[0] ?? left[0]; // no order is legal for a sheet with broken rules
    order.push(chosen);
    crossed = new Set([...crossed, ...pair(chosen)]);
    left = left.filter((id) => !crossed.has(id));
  }
  return order;
}
