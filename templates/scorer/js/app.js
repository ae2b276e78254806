import {bookOfApp} from "./book/book_of_app.js";
import {colourSchemeOf, languageAmong, storeChoice, storedChoice} from "./device.js";
import {downloadRecord, gameLink, readRecordFile, sharePicture} from "./game_files.js";
import {addToken, finishedGame, newGame, playerNames, recordOf, toggleCross} from "./games/game.js";
import {encodeRecord} from "./games/link.js";
import {OpenGame} from "./games/open_game.js";
import {isRunning} from "./games/printed_sheets.js";
import {amend, newTimeline, redo, step, undo} from "./games/timeline.js";
import {openAsGame} from "./links/shared_link.js";
import {message, render, signed} from "./messages.js";
import {PhotoButton} from "./photo_button.js";
import {audit} from "./rules/audit.js";
import {closersOf, endOfGame} from "./rules/end_of_game.js";
import {sheetRulebook} from "./rules/sheet_rules.js";
import {offerLink} from "./views/dialogs.js";
import {el, icon, iconButton, updateChildren} from "./views/dom.js";
import {openMenu} from "./views/menu.js";
import {closingOffer, endOffer, lockOffer} from "./views/offers.js";
import {ResultScreen} from "./views/result_screen.js";
import {pointsBar} from "./views/scores_view.js";
import {SheetScreen} from "./views/sheet_screen.js";

const TOAST_DURATION = 6000; // milliseconds
const ANNOUNCE_DELAY = 400; // milliseconds after the last tap

/** The open game, the screen that shows it, and everything that users can do. */
export class App {
  /** `entries` are those of all games in the store. */
  constructor(page, store, format, entries) {
    this.page = page;
    this.store = store;
    this.format = format;
    this.entries = entries;
    this.language = languageAmong(Object.keys(page.languages));
    this.colourScheme = storedChoice("look") ?? "auto";
    this.tapped = null; // the cell that was tapped last, {seat, id}
    this.declinedEnd = null; // the end of the game that the user does not agree with
    this.notices = store.isTemporary ? ["forgetful"] : [];
    this.saveNotice = null; // about what could not be stored
    this.openedGames = []; // all of them since the page was loaded; those before the last may wait to be stored
    this.screen = "sheet";
    this.screens = this.#makeScreens();
    this.frame = {
      title: document.querySelector("header h1"),
      subtitle: document.querySelector(".subtitle"),
      fingerprint: document.querySelector(".fingerprint"),
      menu: document.querySelector(".menu"),
      notices: document.querySelector(".notices"),
      main: document.querySelector("main"),
      offer: document.querySelector(".offers"),
      points: document.querySelector(".points"),
      nav: document.querySelector("nav"),
      spoken: document.querySelector(".spoken"),
      toast: document.querySelector(".toast"),
    };
    this.camera = page.photo ? new PhotoButton(this, this.screens.sheet.element) : null;
  }

  #makeScreens() {
    const {page, change, showFinding} = this;
    return {
      sheet: new SheetScreen(page, {
        change,
        amend: this.amend,
        undo: () => this.#goTo(undo),
        redo: () => this.#goTo(redo),
        finish: this.finish,
        shareSheet: () => this.#share({...this.game, complete: false, sheets: [this.sheet]}),
        showFinding,
        showToast: this.showToast,
      }),
      result: new ResultScreen(page, {
        change,
        finish: this.finish,
        playAgain: () => this.startGame(this.game.sheets.map(({name}) => name)),
        saveGame: () => downloadRecord(page, recordOf(this.game, this.words)),
        shareGame: () => this.#share(this.game),
        sharePicture: (state) => sharePicture(page, state),
        showFinding,
      }),
      ...(page.root ? {} : {book: bookOfApp(this)}),
    };
  }

  get timeline() {
    return this.opened.timeline;
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

  /** Return the entries of games that this page can open, also those of companions, those changed last first. */
  ownEntries() {
    return this.entries.filter((entry) => this.canOpen(entry));
  }

  /** Return whether this page can open the games of an entry's layout. */
  canOpen({layout}) {
    return layout === this.page.slug || Object.hasOwn(this.page.companions, layout);
  }

  /** Open the game with this id or, if there is none, the one that is running, or else a new one. */
  openFirstGame(id) {
    const entries = this.ownEntries();
    const entry = entries.find((each) => each.id === id) ?? entries.find(isRunning);
    if (!entry || !this.openEntry(entry)) this.#open(newTimeline(newGame(this.page.rulebook)), 0);
  }

  /** Open the game with this id, which the book names. The back button returns to the book, wherever it is. */
  openStored(id) {
    const entry = this.ownEntries().find((each) => each.id === id);
    const isOpened = id === this.game.id || (entry && this.openEntry(entry));
    if (!isOpened) return this.showToast(this.texts.game_unreadable);
    const screen = this.game.finished ? "result" : "sheet";
    if (this.screen === "book") return this.openScreen(screen);
    history.replaceState({...history.state, screen}, "");
    return this.showScreen(screen);
  }

  /** Open the game of an entry. Returns false if this page cannot read it. */
  openEntry(entry) {
    const timeline = this.format.timelineOf(entry);
    if (!timeline) return false;
    this.#open(timeline, entry.revision);
    const {companions} = this.page;
    const {rules_fingerprint: rules} = companions[entry.layout] ?? this.page;
    if (entry.rules !== rules) this.addNotice("other_rules");
    return true;
  }

  /** Open a game that is not stored yet, and show its sheets. */
  openTimeline(timeline) {
    this.#open(timeline, 0);
    this.apply((same) => same);
    this.readEntries();
    this.openScreen("sheet");
  }

  /** Open a timeline. The game that was open loses its undo steps, which take much more room than the game. */
  #open(timeline, revision) {
    if (this.opened?.timeline.past.length) this.opened.apply(({now}) => newTimeline(now));
    this.opened = new OpenGame(this.store, this.format, timeline, revision, (notice) => this.#onSaved(notice));
    this.openedGames.push(this.opened);
    this.tapped = null;
    this.declinedEnd = null;
    this.removeNotices("other_rules", "other_look");
    this.rememberGame();
    this.readEntries();
  }

  /** Let a reload open this game again. */
  rememberGame() {
    history.replaceState({...history.state, game: this.game.id}, "");
  }

  /** Read the entries of all games, whose players are suggested for this one. */
  async readEntries() {
    this.entries = await this.store.entries();
    this.update();
  }

  /** Change the game as an undo step; `tapped` is the cell that was tapped, if any. */
  change = (edit, tapped = null) => {
    this.tapped = tapped === null ? null : {seat: this.game.current, id: tapped};
    this.frame.toast.hidden = true;
    this.apply((timeline) => step(timeline, edit(timeline.now)));
  };

  /** Change the game without an undo step. */
  amend = (edit) => {
    this.apply((timeline) => amend(timeline, edit(timeline.now)));
  };

  /** Go to another step of the timeline, which no offer is about. */
  #goTo(operation) {
    this.tapped = null;
    this.apply(operation);
  }

  /** Change the open game by a function from timeline to timeline, store it and show it. */
  apply(operation) {
    this.opened.apply(operation);
    this.update();
  }

  /** Tell why a game could not be stored, if so, and show what another window has changed meanwhile. */
  #onSaved(notice) {
    const isOther = notice !== this.saveNotice;
    this.saveNotice = notice;
    if (!notice) for (const game of this.unsavedGames()) game.save(); // now there is room for earlier games, too
    if (isOther || this.shownTimeline !== this.timeline) this.update();
  }

  /** Return the games with changes that are not stored. */
  unsavedGames() {
    return this.openedGames.filter(({unsaved}) => unsaved.length);
  }

  /** Handle a change of an entry, or of several if `id` is null, by another window or by the book. */
  async onStored(id) {
    const {opened} = this;
    const isThere = (id !== null && id !== this.game.id) || (await opened.reload());
    await this.readEntries();
    if (isThere || opened !== this.opened) return;
    this.opened = null; // it is not to be stored again
    this.openFirstGame(null);
  }

  /** Return the state that screens show. */
  #state() {
    const {colourScheme, entries, game, language, sheet, timeline, words} = this;
    const {findings: kinds, rulebook} = this.page;
    const record = recordOf(game, words);
    const {findings, scores} = audit(rulebook, record, kinds);
    const names = record.sheets.map(({name}) => name);
    const isOfSheet = ({player}) => rulebook.tokens || player === null || player === names[game.current];
    const isPlaying = game.mode === "playing";
    const closers = isPlaying && !rulebook.own_closing ? [...closersOf(rulebook, record)] : [];
    const isByOthers = ([, players]) => [...players.keys()].some((name) => name !== names[game.current]);
    return {
      colourScheme,
      entries,
      findings,
      game,
      language,
      names,
      scores,
      sheet,
      words,
      closedRows: closers.filter(isByOthers).map(([row]) => row), // for all, by other players, while playing
      end: !game.finished && (isPlaying || rulebook.tokens) ? endOfGame(rulebook, record) : null,
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
    this.shownTimeline = this.timeline;
    this.#applySettings();
    frame.notices.hidden = !isSheet;
    const {laterGames: count} = this.store;
    const told = [this.saveNotice, ...this.notices, count && "newer_games"].filter(Boolean);
    updateChildren(
      frame.notices,
      told.map((key) => el("p", {}, icon("warning"), render(this.texts[key], {count}))),
    );
    updateChildren(
      frame.nav,
      Object.keys(this.screens).map((name) => this.#tab(name)),
      page.root && el("a", {href: `${page.root}book/`, key: "book"}, icon("book"), this.texts.book),
      this.camera && this.camera.button(),
    );
    frame.points.hidden = !isSheet;
    const {colours, rulebook} = page;
    updateChildren(frame.points, pointsBar(state.scores[state.game.current], rulebook, state.words, colours));
    const screen = this.screens[this.screen];
    screen.update(state);
    updateChildren(frame.offer, isSheet ? (this.camera?.question(state) ?? this.#offers(state)) : null);
    if (frame.main.firstChild !== screen.element) frame.main.replaceChildren(screen.element);
    const shown = [this.screen, this.game.id, this.game.current].join();
    if (this.shown !== shown && isSheet) screen.revealPlayer();
    this.shown = shown;
    this.#announce(state);
  }

  /** Return what the rules suggest to do next: to cross a lock, to close a row along with another player, to finish. */
  #offers(state) {
    const {rulebook} = this.page;
    const crossLock = (lock) =>
      this.change((game) => (rulebook.tokens ? addToken(rulebook, game, lock, 1) : toggleCross(rulebook, game, lock)));
    const closeToo = (seat, id) => this.apply((timeline) => step(timeline, toggleCross(rulebook, timeline.now, id, seat)));
    const declineTapped = () => {
      this.tapped = null;
      this.update();
    };
    const declineEnd = () => {
      this.declinedEnd = state.end.key;
      this.update();
    };
    return [
      lockOffer(state, this.tapped, crossLock, declineTapped),
      closingOffer(rulebook, state, this.tapped, closeToo, declineTapped),
      this.declinedEnd === state.end?.key ? null : endOffer(state, this.finish, declineEnd),
    ];
  }

  /** Apply language and colours, but only if they have changed, because the browser restyles everything then. */
  #applySettings() {
    const root = document.documentElement;
    const look = colourSchemeOf(this.colourScheme);
    if (root.lang === this.language && root.dataset.look === look) return;
    root.lang = this.language;
    root.dataset.look = look;
    const {frame, page, texts, words} = this;
    document.title = `${words.title} · sheetgen`;
    frame.title.replaceChildren(
      page.root ? el("a", {href: page.root, title: texts.all_sheets}, icon("back"), words.title) : words.title,
    );
    frame.subtitle.textContent = words.subtitle;
    frame.subtitle.hidden = !words.subtitle;
    frame.fingerprint.textContent = page.fingerprint;
    frame.menu.replaceChildren(iconButton("menu", texts.menu, () => openMenu(this)));
    frame.nav.setAttribute("aria-label", texts.screens);
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
    if (name === this.screen) return this.update();
    history.pushState({...history.state, screen: name}, "");
    return this.showScreen(name);
  }

  /** Show a screen without an entry in the browser's history. */
  showScreen(name) {
    this.screen = Object.keys(this.screens).includes(name) ? name : "sheet";
    this.update();
    scrollTo(0, 0);
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

  /** Finish the game, which then is in the book, and show its result. */
  finish = () => {
    this.change(finishedGame);
    this.openScreen("result");
    this.screens.result.celebrate();
  };

  /** Start a game with players of these names; the others stay stored. */
  startGame = (names = []) => {
    this.openTimeline(newTimeline(newGame(this.page.rulebook, names)));
  };

  /** Open the game in the text of a file. */
  loadGame(text) {
    const {record, isLater, problem} = readRecordFile(this.page, text);
    const {rulebook, rules_fingerprint: rules} = this.page;
    if (record) openAsGame(this, {...record, origin: encodeRecord(rulebook, rules, record)});
    else this.showToast(isLater ? this.texts.newer : render(this.texts.load_bad, {where: problem}));
  }

  #share(game) {
    const link = gameLink(this.page, game);
    if (link === null) this.showToast(this.texts.link_not);
    else offerLink(this.texts, link);
  }

  setLanguage(language) {
    this.language = language;
    storeChoice("language", language);
    this.update();
  }

  setColourScheme(colourScheme) {
    this.colourScheme = colourScheme;
    storeChoice("look", colourScheme);
    this.update();
  }
}
