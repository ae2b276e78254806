import {addPlayer, isBlank, isFree, isUntouched, newGame} from "./game.js";
import {tidyName} from "./record.js";
import {amend, newTimeline, step} from "./timeline.js";

// The fingerprint's two parts, the serial number, the code of a shuffled sheet, and the player's name.
const PRINTED = /^([0-9A-Z]{4})([0-9A-Z]{2})\.(\d{1,9})(?:\.([^~]*))?(?:~(.*))?$/s;
const SAME_EVENING = 12 * 60 * 60 * 1000; // milliseconds

/**
 * Return the timeline in which a printed sheet, given by its serial number and arrangement, is the current one.
 *
 * A sheet joins a running game if there is a seat for it: that of the player with this name, a free one, or a new one. A
 * board is shared by all of its players, so it never joins a game.
 */
export function withPrintedSheet(rulebook, timeline, printed, name = "") {
  const game = timeline.now;
  const seat = game.sheets.findIndex((sheet) => isPrintedSheet(sheet, printed, name));
  if (isRunning(game) && seat >= 0) return amend(timeline, {...game, current: seat});
  if (isUntouched(game)) return startedWith(rulebook, game, printed, name);
  const named = game.sheets.findIndex((sheet) => name && sheet.name === name && isFree(sheet));
  const free = named < 0 ? game.sheets.findIndex(name ? isBlank : isFree) : named;
  const isFull = free < 0 && game.sheets.length >= rulebook.players.max;
  if (rulebook.tokens || !isRunning(game) || isFull) return startedWith(rulebook, newGame(rulebook), printed, name);
  if (free < 0) return step(timeline, addPlayer(game, {...printed, name}));
  const sheets = game.sheets.with(free, takenBy(game.sheets[free], printed, name));
  return amend(timeline, {...game, sheets, current: free, changed: Date.now()});
}

/** Return whether a game or its entry is one that people are still playing or entering. */
export function isRunning({finished, changed}) {
  return !finished && Date.now() - changed < SAME_EVENING;
}

/** Return the parts of a printed link's fragment: rules, geometry, serial, code and name; null if it is another link. */
export function parsePrinted(fragment) {
  const [, rules, geometry, serial, code, name = ""] = PRINTED.exec(fragment) ?? [];
  return rules ? {rules, geometry, serial: Number(serial), code, name: decodedName(name)} : null;
}

/** Return the name in a link; "" if it is damaged. */
function decodedName(name) {
  try {
    return tidyName(decodeURIComponent(name));
  } catch {
    return "";
  }
}

/** Return whether a sheet is this printed one. Sheets with the same number may differ in arrangement or name. */
export function isPrintedSheet(sheet, printed, name = "") {
  const isSameName = !name || !sheet.name || sheet.name === name;
  return isSameName && sheet.serial === printed.serial && sheet.arrangement === printed.arrangement;
}

/** Return a free sheet as a printed one. It keeps its name if it has one. */
export function takenBy(sheet, printed, name) {
  return {...sheet, ...printed, name: sheet.name || name};
}

/** Return the timeline of a blank game that starts with a printed sheet, or with a board for all players. */
function startedWith(rulebook, blank, printed, name) {
  const [first, ...others] = blank.sheets;
  const sheets = rulebook.tokens
    ? blank.sheets.map((sheet) => takenBy(sheet, printed, ""))
    : [takenBy(first, printed, name), ...others];
  return newTimeline({...blank, changed: Date.now(), sheets, current: 0});
}
