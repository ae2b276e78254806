import {isBlank, removePlayer, reopenedGame, swapPlayers, withSheet} from "../games/game.js";
import {tidyName} from "../games/record.js";
import {render} from "../messages.js";
import {throwConfetti} from "./celebration.js";
import {nameField} from "./controls.js";
import {ask} from "./dialogs.js";
import {el, iconButton, textButton, updateChildren} from "./dom.js";
import {findingsList} from "./findings_list.js";
import {scoreTable, winnerCard} from "./scores_view.js";

/** The result of all players: points, ranks, winners, findings, and the list of players. */
export class ResultScreen {
  /** `actions`: change, finish, playAgain, saveGame, shareGame, sharePicture, showFinding. */
  constructor({colours, rulebook}, actions) {
    this.colours = colours;
    this.rulebook = rulebook;
    this.actions = actions;
    this.element = el("div", {class: "result-screen"});
  }

  update(state) {
    const {findings, game, names, scores, words} = state;
    const {texts} = words;
    const {finish, playAgain, saveGame, shareGame, showFinding} = this.actions;
    const sharePicture = ({currentTarget: button}) => {
      button.disabled = true;
      this.actions.sharePicture(state).finally(() => (button.disabled = false));
    };
    const table = scoreTable(scores, this.rulebook, words, this.colours);
    const seats = game.sheets.map((sheet, seat) => this.#seat(seat, game, names[seat], texts));
    const reopen = () => this.actions.change(reopenedGame);
    updateChildren(
      this.element,
      game.finished ? winnerCard(scores, findings, words) : null,
      el("div", {class: "scrolling", tabindex: 0, role: "region", "aria-label": texts.result}, table),
      el(
        "p",
        {class: "shares"},
        game.finished
          ? textButton(texts.play_again, playAgain, {class: "strong", key: "again"}, "plus")
          : textButton(texts.finish, finish, {class: "strong", key: "finish"}, "result"),
        textButton(texts.share_game, shareGame, {key: "share game"}, "share"),
        textButton(texts.picture, sharePicture, {key: "picture"}, "share"),
        textButton(texts.save, saveGame, {key: "export"}),
        game.finished ? textButton(texts.reopen, reopen, {key: "reopen"}) : null,
      ),
      findingsList(findings, words, showFinding),
      el("section", {}, el("h2", {}, texts.players), el("ol", {class: "seats"}, seats)),
    );
  }

  /** Celebrate the winner, if there is one without doubt. */
  celebrate() {
    if (this.element.querySelector(".winner.sure .icon")) throwConfetti(Object.values(this.colours));
  }

  #seat(seat, game, name, texts) {
    const {change} = this.actions;
    const sheet = game.sheets[seat];
    const rename = (text) => change((now) => withSheet(now, () => ({name: tidyName(text)}), seat));
    const swapWithNext = (first) => () => change((now) => swapPlayers(now, first));
    const remove = async () => {
      const answers = [{text: texts.delete, value: true, kind: "danger"}];
      const isConfirmed = isBlank(sheet) || (await ask(texts, render(texts.remove_ask, {name}), answers));
      const isThere = ({id, sheets}) => id === game.id && sheets.length > 1 && sheets[seat]?.name === sheet.name;
      if (isConfirmed) change((now) => (isThere(now) ? removePlayer(now, seat) : now)); // another window may differ
    };
    const isLast = seat === game.sheets.length - 1;
    const mayRemove = !this.rulebook.tokens && game.sheets.length > 1;
    const label = render(texts.name_of, {number: seat + 1});
    return el(
      "li",
      {},
      nameField(sheet.name, name, rename, {"aria-label": label, key: `seat ${seat}`}),
      iconButton("up", render(texts.earlier, {name}), swapWithNext(seat - 1), {
        disabled: seat === 0,
        key: `up ${seat}`,
      }),
      iconButton("down", render(texts.later, {name}), swapWithNext(seat), {disabled: isLast, key: `down ${seat}`}),
      mayRemove ? iconButton("remove", render(texts.remove, {name}), remove, {key: `remove ${seat}`}) : null,
    );
  }
}
