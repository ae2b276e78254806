import {el, iconButton, refill, textButton} from "./dom.js";
import {addPlayer, addToken, onSheet, toggleCross, withMode} from "./game.js";
import {message, render, signed} from "./messages.js";
import {arrangementOf} from "./own_rules.js";
import {choice, findingList, nameField, ownFindings} from "./parts.js";
import {describeCross, disc, Picture} from "./picture.js";
import {refusal} from "./play.js";
import {partnerOf} from "./rows.js";
import {shareSheet} from "./sharing.js";
import {sumFields} from "./sums.js";
import {redo, undo} from "./timeline.js";
import {describeTokens} from "./tokens_view.js";
import {pieceColours, TrackView} from "./track_view.js";

/** The sheet of one player, or the board that all share. */
export class SheetScreen {
  constructor(app) {
    this.app = app;
    this.taking = false;
    this.pictures = new Map();
    this.paper = el("div", {class: "paper scrolling"});
    this.#drawRows();
    this.penalties = new Picture(app, "penalties", (id) => this.#tapPenalty(id));
    this.penalties.element.style.width = `${(100 * this.penalties.view.box[2]) / this.rows.view.box[2]}%`;
    this.track = app.rulebook.track ? new TrackView(app) : null;
    this.head = el("div", {class: "head"});
    this.penaltyLabel = el("span", {class: "penalty-label"});
    this.after = el("div");
    this.element = el(
      "div",
      {class: "sheet-screen"},
      this.head,
      this.paper,
      el("div", {class: "paper penalties"}, this.penalties.element, this.penaltyLabel),
      ...(this.track ? [this.track.element] : []),
      this.after,
    );
  }

  /** The rows of the current sheet. Those that are shuffled alike have the same picture. */
  #drawRows() {
    const {app, pictures} = this;
    const {arrangement} = app.sheet;
    if (!pictures.has(arrangement)) {
      const tap = app.rulebook.tokens ? (id) => this.#tapSquare(id) : (id) => this.#tapCell(id);
      pictures.set(arrangement, new Picture(app, "rows", tap, arrangementOf(app.rulebook, app.sheet)));
    }
    this.rows = pictures.get(arrangement);
    if (this.paper.firstChild !== this.rows.element) this.paper.replaceChildren(this.rows.element);
  }

  update() {
    const {app} = this;
    this.#drawRows();
    const blamed = blamedCells(app);
    const describe = app.rulebook.tokens ? describeTokens : describeCross;
    this.rows.update(
      (id) => describe(app, id, blamed),
      app.rulebook.rows.map(({id}) => app.words.rows[id]),
    );
    const boxes = Object.keys(this.penalties.view.cells);
    this.penalties.update((id) => this.#describePenalty(boxes.indexOf(id)), [app.words.figures.penalties]);
    this.penaltyLabel.textContent = app.words.penalties;
    refill(
      this.head,
      el("div", {class: "top"}, this.#players(), this.#adder()),
      this.#nameLine(),
      this.#lucky(),
      el("div", {class: "tools"}, this.#modes(), this.#steps()),
    );
    this.track?.update();
    refill(this.after, this.#findings(), sumFields(app), this.#shares());
  }

  /** Bring the current player's tab into sight. */
  revealPlayer() {
    this.head.querySelector("[aria-pressed=true]").scrollIntoView({block: "nearest", inline: "center"});
  }

  /** Bring cells into sight. */
  reveal(cells) {
    if (cells.length) this.rows.reveal(cells[0]);
  }

  #players() {
    const {app} = this;
    const {game} = app;
    const tabs = game.sheets.map((sheet, seat) =>
      el(
        "button",
        {
          "aria-pressed": String(seat === game.current),
          key: `player ${seat}`,
          onclick: () => app.amend((now) => ({...now, current: seat})),
        },
        playerMark(app, seat),
        el("span", {class: "player-name"}, app.names[seat]),
        el("b", {}, signed(app.result.scores[seat].total)),
      ),
    );
    const label = app.rulebook.tokens ? app.texts.whose : app.texts.players;
    return el("div", {class: "players", role: "group", "aria-label": label}, tabs);
  }

  #adder() {
    const {app} = this;
    if (app.game.sheets.length === app.rulebook.players.max) return null;
    return iconButton("plus", app.texts.add_player, () => app.change((game) => addPlayer(game)), {key: "add"});
  }

  #nameLine() {
    const {app} = this;
    const {texts} = app;
    const {serial} = app.sheet;
    const field = nameField(app, app.game.current, {key: "name"});
    const number = serial === null ? null : el("span", {class: "serial"}, render(texts.number, {serial}));
    return el("div", {class: "name-line"}, el("label", {}, el("span", {}, texts.name), field), number);
  }

  #lucky() {
    const {rules, texts} = this.app;
    return rules.lucky ? el("p", {class: "lucky"}, render(texts.lucky, {numbers: rules.lucky.join(", ")})) : null;
  }

  #modes() {
    const {app} = this;
    const {texts} = app;
    if (app.rulebook.tokens) {
      const options = [
        {value: false, text: texts.place},
        {value: true, text: texts.take},
      ];
      return choice(texts.tap, options, this.taking, (taking) => {
        this.taking = taking;
        this.update();
      });
    }
    const options = [
      {value: "finished", text: texts.finished},
      {value: "playing", text: texts.playing},
    ];
    return choice(texts.mode, options, app.game.mode, (mode) =>
      app.change((game) => withMode(app.rulebook, game, mode)),
    );
  }

  #steps() {
    const {app} = this;
    const {texts} = app;
    return el(
      "div",
      {class: "steps"},
      iconButton("undo", texts.undo, () => app.travel(undo), {disabled: !app.timeline.past.length, key: "undo"}),
      iconButton("redo", texts.redo, () => app.travel(redo), {disabled: !app.timeline.future.length, key: "redo"}),
    );
  }

  #findings() {
    const {app} = this;
    return findingList(app, ownFindings(app), app.rulebook.tokens ? null : app.names[app.game.current]);
  }

  #shares() {
    const {app} = this;
    if (app.rulebook.tokens) return null;
    return el(
      "p",
      {class: "shares"},
      textButton(app.texts.share_sheet, () => shareSheet(app), {key: "share sheet"}, "share"),
    );
  }

  #tapCell(id) {
    const {app} = this;
    if (app.game.mode === "playing") {
      const {history, marks} = app.sheet;
      const why = marks.has(id) ? null : refusal(app.rules, app.sheet, id);
      if (why) return app.tell(message(why, app.words));
      const last = history?.at(-1);
      if (marks.has(id) && last !== id && partnerOf(app.rules, last) !== id) return app.tell(app.texts.take_last);
    }
    app.change((game) => toggleCross(app.rulebook, game, id), id);
  }

  #tapSquare(id) {
    const {app} = this;
    const by = this.taking ? -1 : 1;
    const has = app.sheet.marks.get(id) ?? 0;
    const most = app.rulebook.rows.some(({lock}) => lock?.id === id) ? 1 : app.rulebook.tokens.each;
    if (has + by < 0 || has + by > most) return;
    app.change((game) => addToken(app.rulebook, game, id, by), id);
  }

  #tapPenalty(id) {
    const {app} = this;
    const box = Object.keys(this.penalties.view.cells).indexOf(id);
    const owner = penaltyOwners(app)[box];
    if (owner === undefined) return app.change((game) => onSheet(game, (sheet) => ({penalties: sheet.penalties + 1})));
    app.change((game) => onSheet(game, (sheet) => ({penalties: sheet.penalties - 1}), owner));
  }

  #describePenalty(box) {
    const {app} = this;
    const owner = penaltyOwners(app)[box];
    const label = render(app.texts.penalty, {number: box + 1});
    if (owner === undefined) return {label, pressed: false, marks: []};
    if (!app.rulebook.tokens) return {label, pressed: true, marks: ["cross"]};
    return {label: `${label}, ${app.names[owner]}`, pressed: true, marks: [{kind: "token", ...app.page.tokens[owner]}]};
  }
}

/** Whose cross or token is in each penalty box, from the first on. */
function penaltyOwners(app) {
  const seats = app.rulebook.tokens ? app.game.sheets.keys() : [app.game.current];
  return [...seats].flatMap((seat) => Array(app.game.sheets[seat].penalties).fill(seat));
}

function playerMark(app, seat) {
  if (app.rulebook.tokens) return disc({kind: "dot", ...app.page.tokens[seat]});
  return app.rulebook.track ? disc({kind: "dot", ...pieceColours(app, seat)}) : null;
}

/** The cells that these findings speak of, with the worse severity. */
function blamedCells(app) {
  const blamed = new Map();
  for (const {cells, severity} of ownFindings(app)) {
    for (const id of cells) if (blamed.get(id) !== "error") blamed.set(id, severity);
  }
  return blamed;
}
