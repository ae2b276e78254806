import {distanceInside, labelComponents} from "./masks.js";
import {blurred, halved} from "./pixels.js";
import {median, percentile} from "./statistics.js";
import {gradientAt} from "./template.js";

const INK = PARAMETERS.ink;
const RINGS = PARAMETERS.template;
export const NO_INK = {
  height: 0,
  proportion: 0,
  slant: 0,
  area: 0,
  width: 0,
  thickness: 0,
  darkness: 0,
  sharpness: 0,
  colour: [0, 0, 0],
};

/**
 * Return the ink in each cell of a rectified RGBA sheet with `scale` pixels per mm.
 *
 * Darkness does not depend on the light: it is relative to the paper, which morphological closing estimates.
 */
export function cellInks(cells, picture, scale) {
  const planes = [0, 1, 2].map((channel) => smoothPlane(picture, channel));
  const side = Math.round((INK.shadow_width * scale) / 2) | 1;
  const papers = planes.map((plane) => closedPaper(plane, side));
  const inks = cells.map((cell) => cellDarkness(cell, planes, papers));
  for (const outline of ["frame", "print"]) subtractHalos(cells, inks, outline);
  return cells.map((cell, index) => measuredCell(cell, inks[index], scale));
}

/** Return the indices of the pixels in a cell where ink can be seen: away from its frame and its print. */
export function openPaper({frame, print}) {
  return indicesWhere(frame.distance, (distance, at) => {
    return distance > INK.frame_margin && print.distance[at] > INK.print_margin;
  });
}

/** Return one channel of an RGBA picture, smoothed. */
function smoothPlane({width, height, data}, channel) {
  const plane = new Uint8Array(width * height);
  for (let at = 0; at < plane.length; at += 1) plane[at] = data[4 * at + channel];
  const smooth = blurred({width, height, data: plane}, 0.8).data;
  for (let at = 0; at < plane.length; at += 1) plane[at] = smooth[at] + 0.5;
  return {width, height, data: plane};
}

/** Return the paper: the plane without dark areas that are narrower than a square. Half of the resolution is enough. */
function closedPaper(plane, side) {
  const {width, height, data: small} = halved(plane);
  const dilated = maxima(small, width, height, side);
  const data = inverted(maxima(inverted(dilated), width, height, side));
  return {width, height, data};
}

function inverted(levels) {
  return levels.map((level) => 255 - level);
}

/** Return the maximum in a square around each pixel. */
function maxima(data, width, height, side) {
  const across = maximaAlong(data, width, height, side, 1, width);
  return maximaAlong(across, height, width, side, width, 1);
}

/** Return the maxima along lines (van Herk): from the maxima since the start and until the end of blocks. */
function maximaAlong(data, length, lines, side, step, lineStep) {
  const radius = side >> 1;
  const padded = new Uint8Array(Math.ceil((length + 2 * radius) / side) * side);
  const [forward, backward] = [new Uint8Array(padded.length), new Uint8Array(padded.length)];
  const result = new Uint8Array(data.length);
  for (let line = 0; line < lines; line += 1) {
    const start = line * lineStep;
    for (let at = 0; at < length; at += 1) padded[at + radius] = data[start + at * step];
    for (let block = 0; block < padded.length; block += side) {
      const end = block + side - 1;
      forward[block] = padded[block];
      backward[end] = padded[end];
      for (let at = 1; at < side; at += 1) {
        forward[block + at] = Math.max(forward[block + at - 1], padded[block + at]);
        backward[end - at] = Math.max(backward[end - at + 1], padded[end - at]);
      }
    }
    for (let at = 0; at < length; at += 1) {
      result[start + at * step] = Math.max(backward[at], forward[at + 2 * radius]);
    }
  }
  return result;
}

/** Return the pixels of a cell, their darkness in each channel relative to the paper, and the largest of these. */
function cellDarkness({left, top, width, height}, planes, papers) {
  const pixels = planes.map(() => new Uint8Array(width * height));
  const channels = planes.map(() => new Float32Array(width * height));
  const ink = new Float32Array(width * height);
  planes.forEach((plane, channel) => {
    for (let at = 0; at < ink.length; at += 1) {
      const x = Math.min(left + (at % width), plane.width - 1);
      const y = Math.min(top + Math.floor(at / width), plane.height - 1);
      const level = plane.data[y * plane.width + x];
      const paper = paperAt(papers[channel], x, y);
      pixels[channel][at] = level;
      channels[channel][at] = Math.max(0, paper - level) / (paper + INK.soft_black);
      ink[at] = Math.max(ink[at], channels[channel][at]);
    }
  });
  return {pixels, channels, ink};
}

/** Return the paper's level at a pixel of the full size, interpolated. */
function paperAt({width, height, data}, x, y) {
  const column = Math.min(Math.max((x - 0.5) / 2, 0), width - 1);
  const row = Math.min(Math.max((y - 0.5) / 2, 0), height - 1);
  const left = Math.min(Math.floor(column), width - 2);
  const at = Math.min(Math.floor(row), height - 2) * width + left;
  const right = column - left;
  const upper = data[at] + (data[at + 1] - data[at]) * right;
  const lower = data[at + width] + (data[at + width + 1] - data[at + width]) * right;
  return Math.round(upper + (lower - upper) * (row - Math.floor(at / width)));
}

/**
 * Subtract the halos that blur leaves around the frames or the numbers of all cells.
 *
 * A halo is the same all along an outline and a pen stroke is not, so the median at each distance is the halo. It is
 * capped relative to the median halo of the sheet.
 */
function subtractHalos(cells, inks, outline) {
  const halos = cells.map((cell, index) => {
    inks[index].original ??= inks[index].ink.slice();
    return ringMedians(cell[outline].members, inks[index].original);
  });
  const limits = halos[0].map(
    (_, ring) => INK.max_halo * median(halos.map((halo) => halo[ring])) + INK.max_halo_excess,
  );
  cells.forEach((cell, index) => {
    const {indices} = cell[outline];
    const {ink} = inks[index];
    for (let at = 0; at < ink.length; at += 1) {
      const ring = indices[at];
      if (ring) ink[at] -= Math.min(halos[index][ring], limits[ring]);
    }
  });
}

/** Return the median darkness of each ring above that of the paper; rings with few pixels count as zero. */
function ringMedians(members, ink) {
  const paper = percentile(ink, 10);
  return members.map((ring) => {
    if (ring.length < RINGS.min_ring_pixels) return 0;
    const sorted = Float32Array.from(ring, (at) => ink[at]).sort();
    return Math.max(0, sorted[sorted.length >> 1] - paper);
  });
}

/** Return a cell with the noise and the level of its paper, the darkness of its print, and functions to measure ink. */
function measuredCell(cell, {pixels, channels, ink}, scale) {
  const open = openPaper(cell);
  const isOpen = new Uint8Array(ink.length);
  for (const at of open) isOpen[at] = 1;
  const beside = besidePrint(cell, isOpen);
  const side = innerSide(cell) / scale;
  const darkness = valuesAt(ink, open);
  const paper = percentile(darkness, 15);
  const thresholdOf = (minDarkness) =>
    Math.min(Math.max(paper + minDarkness, INK.min_ink), Math.max(minDarkness, INK.dark_ink));
  return {
    side,
    noise: percentile(darkness, 40) - percentile(darkness, 10),
    paperLevel: mean(pixels.map((plane) => percentile(valuesAt(plane, open), 70))) + INK.soft_black,
    printDarkness: cell.core.length ? percentile(valuesAt(ink, cell.core), 60) : null,
    shape: (minDarkness) => inkShape(cell, {channels, ink, isOpen, side, scale}, thresholdOf(minDarkness)),
    areaBesidePrint: (minDarkness) => {
      const threshold = Math.max(thresholdOf(minDarkness), INK.min_beside_print);
      return valuesAt(ink, beside).filter((value) => value > threshold).length / scale ** 2;
    },
  };
}

function besidePrint({frame, print}, isOpen) {
  const [nearest, farthest] = INK.near_print;
  return indicesWhere(print.distance, (distance, at) => {
    return distance > nearest && distance <= farthest && frame.distance[at] > INK.frame_margin && !isOpen[at];
  });
}

/** Measure the shape and the look of the ink that is darker than a threshold. */
function inkShape(cell, {channels, ink, isOpen, side, scale}, threshold) {
  const {width, height} = cell;
  const dark = new Uint8Array(ink.length);
  for (let at = 0; at < ink.length; at += 1) dark[at] = isOpen[at] & (ink[at] > threshold);
  const mask = strokesOf(cell, dark, scale);
  const inked = indicesWhere(mask, Boolean);
  if (!inked.length) return NO_INK;
  const {down, across, slant} = spreadOf(inked, width);
  const high = inkedHeight(mask, isOpen, width, height);
  const darkness = percentile(valuesAt(ink, inked), 75);
  const colour = channels.map((channel) => mean(valuesAt(channel, inked)));
  return {
    height: high / scale / side,
    proportion: down / across,
    slant,
    area: inked.length / scale ** 2,
    width: (2 * inked.length) / Math.max(outlineLength(mask, isOpen, width), 1) / scale,
    thickness: (2 * largest(distanceInside(mask, width, height))) / scale,
    darkness,
    sharpness: percentile(steepnessAt(ink, inked, width, height), 80) / darkness,
    colour: colour.map((level) => level / Math.max(...colour, 1e-3)),
  };
}

/** Return the standard deviations of the rows and the columns of pixels, and the correlation of both. */
function spreadOf(indices, width) {
  const sums = {row: 0, column: 0, rows: 0, columns: 0, both: 0};
  for (const at of indices) {
    const column = at % width;
    const row = (at - column) / width;
    sums.row += row;
    sums.column += column;
    sums.rows += row * row;
    sums.columns += column * column;
    sums.both += row * column;
  }
  const count = indices.length;
  const deviation = (sum, squares) => Math.max(Math.sqrt(squares / count - (sum / count) ** 2), INK.min_spread);
  const down = deviation(sums.row, sums.rows);
  const across = deviation(sums.column, sums.columns);
  const covariance = sums.both / count - (sums.row / count) * (sums.column / count);
  return {down, across, slant: covariance / (down * across)};
}

/** Return the number of rows with ink, those behind the number included, less the height of a stroke. */
function inkedHeight(mask, isOpen, width, height) {
  const rows = [];
  const centres = []; // mean column of the ink in each of these rows
  for (let y = 0; y < height; y += 1) {
    let [count, sum] = [0, 0];
    for (let x = 0; x < width; x += 1) {
      if (!mask[y * width + x]) continue;
      count += 1;
      sum += x;
    }
    if (!count) continue;
    rows.push(y);
    centres.push(sum / count);
  }
  return rows.length - strokeHeight(mask, width, height) + hiddenRows(isOpen, rows, centres, width);
}

/** Return the steepness of the darkness at some pixels, per pixel. */
function steepnessAt(ink, indices, width, height) {
  const steepness = new Float64Array(indices.length);
  for (let index = 0; index < indices.length; index += 1) {
    const [right, down] = gradientAt(ink, width, height, indices[index]);
    steepness[index] = Math.sqrt(right * right + down * down);
  }
  return steepness;
}

function valuesAt(values, indices) {
  const found = new Float64Array(indices.length);
  for (let index = 0; index < indices.length; index += 1) found[index] = values[indices[index]];
  return found;
}

/** Return the indices of the values for which a function holds. */
function indicesWhere(values, holds) {
  const indices = [];
  for (let at = 0; at < values.length; at += 1) if (holds(values[at], at)) indices.push(at);
  return indices;
}

function largest(values) {
  return values.reduce((one, other) => Math.max(one, other), 0);
}

function mean(values) {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Return the shorter side of the inside of a cell, in pixels. */
function innerSide({frame, width}) {
  const inside = indicesWhere(frame.distance, (distance) => distance > INK.frame_margin);
  return Math.min(
    new Set(inside.map((at) => at % width)).size,
    new Set(inside.map((at) => Math.floor(at / width))).size,
  );
}

/** Return the ink without dots, and without the ends of strokes that reach into the cell from a neighbour. */
function strokesOf({frame, width, height}, mask, scale) {
  const {labels, count} = labelComponents(mask, width, height, true);
  const components = Array.from({length: count}, () => ({left: width, right: -1, top: height, bottom: -1, depth: 0}));
  for (let at = 0; at < labels.length; at += 1) {
    if (!labels[at]) continue;
    const component = components[labels[at]];
    const x = at % width;
    const y = (at - x) / width;
    component.left = Math.min(component.left, x);
    component.right = Math.max(component.right, x);
    component.top = Math.min(component.top, y);
    component.bottom = Math.max(component.bottom, y);
    component.depth = Math.max(component.depth, frame.distance[at]);
  }
  const isStroke = components.map(({left, right, top, bottom, depth}, label) => {
    const length = Math.hypot(right - left + 1, bottom - top + 1);
    return label > 0 && length >= INK.min_stroke_length * scale && depth >= INK.edge_strip * scale;
  });
  return mask.map((_, at) => Number(isStroke[labels[at]]));
}

/** Return the typical height of strokes in a pixel column; for a flat line, it is the width of the pen. */
function strokeHeight(mask, width, height) {
  const runs = [];
  for (let x = 0; x < width; x += 1) {
    let run = 0;
    for (let y = 0; y <= height; y += 1) {
      if (y < height && mask[y * width + x]) run += 1;
      else if (run) {
        runs.push(run);
        run = 0;
      }
    }
  }
  return percentile(runs, 75);
}

/** Return the number of pixel edges between ink and open paper. */
function outlineLength(mask, isOpen, width) {
  let length = 0;
  for (let at = 0; at < mask.length; at += 1) {
    if (!isOpen[at]) continue;
    if ((at + 1) % width && isOpen[at + 1] && mask[at] !== mask[at + 1]) length += 1;
    if (isOpen[at + width] && mask[at] !== mask[at + width]) length += 1;
  }
  return length;
}

/** Return the number of rows without ink in which a stroke passes behind the number. */
function hiddenRows(isOpen, rows, centres, width) {
  let hidden = 0;
  for (let index = 0; index < rows.length - 1; index += 1) {
    const gap = rows[index + 1] - rows[index] - 1;
    let covered = 0;
    for (let step = 1; step <= gap; step += 1) {
      const column = Math.round(centres[index] + ((centres[index + 1] - centres[index]) * step) / (gap + 1));
      covered += Number(!isOpen[(rows[index] + step) * width + column]);
    }
    if (gap && covered / gap > INK.min_hidden_share) hidden += gap;
  }
  return hidden;
}
