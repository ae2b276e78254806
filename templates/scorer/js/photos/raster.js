// Draws the SVG of a printed sheet as pixels: the same ones in every browser and in `sheetgen scan`.
import {least, most} from "./statistics.js";

const SUBROWS = 8; // lines per row of pixels along which areas are measured
const CURVE_STEPS = 8; // straight pieces of a curve
const CIRCLE_STEPS = 64;
const MITER_LIMIT = 4; // length of a pointed corner of an outline / its width; longer ones are cut off, as in SVG
const KAPPA = 0.5522847498; // distance of the control points of a curve that is a quarter of a circle / radius
const UNMOVED = [1, 0, 0, 1, 0, 0];
const COMMANDS = /([MLHVQCZ])([^MLHVQCZ]*)/g;
const CONTROL_POINTS = {M: 1, L: 1, Q: 2, C: 3}; // of a path command, without the point where it begins
const DECIMAL = /-?\d*\.?\d+(?:e-?\d+)?/g;
const TRANSFORM = /(\w+)\(([^)]*)\)/g;

/**
 * Return an RGBA picture with `scale` pixels per mm of SVG nodes, {tag, attributes, children}, on white.
 *
 * Symbols and shapes that nodes use are found in `definitions` by their ids. Words are not drawn: no cell has any.
 */
export function drawnPicture(nodes, definitions, [width, height], scale) {
  const data = new Uint8ClampedArray(4 * width * height).fill(255);
  const painter = {picture: {width, height, data}, definitions};
  for (const node of nodes) drawNode(painter, node, [scale, 0, 0, scale, 0, 0], {fill: "#000000", color: "#000000"});
  return painter.picture;
}

/** Draw a node and its children. `matrix` maps its coordinates to pixels; `inherited` has its fill and its color. */
function drawNode(painter, {tag, attributes, children}, matrix, inherited) {
  const own = composed(matrix, transformOf(attributes.transform));
  const look = {color: attributes.color || inherited.color, fill: attributes.fill ?? inherited.fill};
  if (tag === "use") {
    const moved = composed(own, [1, 0, 0, 1, Number(attributes.x ?? 0), Number(attributes.y ?? 0)]);
    drawNode(painter, painter.definitions[attributes.href.slice(1)], moved, look);
    return;
  }
  for (const child of children) drawNode(painter, child, own, look);
  const contours = contoursOf(tag, attributes);
  if (contours) drawShape(painter.picture, contours, attributes, own, look);
}

/** Fill a shape, then draw its outline. */
function drawShape(picture, contours, attributes, matrix, {fill, color}) {
  const inPixels = (shapes) => shapes.map((points) => points.map((point) => movedPoint(matrix, point)));
  if (fill !== "none") fillArea(picture, inPixels(contours), attributes["fill-rule"] === "evenodd", channelLevels(fill, color));
  if (!attributes.stroke) return;
  const pieces = contours.flatMap((points) => outlinePieces(points, Number(attributes["stroke-width"])));
  fillArea(picture, inPixels(pieces), false, channelLevels(attributes.stroke, color));
}

/** Return the red, green and blue of a colour, `#rrggbb` or `currentColor`. */
function channelLevels(colour, current) {
  const packed = parseInt((colour === "currentColor" ? current : colour).slice(1), 16);
  return [packed >> 16, (packed >> 8) & 255, packed & 255];
}

/** Return the affine map that applies `inner` first and then `outer`. */
function composed(outer, inner) {
  const [e, f] = movedPoint(outer, [inner[4], inner[5]]);
  const column = (a, b) => [outer[0] * a + outer[2] * b, outer[1] * a + outer[3] * b];
  return [...column(inner[0], inner[1]), ...column(inner[2], inner[3]), e, f];
}

function movedPoint([a, b, c, d, e, f], [x, y]) {
  return [a * x + c * y + e, b * x + d * y + f];
}

/** Return the map of an attribute `transform`. */
function transformOf(text = "") {
  return [...text.matchAll(TRANSFORM)].reduce((matrix, [, kind, values]) => {
    const [x, y] = values.match(DECIMAL).map(Number);
    if (kind === "translate") return composed(matrix, [1, 0, 0, 1, x, y]);
    if (kind === "scale") return composed(matrix, [x, 0, 0, y, 0, 0]);
    const [cos, sin] = [Math.cos((x * Math.PI) / 180), Math.sin((x * Math.PI) / 180)];
    return composed(matrix, [cos, sin, -sin, cos, 0, 0]); // rotate
  }, UNMOVED);
}

/** Return the contours of a shape as arrays of points, the last of which is the first one if it is closed; or null. */
function contoursOf(tag, attributes) {
  const number = (name) => Number(attributes[name] ?? 0);
  if (tag === "rect") return [roundedRect(...["x", "y", "width", "height", "rx"].map(number))];
  if (tag === "circle") return [circlePoints(number("cx"), number("cy"), number("r"))];
  return tag === "path" ? pathContours(attributes.d) : null;
}

function roundedRect(x, y, width, height, radius) {
  const [right, bottom] = [x + width, y + height];
  if (!radius) return closedLine([[x, y], [right, y], [right, bottom], [x, bottom]]); // prettier-ignore
  const near = radius * (1 - KAPPA);
  const corner = (from, control, other, to) => curvePoints([from, control, other, to]);
  return closedLine([
    [x + radius, y],
    ...corner([right - radius, y], [right - near, y], [right, y + near], [right, y + radius]),
    ...corner([right, bottom - radius], [right, bottom - near], [right - near, bottom], [right - radius, bottom]),
    ...corner([x + radius, bottom], [x + near, bottom], [x, bottom - near], [x, bottom - radius]),
    ...corner([x, y + radius], [x, y + near], [x + near, y], [x + radius, y]),
  ]);
}

function circlePoints(x, y, radius) {
  const turns = Array.from({length: CIRCLE_STEPS}, (_, step) => (2 * Math.PI * step) / CIRCLE_STEPS);
  return closedLine(turns.map((turn) => [x + radius * Math.cos(turn), y + radius * Math.sin(turn)]));
}

function closedLine(points) {
  return [...points, points[0]];
}

/** Return points on a Bézier curve of any degree, given its control points. */
function curvePoints(controls) {
  return Array.from({length: CURVE_STEPS + 1}, (_, step) => {
    let points = controls;
    const share = step / CURVE_STEPS;
    while (points.length > 1) {
      const [before, after] = [points.slice(0, -1), points.slice(1)];
      points = before.map(([x, y], at) => [x + (after[at][0] - x) * share, y + (after[at][1] - y) * share]);
    }
    return points[0];
  });
}

/** Return the contours of path data with absolute coordinates. */
function pathContours(data) {
  const contours = [];
  for (const [, command, text] of data.matchAll(COMMANDS)) {
    const values = (text.match(DECIMAL) ?? []).map(Number);
    if (command === "M") contours.push([values.splice(0, 2)]);
    const points = contours.at(-1);
    if (command === "Z") points.push(points[0]);
    // A command may be followed by the values of several ones of its kind.
    while (values.length) {
      const [x, y] = points.at(-1);
      if (command === "H") points.push([values.shift(), y]);
      else if (command === "V") points.push([x, values.shift()]);
      else points.push(...piecePoints([x, y], values.splice(0, 2 * CONTROL_POINTS[command])));
    }
  }
  return contours;
}

/** Return the points of a line or curve after its first one, given the coordinates of its other control points. */
function piecePoints(start, values) {
  const controls = values.flatMap((x, at) => (at % 2 ? [] : [[x, values[at + 1]]]));
  return controls.length === 1 ? controls : curvePoints([start, ...controls]).slice(1);
}

/** Return polygons, all of them clockwise, whose union is an outline of this width around a line of points. */
function outlinePieces(line, width) {
  const points = line.filter(([x, y], at) => !at || x !== line[at - 1][0] || y !== line[at - 1][1]);
  const isClosed = points.length > 1 && points[0].every((value, axis) => value === points.at(-1)[axis]);
  const sides = points.slice(1).map(([x, y], at) => {
    const [fromX, fromY] = points[at];
    const share = width / 2 / Math.hypot(x - fromX, y - fromY);
    return [(fromY - y) * share, (x - fromX) * share]; // from the line to one of its sides
  });
  const pieces = sides.map(([dx, dy], at) => {
    const [[x, y], [toX, toY]] = [points[at], points[at + 1]];
    return closedLine([[x + dx, y + dy], [x - dx, y - dy], [toX - dx, toY - dy], [toX + dx, toY + dy]]); // prettier-ignore
  });
  const joints = sides.slice(1).map((side, at) => cornerPiece(points[at + 1], sides[at], side, width));
  if (isClosed) joints.push(cornerPiece(points[0], sides.at(-1), sides[0], width));
  return [...pieces, ...joints];
}

/** Return the pointed corner where two lines meet, given the ways to one side of each; a blunt one if it is too long. */
function cornerPiece([x, y], [dx, dy], [nextX, nextY], width) {
  const turn = dx * nextY - dy * nextX;
  const sign = turn > 0 ? -1 : 1; // the corner is on the outer side of the turn
  const [sumX, sumY] = [dx + nextX, dy + nextY];
  const square = sumX * sumX + sumY * sumY;
  const reach = square ? (width * width) / 2 / square : Infinity; // of the corner's point, in units of the sum
  const tip = reach * Math.sqrt(square) <= (MITER_LIMIT * width) / 2 ? [[x + sign * reach * sumX, y + sign * reach * sumY]] : [];
  const corner = [[x, y], [x + sign * dx, y + sign * dy], ...tip, [x + sign * nextX, y + sign * nextY]];
  return closedLine(sign > 0 ? corner.reverse() : corner);
}

/** Fill the area inside of contours with a colour; pixels at its edge are covered in part. */
function fillArea(picture, contours, isEvenOdd, colour) {
  const {width, height} = picture;
  const xs = contours.flatMap((points) => points.map(([x]) => x));
  const ys = contours.flatMap((points) => points.map(([, y]) => y));
  const left = Math.max(0, Math.floor(least(xs)));
  const cover = new Float32Array(Math.max(0, Math.min(width, Math.ceil(most(xs))) - left));
  const edges = contours.flatMap((points) => points.slice(1).map((point, at) => edgeOf(points[at], point, left)));
  const end = Math.min(height, Math.ceil(most(ys)));
  for (let row = Math.max(0, Math.floor(least(ys))); row < end; row += 1) {
    const near = edges.filter(({top, bottom}) => top < row + 1 && bottom > row);
    cover.fill(0);
    for (let subrow = 0; subrow < SUBROWS; subrow += 1) {
      addSpans(cover, near, row + (subrow + 0.5) / SUBROWS, isEvenOdd);
    }
    paintRow(picture, row * width + left, cover, colour);
  }
}

/** Return a line from one point to another as an edge: its rows, its x at the top, and the direction that it has. */
function edgeOf([x, y], [toX, toY], left) {
  const slope = (toX - x) / (toY - y);
  return y < toY
    ? {top: y, bottom: toY, x: x - left, slope, turn: 1}
    : {top: toY, bottom: y, x: toX - left, slope, turn: -1};
}

/** Add to the cover of each pixel of a row its share that lies between edges along one of SUBROWS lines. */
function addSpans(cover, edges, y, isEvenOdd) {
  const crossings = edges
    .filter(({top, bottom}) => top <= y && bottom > y)
    .map(({x, slope, top, turn}) => ({x: x + slope * (y - top), turn}))
    .sort((one, other) => one.x - other.x);
  let winding = 0;
  for (let at = 0; at < crossings.length - 1; at += 1) {
    winding = isEvenOdd ? 1 - winding : winding + crossings[at].turn;
    if (!winding) continue;
    const from = Math.max(0, crossings[at].x);
    const to = Math.min(cover.length, crossings[at + 1].x);
    for (let x = Math.floor(from); x < to; x += 1) {
      cover[x] += (Math.min(to, x + 1) - Math.max(from, x)) / SUBROWS;
    }
  }
}

/** Mix a colour into the pixels of a row, from an index on, by how much of each is covered. */
function paintRow({data}, start, cover, colour) {
  for (let x = 0; x < cover.length; x += 1) {
    const share = Math.min(1, cover[x]);
    for (let channel = 0; share && channel < 3; channel += 1) {
      const at = 4 * (start + x) + channel;
      data[at] += (colour[channel] - data[at]) * share;
    }
  }
}
