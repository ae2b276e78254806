import {isUntouched, recordOf} from "../games/game.js";
import {render, signed} from "../messages.js";
import {score} from "../rules/scoring.js";
import {choice} from "./controls.js";
import {ask} from "./dialogs.js";
import {el, iconButton, textButton, updateChildren} from "./dom.js";

const MAX_FILE_SIZE = 1_000_000; // bytes
const COLOUR_SCHEMES = ["auto", "light", "dark"];

/** All saved games, files of games, and the choice of language and colours. */
export class GamesScreen {
  /** `actions`: deleteGame, listGames, loadGame, openGame, setColourScheme, setLanguage, startGame. */
  constructor({fingerprint, languages, rulebook}, actions) {
    this.fingerprint = fingerprint;
    this.languages = languages;
    this.rulebook = rulebook;
    this.actions = actions;
    this.file = el("input", {
      type: "file",
      accept: ".json,application/json",
      hidden: true,
      onchange: () => this.#load(),
    });
    this.content = el("div");
    this.element = el("div", {class: "games-screen"}, this.content, this.file);
  }

  update(state) {
    const {texts} = state.words;
    const games = this.actions.listGames().map((game) => this.#game(game, state));
    updateChildren(
      this.content,
      el("section", {}, el("h2", {}, texts.games), this.#buttons(texts), el("ul", {class: "games"}, games)),
      el(
        "section",
        {},
        el("h2", {}, texts.language),
        this.#languages(state),
        el("h2", {}, texts.look),
        this.#colourSchemes(state),
      ),
      el(
        "section",
        {class: "about"},
        el("p", {}, texts.kept),
        el("p", {}, render(texts.print, {print: this.fingerprint})),
      ),
    );
  }

  #buttons(texts) {
    return el(
      "p",
      {class: "shares"},
      textButton(texts.new_game, () => this.actions.startGame(), {class: "strong", key: "new"}, "plus"),
      textButton(texts.load, () => this.file.click(), {key: "import"}),
    );
  }

  #game(game, {game: openGame, language, words}) {
    const {texts} = words;
    const when = new Date(game.changed).toLocaleString(language, {dateStyle: "medium", timeStyle: "short"});
    const scores = score(this.rulebook, recordOf(game, words));
    const names = scores.map(({name}) => name).join(", ");
    const totals = scores.map(({name, total}) =>
      el("span", {class: "who"}, el("span", {}, name), " ", el("b", {}, signed(total))),
    );
    const remove = async () => {
      const answers = [{text: texts.delete, value: true, kind: "danger"}];
      if (await ask(texts, render(texts.delete_ask, {names}), answers)) this.actions.deleteGame(game.id);
    };
    return el(
      "li",
      {"aria-current": game.id === openGame.id && "true"},
      el(
        "button",
        {class: "game", key: game.id, onclick: () => this.actions.openGame(game.id)},
        el("span", {}, isUntouched(game) ? texts.empty : totals),
        el("small", {}, when),
      ),
      iconButton("remove", render(texts.delete_game, {names}), remove, {key: `delete ${game.id}`}),
    );
  }

  #languages({language, words: {texts}}) {
    const options = Object.entries(this.languages).map(([value, words]) => ({value, text: words.language}));
    return choice(texts.language, options, language, this.actions.setLanguage);
  }

  #colourSchemes({colourScheme, words: {texts}}) {
    const options = COLOUR_SCHEMES.map((value) => ({value, text: texts[`look_${value}`]}));
    return choice(texts.look, options, colourScheme, this.actions.setColourScheme);
  }

  async #load() {
    const [file] = this.file.files;
    this.file.value = "";
    if (file) this.actions.loadGame(file.size > MAX_FILE_SIZE ? "" : await file.text());
  }
}
