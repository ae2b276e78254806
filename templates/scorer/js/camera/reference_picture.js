import {sheetArrangement} from "../rules/sheet_rules.js";
import {svgEl} from "../views/dom.js";
import {drawShuffled, shuffledView} from "../views/shuffled_parts.js";

/** Resolves to the RGBA pixels of the printed sheet: its rows and penalty boxes as this page draws them. */
export async function referencePicture(page, arrangement) {
  const {pixels, size} = page.photo;
  const [width, height] = pixels;
  const root = svgEl("svg", {width, height, viewBox: `0 0 ${size.join(" ")}`}, ...symbolElements());
  for (const view of sheetViews(page, arrangement)) root.append(...drawingOf(page, view, arrangement));
  const image = new Image();
  image.src = `data:image/svg+xml,${encodeURIComponent(new XMLSerializer().serializeToString(root))}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  Object.assign(canvas, {width, height});
  const context = canvas.getContext("2d", {willReadFrequently: true});
  context.fillStyle = "#fff";
  context.fillRect(0, 0, width, height);
  context.drawImage(image, 0, 0, width, height);
  return context.getImageData(0, 0, width, height);
}

/** Return the box of each cell of a sheet and, if there are any, of the signs that only some themes print, in mm. */
export function sheetCells(page, arrangement) {
  return Object.assign({}, ...sheetViews(page, arrangement).map(({cells}) => cells));
}

function sheetViews({rulebook, views: {rows, penalties}}, arrangement) {
  const shuffled = arrangement && sheetArrangement(rulebook, {arrangement});
  return [shuffled ? shuffledView(rows, shuffled) : rows, penalties];
}

/** Return copies of all symbols that the page has. */
function symbolElements() {
  return [...document.querySelector("symbol").closest("svg").children].map((child) => child.cloneNode(true));
}

/** Return the elements that draw a view, in the first language: numbers are the same in all of them. */
function drawingOf({rulebook, shuffled_parts: parts, views}, view, arrangement) {
  if (arrangement && parts && view !== views.penalties) {
    return drawShuffled(parts, sheetArrangement(rulebook, {arrangement}).rulebook, view);
  }
  return Object.values(view.symbols)[0].map((id) => svgEl("use", {href: `#${id}`}));
}
