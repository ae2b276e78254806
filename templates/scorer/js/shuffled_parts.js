// Only with shuffle.
import {closingIds, colouredRows, colourOf, doublesOf, linksOf, ownLines} from "./rules/rulebook.js";

/** Return the view of a shuffled sheet, whose cells have other ids at the same places. */
export function shuffledView(view, {renamed}) {
  const cells = Object.entries(view.cells).map(([id, cell]) => [renamed.get(id) ?? id, cell]);
  return {...view, cells: Object.fromEntries(cells)};
}

/** Return the SVG nodes that draw the rows of a shuffled sheet, given its rulebook and its view. */
export function drawShuffled({bands, inks}, rulebook, {cells}) {
  const rows = colouredRows(rulebook);
  const links = rulebook.shuffle.includes("links") ? linksOf(rulebook) : [];
  const lines = rulebook.shuffle.includes("lines") ? ownLines(rulebook) : [];
  return [
    useSymbol("shuffled-background", 0, 0),
    ...(bands ? rows.flatMap((row) => drawBands(bands, row, cells)) : []),
    ...rows.flatMap((row) => row.cells.flatMap((cell) => drawCell(inks, rulebook, row, cell, cells[cell.id].box))),
    ...drawStairs(rows, lines, cells),
    ...links.map(([id]) => useAt(`chain-${rowIndex(rows, id)}`, cells[id])),
  ];
}

/** Draw the box, the number and the signs of a cell. The ids of their symbols are built as in shuffled_parts.py. */
function drawCell(inks, rulebook, row, {id, number, colour}, [x, y, width, height]) {
  const features = [
    ...ownLines(rulebook).map((line) => line.cells.includes(id)),
    linksOf(rulebook).some((pair) => pair.includes(id)),
    (rulebook.twice ?? []).includes(id),
  ].map(Number);
  const isSecond = Number(doublesOf(rulebook).has(id));
  const needs = closingIds(row).includes(id) ? row.lock.needs : 0;
  const size = `${width}x${height}`;
  const ids = [
    `box-${colour}-${size}-${Math.max(...features)}`,
    `number-${number}-${size}-${isSecond}`,
    `signs-${colour}-${size}-${features.join("")}${isSecond}-${needs}`,
  ];
  return ids.map((symbol) => useSymbol(symbol, x, y, inks[colour]));
}

/**
 * Draw the bands of cells in other colours than the row's own, over the band of the row.
 *
 * On paper, the outline of each band covers the end of the band before it, so a band before the row's own ends earlier.
 */
function drawBands({colours, rows, outline, before}, row, cells) {
  const {y, height, right} = rows[row.id];
  const own = colourOf(row);
  const starts = [...row.cells, ...(row.lock ? [row.lock] : [])].map(({id, colour}) => [
    cells[id].box[0] - before,
    colour,
  ]);
  const runs = starts.filter(([, colour], index) => colour !== starts[index - 1]?.[1]);
  return runs.flatMap(([x, colour], index) => {
    if (colour === own) return [];
    const [next, after] = runs[index + 1] ?? [right, colour];
    const width = next - x - (after === own ? outline : 0);
    return [{tag: "rect", attributes: {x, y, width, height, ...colours[colour], "stroke-width": outline}, children: []}];
  });
}

/** Draw the stairs of score lines. Stairs may meet below a cell, so all backgrounds are drawn before all lines. */
function drawStairs(rows, lines, cells) {
  const steps = lines.flatMap((line) => line.cells.slice(1).map((id, index) => [line.cells[index], id]));
  return ["stair-background", "stair-line"].flatMap((part) =>
    steps.map(([one, other]) => useAt(`${part}-${rowIndex(rows, one)}-${rowIndex(rows, other)}`, cells[one])),
  );
}

function rowIndex(rows, id) {
  return rows.findIndex((row) => row.cells.some((cell) => cell.id === id));
}

function useAt(symbol, {box: [x, y]}) {
  return useSymbol(symbol, x, y);
}

function useSymbol(symbol, x, y, color = "") {
  return {tag: "use", attributes: {href: `#${symbol}`, x, y, color}, children: []};
}
