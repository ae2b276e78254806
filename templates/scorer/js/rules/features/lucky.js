// Only with lucky.
import {closingIds, doublesOf} from "../rulebook.js";

/**
 * Return the lucky numbers with which one of the candidates can have closed the row.
 *
 * A lucky number crosses the next cell only, so the number before the first closing one, if any, must be crossed.
 */
export function luckySums(rulebook, sheet, row, candidates) {
  const ids = closingIds(row);
  const doubles = doublesOf(rulebook);
  const before = row.cells.filter(({id}) => !doubles.has(id)).at(-ids.length - 1);
  const isNext = candidates[0].id === ids[0] && (!before || sheet.marks.has(before.id));
  return isNext ? rulebook.lucky : [];
}
