import {colourSchemeOf} from "./device.js";
import {downloadRecord, gameLink, readRecordFile} from "./game_files.js";
import {addToken, gameOf, isUntouched, newGame, playerNames, recordOf, toggleCross} from "./games/game.js";
import {Store} from "./games/store.js";
import {amend, newTimeline, redo, step, undo} from "./games/timeline.js";
import {message, render, signed} from "./messages.js";
import {Camera} from "./camera/camera.js";
import {audit} from "./rules/audit.js";
import {sheetRulebook} from "./rules/sheet_rules.js";
import {offerLink} from "./views/dialogs.js";
import {el, icon, updateChildren} from "./views/dom.js";
import {GamesScreen} from "./views/games_screen.js";
import {lockOffer} from "./views/lock_offer.js";
import {ResultScreen} from "./views/result_screen.js";
import {pointsBar} from "./views/scores_view.js";
import {SheetScreen} from "./views/sheet_screen.js";

const TOAST_DURATION = 6000; // milliseconds
const ANNOUNCE_DELAY = 400; // milliseconds after the last tap

/** The open game, the screen that shows it, and everything that users can do. */
export class App {
  constructor(page, storage) {
    this.page = page;
    this.store = new Store(storage, page);
    this.language = this.#preferredLanguage();
    this.colourScheme = this.store.choice("look") ?? "auto";
    this.timeline = this.store.current() ?? newTimeline(newGame(page.rulebook));
    this.tapped = null; // the cell that was tapped last
    this.notices = storage.isTemporary ? ["forgetful"] : [];
    this.screen = "sheet";
    this.screens = this.#makeScreens();
    this.frame = {
      title: document.querySelector("header h1"),
      subtitle: document.querySelector(".subtitle"),
      fingerprint: document.querySelector(".fingerprint"),
      notices: document.querySelector(".notices"),
      main: document.querySelector("main"),
      offer: document.querySelector(".offers"),
      points: document.querySelector(".points"),
      nav: document.querySelector("nav"),
      spoken: document.querySelector(".spoken"),
      toast: document.querySelector(".toast"),
    };
    this.camera = page.photo ? new Camera(this, this.screens.sheet.element) : null;
  }

  #makeScreens() {
    const {page, change, showFinding} = this;
    return {
      sheet: new SheetScreen(page, {
        change,
        amend: this.amend,
        undo: () => this.setTimeline(undo(this.timeline)),
        redo: () => this.setTimeline(redo(this.timeline)),
        shareSheet: () => this.#share({...this.game, complete: false, sheets: [this.sheet]}),
        showFinding,
        showToast: this.showToast,
      }),
      result: new ResultScreen(page, {
        change,
        saveGame: () => downloadRecord(page, recordOf(this.game, this.words)),
        shareGame: () => this.#share(this.game),
        showFinding,
      }),
      games: new GamesScreen(page, {
        deleteGame: this.deleteGame,
        listGames: () => this.store.timelines().map(({now}) => now),
        loadGame: this.#loadGame,
        openGame: (id) => this.#switchTo(this.store.timeline(id) ?? this.timeline),
        setColourScheme: this.#setColourScheme,
        setLanguage: this.#setLanguage,
        startGame: this.startGame,
      }),
    };
  }

  get game() {
    return this.timeline.now;
  }

  get sheet() {
    return this.game.sheets[this.game.current];
  }

  get words() {
    return this.page.languages[this.language];
  }

  get texts() {
    return this.words.texts;
  }

  /** Change the game as an undo step; `tapped` is the cell that was tapped, if any. */
  change = (edit, tapped = null) => {
    this.tapped = tapped;
    this.frame.toast.hidden = true;
    this.setTimeline(step(this.timeline, edit(this.game)));
  };

  /** Change the game without an undo step. */
  amend = (edit) => {
    this.setTimeline(amend(this.timeline, edit(this.game)));
  };

  /** Open a timeline: store it and show it. */
  setTimeline(timeline) {
    this.timeline = timeline;
    this.#write(() => this.store.save(timeline));
    this.update();
  }

  /** Write to the storage, with a notice as long as it is full. */
  #write(write) {
    try {
      write();
      this.removeNotices("full");
    } catch {
      this.addNotice("full");
    }
  }

  /** Return the state that screens show. */
  #state() {
    const {colourScheme, game, language, sheet, timeline, words} = this;
    const {findings: kinds, rulebook} = this.page;
    const record = recordOf(game, words);
    const {findings, scores} = audit(rulebook, record, kinds);
    const names = record.sheets.map(({name}) => name);
    const isOfSheet = ({player}) => rulebook.tokens || player === null || player === names[game.current];
    return {
      colourScheme,
      findings,
      game,
      language,
      names,
      scores,
      sheet,
      words,
      sheetFindings: findings.filter(isOfSheet), // on a shared board, those of all players
      sheetRulebook: sheetRulebook(rulebook, sheet),
      canUndo: timeline.past.length > 0,
      canRedo: timeline.future.length > 0,
    };
  }

  /** Show the current state. */
  update() {
    const {frame, page} = this;
    const state = this.#state();
    const isSheet = this.screen === "sheet";
    this.#applySettings();
    frame.notices.hidden = !isSheet;
    updateChildren(
      frame.notices,
      this.notices.map((notice) => el("p", {}, icon("warning"), this.texts[notice])),
    );
    updateChildren(
      frame.nav,
      Object.keys(this.screens).map((name) => this.#tab(name)),
      this.camera && this.camera.button(),
    );
    frame.points.hidden = !isSheet;
    const {colours, rulebook} = page;
    updateChildren(frame.points, pointsBar(state.scores[state.game.current], rulebook, state.words, colours));
    const screen = this.screens[this.screen];
    screen.update(state);
    updateChildren(frame.offer, isSheet ? (this.camera?.question(state) ?? this.#lockOffer(state)) : null);
    if (frame.main.firstChild !== screen.element) frame.main.replaceChildren(screen.element);
    const shown = [this.screen, this.game.id, this.game.current].join();
    if (this.shown !== shown && isSheet) screen.revealPlayer();
    this.shown = shown;
    this.#announce(state);
  }

  #lockOffer(state) {
    const put = this.page.rulebook.tokens ? addToken : toggleCross;
    const accept = (lock) => this.change((game) => put(this.page.rulebook, game, lock, 1));
    const decline = () => {
      this.tapped = null;
      this.update();
    };
    return lockOffer(state.sheetRulebook, state.sheet, this.tapped, state.words, accept, decline);
  }

  /** Apply language and colours, but only if they have changed, because the browser restyles everything then. */
  #applySettings() {
    const root = document.documentElement;
    const look = colourSchemeOf(this.colourScheme);
    if (root.lang === this.language && root.dataset.look === look) return;
    root.lang = this.language;
    root.dataset.look = look;
    document.title = `${this.words.title} · sheetgen`;
    this.frame.title.textContent = this.words.title;
    this.frame.subtitle.textContent = this.words.subtitle;
    this.frame.subtitle.hidden = !this.words.subtitle;
    this.frame.fingerprint.textContent = this.page.fingerprint;
    this.frame.nav.setAttribute("aria-label", this.texts.screens);
  }

  #tab(name) {
    const current = name === this.screen && "page";
    return el(
      "button",
      {"aria-current": current, key: name, onclick: () => this.openScreen(name)},
      icon(name),
      this.texts[name],
    );
  }

  /** Show another screen; the back button returns to this one. */
  openScreen(name) {
    if (name === this.screen) return;
    history.pushState({screen: name}, "");
    this.showScreen(name);
  }

  /** Show a screen without an entry in the browser's history. */
  showScreen(name) {
    this.screen = name;
    this.update();
    scrollTo(0, 0);
  }

  /** Read the open game again, which another window may have changed. */
  reload() {
    this.timeline = this.store.timeline(this.game.id) ?? this.timeline;
    this.update();
  }

  /** Handle a change of the storage by another window. */
  onStorageChange(key, value) {
    if (key === this.store.keyOf(this.game.id) && value === null) this.deleteGame(this.game.id);
    else this.reload();
  }

  /** Let screen readers announce total and findings, once there are no more taps. */
  #announce({game, names, scores, sheetFindings, words}) {
    clearTimeout(this.announcing);
    this.announcing = setTimeout(() => {
      const total = `${names[game.current]}: ${words.figures.total} ${signed(scores[game.current].total)}.`;
      const text = [total, ...sheetFindings.map((finding) => message(finding, words))].join(" ");
      if (this.frame.spoken.textContent !== text) this.frame.spoken.textContent = text;
    }, ANNOUNCE_DELAY);
  }

  /** Show a message for some seconds. */
  showToast = (text) => {
    const {toast} = this.frame;
    toast.textContent = text;
    toast.hidden = false;
    clearTimeout(this.hidingToast);
    this.hidingToast = setTimeout(() => (toast.hidden = true), TOAST_DURATION);
  };

  /** Add a notice, given by the key of its text, which stays until it is removed. */
  addNotice(key) {
    if (!this.notices.includes(key)) this.notices.push(key);
  }

  removeNotices(...keys) {
    this.notices = this.notices.filter((key) => !keys.includes(key));
  }

  /** Show the sheet and the first cell that a finding is about. */
  showFinding = ({cells, player}) => {
    const seat = playerNames(this.game, this.words).indexOf(player);
    if (seat >= 0) this.amend((game) => ({...game, current: seat}));
    if (this.screen !== "sheet") this.openScreen("sheet");
    if (cells.length) this.screens.sheet.revealCell(cells[0]);
  };

  /** Start a game; the others stay stored. */
  startGame = (game = newGame(this.page.rulebook)) => {
    this.#switchTo(newTimeline(game));
  };

  /** Open another game. The one that was open loses its undo steps, because storage is limited. */
  #switchTo(timeline) {
    if (isUntouched(this.game)) this.store.remove(this.game.id);
    else this.#write(() => this.store.save(newTimeline(this.game)));
    this.tapped = null;
    this.setTimeline(timeline);
    this.openScreen("sheet");
  }

  /** Delete a game from the storage. */
  deleteGame = (id) => {
    this.store.remove(id);
    if (id === this.game.id) this.setTimeline(this.store.current() ?? newTimeline(newGame(this.page.rulebook)));
    else this.update();
  };

  /** Open the game in the text of a file. */
  #loadGame = (text) => {
    const {record, problem} = readRecordFile(this.page, text);
    if (record) this.startGame(gameOf(this.page.rulebook, record));
    else this.showToast(render(this.texts.load_bad, {where: problem}));
  };

  #share(game) {
    const link = gameLink(this.page, game);
    if (link === null) this.showToast(this.texts.link_not);
    else offerLink(this.texts, link);
  }

  #setLanguage = (language) => {
    this.language = language;
    this.#write(() => this.store.choose("language", language));
    this.update();
  };

  #setColourScheme = (colourScheme) => {
    this.colourScheme = colourScheme;
    this.#write(() => this.store.choose("look", colourScheme));
    this.update();
  };

  #preferredLanguage() {
    const known = Object.keys(this.page.languages);
    const wanted = [this.store.choice("language"), ...navigator.languages.map((tag) => tag.split("-")[0])];
    return wanted.find((language) => known.includes(language)) ?? "en";
  }
}
