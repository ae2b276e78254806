import {ofSheet} from "../findings.js";
import {doublesOf} from "../rulebook.js";

/** A second box is crossed after its number. */
export function* checkDoubles(rulebook, sheet) {
  for (const [id, number] of doublesOf(rulebook)) {
    if (sheet.marks.has(id) && !sheet.marks.has(number)) {
      const values = {cell: {cells: [id]}, number: {cells: [number]}};
      yield ofSheet(sheet, "double-without-number", "W1", [id, number], values);
    }
  }
}
