import {countCrosses, lastCell} from "./audit.js";

/** Why a cell may not be crossed now, as we play: what its message tells; null if it may. */
export function refusal(rulebook, sheet, id) {
  const row = rulebook.rows.find((each) => each.cells.some((cell) => cell.id === id) || each.lock?.id === id);
  const cell = {cells: [id]};
  const before = crossedFurtherRight(sheet, row, id);
  if (before) return {reason: "passed", values: {cell, before: {cells: [before]}}};
  const requirement = rulebook.requirements.find((each) => each.cell === id);
  const has = requirement && countCrosses(sheet, requirement.of);
  if (!requirement || has >= requirement.needs) return null;
  if (row.between) return {reason: "neighbour", values: {cell, neighbours: {cells: requirement.of}}};
  if (id === lastCell(row).id) return {reason: "too-few", values: {cell, needs: requirement.needs, has}};
  return {reason: "order-lock", values: {cell, number: {cells: requirement.of}}};
}

/** The nearest crossed number to the right; nothing stands to the right of a lock. */
function crossedFurtherRight(sheet, row, id) {
  const place = row.cells.findIndex((cell) => cell.id === id);
  return place < 0 ? undefined : row.cells.slice(place + 1).find((cell) => sheet.marks.has(cell.id))?.id;
}
