import {ofSheet} from "../findings.js";
import {doublesOf} from "../rulebook.js";

/** Check that the number of each crossed second box is crossed. */
export function* checkDoubles(rulebook, sheet) {
  for (const [id, number] of doublesOf(rulebook)) {
    if (sheet.marks.has(id) && !sheet.marks.has(number)) {
      const values = {cell: {cells: [id]}, number: {cells: [number]}};
      yield ofSheet(sheet, "double-without-number", "W1", [id, number], values);
    }
  }
}
