// Only with book.
import {checkedEntry, isLaterEntry} from "../games/entry.js";
import {isLaterVersion} from "../games/format_version.js";
import {isoDate} from "./formats.js";

const BOOK_VERSION = 1;
const MAX_DEPTH = 30; // of nested data in a game, which has less than ten levels
const COLUMNS = ["date", "layout", "player", "points", "rank", "players", "note", "game"];
const FORMULA = /^[=+\-@\t\r]/; // what spreadsheets take for a formula
const NUMBER = /^-?\d+$/;

/** Return the text of a file with all these entries, and how many it cannot hold because they are damaged. */
export function bookText(games) {
  const kept = games.map(jsonText).filter((text) => text !== null);
  return {text: `{"sheetgen_book":${BOOK_VERSION},"games":[${kept}]}`, damaged: games.length - kept.length};
}

/** Return data as JSON; null if that is not possible, for instance because they contain themselves. */
function jsonText(data) {
  try {
    return JSON.stringify(data);
  } catch {
    return null;
  }
}

/**
 * Return what is in the untrusted text of a file: its entries by id, how many others are damaged, and how many are of a
 * later version. If it cannot be read at all, return as `problem` the key of the text that says why.
 */
export function readBook(text) {
  const data = parsedBook(text);
  const version = data?.sheetgen_book;
  if (data === undefined) return {problem: "file_broken"};
  if (isLaterVersion(version, BOOK_VERSION)) return {problem: "file_later"};
  if (version !== BOOK_VERSION || !Array.isArray(data.games)) return {problem: "file_other"};
  const checked = data.games.map((game) => (isShallow(game, MAX_DEPTH) ? checkedEntry(game) : null));
  const later = data.games.filter((game, index) => !checked[index] && isLaterEntry(game)).length;
  const damaged = checked.filter((entry) => !entry).length - later;
  const entries = new Map();
  for (const entry of checked.filter(Boolean)) {
    const merged = mergedEntry(entries.get(entry.id), entry);
    if (merged) entries.set(entry.id, merged);
  }
  return {entries, damaged, later};
}

function parsedBook(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Return whether data is nested no deeper than this. The browser cannot store what is nested too deep. */
function isShallow(data, depth) {
  if (typeof data !== "object" || data === null) return true;
  return depth > 0 && Object.values(data).every((value) => isShallow(value, depth - 1));
}

/**
 * Return what is to be stored when an entry is read from a file and one with its id may be stored already: the one that
 * was changed later, with the note of the other if it has none. Return undefined if nothing changes.
 */
export function mergedEntry(stored, entry) {
  if (!stored) return entry;
  const [winner, other] = entry.changed > stored.changed ? [entry, stored] : [stored, entry];
  const note = winner.note || other.note;
  if (winner === stored && note === stored.note) return undefined;
  return {...winner, note, revision: stored.revision + 1}; // another one, so that windows with this game notice
}

/** Return finished games as CSV (RFC 4180), a line for each player of each game. `namesOf` names those of a result. */
export function csvText(games, namesOf) {
  const lines = games.flatMap(({finished, id, layout, note, result}) =>
    namesOf(result).map((name, seat) => {
      const {total, rank} = result[seat];
      return [isoDate(finished), layout, name, total, rank, result.length, note, id];
    }),
  );
  const text = [COLUMNS, ...lines].map((line) => `${line.map(csvCell).join(",")}\r\n`).join("");
  return `\uFEFF${text}`; // without this mark, spreadsheets take the text for Latin-1
}

function csvCell(value) {
  const text = String(value);
  const harmless = FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
