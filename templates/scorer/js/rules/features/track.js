// Only with track.
import {ofGame, ofSheet} from "../findings.js";
import {countCrosses} from "../rulebook.js";

/** Check that a piece stands on a crossed number, and can have reached it by way of crossed numbers. */
export function* checkPiece(rulebook, record, sheet) {
  const {space} = sheet;
  const cells = spaceCells(rulebook, rulebook.tracks[record.side][space - 1]);
  if (countCrosses(sheet, cells) === 0) {
    yield ofSheet(sheet, "space-not-crossed", "O3", cells, {space, cell: {cells: cells.slice(0, 1)}});
  }
  const fewest = fewestMovesTo(rulebook, record, sheet);
  if (!fewest.has(space)) {
    const standing = possibleSpacesOfOthers(rulebook, record, sheet);
    const starts = [...fewest.keys()];
    let reach = space - 1;
    while (!starts.some((start) => canHop(rulebook, start, reach, standing))) reach -= 1;
    yield ofSheet(sheet, "space-unreachable", "O2", [], {space, here: Math.max(...starts), reach});
  }
}

/** Return the fewest moves to the sheet's space, each but the last to a crossed number; Infinity if there are none. */
export function fewestMoves(rulebook, record, sheet) {
  return fewestMovesTo(rulebook, record, sheet).get(sheet.space) ?? Infinity;
}

/** Return the number of crossed numbers on spaces that the piece has passed or stands on. */
export function crossedOnTheWay(rulebook, record, sheet) {
  const spaces = rulebook.tracks[record.side].slice(0, sheet.space);
  return countCrosses(sheet, [...new Set(spaces.flatMap((space) => spaceCells(rulebook, space)))]);
}

/** Return the fewest moves to each space, up to the sheet's own, on which the piece can have stood. */
function fewestMovesTo(rulebook, record, sheet) {
  const standing = possibleSpacesOfOthers(rulebook, record, sheet);
  const fewest = new Map([[0, 0]]);
  const spaces = new Set([...crossedSpaces(rulebook, record, sheet), sheet.space]);
  for (const space of spaces) {
    const starts = [...fewest].filter(([start]) => canHop(rulebook, start, space, standing));
    if (starts.length) fewest.set(space, 1 + Math.min(...starts.map(([, moves]) => moves)));
  }
  return fewest;
}

/** Return the spaces with crossed numbers that the piece has passed or stands on, in ascending order. */
function crossedSpaces(rulebook, record, sheet) {
  const spaces = rulebook.tracks[record.side].slice(0, sheet.space);
  return spaces.flatMap((space, index) => (countCrosses(sheet, spaceCells(rulebook, space)) ? [index + 1] : []));
}

/** Return for each other player the spaces where the piece can have stood; all of them if the sheet is missing. */
function possibleSpacesOfOthers(rulebook, record, sheet) {
  if (record.complete) {
    return record.sheets.filter((other) => other !== sheet).map((other) => crossedSpaces(rulebook, record, other));
  }
  const everywhere = [...Array(sheet.space).keys()];
  return Array(rulebook.players.max - 1).fill(everywhere);
}

/** Return whether one move can lead from `start` to `space`: over free spaces, and over pieces of other players. */
function canHop(rulebook, start, space, standing) {
  const jumped = standing.filter((spaces) => spaces.some((each) => start < each && each < space)).length;
  return start < space && space <= start + rulebook.track.move + jumped;
}

/** Return whether a piece on this space starts the final round. */
export function isFinalSpace(rulebook, side, space) {
  return space > rulebook.tracks[side].length - rulebook.track.final;
}

/** Check that no two pieces stand on the same space. */
export function* checkSharedSpaces(record) {
  const spaces = new Set(record.sheets.map((sheet) => sheet.space).filter((space) => space));
  for (const space of [...spaces].sort((one, other) => one - other)) {
    const names = record.sheets.filter((sheet) => sheet.space === space).map(({name}) => name);
    if (names.length > 1) yield ofGame("space-shared", "O2", [], {space, players: {names}});
  }
}

/** Return the cells with a space's number; several only where its row repeats that number. */
function spaceCells(rulebook, space) {
  const {cells} = rulebook.rows.find((row) => row.id === space.row);
  return cells.filter((cell) => cell.number === space.number).map((cell) => cell.id);
}
