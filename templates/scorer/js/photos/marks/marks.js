import {darkQuads, polygonArea, refinedQuad} from "./dark_quads.js";
import {groupMarks, MIN_MARKS} from "./mark_groups.js";
import {greyAt, halved, integralOf, sharpened} from "../pixels.js";

const MARK_PATTERNS = [0xb532, 0x0f9a, 0x332d, 0x9946]; // by id: the modules inside the border, row by row; white is 1
const MARK_MODULES = 6; // modules along a side, with one of black border at each end
const LEVEL_GRID = MARK_MODULES + 2; // modules along a side, with one of paper at each end
const MIN_MIRRORED = 3; // mirrored marks that are no accident
const MAX_OTHER_RATIO = 1.5; // side of a mark / that of the next one in size on another sheet
const MAX_DETECTIONS = 40; // marks after which a search ends, so that no picture takes long; ten sheets have as many
const MAX_REFINED = 1000; // quadrilaterals after which it ends whose corners were refined; photos have fewer than 100
const MIN_SEARCHED_SIDE = 900; // pixels; for the search, a picture is halved while its longer side stays this long
const MARK_SHARPENING = [1.5, 2]; // sigma in pixels and amount of the unsharp mask for blurred photos

// A search compares each pixel to the mean of squares with sides of `windows` pixels; it is dark if it is at least
// `offset` grey values darker. `squareness` is the least area between the corners of a dark region / area of its convex
// hull, and `wrongBits` the largest number of modules that differ from the pattern of a mark.
const QUICK_SEARCH = {windows: [31], offset: 7, squareness: 0.8, wrongBits: 0}; // enough for most photos
const WIDE_SEARCH = {windows: [7, 15, 61], offset: 7, squareness: 0.8, wrongBits: 0}; // marks near a thumb or a shadow
const TOLERANT_SEARCH = {windows: [15, 31, 61], offset: 4, squareness: 0.7, wrongBits: 1}; // pale and bent marks

const MAX_WRONG_BORDER = 2; // modules of the border that seem white
const ROUGH_TOLERANCE = 1; // modules of the border, and of the pattern, that may be wrong before corners are refined
const MODULE_SAMPLES = 2; // samples along a side of a module
const MIN_CONTRAST = 8; // grey values between the border and the paper around it

/**
 * Find the corner marks of sheets in a grey picture. `layouts` has the boxes of the marks of known layouts, in mm.
 *
 * Return {sheets, cutOff}: for each sheet a Map from the id of each mark to its corners [x, y], clockwise from its own
 * top left, and the number of marks of other sheets, most of which are outside. If there is no sheet, return
 * {problem, found}: `no_marks`, `few_marks` or `mirrored`, and how many marks there are. Both have `refined`, the number of
 * quadrilaterals whose corners were refined.
 */
export function findMarks(grey, layouts) {
  const progress = {detections: [], refined: 0};
  const answer = groupedMarks(grey, progress, layouts);
  return {...answer, refined: progress.refined};
}

/** Find those marks in a grey picture, in its own size, that a quick search finds. Return {sheets, rest} as `groupMarks`. */
export function findMarksQuickly(grey, layouts) {
  const progress = {detections: [], refined: 0};
  detectMarks(progress, grey, grey, QUICK_SEARCH);
  return groupMarks(
    progress.detections.filter(({isMirrored}) => !isMirrored),
    layouts,
  );
}

/** Return {sheets, cutOff} or {problem, found}, and add to the progress {detections, refined} of the search. */
function groupedMarks(grey, progress, layouts) {
  const {detections} = progress;
  let groups = {sheets: [], rest: []};
  for (const {copy, search, isLast} of markAttempts(grey)) {
    const isComplete = groups.sheets.length && groups.sheets.every((marks) => marks.size === MARK_PATTERNS.length);
    const isEnough = isLast ? groups.sheets.length : isComplete && !groups.rest.length;
    if (isEnough || isExhausted(progress)) break;
    detectMarks(progress, grey, copy(), search);
    groups = groupMarks(
      detections.filter(({isMirrored}) => !isMirrored),
      layouts,
    );
    const mirroredIds = new Set(detections.filter(({isMirrored}) => isMirrored).map(({id}) => id));
    if (!groups.sheets.length && mirroredIds.size >= MIN_MIRRORED) return {problem: "mirrored", found: 0};
  }
  const {sheets, rest} = groups;
  if (!sheets.length) return {problem: rest.length ? "few_marks" : "no_marks", found: Math.min(rest.length, MIN_MARKS - 1)};
  return {sheets, cutOff: marksOfSimilarSize(rest, sheets).length};
}

/** Return those marks that may belong to a sheet beside others, because they are neither much smaller nor larger. */
function marksOfSimilarSize(marks, sheets) {
  const sides = sheets.flatMap((each) => [...each.values()].map((corners) => Math.sqrt(polygonArea(corners))));
  const [least, most] = [Math.min(...sides) / MAX_OTHER_RATIO, Math.max(...sides) * MAX_OTHER_RATIO];
  return marks.filter(({side}) => side >= least && side <= most);
}

/** Return whether there is more in a picture than in any photo of a sheet. */
function isExhausted({detections, refined}) {
  return detections.length >= MAX_DETECTIONS || refined >= MAX_REFINED;
}

/** Return the copies of a picture that are searched one after the other until all marks of its sheets are found. */
function markAttempts(grey) {
  let small = grey;
  while (Math.max(small.width, small.height) >= 2 * MIN_SEARCHED_SIDE) small = halved(small);
  return [
    {copy: () => small, search: QUICK_SEARCH},
    {copy: () => small, search: WIDE_SEARCH},
    {copy: () => sharpened(small, ...MARK_SHARPENING), search: TOLERANT_SEARCH},
    // The full size only helps if the sheet is far away, and then the other copies show hardly any of its marks.
    {copy: () => grey, search: QUICK_SEARCH, isLast: true},
  ];
}

/** Add the marks {id, isMirrored, corners} that a search finds in a reduced copy to the detections before it. */
function detectMarks(progress, grey, small, {windows, offset, squareness, wrongBits}) {
  const {detections} = progress;
  const factor = Math.round(grey.width / small.width);
  // The centre of a pixel has integer coordinates at each scale.
  const enlarged = (coordinate) => (coordinate + 0.5) * factor - 0.5;
  const integral = integralOf(small);
  for (const window of windows) {
    for (const smallQuad of darkQuads(small, integral, {window, offset, squareness})) {
      if (isExhausted(progress)) return;
      const quad = smallQuad.map((corner) => corner.map(enlarged));
      // Most quadrilaterals are no marks, and reading one takes less time than refining its corners.
      if (!decodedMark(grey, quad, MAX_WRONG_BORDER + ROUGH_TOLERANCE, wrongBits + ROUGH_TOLERANCE)) continue;
      progress.refined += 1;
      const corners = refinedQuad(grey, quad);
      const found = corners && decodedMark(grey, corners, MAX_WRONG_BORDER, wrongBits);
      if (found && !detections.some((other) => isSamePlace(found.corners, other.corners))) detections.push(found);
    }
  }
}

function isSamePlace(corners, others) {
  const [[x, y], [otherX, otherY]] = [middleOf(corners), middleOf(others)];
  return Math.hypot(x - otherX, y - otherY) < Math.sqrt(polygonArea(corners)) / 2;
}

function middleOf(points) {
  return [0, 1].map((axis) => points.reduce((sum, point) => sum + point[axis], 0) / points.length);
}

/** Return the mark {id, isMirrored, corners} that a quadrilateral is; null if too many of its modules are wrong. */
function decodedMark(grey, corners, maxWrongBorder, maxWrongBits) {
  const shares = whiteShares(moduleLevels(grey, corners));
  if (!shares) return null;
  const threshold = otsuThreshold(shares);
  let wrongBorder = 0;
  let code = 0;
  for (let module = 0; module < shares.length; module += 1) {
    const bit = shares[module] > threshold ? 1 : 0;
    if (isBorderModule(module)) wrongBorder += bit;
    else code = 2 * code + bit;
  }
  return wrongBorder > maxWrongBorder ? null : identifiedMark(code, corners, maxWrongBits);
}

function isBorderModule(module) {
  return [Math.floor(module / MARK_MODULES), module % MARK_MODULES].some((at) => at === 0 || at === MARK_MODULES - 1);
}

/** Return the mark whose pattern has the fewest bits that differ from a code; null if there are too many. */
function identifiedMark(code, corners, maxWrongBits) {
  let best = null;
  let fewest = maxWrongBits + 1;
  let turnedCode = code;
  for (let turn = 0; turn < 4; turn += 1) {
    for (const isMirrored of [false, true]) {
      const seen = isMirrored ? rearrangedCode(turnedCode, (row, column) => 4 * row + 3 - column) : turnedCode;
      for (let id = 0; id < MARK_PATTERNS.length; id += 1) {
        const wrong = bitCount(seen ^ MARK_PATTERNS[id]);
        if (wrong >= fewest) continue;
        fewest = wrong;
        best = {id, isMirrored, corners: [...corners.slice(turn), ...corners.slice(0, turn)]};
      }
    }
    // What is read if the next corner clockwise is the top left one.
    turnedCode = rearrangedCode(turnedCode, (row, column) => 4 * column + 3 - row);
  }
  return best;
}

/** Return a code of 4x4 bits in which each bit is taken from the index that its row and column give. */
function rearrangedCode(code, indexFrom) {
  let result = 0;
  for (let index = 0; index < 16; index += 1) {
    result = 2 * result + ((code >> (15 - indexFrom(index >> 2, index & 3))) & 1);
  }
  return result;
}

function bitCount(bits) {
  let count = 0;
  for (let rest = bits; rest; rest &= rest - 1) count += 1;
  return count;
}

/** Return the mean grey value of each module of a mark and of the paper around it, row by row. */
function moduleLevels(grey, [[ax, ay], [bx, by], [cx, cy], [dx, dy]]) {
  const levels = new Float64Array(LEVEL_GRID ** 2);
  const samples = MODULE_SAMPLES * LEVEL_GRID;
  for (let row = 0; row < samples; row += 1) {
    const down = samplePosition(row);
    for (let column = 0; column < samples; column += 1) {
      const right = samplePosition(column);
      // Bilinear interpolation is enough, because a mark is too small for perspective to distort it much.
      const x = (ax * (1 - right) + bx * right) * (1 - down) + (dx * (1 - right) + cx * right) * down;
      const y = (ay * (1 - right) + by * right) * (1 - down) + (dy * (1 - right) + cy * right) * down;
      const module = Math.floor(row / MODULE_SAMPLES) * LEVEL_GRID + Math.floor(column / MODULE_SAMPLES);
      levels[module] += greyAt(grey, x, y) / MODULE_SAMPLES ** 2;
    }
  }
  return levels;
}

/** Return where a sample lies between two sides of a mark, as a share; samples keep away from the edges of modules. */
function samplePosition(sample) {
  const inside = ((sample % MODULE_SAMPLES) + 1) / (MODULE_SAMPLES + 1);
  return (Math.floor(sample / MODULE_SAMPLES) - 1 + inside) / MARK_MODULES;
}

/**
 * Return how white each module of a mark is, from about 0 to 1; null if the border is not darker than the paper.
 *
 * What is black and white at a module depends on the border and the paper nearby, as shadow or glare may cover a part.
 */
function whiteShares(levels) {
  const shares = new Float64Array(MARK_MODULES ** 2);
  for (let module = 0; module < shares.length; module += 1) {
    const [row, column] = [1 + Math.floor(module / MARK_MODULES), 1 + (module % MARK_MODULES)];
    const black = ringLevel(levels, 1, row, column);
    const white = ringLevel(levels, 0, row, column);
    if (white - black < MIN_CONTRAST) return null;
    shares[module] = (levels[row * LEVEL_GRID + column] - black) / (white - black);
  }
  return shares;
}

/** Return the mean level of a ring, 0 for the paper and 1 for the border; modules near a row and column weigh more. */
function ringLevel(levels, ring, row, column) {
  const last = LEVEL_GRID - 1 - ring;
  let sum = 0;
  let weights = 0;
  const add = (otherRow, otherColumn) => {
    const weight = 1 / (1 + (row - otherRow) ** 2 + (column - otherColumn) ** 2);
    sum += weight * levels[otherRow * LEVEL_GRID + otherColumn];
    weights += weight;
  };
  for (let at = ring; at < last; at += 1) {
    add(ring, at);
    add(at, last);
    add(last, at + 1);
    add(at + 1, ring);
  }
  return sum / weights;
}

/** Return the threshold that best separates small values from large ones, by Otsu's method. */
function otsuThreshold(values) {
  const sorted = values.slice().sort();
  const total = sorted.reduce((one, other) => one + other);
  let largest = 0;
  let threshold = sorted[0];
  let sum = 0;
  for (let count = 1; count < sorted.length; count += 1) {
    sum += sorted[count - 1];
    const rest = sorted.length - count;
    const variance = count * rest * ((total - sum) / rest - sum / count) ** 2;
    if (variance <= largest) continue;
    largest = variance;
    threshold = (sorted[count - 1] + sorted[count]) / 2;
  }
  return threshold;
}
