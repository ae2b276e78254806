import {jpegStructure} from "../../templates/scorer/js/camera/jpeg_structure.js";
import {darkQuads} from "../../templates/scorer/js/photos/marks/dark_quads.js";
import {findMarks} from "../../templates/scorer/js/photos/marks/marks.js";
import {sheetNodes, sheetPhoto} from "../../templates/scorer/js/photos/printed_sheet.js";
import {drawnPicture} from "../../templates/scorer/js/photos/raster.js";
import {greyAt, halved, integralOf, sharpened, smoothed} from "../../templates/scorer/js/photos/pixels.js";

/** Return the marks of each sheet in a picture by their ids, or what is wrong with it. */
export function marksInPicture(picture, layouts) {
  const {sheets, cutOff, problem, found} = findMarks(unpacked(picture), layouts);
  return sheets ? {sheets: sheets.map((marks) => Object.fromEntries(marks)), cutOff} : {problem, found};
}

/** Return the red, green and blue levels of a picture of SVG nodes, row by row. */
export function drawnLevels(nodes, definitions, size, scale) {
  return [...drawnPicture(nodes, definitions, size, scale).data].filter((_, at) => at % 4 < 3);
}

/** Return the levels of the picture of a printed sheet, its size, and its pixels per mm. */
export function drawnSheet({page, definitions, arrangement}, longSide) {
  const {size: mm} = sheetPhoto(page, arrangement);
  const scale = longSide / Math.max(...mm);
  const size = mm.map((length) => Math.round(length * scale));
  return {levels: drawnLevels(sheetNodes(page, arrangement), definitions, size, scale), size, scale};
}

/** Return how many quadrilaterals in a picture are examined in one search, and how many are refined in all searches. */
export function searchEffort(picture, layouts) {
  const grey = unpacked(picture);
  const examined = darkQuads(grey, integralOf(grey), {window: 31, offset: 7, squareness: 0.8}).length;
  return {examined, refined: findMarks(grey, layouts).refined};
}

/** Return what a file says about its scans; null if it is no JPEG. */
export function structureOf(content) {
  return jpegStructure(bytesOf(content));
}

/** Return the pixels of a picture after each of the operations on pictures. */
export function pictureOperations(picture, sigma, amount, points) {
  const grey = unpacked(picture);
  return {
    halved: [...halved(grey).data],
    smoothed: [...smoothed(grey).data],
    sharpened: [...sharpened(grey, sigma, amount).data],
    integral: [...integralOf(grey)],
    greyAt: points.map(([x, y]) => greyAt(grey, x, y)),
  };
}

/** Return a picture whose grey levels are given in base 64. */
function unpacked({width, height, levels}) {
  return {width, height, data: bytesOf(levels)};
}

/** Return the bytes that are given in base 64. */
function bytesOf(text) {
  const characters = atob(text);
  const bytes = new Uint8Array(characters.length);
  for (let at = 0; at < bytes.length; at += 1) bytes[at] = characters.charCodeAt(at);
  return bytes;
}
