// Only with camera.
import {parsePrinted} from "../games/printed_sheets.js";
import {readArrangement} from "../rules/arrangement.js";
import {referencePicture, sheetCells} from "./reference_picture.js";

const WORKING_SIDE = 1500; // pixels; photos are halved as long as their shorter side stays at least this long
const MIN_SIDE = 480; // pixels of the shorter side
const MAX_PIXELS = 110e6; // more than the cameras of common phones have

/** Reads photos of this page's sheet in a worker, which is loaded when the first photo is read. */
export class PhotoReader {
  constructor(page) {
    this.page = page;
  }

  /**
   * Read a photo. If its code cannot be read, it is taken for a photo of the given sheet.
   *
   * Resolves to {serial, arrangement, name, readings, picture, scale}, or to {problem, values}.
   */
  async read(file, {serial, arrangement}) {
    const turn = (this.turn = {});
    const size = await photoSize(file);
    if (!size) return {problem: "no_picture"};
    const least = Math.min(size.width, size.height);
    if (least < MIN_SIDE) return {problem: "too_small", values: {...size, least: MIN_SIDE}};
    if (size.width * size.height > MAX_PIXELS) return {problem: "too_many_pixels", values: {most: MAX_PIXELS / 1e6}};
    const factor = 2 ** Math.max(0, Math.floor(Math.log2(least / WORKING_SIDE)));
    const [width, height] = [size.width, size.height].map((side) => Math.round(side / factor));
    const {size: sheetSize, code_places: codePlaces} = this.page.photo;
    const sheet = {size: sheetSize, marks: codePlaces[0].marks, codePlaces};
    const found = await this.#ask(turn, {file, width, height, sheet});
    if (found.problem) return found;
    const isUnknown = this.page.rulebook.shuffle && found.link === null && serial === null && !arrangement;
    if (isUnknown) return {problem: "code_unread_shuffled"};
    const printed = found.link === null ? {serial: null, arrangement, name: ""} : printedSheet(this.page, found.link);
    if (printed.problem) return printed;
    const reference = await referencePicture(this.page, printed.arrangement);
    const cells = sheetCells(this.page, printed.arrangement);
    const read = await this.#ask(turn, {cells, reference}, [reference.data.buffer]);
    return read.problem ? read : {...printed, ...read};
  }

  /** Stop reading, so that this turn asks the worker nothing more; the next photo is read by another worker. */
  stop() {
    this.turn = null;
    this.worker?.terminate();
    this.worker = null;
    this.abandon?.({problem: "stopped"});
  }

  /** Resolves to the worker's answer to a message, unless this turn of reading was stopped. */
  async #ask(turn, message, transfer = []) {
    if (this.turn !== turn) return {problem: "stopped"};
    this.worker ??= startWorker(this.page.photo.reader);
    return new Promise((resolve) => {
      this.abandon = resolve;
      this.worker.onmessage = ({data}) => resolve(data);
      this.worker.onerror = () => {
        this.worker = null;
        resolve({problem: "photo_failed"});
      };
      this.worker.postMessage(message, transfer);
    });
  }
}

/** Start the worker from its own file, or from the text that the page contains. */
function startWorker(reader) {
  if (reader) return new Worker(reader);
  const text = document.getElementById("reader").textContent;
  return new Worker(URL.createObjectURL(new Blob([text], {type: "text/javascript"})));
}

/** Resolves to the width and height of a picture file in pixels; null if it is none. */
async function photoSize(file) {
  const image = new Image();
  image.src = URL.createObjectURL(file);
  try {
    await new Promise((resolve, reject) => Object.assign(image, {onload: resolve, onerror: reject}));
    return {width: image.naturalWidth, height: image.naturalHeight};
  } catch {
    return null;
  } finally {
    URL.revokeObjectURL(image.src);
  }
}

/** Return serial number, arrangement and name of the sheet with this link, or why this page cannot read it. */
function printedSheet({slug, fingerprint, rules_fingerprint: ownRules, rulebook}, link) {
  const [page, fragment = ""] = link.split("#");
  const found = page.replace(/\/$/, "").split("/").at(-1);
  const printed = parsePrinted(fragment);
  if (!printed) return {problem: "no_sheet_link", values: {link: link.slice(0, 60)}};
  if (found !== slug) return {problem: "photo_other_layout", values: {layout: found}, link};
  if (printed.rules !== ownRules) return {problem: "photo_other_rules"};
  if (printed.rules + printed.geometry !== fingerprint) return {problem: "photo_other_places"};
  const arrangement = rulebook.shuffle && printed.code ? readArrangement(rulebook, printed.code)?.code : null;
  if (arrangement === undefined) return {problem: "damaged_code"};
  return {serial: printed.serial, arrangement, name: printed.name};
}
