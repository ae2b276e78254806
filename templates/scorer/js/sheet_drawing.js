import {sheetArrangement, sheetCompanion} from "./rules/sheet_rules.js";
import {el, svgEl} from "./views/dom.js";
import {drawShuffled, shuffledView} from "./shuffled_parts.js";

/** Return the view of a sheet's rows. That of a shuffled sheet may have a `drawing` to be shown instead of symbols. */
export function rowsView({rulebook, shuffled_parts: parts, views}, sheet) {
  if (sheetCompanion(rulebook, sheet)) return views[`${sheet.arrangement} rows`];
  const {rows} = views;
  const arrangement = sheetArrangement(rulebook, sheet);
  if (!arrangement) return rows;
  const view = shuffledView(rows, arrangement);
  return parts ? {...view, drawing: drawShuffled(parts, arrangement.rulebook, view)} : view;
}

/** Return the view of a sheet's penalty boxes. */
export function penaltiesView({rulebook, views}, sheet) {
  return views[sheetCompanion(rulebook, sheet) ? `${sheet.arrangement} penalties` : "penalties"];
}

/** Return the elements that draw a view. */
export function viewElements({drawing, symbols}, language) {
  return drawing ?? symbols[language].map((id) => svgEl("use", {href: `#${id}`}));
}

/** Return the colours of a player's tokens or piece; undefined if the game has neither. */
export function playerColours({pieces, tokens}, seat) {
  return tokens[seat] ?? pieces[seat % pieces.length];
}

/** Resolves to a white canvas with SVG elements, which may use all symbols of the page. `size` is in pixels. */
export async function svgCanvas([width, height], attributes, elements) {
  const symbols = [...document.querySelector("symbol").closest("svg").children].map((child) => child.cloneNode(true));
  const root = svgEl("svg", {width, height, ...attributes}, ...symbols, ...elements);
  const image = new Image();
  image.src = `data:image/svg+xml,${encodeURIComponent(new XMLSerializer().serializeToString(root))}`;
  await image.decode();
  const canvas = el("canvas", {width, height});
  const context = canvas.getContext("2d", {willReadFrequently: true});
  context.fillStyle = "#fff";
  context.fillRect(0, 0, width, height);
  context.drawImage(image, 0, 0, width, height);
  return canvas;
}
