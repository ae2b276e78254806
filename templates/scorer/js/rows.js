/** The ids of all that can be crossed in a row, the lock last. */
export function rowIds(row) {
  return [...row.cells, ...(row.lock ? [row.lock] : [])].map(({id}) => id);
}

/** The ids of the last numbers, which close the row; none if it has no lock. */
export function closingIds(row) {
  return row.lock ? row.cells.slice(-(row.lock.last ?? 1)).map(({id}) => id) : [];
}

/** The second boxes, each with the cell of its number. They alone require one other cell without being locks. */
export function doublesOf(rulebook) {
  const others = new Set(
    rulebook.rows.flatMap((row) => (row.between ? rowIds(row) : [row.lock?.id, ...closingIds(row)])),
  );
  return new Map(rulebook.requirements.filter(({cell}) => !others.has(cell)).map(({cell, of}) => [cell, of[0]]));
}

/** The colour of the lock, or else of the first cell; bonus rows and swap rows have none. */
export function colourOf(row) {
  return (row.lock ?? row.cells[0]).colour;
}

/** Pairs of cells of which both are crossed, or neither. */
export function linksOf(rulebook) {
  return rulebook.links ?? [];
}

/** The cell that this one is linked to, if any. */
export function partnerOf(rulebook, id) {
  return linksOf(rulebook)
    .find((pair) => pair.includes(id))
    ?.find((other) => other !== id);
}

/** How many crosses there are in these cells. */
export function countCrosses(sheet, ids) {
  return sumOf(ids.map((id) => sheet.marks.get(id) ?? 0));
}

/** How many crosses these cells count for; some count twice. */
export function crossesWorth(rulebook, sheet, ids) {
  const twice = rulebook.twice ?? [];
  return countCrosses(sheet, [...ids, ...ids.filter((id) => twice.includes(id))]);
}

/** How many tokens lie on the board, those for penalties included. */
export function countTokens(sheet) {
  return sumOf([...sheet.marks.values()]) + sheet.penalties;
}

/** Did this player close the row? A number that closes it says so, and the lock as well. */
export function hasClosed(sheet, row) {
  return row.lock !== null && [...closingIds(row), row.lock.id].some((id) => sheet.marks.has(id));
}

/** Was the lock forgotten? Not if there was no token left for it. */
export function lacksLock(rulebook, sheet, row) {
  if (rulebook.tokens && countTokens(sheet) >= rulebook.tokens.each) return false;
  return hasClosed(sheet, row) && !sheet.marks.has(row.lock.id);
}

/** All locks that were forgotten on a sheet. */
export function forgottenLocks(rulebook, sheet) {
  return rulebook.rows.filter((row) => lacksLock(rulebook, sheet, row)).map((row) => row.lock.id);
}

/** A number to the right that was crossed before; nothing stands to the right of a lock. */
export function furtherRight(row, id, crossed) {
  if (id === row.lock?.id) return undefined;
  const place = row.cells.findIndex((cell) => cell.id === id);
  return row.cells.slice(place + 1).find((cell) => crossed.has(cell.id))?.id;
}

/** All numbers together. */
export function sumOf(numbers) {
  return numbers.reduce((sum, number) => sum + number, 0);
}
