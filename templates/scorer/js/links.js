// Only with links.
import {ofSheet} from "./findings.js";
import {furtherRight, linksOf, partnerOf, rowIds} from "./rows.js";

/** Of linked cells both are crossed, or neither. */
export function* checkLinks(rulebook, sheet) {
  for (const [one, other] of linksOf(rulebook)) {
    for (const [id, partner] of [
      [one, other],
      [other, one],
    ]) {
      if (sheet.marks.has(id) && !sheet.marks.has(partner)) {
        yield ofSheet(sheet, "link-broken", "K1", [partner, id], {cell: {cells: [id]}, partner: {cells: [partner]}});
      }
    }
  }
}

/** How many cells came along with the ones that they are linked to. */
export function crossedAlong(rulebook, sheet) {
  return linksOf(rulebook).filter((pair) => pair.every((id) => sheet.marks.has(id))).length;
}

/** An order in which linked cells can have been crossed, row by row: both at once, and nothing that was passed. */
export function linkedOrder(rulebook, rows, marks) {
  const left = rows.map((row) => rowIds(row).filter((id) => marks.has(id)));
  const crossed = new Set();
  const order = [];
  const isPassed = (id) => rows.some((row) => rowIds(row).includes(id) && furtherRight(row, id, crossed));
  while (left.some((ids) => ids.length)) {
    const next = left.map(([id]) => id);
    const canBeNext = (id) => {
      const partner = partnerOf(rulebook, id);
      return id && !isPassed(id) && (!marks.has(partner) || next.includes(partner));
    };
    // Where links cross one another, some come along to the left; all that is not linked goes before them.
    const others = left.flat().filter((id) => !isPassed(id));
    const alone = others.find((id) => !marks.has(partnerOf(rulebook, id)));
    const chosen = next.find(canBeNext) ?? alone ?? others[0] ?? next.find((id) => id);
    const both = [chosen, partnerOf(rulebook, chosen)];
    order.push(chosen);
    for (const id of both) crossed.add(id);
    for (const [at, ids] of left.entries()) left[at] = ids.filter((id) => !both.includes(id));
  }
  return order;
}
