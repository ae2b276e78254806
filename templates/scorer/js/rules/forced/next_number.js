// Only with bar or rewards.
import {closingIds, colouredRows, crossedAfter, crossesWorth, doublesOf, hasClosed} from "../rulebook.js";

/** Return the coloured rows that neither other players have closed, by their ids, nor this one. */
export function openRows(rulebook, sheet, closedRows) {
  return colouredRows(rulebook).filter((row) => !closedRows.includes(row.id) && !hasClosed(sheet, row));
}

/** Yield the first number of a row that can still be crossed, if its requirement is met. */
export function* nextNumber(rulebook, sheet, row) {
  const doubles = doublesOf(rulebook);
  const isOpen = ({id}) => !sheet.marks.has(id) && !doubles.has(id) && !crossedAfter(row, id, sheet.marks);
  const id = row.cells.find(isOpen)?.id;
  const requirement = rulebook.requirements.find(({cell}) => cell === id);
  const isMet = !requirement || crossesWorth(rulebook, sheet, requirement.of) >= requirement.needs;
  if (id && isMet) yield id;
}

/** Return the rows of a complete record that nobody closed, and in which this player could always cross a number. */
export function neverBlockedRows(rulebook, record, sheet) {
  const sheets = rulebook.own_closing ? [sheet] : record.sheets;
  const isClosed = (row) => sheets.some((other) => hasClosed(other, row));
  const isAtEnd = (row) => sheet.marks.has(row.cells.at(-closingIds(row).length - 1)?.id);
  return colouredRows(rulebook).filter((row) => !isClosed(row) && !isAtEnd(row));
}

/** Return whether the number that closed a row can have been forced: it is the first one, or follows a crossed one. */
export function canBeForced(rulebook, sheet, row) {
  const doubles = doublesOf(rulebook);
  const numbers = row.cells.map(({id}) => id).filter((id) => !doubles.has(id));
  const closing = closingIds(row).filter((id) => sheet.marks.has(id));
  const isNext = (id) => id === numbers[0] || sheet.marks.has(numbers[numbers.indexOf(id) - 1]);
  return !closing.length || closing.some(isNext);
}
