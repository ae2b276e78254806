import {addPlayer, addToken, crossedTogether, isBlank, toggleCross, withMode, withNames, withSheet} from "../games/game.js";
import {knownPlayers, lastPlayers} from "../games/players.js";
import {tidyName} from "../games/record.js";
import {cellName, message, render, signed} from "../messages.js";
import {illegalMove} from "../rules/illegal_move.js";
import {colourOf, rowIds} from "../rules/rulebook.js";
import {playerColours, rowsView} from "../sheet_drawing.js";
import {CellGrid, disc} from "./cell_grid.js";
import {claimedSums} from "./claimed_sums.js";
import {choice, nameField} from "./controls.js";
import {el, iconButton, scrollingBox, textButton, updateChildren} from "./dom.js";
import {findingsList} from "./findings_list.js";
import {layoutChoice} from "./layout_choice.js";
import {describeSquare} from "./tokens_view.js";
import {TrackView} from "./track_view.js";

const MAX_SUGGESTIONS = 12; // names of known players

/** The sheet of one player, or the board that all players share. */
export class SheetScreen {
  /** `actions`: change, amend, undo, redo, finish, shareSheet, showFinding, showToast. */
  constructor(page, actions) {
    this.page = page;
    this.rulebook = page.rulebook;
    this.actions = actions;
    this.isTaking = false; // whether a tap on a square removes a token
    this.grids = new Map();
    const {penalties, rows} = page.views;
    this.penalties = new CellGrid(penalties, [], (id) => this.#tapPenalty(id));
    this.penalties.element.style.width = `${(100 * penalties.box[2]) / rows.box[2]}%`;
    this.track = page.rulebook.track ? new TrackView(page, actions.change) : null;
    this.head = el("div", {class: "head"});
    this.paper = scrollingBox("paper");
    this.penaltyLabel = el("span", {class: "penalty-label"});
    this.after = el("div", {class: "after"});
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

  update(state) {
    const {language, words} = state;
    this.state = state;
    this.rows = this.#rowsGrid(state);
    if (this.paper.firstChild !== this.rows.element) this.paper.replaceChildren(this.rows.element);
    const severities = cellSeverities(state.sheetFindings);
    this.rows.update(
      language,
      (id) => ({...this.#describeCell(id), severity: severities.get(id)}),
      this.rulebook.rows.map(({id}) => words.rows[id]),
    );
    const boxes = Object.keys(this.penalties.view.cells);
    this.penalties.update(language, (id) => this.#describePenalty(boxes.indexOf(id)), [words.figures.penalties]);
    this.penaltyLabel.textContent = words.penalties;
    updateChildren(
      this.head,
      el("div", {class: "top"}, this.#players(), this.#addButton()),
      this.#nameLine(),
      this.#suggestions(),
      this.rulebook.companions ? layoutChoice(state, this.actions.change) : null,
      this.#luckyNumbers(),
      el("div", {class: "tools"}, this.#modes(), this.#undoButtons()),
    );
    this.track?.update(state);
    const blocks = words.blocks.map((text) => el("p", {class: "hint"}, text));
    updateChildren(this.after, this.#findings(), this.#finishButton(), this.#sums(), this.#shareButton(), ...blocks);
  }

  /** Return the grid of the rows. Sheets with the same arrangement share it. */
  #rowsGrid({sheet, sheetRulebook}) {
    const {page, rulebook} = this;
    if (!this.grids.has(sheet.arrangement)) {
      const onTap = rulebook.tokens ? (id) => this.#tapSquare(id) : (id) => this.#tapCell(id);
      const grid = new CellGrid(rowsView(page, sheet), sheetRulebook.rows, onTap);
      this.grids.set(sheet.arrangement, grid);
    }
    return this.grids.get(sheet.arrangement);
  }

  /** Scroll to the current player's tab. */
  revealPlayer() {
    this.head.querySelector("[aria-pressed=true]").scrollIntoView({block: "nearest", inline: "center"});
  }

  /** Scroll to a cell. */
  revealCell(id) {
    this.rows.reveal(id);
  }

  #describeCell(id) {
    if (this.rulebook.tokens) return describeSquare(id, this.state, this.page.tokens);
    const {closedRows, game, sheet, sheetRulebook, words} = this.state;
    const isPressed = sheet.marks.has(id);
    return {
      label: fullCellName(id, sheetRulebook, words),
      isPressed,
      isDisabled: game.mode === "playing" && !isPressed && illegalMove(sheetRulebook, sheet, id, closedRows) !== null,
      marks: isPressed ? ["cross"] : [],
    };
  }

  #describePenalty(box) {
    const {names, words} = this.state;
    const owner = this.#penaltyOwners()[box];
    const label = cellName(`penalty ${box + 1}`, words);
    if (owner === undefined) return {label, isPressed: false, marks: []};
    if (!this.rulebook.tokens) return {label, isPressed: true, marks: ["cross"]};
    const token = {kind: "token", ...this.page.tokens[owner]};
    return {label: `${label}, ${names[owner]}`, isPressed: true, marks: [token]};
  }

  /** Return the seats that own the penalty boxes, from the first box on. */
  #penaltyOwners() {
    const {current, sheets} = this.state.game;
    const seats = this.rulebook.tokens ? [...sheets.keys()] : [current];
    return seats.flatMap((seat) => Array(sheets[seat].penalties).fill(seat));
  }

  #players() {
    const {game, names, scores, words} = this.state;
    const tabs = names.map((name, seat) =>
      el(
        "button",
        {
          "aria-pressed": String(seat === game.current),
          key: `player ${seat}`,
          onclick: () => this.actions.amend((now) => ({...now, current: seat})),
        },
        this.#playerDot(seat),
        el("span", {class: "player-name"}, name),
        el("b", {}, signed(scores[seat].total)),
      ),
    );
    const label = this.rulebook.tokens ? words.texts.whose : words.texts.players;
    return el("div", {class: "players", role: "group", "aria-label": label}, tabs);
  }

  #playerDot(seat) {
    const colours = playerColours(this.page, seat);
    return colours ? disc({kind: "dot", ...colours}) : null;
  }

  #addButton() {
    const {game, words} = this.state;
    if (game.sheets.length === this.rulebook.players.max) return null;
    const add = () => {
      this.actions.change((now) => addPlayer(now));
      if (!this.head.querySelector(".suggestions")) this.head.querySelector("input").focus();
    };
    return iconButton("plus", words.texts.add_player, add, {key: "add"});
  }

  #nameLine() {
    const {game, names, sheet, words} = this.state;
    const {texts} = words;
    const rename = (text) => this.actions.change((now) => withSheet(now, () => ({name: tidyName(text)}), game.current));
    const field = nameField(sheet.name, names[game.current], rename, {key: "name"});
    const serial =
      sheet.serial === null ? null : el("span", {class: "serial"}, render(texts.number, {serial: sheet.serial}));
    return el("div", {class: "name-line"}, el("label", {}, el("span", {}, texts.name), field), serial);
  }

  /** Return buttons with the names of known players, and with those of the last game, for a player without a name. */
  #suggestions() {
    const {entries, game, sheet, words} = this.state;
    if (sheet.name || game.finished) return null;
    const {change} = this.actions;
    const {max} = this.rulebook.players;
    const isNobodyKnown = game.sheets.every((other) => !other.name && (other === sheet || isBlank(other)));
    const table = isNobodyKnown ? lastPlayers(entries, max) : null;
    const names = knownPlayers(entries, game.sheets.map((other) => other.name)).slice(0, MAX_SUGGESTIONS);
    if (!names.length) return null;
    const rename = (name) => change((now) => withSheet(now, () => ({name}), game.current));
    return el(
      "div",
      {class: "suggestions", role: "group", "aria-label": words.texts.known_players},
      table && textButton(table.join(", "), () => change((now) => withNames(now, table)), {class: "strong", key: "table"}),
      names.map((name) => textButton(name, () => rename(name), {key: `known ${name}`})),
    );
  }

  #luckyNumbers() {
    const {sheetRulebook, words} = this.state;
    const {lucky} = sheetRulebook;
    return lucky ? el("p", {class: "lucky"}, render(words.texts.lucky, {numbers: lucky.join(", ")})) : null;
  }

  #modes() {
    const {game, words} = this.state;
    const {texts} = words;
    if (this.rulebook.tokens) {
      const options = [
        {value: false, text: texts.place},
        {value: true, text: texts.take},
      ];
      return choice(texts.tap, options, this.isTaking, (isTaking) => {
        this.isTaking = isTaking;
        this.update(this.state);
      });
    }
    const options = [
      {value: "finished", text: texts.finished},
      {value: "playing", text: texts.playing},
    ];
    return choice(texts.mode, options, game.mode, (mode) =>
      this.actions.change((now) => withMode(this.rulebook, now, mode)),
    );
  }

  #undoButtons() {
    const {canRedo, canUndo, words} = this.state;
    const {redo, undo} = this.actions;
    return el(
      "div",
      {class: "steps"},
      iconButton("undo", words.texts.undo, undo, {disabled: !canUndo, key: "undo"}),
      iconButton("redo", words.texts.redo, redo, {disabled: !canRedo, key: "redo"}),
    );
  }

  #findings() {
    const {game, names, sheetFindings, words} = this.state;
    const player = this.rulebook.tokens ? null : names[game.current];
    return findingsList(sheetFindings, words, this.actions.showFinding, player);
  }

  #sums() {
    const {game, names, scores, sheet, sheetFindings, words} = this.state;
    const findings = sheetFindings.filter(({player}) => player === names[game.current]);
    return claimedSums(this.rulebook, sheet, scores[game.current], findings, words, (figure, sum) =>
      this.actions.change((now) => withSheet(now, ({claimed}) => ({claimed: withClaim(claimed, figure, sum)}))),
    );
  }

  #finishButton() {
    const {game, words} = this.state;
    if (game.finished) return null;
    const button = textButton(words.texts.finish, this.actions.finish, {class: "strong", key: "finish"}, "result");
    return el("p", {class: "shares"}, button);
  }

  #shareButton() {
    if (this.rulebook.tokens) return null;
    const {texts} = this.state.words;
    const button = textButton(texts.share_sheet, this.actions.shareSheet, {key: "share sheet"}, "share");
    return el("p", {class: "shares"}, button);
  }

  #tapCell(id) {
    const {closedRows, game, sheet, sheetRulebook, words} = this.state;
    const {change, showToast} = this.actions;
    if (game.mode === "playing") {
      if (sheet.marks.has(id)) return this.#takeBack(id);
      const illegal = illegalMove(sheetRulebook, sheet, id, closedRows);
      if (illegal) return showToast(message(illegal, words));
    }
    return change((now) => toggleCross(this.rulebook, now, id), id);
  }

  /** Take back the latest cross while playing, if this cell was crossed by it: itself, along with it, or by force. */
  #takeBack(id) {
    const {game, sheet, sheetRulebook, words} = this.state;
    const last = sheet.history.at(-1);
    const {chosen, along} = crossedTogether(sheetRulebook, game, last, game.current);
    if (![...chosen, ...along].includes(id)) return this.actions.showToast(words.texts.take_last);
    return this.actions.change((now) => toggleCross(this.rulebook, now, last), last);
  }

  #tapSquare(id) {
    const by = this.isTaking ? -1 : 1;
    const count = (this.state.sheet.marks.get(id) ?? 0) + by;
    const most = this.rulebook.rows.some(({lock}) => lock?.id === id) ? 1 : this.rulebook.tokens.each;
    if (count < 0 || count > most) return;
    this.actions.change((game) => addToken(this.rulebook, game, id, by), id);
  }

  #tapPenalty(id) {
    const box = Object.keys(this.penalties.view.cells).indexOf(id);
    const owner = this.#penaltyOwners()[box];
    const by = owner === undefined ? 1 : -1;
    const {boxes} = this.rulebook.penalties;
    const count = ({penalties}) => ({penalties: Math.min(Math.max(penalties + by, 0), boxes)});
    this.actions.change((game) => withSheet(game, count, owner));
  }
}

/** Return the name of a cell, with its colour if it differs from that of its row. */
function fullCellName(id, rulebook, words) {
  const row = rulebook.rows.find((each) => rowIds(each).includes(id));
  const colour = row.cells.find((cell) => cell.id === id)?.colour;
  const name = cellName(id, words);
  return colour && colour !== colourOf(row) ? `${name}, ${words.rows[colour]}` : name;
}

/** Return the highest severity of the findings about each cell. */
function cellSeverities(findings) {
  const severities = new Map();
  for (const {cells, severity} of findings) {
    for (const id of cells) if (severities.get(id) !== "error") severities.set(id, severity);
  }
  return severities;
}

/** Return the claimed sums with another one; null removes it. */
function withClaim(claimed, figure, sum) {
  const claims = new Map(claimed);
  if (sum === null) claims.delete(figure);
  else claims.set(figure, sum);
  return claims;
}
