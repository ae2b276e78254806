import {findMarksQuickly} from "./marks/marks.js";
import {greyAt} from "./pixels.js";
import {brightestLevel, distinctMarks, greyPicture} from "./reading.js";
import {least, median} from "./statistics.js";

const READING_LIMITS = PARAMETERS.reading;
const FRAMING = PARAMETERS.framing;
const CORNERS = [0, 1, 2, 3];

/** Judges one frame of a live camera after the other: where sheets are, and what is missing until they can be read. */
export class Framing {
  constructor() {
    this.before = []; // the outlines of the sheets in the frame before
    this.stillFrames = 0;
  }

  /**
   * Judge an RGBA frame, which is read in `enlargement` times its size. `codePlaces` are those of all known layouts.
   *
   * Return {outlines, hint}: the outline of each sheet, and what is missing, or null: `dark`, `none` (no sheet), `corner`
   * (a corner is missing), `closer`, `blurred` or `moving`.
   */
  judge(frame, codePlaces, enlargement) {
    const grey = greyPicture(frame);
    const {sheets, rest} = findMarksQuickly(grey, distinctMarks(codePlaces));
    const outlines = sheets.map(outlineOf);
    const isStill = outlines.length > 0 && outlines.every((outline) => this.#isStill(outline));
    this.before = outlines;
    this.stillFrames = isStill ? this.stillFrames + 1 : 0;
    return {outlines, hint: this.#hint(grey, sheets, rest, enlargement)};
  }

  #hint(grey, sheets, rest, enlargement) {
    if (brightestLevel(grey) < READING_LIMITS.min_brightness) return "dark";
    const marks = [...sheets.flatMap((sheet) => [...sheet.values()]), ...rest.map(({corners}) => corners)];
    if (!marks.length) return "none";
    if (median(marks.map((mark) => edgeSharpness(grey, mark))) < FRAMING.min_sharpness) return "blurred";
    const isWhole = sheets.length && sheets.every((sheet) => sheet.size === CORNERS.length);
    if (!isWhole && (!sheets.length || this.stillFrames < FRAMING.patient_frames)) return "corner";
    if (enlargement * least(marks.map(sideOf)) < FRAMING.min_mark) return "closer";
    return this.stillFrames < FRAMING.still_frames ? "moving" : null;
  }

  /** Return whether an outline is about where one was in the frame before. */
  #isStill(outline) {
    const reach = FRAMING.max_motion * distanceOf(outline[0], outline[2]);
    return this.before.some((other) => other.every((corner, at) => distanceOf(corner, outline[at]) <= reach));
  }
}

/** Return the outer corners of the marks of a sheet; that of a missing mark completes a parallelogram. */
function outlineOf(marks) {
  const corners = CORNERS.map((id) => marks.get(id)?.[id]);
  const missing = corners.indexOf(undefined);
  if (missing >= 0) {
    const [next, opposite, previous] = [1, 2, 3].map((step) => corners[(missing + step) % CORNERS.length]);
    corners[missing] = [0, 1].map((axis) => next[axis] + previous[axis] - opposite[axis]);
  }
  return corners;
}

/** Return how steep the edges of a mark are: the largest difference of neighbouring pixels / their contrast. */
function edgeSharpness(grey, mark) {
  const side = sideOf(mark);
  const reach = Math.max(3, Math.round(FRAMING.edge_reach * side)); // pixels on either side of an edge
  const edges = mark.map(([x, y], at) => {
    const [toX, toY] = mark[(at + 1) % CORNERS.length];
    const [dx, dy] = [(toX - x) / side, (toY - y) / side];
    const levels = Array.from({length: 2 * reach + 1}, (_, step) => {
      return greyAt(grey, (x + toX) / 2 + (step - reach) * dy, (y + toY) / 2 - (step - reach) * dx);
    });
    const steps = levels.slice(1).map((level, step) => Math.abs(level - levels[step]));
    return Math.max(...steps) / Math.max(1, Math.max(...levels) - Math.min(...levels));
  });
  return median(edges);
}

function sideOf(mark) {
  return (distanceOf(mark[0], mark[1]) + distanceOf(mark[1], mark[2])) / 2;
}

function distanceOf([x, y], [otherX, otherY]) {
  return Math.hypot(x - otherX, y - otherY);
}
