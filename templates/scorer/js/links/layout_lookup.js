const MOST_SIMILAR = 3; // layouts that are offered if none is named exactly
const LEAST_START = 3; // characters from which a word may be the start of a name
const LONGEST_WORD = 40; // characters; longer words are compared with nothing
const FINGERPRINT_LENGTH = 6; // characters
export const RULES_LENGTH = 4; // characters of a fingerprint that tell the rules

// The fingerprint, and perhaps the number, the code of a shuffled sheet, and the player's name.
const SHEET = /^([0-9A-Z]{6})(?:[.,:;-]?(\d{1,9})(?:[.,:;-]([0-9A-Z]*))?(~.*)?)?$/i;
const SHEET_NUMBER = /^(?:n\D{0,2}|\W)?\d{1,9}$/i; // also as "No. 17"

/**
 * Find the layout that a text names: with what is printed on a sheet, with its end, or with the name of the layout.
 *
 * `layouts` have a fingerprint and names. Return {found, similar, isNumber}: the place that the text names, or else
 * places that it may mean, and whether it is only the number of a sheet. A place is a layout with a fragment for the
 * address of its page, which may be missing.
 */
export function lookUp(text, layouts) {
  const [path, fragment] = splitAddress(text.replace(/\s+/g, "").replace(/[.,;:!?)\]}'"]+$/, ""));
  const words = [path, ...path.split("/")].map(plain).filter((word) => word && word.length <= LONGEST_WORD);
  const named = layouts.filter(({names}) => names.some((name) => words.includes(plain(name))));
  const end = fragment ?? path.split("/").at(-1);
  const sheet = SHEET.exec(end);
  const [place] = [...(sheet ? placesOfSheet(sheet, [...named, ...layouts]) : []), ...placesOf(named, sheet, fragment)];
  if (place) return {found: place, similar: [], isNumber: false};
  const isNumber = SHEET_NUMBER.test(end);
  return {found: null, similar: isNumber ? [] : similarPlaces(words, sheet, fragment, layouts), isNumber};
}

/** Return the path of an address without its query, and what follows its #; the latter is undefined without a #. */
function splitAddress(text) {
  const at = text.indexOf("#");
  const path = (at < 0 ? text : text.slice(0, at)).replace(/[?].*/, "");
  try {
    return [decodeURIComponent(path), at < 0 ? undefined : text.slice(at + 1)];
  } catch {
    return [path, at < 0 ? undefined : text.slice(at + 1)];
  }
}

/** Return the places of a printed sheet: first on pages with its fingerprint, then on those with its rules. */
function placesOfSheet(sheet, layouts) {
  const isAlike = (length) => ({fingerprint}) => legible(fingerprint).slice(0, length) === legible(sheet[1]).slice(0, length);
  const same = layouts.filter(isAlike(FINGERPRINT_LENGTH)).map((layout) => placeOf(layout, sheet, layout.fingerprint));
  const sameRules = layouts.filter(isAlike(RULES_LENGTH));
  const older = sameRules.map((layout) => {
    const rules = layout.fingerprint.slice(0, RULES_LENGTH);
    return placeOf(layout, sheet, rules + sheet[1].slice(RULES_LENGTH).toUpperCase());
  });
  return [...same, ...older];
}

/** Return the place of a printed sheet on the page of a layout. */
function placeOf(layout, [, typed, serial, code, name = ""], fingerprint = typed.toUpperCase()) {
  const parts = [fingerprint, serial, code?.toUpperCase()].filter(Boolean);
  return {layout, fragment: serial && parts.join(".") + name};
}

/** Return the places of layouts that are named otherwise. A page can open other fragments than those of sheets, too. */
function placesOf(layouts, sheet, fragment) {
  return layouts.map((layout) => (sheet && fragment ? placeOf(layout, sheet) : {layout, fragment}));
}

/** Return the places of layouts whose names, or whose fingerprints, are most like what was typed. */
function similarPlaces(words, sheet, fragment, layouts) {
  const typed = sheet && legible(sheet[1]);
  const near = typed ? layouts.filter(({fingerprint}) => distance(typed, legible(fingerprint)) === 1) : [];
  if (near.length > 0) return near.map((layout) => placeOf(layout, sheet, layout.fingerprint)).slice(0, MOST_SIMILAR);
  const unlike = (names) => Math.min(...names.flatMap((name) => words.map((word) => unlikeness(word, plain(name)))));
  const ranked = layouts.map((layout) => [unlike(layout.names), layout]);
  const least = Math.min(...ranked.map(([rank]) => rank));
  const best = least < Infinity ? ranked.filter(([rank]) => rank === least).map(([, layout]) => layout) : [];
  return placesOf(best.slice(0, MOST_SIMILAR), sheet, fragment);
}

/** Return the share of a name's characters that differ from a word, 0 if the word is its start; Infinity if too many. */
function unlikeness(word, name) {
  if (word.length >= LEAST_START && name.startsWith(word)) return 0;
  const differing = distance(word, name);
  return differing <= Math.ceil(name.length / 3) && differing < word.length ? differing / name.length : Infinity;
}

/** Return how many characters must be inserted, removed or replaced to make one text of the other. */
function distance(one, other) {
  let row = Array.from({length: other.length + 1}, (_, at) => at);
  for (let at = 0; at < one.length; at++) {
    const next = [at + 1];
    for (let to = 0; to < other.length; to++) {
      next.push(Math.min(next[to] + 1, row[to + 1] + 1, row[to] + (one[at] === other[to] ? 0 : 1)));
    }
    row = next;
  }
  return row.at(-1);
}

/** Return a name without what people leave out or add: capitals, accents, spaces and punctuation. */
function plain(name) {
  return name.normalize("NFD").toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
}

/** Return a fingerprint with one character in place of those that look alike in small print. */
function legible(fingerprint) {
  return fingerprint.toUpperCase().replaceAll("O", "0").replace(/[IL]/g, "1");
}
