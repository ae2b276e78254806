import {withCount, withSheet} from "../games/game.js";
import {cellName, message, render} from "../messages.js";
import {checkSheet} from "../rules/sheet_checks.js";
import {sheetRulebook} from "../rules/sheet_rules.js";
import {openDialog} from "../views/dialogs.js";
import {el, textButton, updateChildren} from "../views/dom.js";

/**
 * Asks about the doubtful cells of photos, all of them at once: each is shown with its picture and with what was read,
 * which a tap changes. A doubt that is not settled keeps what was read.
 */
export class DoubtsView {
  constructor(app, sheetElement) {
    this.app = app;
    this.sheetElement = sheetElement;
    this.tiles = null; // the element with the cells that are asked about
    sheetElement.addEventListener("click", (event) => this.#tap(event), true);
  }

  /** Mark the doubtful cells of the sheet, and return a button that asks about those of all sheets; null if none is. */
  question(state) {
    this.state = state;
    const own = openDoubts(state, state.game.current).map(({cell}) => cell);
    for (const cell of this.sheetElement.querySelectorAll("[data-cell]")) {
      if (own.includes(cell.dataset.cell)) cell.dataset.doubt = "";
      else delete cell.dataset.doubt;
    }
    if (this.tiles) updateChildren(this.tiles, this.#groups());
    const count = this.#open().length;
    if (!count) return null;
    const button = textButton(render(state.words.texts.photo_check, {count}), () => this.ask(), {key: "check"});
    return el("div", {class: "doubt", key: "doubt"}, button);
  }

  /** Ask about the doubtful cells of all sheets, after them showing other elements. Resolves when the user is done. */
  ask(others = []) {
    const {texts} = this.app;
    this.asked = this.#open();
    this.tiles = el("div", {class: "doubts"}, this.#groups());
    const hint = el("p", {class: "hint"}, texts.photo_check_hint);
    return new Promise((resolve) => {
      const settle = () => {
        this.#settleAll();
        close();
      };
      const title = render(texts.photo_check, {count: this.asked.length});
      const buttons = [
        textButton(texts.photo_right, settle, {class: "strong", autofocus: true}),
        textButton(texts.photo_later, () => close()),
      ];
      const close = openDialog(title, el("div", {class: "review"}, hint, this.tiles, others), buttons, () => {
        this.tiles = null;
        resolve();
      });
    });
  }

  get isNeeded() {
    return this.#open().length > 0;
  }

  /** Return the seats and cells of all open doubts. */
  #open() {
    return this.state.game.sheets.flatMap((_, seat) => openDoubts(this.state, seat).map(({cell}) => ({seat, cell})));
  }

  /** Return the cells that are asked about, by player. */
  #groups() {
    const {game, names} = this.state;
    return game.sheets.flatMap((sheet, seat) => {
      const own = this.asked.filter((asked) => asked.seat === seat);
      const doubts = (sheet.doubts ?? []).filter(({cell}) => own.some((asked) => asked.cell === cell));
      if (!doubts.length) return [];
      const heading = game.sheets.length > 1 ? el("h3", {}, names[seat]) : null;
      return [el("section", {key: String(seat)}, heading, el("div", {class: "tiles"}, this.#tilesOf(seat, doubts)))];
    });
  }

  #tilesOf(seat, doubts) {
    const {words} = this.state;
    return doubts.map((doubt) => {
      const finding = doubt.finding && findingOf(doubt, this.state, seat);
      return el(
        "button",
        {class: "tile", "aria-pressed": String(doubt.crossed), key: doubt.cell, onclick: () => this.#change(seat, doubt)},
        el("img", {src: doubt.picture, alt: ""}),
        el("b", {}, cellName(doubt.cell, words)),
        el("span", {class: "answer"}, doubt.crossed ? words.texts.photo_crossed : words.texts.photo_not_crossed),
        finding ? el("small", {}, message(finding, words)) : null,
      );
    });
  }

  /** Ask about all doubtful cells if one of them was tapped. */
  #tap(event) {
    if (!event.target.closest("[data-doubt]")) return;
    event.stopPropagation();
    this.ask();
  }

  /** Change what was read in a cell, as an undo step. */
  #change(seat, doubt) {
    const crossed = !doubt.crossed;
    this.app.change((game) =>
      withSheet(
        game,
        (sheet) => ({
          doubts: sheet.doubts.map((other) => (other.cell === doubt.cell ? {...other, crossed} : other)),
          marks: withCount(sheetRulebook(this.app.page.rulebook, sheet), sheet.marks, [doubt.cell], Number(crossed)),
          penalties: sheet.penalties + (doubt.cell.startsWith("penalty ") ? (crossed ? 1 : -1) : 0),
        }),
        seat,
      ),
    );
  }

  /** Settle all doubts that are asked about as they are shown. */
  #settleAll() {
    const isAsked = (seat, {cell}) => this.asked.some((asked) => asked.seat === seat && asked.cell === cell);
    const settled = (seat) => ({doubts}) => ({
      doubts: doubts?.map((doubt) => (isAsked(seat, doubt) ? {...doubt, settled: true} : doubt)),
    });
    this.app.amend((game) => game.sheets.reduce((now, _, seat) => withSheet(now, settled(seat), seat), game));
  }
}

/** Return the doubtful cells of a sheet, {cell, crossed, finding}: unclear ones, and those that break a rule. */
export function doubtfulCells(rulebook, readings, sheet, kinds) {
  const findings = [...checkSheet(rulebook, {side: null, sheets: [sheet]}, sheet)];
  const codeOf = (id) => findings.find(({cells}) => cells.includes(id))?.reason;
  return [...readings]
    .filter(([id, {answer}]) => answer === "ask" || codeOf(id))
    .map(([id, {answer, isCrossed}]) => ({
      cell: id,
      crossed: isCrossed,
      finding: answer === "ask" ? null : kinds[codeOf(id)].code,
    }));
}

/** Return the unsettled doubts of a player. A doubt about a finding is settled when the finding has disappeared. */
function openDoubts(state, seat) {
  const doubts = (state.game.mode === "finished" && state.game.sheets[seat].doubts) || [];
  return doubts.filter((doubt) => !doubt.settled && (!doubt.finding || findingOf(doubt, state, seat)));
}

/** Return the finding that raised a doubt about a player's sheet; undefined if there is none. */
function findingOf({cell, finding}, {findings, names}, seat) {
  const isMeant = ({code, player, cells}) => code === finding && player === names[seat] && cells.includes(cell);
  return findings.find(isMeant);
}
