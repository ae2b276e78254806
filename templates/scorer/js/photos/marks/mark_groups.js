import {homographyOf, mapPoint} from "../homography.js";
import {least, most} from "../statistics.js";

export const MIN_MARKS = 3; // needed to locate the cells of a sheet; a thumb may cover the fourth
const MAX_MARK_RATIO = 3; // longer / shorter side of two marks of a sheet, one of which is farther away
const MAX_TURN = 40; // degrees between the upper sides of two marks of a sheet
const MAX_PLACE_ERROR = 0.5; // of a mark from where another one says that it is / distance of the two
const MAX_PARTNERS = 3; // marks of one id that are tried with another mark, the nearest to where they should be
const MAX_RESIDUAL = 0.1; // mean distance of corners from where the sheet has them / side of a mark

/**
 * Group the marks {id, corners} in a photo by the sheets that they belong to.
 *
 * `layouts` has the boxes of the four marks of each known layout, in mm. Return {sheets, rest}: for each sheet, row by
 * row, a Map from the ids of its marks to their corners; and the marks that belong to none of them.
 */
export function groupMarks(detections, layouts) {
  const marks = detections.map((detection) => ({...detection, ...frameOf(detection.corners)}));
  const candidates = layouts.flatMap((boxes) => candidateSheets(marks, boxes));
  candidates.sort((one, other) => other.group.length - one.group.length || one.residual - other.residual);
  const taken = new Set();
  const sheets = [];
  const take = (group) => {
    for (const mark of group) taken.add(mark);
    sheets.push(group.sort((one, other) => one.id - other.id));
  };
  for (const {group} of candidates) if (!group.some((mark) => taken.has(mark))) take(group);
  const others = marks.filter((mark) => !taken.has(mark));
  // A single sheet of an unknown layout.
  if (others.length >= MIN_MARKS && new Set(others.map(({id}) => id)).size === others.length) take(others);
  return {
    sheets: inReadingOrder(sheets).map((group) => new Map(group.map(({id, corners}) => [id, corners]))),
    rest: marks.filter((mark) => !taken.has(mark)),
  };
}

/** Return sheets, given their marks, row by row and from left to right, as one sees them who reads the first of them. */
function inReadingOrder(sheets) {
  if (sheets.length < 2) return sheets;
  const [{across, down}] = sheets[0];
  const places = sheets.map((group) => {
    const middle = [0, 1].map((axis) => group.reduce((sum, mark) => sum + mark.middle[axis], 0) / group.length);
    const extents = group.map((mark) => dotProduct(mark.middle, down));
    return {group, x: dotProduct(middle, across), y: dotProduct(middle, down), height: most(extents) - least(extents)};
  });
  places.sort((one, other) => one.y - other.y);
  let row = [places[0]];
  const rows = [row];
  for (const place of places.slice(1)) {
    if (place.y - row[0].y < row[0].height / 2) row.push(place);
    else rows.push((row = [place]));
  }
  return rows.flatMap((each) => each.sort((one, other) => one.x - other.x)).map(({group}) => group);
}

/** Return the middle of a mark, the vectors along its upper and its left side, and the length of a side. */
function frameOf([[ax, ay], [bx, by], [cx, cy], [dx, dy]]) {
  const across = [(bx - ax + cx - dx) / 2, (by - ay + cy - dy) / 2];
  const down = [(dx - ax + cx - bx) / 2, (dy - ay + cy - by) / 2];
  const side = (Math.hypot(...across) + Math.hypot(...down)) / 2;
  return {middle: [(ax + bx + cx + dx) / 4, (ay + by + cy + dy) / 4], across, down, side};
}

/** Return the groups of marks that may be sheets of a layout, each with how far it is from fitting it. */
function candidateSheets(marks, boxes) {
  const candidates = [];
  // Of any three marks of a sheet, one has the id 0 or 1.
  for (const first of marks.filter(({id}) => id < 2)) {
    let groups = [[first]];
    for (let id = first.id + 1; id < boxes.length; id += 1) {
      const partners = partnersOf(first, id, marks, boxes);
      groups = groups.flatMap((group) => [group, ...partners.map((partner) => [...group, partner])]);
    }
    for (const group of groups) {
      const residual = group.length < MIN_MARKS ? Infinity : residualOf(group, boxes);
      if (residual <= MAX_RESIDUAL) candidates.push({group, residual});
    }
  }
  return candidates;
}

/** Return the marks of an id that may belong to the same sheet as another mark, as each of them sees the other. */
function partnersOf(one, id, marks, boxes) {
  return marks
    .filter((other) => {
      const turn = Math.atan2(crossProduct(one.across, other.across), dotProduct(one.across, other.across));
      const ratio = Math.max(one.side, other.side) / Math.min(one.side, other.side);
      return other.id === id && Math.abs(turn) <= (MAX_TURN * Math.PI) / 180 && ratio <= MAX_MARK_RATIO;
    })
    .map((other) => ({other, error: Math.min(placeError(one, other, boxes), placeError(other, one, boxes))}))
    .filter(({error}) => error <= MAX_PLACE_ERROR)
    .sort((first, second) => first.error - second.error)
    .slice(0, MAX_PARTNERS)
    .map(({other}) => other);
}

/** Return how far a mark is from where another one says that it is, as a share of their distance. */
function placeError(from, to, boxes) {
  const [x, y, width] = boxes[from.id];
  const [toX, toY] = boxes[to.id];
  const [right, below] = [(toX - x) / width, (toY - y) / width]; // in sides of a mark
  const expected = [0, 1].map((axis) => from.middle[axis] + right * from.across[axis] + below * from.down[axis]);
  const distance = Math.hypot(to.middle[0] - from.middle[0], to.middle[1] - from.middle[1]);
  return Math.hypot(to.middle[0] - expected[0], to.middle[1] - expected[1]) / distance;
}

/** Return the mean distance of the corners of marks from where a sheet seen in perspective has them / side of a mark. */
function residualOf(group, boxes) {
  const printed = group.flatMap(({id}) => cornersOf(boxes[id]));
  const homography = homographyOf(
    printed,
    group.flatMap(({corners}) => corners),
  );
  if (!homography) return Infinity;
  const errors = group.flatMap(({id, corners, side}) =>
    cornersOf(boxes[id]).map(([x, y], at) => {
      const [seenX, seenY] = mapPoint(homography, x, y);
      return Math.hypot(seenX - corners[at][0], seenY - corners[at][1]) / side;
    }),
  );
  return errors.reduce((sum, error) => sum + error) / errors.length;
}

function cornersOf([x, y, width, height]) {
  return [
    [x, y],
    [x + width, y],
    [x + width, y + height],
    [x, y + height],
  ];
}

function crossProduct([x, y], [otherX, otherY]) {
  return x * otherY - y * otherX;
}

function dotProduct([x, y], [otherX, otherY]) {
  return x * otherX + y * otherY;
}
