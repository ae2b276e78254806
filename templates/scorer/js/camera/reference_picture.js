import {penaltiesView, rowsView, svgCanvas, viewElements} from "../sheet_drawing.js";

/** Resolves to the RGBA pixels of the printed sheet: its rows and penalty boxes as this page draws them. */
export async function referencePicture(page, arrangement) {
  const {pixels, size} = sheetPhoto(page, arrangement);
  const [language] = Object.keys(page.languages); // numbers are the same in all of them
  const elements = sheetViews(page, arrangement).flatMap((view) => viewElements(view, language));
  const canvas = await svgCanvas(pixels, {viewBox: `0 0 ${size.join(" ")}`}, elements);
  return canvas.getContext("2d").getImageData(0, 0, ...pixels);
}

/** Return what is needed to read photos of a sheet, which may be a companion's: sizes and places. */
export function sheetPhoto({companions, photo}, arrangement) {
  return companions[arrangement]?.photo ?? photo;
}

/** Return the box of each cell of a sheet and, if there are any, of the signs that only some themes print, in mm. */
export function sheetCells(page, arrangement) {
  return Object.assign({}, ...sheetViews(page, arrangement).map(({cells}) => cells));
}

function sheetViews(page, arrangement) {
  return [rowsView(page, {arrangement}), penaltiesView(page, {arrangement})];
}
