/** Return the ids of everything that can be crossed in a row, the lock last. */
export function rowIds(row) {
  return [...row.cells, ...(row.lock ? [row.lock] : [])].map(({id}) => id);
}

/** Return the ids of the last numbers, which close the row; none if it has no lock. */
export function closingIds(row) {
  return row.lock ? row.cells.slice(-(row.lock.last ?? 1)).map(({id}) => id) : [];
}

/** Return the id of the lock of the row that a cell closes; undefined if it closes none. */
export function lockClosedBy(rulebook, id) {
  return rulebook.rows.find((row) => closingIds(row).includes(id))?.lock.id;
}

/** Return the colour of the lock, or else of the first cell; most rows of features have none. */
export function colourOf(row) {
  return (row.lock ?? row.cells[0]).colour;
}

/** Return the rows whose cells are crossed by number and colour. */
export function colouredRows(rulebook) {
  return rulebook.rows.filter(({between, swaps, labels}) => !between && !swaps && !labels);
}

/** Return the score lines that do not belong to a row. */
export function ownLines(rulebook) {
  const rows = rulebook.rows.map(({id}) => id);
  return rulebook.scores.filter(({id}) => !rows.includes(id));
}

/** Return the second boxes, each with the cell of its number: the cells, except locks, that require one other cell. */
export function doublesOf(rulebook) {
  const others = new Set(
    rulebook.rows.flatMap((row) => (row.between ? rowIds(row) : [row.lock?.id, ...closingIds(row)])),
  );
  return new Map(rulebook.requirements.filter(({cell}) => !others.has(cell)).map(({cell, of}) => [cell, of[0]]));
}

/** Return the pairs of linked cells, which are crossed together. */
export function linksOf(rulebook) {
  return rulebook.links ?? [];
}

/** Return the cell that this one is linked to; undefined if there is none. */
export function partnerOf(rulebook, id) {
  return linksOf(rulebook)
    .find((pair) => pair.includes(id))
    ?.find((other) => other !== id);
}

/** Return whether the game has a row of pairs that swap the white sum. */
export function hasSwaps(rulebook) {
  return rulebook.rows.some(({swaps}) => swaps);
}

/** Return every sum that can be written on a sheet. */
export function figures(rulebook) {
  return [...rulebook.scores.map(({id}) => id), "penalties", "extra", "total"];
}

/** Return whether crosses can force others. */
export function canForce({bar, rewards}) {
  return bar || rewards;
}

/** Return whether players can have extra points. */
export function hasExtra({track, rewards}) {
  return track || rewards;
}

/** Return the number of crosses in these cells. */
export function countCrosses(sheet, ids) {
  return sumOf(ids.map((id) => sheet.marks.get(id) ?? 0));
}

/** Return the number of crosses that these cells count for; some cells count twice. */
export function crossesWorth(rulebook, sheet, ids) {
  const twice = rulebook.twice ?? [];
  return countCrosses(sheet, [...ids, ...ids.filter((id) => twice.includes(id))]);
}

/** Return the number of a player's tokens on the board, those for penalties included. */
function countTokens(sheet) {
  return sumOf([...sheet.marks.values()]) + sheet.penalties;
}

/** Return whether the player closed the row: its lock or a number that closes it is crossed. */
export function hasClosed(sheet, row) {
  return row.lock !== null && [...closingIds(row), row.lock.id].some((id) => sheet.marks.has(id));
}

/** Return the ids of the locks that are missing in closed rows. A player's last token needs no lock. */
export function missingLocks(rulebook, sheet) {
  const locks = rulebook.rows.filter((row) => hasClosed(sheet, row)).map((row) => row.lock.id);
  const missing = locks.filter((id) => !sheet.marks.has(id));
  const hasPlacedLast = rulebook.tokens && countTokens(sheet) + missing.length - 1 >= rulebook.tokens.each;
  return hasPlacedLast ? missing.slice(1) : missing;
}

/** Return the number of tokens that a player has placed. As in the score, missing locks count. */
export function placedTokens(rulebook, sheet) {
  return countTokens(sheet) + missingLocks(rulebook, sheet).length;
}

/** Return the cells that come after a cell or lock: once one of them is crossed, the cell cannot be any more. */
function cellsAfter(row, id) {
  return row.cells.map((cell) => cell.id).slice(rowIds(row).indexOf(id) + 1);
}

/** Return the id of the first crossed cell after a cell; undefined if there is none. */
export function crossedAfter(row, id, crossed) {
  return cellsAfter(row, id).find((other) => crossed.has(other));
}

/** Return the ids of a row in an order in which all of them can be crossed. */
export function crossingOrder(row) {
  return rowIds(row).sort((one, other) => cellsAfter(row, other).length - cellsAfter(row, one).length);
}

/** Return the points for a number of penalties of one player. */
export function penaltiesWorth(rulebook, count) {
  return count * rulebook.penalties.points || 0; // never a negative zero
}

/** Return the sum of some numbers. */
export function sumOf(numbers) {
  return numbers.reduce((sum, number) => sum + number, 0);
}
