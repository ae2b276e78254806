import {linkedOrder} from "./links.js";
import {render} from "./messages.js";
import {rulesOf} from "./own_rules.js";
import {partnerOf, rowIds} from "./rows.js";

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

/** A game that nobody has touched. Those who share a board are there from the beginning. */
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

/** A game with the sheets of a record, such as a file or a link holds. */
export function gameOf(rulebook, record, names = record.sheets.map((sheet) => sheet.name)) {
  const {side, complete} = record;
  const sheets = record.sheets.map((sheet, seat) => ({...EMPTY_SHEET, ...sheet, name: names[seat]}));
  const mode = sheets.some((sheet) => sheet.history) ? "playing" : "finished";
  return withMode(rulebook, {...newGame(rulebook), side, complete, sheets}, mode);
}

/** The game as the audit takes it, everybody with a name of his own. */
export function recordOf(game, words) {
  const names = playerNames(game, words);
  return {
    side: game.side,
    complete: game.complete,
    sheets: game.sheets.map((sheet, seat) => ({...sheet, name: names[seat]})),
  };
}

/** What the players are called: who has no name is called by his seat, and doubles are told apart. */
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

/** What a player without a name is called. */
function seatName(words, seat) {
  return words.seats[seat] ?? render(words.texts.player, {number: seat + 1});
}

/** Has nothing been entered on this sheet? */
export function isBlank(sheet) {
  const {name, serial, marks, penalties, space, claimed, arrangement} = sheet;
  return !(name || serial !== null || marks.size || penalties || space || claimed.size || arrangement);
}

/** Has nothing been entered at all? */
export function isUntouched(game) {
  return game.sheets.every(isBlank);
}

/** The game with something changed on a player's sheet, by default the current one's. */
export function onSheet(game, change, seat = game.current) {
  return {...game, sheets: game.sheets.with(seat, {...game.sheets[seat], ...change(game.sheets[seat])})};
}

/**
 * Cross a cell or take its cross back. As we play, the crosses make up the history.
 *
 * A linked cell comes along. Of a finished sheet only the tapped one is taken back: on paper a link may be broken.
 */
export function toggleCross(rulebook, game, id) {
  return onSheet(game, (sheet) => {
    const own = rulesOf(rulebook, sheet);
    const crossed = sheet.marks.has(id);
    const partner = crossed && !sheet.history ? undefined : partnerOf(own, id);
    const ids = partner ? [id, partner] : [id];
    const history = crossed ? sheet.history?.filter((other) => !ids.includes(other)) : sheet.history?.concat(id);
    return {marks: withCount(own, sheet.marks, ids, crossed ? 0 : 1), history: history ?? null};
  });
}

/** Put a token of the current player on a square, or take one from it. */
export function addToken(rulebook, game, id, by) {
  return onSheet(game, (sheet) => ({
    marks: withCount(rulebook, sheet.marks, [id], Math.max(0, (sheet.marks.get(id) ?? 0) + by)),
  }));
}

/** Two ways to enter. As we play, every sheet has a history; what has none was crossed in the order of the rows. */
export function withMode(rulebook, game, mode) {
  const history = (sheet) => sheet.history ?? orderOfRows(rulesOf(rulebook, sheet), sheet.marks);
  const sheets = game.sheets.map((sheet) => ({...sheet, history: mode === "playing" ? history(sheet) : null}));
  return {...game, mode, sheets};
}

/** The crosses row by row, bonus rows last. */
function orderOfRows(rulebook, marks) {
  const rows = [...rulebook.rows].sort((one, other) => (one.between !== null) - (other.between !== null));
  return rulebook.links ? linkedOrder(rulebook, rows, marks) : rows.flatMap(rowIds).filter((id) => marks.has(id));
}

/** One more sheet at the end, which becomes the current one. So these were not all the players. */
export function addPlayer(game, sheet = {}) {
  const history = game.mode === "playing" ? [] : null;
  const sheets = [...game.sheets, {...EMPTY_SHEET, history, ...sheet}];
  return {...game, complete: false, sheets, current: game.sheets.length};
}

/** The game without a player. */
export function removePlayer(game, seat) {
  const sheets = game.sheets.toSpliced(seat, 1);
  const current = Math.min(game.current > seat ? game.current - 1 : game.current, sheets.length - 1);
  return {...game, sheets, current};
}

/** Let a player change places with the next one. */
export function swapPlayers(game, seat) {
  const sheets = game.sheets.with(seat, game.sheets[seat + 1]).with(seat + 1, game.sheets[seat]);
  const current = {[seat]: seat + 1, [seat + 1]: seat}[game.current] ?? game.current;
  return {...game, sheets, current};
}

/** Counts stand in the order of the rulebook, whatever order they were made in. */
export function withCount(rulebook, marks, ids, count) {
  const counts = new Map([...marks, ...ids.map((id) => [id, count])]);
  return new Map(
    rulebook.rows
      .flatMap(rowIds)
      .filter((other) => counts.get(other))
      .map((other) => [other, counts.get(other)]),
  );
}
