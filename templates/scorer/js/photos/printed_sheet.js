import {penaltiesView, rowsView, viewNodes} from "../sheet_drawing.js";

/** Return what is needed to read photos of a sheet, which may be a companion's: sizes and places. */
export function sheetPhoto({companions, photo}, arrangement) {
  return companions[arrangement]?.photo ?? photo;
}

/** Return the box of each cell of a sheet and, if there are any, of the signs that only some themes print, in mm. */
export function sheetCells(page, arrangement) {
  return Object.assign({}, ...sheetViews(page, arrangement).map(({cells}) => cells));
}

/** Return the SVG nodes that draw the rows and the penalty boxes of a sheet. */
export function sheetNodes(page, arrangement) {
  const [language] = Object.keys(page.languages); // numbers are the same in all of them
  return sheetViews(page, arrangement).flatMap((view) => viewNodes(view, language));
}

function sheetViews(page, arrangement) {
  return [rowsView(page, {arrangement}), penaltiesView(page, {arrangement})];
}
