// Only with camera.
import {isPrint, withPrinted} from "./arrive.js";
import {ask, openDialog} from "./dialogs.js";
import {el, icon, textButton} from "./dom.js";
import {Doubts} from "./doubts.js";
import {isBlank, onSheet, playerNames, withCount, withMode} from "./game.js";
import {render} from "./messages.js";
import {rulesOf} from "./own_rules.js";
import {amend, step} from "./timeline.js";

const LENS = "M4 8h4l2-3h4l2 3h4v11H4zM12 10a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7z";

/** Photos of sheets: they go to the computer that this page comes from, and come back as crosses. */
export class Camera {
  constructor(app) {
    this.app = app;
    this.doubts = new Doubts(app);
    this.input = el("input", {
      type: "file",
      accept: "image/*",
      capture: "environment",
      hidden: true,
      onchange: () => this.#taken(),
    });
    document.body.append(this.input);
  }

  button() {
    const {texts} = this.app;
    return el(
      "button",
      {class: "photo", "aria-label": texts.photo_take, key: "photo", onclick: () => this.input.click()},
      icon(LENS),
      texts.photo,
    );
  }

  /** What the photo leaves open, or null. */
  question() {
    return this.doubts.question();
  }

  async #taken() {
    const [photo] = this.input.files;
    this.input.value = "";
    const answer = photo && (await this.#send(photo));
    if (answer?.message) tellUntilClosed(this.app, answer.message);
    else if (answer) await this.#apply(answer);
  }

  /** The computer's answer, or why there is none; null if nobody waits for it any more. */
  async #send(body) {
    const {language, texts} = this.app;
    const travel = new AbortController();
    const cancel = textButton(texts.cancel, () => close());
    const bar = el("progress", {"aria-label": texts.photo_reading});
    const close = openDialog(texts.photo_reading, [bar], [cancel], () => travel.abort());
    const headers = {"Accept-Language": language};
    try {
      const answer = await fetch("photo", {method: "POST", body, headers, signal: travel.signal});
      return await answer.json();
    } catch {
      return travel.signal.aborted ? null : {message: texts.photo_lost};
    } finally {
      close();
    }
  }

  /** Put the crosses on their sheet, as one step. Finished sheets have no history, so it is no longer as we play. */
  async #apply({serial, sheet: arrangement, crossed, ask: doubts}) {
    const {app} = this;
    const target = () => withPhotographed(app, {serial, arrangement});
    const {now} = target();
    const sheet = now.sheets[now.current];
    const marks = withCount(rulesOf(app.rulebook, sheet), new Map(), crossed, 1);
    const penalties = crossed.length - marks.size;
    const isOther = (sheet.marks.size || sheet.penalties) && !hasCrosses(sheet, marks, penalties);
    const question = render(app.texts.photo_replace_ask, {name: playerNames(now, app.words)[now.current]});
    if (isOther && !(await ask(app, question, [{text: app.texts.photo_replace, value: true}]))) return;
    const timeline = target(); // much may have happened while the question stood there
    const read = onSheet(timeline.now, () => ({marks, penalties, doubts}));
    const keep = timeline.past.at(-1) === app.game ? amend : step; // who has just joined comes with these crosses
    app.tapped = null;
    app.keep(keep(timeline, withMode(app.rulebook, read, "finished")));
    app.go("sheet");
    if (!this.doubts.focus()) app.tell(render(app.texts.photo_done, {crosses: crossed.length}));
  }
}

/** A sheet without a number or crosses takes the photo, and its number; others go where a scan would lead. */
function withPhotographed(app, print) {
  const {game, sheet, timeline} = app;
  if (print.serial === null || isPrint(sheet, print)) return timeline;
  const isFree = isBlank({...sheet, name: ""}) && !game.sheets.some((other) => isPrint(other, print));
  const numbered = onSheet(game, () => print);
  return isFree ? amend(timeline, numbered) : withPrinted(app, print);
}

/** Say something long, which is to be read at leisure. */
function tellUntilClosed(app, text) {
  const close = openDialog(text, [], [textButton(app.texts.close, () => close(), {class: "strong"})]);
}

function hasCrosses(sheet, marks, penalties) {
  return sheet.penalties === penalties && [...sheet.marks.keys()].join() === [...marks.keys()].join();
}
