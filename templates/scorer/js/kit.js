// Only with shuffle.
import {colouredRows, ownLines} from "./arrangement.js";
import {svgEl} from "./dom.js";
import {colourOf, doublesOf, linksOf} from "./rows.js";

/**
 * The rows of a shuffled sheet, piece by piece: what all sheets share, bands, cells, stairs and chains.
 *
 * The kit has the parts of every look that a cell can have, by keys that tell all that each depends on; `boxes` tells
 * where the cells of this sheet are.
 */
export function drawShuffled(kit, rulebook, boxes) {
  const rows = colouredRows(rulebook);
  const cells = rows.flatMap((row) => row.cells);
  const lines = ownLines(rulebook);
  return [
    usePiece(kit.ground, 0, 0),
    ...(kit.bands ? rows.flatMap((row) => drawBands(kit.bands, row, boxes)) : []),
    ...cells.flatMap((cell) => drawCell(kit, rulebook, lines, cell, boxes[cell.id])),
    ...drawStairs(kit, rows, lines, boxes),
    ...linksOf(rulebook).flatMap(([id]) => useJoin(kit.chains[rowOf(rows, id)] ?? [], boxes[id])),
  ];
}

/** Its box, its number, and its signs if it has any. */
function drawCell({cells, inks}, rulebook, lines, {id, number, colour}, [x, y, width, height]) {
  const special = [
    ...lines.map((line) => line.cells.includes(id)),
    linksOf(rulebook).some((pair) => pair.includes(id)),
    (rulebook.twice ?? []).includes(id),
  ].map(Number);
  const isSecond = Number(doublesOf(rulebook).has(id));
  const keys = [
    [colour, width, height, Math.max(...special)],
    [number, width, height, isSecond],
    [colour, width, height, [...special, isSecond].join("")],
  ];
  const pieces = keys.flatMap((key) => cells[key.join(" ")] ?? []);
  return pieces.map((piece) => usePiece(piece, x, y, inks[colour]));
}

/**
 * Runs of cells in other colours than the row's own, in which the whole band lies below them.
 *
 * On paper each run lies with its outline on the one before it, so one before the row's own colour ends earlier.
 */
function drawBands({colours, rows, line, before}, row, boxes) {
  const [y, height, end] = rows[row.id];
  const own = colourOf(row);
  const starts = [...row.cells, ...(row.lock ? [row.lock] : [])].map(({id, colour}) => [boxes[id][0] - before, colour]);
  const runs = starts.filter(([, colour], at) => colour !== starts[at - 1]?.[1]);
  return runs.flatMap(([x, colour], at) => {
    if (colour === own) return [];
    const [fill, stroke] = colours[colour];
    const [next, after] = runs[at + 1] ?? [end, colour];
    const width = next - x - (after === own ? line : 0);
    return [svgEl("rect", {x, y, width, height, fill, stroke, "stroke-width": line})];
  });
}

/** From step to step. Those that meet below one cell must not cut one another, so all grounds come first. */
function drawStairs({stairs}, rows, lines, boxes) {
  const steps = lines.flatMap(({cells}) => cells.slice(1).map((id, at) => [cells[at], id]));
  const joins = steps.map(([one, other]) => [stairs[`${rowOf(rows, one)} ${rowOf(rows, other)}`] ?? [], boxes[one]]);
  const grounds = joins.flatMap(([[x, y, ground], box]) => useJoin(ground ? [x, y, ground] : [], box));
  return [...grounds, ...joins.flatMap(([[x, y, , line], box]) => useJoin(line ? [x, y, line] : [], box))];
}

function rowOf(rows, id) {
  return rows.findIndex((row) => row.cells.some((cell) => cell.id === id));
}

/** Pieces that were drawn for a cell at one place, for one at another. */
function useJoin([x, y, ...pieces], box) {
  return pieces.map((piece) => usePiece(piece, box[0] - x, box[1] - y));
}

function usePiece(piece, x, y, color = "") {
  return svgEl("use", {href: `#${piece}`, x, y, color});
}
