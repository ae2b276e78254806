// Only with shuffle.
import {CHECK, Choices} from "./choices.js";
import {closingIds, doublesOf, linksOf} from "./rows.js";

/** The digits of such codes: no letter that could be read as another one or as a digit. */
export const SHEET_DIGITS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
/** The longest code there can be. */
export const LONGEST_SHEET = 400;
const MEANT = {O: "0", I: "1", L: "1"};
const READ = new WeakMap();

/**
 * The arrangement that the code of a shuffled sheet stands for, or null if the code is damaged.
 *
 * It is one large number made of choices, like that of a shared game. `renamed` tells for each cell of the layout what
 * is in its place on this sheet, and `rulebook` has the rules of this very sheet.
 */
export function readArrangement(rulebook, code) {
  if (!READ.has(rulebook)) READ.set(rulebook, new Map());
  const known = READ.get(rulebook);
  if (!known.has(code)) {
    const read = readOrder(rulebook, code);
    if (!read) return null;
    known.set(code, read);
  }
  return known.get(code);
}

function readOrder(rulebook, code) {
  const text = code
    .trim()
    .slice(0, LONGEST_SHEET + 1)
    .toUpperCase()
    .replace(/[OIL]/g, (letter) => MEANT[letter]);
  if (text.length > LONGEST_SHEET || !/^[1-9A-HJKMNP-TV-Z][0-9A-HJKMNP-TV-Z]*$/.test(text)) return null;
  const number = [...text].reduce((whole, digit) => whole * 32n + BigInt(SHEET_DIGITS.indexOf(digit)), 0n);
  const choices = new Choices(number);
  const order = takeOrder(rulebook, choices.take);
  if (number % CHECK || choices.left !== 1n || !isPossible(rulebook, order)) return null;
  return {code: text, ...rearranged(rulebook, order)};
}

/** What differs on this sheet, choice by choice. Rows are coloured rows, and places are numbers, not second boxes. */
function takeOrder(rulebook, take) {
  const kinds = rulebook.shuffle;
  const places = colouredRows(rulebook).map((row) => placesIn(rulebook, row));
  const ownNumbers = places.map((cells) => cells.map(({number}) => number));
  const ownColours = places.map((cells) => cells.map(({colour}) => colour));
  const numbers = kinds.includes("numbers") ? ownNumbers.map((own) => takePermuted(own, take)) : ownNumbers;
  const colours = kinds.includes("colours") ? takeColours(ownNumbers, ownColours, take) : ownColours;
  const longest = Math.max(...numbers.map(({length}) => length));
  return {
    numbers,
    colours,
    lines: shuffledLines(rulebook).map(({cells}) => cells.map(() => take(places.length))),
    links: kinds.includes("links") ? linksOf(rulebook).map(() => [take(places.length - 1), take(longest)]) : [],
    lucky: kinds.includes("lucky") ? (rulebook.lucky ?? []).map(() => 2 + take(2 * rulebook.dice - 1)) : [],
  };
}

/** The same things in another order: again and again one of those that are left. */
function takePermuted(own, take) {
  const left = [...own];
  return own.map(() => left.splice(take(left.length), 1)[0]);
}

/** The places that have the same number in the layout swap their colours, number by number. */
function takeColours(numbers, colours, take) {
  const changed = colours.map((row) => [...row]);
  for (const number of [...new Set(numbers.flat())].sort((one, other) => one - other)) {
    const places = numbers.flatMap((row, at) => row.flatMap((each, place) => (each === number ? [[at, place]] : [])));
    const taken = takePermuted(
      places.map(([row, place]) => colours[row][place]),
      take,
    );
    for (const [at, [row, place]] of places.entries()) changed[row][place] = taken[at];
  }
  return changed;
}

/** Is it a sheet that can be played? A code that nobody shuffled may stand for anything. */
function isPossible(rulebook, {numbers, lines, links, lucky}) {
  const closing = colouredRows(rulebook).map((row, at) => numbers[at].length - closingIds(row).length);
  const own = linePlaces(rulebook);
  const fits = lines.every((rows, line) => rows.every((row, at) => own[line][at] < numbers[row].length));
  const ends = links.flatMap(([row, place]) => [
    [row, place],
    [row + 1, place],
  ]);
  const isLinkable =
    new Set(ends.map(String)).size === ends.length && ends.every(([row, place]) => place < closing[row]);
  return fits && isLinkable && new Set(lucky).size === lucky.length;
}

/** The rules of a sheet in this order. A cell whose number changes gets another name, wherever it is named. */
function rearranged(rulebook, order) {
  const coloured = colouredRows(rulebook);
  const rows = rulebook.rows.map((row) => {
    const at = coloured.indexOf(row);
    return at < 0 ? row : newRow(rulebook, row, order.numbers[at], order.colours[at]);
  });
  const renamed = new Map(
    rulebook.rows.flatMap((row, at) => row.cells.map(({id}, place) => [id, rows[at].cells[place].id])),
  );
  const named = (ids) => ids.map((id) => renamed.get(id) ?? id);
  const result = {
    ...rulebook,
    rows,
    requirements: rulebook.requirements.map(({cell, needs, of}) => ({cell: named([cell])[0], needs, of: named(of)})),
    ...(rulebook.twice && {twice: named(rulebook.twice)}),
    ...(order.lucky.length && {lucky: order.lucky}),
  };
  const places = colouredRows(result).map((row) => placesIn(result, row));
  const shuffled = shuffledLines(rulebook);
  const own = linePlaces(rulebook);
  const scores = rulebook.scores.map((line) => {
    const at = shuffled.indexOf(line);
    if (at < 0) return {...line, cells: named(line.cells)};
    return {...line, cells: order.lines[at].map((row, cell) => places[row][own[at][cell]].id)};
  });
  const links = order.links.map(([row, place]) => [places[row][place].id, places[row + 1][place].id]);
  const all = links.length ? links : linksOf(rulebook).map(named);
  return {renamed, rulebook: {...result, scores, ...(rulebook.links && {links: all})}};
}

/** The row with other numbers and colours. A second box takes those of the number above it. */
function newRow(rulebook, row, numbers, colours) {
  const doubles = doublesOf(rulebook);
  const seen = new Map();
  let place = -1;
  const cells = row.cells.map((cell) => {
    if (!doubles.has(cell.id)) place += 1;
    const number = numbers[place];
    seen.set(number, (seen.get(number) ?? 0) + 1);
    const again = seen.get(number) > 1 ? `#${seen.get(number)}` : "";
    return {id: `${row.id} ${number}${again}`, number, colour: colours[place]};
  });
  return {...row, cells};
}

/** The rows that are neither bonus rows nor swap rows. */
export function colouredRows(rulebook) {
  return rulebook.rows.filter(({between, swaps}) => !between && !swaps);
}

/** The numbers of a row, without second boxes. */
function placesIn(rulebook, row) {
  const doubles = doublesOf(rulebook);
  return row.cells.filter(({id}) => !doubles.has(id));
}

/** The score lines that are not those of rows, if they are shuffled. */
function shuffledLines(rulebook) {
  return rulebook.shuffle.includes("lines") ? ownLines(rulebook) : [];
}

/** The score lines that are not those of rows. */
export function ownLines(rulebook) {
  const rows = rulebook.rows.map(({id}) => id);
  return rulebook.scores.filter(({id}) => !rows.includes(id));
}

/** For each line that is shuffled the places of its cells in their rows. They stay. */
function linePlaces(rulebook) {
  const rows = colouredRows(rulebook).map((row) => placesIn(rulebook, row).map(({id}) => id));
  return shuffledLines(rulebook).map(({cells}) => cells.map((id) => rows.find((ids) => ids.includes(id)).indexOf(id)));
}
