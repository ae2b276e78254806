// Only with book.
import {render} from "../messages.js";
import {choice} from "../views/controls.js";
import {openDialog} from "../views/dialogs.js";
import {el, icon, textButton, updateChildren} from "../views/dom.js";
import {formatsOf} from "./formats.js";
import {gameItem, gamesByMonth, titleOf} from "./games_list.js";
import {playerPage, rankingList} from "./players_view.js";
import {finishedGames, ranking} from "./statistics.js";
import {importBook, saveBook, saveTable} from "./transfer.js";

const GAMES_AT_ONCE = 50;
const LAST_DAYS = 30;
const DAY = 24 * 60 * 60 * 1000; // milliseconds

/** The book: all games on this device, the figures of their players, and ways to save and to read all of it. */
export class BookScreen {
  /**
   * `actions`: `opener` gets an entry and returns the attributes of the element that opens its game, or false if that
   * is not possible here; `onChange` is called with the id of an entry that was changed, or with null if there are
   * several; `refresh` is called when something else is to be shown; `home` is the address of the list of sheets, if
   * there is one.
   */
  constructor(store, actions) {
    this.store = store;
    this.actions = actions;
    this.layout = null; // the chosen one; null for all
    this.period = "always";
    this.shownGames = GAMES_AT_ONCE;
    this.player = undefined; // the name of the one whose page is shown
    this.element = el("div");
    this.input = el("input", {type: "file", accept: ".json,application/json", hidden: true, onchange: this.#import});
    document.body.append(this.input);
  }

  update({entries, language, words}) {
    this.words = words;
    const {opener} = this.actions;
    const view = {entries, language, words, opener, format: formatsOf(language), change: this.#change};
    const all = finishedGames(entries);
    if (!all.some(({layout}) => layout === this.layout)) this.layout = null;
    const games = finishedGames(all, this.layout, this.#since());
    const player = ranking(all).find(({name}) => name === history.state?.player);
    this.element.className = `book-screen ${player ? "of-player" : "of-all"}`;
    const {isTemporary, laterGames} = this.store;
    updateChildren(
      this.element,
      isTemporary ? warning(words.book.forgetful) : null,
      laterGames ? warning(render(words.texts.newer_games, {count: laterGames})) : null,
      player ? this.#playerPage(player, all, games, view) : this.#overview(all, games, view),
    );
    if (this.player && !player) this.#focus(`[data-key="${CSS.escape(`player ${this.player}`)}"]`);
    this.player = player?.name;
  }

  #overview(all, games, view) {
    const {entries, words} = view;
    const running = entries.filter(({finished}) => finished === null);
    const list = el("ul", {class: "games"}, running.map((entry) => gameItem(entry, view)));
    return [
      running.length ? el("section", {class: "unfinished"}, el("h2", {}, words.book.unfinished), list) : null,
      ...(all.length
        ? [this.#filters(all, view), this.#players(games, view), this.#games(games, view)]
        : [this.#empty(words)]),
      this.#transfer(all, view),
    ];
  }

  #playerPage(player, all, games, view) {
    const chosen = ranking(games).find(({name}) => name === player.name);
    const back = textButton(view.words.book.back, () => history.back(), {key: "back"}, "back");
    return [
      el("div", {class: "player-head"}, back, el("h2", {tabindex: -1}, el("bdi", {}, player.name))),
      this.#filters(all, view),
      ...playerPage(chosen, player.results, view),
    ];
  }

  /** Return the choice of a layout, if there are several, and of a period. */
  #filters(all, {language, words: {book}}) {
    const titles = new Map(all.map((entry) => [entry.layout, titleOf(entry, language)]));
    const layouts = [...titles].map(([value, text]) => ({value, text}));
    const chips = choice(book.layouts, [{value: null, text: book.all}, ...layouts], this.layout, (layout) =>
      this.#choose({layout}),
    );
    const periods = [
      {value: "always", text: book.always},
      {value: "this_year", text: book.this_year},
      {value: "last_days", text: render(book.last_days, {days: LAST_DAYS})},
    ];
    return el(
      "div",
      {class: "filters"},
      titles.size > 1 ? el("div", {class: "chips"}, chips) : null,
      choice(book.period, periods, this.period, (period) => this.#choose({period})),
    );
  }

  /** Return the time at which the chosen period begins. */
  #since() {
    if (this.period === "this_year") return new Date(new Date().getFullYear(), 0).getTime();
    return this.period === "last_days" ? Date.now() - LAST_DAYS * DAY : 0;
  }

  #players(games, view) {
    const {book, texts} = view.words;
    const players = ranking(games);
    return el(
      "section",
      {class: "players-section"},
      el("h2", {}, texts.players),
      players.length ? rankingList(players, view, this.#openPlayer) : el("p", {class: "hint"}, book.nobody),
    );
  }

  #games(games, view) {
    const {book} = view.words;
    const left = games.length - this.shownGames;
    const showMore = () => this.#choose({shownGames: this.shownGames + GAMES_AT_ONCE});
    return el(
      "section",
      {class: "history"},
      el("h2", {tabindex: -1}, book.games, " ", el("small", {}, view.format.whole(games.length))),
      ...gamesByMonth(games.toReversed().slice(0, this.shownGames), view),
      left > 0 ? textButton(render(book.more, {left: view.format.whole(left)}), showMore, {key: "more"}) : null,
    );
  }

  #empty({book, texts}) {
    const {home} = this.actions;
    return el(
      "section",
      {class: "card empty"},
      icon("book"),
      el("h2", {}, book.empty),
      el("p", {}, render(book.empty_hint, texts)),
      home ? el("a", {href: home}, texts.all_sheets) : null,
    );
  }

  #transfer(all, {entries, words: {book, texts}}) {
    return el(
      "section",
      {class: "transfer"},
      el("h2", {}, book.transfer),
      el("p", {class: "hint"}, texts.kept, " ", book.transfer_hint),
      el(
        "p",
        {class: "shares"},
        textButton(book.save_all, this.#save, {key: "save all", disabled: !entries.length}, "share"),
        textButton(texts.load, () => this.input.click(), {key: "import"}),
        textButton(book.save_table, () => saveTable(all, texts), {key: "save table", disabled: !all.length}),
      ),
    );
  }

  /** Show other games. */
  #choose(choices) {
    Object.assign(this, {shownGames: GAMES_AT_ONCE}, choices);
    this.actions.refresh();
  }

  #openPlayer = (name) => {
    history.pushState({...history.state, player: name}, ""); // the back button returns to all players
    this.actions.refresh();
    scrollTo(0, 0);
    this.#focus("h2");
  };

  #save = async () => {
    const leftOut = await saveBook(this.store, this.words.book);
    if (leftOut) this.#tell(leftOut);
  };

  #import = async () => {
    const [file] = this.input.files;
    if (!file) return;
    const text = await importBook(this.store, file, this.words.book);
    this.input.value = ""; // so that the same file can be chosen again
    await this.actions.onChange(null);
    this.#tell(text);
  };

  /** Change an entry of the store. The focus goes to the list if the element that had it is gone. */
  #change = async (id, edit) => {
    await this.store.change([id], edit).catch(() => this.#tell(this.words.texts.full));
    await this.actions.onChange(id);
    if (document.activeElement === document.body) this.#focus("h2[tabindex]");
  };

  #focus(selector) {
    this.element.querySelector(selector)?.focus({preventScroll: true});
  }

  #tell(text) {
    const close = openDialog(text, [], [textButton(this.words.texts.close, () => close(), {class: "strong"})]);
  }
}

function warning(text) {
  return el("p", {class: "notice"}, icon("warning"), text);
}
