// Only with camera.
import {el} from "./dom.js";
import {onSheet, withCount} from "./game.js";
import {message, render} from "./messages.js";
import {choice, ownFindings} from "./parts.js";

/** What a photo leaves open on the current sheet, to be settled cell by cell. Who leaves it open keeps the guess. */
export class Doubts {
  constructor(app) {
    this.app = app;
    this.cells = app.screens.sheet.element;
    this.chosen = null;
    this.cells.addEventListener("click", (event) => this.#tap(event), true);
  }

  /** What is not settled. A broken rule may have been mended meanwhile by what was said about another cell. */
  #open() {
    const {game, sheet} = this.app;
    const doubts = (game.mode === "finished" && sheet.doubts) || [];
    return doubts.filter((doubt) => !doubt.settled && (!doubt.finding || this.#broken(doubt)));
  }

  /** The finding for which a cell is asked about, if there still is one. */
  #broken({cell, finding}) {
    return ownFindings(this.app).find(({code, cells}) => code === finding && cells.includes(cell));
  }

  /** The question for one cell, with its picture; null if there is none. Its cell and all others in doubt stand out. */
  question() {
    const {app} = this;
    const {texts} = app;
    const open = this.#open();
    const doubt = open.find(({cell}) => cell === this.chosen) ?? open[0];
    for (const cell of this.cells.querySelectorAll("[data-cell]")) {
      const id = cell.dataset.cell;
      if (id === doubt?.cell) cell.dataset.doubt = "asked";
      else if (open.some((other) => other.cell === id)) cell.dataset.doubt = "";
      else delete cell.dataset.doubt;
    }
    if (!doubt) return null;
    const asked = this.cells.querySelector("[data-doubt=asked]");
    if (this.asked !== asked) asked.scrollIntoView({block: "nearest"});
    this.asked = asked;
    const broken = this.#broken(doubt);
    const text = render(texts.photo_ask, {cell: asked.getAttribute("aria-label")});
    const answers = [
      {value: true, text: texts.photo_crossed},
      {value: false, text: texts.photo_not_crossed},
    ];
    return el(
      "div",
      {class: "doubt", role: "group", "aria-label": text, tabindex: -1, key: "doubt"},
      el("img", {src: doubt.picture, alt: texts.photo}),
      el(
        "p",
        {},
        el("b", {}, text),
        " ",
        el("small", {}, render(texts.photo_left, {left: open.length})),
        broken ? el("span", {}, message(broken, app.words)) : null,
      ),
      choice(texts.photo, answers, doubt.crossed, (crossed) => this.#settle(doubt, crossed)),
    );
  }

  /** Lead to the question, if there is one. */
  focus() {
    const panel = this.app.frame.offer.querySelector(".doubt");
    panel?.focus({preventScroll: true});
    return panel;
  }

  /** A tap on a cell in doubt asks about it; on the one that is asked about, it is the other answer. */
  #tap(event) {
    const target = event.target.closest("[data-doubt]");
    if (!target) return;
    event.stopPropagation();
    this.chosen = target.dataset.cell;
    const doubt = this.#open().find(({cell}) => cell === this.chosen);
    if (target === this.asked) this.#settle(doubt, !doubt.crossed);
    else this.app.update();
  }

  /** What agrees with the guess changes nothing that could be undone. */
  #settle(doubt, crossed) {
    const {app} = this;
    const by = crossed - doubt.crossed;
    const changed = (game) =>
      onSheet(game, ({doubts, marks, penalties}) => ({
        doubts: doubts.map((other) => (other === doubt ? {...doubt, crossed, settled: true} : other)),
        marks: withCount(app.rules, marks, [doubt.cell], Number(crossed)),
        penalties: penalties + (doubt.cell.startsWith("penalty ") ? by : 0),
      }));
    if (by) app.change(changed);
    else app.amend(changed);
    if (!this.#open().length) app.frame.nav.querySelector(".photo").focus({preventScroll: true});
  }
}
