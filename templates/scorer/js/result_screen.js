import {ask} from "./dialogs.js";
import {el, iconButton, refill, textButton} from "./dom.js";
import {isBlank, removePlayer, swapPlayers} from "./game.js";
import {render} from "./messages.js";
import {findingList, nameField, scoreTable, winnerLine} from "./parts.js";
import {saveGame, shareGame} from "./sharing.js";

/** All players: points, rank and winner, what the whole game shows, and who plays. */
export class ResultScreen {
  constructor(app) {
    this.app = app;
    this.element = el("div", {class: "result-screen"});
  }

  update() {
    const {app} = this;
    const {texts} = app;
    refill(
      this.element,
      this.#completeSwitch(),
      winnerLine(app),
      el("div", {class: "scrolling", tabindex: 0, role: "region", "aria-label": texts.result}, scoreTable(app)),
      findingList(app, app.result.findings),
      el(
        "section",
        {},
        el("h2", {}, texts.players),
        el(
          "ol",
          {class: "seats"},
          app.game.sheets.map((_, seat) => this.#seat(seat)),
        ),
      ),
      el(
        "p",
        {class: "shares"},
        textButton(texts.share_game, () => shareGame(app), {key: "share game"}, "share"),
        textButton(texts.save, () => saveGame(app), {key: "export"}),
      ),
    );
  }

  #completeSwitch() {
    const {app} = this;
    const {texts} = app;
    const toggle = (event) => app.change((game) => ({...game, complete: event.target.checked}));
    const box = el("input", {type: "checkbox", role: "switch", key: "complete", onchange: toggle});
    box.checked = app.game.complete;
    return el(
      "label",
      {class: "switch"},
      box,
      el("span", {}, texts.all_players, el("small", {}, texts.all_players_hint)),
    );
  }

  #seat(seat) {
    const {app} = this;
    const {texts} = app;
    const name = app.names[seat];
    const label = render(texts.name_of, {number: seat + 1});
    const remove = async () => {
      const question = render(texts.remove_ask, {name});
      if (
        isBlank(app.game.sheets[seat]) ||
        (await ask(app, question, [{text: texts.delete, value: true, kind: "danger"}]))
      ) {
        app.change((game) => removePlayer(game, seat));
      }
    };
    const isLast = seat === app.game.sheets.length - 1;
    const mayRemove = !app.rulebook.tokens && app.game.sheets.length > 1;
    return el(
      "li",
      {},
      nameField(app, seat, {"aria-label": label, key: `seat ${seat}`}),
      iconButton("up", render(texts.earlier, {name}), () => app.change((game) => swapPlayers(game, seat - 1)), {
        disabled: seat === 0,
        key: `up ${seat}`,
      }),
      iconButton("down", render(texts.later, {name}), () => app.change((game) => swapPlayers(game, seat)), {
        disabled: isLast,
        key: `down ${seat}`,
      }),
      mayRemove ? iconButton("remove", render(texts.remove, {name}), remove, {key: `remove ${seat}`}) : null,
    );
  }
}
