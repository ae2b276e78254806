import {addPlayer, isBlank, playerNames, withCount, withMode, withSheet} from "../games/game.js";
import {isPrintedSheet, withPrintedSheet} from "../games/printed_sheets.js";
import {amend, step} from "../games/timeline.js";
import {render} from "../messages.js";
import {PASSED_PHOTO} from "../passed_photo.js";
import {sheetRulebook} from "../rules/sheet_rules.js";
import {ask, openDialog} from "../views/dialogs.js";
import {el, textButton} from "../views/dom.js";
import {cellPicture} from "./cell_pictures.js";
import {doubtfulCells, DoubtsView} from "./doubts.js";
import {LiveCamera} from "./live_camera.js";
import {photoCanvas} from "./photo_canvas.js";
import {PhotoReader, UNKNOWN_SHEET} from "./photo_reader.js";
import {showReview} from "./review.js";

/** Reads photos of sheets, and enters their crosses on the sheets of the game. */
export class Camera {
  constructor(app, sheetElement) {
    // The file of this module begins with its texts in all languages, and with its style.
    for (const [code, {texts}] of Object.entries(app.page.languages)) Object.assign(texts, PHOTO_TEXTS[code]);
    const style = new CSSStyleSheet();
    style.replaceSync(PHOTO_STYLE);
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, style];
    this.app = app;
    this.reader = new PhotoReader(app.page);
    this.doubts = new DoubtsView(app, sheetElement);
  }

  /** Return a button that asks about doubtful cells; null if there are none. */
  question(state) {
    return this.doubts.question(state);
  }

  /** Get ready to read a photo of the current sheet. */
  prepare() {
    this.reader.prepare(this.app.sheet.arrangement);
  }

  /** Read photos one after the other, then enter what was read, and show it. */
  async read(photos) {
    await this.#enterAll(await this.#readAll(photos));
  }

  /** Read the sheets that are held in front of the camera, then enter what was read, and show it. */
  async readLive(choosePhotos) {
    this.prepare();
    await this.#enterAll(await new LiveCamera(this.app, this.reader, choosePhotos).open());
  }

  async #enterAll(readings) {
    const entries = [];
    for (const reading of readings) entries.push(await this.#enter(reading, readings.length > 1));
    if (!entries.length) return;
    this.app.openScreen("sheet");
    await showReview(this.app, entries, this.doubts, (entry) => this.#openOtherLayout(entry));
    const next = this.app.frame.offer.querySelector(".doubt button") ?? this.app.frame.nav.querySelector(".photo");
    next.focus({preventScroll: true});
  }

  /** Read the photo in a data URL. */
  async readUrl(url) {
    const bytes = decodedBytes(url);
    if (bytes) await this.read([new Blob([bytes], {type: "image/jpeg"})]);
    else this.app.showToast(this.app.texts.photo_failed);
  }

  /** Resolves to the sheets that were read, in the order of the photos; to nothing if the user cancelled. */
  async #readAll(photos) {
    const {texts, sheet} = this.app;
    const readings = [];
    let isCancelled = false;
    const bar = el("progress", {"aria-label": texts.photo, max: photos.length, value: 0});
    const count = el("p", {"aria-live": "polite"});
    const close = openDialog(texts.photo_reading, [count, bar], [textButton(texts.cancel, () => close())], () => {
      isCancelled = bar.value < photos.length;
      if (isCancelled) this.reader.stop();
    });
    const expected = photos.length === 1 ? sheet : UNKNOWN_SHEET;
    for (const [index, photo] of photos.entries()) {
      count.textContent = render(texts.photo_count, {number: index + 1, count: photos.length});
      const found = await this.reader.read(photo, expected).catch(() => [{problem: "photo_failed"}]);
      readings.push(...found.map((reading) => ({photo, ...reading})));
      if (isCancelled) return [];
      bar.value = index + 1;
    }
    close();
    return readings;
  }

  /**
   * Enter the crosses of a reading on their sheet as one undo step. Resolves to an entry for the review: the reading,
   * and the seat of its player unless there is a problem.
   *
   * The mode becomes "finished", because a photo has no history.
   */
  async #enter(reading, isOneOfMany) {
    if (reading.problem) return reading;
    const {app} = this;
    const {rulebook} = app.page;
    const target = () => withPhotographedSheet(rulebook, app.timeline, reading, isOneOfMany);
    const planned = target();
    if (!planned) return {...reading, problem: "photo_full", values: {most: rulebook.players.max}};
    const sheet = planned.now.sheets[planned.now.current];
    const crossed = [...reading.readings].filter(([, {isCrossed}]) => isCrossed).map(([id]) => id);
    const marks = withCount(sheetRulebook(rulebook, sheet), new Map(), crossed, 1);
    const penalties = crossed.length - marks.size;
    if ((sheet.marks.size || sheet.penalties) && !hasCrosses(sheet, marks, penalties)) {
      const name = playerNames(planned.now, app.words)[planned.now.current];
      const question = render(app.texts.photo_replace_ask, {name});
      const isReplaced = await ask(app.texts, question, [{text: app.texts.photo_replace, value: true}]);
      if (!isReplaced) return {...reading, problem: "photo_not_entered"};
    }
    const timeline = target() ?? planned; // the game may have changed during the question
    const own = sheetRulebook(rulebook, sheet);
    const photographed = {...sheet, marks, penalties, history: null};
    const doubts = doubtfulCells(own, reading.readings, photographed, app.page.findings).map((doubt) => ({
      ...doubt,
      picture: cellPicture(app.page, reading, doubt.cell),
    }));
    const name = sheet.name || reading.name;
    const read = withSheet(timeline.now, () => ({name, marks, penalties, doubts}));
    const apply = timeline.past.at(-1) === app.game ? amend : step; // a new player and their crosses are one step
    app.tapped = null;
    const entered = apply(timeline, withMode(rulebook, read, "finished"));
    if (entered.now.id === app.game.id) app.apply(() => entered);
    else app.openTimeline(entered);
    return {...reading, seat: app.game.current, crosses: crossed.length, doubts};
  }

  /** Open the page of the layout of a photographed sheet, and pass the photo on to it. */
  async #openOtherLayout({photo, link, values}) {
    const {canvas} = await photoCanvas(photo);
    passPhoto(canvas.toDataURL("image/jpeg", 0.9));
    location.assign(`../${values.layout}/#${link.split("#")[1]}`);
  }
}

/**
 * Return the timeline in which the photographed sheet is the current one; null if there is no seat for it.
 *
 * A blank current sheet becomes that sheet. Without a serial number, a single photo is of the current sheet, and one of
 * many is of a new player if the current sheet is not blank.
 */
function withPhotographedSheet(rulebook, timeline, {serial, arrangement}, isOneOfMany) {
  const printed = {serial, arrangement};
  const game = timeline.now;
  const sheet = game.sheets[game.current];
  const isFree = isBlank({...sheet, name: ""});
  if (serial === null) {
    if (!isOneOfMany || isFree) return timeline;
    return game.sheets.length < rulebook.players.max ? step(timeline, addPlayer(game, {arrangement})) : null;
  }
  if (isPrintedSheet(sheet, printed)) return timeline;
  if (isFree && !game.sheets.some((other) => isPrintedSheet(other, printed))) {
    return amend(
      timeline,
      withSheet(game, () => printed),
    );
  }
  const isKnown = game.sheets.some((other) => isPrintedSheet(other, printed) || isBlank(other));
  if (isOneOfMany && !isKnown && game.sheets.length >= rulebook.players.max) return null;
  return withPrintedSheet(rulebook, timeline, printed);
}

function hasCrosses(sheet, marks, penalties) {
  return sheet.penalties === penalties && [...sheet.marks.keys()].join() === [...marks.keys()].join();
}

/** Return the bytes in a data URL; null if it is damaged. */
function decodedBytes(url) {
  try {
    return Uint8Array.from(atob(url.split(",")[1]), (character) => character.charCodeAt(0));
  } catch {
    return null;
  }
}

/** Keep a photo, given as a data URL, for the page of another layout. */
function passPhoto(url) {
  try {
    sessionStorage.setItem(PASSED_PHOTO, url);
  } catch {
    // Without storage, the photo has to be taken again on the other page.
  }
}
