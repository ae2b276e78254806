// Only with shuffle.
import {CHECK_PRIME, MixedRadixReader} from "./mixed_radix.js";
import {closingIds, colouredRows, doublesOf, linksOf, ownLines} from "./rulebook.js";

/** The digits of a sheet code: Crockford's base 32, without letters that look like other characters. */
export const SHEET_DIGITS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
/** The maximum number of digits in a sheet code. */
export const MAX_SHEET_CODE = 400;
const LOOKALIKES = {O: "0", I: "1", L: "1"};
const KNOWN_ARRANGEMENTS = new WeakMap();

/**
 * Return the arrangement of a shuffled sheet, given its code or its name; null if the code is damaged.
 *
 * `renamed` maps each cell of the layout to the cell at its place on this sheet; `rulebook` is the sheet's own.
 */
export function readArrangement(rulebook, code) {
  if (!KNOWN_ARRANGEMENTS.has(rulebook)) KNOWN_ARRANGEMENTS.set(rulebook, new Map());
  const known = KNOWN_ARRANGEMENTS.get(rulebook);
  if (!known.has(code)) {
    const arrangement = decodeArrangement(rulebook, code);
    if (!arrangement) return null;
    known.set(code, arrangement);
  }
  return known.get(code);
}

function decodeArrangement(rulebook, code) {
  const name = code
    .trim()
    .slice(0, MAX_SHEET_CODE + 1)
    .toLowerCase();
  const text = (Object.hasOwn(rulebook.sheets ?? {}, name) ? rulebook.sheets[name] : name)
    .toUpperCase()
    .replace(/[OIL]/g, (letter) => LOOKALIKES[letter]);
  if (text.length > MAX_SHEET_CODE || !/^[1-9A-HJKMNP-TV-Z][0-9A-HJKMNP-TV-Z]*$/.test(text)) return null;
  const number = [...text].reduce((sum, digit) => sum * 32n + BigInt(SHEET_DIGITS.indexOf(digit)), 0n);
  const reader = new MixedRadixReader(number);
  const order = takeOrder(rulebook, reader.take);
  if (number % CHECK_PRIME || reader.rest !== 1n || !isPossible(rulebook, order)) return null;
  return {code: text, ...rearranged(rulebook, order)};
}

/** Read what differs on this sheet. Its rows are the coloured rows, and its places are numbers without second boxes. */
function takeOrder(rulebook, take) {
  const kinds = rulebook.shuffle;
  const places = colouredRows(rulebook).map((row) => placesIn(rulebook, row));
  const ownNumbers = places.map((cells) => cells.map(({number}) => number));
  const ownColours = places.map((cells) => cells.map(({colour}) => colour));
  const numbers = kinds.includes("numbers") ? ownNumbers.map((own) => takePermutation(own, take)) : ownNumbers;
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

/** Read a permutation of a list: the index of each item among those that are left. */
function takePermutation(own, take) {
  const left = [...own];
  return own.map(() => left.splice(take(left.length), 1)[0]);
}

/** Read for each number of the layout a permutation of the colours of its places. */
function takeColours(numbers, colours, take) {
  const changed = colours.map((row) => [...row]);
  for (const number of [...new Set(numbers.flat())].sort((one, other) => one - other)) {
    const places = numbers.flatMap((row, index) =>
      row.flatMap((each, place) => (each === number ? [[index, place]] : [])),
    );
    const taken = takePermutation(
      places.map(([row, place]) => colours[row][place]),
      take,
    );
    for (const [index, [row, place]] of places.entries()) changed[row][place] = taken[index];
  }
  return changed;
}

/** Return whether a sheet in this order can be played. A forged code may stand for any order. */
function isPossible(rulebook, {numbers, lines, links, lucky}) {
  const linkable = colouredRows(rulebook).map((row, index) => numbers[index].length - closingIds(row).length);
  const own = linePlaces(rulebook);
  const linesFit = lines.every((rows, line) => rows.every((row, index) => own[line][index] < numbers[row].length));
  const ends = links.flatMap(([row, place]) => [
    [row, place],
    [row + 1, place],
  ]);
  const linksFit =
    new Set(ends.map(String)).size === ends.length && ends.every(([row, place]) => place < linkable[row]);
  return linesFit && linksFit && new Set(lucky).size === lucky.length;
}

/** Return the rulebook of a sheet in this order, and the new name of each cell. */
function rearranged(rulebook, order) {
  const coloured = colouredRows(rulebook);
  const rows = rulebook.rows.map((row) => {
    const index = coloured.indexOf(row);
    return index < 0 ? row : rearrangedRow(rulebook, row, order.numbers[index], order.colours[index]);
  });
  const renamed = new Map(
    rulebook.rows.flatMap((row, index) => row.cells.map(({id}, place) => [id, rows[index].cells[place].id])),
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
    const index = shuffled.indexOf(line);
    if (index < 0) return {...line, cells: named(line.cells)};
    return {...line, cells: order.lines[index].map((row, cell) => places[row][own[index][cell]].id)};
  });
  const moved = order.links.map(([row, place]) => [places[row][place].id, places[row + 1][place].id]);
  const links = moved.length ? moved : linksOf(rulebook).map(named);
  return {renamed, rulebook: {...result, scores, ...(rulebook.links && {links})}};
}

/** Return the row with other numbers and colours. A second box takes those of its number. */
function rearrangedRow(rulebook, row, numbers, colours) {
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

/** Return the cells of a row without second boxes. */
function placesIn(rulebook, row) {
  const doubles = doublesOf(rulebook);
  return row.cells.filter(({id}) => !doubles.has(id));
}

/** Return the score lines that are shuffled. */
function shuffledLines(rulebook) {
  return rulebook.shuffle.includes("lines") ? ownLines(rulebook) : [];
}

/** Return for each shuffled line the places of its cells within their rows, which are the same on all sheets. */
function linePlaces(rulebook) {
  const rows = colouredRows(rulebook).map((row) => placesIn(rulebook, row).map(({id}) => id));
  return shuffledLines(rulebook).map(({cells}) => cells.map((id) => rows.find((ids) => ids.includes(id)).indexOf(id)));
}
