import {MAX_SHEET_CODE, readArrangement, SHEET_DIGITS} from "../rules/arrangement.js";
import {CHECK_PRIME, MixedRadixReader} from "../rules/mixed_radix.js";
import {figures, rowIds} from "../rules/rulebook.js";
import {sheetCompanion, sheetRulebook} from "../rules/sheet_rules.js";

const LINK_DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
// The first value of a code. With companions, the first value of each sheet is its layout.
const WITH_COMPANIONS = 0;
const WITHOUT_COMPANIONS = 1;
const NAME_BYTES = 161; // base of the length of a name in bytes
const HISTORY_LENGTHS = 256; // base of the length of a history
const CLAIMS = 2000001; // base of a claimed sum, which may be negative
const MAX_CODE_LENGTH = 8000; // characters

/**
 * Return the code of a record for a link's fragment; null if a value is too large.
 *
 * It is the fingerprint of the rules and a mixed-radix number in base 64, with one digit for each value.
 */
export function encodeRecord(rulebook, rulesFingerprint, record) {
  const digits = [];
  const put = (value, base) => digits.push([BigInt(value), BigInt(base)]);
  const hasCompanions = record.sheets.some((sheet) => sheetCompanion(rulebook, sheet));
  const companions = hasCompanions ? Object.keys(rulebook.companions) : [];
  put(hasCompanions ? WITH_COMPANIONS : WITHOUT_COMPANIONS, 2);
  put(record.sheets.length - 1, rulebook.players.max);
  put(record.complete ? 1 : 0, 2);
  const sides = Object.keys(rulebook.tracks);
  if (sides.length) put(sides.indexOf(record.side), sides.length);
  for (const sheet of record.sheets) {
    put(companions.indexOf(sheet.arrangement) + 1, companions.length + 1);
    putSheet(put, rulebook, sheet);
  }
  if (digits.some(([value, base]) => value < 0n || value >= base)) return null;
  const number = digits.reduceRight((sum, [value, base]) => sum * base + value, 0n);
  return rulesFingerprint + writeNumber(number * CHECK_PRIME);
}

/** Return the record of a code, `"damaged"`, or `"other-rules"`. Players without a name have an empty one. */
export function decodeRecord(rulebook, rulesFingerprint, code) {
  if (!code.startsWith(rulesFingerprint)) return "other-rules";
  const number = code.length <= MAX_CODE_LENGTH ? readNumber(code.slice(rulesFingerprint.length)) : null;
  if (number === null || number % CHECK_PRIME) return "damaged";
  const reader = new MixedRadixReader(number);
  const {take} = reader;
  const hasCompanions = take(2) === WITH_COMPANIONS;
  if (hasCompanions && !rulebook.companions) return "damaged";
  const companions = hasCompanions ? Object.keys(rulebook.companions) : [];
  const players = 1 + take(rulebook.players.max);
  const complete = take(2) === 1;
  const sides = Object.keys(rulebook.tracks);
  const side = sides.length ? sides[take(sides.length)] : null;
  const sheets = Array.from({length: players}, () => {
    const companion = companions[take(companions.length + 1) - 1] ?? null;
    return takeSheet(take, rulebook, companion);
  });
  return reader.rest || sheets.includes(null) ? "damaged" : {side, complete, sheets};
}

function putSheet(put, rulebook, sheet) {
  const own = sheetCompanion(rulebook, sheet) ?? rulebook;
  const ids = sheetRulebook(rulebook, sheet).rows.flatMap(rowIds);
  const isPlain = !sheet.name && !sheet.history && !sheet.claimed.size;
  put(isPlain ? 0 : 1, 2);
  if (own.shuffle) putSheetCode(put, sheet.arrangement ?? "");
  for (const id of ids) put(sheet.marks.get(id) ?? 0, markCounts(rulebook));
  put(sheet.penalties, rulebook.penalties.boxes + 1);
  if (rulebook.track) put(sheet.space, longestTrack(rulebook) + 1);
  if (isPlain) return;
  const bytes = new TextEncoder().encode(sheet.name);
  put(bytes.length, NAME_BYTES);
  for (const byte of bytes) put(byte, 256);
  put(sheet.history ? 1 : 0, 2);
  if (sheet.history) put(sheet.history.length, HISTORY_LENGTHS);
  for (const id of sheet.history ?? []) put(ids.indexOf(id), ids.length);
  for (const figure of figures(rulebook)) {
    put(sheet.claimed.has(figure) ? 1 : 0, 2);
    if (sheet.claimed.has(figure)) put(sheet.claimed.get(figure) + (CLAIMS - 1) / 2, CLAIMS);
  }
}

/** Return a sheet, whose layout may be a companion; null if the code of its arrangement is damaged. */
function takeSheet(take, rulebook, companion) {
  const isPlain = take(2) === 0;
  const code = (!companion && rulebook.shuffle && takeSheetCode(take)) || null;
  if (code && !readArrangement(rulebook, code)) return null;
  const arrangement = companion ?? code;
  const ids = sheetRulebook(rulebook, {arrangement}).rows.flatMap(rowIds);
  const marks = new Map(ids.map((id) => [id, take(markCounts(rulebook))]).filter(([, count]) => count));
  const penalties = take(rulebook.penalties.boxes + 1);
  const space = rulebook.track ? take(longestTrack(rulebook) + 1) : 0;
  const sheet = {name: "", marks, penalties, space, history: null, claimed: new Map(), arrangement};
  if (isPlain) return sheet;
  const bytes = Array.from({length: take(NAME_BYTES)}, () => take(256));
  const history = take(2) ? Array.from({length: take(HISTORY_LENGTHS)}, () => ids[take(ids.length)]) : null;
  const claimed = new Map();
  for (const figure of figures(rulebook)) if (take(2)) claimed.set(figure, take(CLAIMS) - (CLAIMS - 1) / 2);
  return {...sheet, name: new TextDecoder().decode(new Uint8Array(bytes)).normalize("NFC"), history, claimed};
}

function putSheetCode(put, code) {
  put(code.length, MAX_SHEET_CODE + 1);
  for (const digit of code) put(SHEET_DIGITS.indexOf(digit), SHEET_DIGITS.length);
}

function takeSheetCode(take) {
  return Array.from({length: take(MAX_SHEET_CODE + 1)}, () => SHEET_DIGITS[take(SHEET_DIGITS.length)]).join("");
}

const markCounts = (rulebook) => (rulebook.tokens ? rulebook.tokens.each + 1 : 2);
const longestTrack = (rulebook) => Math.max(...Object.values(rulebook.tracks).map((spaces) => spaces.length));

function writeNumber(number) {
  let text = "";
  for (let left = number; left; left /= 64n) text = LINK_DIGITS[Number(left % 64n)] + text;
  return text;
}

function readNumber(text) {
  const digits = [...text].map((digit) => LINK_DIGITS.indexOf(digit));
  return digits.includes(-1) ? null : digits.reduce((sum, digit) => sum * 64n + BigInt(digit), 0n);
}
