import {greyAt} from "../pixels.js";

const MIN_BOX_SIDE = 9; // pixels; shorter side of a region's bounding box
const MAX_BOX_SHARE = 0.25; // longer side of a region's bounding box / longer side of the picture
const MAX_BOX_RATIO = 2.5; // longer / shorter side of a region's bounding box
const MIN_BOX_FILL = 0.2; // pixels of a region / pixels of its bounding box
const MAX_REGIONS = 2000; // regions that are examined, the largest ones, so that no picture takes long
const MIN_HULL_FILL = 0.45; // pixels of a region / pixels of its convex hull; 0.56 for the border of a mark alone
const MAX_HULL_FILL = 0.95; // pixels of a region / pixels of its convex hull; 0.81 for a mark that is not blurred
const MAX_SIDE_RATIO = 2.2; // longest / shortest side of a quadrilateral

const EDGE_PROFILES = 16; // lines across each side of a quadrilateral along which its edge is located
const PROFILE_STEPS = 8; // samples of such a line on either side of the approximate edge
const PROFILE_REACH = 0.12; // length of such a line on either side of the approximate edge / side
const ROUNDED_END = 0.08; // part at each end of a side without such lines, because blur rounds corners / side
const MIN_EDGE_CONTRAST = 8; // grey values between a quadrilateral and the paper around it
const MAX_EDGE_ERROR = 0.02; // distance of a point from the fitted edge / side; farther points are on a thumb
const MAX_SKEW = 0.08; // distance between the middles of the diagonals / side; more if a thumb covers a corner

/**
 * Return the dark quadrilaterals of a picture that may be square marks, each as its corners [x, y], clockwise.
 *
 * A pixel is dark if it is `offset` grey values darker than the mean of a square of `window` pixels around it. A region
 * of dark pixels is a quadrilateral if its corners take up the share `squareness` of its convex hull.
 */
export function darkQuads(picture, integral, {window, offset, squareness}) {
  const runs = darkRuns(picture, integral, window, offset);
  const longest = MAX_BOX_SHARE * Math.max(picture.width, picture.height);
  const outlines = regionOutlines(runs, runRegions(runs), longest);
  return outlines.map((outline) => quadOf(outline, squareness)).filter((quad) => quad !== null);
}

/** Return the corners of a dark quadrilateral with sub-pixel accuracy, given approximate ones; null if it has none. */
export function refinedQuad(grey, quad) {
  const closer = movedToEdges(grey, quad);
  const corners = closer && movedToEdges(grey, closer);
  if (!corners) return null;
  const [[ax, ay], [bx, by], [cx, cy], [dx, dy]] = corners;
  const skew = Math.hypot(ax - bx + cx - dx, ay - by + cy - dy) / 2;
  return skew <= MAX_SKEW * Math.sqrt(polygonArea(corners)) ? corners : null;
}

/** Return the area of a polygon in square pixels. */
export function polygonArea(points) {
  let [fromX, fromY] = points.at(-1);
  let doubled = 0;
  for (const [x, y] of points) {
    doubled += fromX * y - x * fromY;
    [fromX, fromY] = [x, y];
  }
  return Math.abs(doubled) / 2;
}

/** Return the horizontal runs of dark pixels in reading order: the row, the first and the last column of each. */
function darkRuns({width, height, data}, integral, window, offset) {
  const most = Math.ceil(width / 2) * height;
  const [rows, starts, ends] = [new Uint16Array(most), new Uint16Array(most), new Uint16Array(most)];
  const side = Math.min(window, width, height);
  const area = side * side;
  let count = 0;
  for (let y = 0; y < height; y += 1) {
    // Near the edges of the picture, the square is shifted instead of cut off.
    const top = Math.min(Math.max(y - (side >> 1), 0), height - side) * (width + 1);
    const bottom = top + side * (width + 1);
    let isInside = false;
    for (let x = 0; x < width; x += 1) {
      const left = Math.min(Math.max(x - (side >> 1), 0), width - side);
      const right = left + side;
      const sum = integral[bottom + right] - integral[bottom + left] - integral[top + right] + integral[top + left];
      const isDark = (data[y * width + x] + offset) * area <= sum;
      if (isDark && !isInside) {
        rows[count] = y;
        starts[count] = x;
        count += 1;
      }
      if (isDark) ends[count - 1] = x;
      isInside = isDark;
    }
  }
  return {count, rows, starts, ends};
}

/** Return for each run the first run of the connected region that it belongs to. */
function runRegions({count, rows, starts, ends}) {
  const parents = new Int32Array(count);
  let above = 0;
  for (let run = 0; run < count; run += 1) {
    parents[run] = run;
    while (rows[above] < rows[run] - 1 || (rows[above] < rows[run] && ends[above] < starts[run])) above += 1;
    for (let other = above; rows[other] < rows[run] && starts[other] <= ends[run]; other += 1) {
      const [one, two] = [rootOf(parents, other), rootOf(parents, run)];
      parents[Math.max(one, two)] = Math.min(one, two);
    }
  }
  for (let run = 0; run < count; run += 1) parents[run] = parents[parents[run]];
  return parents;
}

/** Return the root of a union-find tree, and shorten the way to it. */
function rootOf(parents, start) {
  let node = start;
  while (parents[node] !== node) {
    parents[node] = parents[parents[node]];
    node = parents[node];
  }
  return node;
}

/** Return the outlines of plausible regions, with the first and the last column of each row in `left` and `right`. */
function regionOutlines(runs, regions, longest) {
  const {count, rows, starts, ends} = runs;
  const plausible = plausibleRegions(runs, regions, longest);
  const largest = plausible.sort((one, other) => other.size - one.size).slice(0, MAX_REGIONS);
  const outlines = new Map(largest.map((outline) => [outline.region, outline]));
  for (let run = 0; run < count; run += 1) {
    const outline = outlines.get(regions[run]);
    if (!outline) continue;
    const row = rows[run] - outline.top;
    outline.left[row] = Math.min(outline.left[row], starts[run]);
    outline.right[row] = Math.max(outline.right[row], ends[run]);
  }
  return largest;
}

/** Return outlines with empty rows, and the number of pixels, of the regions whose bounding boxes may be of marks. */
function plausibleRegions({count, rows, starts, ends}, regions, longest) {
  const [lefts, rights, bottoms] = [starts.slice(0, count), ends.slice(0, count), rows.slice(0, count)];
  const sizes = new Int32Array(count);
  for (let run = 0; run < count; run += 1) {
    const region = regions[run];
    if (starts[run] < lefts[region]) lefts[region] = starts[run];
    if (ends[run] > rights[region]) rights[region] = ends[run];
    bottoms[region] = rows[run];
    sizes[region] += ends[run] - starts[run] + 1;
  }
  const outlines = [];
  for (let run = 0; run < count; run += 1) {
    const width = rights[run] - lefts[run] + 1;
    const height = bottoms[run] - rows[run] + 1;
    const shorter = Math.min(width, height);
    const isPlausible =
      regions[run] === run &&
      shorter >= MIN_BOX_SIDE &&
      Math.max(width, height) <= Math.min(longest, MAX_BOX_RATIO * shorter) &&
      sizes[run] >= MIN_BOX_FILL * width * height;
    if (!isPlausible) continue;
    const left = new Uint16Array(height).fill(rights[run]);
    outlines.push({region: run, size: sizes[run], top: rows[run], left, right: new Uint16Array(height)});
  }
  return outlines;
}

/** Return the corners of a region, clockwise; null if it is no quadrilateral that may be a mark. */
function quadOf(outline, squareness) {
  const hull = convexHull(outline);
  const area = polygonArea(hull);
  const length = hull.reduce((sum, point, index) => sum + pointDistance(point, hull.at(index - 1)), 0);
  // The hull goes through the centres of pixels: by Pick's theorem, it contains about this number of them.
  const fill = outline.size / (area + length / 2 + 1);
  if (fill < MIN_HULL_FILL || fill > MAX_HULL_FILL) return null;
  const quad = hullCorners(hull);
  const sides = quad.map((corner, index) => pointDistance(corner, quad.at(index - 1)));
  const isSquare = Math.max(...sides) <= MAX_SIDE_RATIO * Math.min(...sides);
  return isSquare && polygonArea(quad) >= squareness * area ? quad : null;
}

/** Return the corners of the convex hull of an outline, clockwise. */
function convexHull({top, left, right}) {
  const hull = [];
  const add = (point, kept) => {
    while (hull.length > kept && triangleArea(hull.at(-2), hull.at(-1), point) <= 0) hull.pop();
    hull.push(point);
  };
  for (let row = 0; row < right.length; row += 1) add([right[row], top + row], 1);
  const kept = hull.length;
  for (let row = left.length - 1; row >= 0; row -= 1) add([left[row], top + row], kept);
  return hull;
}

/** Return the points of a hull that are farthest from its middle, from the first, and from the diagonal, clockwise. */
function hullCorners(hull) {
  const middle = [0, 1].map((axis) => hull.reduce((sum, point) => sum + point[axis], 0) / hull.length);
  const farthest = (measure) => hull.reduce((one, other) => (measure(other) > measure(one) ? other : one));
  const first = farthest((point) => pointDistance(point, middle));
  const third = farthest((point) => pointDistance(point, first));
  const second = farthest((point) => triangleArea(first, point, third));
  const fourth = farthest((point) => triangleArea(first, third, point));
  return [first, second, third, fourth];
}

/** Return twice the area of a triangle, positive if its corners are given clockwise. */
function triangleArea(one, two, three) {
  return (two[0] - one[0]) * (three[1] - one[1]) - (two[1] - one[1]) * (three[0] - one[0]);
}

function pointDistance(one, other) {
  return Math.hypot(one[0] - other[0], one[1] - other[1]);
}

/** Return the corners where the edges near the sides of a quadrilateral cross; null if a side has no clear edge. */
function movedToEdges(grey, quad) {
  const edges = quad.map((corner, index) => fittedEdge(grey, corner, quad[(index + 1) % 4]));
  return edges.includes(null) ? null : edges.map((edge, index) => lineCrossing(edges.at(index - 1), edge));
}

/** Return the line {x, y, dx, dy} along the edge near the side from one corner to the next clockwise, or null. */
function fittedEdge(grey, [x, y], [toX, toY]) {
  const length = Math.hypot(toX - x, toY - y);
  const [dx, dy] = [(toX - x) / length, (toY - y) / length];
  const step = (PROFILE_REACH * length) / PROFILE_STEPS;
  const points = [];
  for (let profile = 0; profile < EDGE_PROFILES; profile += 1) {
    const along = (ROUNDED_END + ((1 - 2 * ROUNDED_END) * (profile + 0.5)) / EDGE_PROFILES) * length;
    const steps = stepsToEdge(grey, x + along * dx, y + along * dy, step * dy, -step * dx);
    if (steps !== null) points.push([along, steps * step]);
  }
  const line = fittedLine(points, MAX_EDGE_ERROR * length);
  if (!line) return null;
  const [shift, slope] = line;
  return {x: x + shift * dy, y: y - shift * dx, dx: dx + slope * dy, dy: dy - slope * dx};
}

/** Return how many steps from a point the picture turns from dark to light; null if it does not. */
function stepsToEdge(grey, x, y, stepX, stepY) {
  const levels = new Float64Array(2 * PROFILE_STEPS + 1);
  let [least, most] = [255, 0];
  for (let index = 0; index < levels.length; index += 1) {
    const level = greyAt(grey, x + (index - PROFILE_STEPS) * stepX, y + (index - PROFILE_STEPS) * stepY);
    levels[index] = level;
    least = Math.min(least, level);
    most = Math.max(most, level);
  }
  if (most - least < MIN_EDGE_CONTRAST) return null;
  const middle = (least + most) / 2;
  let nearest = null;
  for (let index = 1; index < levels.length; index += 1) {
    const [inner, outer] = [levels[index - 1], levels[index]];
    if (inner >= middle || outer < middle) continue;
    const steps = index - 1 - PROFILE_STEPS + (middle - inner) / (outer - inner);
    if (nearest === null || Math.abs(steps) < Math.abs(nearest)) nearest = steps;
  }
  return nearest;
}

/** Return [a, b] of the line y = a + bx that most points are near, fitted to these; null if they are too few. */
function fittedLine(points, maxError) {
  let most = EDGE_PROFILES / 2 - 1;
  let inliers = null;
  for (let one = 0; one < points.length; one += 1) {
    for (let other = one + EDGE_PROFILES / 4; other < points.length; other += 1) {
      const slope = (points[other][1] - points[one][1]) / (points[other][0] - points[one][0]);
      const shift = points[one][1] - slope * points[one][0];
      const isNear = ([x, y]) => Math.abs(y - shift - slope * x) <= maxError;
      const count = points.reduce((sum, point) => sum + isNear(point), 0);
      if (count <= most) continue;
      most = count;
      inliers = points.filter(isNear);
    }
  }
  return inliers && regressionLine(inliers);
}

/** Return [a, b] of the line y = a + bx through points by least squares. */
function regressionLine(points) {
  let [sumX, sumY, sumXX, sumXY] = [0, 0, 0, 0];
  for (const [x, y] of points) {
    sumX += x;
    sumY += y;
    sumXX += x * x;
    sumXY += x * y;
  }
  const slope = (points.length * sumXY - sumX * sumY) / (points.length * sumXX - sumX * sumX);
  return [(sumY - slope * sumX) / points.length, slope];
}

/** Return the point in which two lines cross. */
function lineCrossing(one, other) {
  const turn = one.dx * other.dy - one.dy * other.dx;
  const along = ((other.x - one.x) * other.dy - (other.y - one.y) * other.dx) / turn;
  return [one.x + along * one.dx, one.y + along * one.dy];
}
