import {render} from "../messages.js";
import {linkedOrder} from "../rules/features/links.js";
import {crossingOrder, partnerOf, rowIds} from "../rules/rulebook.js";
import {sheetRulebook} from "../rules/sheet_rules.js";

const EMPTY_SHEET = {
  name: "",
  serial: null,
  marks: new Map(),
  penalties: 0,
  space: 0,
  history: null,
  claimed: new Map(),
  arrangement: null,
};

/** Return a new game with one empty sheet, or with all players of a board. */
export function newGame(rulebook) {
  const players = rulebook.tokens ? rulebook.players.max : 1;
  return {
    id: crypto.getRandomValues(new Uint32Array(2)).join("-"),
    changed: Date.now(),
    mode: "finished",
    side: Object.keys(rulebook.tracks)[0] ?? null,
    complete: false,
    current: 0,
    sheets: Array(players).fill(EMPTY_SHEET),
  };
}

/** Return a new game with the sheets of a record. */
export function gameOf(rulebook, record, names = record.sheets.map((sheet) => sheet.name)) {
  const {side, complete} = record;
  const sheets = record.sheets.map((sheet, seat) => ({...EMPTY_SHEET, ...sheet, name: names[seat]}));
  const mode = sheets.some((sheet) => sheet.history) ? "playing" : "finished";
  return withMode(rulebook, {...newGame(rulebook), side, complete, sheets}, mode);
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
  const names = [];
  for (const [seat, {name}] of game.sheets.entries()) {
    const wanted = name || seatName(words, seat);
    let own = wanted;
    for (let count = 2; names.includes(own); count++) own = `${[...wanted].slice(0, 36).join("")} ${count}`;
    names.push(own);
  }
  return names;
}

function seatName(words, seat) {
  return words.seats[seat] ?? render(words.texts.player, {number: seat + 1});
}

/** Return whether nothing has been entered on this sheet. */
export function isBlank(sheet) {
  const {name, serial, marks, penalties, space, claimed, arrangement} = sheet;
  return !(name || serial !== null || marks.size || penalties || space || claimed.size || arrangement);
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
 * Return the game with a cell crossed, or with its cross removed, on the current sheet.
 *
 * A linked cell changes too, except when a cross is removed from a finished sheet: on paper, a link may be broken.
 */
export function toggleCross(rulebook, game, id) {
  return withSheet(game, (sheet) => {
    const own = sheetRulebook(rulebook, sheet);
    const crossed = sheet.marks.has(id);
    const partner = crossed && !sheet.history ? undefined : partnerOf(own, id);
    const ids = partner ? [id, partner] : [id];
    const history = crossed ? sheet.history?.filter((other) => !ids.includes(other)) : sheet.history?.concat(id);
    return {marks: withCount(own, sheet.marks, ids, crossed ? 0 : 1), history: history ?? null};
  });
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

/** Return the crosses row by row, bonus rows last. */
function orderOfRows(rulebook, marks) {
  const rows = [...rulebook.rows].sort((one, other) => (one.between !== null) - (other.between !== null));
  return rulebook.links ? linkedOrder(rulebook, rows, marks) : rows.flatMap(crossingOrder).filter((id) => marks.has(id));
}

/** Return the game with one more sheet, which becomes the current one. The game is no longer complete. */
export function addPlayer(game, sheet = {}) {
  const history = game.mode === "playing" ? [] : null;
  const sheets = [...game.sheets, {...EMPTY_SHEET, history, ...sheet}];
  return {...game, complete: false, sheets, current: game.sheets.length};
}

/** Return the game without one of its players. */
export function removePlayer(game, seat) {
  const sheets = game.sheets.toSpliced(seat, 1);
  const current = Math.min(game.current > seat ? game.current - 1 : game.current, sheets.length - 1);
  return {...game, sheets, current};
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
