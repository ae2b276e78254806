import {checkBar} from "./features/bar.js";
import {checkBonus} from "./features/bonus.js";
import {checkDoubles} from "./features/doubles.js";
import {checkLinks} from "./features/links.js";
import {checkRewards} from "./features/rewards.js";
import {checkSwaps} from "./features/swap.js";
import {checkTokens} from "./features/tokens.js";
import {checkPiece} from "./features/track.js";
import {checkTrios} from "./features/trio.js";
import {ofSheet} from "./findings.js";
import {closesSeveral} from "./forced/closing_several.js";
import {checkOrder} from "./history.js";
import {closingIds, crossesWorth, hasClosed, hasSwaps, missingLocks} from "./rulebook.js";

/** Yield a finding for every broken rule that a single sheet shows. */
export function* checkSheet(rulebook, record, sheet) {
  for (const row of rulebook.rows.filter(({lock}) => lock)) yield* checkLock(rulebook, sheet, row);
  yield* checkLockCount(rulebook, sheet);
  if (rulebook.rows.some(({between}) => between)) yield* checkBonus(rulebook, sheet);
  yield* checkDoubles(rulebook, sheet);
  if (rulebook.links) yield* checkLinks(rulebook, sheet);
  if (hasSwaps(rulebook)) yield* checkSwaps(rulebook, sheet);
  if (rulebook.trio) yield* checkTrios(rulebook, sheet);
  if (rulebook.bar) yield* checkBar(rulebook, record, sheet);
  if (rulebook.rewards) yield* checkRewards(rulebook, record, sheet);
  if (rulebook.tokens) yield* checkTokens(rulebook, sheet);
  if (record.side && sheet.space) yield* checkPiece(rulebook, record, sheet);
  if (!record.complete) yield* checkOwnEnd(rulebook, sheet);
  if (sheet.history) yield* checkOrder(rulebook, sheet);
}

/** Check that a last number has enough crosses before it, and is crossed together with the lock. */
function* checkLock(rulebook, sheet, row) {
  const [rule, kind] = rulebook.tokens ? ["D7", "-tokens"] : ["C6", ""];
  const closing = closingIds(row);
  const crossed = closing.filter((id) => sheet.marks.has(id));
  const {id: lock, needs} = row.lock;
  const has = crossesWorth(rulebook, sheet, rulebook.requirements.find(({cell}) => cell === closing[0]).of);
  for (const last of has < needs ? crossed : []) {
    yield ofSheet(sheet, `lock-too-few${kind}`, rule, [last], {cell: {cells: [last]}, needs, has});
  }
  if (crossed.length > 1) yield ofSheet(sheet, "closed-twice", "C7", crossed, {cells: {cells: crossed}});
  if (sheet.marks.has(lock) && !crossed.length) {
    const reason = closing.length > 1 ? "lock-without-number-any" : `lock-without-number${kind}`;
    yield ofSheet(sheet, reason, rule, [lock], {cell: {cells: closing}, lock: {cells: [lock]}});
  }
  if (missingLocks(rulebook, sheet).includes(lock)) {
    const values = {cell: {cells: crossed.slice(0, 1)}, lock: {cells: [lock]}};
    yield ofSheet(sheet, `lock-missing${kind}`, rule, [lock], values);
  }
}

/** Check that the player has not closed more rows than end the game. */
function* checkLockCount(rulebook, sheet) {
  const locks = rulebook.rows.filter((row) => hasClosed(sheet, row)).map((row) => row.lock.id);
  const most = rulebook.end.closed_rows;
  if (!rulebook.tokens && locks.length > most && !closesSeveral(rulebook, sheet)) {
    yield ofSheet(sheet, "too-many-locks", "C8", locks, {has: locks.length, most});
  }
}

/** Check that the player has not both closed enough rows and taken all penalties: either ends the game at once. */
function* checkOwnEnd(rulebook, sheet) {
  const rows = rulebook.rows.filter((row) => hasClosed(sheet, row)).map(({id}) => id);
  const {boxes} = rulebook.penalties;
  if (!rulebook.tokens && sheet.penalties >= boxes && rows.length >= rulebook.end.closed_rows) {
    yield ofSheet(sheet, "ended-twice-alone", "C8", [], {player: sheet.name, boxes, rows: {rows}});
  }
}
