import {render} from "../messages.js";
import {linkedOrder} from "../rules/features/links.js";
import {toggledWith} from "../rules/forced/forced_crosses.js";
import {canForce, closingIds, crossingOrder, lockClosedBy, partnerOf, rowIds} from "../rules/rulebook.js";
import {sheetRulebook} from "../rules/sheet_rules.js";
import {uniqueNames} from "./players.js";

const EMPTY_SHEET = {
  name: "",
  serial: null,
  marks: new Map(),
  penalties: 0,
  space: 0,
  history: null,
  claimed: new Map(),
  arrangement: null,
  origin: null, // the code of the link that it was opened from
};

/** Return a new game with an empty sheet for each of these names, or else one, or all players of a board. */
export function newGame(rulebook, names = []) {
  const players = rulebook.tokens ? rulebook.players.max : Math.max(1, names.length);
  return {
    id: crypto.getRandomValues(new Uint32Array(2)).join("-"),
    changed: Date.now(),
    finished: null,
    mode: "finished",
    side: Object.keys(rulebook.tracks)[0] ?? null,
    complete: false,
    current: 0,
    origin: null,
    sheets: Array.from({length: players}, (_, seat) => ({...EMPTY_SHEET, name: names[seat] ?? ""})),
  };
}

/** Return a new game with the sheets of a record. A complete game is finished. */
export function gameOf(rulebook, record, names = record.sheets.map((sheet) => sheet.name)) {
  const {side, complete} = record;
  const sheets = record.sheets.map((sheet, seat) => ({...EMPTY_SHEET, ...sheet, name: names[seat]}));
  const mode = sheets.some((sheet) => sheet.history) ? "playing" : "finished";
  return withMode(rulebook, {...newGame(rulebook), side, complete, finished: complete ? Date.now() : null, sheets}, mode);
}

/** Return the game as a finished one. All sheets of several players together are a complete game. */
export function finishedGame(game) {
  return {...game, complete: game.sheets.length > 1, finished: Date.now()};
}

/** Return the game as one that goes on. */
export function reopenedGame(game) {
  return {...game, complete: false, finished: null};
}

/** Return the game in which the first players have these names; those who have no sheet yet get one. */
export function withNames(game, names) {
  const history = game.mode === "playing" ? [] : null;
  const sheets = names.map((name, seat) => ({...EMPTY_SHEET, history, ...game.sheets[seat], name}));
  return {...game, sheets: [...sheets, ...game.sheets.slice(names.length)]};
}

/** Return the record of a game, in which every player has a unique name. */
export function recordOf(game, words) {
  const names = playerNames(game, words);
  return {
    side: game.side,
    complete: game.complete,
    sheets: game.sheets.map((sheet, seat) => ({...sheet, name: names[seat]})),
  };
}

/** Return unique names of the players. A player without a name is named by the seat. */
export function playerNames(game, words) {
  return uniqueNames(game.sheets.map(({name}, seat) => name || seatName(words, seat)));
}

function seatName(words, seat) {
  return words.seats[seat] ?? render(words.texts.player, {number: seat + 1});
}

/** Return whether nothing has been entered on this sheet, not even a name. */
export function isBlank(sheet) {
  return !sheet.name && isFree(sheet);
}

/** Return whether a sheet, perhaps with a name, can become any printed sheet. */
export function isFree(sheet) {
  return sheet.serial === null && !hasMarks(sheet);
}

/** Return whether anything is crossed or written on this sheet. */
export function hasMarks({marks, penalties, space, claimed}) {
  return Boolean(marks.size || penalties || space || claimed.size);
}

/** Return whether nothing has been entered in this game. */
export function isUntouched(game) {
  return game.sheets.every(isBlank);
}

/** Return the game with changed entries of one sheet, by default of the current one. */
export function withSheet(game, change, seat = game.current) {
  return {...game, sheets: game.sheets.with(seat, {...game.sheets[seat], ...change(game.sheets[seat])})};
}

/**
 * Return the game with a cell crossed, or with its cross removed, on one sheet, by default on the current one.
 *
 * Other cells change with it. But what is removed from a finished sheet is just this cross: on paper, anything can be
 * missing.
 */
export function toggleCross(rulebook, game, id, seat = game.current) {
  const change = (sheet) => {
    const own = sheetRulebook(rulebook, sheet);
    const crossed = sheet.marks.has(id);
    const {chosen, along} = crossed && !sheet.history ? {chosen: [id], along: []} : crossedTogether(own, game, id, seat);
    const ids = [...chosen, ...along];
    const history = crossed ? sheet.history?.filter((other) => !ids.includes(other)) : sheet.history?.concat(chosen);
    return {marks: withCount(own, sheet.marks, ids, crossed ? 0 : 1), history: history ?? null};
  };
  return withSheet(game, change, seat);
}

/**
 * Return what is crossed, or taken back, together with a cell: `chosen` with all that was forced, and cells `along`.
 *
 * Along with it go a linked cell and, while playing, the locks of rows that are closed.
 */
export function crossedTogether(rulebook, {sheets}, id, seat) {
  const isPlaying = sheets[seat].history !== null;
  const chosen = isPlaying && canForce(rulebook) ? toggledWith(rulebook, sheets, seat, id) : [id];
  const locks = isPlaying ? chosen.map((each) => lockClosedBy(rulebook, each)) : [];
  return {chosen, along: [partnerOf(rulebook, id), ...locks].filter(Boolean)};
}

/** Return the game with more or fewer tokens of the current player on a square. */
export function addToken(rulebook, game, id, by) {
  return withSheet(game, (sheet) => ({
    marks: withCount(rulebook, sheet.marks, [id], Math.max(0, (sheet.marks.get(id) ?? 0) + by)),
  }));
}

/** Return the game in another mode. While playing, every sheet has a history, by default in the order of the rows. */
export function withMode(rulebook, game, mode) {
  const history = (sheet) => sheet.history ?? orderOfRows(sheetRulebook(rulebook, sheet), sheet.marks);
  const sheets = game.sheets.map((sheet) => ({...sheet, history: mode === "playing" ? history(sheet) : null}));
  return {...game, mode, sheets};
}

/** Return the crosses row by row, bonus rows last; if they end the game, those that close one row after all others. */
function orderOfRows(rulebook, marks) {
  const rows = [...rulebook.rows].sort((one, other) => (one.between !== null) - (other.between !== null));
  const isCrossed = (id) => marks.has(id);
  const order = rulebook.links ? linkedOrder(rulebook, rows, marks) : rows.flatMap(crossingOrder).filter(isCrossed);
  const closed = rows.filter((row) => closingIds(row).some(isCrossed));
  if (closed.length < rulebook.end.closed_rows) return order;
  const last = closed.findLast((row) => !isClosingRequired(rulebook, row, marks)) ?? closed.at(-1);
  const ending = [...closingIds(last), last.lock.id];
  return [...order.filter((id) => !ending.includes(id)), ...ending.filter(isCrossed)];
}

/** Return whether a crossed bonus field has no other crossed neighbour than the number that closes the row. */
function isClosingRequired(rulebook, row, marks) {
  const closing = closingIds(row);
  const fields = rulebook.rows.filter(({between}) => between).flatMap(rowIds);
  return rulebook.requirements.some(
    ({cell, of}) =>
      fields.includes(cell) &&
      marks.has(cell) &&
      of.some((id) => closing.includes(id)) &&
      !of.some((id) => marks.has(id) && !closing.includes(id)),
  );
}

/** Return the game with one more sheet, which becomes the current one. The game is no longer finished. */
export function addPlayer(game, sheet = {}) {
  const history = game.mode === "playing" ? [] : null;
  const sheets = [...game.sheets, {...EMPTY_SHEET, history, ...sheet}];
  return {...reopenedGame(game), sheets, current: game.sheets.length};
}

/** Return the game without one of its players. */
export function removePlayer(game, seat) {
  const sheets = game.sheets.toSpliced(seat, 1);
  const current = Math.min(game.current > seat ? game.current - 1 : game.current, sheets.length - 1);
  return {...game, complete: game.complete && sheets.length > 1, sheets, current};
}

/** Return the game in which a player has changed seats with the next one. */
export function swapPlayers(game, seat) {
  const sheets = game.sheets.with(seat, game.sheets[seat + 1]).with(seat + 1, game.sheets[seat]);
  const current = {[seat]: seat + 1, [seat + 1]: seat}[game.current] ?? game.current;
  return {...game, sheets, current};
}

/** Return marks with other counts of some cells, in the order of the rulebook. */
export function withCount(rulebook, marks, ids, count) {
  const counts = new Map([...marks, ...ids.map((id) => [id, count])]);
  return new Map(
    rulebook.rows
      .flatMap(rowIds)
      .filter((other) => counts.get(other))
      .map((other) => [other, counts.get(other)]),
  );
}
