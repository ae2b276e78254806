// Only with camera.
import {isBlank, playerNames, withCount, withMode, withSheet} from "../games/game.js";
import {isPrintedSheet, withPrintedSheet} from "../games/printed_sheets.js";
import {amend, step} from "../games/timeline.js";
import {render} from "../messages.js";
import {sheetRulebook} from "../rules/sheet_rules.js";
import {ask, openDialog} from "../views/dialogs.js";
import {el, icon, textButton} from "../views/dom.js";
import {DoubtsView} from "./doubts.js";

const CAMERA_ICON = "M4 8h4l2-3h4l2 3h4v11H4zM12 10a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7z";

/** Sends photos of sheets to the server of this page, and enters the crosses of its responses on the sheets. */
export class Camera {
  constructor(app, sheetElement) {
    this.app = app;
    this.doubts = new DoubtsView(sheetElement, {
      change: app.change,
      amend: app.amend,
      onSelect: () => app.update(),
      onLastSettled: () => app.frame.nav.querySelector(".photo").focus({preventScroll: true}),
    });
    this.input = el("input", {
      type: "file",
      accept: "image/*",
      capture: "environment",
      hidden: true,
      onchange: () => this.#readPhoto(),
    });
    document.body.append(this.input);
  }

  button() {
    const {texts} = this.app;
    return el(
      "button",
      {class: "photo", "aria-label": texts.photo_take, key: "photo", onclick: () => this.input.click()},
      icon(CAMERA_ICON),
      texts.photo,
    );
  }

  /** Return the question about a doubtful cell; null if there is none. */
  question(state) {
    return this.doubts.question(state);
  }

  async #readPhoto() {
    const [photo] = this.input.files;
    this.input.value = "";
    const answer = photo && (await this.#send(photo));
    if (answer?.message) showMessage(this.app.texts, answer.message);
    else if (answer) await this.#apply(answer);
  }

  /** Return the server's answer, or a message that it did not answer; null if the user cancelled. */
  async #send(body) {
    const {language, texts} = this.app;
    const request = new AbortController();
    const cancel = textButton(texts.cancel, () => close());
    const bar = el("progress", {"aria-label": texts.photo_reading});
    const close = openDialog(texts.photo_reading, [bar], [cancel], () => request.abort());
    const headers = {"Accept-Language": language};
    try {
      const answer = await fetch("photo", {method: "POST", body, headers, signal: request.signal});
      return await answer.json();
    } catch {
      return request.signal.aborted ? null : {message: texts.photo_lost};
    } finally {
      close();
    }
  }

  /** Enter the crosses on their sheet as one undo step. The mode becomes "finished", because a photo has no history. */
  async #apply({serial, sheet: arrangement, crossed, ask: doubts}) {
    const {app} = this;
    const {rulebook} = app.page;
    const target = () => withPhotographedSheet(rulebook, app.timeline, {serial, arrangement});
    const {now} = target();
    const sheet = now.sheets[now.current];
    const marks = withCount(sheetRulebook(rulebook, sheet), new Map(), crossed, 1);
    const penalties = crossed.length - marks.size;
    const isReplaced = (sheet.marks.size || sheet.penalties) && !hasCrosses(sheet, marks, penalties);
    const question = render(app.texts.photo_replace_ask, {name: playerNames(now, app.words)[now.current]});
    if (isReplaced && !(await ask(app.texts, question, [{text: app.texts.photo_replace, value: true}]))) return;
    const timeline = target(); // the game may have changed during the question
    const read = withSheet(timeline.now, () => ({marks, penalties, doubts}));
    const apply = timeline.past.at(-1) === app.game ? amend : step; // a new player and their crosses are one step
    app.tapped = null;
    app.setTimeline(apply(timeline, withMode(rulebook, read, "finished")));
    app.openScreen("sheet");
    const panel = app.frame.offer.querySelector(".doubt");
    if (panel) panel.focus({preventScroll: true});
    else app.showToast(render(app.texts.photo_done, {crosses: crossed.length}));
  }
}

/** Return the timeline in which the photographed sheet is the current one. A blank current sheet becomes that sheet. */
function withPhotographedSheet(rulebook, timeline, printed) {
  const game = timeline.now;
  const sheet = game.sheets[game.current];
  if (printed.serial === null || isPrintedSheet(sheet, printed)) return timeline;
  const isFree = isBlank({...sheet, name: ""}) && !game.sheets.some((other) => isPrintedSheet(other, printed));
  if (isFree) return amend(timeline, withSheet(game, () => printed));
  return withPrintedSheet(rulebook, timeline, printed);
}

/** Show a message until it is closed. */
function showMessage(texts, text) {
  const close = openDialog(text, [], [textButton(texts.close, () => close(), {class: "strong"})]);
}

function hasCrosses(sheet, marks, penalties) {
  return sheet.penalties === penalties && [...sheet.marks.keys()].join() === [...marks.keys()].join();
}
