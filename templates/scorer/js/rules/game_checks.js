import {closesSeveral} from "./forced/closing_several.js";
import {luckySums} from "./features/lucky.js";
import {checkFinishers, nobodyFinished, rowsClosedBy} from "./features/own_closing.js";
import {swappedSums} from "./features/swap.js";
import {checkTokenGame} from "./features/tokens.js";
import {checkSharedSpaces} from "./features/track.js";
import {closersOf, countPenalties, endOfGame, finishersOf, playersWithAllPenalties} from "./end_of_game.js";
import {ofGame} from "./findings.js";
import {forcedSums} from "./forced/forced_crosses.js";
import {checkClosingOrder} from "./history.js";
import {canForce, closingIds, hasSwaps} from "./rulebook.js";
import {sheetRulebook} from "./sheet_rules.js";
import {checkTurns} from "./turns.js";

/** Yield a finding for every broken rule that only a comparison of all sheets shows. */
export function* checkGame(rulebook, record) {
  const closers = closingSumsByRow(rulebook, record);
  const finishers = finishersOf(rulebook, closers);
  if (!endOfGame(rulebook, record)) yield gameNotOver(rulebook, record, closers);
  yield* checkPenalties(rulebook, record);
  if (rulebook.tokens) {
    yield* checkTokenGame(rulebook, record, closers);
    return;
  }
  const several = record.sheets.filter((sheet) => closesSeveral(sheetRulebook(rulebook, sheet), sheet));
  if (rulebook.own_closing) {
    yield* checkFinishers(closers, finishers);
  } else {
    yield* checkClosing(rulebook, closers, several.map(({name}) => name));
    yield* checkClosingOrder(rulebook, record);
  }
  if (finishers.length) yield* checkEndedOnce(rulebook, record, closers, finishers);
  yield* checkTurns(rulebook, record, finishers);
  if (rulebook.track) yield* checkSharedSpaces(record);
}

/** Return for each closed row the players who closed it, each with the white sums that can have closed it. */
function closingSumsByRow(rulebook, record) {
  const sheets = new Map(record.sheets.map((sheet) => [sheet.name, sheet]));
  const sumsOf = ([name, row]) => {
    const sheet = sheets.get(name);
    return [name, closingSums(sheetRulebook(rulebook, sheet), sheet, row)];
  };
  return new Map([...closersOf(rulebook, record)].map(([id, players]) => [id, new Map([...players].map(sumsOf))]));
}

/** Return the white sums with which the row can have been closed on this sheet. */
function closingSums(rulebook, sheet, row) {
  const closing = row.cells.slice(-closingIds(row).length);
  const crossed = closing.filter(({id}) => sheet.marks.has(id));
  const candidates = crossed.length ? crossed : closing;
  const numbers = candidates.map(({number}) => number);
  const swapped = hasSwaps(rulebook) ? swappedSums(rulebook, sheet, numbers) : [];
  const lucky = rulebook.lucky ? luckySums(rulebook, sheet, row, candidates) : [];
  const forced = canForce(rulebook) ? forcedSums(rulebook, sheet, row) : [];
  return new Set([...numbers, ...swapped, ...lucky, ...forced]);
}

function gameNotOver(rulebook, record, closers) {
  if (rulebook.own_closing) return nobodyFinished(rulebook);
  const counts = {boxes: rulebook.penalties.boxes, closed: closers.size, needed: rulebook.end.closed_rows};
  if (rulebook.tokens) return ofGame("game-not-over-tokens", "D8", [], {...counts, marked: countPenalties(record)});
  if (record.side) return ofGame("game-not-over-track", "O6", [], {...counts, final: rulebook.track.final});
  return ofGame("game-not-over", "C8", [], counts);
}

/** Check that only one player has the last penalty, which ends the game. */
function* checkPenalties(rulebook, record) {
  const {boxes} = rulebook.penalties;
  const has = countPenalties(record);
  const names = playersWithAllPenalties(rulebook, record);
  if (rulebook.tokens && has > boxes) yield ofGame("too-many-penalties-tokens", "D8", [], {has, boxes});
  if (!rulebook.tokens && names.length > 1) yield ofGame("too-many-penalties", "C8", [], {players: {names}, boxes});
}

/** Check that the rows can have been closed in some order. `several` are players who can close many at once. */
function* checkClosing(rulebook, closers, several) {
  const rows = [...closers.keys()];
  const most = rulebook.end.closed_rows;
  for (const row of rows.filter((id) => !haveSameSum([id], closers))) {
    const values = {row: {rows: [row]}, players: {names: [...closers.get(row).keys()]}};
    yield ofGame("impossible-closing-apart", "C7", [], values);
  }
  if (!closedTogether(rows, closers, several).some((together) => rows.length - together.length < most)) {
    const locks = rulebook.rows.filter(({id}) => closers.has(id)).map(({lock}) => lock.id);
    yield ofGame("impossible-closing", "C8", locks, {rows: {rows}, most});
  }
}

/** Return the sets of rows that different players can have closed with the same white sum. */
function closedTogether(rows, closers, several) {
  const sets = rows.reduce((smaller, row) => [...smaller, ...smaller.map((set) => [...set, row])], [[]]);
  return sets.filter((together) => {
    const names = together.flatMap((row) => [...closers.get(row).keys()]).filter((name) => !several.includes(name));
    return names.length === new Set(names).size && haveSameSum(together, closers);
  });
}

/** Return whether all who closed these rows can have used the same white sum. A single player can use any dice. */
function haveSameSum(rows, closers) {
  const all = rows.flatMap((row) => [...closers.get(row).values()]);
  return all.length < 2 || [...all[0]].some((sum) => all.every((sums) => sums.has(sum)));
}

/** Check that closed rows and penalties did not both end the game. It is an error if one player did both. */
function* checkEndedOnce(rulebook, record, closers, finishers) {
  const names = playersWithAllPenalties(rulebook, record);
  const hasEnded = (name) => [...closers.values()].every((sums) => sums.has(name));
  const own = rulebook.own_closing;
  const alone = names.filter((name) => (own ? finishers.includes(name) : hasEnded(name)));
  const rows = {rows: own ? rowsClosedBy(closers, alone.length ? alone : finishers) : [...closers.keys()]};
  for (const player of alone) {
    yield ofGame("ended-twice-alone", "C8", [], {player, boxes: rulebook.penalties.boxes, rows});
  }
  if (names.length && !alone.length) yield ofGame("ended-twice", "C8", [], {players: {names}, rows});
}
