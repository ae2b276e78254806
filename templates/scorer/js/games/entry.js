import {isLaterVersion} from "./format_version.js";

/** The version of entries. Games of version 1 were stored by each page in localStorage; see old_games.js. */
const ENTRY_VERSION = 2;
const MAX_PLAYERS = 20;
const MAX_TEXT = 500; // characters
const MAX_TOTAL = 1_000_000; // points, positive or negative
const MAX_TIME = 8.64e15; // milliseconds, the latest time that a date can have
const ID = /^[\w-]{1,60}$/;

/**
 * Return the entry of a game in the store. All but its `game` can be shown without knowing its layout.
 *
 * `title` has the layout's title by language; `result` has the name ("" if there is none), the points and the rank of
 * each player; `finished` is a time, or null; `game` has what only a page of the layout can read.
 */
export function newEntry(id, values) {
  return {version: ENTRY_VERSION, id, revision: 0, note: "", ...values};
}

/** Return untrusted data as an entry; null if it is none, or one of a later version. */
export function checkedEntry(data) {
  const {version, id, revision, note, layout, title, rules, changed, finished, result, game} = data ?? {};
  const isValid =
    version === ENTRY_VERSION &&
    [id, layout, rules].every((text) => typeof text === "string" && ID.test(text)) &&
    [changed, finished ?? changed].every(isTime) &&
    [title, game].every((value) => typeof value === "object" && value !== null) &&
    [note, ...Object.values(title)].every(isShortText) &&
    Array.isArray(result) &&
    result.length > 0 &&
    result.length <= MAX_PLAYERS &&
    result.every((player) => isPlayer(player ?? {}));
  if (!isValid) return null;
  // Windows only look whether a revision is another one, so any number will do.
  return {...data, revision: Number.isSafeInteger(revision) ? revision : 1, finished: finished ?? null};
}

/** Return whether untrusted data seems to be an entry of a later version. */
export function isLaterEntry(data) {
  return isLaterVersion(data?.version, ENTRY_VERSION);
}

/** Return whether untrusted data is a time in milliseconds. */
export function isTime(time) {
  return Number.isFinite(time) && time > 0 && time <= MAX_TIME;
}

function isPlayer({name, total, rank}) {
  return isShortText(name) && [total, rank].every(Number.isInteger) && Math.abs(total) <= MAX_TOTAL;
}

function isShortText(text) {
  return typeof text === "string" && text.length <= MAX_TEXT;
}
