import {distanceInside, indicesOf, labelComponents} from "./masks.js";
import {halved, smoothed} from "./pixels.js";
import {sheetCells, sheetNodes, sheetPhoto} from "./printed_sheet.js";
import {drawnPicture} from "./raster.js";
import {median} from "./statistics.js";

const TEMPLATE = PARAMETERS.template;

/**
 * Return a sheet as it was printed: its size in mm and in pixels, pixels per mm, the boxes of its marks in mm, its cells,
 * and its edges for the alignment.
 *
 * `page` is the data of a scorer page, and `definitions` has the SVG nodes that its drawings use, by their ids.
 */
export function makeTemplate(page, definitions, arrangement) {
  const {size: sheetSize, code_places: codePlaces} = sheetPhoto(page, arrangement);
  const {size, scale} = templateSize(sheetSize);
  const picture = drawnPicture(sheetNodes(page, arrangement), definitions, size, scale);
  const cells = Object.entries(sheetCells(page, arrangement)).map(([id, {box, signs}]) =>
    cellTemplate(id, box, signs, picture, scale),
  );
  return {sheetSize, size, scale, marks: codePlaces[0].marks, cells, edges: edgesOf(halved(darkest(picture)))};
}

/** Return the size of a rectified sheet in pixels, and its pixels per mm. */
function templateSize([width, height]) {
  const scale = TEMPLATE.long_side / Math.max(width, height);
  return {size: [Math.round(width * scale), Math.round(height * scale)], scale};
}

/** Return the minimum of red, green and blue, in which every colour, even yellow, contrasts with white paper. */
export function darkest({width, height, data}) {
  const dark = new Uint8Array(width * height);
  for (let at = 0; at < dark.length; at += 1) dark[at] = Math.min(data[4 * at], data[4 * at + 1], data[4 * at + 2]);
  return {width, height, data: dark};
}

/** Return the gradient strength of a grey picture, compressed to 0-1 so that strong edges do not dominate. */
export function edgesOf(dark) {
  const {width, height} = dark;
  const smooth = smoothed(dark).data;
  const strength = new Float32Array(width * height);
  for (let y = 0; y < height; y += 1) {
    // The picture is mirrored at its edges.
    const above = (y ? y - 1 : 1) * width;
    const here = y * width;
    const below = (y < height - 1 ? y + 1 : height - 2) * width;
    for (let x = 0; x < width; x += 1) {
      const left = x ? x - 1 : 1;
      const right = x < width - 1 ? x + 1 : width - 2;
      const upper = smooth[above + right] - smooth[above + left];
      const lower = smooth[below + right] - smooth[below + left];
      const across = upper + 2 * (smooth[here + right] - smooth[here + left]) + lower;
      const first = smooth[below + left] - smooth[above + left];
      const last = smooth[below + right] - smooth[above + right];
      const down = first + 2 * (smooth[below + x] - smooth[above + x]) + last;
      const gradient = Math.sqrt(across * across + down * down);
      strength[here + x] = gradient / (gradient + TEMPLATE.edge_softening);
    }
  }
  return {width, height, data: strength};
}

/** Return the template of one cell: its place on the rectified sheet, and what is printed in it. */
function cellTemplate(id, box, signs, reference, scale) {
  const {left, top, width, height} = pixelBox(box, scale);
  const picture = cropped(reference, left, top, width, height);
  const paper = mostFrequentColour(picture);
  const blank = similarPixels(picture, paper);
  const inside = spanned(largestComponent(blank, width, height), width, height);
  const printed = inside.map((isInside, at) => Number(isInside && !blank[at]));
  const frameDistance = distanceInside(inside, width, height);
  const core = printCore(printed, frameDistance, width, height, scale);
  if (signs) addSigns(printed, inside, pixelBox(grown(signs, TEMPLATE.sign_margin), scale), {left, top, width, height});
  const printDistance = distanceInside(
    printed.map((isPrinted) => Number(!isPrinted)),
    width,
    height,
  );
  return {
    id,
    box,
    left,
    top,
    width,
    height,
    frame: distanceRings(frameDistance, printDistance, width, height),
    print: distanceRings(printDistance, frameDistance, width, height),
    ...paperParts(frameDistance, printDistance, width, scale),
    core,
    paperColour: colourKey(channelsOf(paper)),
    printColour: core.length
      ? colourKey([0, 1, 2].map((channel) => median(core.map((at) => channelsOf(picture[at])[channel]))))
      : null,
  };
}

/** Return the indices of the pixels in the middle of printed strokes; none if strokes are wider than those of a pen. */
function printCore(printed, frameDistance, width, height, scale) {
  const depth = distanceInside(printed, width, height);
  const core = [];
  for (let at = 0; at < depth.length; at += 1) {
    if (2 * depth[at] > TEMPLATE.wide_print * scale) return [];
    if (depth[at] > TEMPLATE.core_depth && frameDistance[at] > TEMPLATE.core_frame_distance) core.push(at);
  }
  return core;
}

/**
 * Return where ink can be seen in a cell, away from its frame and its print, as a mask and as indices; the indices of
 * the pixels right beside its print; and the shorter side of its inside, in mm.
 */
function paperParts(frameDistance, printDistance, width, scale) {
  const [nearest, farthest] = TEMPLATE.near_print;
  const isOpen = new Uint8Array(frameDistance.length);
  const besidePrint = [];
  const [rows, columns] = [new Set(), new Set()];
  for (let at = 0; at < isOpen.length; at += 1) {
    if (frameDistance[at] <= TEMPLATE.frame_margin) continue;
    rows.add(Math.floor(at / width));
    columns.add(at % width);
    if (printDistance[at] > TEMPLATE.print_margin) isOpen[at] = 1;
    else if (printDistance[at] > nearest && printDistance[at] <= farthest) besidePrint.push(at);
  }
  return {isOpen, open: indicesOf(isOpen), besidePrint, side: Math.min(rows.size, columns.size) / scale};
}

/** Count the box of signs as printed, as far as it is inside the frame. */
function addSigns(printed, inside, signs, cell) {
  for (let y = signs.top - cell.top; y < signs.top - cell.top + signs.height; y += 1) {
    for (let x = signs.left - cell.left; x < signs.left - cell.left + signs.width; x += 1) {
      const at = y * cell.width + x;
      if (inside[at]) printed[at] = 1;
    }
  }
}

/**
 * Group the pixels of a cell into rings, by their distance from an outline and by its direction there.
 *
 * `indices` has the ring of each pixel, 0 for print and for pixels far from it. `members` has the pixels of each ring
 * that are not in the halo of the other outline.
 */
function distanceRings(distance, otherDistance, width, height) {
  const {directions, halo_radius: radius, halo_overlap: overlap} = TEMPLATE;
  const indices = new Uint8Array(distance.length);
  const members = Array.from({length: radius * directions}, () => []);
  for (let at = 0; at < distance.length; at += 1) {
    const pixels = Math.floor(distance[at]);
    if (pixels <= 0 || pixels >= radius) continue;
    const [right, down] = gradientAt(distance, width, height, at);
    const turn = (Math.atan2(down, right) / Math.PI) * directions + 0.5;
    indices[at] = pixels * directions + Math.floor(((turn % directions) + directions) % directions);
    if (otherDistance[at] > overlap) members[indices[at]].push(at);
  }
  return {distance, indices, members};
}

/** Return the central differences at a pixel, one-sided at the edge: to the right, and down. */
export function gradientAt(values, width, height, at) {
  const x = at % width;
  const y = (at - x) / width;
  const difference = (position, length, step) => {
    const before = position ? at - step : at;
    const after = position < length - 1 ? at + step : at;
    return (values[after] - values[before]) / ((after - before) / step);
  };
  return [difference(x, width, 1), difference(y, height, width)];
}

/** Return a box in mm as whole pixels. */
function pixelBox([x, y, width, height], scale) {
  const [left, top] = [Math.round(x * scale), Math.round(y * scale)];
  return {left, top, width: Math.round((x + width) * scale) - left, height: Math.round((y + height) * scale) - top};
}

function grown([x, y, width, height], by) {
  return [x - by, y - by, width + 2 * by, height + 2 * by];
}

/** Return the colours of a part of an RGBA picture, each packed into an integer. */
function cropped({width: stride, data}, left, top, width, height) {
  const colours = new Int32Array(width * height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const from = 4 * ((top + y) * stride + left + x);
      colours[y * width + x] = (data[from] << 16) | (data[from + 1] << 8) | data[from + 2];
    }
  }
  return colours;
}

function channelsOf(colour) {
  return [colour >> 16, (colour >> 8) & 255, colour & 255];
}

function mostFrequentColour(picture) {
  const counts = new Map();
  for (const colour of picture) counts.set(colour, (counts.get(colour) ?? 0) + 1);
  return [...counts].reduce((best, entry) => (entry[1] > best[1] ? entry : best))[0];
}

/** Return the mask of the pixels whose colour is hardly different from another one. */
function similarPixels(picture, other) {
  const [red, green, blue] = channelsOf(other);
  const tolerance = TEMPLATE.paper_tolerance;
  const isNear = (one, level) => Math.abs(one - level) <= tolerance;
  const mask = new Uint8Array(picture.length);
  for (let at = 0; at < picture.length; at += 1) {
    const colour = picture[at];
    mask[at] = isNear(colour >> 16, red) && isNear((colour >> 8) & 255, green) && isNear(colour & 255, blue) ? 1 : 0;
  }
  return mask;
}

/** Return a text that is the same for colours within the same step. */
function colourKey(levels) {
  return levels.map((level) => Math.floor(level / TEMPLATE.colour_step)).join();
}

function largestComponent(mask, width, height) {
  const {labels, count} = labelComponents(mask, width, height, false);
  const sizes = new Int32Array(count);
  for (let at = 0; at < labels.length; at += 1) if (labels[at]) sizes[labels[at]] += 1;
  const largestLabel = sizes.indexOf(Math.max(...sizes));
  return mask.map((_, at) => Number(labels[at] === largestLabel));
}

/** Return the pixels between others of the mask, both in their row and in their column. Cells are convex. */
function spanned(mask, width, height) {
  const inside = new Uint8Array(mask.length);
  for (let y = 0; y < height; y += 1) fillSpan(mask, inside, y * width, 1, width, 1);
  for (let x = 0; x < width; x += 1) fillSpan(mask, inside, x, width, height, 2);
  return inside.map((spans) => Number(spans === 3));
}

/** Set a bit for all pixels from the first to the last one of the mask along a line. */
function fillSpan(mask, inside, start, step, length, bit) {
  let first = 0;
  let last = length - 1;
  while (first < length && !mask[start + first * step]) first += 1;
  while (last > first && !mask[start + last * step]) last -= 1;
  for (let at = first; at <= last && at < length; at += 1) inside[start + at * step] |= bit;
}
