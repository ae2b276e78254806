// Only with bar.
import {ofSheet} from "../findings.js";
import {neverBlockedRows, nextNumber, openRows} from "../forced/next_number.js";
import {countCrosses, hasClosed, sumOf} from "../rulebook.js";

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
    yield ofSheet(sheet, "bar-count", "A1", [], {boxes, least, most: crossed.length});
  }
  for (const row of neverBlockedRows(rulebook, record, sheet)) {
    const ids = crossed.filter((field) => field.row === row.id).map(({id}) => id);
    const has = countCrosses(sheet, row.cells.map(({id}) => id));
    if (has < ids.length) yield ofSheet(sheet, "bar-row", "A1", ids, {row: {rows: [row.id]}, fields: ids.length, has});
  }
}

/** Return how many numbers the fields have forced, at least and at most, and the number of crossed fields. */
export function countForcedByBar(rulebook, record, sheet) {
  const crossed = fieldsOf(rulebook).filter(({id}) => sheet.marks.has(id));
  const ofRow = ({id, cells}) => Math.min(
    crossed.filter(({row}) => row === id).length,
    countCrosses(sheet, cells.map((cell) => cell.id)),
  );
  const least = sumOf(neverBlockedRows(rulebook, record, sheet).map(ofRow));
  return {least, most: Math.min(crossed.length, countCrosses(sheet, rulebook.bar.cells)), fields: crossed.length};
}

/** Return whether a field may have forced a cross in this row. */
export function isForcedByBar(rulebook, sheet, row) {
  return fieldsOf(rulebook).some((field) => field.row === row.id && sheet.marks.has(field.id));
}

function fieldsOf(rulebook) {
  return rulebook.bar.rows.map((row, index) => ({id: `bar ${index + 1}`, row}));
}
