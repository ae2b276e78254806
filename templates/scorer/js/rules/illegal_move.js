import {closingIds, crossedAfter, crossesWorth, rowIds} from "./rulebook.js";

/**
 * Return why a cell may not be crossed next during a game, as reason and values of a message; null if it may.
 *
 * `closedRows` are the ids of the rows that other players have closed.
 */
export function illegalMove(rulebook, sheet, id, closedRows = []) {
  const row = rulebook.rows.find((each) => rowIds(each).includes(id));
  const closed = rulebook.rows.filter((each) => closingIds(each).some((other) => sheet.marks.has(other)));
  if (closed.length >= rulebook.end.closed_rows && id !== row.lock?.id) return {reason: "after-end", values: {}};
  if (row.rule === "A1") return {reason: "bar-alone", values: {cell: {cells: [id]}}};
  const closing = closingIds(row);
  const cell = {cells: [id]};
  const before = crossedAfter(row, id, sheet.marks);
  if (before) return {reason: "passed", values: {cell, before: {cells: [before]}}};
  if (closedRows.includes(row.id) || (closing.includes(id) && closing.some((other) => sheet.marks.has(other)))) {
    return {reason: "row-closed", values: {cell, row: {rows: [row.id]}}};
  }
  const requirement = rulebook.requirements.find((each) => each.cell === id);
  const has = requirement && crossesWorth(rulebook, sheet, requirement.of);
  if (!requirement || has >= requirement.needs) return null;
  const number = {cells: requirement.of};
  if (row.between) return {reason: "neighbour", values: {cell, neighbours: number}};
  if (closing.includes(id)) return {reason: "too-few", values: {cell, needs: requirement.needs, has}};
  return {reason: id === row.lock?.id ? "lock-alone" : "double", values: {cell, number}};
}
