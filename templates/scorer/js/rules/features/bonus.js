// Only with between.
import {ofSheet} from "../findings.js";
import {countCrosses, rowIds} from "../rulebook.js";

/** Check that each bonus field has a crossed neighbour of the same number. */
export function* checkBonus(rulebook, sheet) {
  const bonus = new Set(rulebook.rows.filter((row) => row.between).flatMap(rowIds));
  for (const {cell, needs, of} of rulebook.requirements) {
    if (bonus.has(cell) && sheet.marks.has(cell) && countCrosses(sheet, of) < needs) {
      const values = {cell: {cells: [cell]}, neighbours: {cells: of}};
      yield ofSheet(sheet, "bonus-without-neighbour", "B2", [cell, ...of], values);
    }
  }
}
