import {figures, rowIds} from "../rules/rulebook.js";
import {knownSheetCode, sheetRulebook} from "../rules/sheet_rules.js";

const MAX_PROBLEMS = 100; // further problems are not reported
const MAX_ITEMS = 2000; // in a list
const MAX_POINTS = 1_000_000; // of a claimed sum
const MAX_KEY_LENGTH = 60; // characters of an unknown key that are reported
const RECORD_KEYS = ["version", "variant", "layout", "side", "complete", "players"];
const SHEET_KEYS = ["name", "marks", "locks", "penalties", "space", "sheet", "history", "claimed"];
// Visible characters, spaces, and two invisible joiners that some scripts and emoji need.
const VALID_NAME = /^(?:[^\p{C}\p{Z}]|[ \u200C\u200D]){1,40}$/u;

/** Return the record in untrusted JSON data and its problems; the record is null if there are any. */
export function readRecord(rulebook, data) {
  const problems = [];
  const record = readGame(rulebook, new InputValue(data, "", problems));
  return {record: problems.length ? null : record, problems};
}

/** Return a record as JSON data. `reference` is the entry that names the variant or the layout file. */
export function recordData(rulebook, record, reference) {
  const side = record.side ? {side: record.side} : {};
  const players = record.sheets.map((sheet) => sheetData(rulebook, sheet));
  return {...reference, ...side, complete: record.complete, players};
}

/** Return a typed text as a valid name, or as an empty one if nothing valid is left. */
export function tidyName(text) {
  const visible = text
    .replace(/\p{Z}/gu, " ")
    .replace(/(?![\u200C\u200D])\p{C}/gu, "")
    .normalize("NFC");
  return [...visible.trim()].slice(0, 40).join("").trim();
}

/** A JSON value and its path. Reading a wrong value adds a problem and returns null. */
class InputValue {
  constructor(value, path, problems) {
    this.value = value;
    this.path = path;
    this.problems = problems;
  }

  problem(fault) {
    if (this.problems.length < MAX_PROBLEMS) this.problems.push({path: this.path, fault});
    return null;
  }

  /** Return the known members of an object by their keys. */
  members(known, required = []) {
    const members = new Map();
    if (typeof this.value !== "object" || this.value === null || Array.isArray(this.value)) {
      this.problem("not-an-object");
      return members;
    }
    for (const key of Object.keys(this.value)) {
      if (known.includes(key)) members.set(key, this.member(key));
      else this.member(key).problem("unknown-key");
    }
    for (const key of required) {
      if (!members.has(key)) this.member(key).problem("missing");
    }
    return members;
  }

  /** Return the items of a list, if there are not too many. */
  items() {
    if (Array.isArray(this.value) && this.value.length <= MAX_ITEMS) {
      return this.value.map((_, index) => this.member(index));
    }
    this.problem(Array.isArray(this.value) ? "too-long" : "not-a-list");
    return [];
  }

  integer(least, most) {
    if (!Number.isInteger(this.value)) return this.problem("not-a-number");
    return least <= this.value && this.value <= most ? this.value : this.problem("out-of-range");
  }

  boolean() {
    return typeof this.value === "boolean" ? this.value : this.problem("not-true-or-false");
  }

  oneOf(known) {
    if (typeof this.value !== "string") return this.problem("not-a-text");
    return known.includes(this.value) ? this.value : this.problem("unknown-choice");
  }

  name() {
    if (typeof this.value !== "string") return this.problem("not-a-text");
    const isValid = VALID_NAME.test(this.value) && this.value === this.value.trim();
    return isValid ? this.value : this.problem("bad-name");
  }

  member(key) {
    const step = typeof key === "number" ? `[${key}]` : `.${key.slice(0, MAX_KEY_LENGTH)}`;
    return new InputValue(this.value[key], `${this.path}${step}`.replace(/^\./, ""), this.problems);
  }
}

function readGame(rulebook, input) {
  const members = input.members(RECORD_KEYS, ["players"]);
  members.get("version")?.integer(1, 1);
  const sides = Object.keys(rulebook.tracks);
  const side = members.has("side") ? readSide(sides, members.get("side")) : null;
  const sheets = members.has("players") ? readSheets(rulebook, side, members.get("players")) : [];
  const complete = members.has("complete") ? members.get("complete").boolean() : sheets.length > 1;
  // The side may be left out if there is only one, or if no piece is on the track.
  if (!members.has("side") && sides.length > 1 && sheets.some((sheet) => sheet.space)) input.problem("side-needed");
  return {sheets, side: side ?? sides[0] ?? null, complete};
}

function readSide(sides, input) {
  return sides.length ? input.oneOf(sides) : input.problem("not-in-this-game");
}

function readSheets(rulebook, side, input) {
  const items = input.items();
  if (items.length > rulebook.players.max) {
    input.problem("too-many-players");
    return [];
  }
  if (Array.isArray(input.value) && input.value.length === 0) input.problem("no-players");
  const sheets = items.map((item) => item.members(SHEET_KEYS, ["name"]));
  checkNames(sheets.flatMap((members) => members.get("name") ?? []));
  return sheets.map((members) => readSheet(rulebook, side, members));
}

/** Check that the names are valid, and differ after Unicode normalisation. */
function checkNames(inputs) {
  const seen = new Set();
  for (const input of inputs) {
    const name = input.name()?.normalize("NFC");
    if (seen.has(name)) input.problem("same-name");
    if (name) seen.add(name);
  }
}

function readSheet(rulebook, side, members) {
  const arrangement = readSheetCode(rulebook, members.get("sheet"));
  const own = sheetRulebook(rulebook, {arrangement});
  const crossed = new Map([...readMarks(own, members.get("marks")), ...readLocks(own, members.get("locks"))]);
  const inOrder = own.rows.flatMap(rowIds).filter((id) => crossed.has(id));
  return {
    name: members.get("name")?.value,
    marks: new Map(inOrder.map((id) => [id, crossed.get(id)])),
    penalties: members.get("penalties")?.integer(0, rulebook.penalties.boxes) ?? 0,
    space: readSpace(rulebook, side, members.get("space")),
    history: readHistory(own, members.get("history")),
    claimed: readClaimed(rulebook, members.get("claimed")),
    arrangement,
  };
}

/** Return the code of a sheet that differs from others; null if it does not. */
function readSheetCode(rulebook, input) {
  if (!input) return null;
  if (typeof input.value !== "string") return input.problem("not-a-text");
  if (!rulebook.shuffle && !rulebook.companions) return input.problem("not-in-this-game");
  const code = knownSheetCode(rulebook, input.value);
  return code === undefined ? input.problem("damaged") : code;
}

/** Return the number of marks of each cell; more than one only with tokens. */
function readMarks(rulebook, input) {
  const marks = new Map();
  const rows = new Map(rulebook.rows.map((row) => [row.id, row]));
  for (const [id, list] of input?.members([...rows.keys()]) ?? []) {
    const row = rows.get(id);
    const cells = new Map(row.cells.map((cell) => [markOf(row, cell), cell.id]));
    for (const item of list.items()) {
      const cell = cells.get(item.value) ?? item.problem("unknown-choice");
      if (marks.has(cell) && !rulebook.tokens) item.problem("twice");
      else if (cell) marks.set(cell, (marks.get(cell) ?? 0) + 1);
    }
  }
  return marks;
}

function readLocks(rulebook, input) {
  const locks = new Map(rulebook.rows.filter((row) => row.lock).map((row) => [row.id, row.lock.id]));
  const crossed = new Map();
  for (const item of input?.items() ?? []) {
    const row = item.oneOf([...locks.keys()]);
    if (crossed.has(locks.get(row))) item.problem("twice");
    else if (row) crossed.set(locks.get(row), 1);
  }
  return crossed;
}

/** Return the space of a piece. Without a side, it may be on the longest one. */
function readSpace(rulebook, side, input) {
  if (!input) return 0;
  if (!rulebook.track) return input.problem("not-in-this-game");
  const spaces = side ? [rulebook.tracks[side]] : Object.values(rulebook.tracks);
  return input.integer(0, Math.max(...spaces.map(({length}) => length)));
}

function readHistory(rulebook, input) {
  if (!input) return null;
  if (rulebook.tokens) return input.problem("not-in-this-game");
  const known = rulebook.rows.flatMap(rowIds);
  return input.items().map((item) => item.oneOf(known));
}

function readClaimed(rulebook, input) {
  const members = input?.members(figures(rulebook)) ?? [];
  return new Map([...members].map(([figure, sum]) => [figure, sum.integer(-MAX_POINTS, MAX_POINTS)]));
}

function sheetData(rulebook, sheet) {
  const {name, penalties, space, arrangement, history, claimed} = sheet;
  const marks = (row) => row.cells.flatMap((cell) => Array(sheet.marks.get(cell.id) ?? 0).fill(markOf(row, cell)));
  return {
    name,
    marks: Object.fromEntries(sheetRulebook(rulebook, sheet).rows.map((row) => [row.id, marks(row)])),
    locks: rulebook.rows.filter((row) => row.lock && sheet.marks.has(row.lock.id)).map((row) => row.id),
    penalties,
    ...(rulebook.track && {space}),
    ...(arrangement && {sheet: arrangement}),
    ...(history && {history: [...history]}),
    ...(claimed.size && {claimed: Object.fromEntries(claimed)}),
  };
}

/** Return how `marks` names a cell: 5, "5#2" where the row repeats a number, or "8/5" for a pair. */
function markOf(row, cell) {
  const mark = cell.id.slice(row.id.length + 1);
  return /^\d+$/.test(mark) ? Number(mark) : mark;
}
