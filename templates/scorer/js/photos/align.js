import {homographyOf, mapPoint, multiplied} from "./homography.js";
import {halved} from "./pixels.js";
import {dot, polynomialExponents, polynomialTerms, robustFit} from "./robust_fit.js";
import {darkest, edgesOf} from "./template.js";

const ALIGN = PARAMETERS.align;
const MATCH_SCALE = 0.5; // size of the pictures that are compared for alignment / full size

/**
 * Rectify an RGBA photo by its marks and the cells of its template: a homography, and a warp field for bent paper.
 *
 * Return {picture, offsets, scores}: the rectified RGBA picture and, for each cell, its remaining offset in pixels and
 * its correlation with the template (at most 1). Return {problem} if the photo does not show the whole sheet.
 */
export function alignPhoto(photo, marks, template) {
  const markPoints = [...marks.keys()].flatMap((id) => boxCorners(template.marks[id], template.scale));
  const crop = croppedPhoto(photo, homographyOf(markPoints, [...marks.values()].flat()), template);
  if (crop.problem) return crop;
  const search = cellSearch(crop, template);
  let warp = noWarp;
  for (const radius of ALIGN.search_radii)
    warp = improvedWarp(warp, search(warp, radius), radius, markPoints, template);
  const {offsets, scores} = search(warp, ALIGN.final_search_radius);
  return {
    picture: rectifiedPicture(crop, warp, template.size),
    offsets: offsets.map((offset, index) => (scores[index] > ALIGN.min_offset_score ? offset : [0, 0])),
    scores,
  };
}

/** Return the warp field that also corrects the offsets of cells that a search with this radius in mm has found. */
function improvedWarp(warp, {offsets, scores}, radius, markPoints, {cells, scale, size}) {
  const centres = cells.map(({box: [x, y, width, height]}) => [(x + width / 2) * scale, (y + height / 2) * scale]);
  const values = offsets.map(([x, y], index) => {
    const [right, down] = warp(...centres[index]);
    return [x + right, y + down];
  });
  const weights = scores.map((score) => Math.max(0, score - ALIGN.min_warp_score));
  return fittedWarp({
    points: [...centres, ...markPoints],
    values: [...values, ...markPoints.map(() => [0, 0])],
    weights: [...weights, ...markPoints.map(() => ALIGN.mark_weight)],
    size,
    localRadius: ALIGN.local_radius * scale,
    halfWeightResidual: ALIGN.half_weight_residual * radius * scale,
  });
}

/** Return the corners of a box in mm, clockwise from the top left, in pixels, whose centres are integers. */
export function boxCorners([x, y, width, height], scale) {
  const corners = [
    [x, y],
    [x + width, y],
    [x + width, y + height],
    [x, y + height],
  ];
  return corners.map(([across, down]) => [across * scale - 0.5, down * scale - 0.5]);
}

/** Return why the outline of a sheet cannot be right, "unlike" or "cut_off"; null if it can. */
function problemOfOutline(outline, homography, {cells, scale, size}, photo) {
  const longest = Math.max(photo.width, photo.height);
  const isNear = outline.flat().every((value) => Math.abs(value) <= ALIGN.max_coordinate * longest);
  if (!isNear || !isConvex(outline) || polygonAreaOf(outline) <= ALIGN.min_sheet_area) return "unlike";
  const seen = cells.flatMap(({box}) => boxCorners(box, scale)).map(([x, y]) => mapPoint(homography, x + 0.5, y + 0.5));
  const spans = [0, 1].map(
    (axis) => Math.max(...seen.map((point) => point[axis])) - Math.min(...seen.map((point) => point[axis])),
  );
  const tolerance = (ALIGN.max_outside * scale * Math.max(...spans)) / Math.max(...size);
  const isOutside = ([x, y]) =>
    x < -tolerance || y < -tolerance || x > photo.width + tolerance || y > photo.height + tolerance;
  return seen.some(isOutside) ? "cut_off" : null;
}

function isConvex(outline) {
  return outline.every((_, at) => {
    const [one, two, three] = [0, 1, 2].map((step) => outline[(at + step) % outline.length]);
    return (two[0] - one[0]) * (three[1] - two[1]) - (two[1] - one[1]) * (three[0] - two[0]) > 0;
  });
}

function polygonAreaOf(outline) {
  const products = outline.map(([x, y], at) => {
    const [nextX, nextY] = outline[(at + 1) % outline.length];
    return x * nextY - nextX * y;
  });
  return products.reduce((sum, product) => sum + product) / 2;
}

/** Return the part of the photo with the sheet, downscaled as far as possible, and the homography into it. */
function croppedPhoto(photo, homography, template) {
  if (!homography) return {problem: "unlike"};
  const outline = boxCorners([0, 0, ...template.sheetSize], template.scale).map(([x, y]) =>
    mapPoint(homography, x, y),
  );
  const problem = problemOfOutline(outline, homography, template, photo);
  if (problem) return {problem};
  const [xs, ys] = [0, 1].map((axis) => outline.map((point) => point[axis]));
  const [spanX, spanY] = [xs, ys].map((values) => Math.max(...values) - Math.min(...values));
  const margin = ALIGN.crop_margin * Math.max(spanX, spanY);
  const left = Math.floor(Math.max(Math.min(...xs) - margin, 0));
  const top = Math.floor(Math.max(Math.min(...ys) - margin, 0));
  const right = Math.floor(Math.min(Math.max(...xs) + margin, photo.width));
  const bottom = Math.floor(Math.min(Math.max(...ys) + margin, photo.height));
  const [width, height] = template.size;
  const resolution = Math.sqrt(polygonAreaOf(outline) / (width * height));
  const factor = Math.max(1, Math.floor(resolution + 2 - ALIGN.min_downscaling));
  // The centre of a pixel has integer coordinates at each scale.
  const shift = (edge) => (0.5 - edge) / factor - 0.5;
  const intoCrop = [1 / factor, 0, shift(left), 0, 1 / factor, shift(top), 0, 0, 1];
  return {photo: reducedPart(photo, left, top, right, bottom, factor), homography: multiplied(intoCrop, homography)};
}

/** Return a part of an RGBA picture, `factor` times smaller; each pixel is the mean of those that it replaces. */
function reducedPart({width: stride, data}, left, top, right, bottom, factor) {
  const width = Math.floor((right - left) / factor);
  const height = Math.floor((bottom - top) / factor);
  const reduced = new Uint8ClampedArray(4 * width * height);
  for (let y = 0; y < height; y += 1) {
    if (factor === 1) {
      const from = 4 * ((top + y) * stride + left);
      reduced.set(data.subarray(from, from + 4 * width), 4 * y * width);
      continue;
    }
    for (let x = 0; x < width; x += 1) {
      for (let channel = 0; channel < 3; channel += 1) {
        let sum = 0;
        for (let down = 0; down < factor; down += 1) {
          const from = 4 * ((top + y * factor + down) * stride + left + x * factor) + channel;
          for (let across = 0; across < factor; across += 1) sum += data[from + 4 * across];
        }
        reduced[4 * (y * width + x) + channel] = sum / factor ** 2;
      }
    }
  }
  return {width, height, data: reduced};
}

function noWarp() {
  return [0, 0];
}

/** Return a smooth function from points to offsets: a polynomial in x and y with local corrections. */
function fittedWarp({points, values, weights, size, localRadius, halfWeightResidual}) {
  const exponents = polynomialExponents(ALIGN.polynomial_degree);
  const total = weights.reduce((sum, weight) => sum + weight) + 1;
  const fit = robustFit({
    terms: points.map((point) => polynomialTerms(point, size, exponents)),
    values,
    weights,
    ridge: exponents.map(([i, j]) => ALIGN.ridge * total * (0.001 + (i + j) ** 2)),
    halfWeightResidual,
    iterations: ALIGN.fit_iterations,
  });
  return (x, y) => {
    const terms = polynomialTerms([x, y], size, exponents);
    let sum = ALIGN.local_ridge;
    let right = 0;
    let down = 0;
    for (let at = 0; at < points.length; at += 1) {
      const across = (points[at][0] - x) / localRadius;
      const downwards = (points[at][1] - y) / localRadius;
      const weight = fit.weights[at] * Math.exp(-(across * across + downwards * downwards) / 2);
      sum += weight;
      right += weight * fit.residuals[at][0];
      down += weight * fit.residuals[at][1];
    }
    return [dot(terms, fit.coefficients[0]) + right / sum, dot(terms, fit.coefficients[1]) + down / sum];
  };
}

/** Return a function that finds offsets and correlations of all cells, given a warp field and a radius in mm. */
function cellSearch({photo, homography}, template) {
  const dark = darkest(photo);
  const expected = {fine: template.edges, coarse: halved(template.edges)};
  const [width, height] = template.size.map((side) => Math.floor(side * MATCH_SCALE));
  return (warp, radius) => {
    const data = new Uint8Array(width * height);
    const pointsOfRow = rectification(homography, warp, template.size, width, height);
    for (let y = 0; y < height; y += 1) {
      const {xs, ys} = pointsOfRow(y);
      for (let x = 0; x < width; x += 1) data[y * width + x] = levelAt(dark, xs[x], ys[x]) + 0.5; // rounds down
    }
    const fine = edgesOf({width, height, data});
    return searchCells(template.cells, expected, {fine, coarse: halved(fine)}, radius, template.scale);
  };
}

/** Return the rectified photo as an RGBA picture in the size of the template. */
function rectifiedPicture({photo, homography}, warp, [width, height]) {
  const data = new Uint8ClampedArray(4 * width * height).fill(255);
  const pointsOfRow = rectification(homography, warp, [width, height], width, height);
  for (let y = 0; y < height; y += 1) {
    const {xs, ys} = pointsOfRow(y);
    for (let x = 0; x < width; x += 1) copyColour(photo, xs[x], ys[x], data, 4 * (y * width + x));
  }
  return {width, height, data};
}

/** Return a function that maps a row of a rectified picture to the points of the photo that its pixels show: {xs, ys}. */
function rectification([a, b, c, d, e, f, g, h, i], warp, size, width, height) {
  const {grid_columns: columns, grid_rows: rows} = ALIGN;
  // The offsets at the points of a coarse grid, whose outermost points are the outermost pixels.
  const grid = Array.from({length: rows * columns}, (_, at) => {
    return warp(
      ((at % columns) / (columns - 1)) * (size[0] - 1),
      (Math.floor(at / columns) / (rows - 1)) * (size[1] - 1),
    );
  });
  const [rights, downs] = [new Float32Array(columns), new Float32Array(columns)]; // offsets at a row of pixels
  const [xs, ys] = [new Float32Array(width), new Float32Array(width)];
  const scale = width / size[0];
  return (y) => {
    const gridY = (y / (height - 1)) * (rows - 1);
    const row = Math.min(Math.floor(gridY), rows - 2);
    for (let column = 0; column < columns; column += 1) {
      const [upper, lower] = [grid[row * columns + column], grid[(row + 1) * columns + column]];
      rights[column] = upper[0] + (lower[0] - upper[0]) * (gridY - row);
      downs[column] = upper[1] + (lower[1] - upper[1]) * (gridY - row);
    }
    const pixelY = (y + 0.5) / scale - 0.5;
    for (let x = 0; x < width; x += 1) {
      const gridX = (x / (width - 1)) * (columns - 1);
      const column = Math.min(Math.floor(gridX), columns - 2);
      const sheetX =
        (x + 0.5) / scale - 0.5 + rights[column] + (rights[column + 1] - rights[column]) * (gridX - column);
      const sheetY = pixelY + downs[column] + (downs[column + 1] - downs[column]) * (gridX - column);
      const depth = g * sheetX + h * sheetY + i;
      xs[x] = (a * sheetX + b * sheetY + c) / depth;
      ys[x] = (d * sheetX + e * sheetY + f) / depth;
    }
    return {xs, ys};
  };
}

/** Return the level of a grey picture at a point, interpolated; 0 outside. */
function levelAt({width, height, data}, x, y) {
  if (!(x >= 0 && y >= 0 && x < width - 1 && y < height - 1)) return 0;
  const left = Math.trunc(x);
  const top = Math.trunc(y);
  return bilinear(data, top * width + left, width, x - left, y - top, 1);
}

/** Copy the colour of an RGBA picture at a point, interpolated, to an index of other pixels; outside it is black. */
function copyColour({width, height, data}, x, y, pixels, to) {
  const isInside = x >= 0 && y >= 0 && x < width - 1 && y < height - 1;
  const left = isInside ? Math.trunc(x) : 0;
  const top = isInside ? Math.trunc(y) : 0;
  for (let channel = 0; channel < 3; channel += 1) {
    const from = 4 * (top * width + left) + channel;
    pixels[to + channel] = isInside ? bilinear(data, from, 4 * width, x - left, y - top, 4) : 0;
  }
}

/** Interpolate between the value at an index, the one `step` values further, and those one row of `stride` below. */
function bilinear(values, at, stride, right, down, step) {
  const upper = values[at] + (values[at + step] - values[at]) * right;
  const lower = values[at + stride] + (values[at + stride + step] - values[at + stride]) * right;
  return upper + (lower - upper) * down;
}

/** Return the offset in pixels and the correlation of each cell, by template matching within a radius in mm. */
function searchCells(cells, expected, seen, radius, fullScale) {
  const size = radius > ALIGN.coarse_radius ? "coarse" : "fine";
  const reduction = MATCH_SCALE * (size === "coarse" ? 0.5 : 1);
  const scale = fullScale * reduction;
  const margin = Math.round(ALIGN.cell_margin * scale);
  const reach = Math.max(2, Math.round(radius * scale));
  const template = padded(expected[size], margin);
  const picture = padded(seen[size], margin + reach);
  const integrals = squareIntegrals(picture);
  const offsets = [];
  const scores = [];
  for (const {box} of cells) {
    const [x, y, width, height] = box;
    const [left, top] = [Math.round(x * scale), Math.round(y * scale)];
    const area = {
      left,
      top,
      width: Math.round((x + width) * scale) - left + 2 * margin,
      height: Math.round((y + height) * scale) - top + 2 * margin,
    };
    const {offset, score} = bestMatch(template, picture, integrals, area, reach);
    offsets.push(offset.map((length) => length / reduction));
    scores.push(score);
  }
  return {offsets, scores};
}

/** Return the picture with a border that repeats its outermost pixels. */
function padded({width, height, data}, border) {
  const [outerWidth, outerHeight] = [width + 2 * border, height + 2 * border];
  const outer = new Float32Array(outerWidth * outerHeight);
  for (let y = 0; y < outerHeight; y += 1) {
    const row = Math.min(Math.max(y - border, 0), height - 1) * width;
    outer.set(data.subarray(row, row + width), y * outerWidth + border);
    outer.fill(data[row], y * outerWidth, y * outerWidth + border);
    outer.fill(data[row + width - 1], y * outerWidth + border + width, (y + 1) * outerWidth);
  }
  return {width: outerWidth, height: outerHeight, data: outer};
}

/** Return the integral images of a picture and of its squares. */
function squareIntegrals({width, height, data}) {
  const sums = new Float64Array((width + 1) * (height + 1));
  const squares = new Float64Array(sums.length);
  for (let y = 0; y < height; y += 1) {
    let [sum, square] = [0, 0];
    for (let x = 0; x < width; x += 1) {
      const value = data[y * width + x];
      sum += value;
      square += value * value;
      const at = (y + 1) * (width + 1) + x + 1;
      sums[at] = sums[at - width - 1] + sum;
      squares[at] = squares[at - width - 1] + square;
    }
  }
  return {sums, squares};
}

/** Return where an area of the template matches the picture best, to a fraction of a pixel, and the correlation. */
function bestMatch(template, picture, {sums, squares}, {left, top, width, height}, reach) {
  const values = new Float32Array(width * height);
  for (let y = 0; y < height; y += 1) {
    const from = (top + y) * template.width + left;
    values.set(template.data.subarray(from, from + width), y * width);
  }
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  let energy = 0;
  for (let at = 0; at < values.length; at += 1) {
    values[at] -= mean;
    energy += values[at] ** 2;
  }
  const side = 2 * reach + 1;
  const {data} = picture;
  const correlations = new Float32Array(side * side);
  const stride = picture.width + 1;
  for (let row = 0; row < side; row += 1) {
    for (let column = 0; column < side; column += 1) {
      let product = 0;
      for (let y = 0; y < height; y += 1) {
        const from = (top + row + y) * picture.width + left + column;
        product += productSum(values, y * width, data, from, width);
      }
      const one = (top + row) * stride + left + column;
      const other = one + height * stride;
      const sum = sums[other + width] - sums[other] - sums[one + width] + sums[one];
      const square = squares[other + width] - squares[other] - squares[one + width] + squares[one];
      const variance = square - (sum * sum) / values.length;
      correlations[row * side + column] = variance > 1e-6 ? product / Math.sqrt(variance * energy) : 0;
    }
  }
  const best = correlations.indexOf(Math.max(...correlations));
  const [x, y] = [best % side, Math.floor(best / side)];
  const across = peakOffset((at) => correlations[y * side + at], x, side);
  const down = peakOffset((at) => correlations[at * side + x], y, side);
  return {offset: [x + across - reach, y + down - reach], score: correlations[best]};
}

/** Return the sum of the products of some values. Four sums at once, because each addition waits for the one before. */
function productSum(values, start, others, otherStart, count) {
  let one = 0;
  let two = 0;
  let three = 0;
  let four = 0;
  let at = 0;
  for (; at + 3 < count; at += 4) {
    one += values[start + at] * others[otherStart + at];
    two += values[start + at + 1] * others[otherStart + at + 1];
    three += values[start + at + 2] * others[otherStart + at + 2];
    four += values[start + at + 3] * others[otherStart + at + 3];
  }
  for (; at < count; at += 1) one += values[start + at] * others[otherStart + at];
  return one + two + three + four;
}

/** Return the offset of the true peak from the highest value, by a parabola through its neighbours. */
function peakOffset(valueAt, peak, length) {
  if (peak === 0 || peak === length - 1) return 0;
  const [before, top, after] = [valueAt(peak - 1), valueAt(peak), valueAt(peak + 1)];
  const curvature = before - 2 * top + after;
  return curvature < 0 ? (0.5 * (before - after)) / curvature : 0;
}
