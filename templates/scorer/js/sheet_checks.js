import {checkSwaps} from "./swaps.js";
import {ofSheet} from "./findings.js";
import {checkLinks} from "./links.js";
import {checkPiece} from "./moves.js";
import {checkOrder} from "./order.js";
import {closingIds, countCrosses, crossesWorth, doublesOf, hasClosed, lacksLock, rowIds} from "./rows.js";
import {checkTokens} from "./tokens.js";

/** Every broken rule on this sheet alone. */
export function* checkSheet(rulebook, record, sheet) {
  for (const row of rulebook.rows.filter(({lock}) => lock)) yield* checkLock(rulebook, sheet, row);
  yield* tooManyLocks(rulebook, sheet);
  yield* bonusWithoutNeighbour(rulebook, sheet);
  yield* doubleWithoutNumber(rulebook, sheet);
  if (rulebook.links) yield* checkLinks(rulebook, sheet);
  if (rulebook.rows.some(({swaps}) => swaps)) yield* checkSwaps(rulebook, sheet);
  if (rulebook.tokens) yield* checkTokens(rulebook, sheet);
  if (record.side && sheet.space) yield* checkPiece(rulebook, record, sheet);
  if (sheet.history) yield* checkOrder(rulebook, sheet);
}

/** A last number needs enough others before it, and goes together with the lock. */
function* checkLock(rulebook, sheet, row) {
  const [rule, kind] = rulebook.tokens ? ["D7", "-tokens"] : ["C6", ""];
  const closing = closingIds(row);
  const crossed = closing.filter((id) => sheet.marks.has(id));
  const {id: lock, needs} = row.lock;
  const others = row.cells.slice(0, -closing.length).map(({id}) => id);
  const has = crossesWorth(rulebook, sheet, others);
  for (const last of has < needs ? crossed : []) {
    yield ofSheet(sheet, `lock-too-few${kind}`, rule, [last], {cell: {cells: [last]}, needs, has});
  }
  if (crossed.length > 1) yield ofSheet(sheet, "closed-twice", "C7", crossed, {cells: {cells: crossed}});
  if (sheet.marks.has(lock) && !crossed.length) {
    const reason = closing.length > 1 ? "lock-without-number-any" : `lock-without-number${kind}`;
    yield ofSheet(sheet, reason, rule, [lock], {cell: {cells: closing}, lock: {cells: [lock]}});
  }
  if (lacksLock(rulebook, sheet, row)) {
    const values = {cell: {cells: crossed.slice(0, 1)}, lock: {cells: [lock]}};
    yield ofSheet(sheet, `lock-missing${kind}`, rule, [lock], values);
  }
}

/** The game ends with so many closed rows, so nobody can have closed more. */
function* tooManyLocks(rulebook, sheet) {
  const locks = rulebook.rows.filter((row) => hasClosed(sheet, row)).map((row) => row.lock.id);
  const most = rulebook.end.closed_rows;
  if (!rulebook.tokens && locks.length > most) {
    yield ofSheet(sheet, "too-many-locks", "C8", locks, {has: locks.length, most});
  }
}

function* bonusWithoutNeighbour(rulebook, sheet) {
  const bonus = new Set(rulebook.rows.filter((row) => row.between).flatMap(rowIds));
  for (const {cell, needs, of} of rulebook.requirements) {
    if (bonus.has(cell) && sheet.marks.has(cell) && countCrosses(sheet, of) < needs) {
      const values = {cell: {cells: [cell]}, neighbours: {cells: of}};
      yield ofSheet(sheet, "bonus-without-neighbour", "B2", [cell, ...of], values);
    }
  }
}

/** A second box comes after its number. */
function* doubleWithoutNumber(rulebook, sheet) {
  for (const [id, number] of doublesOf(rulebook)) {
    if (sheet.marks.has(id) && !sheet.marks.has(number)) {
      const values = {cell: {cells: [id]}, number: {cells: [number]}};
      yield ofSheet(sheet, "double-without-number", "W1", [id, number], values);
    }
  }
}
