import {withCount, withSheet} from "../games/game.js";
import {message, render} from "../messages.js";
import {checkSheet} from "../rules/sheet_checks.js";
import {el, textButton} from "../views/dom.js";

/** Asks about the doubtful cells of a photo, one by one. A doubt that is not settled keeps the reader's guess. */
export class DoubtsView {
  /** `actions`: change, amend, onSelect, and onLastSettled with the seat of the next doubtful sheet, or null. */
  constructor(sheetElement, actions) {
    this.sheetElement = sheetElement;
    this.actions = actions;
    this.chosen = null; // the cell that the user has chosen for the question
    sheetElement.addEventListener("click", (event) => this.#tap(event), true);
  }

  /** Mark all doubtful cells, and return the question about one of them with its picture; null if there is none. */
  question(state) {
    const {texts} = state.words;
    this.rulebook = state.sheetRulebook;
    this.open = openDoubts(state, state.game.current);
    const doubtfulSeat = state.names.findIndex((_, seat) => openDoubts(state, seat).length);
    this.nextSeat = doubtfulSeat < 0 ? null : doubtfulSeat;
    const doubt = this.open.find(({cell}) => cell === this.chosen) ?? this.open[0];
    for (const cell of this.sheetElement.querySelectorAll("[data-cell]")) {
      const id = cell.dataset.cell;
      if (id === doubt?.cell) cell.dataset.doubt = "asked";
      else if (this.open.some((other) => other.cell === id)) cell.dataset.doubt = "";
      else delete cell.dataset.doubt;
    }
    if (!doubt) return null;
    const asked = this.sheetElement.querySelector("[data-doubt=asked]");
    if (this.asked !== asked) asked.scrollIntoView({block: "nearest"});
    this.asked = asked;
    const finding = findingOf(doubt, state, state.game.current);
    const text = render(texts.photo_ask, {cell: asked.getAttribute("aria-label")});
    const answer = (label, crossed) =>
      textButton(label, () => this.#settle(doubt, crossed), {key: `crossed ${crossed}`});
    return el(
      "div",
      {class: "doubt", role: "group", "aria-label": text, tabindex: -1, key: "doubt"},
      el("img", {src: doubt.picture, alt: texts.photo}),
      el(
        "p",
        {},
        el("b", {}, text),
        " ",
        el("small", {}, render(texts.photo_left, {left: this.open.length})),
        finding ? el("span", {}, message(finding, state.words)) : null,
      ),
      el("div", {class: "doubt-answers"}, answer(texts.photo_crossed, true), answer(texts.photo_not_crossed, false)),
    );
  }

  /** Ask about a doubtful cell that was tapped, or give the other answer if the question is about that cell already. */
  #tap(event) {
    const target = event.target.closest("[data-doubt]");
    if (!target) return;
    event.stopPropagation();
    this.chosen = target.dataset.cell;
    const doubt = this.open.find(({cell}) => cell === this.chosen);
    if (target === this.asked) this.#settle(doubt, !doubt.crossed);
    else this.actions.onSelect();
  }

  /** Settle a doubt, as an undo step if the answer differs from the guess. */
  #settle(doubt, crossed) {
    const by = crossed - doubt.crossed;
    const edit = (game) =>
      withSheet(game, ({doubts, marks, penalties}) => ({
        doubts: doubts.map((other) => (other === doubt ? {...doubt, crossed, settled: true} : other)),
        marks: withCount(this.rulebook, marks, [doubt.cell], Number(crossed)),
        penalties: penalties + (doubt.cell.startsWith("penalty ") ? by : 0),
      }));
    if (by) this.actions.change(edit);
    else this.actions.amend(edit);
    if (!this.open.length) this.actions.onLastSettled(this.nextSeat);
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
