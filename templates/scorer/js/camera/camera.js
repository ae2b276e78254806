// Only with camera.
import {addPlayer, isBlank, playerNames, withCount, withMode, withSheet} from "../games/game.js";
import {isPrintedSheet, withPrintedSheet} from "../games/printed_sheets.js";
import {amend, step} from "../games/timeline.js";
import {render} from "../messages.js";
import {sheetRulebook} from "../rules/sheet_rules.js";
import {ask, openDialog} from "../views/dialogs.js";
import {el, icon, textButton} from "../views/dom.js";
import {cellPicture} from "./cell_pictures.js";
import {doubtfulCells, DoubtsView} from "./doubts.js";
import {photoCanvas} from "./photo_canvas.js";
import {PhotoReader} from "./photo_reader.js";
import {showReview} from "./review.js";

const CAMERA_ICON = "M4 8h4l2-3h4l2 3h4v11H4zM12 10a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7z";
const PHOTO_TYPES = "image/jpeg,image/png,image/webp"; // phones convert other photos to one of these
const PASSED_PHOTO = "sheetgen photo"; // key of a photo that another layout's page has passed on

/** Reads photos of sheets, and enters their crosses on the sheets of the game. */
export class Camera {
  constructor(app, sheetElement) {
    this.app = app;
    this.reader = new PhotoReader(app.page);
    this.doubts = new DoubtsView(sheetElement, {
      change: app.change,
      amend: app.amend,
      onSelect: () => app.update(),
      onLastSettled: (nextSeat) => this.#askNext(nextSeat),
    });
    // Without the attribute `capture`, phones offer both the camera and the gallery.
    this.input = el("input", {
      type: "file",
      accept: PHOTO_TYPES,
      multiple: true,
      hidden: true,
      onchange: () => this.#onChosen(),
    });
    document.body.append(this.input);
  }

  button() {
    const {texts} = this.app;
    return el(
      "button",
      {class: "photo", "aria-label": texts.photo_take, key: "photo", onclick: () => this.#choose()},
      icon(CAMERA_ICON),
      texts.photo,
    );
  }

  /** Return the question about a doubtful cell; null if there is none. */
  question(state) {
    return this.doubts.question(state);
  }

  /** Read the photo that the page of another layout has passed on, if there is one. */
  async readPassedPhoto() {
    const passed = takePassedPhoto();
    if (passed) await this.#read([await photoFile(passed)]);
  }

  /** Let the user take or choose photos, and get ready to read them meanwhile. */
  #choose() {
    this.input.click();
    this.reader.prepare(this.app.sheet.arrangement);
  }

  #onChosen() {
    const photos = [...this.input.files];
    this.input.value = "";
    if (photos.length) this.#read(photos);
  }

  /** Read photos one after the other, then enter what was read, and show it. */
  async #read(photos) {
    const readings = await this.#readAll(photos);
    const entries = [];
    for (const reading of readings) entries.push(await this.#enter(reading, readings.length > 1));
    if (!entries.length) return;
    this.app.openScreen("sheet");
    await showReview(this.app, entries, (entry) => this.#openOtherLayout(entry));
    const unsure = entries.find(({doubts}) => doubts?.length);
    if (unsure) this.#askNext(unsure.seat);
  }

  /** Ask about the sheet of a player; if there is none left, go back to the button for photos. */
  #askNext(seat) {
    const {app} = this;
    if (seat !== null) app.amend((game) => ({...game, current: seat}));
    const question = app.frame.offer.querySelector(".doubt") ?? app.frame.nav.querySelector(".photo");
    question.focus({preventScroll: true});
  }

  /** Resolves to what was read, in the order of the photos; to nothing if the user cancelled. */
  async #readAll(photos) {
    const {texts, sheet} = this.app;
    const readings = [];
    let isCancelled = false;
    const bar = el("progress", {"aria-label": texts.photo, max: photos.length, value: 0});
    const count = el("p", {"aria-live": "polite"});
    const close = openDialog(texts.photo_reading, [count, bar], [textButton(texts.cancel, () => close())], () => {
      isCancelled = readings.length < photos.length;
      if (isCancelled) this.reader.stop();
    });
    const expected = photos.length === 1 ? sheet : {serial: null, arrangement: null};
    for (const [index, photo] of photos.entries()) {
      count.textContent = render(texts.photo_count, {number: index + 1, count: photos.length});
      const reading = await this.reader.read(photo, expected).catch(() => ({problem: "photo_failed"}));
      readings.push({photo, ...reading});
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
    const doubts = doubtfulCells(own, reading.readings, {...sheet, marks, penalties}, app.page.findings).map(
      (doubt) => ({
        ...doubt,
        picture: cellPicture(app.page, reading, doubt.cell),
      }),
    );
    const name = sheet.name || reading.name;
    const read = withSheet(timeline.now, () => ({name, marks, penalties, doubts}));
    const apply = timeline.past.at(-1) === app.game ? amend : step; // a new player and their crosses are one step
    app.tapped = null;
    app.setTimeline(apply(timeline, withMode(rulebook, read, "finished")));
    return {...reading, seat: app.game.current, crosses: crossed.length, doubts};
  }

  /** Open the page of the layout of a photographed sheet, and pass the photo on to it. */
  async #openOtherLayout({photo, link, values}) {
    await passPhoto(photo);
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

/** Keep a photo for the next page of this tab. */
async function passPhoto(photo) {
  const {canvas} = await photoCanvas(photo);
  try {
    sessionStorage.setItem(PASSED_PHOTO, canvas.toDataURL("image/jpeg", 0.9));
  } catch {
    // Without storage, the photo has to be taken again on the other page.
  }
}

function takePassedPhoto() {
  try {
    const photo = sessionStorage.getItem(PASSED_PHOTO);
    sessionStorage.removeItem(PASSED_PHOTO);
    return photo;
  } catch {
    return null; // no storage, so nothing was passed on
  }
}

/** Return the file in a data URL. */
function photoFile(url) {
  const bytes = Uint8Array.from(atob(url.split(",")[1]), (character) => character.charCodeAt(0));
  return new Blob([bytes], {type: "image/jpeg"});
}
