import {LONGEST_SHEET, readArrangement, SHEET_DIGITS} from "./arrangement.js";
import {CHECK, Choices} from "./choices.js";
import {rulesOf} from "./own_rules.js";
import {figures} from "./record.js";
import {rowIds} from "./rows.js";

const DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
const VERSION = 1;
const VERSIONS = 2;
const NAME_BYTES = 161;
const HISTORY = 256;
const CLAIMS = 2000001;
const LONGEST = 8000;

/**
 * The code of a record for the part of a link after `#`: four characters for the rules, and one large number.
 *
 * The number is made of choices, each with as many values as there are: crossed or not, how many penalties. It is a
 * multiple of a prime, so that a link that was damaged on its way is noticed. Null if something does not fit.
 */
export function encodeRecord(rulebook, rules, record) {
  const choices = [];
  const put = (value, count) => choices.push([BigInt(value), BigInt(count)]);
  put(VERSION, VERSIONS);
  put(record.sheets.length - 1, rulebook.players.max);
  put(record.complete ? 1 : 0, 2);
  const sides = Object.keys(rulebook.tracks);
  if (sides.length) put(sides.indexOf(record.side), sides.length);
  for (const sheet of record.sheets) putSheet(put, rulebook, sheet);
  if (choices.some(([value, count]) => value < 0n || value >= count)) return null;
  const number = choices.reduceRight((whole, [value, count]) => whole * count + value, 0n);
  return rules + writeNumber(number * CHECK);
}

/** The record that a code holds, `"damaged"`, or `"other-rules"`. Who has no name in it has an empty one. */
export function decodeRecord(rulebook, rules, code) {
  if (!code.startsWith(rules)) return "other-rules";
  const number = code.length <= LONGEST ? readNumber(code.slice(rules.length)) : null;
  if (number === null || number % CHECK) return "damaged";
  const choices = new Choices(number);
  const {take} = choices;
  if (take(VERSIONS) !== VERSION) return "damaged";
  const players = 1 + take(rulebook.players.max);
  const complete = take(2) === 1;
  const sides = Object.keys(rulebook.tracks);
  const side = sides.length ? sides[take(sides.length)] : null;
  const sheets = Array.from({length: players}, () => takeSheet(take, rulebook));
  return choices.left || sheets.includes(null) ? "damaged" : {side, complete, sheets};
}

function putSheet(put, rulebook, sheet) {
  const ids = rulesOf(rulebook, sheet).rows.flatMap(rowIds);
  const isPlain = !sheet.name && !sheet.history && !sheet.claimed.size;
  put(isPlain ? 0 : 1, 2);
  if (rulebook.shuffle) putSheetCode(put, sheet.arrangement ?? "");
  for (const id of ids) put(sheet.marks.get(id) ?? 0, mostMarks(rulebook));
  put(sheet.penalties, rulebook.penalties.boxes + 1);
  if (rulebook.track) put(sheet.space, longestTrack(rulebook) + 1);
  if (isPlain) return;
  const bytes = new TextEncoder().encode(sheet.name);
  put(bytes.length, NAME_BYTES);
  for (const byte of bytes) put(byte, 256);
  put(sheet.history ? 1 : 0, 2);
  if (sheet.history) put(sheet.history.length, HISTORY);
  for (const id of sheet.history ?? []) put(ids.indexOf(id), ids.length);
  for (const figure of figures(rulebook)) {
    put(sheet.claimed.has(figure) ? 1 : 0, 2);
    if (sheet.claimed.has(figure)) put(sheet.claimed.get(figure) + (CLAIMS - 1) / 2, CLAIMS);
  }
}

/** A sheet, or null if the code of its arrangement is damaged. */
function takeSheet(take, rulebook) {
  const isPlain = take(2) === 0;
  const arrangement = (rulebook.shuffle && takeSheetCode(take)) || null;
  if (arrangement && !readArrangement(rulebook, arrangement)) return null;
  const ids = rulesOf(rulebook, {arrangement}).rows.flatMap(rowIds);
  const marks = new Map(ids.map((id) => [id, take(mostMarks(rulebook))]).filter(([, count]) => count));
  const penalties = take(rulebook.penalties.boxes + 1);
  const space = rulebook.track ? take(longestTrack(rulebook) + 1) : 0;
  const sheet = {name: "", marks, penalties, space, history: null, claimed: new Map(), arrangement};
  if (isPlain) return sheet;
  const bytes = Array.from({length: take(NAME_BYTES)}, () => take(256));
  const history = take(2) ? Array.from({length: take(HISTORY)}, () => ids[take(ids.length)]) : null;
  const claimed = new Map();
  for (const figure of figures(rulebook)) if (take(2)) claimed.set(figure, take(CLAIMS) - (CLAIMS - 1) / 2);
  return {...sheet, name: new TextDecoder().decode(new Uint8Array(bytes)).normalize("NFC"), history, claimed};
}

function putSheetCode(put, code) {
  put(code.length, LONGEST_SHEET + 1);
  for (const digit of code) put(SHEET_DIGITS.indexOf(digit), SHEET_DIGITS.length);
}

function takeSheetCode(take) {
  return Array.from({length: take(LONGEST_SHEET + 1)}, () => SHEET_DIGITS[take(SHEET_DIGITS.length)]).join("");
}

const mostMarks = (rulebook) => (rulebook.tokens ? rulebook.tokens.each + 1 : 2);
const longestTrack = (rulebook) => Math.max(...Object.values(rulebook.tracks).map((spaces) => spaces.length));

function writeNumber(number) {
  let text = "";
  for (let left = number; left; left /= 64n) text = DIGITS[Number(left % 64n)] + text;
  return text;
}

function readNumber(text) {
  const digits = [...text].map((digit) => DIGITS.indexOf(digit));
  return digits.includes(-1) ? null : digits.reduce((whole, digit) => whole * 64n + BigInt(digit), 0n);
}
