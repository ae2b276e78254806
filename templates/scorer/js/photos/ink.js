import {distanceInside, indicesOf, labelComponents} from "./masks.js";
import {halved, smoothed} from "./pixels.js";
import {least, median, most, percentile, valueOfRank} from "./statistics.js";
import {gradientAt} from "./template.js";

const INK = PARAMETERS.ink;
const RINGS = PARAMETERS.template;

/**
 * Return the ink in each cell of a rectified RGBA sheet with `scale` pixels per mm.
 *
 * Noise hides light pencil, so that a noisy sheet is smoothed again until it is not noisy any more.
 */
export function cellInks(cells, picture, scale) {
  let planes = [0, 1, 2].map((channel) => planeOf(picture, channel));
  let inks;
  for (let round = 0; round < INK.max_smoothings; round += 1) {
    planes = planes.map(smoothed);
    inks = measuredCells(cells, planes, scale);
    const noises = inks.map(({noise}) => noise);
    if (percentile(noises, 25) <= INK.smooth_noise) break;
  }
  return inks;
}

/** Measure the ink in each cell. Its darkness is relative to the paper, which morphological closing estimates. */
function measuredCells(cells, planes, scale) {
  const side = Math.round((INK.shadow_width * scale) / 2) | 1;
  const papers = planes.map((plane) => closedPaper(plane, side));
  const inks = cells.map((cell) => cellDarkness(cell, planes, papers));
  for (const outline of ["frame", "print"]) subtractHalos(cells, inks, outline);
  return cells.map((cell, index) => measuredCell(cell, inks[index], scale));
}

/** Return one channel of an RGBA picture. */
function planeOf({width, height, data}, channel) {
  const plane = new Uint8Array(width * height);
  for (let at = 0; at < plane.length; at += 1) plane[at] = data[4 * at + channel];
  return {width, height, data: plane};
}

/** Return the paper: the plane without dark areas that are narrower than a square. Half of the resolution is enough. */
function closedPaper(plane, side) {
  const {width, height, data} = halved(plane);
  const dilated = maxima(data, width, height, side);
  const closed = inverted(maxima(inverted(dilated), width, height, side));
  return enlarged({width, height, data: closed}, plane);
}

function inverted(levels) {
  const result = new Uint8Array(levels.length);
  for (let at = 0; at < levels.length; at += 1) result[at] = 255 - levels[at];
  return result;
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
      let most = 0;
      for (let at = block; at < block + side; at += 1) {
        if (padded[at] > most) most = padded[at];
        forward[at] = most;
      }
      most = 0;
      for (let at = block + side - 1; at >= block; at -= 1) {
        if (padded[at] > most) most = padded[at];
        backward[at] = most;
      }
    }
    for (let at = 0; at < length; at += 1) {
      const before = backward[at];
      const after = forward[at + 2 * radius];
      result[start + at * step] = before > after ? before : after;
    }
  }
  return result;
}

/** Return a grey picture in twice its size, interpolated. The size is that of another one, which may be odd. */
function enlarged(small, {width, height}) {
  const data = new Uint8Array(width * height);
  for (let y = 0; y < height; y += 1) {
    // Of the two nearest rows, and columns, the nearer one has three quarters of the weight.
    const near = Math.min(y >> 1, small.height - 1) * small.width;
    const far = Math.min(Math.max((y >> 1) + (y & 1 ? 1 : -1), 0), small.height - 1) * small.width;
    for (let x = 0; x < width; x += 1) {
      const nearX = Math.min(x >> 1, small.width - 1);
      const farX = Math.min(Math.max((x >> 1) + (x & 1 ? 1 : -1), 0), small.width - 1);
      const levels = 3 * small.data[near + nearX] + small.data[near + farX];
      data[y * width + x] = (3 * levels + 3 * small.data[far + nearX] + small.data[far + farX] + 8) >> 4;
    }
  }
  return {width, height, data};
}

/** Return the pixels of a cell, their darkness in each channel relative to the paper, and the largest of these. */
function cellDarkness({left, top, width, height}, planes, papers) {
  const pixels = planes.map(() => new Uint8Array(width * height));
  const channels = planes.map(() => new Float32Array(width * height));
  const ink = new Float32Array(width * height);
  for (let channel = 0; channel < planes.length; channel += 1) {
    const plane = planes[channel];
    const paper = papers[channel].data;
    const [levels, darkness] = [pixels[channel], channels[channel]];
    for (let y = 0; y < height; y += 1) {
      const row = Math.min(top + y, plane.height - 1) * plane.width;
      for (let x = 0; x < width; x += 1) {
        const at = y * width + x;
        const from = row + Math.min(left + x, plane.width - 1);
        levels[at] = plane.data[from];
        darkness[at] = Math.max(0, paper[from] - levels[at]) / (paper[from] + INK.soft_black);
        if (darkness[at] > ink[at]) ink[at] = darkness[at];
      }
    }
  }
  return {pixels, channels, ink};
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
    return Math.max(0, valueOfRank(valuesAt(ink, ring), ring.length >> 1) - paper);
  });
}

/** Return a cell with the noise and the level of its paper, the darkness of its print, and functions to measure ink. */
function measuredCell(cell, {pixels, channels, ink}, scale) {
  const {open, core} = cell;
  const darkness = valuesAt(ink, open);
  const paper = percentile(darkness, 15);
  const thresholdOf = (minDarkness) =>
    Math.min(Math.max(paper + minDarkness, INK.min_ink), Math.max(minDarkness, INK.dark_ink));
  return {
    noise: percentile(darkness, 40) - percentile(darkness, 10),
    paperLevel: mean(pixels.map((plane) => percentile(valuesAt(plane, open), 70))) + INK.soft_black,
    printDarkness: core.length ? percentile(valuesAt(ink, core), 60) : null,
    darknessBesidePrint: cell.besidePrint.length ? percentile(valuesAt(ink, cell.besidePrint), 95) : 0,
    shape: (minDarkness) => inkShape(cell, ink, thresholdOf(minDarkness), scale),
    look: (shape) => inkLook(cell, {channels, ink}, shape, scale),
  };
}

/** Measure the shape of the ink that is darker than a threshold; `mask` and `pixels` tell where it is. */
function inkShape(cell, ink, threshold, scale) {
  const {width, height, isOpen, side} = cell;
  const mask = strokesOf(cell, ink, threshold, scale);
  const pixels = indicesOf(mask);
  const darkThreshold = Math.max(threshold, INK.min_beside_print);
  const beside = cell.besidePrint.filter((at) => ink[at] > darkThreshold);
  return {
    height: pixels.length ? inkedHeight(mask, isOpen, width, height) / scale / side : 0,
    wholeWidth: extentOf([...pixels, ...beside].map((at) => at % width)) / scale / side,
    proportion: spreadOf(pixels, width).proportion,
    wholeProportion: spreadOf([...pixels, ...beside], width).proportion,
    area: pixels.length / scale ** 2,
    areaBesidePrint: beside.length / scale ** 2,
    darkness: pixels.length ? percentile(valuesAt(ink, pixels), 75) : 0,
    mask,
    pixels,
  };
}

/** Measure the look of the ink with a shape: its strokes, edges and colour. */
function inkLook({width, height, isOpen}, {channels, ink}, {mask, pixels, darkness}, scale) {
  const colour = channels.map((channel) => mean(valuesAt(channel, pixels)));
  return {
    slant: spreadOf(pixels, width).slant,
    width: (2 * pixels.length) / Math.max(outlineLength(mask, isOpen, width), 1) / scale,
    thickness: (2 * largest(distanceInside(mask, width, height))) / scale,
    sharpness: percentile(steepnessAt(ink, pixels, width, height), 80) / darkness,
    colour: colour.map((level) => level / Math.max(...colour, 1e-3)),
  };
}

/** Return the standard deviation of the rows of pixels / that of their columns, and the correlation of both. */
function spreadOf(indices, width) {
  if (!indices.length) return {proportion: 0, slant: 0};
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
  return {proportion: down / across, slant: covariance / (down * across)};
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

function largest(values) {
  return values.reduce((one, other) => Math.max(one, other), 0);
}

/** Return how many whole numbers there are from the least to the most of some; 0 if there are none. */
function extentOf(numbers) {
  return numbers.length ? most(numbers) - least(numbers) + 1 : 0;
}

function mean(values) {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Return the ink without dots, and without the ends of strokes that reach into the cell from a neighbour. */
function strokesOf({open, frame, width, height, side}, ink, threshold, scale) {
  const mask = new Uint8Array(ink.length);
  for (const at of open) if (ink[at] > threshold) mask[at] = 1;
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
    const isOwn = depth >= INK.edge_strip * scale || length >= INK.min_edge_stroke * side * scale;
    return label > 0 && length >= INK.min_stroke_length * scale && isOwn;
  });
  const strokes = new Uint8Array(mask.length);
  for (let at = 0; at < strokes.length; at += 1) if (isStroke[labels[at]]) strokes[at] = 1;
  return strokes;
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
