// Only without tokens.
import {closesSeveral} from "./forced/closing_several.js";
import {ofGame, ofSheet} from "./findings.js";
import {closingIds, crossedAfter, crossesWorth, partnerOf, rowIds} from "./rulebook.js";
import {sheetRulebook} from "./sheet_rules.js";

/** Check the order of each row, the requirements of each cell, and that the history has the same crosses as `marks`. */
export function* checkOrder(rulebook, sheet) {
  const rows = new Map(rulebook.rows.flatMap((row) => rowIds(row).map((id) => [id, row])));
  const requirements = new Map(rulebook.requirements.map((requirement) => [requirement.cell, requirement]));
  const {history} = sheet;
  const crossed = new Map();
  for (const id of new Set(history)) {
    const row = rows.get(id);
    const rule = row.rule ?? (row.between ? "B3" : row.swaps ? "X1" : "C2");
    const partner = partnerOf(rulebook, id);
    if (history.indexOf(id) !== history.lastIndexOf(id)) {
      yield ofSheet(sheet, "order-twice", rule, [id], {cell: {cells: [id]}});
    }
    if (crossed.has(id)) continue;
    const before = crossedAfter(row, id, crossed);
    if (before) yield ofSheet(sheet, "order-passed", rule, [id], {cell: {cells: [id]}, before: {cells: [before]}});
    if (requirements.has(id)) yield* checkRequirement(rulebook, sheet, row, requirements.get(id), crossed);
    crossed.set(id, 1);
    if (partner) crossed.set(partner, 1);
  }
  yield* checkNothingFollows(rulebook, sheet);
  yield* checkSameCrosses(rulebook, sheet, crossed);
}

/** Check that nothing follows the cross with which the player closed enough rows to end the game. */
function* checkNothingFollows(rulebook, sheet) {
  const {history} = sheet;
  const last = [...closingsOf(rulebook, sheet).values()][rulebook.end.closed_rows - 1];
  if (!last) return;
  const locks = rulebook.rows.map((row) => row.lock?.id);
  const cells = history.slice(history.indexOf(last) + 1).filter((id) => !locks.includes(id));
  if (cells.length) yield ofSheet(sheet, "order-after-end", "C8", cells, {cells: {cells}, last: {cells: [last]}});
}

/** Return the rows that a player closed one after the other, each with the number that closed it. */
function closingsOf(rulebook, sheet) {
  const closings = new Map();
  for (const id of closesSeveral(rulebook, sheet) ? [] : sheet.history) {
    const row = rulebook.rows.find((each) => closingIds(each).includes(id));
    if (row && !closings.has(row.id)) closings.set(row.id, id);
  }
  return closings;
}

/** Check that two players who closed the same rows closed them in the same order. */
export function* checkClosingOrder(rulebook, record) {
  const orders = record.sheets
    .filter(({history}) => history)
    .map((sheet) => [sheet.name, [...closingsOf(sheetRulebook(rulebook, sheet), sheet).keys()]]);
  for (const [index, [one, own]] of orders.entries()) {
    for (const [other, theirs] of orders.slice(index + 1)) {
      const common = own.filter((row) => theirs.includes(row));
      if (String(common) !== String(theirs.filter((row) => own.includes(row)))) {
        const values = {rows: {rows: common}, players: {names: [one, other]}};
        yield ofGame("impossible-closing-order", "C7", [], values);
      }
    }
  }
}

/** Check that a cell is crossed after the cells that it requires. */
function* checkRequirement(rulebook, sheet, row, {cell: id, needs, of}, crossed) {
  const has = crossesWorth(rulebook, {marks: crossed}, of);
  const cell = {cells: [id]};
  if (has >= needs) return;
  if (row.between) yield ofSheet(sheet, "order-neighbour", "B2", [id], {cell, neighbours: {cells: of}});
  else if (closingIds(row).includes(id)) yield ofSheet(sheet, "order-too-few", "C6", [id], {cell, needs, has});
  else if (id === row.lock?.id) yield ofSheet(sheet, "order-lock", "C6", [id], {cell, number: {cells: of}});
  else yield ofSheet(sheet, "order-double", "W1", [id], {cell, number: {cells: of}});
}

/** Check that history and `marks` agree. A history may leave out locks and the second of two linked cells. */
function* checkSameCrosses(rulebook, sheet, crossed) {
  const locks = rulebook.rows.map((row) => row.lock?.id);
  const unmarked = [...crossed.keys()].filter((id) => !sheet.marks.has(id));
  const unlisted = [...sheet.marks.keys()].filter((id) => !crossed.has(id) && !locks.includes(id));
  if (unmarked.length) yield ofSheet(sheet, "order-unmarked", "C2", unmarked, {cells: {cells: unmarked}});
  if (unlisted.length) yield ofSheet(sheet, "order-unlisted", "C2", unlisted, {cells: {cells: unlisted}});
}
