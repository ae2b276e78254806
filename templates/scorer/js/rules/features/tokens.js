// Only with tokens.
import {ofGame, ofSheet} from "../findings.js";
import {closingIds, countCrosses, countTokens, missingLocks, rowIds} from "../rulebook.js";

/** Check that a player has not placed too many tokens, and at most one on a last number. */
export function* checkTokens(rulebook, sheet) {
  const tokens = countTokens(sheet);
  const {each} = rulebook.tokens;
  if (tokens > each) yield ofSheet(sheet, "too-many-tokens", "D1", [], {has: tokens, each});
  for (const id of rulebook.rows.flatMap(closingIds)) {
    const has = countCrosses(sheet, [id]);
    if (has > 1) yield ofSheet(sheet, "stack-on-last", "D7", [id], {cell: {cells: [id]}, has});
  }
}

/** Return the names of the players who have no tokens left. As in the score, missing locks are counted. */
export function playersWithoutTokens(rulebook, record) {
  const placed = (sheet) => countTokens(sheet) + missingLocks(rulebook, sheet).length;
  return record.sheets.filter((sheet) => placed(sheet) >= rulebook.tokens.each).map(({name}) => name);
}

/** Check that no more rows are closed than end the game, and that each was closed by one player. */
export function* checkTokenClosing(rulebook, closers) {
  const rows = rulebook.rows.filter((row) => closers.has(row.id));
  const most = rulebook.end.closed_rows;
  if (rows.length > most) {
    const locks = rows.map((row) => row.lock.id);
    yield ofGame("impossible-closing-tokens", "D8", locks, {rows: {rows: [...closers.keys()]}, most});
  }
  for (const row of rows.filter(({id}) => closers.get(id).size > 1)) {
    yield ofGame("impossible-closing-both", "D7", closingIds(row).slice(0, 1), {row: {rows: [row.id]}});
  }
}

/** Check that all tokens on a square belong to the same player. */
export function* checkSharedSquares(rulebook, record) {
  for (const id of rulebook.rows.flatMap(rowIds)) {
    const names = record.sheets.filter((sheet) => sheet.marks.has(id)).map(({name}) => name);
    if (names.length > 1) yield ofGame("square-shared", "D3", [id], {cell: {cells: [id]}, players: {names}});
  }
}
