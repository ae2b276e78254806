// Only with trio.
import {ofSheet} from "../findings.js";
import {countCrosses, rowIds} from "../rulebook.js";

/** Check that fields for three dice are crossed one after the other. */
export function* checkTrios(rulebook, sheet) {
  const ids = fieldIds(rulebook);
  for (const [index, id] of ids.entries()) {
    const before = ids[index - 1];
    if (before && sheet.marks.has(id) && !sheet.marks.has(before)) {
      const values = {cell: {cells: [id]}, before: {cells: [before]}};
      yield ofSheet(sheet, "trio-skipped", "T1", [before, id], values);
    }
  }
}

/** Return the number of crossed fields, each of which took the place of both actions of a turn. */
export function countTrios(rulebook, sheet) {
  return countCrosses(sheet, fieldIds(rulebook));
}

function fieldIds(rulebook) {
  return rowIds(rulebook.rows.find(({id}) => id === "trio"));
}
