import {countCrosses, furtherRight, lastCell, rowIds} from "./audit.js";

/** Why a cell may not be crossed now, as we play: what its message tells; null if it may. */
export function refusal(rulebook, sheet, id) {
  const row = rulebook.rows.find((each) => rowIds(each).includes(id));
  const cell = {cells: [id]};
  const before = furtherRight(row, id, sheet.marks);
  if (before) return {reason: "passed", values: {cell, before: {cells: [before.id]}}};
  const requirement = rulebook.requirements.find((each) => each.cell === id);
  const has = requirement && countCrosses(sheet, requirement.of);
  if (!requirement || has >= requirement.needs) return null;
  if (row.between) return {reason: "neighbour", values: {cell, neighbours: {cells: requirement.of}}};
  if (id === lastCell(row).id) return {reason: "too-few", values: {cell, needs: requirement.needs, has}};
  return {reason: "order-lock", values: {cell, number: {cells: requirement.of}}};
}
