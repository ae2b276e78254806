// Only with bar.
import {ofSheet} from "../findings.js";
import {neverBlockedRows, nextNumber, openRows} from "../forced/next_number.js";
import {countCrosses, doublesOf, hasClosed, sumOf} from "../rulebook.js";

/** Yield the next field after a number in a box, and the next number of its row after a field. */
export function* forcedByBar(rulebook, sheet, id, closedRows) {
  const rows = new Map(openRows(rulebook, sheet, closedRows).map((row) => [row.id, row]));
  const fields = fieldsOf(rulebook);
  if (rulebook.bar.cells.includes(id)) {
    const next = fields.find((field) => rows.has(field.row) && !sheet.marks.has(field.id));
    if (next) yield next.id;
  }
  const row = rows.get(fields.find((field) => field.id === id)?.row);
  if (row) yield* nextNumber(rulebook, sheet, row);
}

/** Check that the crossed fields fit the crossed boxes and the crosses in their rows, in a complete record. */
export function* checkBar(rulebook, record, sheet) {
  if (!record.complete) return;
  const isOpen = ({row}) => !record.sheets.some((other) => hasClosed(other, rulebook.rows.find(({id}) => id === row)));
  const isCrossed = ({id}) => sheet.marks.has(id);
  const fields = fieldsOf(rulebook);
  const gap = fields.findIndex((field) => isOpen(field) && !isCrossed(field));
  const end = gap < 0 ? fields.length : gap;
  const late = fields.slice(end).find((field) => isOpen(field) && isCrossed(field));
  if (late) {
    const before = fields[gap].id;
    const values = {cell: {cells: [late.id]}, before: {cells: [before]}};
    yield ofSheet(sheet, "bar-gap", "A1", [before, late.id], values);
    return;
  }
  const crossed = fields.slice(0, end).filter(isCrossed);
  const least = crossed.filter(isOpen).length;
  const boxes = countCrosses(sheet, rulebook.bar.cells);
  if (boxes < least || (gap >= 0 && boxes > crossed.length)) {
    yield ofSheet(sheet, "bar-count", "A1", [], {boxes, fields: boxes < least ? least : crossed.length});
  }
  for (const row of neverBlockedRows(rulebook, record, sheet)) {
    const ids = crossed.filter((field) => field.row === row.id).map(({id}) => id);
    const has = followingCrosses(rulebook, sheet, row);
    if (has < ids.length) yield ofSheet(sheet, "bar-row", "A1", ids, {row: {rows: [row.id]}, fields: ids.length, has});
  }
}

/** Return how many numbers the fields have forced, at least and at most, and the number of crossed fields. */
export function countForcedByBar(rulebook, record, sheet) {
  const crossed = fieldsOf(rulebook).filter(({id}) => sheet.marks.has(id));
  const ofRow = (row) =>
    Math.min(crossed.filter((field) => field.row === row.id).length, followingCrosses(rulebook, sheet, row));
  const least = sumOf(neverBlockedRows(rulebook, record, sheet).map(ofRow));
  return {least, most: Math.min(crossed.length, countCrosses(sheet, rulebook.bar.cells)), fields: crossed.length};
}

/** Return whether a field may have forced a cross in this row. */
export function isForcedByBar(rulebook, sheet, row) {
  return fieldsOf(rulebook).some((field) => field.row === row.id && sheet.marks.has(field.id));
}

/** Return how many numbers of a row can have been forced: its first one, and those right after a crossed one. */
function followingCrosses(rulebook, sheet, row) {
  const doubles = doublesOf(rulebook);
  const crossed = row.cells.filter(({id}) => !doubles.has(id)).map(({id}) => sheet.marks.has(id));
  return crossed.filter((isCrossed, index) => isCrossed && crossed[index - 1] !== false).length;
}

function fieldsOf(rulebook) {
  return rulebook.bar.rows.map((row, index) => ({id: `bar ${index + 1}`, row}));
}
