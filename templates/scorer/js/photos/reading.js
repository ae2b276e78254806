import {alignPhoto, boxCorners} from "./align.js";
import {homographyOf, mapPoint} from "./homography.js";
import {classifyCells} from "./judge.js";
import {findMarks} from "./marks/marks.js";
import {greyAt} from "./pixels.js";
import {readCode} from "./qr/qr_code.js";
import {percentile} from "./statistics.js";

const READING = PARAMETERS.reading;
const SAMPLE_STEP = 251; // pixels from one to the next whose brightness is measured
const CODE_SCALE = 10; // pixels per mm of a rectified code
const CODE_MARGIN = 3; // mm around the code, because paper is not flat

/**
 * Find the sheets on an RGBA photo. `codePlaces` are the places where their codes may be, each with the boxes of the code
 * and of the marks, in mm.
 *
 * Return {sheets, cutOff}: for each sheet {marks, link}, where the link of its code is null if it cannot be read, and the
 * number of marks of sheets that are cut off; or {problem, values}.
 */
export function findSheets(photo, codePlaces) {
  const grey = greyPicture(photo);
  if (brightestLevel(grey) < READING.min_brightness) return {problem: "dark"};
  const {sheets, cutOff, problem, found} = findMarks(grey, distinctMarks(codePlaces));
  if (problem) return {problem, values: {found}};
  return {sheets: sheets.map((marks) => ({marks, link: linkOf(grey, marks, codePlaces)})), cutOff};
}

/** Return the boxes of the marks at each place; those of many layouts are the same. */
export function distinctMarks(codePlaces) {
  return [...new Map(codePlaces.map(({marks}) => [marks.join(), marks])).values()];
}

function linkOf(grey, marks, codePlaces) {
  for (const place of codePlaces) {
    const link = readCode(rectifiedCode(grey, marks, place), CODE_MARGIN * CODE_SCALE);
    if (link !== null) return link;
  }
  return null;
}

/**
 * Read the cells of a sheet that was found on an RGBA photo.
 *
 * Return {readings, picture, scale}: a Map from the ids of cells to their readings, and the rectified RGBA picture with
 * `scale` pixels per mm; or {problem, values}.
 */
export function readCells(photo, marks, template) {
  const {picture, offsets, scores, problem} = alignPhoto(photo, marks, template);
  if (problem) return {problem};
  const lost = template.cells.filter((_, index) => scores[index] < READING.min_score).map(({id}) => id);
  if (lost.length > READING.max_lost * template.cells.length) return {problem: "unlike"};
  const moved = template.cells.map((cell, index) => {
    const [right, down] = offsets[index];
    return {...cell, left: Math.max(0, cell.left + Math.round(right)), top: Math.max(0, cell.top + Math.round(down))};
  });
  const readings = classifyCells(moved, picture, template.scale);
  // A thick cross hides most of a cell's print, but a lost cell without a cross may be covered by something.
  const covered = lost.filter((id) => readings.get(id).answer !== "cross");
  if (covered.length > READING.max_covered * readings.size) return {problem: "unlike"};
  for (const id of covered) readings.get(id).answer = "ask";
  const unclear = [...readings.values()].filter(({answer}) => answer === "ask").length;
  if (unclear > READING.max_unclear * readings.size) return {problem: "unclear", values: {cells: unclear}};
  return {readings, picture, scale: template.scale};
}

/** Return the level that the brightest twentieth of a picture has at least. A part of its pixels shows that. */
export function brightestLevel({data}) {
  const sample = new Uint8Array(Math.floor(data.length / SAMPLE_STEP));
  for (let at = 0; at < sample.length; at += 1) sample[at] = data[at * SAMPLE_STEP];
  return percentile(sample, 95);
}

export function greyPicture({width, height, data}) {
  const grey = new Uint8Array(width * height);
  for (let at = 0; at < grey.length; at += 1) {
    grey[at] = 0.299 * data[4 * at] + 0.587 * data[4 * at + 1] + 0.114 * data[4 * at + 2] + 0.5;
  }
  return {width, height, data: grey};
}

/** Return the code of a sheet, with a margin, as if it was photographed from above. */
function rectifiedCode(grey, marks, place) {
  const [left, top, width] = place.code;
  const markPoints = [...marks.keys()].flatMap((id) => boxCorners(place.marks[id], CODE_SCALE));
  const homography = homographyOf(markPoints, [...marks.values()].flat());
  const side = Math.round((width + 2 * CODE_MARGIN) * CODE_SCALE);
  const [x, y] = [(left - CODE_MARGIN) * CODE_SCALE, (top - CODE_MARGIN) * CODE_SCALE];
  const data = Float32Array.from({length: side * side}, (_, at) => {
    return homography ? greyAt(grey, ...mapPoint(homography, x + (at % side), y + Math.floor(at / side))) : 0;
  });
  return {width: side, height: side, data};
}
