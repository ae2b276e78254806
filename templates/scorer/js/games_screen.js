import {ask} from "./dialogs.js";
import {el, iconButton, refill, textButton} from "./dom.js";
import {isUntouched, recordOf} from "./game.js";
import {render, signed} from "./messages.js";
import {choice} from "./parts.js";
import {score} from "./scoring.js";
import {loadGame} from "./sharing.js";

const LARGEST_FILE = 1_000_000;

/** All games on this phone, files, and how the page looks and speaks. */
export class GamesScreen {
  constructor(app) {
    this.app = app;
    this.file = el("input", {
      type: "file",
      accept: ".json,application/json",
      hidden: true,
      onchange: () => this.#import(),
    });
    this.content = el("div");
    this.element = el("div", {class: "games-screen"}, this.content, this.file);
  }

  update() {
    const {app} = this;
    const {texts} = app;
    const games = app.store.timelines().map(({now}) => now);
    refill(
      this.content,
      el(
        "section",
        {},
        el("h2", {}, texts.games),
        this.#actions(),
        el(
          "ul",
          {class: "games"},
          games.map((game) => this.#game(game)),
        ),
      ),
      el("section", {}, el("h2", {}, texts.language), this.#languages(), el("h2", {}, texts.look), this.#looks()),
      el(
        "section",
        {class: "about"},
        el("p", {}, texts.kept),
        el("p", {}, render(texts.print, {print: app.page.fingerprint})),
      ),
    );
  }

  #actions() {
    const {texts} = this.app;
    return el(
      "p",
      {class: "shares"},
      textButton(texts.new_game, () => this.app.startGame(), {class: "strong", key: "new"}, "plus"),
      textButton(texts.load, () => this.file.click(), {key: "import"}),
    );
  }

  #game(game) {
    const {app} = this;
    const {texts} = app;
    const when = new Date(game.changed).toLocaleString(app.language, {dateStyle: "medium", timeStyle: "short"});
    const scores = score(app.rulebook, recordOf(game, app.words));
    const names = scores.map(({name}) => name).join(", ");
    const totals = scores.map(({name, total}) =>
      el("span", {class: "who"}, el("span", {}, name), " ", el("b", {}, signed(total))),
    );
    const isOpen = game.id === app.game.id;
    const remove = async () => {
      const answer = await ask(app, render(texts.delete_ask, {names}), [
        {text: texts.delete, value: true, kind: "danger"},
      ]);
      if (answer) app.deleteGame(game.id);
    };
    return el(
      "li",
      {"aria-current": isOpen && "true"},
      el(
        "button",
        {class: "game", key: game.id, onclick: () => app.openGame(game.id)},
        el("span", {}, isUntouched(game) ? texts.empty : totals),
        el("small", {}, when),
      ),
      iconButton("remove", render(texts.delete_game, {names}), remove, {key: `delete ${game.id}`}),
    );
  }

  #languages() {
    const {app} = this;
    const options = Object.entries(app.page.languages).map(([value, {language}]) => ({value, text: language}));
    return choice(app.texts.language, options, app.language, (value) => app.speak(value));
  }

  #looks() {
    const {app} = this;
    const {texts} = app;
    const options = ["auto", "light", "dark"].map((value) => ({value, text: texts[`look_${value}`]}));
    return choice(texts.look, options, app.look, (value) => app.chooseLook(value));
  }

  async #import() {
    const [file] = this.file.files;
    this.file.value = "";
    if (file) loadGame(this.app, file.size > LARGEST_FILE ? "" : await file.text());
  }
}
