import {currentFragment} from "../games/format_version.js";
import {parsePrinted} from "../games/printed_sheets.js";
import {photoScriptUrl} from "../photo_scripts.js";
import {readArrangement} from "../rules/arrangement.js";
import {photoCanvas} from "./photo_canvas.js";

const MAX_SECONDS = 40; // that the worker may take for one message; a slow phone needs about 10 for a photo

export const UNKNOWN_SHEET = {serial: null, arrangement: null};

/** Reads photos of this page's sheets in a worker, which is loaded when it is needed first. */
export class PhotoReader {
  constructor(page) {
    this.page = page;
    const photos = [page.photo, ...Object.values(page.companions).map(({photo}) => photo)];
    this.codePlaces = photos.flatMap((photo) => photo.code_places);
    this.#startTurn();
  }

  /** Load the worker and show it the sheet with this arrangement, while the user takes a photo of it. */
  prepare(arrangement) {
    const {turn} = this;
    // If it fails, reading tries again, and tells what is wrong.
    this.prepared = this.prepared.then(() => this.#showSheet(turn, arrangement)).catch(() => {});
  }

  /**
   * Read all sheets on a photo. A single one whose code cannot be read is taken for the given sheet.
   *
   * Resolves to a list with {serial, arrangement, name, readings, picture, scale} or {problem, values} for each sheet, and
   * for what is cut off.
   */
  async read(file, expected) {
    const {turn} = this;
    const {canvas, ...failure} = await photoCanvas(file);
    if (!canvas) return [failure];
    await this.prepared;
    const pixels = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
    return this.#readPixels(turn, pixels, expected);
  }

  /** Judge a frame of a live camera, given as small ImageData. Resolves to {outlines, hint}, or to {problem}. */
  look(pixels, enlargement, isFirst) {
    const {codePlaces} = this;
    return this.#ask(this.turn, {task: "look", pixels, codePlaces, enlargement, isFirst}, [pixels.data.buffer]);
  }

  /** Read all sheets on a frame of a live camera, like those on a photo. */
  readFrame(pixels) {
    return this.#readPixels(this.turn, pixels, UNKNOWN_SHEET);
  }

  async #readPixels(turn, pixels, expected) {
    const message = {task: "find", pixels, codePlaces: this.codePlaces};
    const found = await this.#ask(turn, message, [pixels.data.buffer]);
    if (found.problem) return [found];
    const {links, cutOff} = found;
    const readings = [];
    for (const [index, link] of links.entries()) {
      readings.push(await this.#readSheet(turn, index, link, links.length > 1 ? UNKNOWN_SHEET : expected));
    }
    if (cutOff) readings.push({problem: "part_of_sheet", values: {found: cutOff}});
    return readings;
  }

  /** Read one of the sheets that were found on a photo. */
  async #readSheet(turn, index, link, {serial, arrangement}) {
    const {page} = this;
    const isUnknown = page.rulebook.shuffle && link === null && serial === null && !arrangement;
    if (isUnknown) return {problem: "code_unread_shuffled"};
    const printed = link === null ? {serial: null, arrangement, name: ""} : printedSheet(page, link);
    if (printed.problem) return printed;
    const shown = await this.#showSheet(turn, printed.arrangement);
    if (shown.problem) return shown;
    const read = await this.#ask(turn, {task: "read", index});
    return read.problem ? read : {...printed, ...read};
  }

  /** Stop reading: what has been begun asks the worker nothing more, and the next photo is read by another worker. */
  stop() {
    this.#dismissWorker();
    this.#startTurn();
    this.abandon?.({problem: "stopped"});
  }

  #startTurn() {
    this.turn = {};
    this.prepared = Promise.resolve();
  }

  #dismissWorker() {
    this.worker?.terminate();
    this.worker = null;
    this.shownArrangement = undefined;
  }

  /** Show the worker the printed sheet with this arrangement, unless it is the one that was shown last. */
  async #showSheet(turn, arrangement) {
    if (this.shownArrangement === arrangement) return {};
    const answer = await this.#ask(turn, {task: "template", page: this.page, definitions: definitions(), arrangement});
    if (!answer.problem) this.shownArrangement = arrangement;
    return answer;
  }

  /**
   * Resolves to the worker's answer to a message, unless reading was stopped since this turn began. A worker that takes
   * too long is dismissed, and the next message goes to another one.
   */
  async #ask(turn, message, transfer = []) {
    if (this.turn !== turn) return {problem: "stopped"};
    this.worker ??= new Worker(photoScriptUrl(this.page, "reader"));
    return new Promise((resolve) => {
      let seconds = 0;
      // While a phone lets neither the page nor the worker run, no seconds are counted.
      const timer = setInterval(() => {
        seconds += 1;
        if (seconds >= MAX_SECONDS) fail("photo_slow");
      }, 1000);
      const finish = (answer) => {
        clearInterval(timer);
        resolve(answer);
      };
      const fail = (problem) => {
        this.#dismissWorker();
        finish({problem});
      };
      this.abandon = finish;
      this.worker.onmessage = ({data}) => finish(data);
      this.worker.onerror = () => fail("photo_failed");
      this.worker.postMessage(message, transfer);
    });
  }
}

/** Return the SVG nodes of the page's drawings, {tag, attributes, children}, by their ids. */
function definitions() {
  const drawings = document.querySelector("symbol").closest("svg");
  return Object.fromEntries([...drawings.querySelectorAll("[id]")].map((element) => [element.id, nodeOf(element)]));
}

function nodeOf({tagName: tag, attributes, children}) {
  const values = Object.fromEntries([...attributes].map(({name, value}) => [name, value]));
  return {tag, attributes: values, children: [...children].map(nodeOf)};
}

/** Return serial number, arrangement and name of the sheet with this link, or why this page cannot read it. */
function printedSheet(ownPage, link) {
  const {companions, rulebook, slug} = ownPage;
  const [page, fragment = ""] = link.split("#");
  const found = page.replace(/\/$/, "").split("/").at(-1);
  const current = currentFragment(fragment);
  if (current === null) return {problem: "newer"};
  const printed = parsePrinted(current);
  if (!printed) return {problem: "no_sheet_link", values: {link: link.slice(0, 60)}};
  const companion = Object.hasOwn(companions, found) ? companions[found] : null;
  if (found !== slug && !companion) return {problem: "photo_other_layout", values: {layout: found}, link};
  const {fingerprint, rules_fingerprint: ownRules} = companion ?? ownPage;
  if (printed.rules !== ownRules) return {problem: "photo_other_rules"};
  if (printed.rules + printed.geometry !== fingerprint) return {problem: "photo_other_places"};
  if (companion) return {serial: printed.serial, arrangement: found, name: printed.name};
  const arrangement = rulebook.shuffle && printed.code ? readArrangement(rulebook, printed.code)?.code : null;
  if (arrangement === undefined) return {problem: "damaged_code"};
  return {serial: printed.serial, arrangement, name: printed.name};
}
