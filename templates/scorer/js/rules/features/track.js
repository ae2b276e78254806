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
  if (fewestMoves(rulebook, record, sheet) === Infinity) {
    yield ofSheet(sheet, "space-unreachable", "O2", [], {space, hop: longestHop(rulebook, record)});
  }
}

/** Return the fewest moves to the sheet's space, each but the last to a crossed number; Infinity if there are none. */
export function fewestMoves(rulebook, record, sheet) {
  const spaces = rulebook.tracks[record.side];
  const hop = longestHop(rulebook, record);
  const fewest = [0];
  for (let space = 1; space <= sheet.space; space += 1) {
    const canLand = space === sheet.space || countCrosses(sheet, spaceCells(rulebook, spaces[space - 1])) > 0;
    fewest.push(canLand ? 1 + Math.min(...fewest.slice(-hop)) : Infinity);
  }
  return fewest.at(-1);
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

/** Return how far one move can lead: over the free spaces, and over every other piece. */
function longestHop(rulebook, record) {
  const players = record.complete ? record.sheets.length : rulebook.players.max;
  return rulebook.track.move + players - 1;
}
