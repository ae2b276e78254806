// Only with tokens.
import {ofGame, ofSheet} from "../findings.js";
import {closingIds, countCrosses, hasClosed, missingLocks, placedTokens, rowIds, sumOf} from "../rulebook.js";

/** Check that a player has not placed too many tokens, and at most one on a last number. */
export function* checkTokens(rulebook, sheet) {
  const has = placedTokens(rulebook, sheet);
  const {each} = rulebook.tokens;
  if (has > each) yield ofSheet(sheet, "too-many-tokens", "D1", [], {has, each});
  for (const id of rulebook.rows.flatMap(closingIds)) {
    const height = countCrosses(sheet, [id]);
    if (height > 1) yield ofSheet(sheet, "stack-on-last", "D7", [id], {cell: {cells: [id]}, has: height});
  }
}

/** Return the players who have no tokens left. */
export function sheetsWithoutTokens(rulebook, record) {
  return record.sheets.filter((sheet) => placedTokens(rulebook, sheet) >= rulebook.tokens.each);
}

/** Check what all tokens together prove. `closers` has for each closed row the players who closed it. */
export function* checkTokenGame(rulebook, record, closers) {
  yield* checkTokenClosing(rulebook, closers);
  yield* checkTokensEndedOnce(rulebook, record, closers);
  yield* checkSharedSquares(rulebook, record);
  yield* checkTokenTurns(record);
}

/** Check that no more rows are closed than end the game, and that each was closed by one player. */
function* checkTokenClosing(rulebook, closers) {
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
function* checkSharedSquares(rulebook, record) {
  for (const id of rulebook.rows.flatMap(rowIds)) {
    const names = record.sheets.filter((sheet) => sheet.marks.has(id)).map(({name}) => name);
    if (names.length > 1) yield ofGame("square-shared", "D3", [id], {cell: {cells: [id]}, players: {names}});
  }
}

/** Check for two things that end the game at once and cannot have happened in one action. */
function* checkTokensEndedOnce(rulebook, record, closers) {
  const {boxes} = rulebook.penalties;
  const isClosed = closers.size >= rulebook.end.closed_rows;
  const isFull = sumOf(record.sheets.map(({penalties}) => penalties)) >= boxes;
  const rows = {rows: [...closers.keys()]};
  const outOfTokens = sheetsWithoutTokens(rulebook, record);
  if (isFull && isClosed) yield ofGame("ended-twice-penalties", "D8", [], {boxes, rows});
  if (outOfTokens.length > 1) {
    yield ofGame("ended-twice-tokens", "D8", [], {players: {names: outOfTokens.map(({name}) => name)}});
  }
  for (const sheet of outOfTokens) {
    const player = sheet.name;
    const hasClosedOne = [...closers.values()].some((sums) => sums.has(player));
    if (isClosed && !hasClosedOne) yield ofGame("ended-twice-tokens-rows", "D8", [], {player, rows});
    const withoutLock = rulebook.rows.filter((row) => hasClosed(sheet, row) && !sheet.marks.has(row.lock.id));
    const hasLastOnNumber = withoutLock.length > missingLocks(rulebook, sheet).length;
    if (isFull && (!sheet.penalties || hasLastOnNumber)) {
      yield ofGame("ended-twice-tokens-penalties", "D8", [], {player, boxes});
    }
  }
}

/** Check that players with an empty board have enough penalties. A square once taken stays taken. */
function* checkTokenTurns(record) {
  const idle = record.sheets.filter(({marks}) => !marks.size);
  const others = record.sheets.filter(({marks}) => marks.size);
  if (!others.length) {
    const fewest = idle.reduce((one, other) => (other.penalties < one.penalties ? other : one));
    const most = idle.reduce((one, other) => (other.penalties > one.penalties ? other : one));
    if (most.penalties - fewest.penalties > 1) {
      const values = {most: most.name, many: most.penalties, fewest: fewest.name, few: fewest.penalties};
      yield ofGame("impossible-turns-empty", "D6", [], values);
    }
  } else if (others.length === 1 && others[0].marks.size === 1) {
    // The owner places one token a turn on the same square, and everybody else has a turn in between.
    const [[id, height]] = others[0].marks;
    for (const {name, penalties} of idle.filter((sheet) => sheet.penalties < height - 1)) {
      const values = {player: name, has: penalties, least: height - 1, owner: others[0].name, height};
      yield ofGame("impossible-turns-stack", "D6", [id], {...values, cell: {cells: [id]}});
    }
  }
}
