import {addPlayer, isBlank, isUntouched, newGame} from "./game.js";
import {tidyName} from "./record.js";
import {amend, newTimeline, step} from "./timeline.js";

// The fingerprint's two parts, the serial number, the code of a shuffled sheet, and the player's name.
const PRINTED = /^([0-9A-Z]{4})([0-9A-Z]{2})\.(\d{1,9})(?:\.([^~]*))?(?:~(.*))?$/s;
const SAME_EVENING = 12 * 60 * 60 * 1000; // milliseconds

/**
 * Return the timeline in which a printed sheet, given by its serial number and arrangement, is the current one.
 *
 * A sheet joins a recent game if there is a free seat. A board is shared by all of its players, so it never joins one.
 */
export function withPrintedSheet(rulebook, timeline, printed) {
  const game = timeline.now;
  const isRecent = Date.now() - game.changed < SAME_EVENING;
  const seat = game.sheets.findIndex((sheet) => isPrintedSheet(sheet, printed));
  if (isRecent && seat >= 0) return amend(timeline, {...game, current: seat});
  if (isUntouched(game)) return startedWith(game, printed);
  const free = game.sheets.findIndex(isBlank);
  const isFull = free < 0 && game.sheets.length >= rulebook.players.max;
  if (rulebook.tokens || !isRecent || isFull) return startedWith(newGame(rulebook), printed);
  if (free < 0) return step(timeline, addPlayer(game, printed));
  const sheets = game.sheets.with(free, {...game.sheets[free], ...printed});
  return amend(timeline, {...game, sheets, current: free, changed: Date.now()});
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

/** Return whether a sheet is this printed one. Sheets with the same number may have different arrangements. */
export function isPrintedSheet({serial, arrangement}, printed) {
  return serial === printed.serial && arrangement === printed.arrangement;
}

function startedWith(blank, printed) {
  return newTimeline({...blank, changed: Date.now(), sheets: blank.sheets.map((sheet) => ({...sheet, ...printed}))});
}
