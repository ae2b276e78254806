import {ofGame} from "./findings.js";
import {isFinal, sharedSpaces} from "./moves.js";
import {rulesOf} from "./own_rules.js";
import {closingIds, doublesOf, hasClosed, sumOf} from "./rows.js";
import {sharedSquares, someTokensAreOut, tokensOnLast} from "./tokens.js";
import {checkTurns} from "./turns.js";

/** Every broken rule that shows only when all sheets are there. */
export function* checkGame(rulebook, record) {
  const closers = findClosers(rulebook, record);
  const enoughClosed = closers.size >= rulebook.end.closed_rows;
  if (!enoughClosed && !endedOtherwise(rulebook, record)) yield gameNotOver(rulebook, record, closers);
  yield* tooManyPenalties(rulebook, record);
  yield* rulebook.tokens ? tokensOnLast(rulebook, closers) : impossibleClosing(rulebook, closers);
  if (enoughClosed) yield* endedTwice(rulebook, record, closers);
  yield* rulebook.tokens ? sharedSquares(rulebook, record) : checkTurns(rulebook, record, enoughClosed);
  if (rulebook.track) yield* sharedSpaces(record);
}

/** For each closed row the players who closed it, and the white sums with which each can have done so. */
function findClosers(rulebook, record) {
  const closers = rulebook.rows.map(({id}, at) => {
    const sums = record.sheets.flatMap((sheet) => {
      const own = rulesOf(rulebook, sheet);
      return hasClosed(sheet, own.rows[at]) ? [[sheet.name, closingSums(own, sheet, own.rows[at])]] : [];
    });
    return [id, new Map(sums)];
  });
  return new Map(closers.filter(([, sums]) => sums.size));
}

/** The white sums with which the row can have been closed on this sheet. */
function closingSums(rulebook, sheet, row) {
  const closing = row.cells.slice(-closingIds(row).length);
  const crossed = closing.filter(({id}) => sheet.marks.has(id));
  const candidates = crossed.length ? crossed : closing;
  const numbers = candidates.map(({number}) => number);
  const swapped = rulebook.rows
    .flatMap(({cells, swaps}) => (swaps ?? []).filter((_, place) => sheet.marks.has(cells[place].id)))
    .filter((pair) => pair.some((number) => numbers.includes(number)));
  const lucky = rulebook.lucky && isNext(rulebook, sheet, row, candidates) ? rulebook.lucky : [];
  return new Set([...numbers, ...swapped.flat(), ...lucky]);
}

/** A lucky number leads to the next number only, so the one before it is crossed, if there is one. */
function isNext(rulebook, sheet, row, candidates) {
  const ids = closingIds(row);
  const doubles = doublesOf(rulebook);
  const before = row.cells.filter(({id}) => !doubles.has(id)).at(-ids.length - 1);
  return candidates[0].id === ids[0] && (!before || sheet.marks.has(before.id));
}

function allPenalties(record) {
  return sumOf(record.sheets.map((sheet) => sheet.penalties));
}

function withAllPenalties(rulebook, record) {
  return record.sheets.filter(({penalties}) => penalties >= rulebook.penalties.boxes).map(({name}) => name);
}

/** Does an end condition hold, closed rows aside? */
function endedOtherwise(rulebook, record) {
  const {boxes} = rulebook.penalties;
  if (rulebook.tokens) return allPenalties(record) >= boxes || someTokensAreOut(rulebook, record);
  const isInFinal = ({space}) => record.side && isFinal(rulebook, record.side, space);
  return record.sheets.some((sheet) => isInFinal(sheet) || sheet.penalties >= boxes);
}

function gameNotOver(rulebook, record, closers) {
  const counts = {boxes: rulebook.penalties.boxes, closed: closers.size, needed: rulebook.end.closed_rows};
  if (rulebook.tokens) return ofGame("game-not-over-tokens", "D8", [], {...counts, penalties: allPenalties(record)});
  if (record.side) return ofGame("game-not-over-track", "O6", [], {...counts, final: rulebook.track.final});
  return ofGame("game-not-over", "C8", [], counts);
}

/** The last penalty ends the game, so it is crossed only once. */
function* tooManyPenalties(rulebook, record) {
  const {boxes} = rulebook.penalties;
  const has = allPenalties(record);
  const names = withAllPenalties(rulebook, record);
  if (rulebook.tokens && has > boxes) yield ofGame("too-many-penalties-tokens", "D8", [], {has, boxes});
  if (!rulebook.tokens && names.length > 1) yield ofGame("too-many-penalties", "C8", [], {players: {names}, boxes});
}

/** The closed rows cannot have closed in any order. */
function* impossibleClosing(rulebook, closers) {
  const rows = [...closers.keys()];
  const most = rulebook.end.closed_rows;
  for (const row of rows.filter((id) => !haveSameSum([id], closers))) {
    const values = {row: {rows: [row]}, players: {names: [...closers.get(row).keys()]}};
    yield ofGame("impossible-closing-apart", "C7", [], values);
  }
  if (!closedTogether(rows, closers).some((together) => rows.length - together.length < most)) {
    const locks = rulebook.rows.filter(({id}) => closers.has(id)).map(({lock}) => lock.id);
    yield ofGame("impossible-closing", "C8", locks, {rows: {rows}, most});
  }
}

/** Sets of rows that one white sum can have closed, each row by other players. */
function closedTogether(rows, closers) {
  const sets = rows.reduce((smaller, row) => [...smaller, ...smaller.map((set) => [...set, row])], [[]]);
  return sets.filter((together) => {
    const names = together.flatMap((row) => [...closers.get(row).keys()]);
    return names.length === new Set(names).size && haveSameSum(together, closers);
  });
}

/** Can all who closed these rows have used the same white sum? Alone, anybody can have used a coloured die. */
function haveSameSum(rows, closers) {
  const all = rows.flatMap((row) => [...closers.get(row).values()]);
  return all.length < 2 || [...all[0]].some((sum) => all.every((sums) => sums.has(sum)));
}

/** Enough rows are closed, and yet somebody has all penalties: each ends the game at once. */
function* endedTwice(rulebook, record, closers) {
  const names = withAllPenalties(rulebook, record);
  const rule = rulebook.tokens ? "D8" : "C8";
  if (names.length) yield ofGame("ended-twice", rule, [], {players: {names}, rows: {rows: [...closers.keys()]}});
}
