import {readArrangement} from "./arrangement.js";
import {rulesOf} from "./own_rules.js";
import {rowIds} from "./rows.js";

const MOST_PROBLEMS = 100;
const MOST_ENTRIES = 2000;
const MOST_POINTS = 1_000_000;
const LONGEST_KEY = 60;
const RECORD_KEYS = ["variant", "layout", "side", "complete", "players"];
const SHEET_KEYS = ["name", "marks", "locks", "penalties", "space", "sheet", "history", "claimed"];
// What can be seen, spaces, and two invisible joiners that some scripts and emoji need.
const FINE_NAME = /^(?:[^\p{C}\p{Z}]|[ \u200C\u200D]){1,40}$/u;

/** The record that plain data from strangers tells, or null and everything that is wrong with it. */
export function readRecord(rulebook, data) {
  const problems = [];
  const record = readGame(rulebook, new Given(data, "", problems));
  return {record: problems.length ? null : record, problems};
}

/** The record as JSON-able data. `game` says which it is: a variant, or a layout file. */
export function recordData(rulebook, record, game) {
  const side = record.side ? {side: record.side} : {};
  const players = record.sheets.map((sheet) => sheetData(rulebook, sheet));
  return {...game, ...side, complete: record.complete, players};
}

/** Every sum that can be written on a sheet. */
export function figures(rulebook) {
  return [...rulebook.scores.map(({id}) => id), "penalties", "extra", "total"];
}

/** What somebody typed, as a name that records take; or nothing. */
export function tidyName(text) {
  const seen = text
    .replace(/\p{Z}/gu, " ")
    .replace(/(?![\u200C\u200D])\p{C}/gu, "")
    .normalize("NFC");
  return [...seen.trim()].slice(0, 40).join("").trim();
}

/** A value and where it stands. Whatever is wrong with it is noted, and reading goes on. */
class Given {
  constructor(value, path, problems) {
    this.value = value;
    this.path = path;
    this.problems = problems;
  }

  /** Note what is wrong, as long as it tells anything new; there is no value then. */
  problem(fault) {
    if (this.problems.length < MOST_PROBLEMS) this.problems.push({path: this.path, fault});
    return null;
  }

  /** The members of an object by their keys. Unknown keys are noted and left out. */
  table(known, required = []) {
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

  /** The entries of a list, if there are not far too many. */
  entries() {
    if (Array.isArray(this.value) && this.value.length <= MOST_ENTRIES) {
      return this.value.map((_, index) => this.member(index));
    }
    this.problem(Array.isArray(this.value) ? "too-long" : "not-a-list");
    return [];
  }

  whole(least, most) {
    if (!Number.isInteger(this.value)) return this.problem("not-a-number");
    return least <= this.value && this.value <= most ? this.value : this.problem("out-of-range");
  }

  flag() {
    return typeof this.value === "boolean" ? this.value : this.problem("not-true-or-false");
  }

  choice(known) {
    if (typeof this.value !== "string") return this.problem("not-a-text");
    return known.includes(this.value) ? this.value : this.problem("unknown-choice");
  }

  name() {
    if (typeof this.value !== "string") return this.problem("not-a-text");
    const isFine = FINE_NAME.test(this.value) && this.value === this.value.trim();
    return isFine ? this.value : this.problem("bad-name");
  }

  member(key) {
    const step = typeof key === "number" ? `[${key}]` : `.${key.slice(0, LONGEST_KEY)}`;
    return new Given(this.value[key], `${this.path}${step}`.replace(/^\./, ""), this.problems);
  }
}

function readGame(rulebook, given) {
  const table = given.table(RECORD_KEYS, ["players"]);
  const sides = Object.keys(rulebook.tracks);
  const side = table.has("side") ? readSide(sides, table.get("side")) : null;
  const sheets = table.has("players") ? readSheets(rulebook, side, table.get("players")) : [];
  const complete = table.has("complete") ? table.get("complete").flag() : sheets.length > 1;
  // The side may be left out where there is one, or it makes no difference.
  if (!table.has("side") && sides.length > 1 && sheets.some((sheet) => sheet.space)) given.problem("side-needed");
  return {sheets, side: side ?? sides[0] ?? null, complete};
}

function readSide(sides, given) {
  return sides.length ? given.choice(sides) : given.problem("not-in-this-game");
}

function readSheets(rulebook, side, given) {
  const entries = given.entries();
  if (entries.length > rulebook.players.max) {
    given.problem("too-many-players");
    return [];
  }
  if (Array.isArray(given.value) && given.value.length === 0) given.problem("no-players");
  const tables = entries.map((entry) => entry.table(SHEET_KEYS, ["name"]));
  checkNames(tables.flatMap((table) => table.get("name") ?? []));
  return tables.map((table) => readSheet(rulebook, side, table));
}

/** Names that look the same are the same, however they are encoded. */
function checkNames(entries) {
  const seen = new Set();
  for (const entry of entries) {
    const name = entry.name()?.normalize("NFC");
    if (seen.has(name)) entry.problem("same-name");
    if (name) seen.add(name);
  }
}

function readSheet(rulebook, side, table) {
  const arrangement = readSheetCode(rulebook, table.get("sheet"));
  const own = rulesOf(rulebook, {arrangement});
  const crossed = new Map([...readMarks(own, table.get("marks")), ...readLocks(own, table.get("locks"))]);
  const inOrder = own.rows.flatMap(rowIds).filter((id) => crossed.has(id));
  return {
    name: table.get("name")?.value,
    marks: new Map(inOrder.map((id) => [id, crossed.get(id)])),
    penalties: table.get("penalties")?.whole(0, rulebook.penalties.boxes) ?? 0,
    space: readSpace(rulebook, side, table.get("space")),
    history: readHistory(own, table.get("history")),
    claimed: readClaimed(rulebook, table.get("claimed")),
    arrangement,
  };
}

/** The code of a shuffled sheet; null if it was not shuffled. */
function readSheetCode(rulebook, given) {
  if (!given) return null;
  if (typeof given.value !== "string") return given.problem("not-a-text");
  if (!rulebook.shuffle) return given.problem("not-in-this-game");
  return readArrangement(rulebook, given.value)?.code ?? given.problem("damaged");
}

/** How often each cell is marked; more than once only with tokens. */
function readMarks(rulebook, given) {
  const marks = new Map();
  const rows = new Map(rulebook.rows.map((row) => [row.id, row]));
  for (const [id, list] of given?.table([...rows.keys()]) ?? []) {
    const row = rows.get(id);
    const cells = new Map(row.cells.map((cell) => [markOf(row, cell), cell.id]));
    for (const entry of list.entries()) {
      const cell = cells.get(entry.value) ?? entry.problem("unknown-choice");
      if (marks.has(cell) && !rulebook.tokens) entry.problem("twice");
      else if (cell) marks.set(cell, (marks.get(cell) ?? 0) + 1);
    }
  }
  return marks;
}

function readLocks(rulebook, given) {
  const locks = new Map(rulebook.rows.filter((row) => row.lock).map((row) => [row.id, row.lock.id]));
  const crossed = new Map();
  for (const entry of given?.entries() ?? []) {
    const row = entry.choice([...locks.keys()]);
    if (crossed.has(locks.get(row))) entry.problem("twice");
    else if (row) crossed.set(locks.get(row), 1);
  }
  return crossed;
}

/** Sides may differ in length; as long as it is not said which it was, any will do. */
function readSpace(rulebook, side, given) {
  if (!given) return 0;
  if (!rulebook.track) return given.problem("not-in-this-game");
  const spaces = side ? [rulebook.tracks[side]] : Object.values(rulebook.tracks);
  return given.whole(0, Math.max(...spaces.map(({length}) => length)));
}

function readHistory(rulebook, given) {
  if (!given) return null;
  if (rulebook.tokens) return given.problem("not-in-this-game");
  const known = rulebook.rows.flatMap(rowIds);
  return given.entries().map((entry) => entry.choice(known));
}

function readClaimed(rulebook, given) {
  const table = given?.table(figures(rulebook)) ?? [];
  return new Map([...table].map(([figure, entry]) => [figure, entry.whole(-MOST_POINTS, MOST_POINTS)]));
}

function sheetData(rulebook, sheet) {
  const {name, penalties, space, arrangement, history, claimed} = sheet;
  const marks = (row) => row.cells.flatMap((cell) => Array(sheet.marks.get(cell.id) ?? 0).fill(markOf(row, cell)));
  return {
    name,
    marks: Object.fromEntries(rulesOf(rulebook, sheet).rows.map((row) => [row.id, marks(row)])),
    locks: rulebook.rows.filter((row) => row.lock && sheet.marks.has(row.lock.id)).map((row) => row.id),
    penalties,
    ...(rulebook.track && {space}),
    ...(arrangement && {sheet: arrangement}),
    ...(history && {history: [...history]}),
    ...(claimed.size && {claimed: Object.fromEntries(claimed)}),
  };
}

/** How `marks` names a cell of its row: 5, "5#2" where the row repeats a number, or "8/5" for a pair. */
function markOf(row, cell) {
  const mark = cell.id.slice(row.id.length + 1);
  return mark === String(cell.number) ? cell.number : mark;
}
