import {audit} from "./audit.js";
import {Camera} from "./camera.js";
import {el, icon, refill} from "./dom.js";
import {isUntouched, newGame, recordOf} from "./game.js";
import {GamesScreen} from "./games_screen.js";
import {lookOf} from "./look.js";
import {message, signed} from "./messages.js";
import {rulesOf} from "./own_rules.js";
import {lockOffer, ownFindings, pointsBar} from "./parts.js";
import {ResultScreen} from "./result_screen.js";
import {SheetScreen} from "./sheet_screen.js";
import {Store} from "./store.js";
import {amend, step, timelineOf} from "./timeline.js";

const SCREENS = {sheet: SheetScreen, result: ResultScreen, games: GamesScreen};

/** The scorer: the game that is open, and what is done with it. */
export class App {
  constructor(page, storage) {
    this.page = page;
    this.rulebook = page.book;
    this.store = new Store(storage, page);
    this.language = this.#firstLanguage();
    this.look = this.store.choice("look") ?? "auto";
    this.timeline = this.store.current() ?? timelineOf(newGame(page.book));
    this.tapped = null;
    this.notices = storage.forgets ? ["forgetful"] : [];
    this.screen = "sheet";
    this.screens = Object.fromEntries(Object.entries(SCREENS).map(([name, Screen]) => [name, new Screen(this)]));
    this.frame = {
      title: document.querySelector("header h1"),
      fingerprint: document.querySelector(".fingerprint"),
      notices: document.querySelector(".notices"),
      main: document.querySelector("main"),
      offer: document.querySelector(".offers"),
      points: document.querySelector(".points"),
      nav: document.querySelector("nav"),
      spoken: document.querySelector(".spoken"),
      toast: document.querySelector(".toast"),
    };
    this.camera = page.camera ? new Camera(this) : null;
  }

  get game() {
    return this.timeline.now;
  }

  get sheet() {
    return this.game.sheets[this.game.current];
  }

  /** The rulebook of the current sheet. */
  get rules() {
    return rulesOf(this.rulebook, this.sheet);
  }

  get words() {
    return this.page.languages[this.language];
  }

  get texts() {
    return this.words.texts;
  }

  /** The game changes, in a way that can be undone; perhaps by a tap on a cell. */
  change(changed, tapped = null) {
    this.tapped = tapped;
    this.frame.toast.hidden = true;
    this.keep(step(this.timeline, changed(this.game)));
  }

  /** The lock that was offered is not wanted. */
  declineLock() {
    this.tapped = null;
    this.update();
  }

  /** The game changes in a way that nobody would undo. */
  amend(changed) {
    this.keep(amend(this.timeline, changed(this.game)));
  }

  /** Undo or redo. */
  travel(way) {
    this.keep(way(this.timeline));
  }

  /** This is the game now. */
  keep(timeline) {
    this.timeline = timeline;
    this.#trying(() => this.store.save(timeline));
    this.update();
  }

  /** Keep something on the phone, which may be full. */
  #trying(keep) {
    try {
      keep();
      this.forget("full");
    } catch {
      this.notice("full");
    }
  }

  /** Show everything as it is now. */
  update() {
    const record = recordOf(this.game, this.words);
    this.names = record.sheets.map(({name}) => name);
    this.result = audit(this.rulebook, record);
    const {frame} = this;
    this.#applyLanguageAndLook();
    frame.notices.hidden = this.screen !== "sheet";
    refill(
      frame.notices,
      this.notices.map((notice) => el("p", {}, icon("warning"), this.texts[notice])),
    );
    const tabs = Object.keys(SCREENS).map((name) => this.#tab(name));
    refill(frame.nav, tabs, this.camera && this.camera.button());
    frame.points.hidden = this.screen !== "sheet";
    refill(frame.points, pointsBar(this));
    const screen = this.screens[this.screen];
    screen.update();
    refill(frame.offer, this.screen === "sheet" ? (this.camera?.question() ?? lockOffer(this)) : null);
    if (frame.main.firstChild !== screen.element) frame.main.replaceChildren(screen.element);
    const place = [this.screen, this.game.id, this.game.current].join();
    if (this.place !== place && this.screen === "sheet") screen.revealPlayer();
    this.place = place;
    this.#announce();
  }

  /** Language and colours. To set them again would cost as much as to change them. */
  #applyLanguageAndLook() {
    const root = document.documentElement;
    const look = lookOf(this.look);
    if (root.lang === this.language && root.dataset.look === look) return;
    root.lang = this.language;
    root.dataset.look = look;
    document.title = `${this.words.title} · sheetgen`;
    this.frame.title.textContent = this.words.title;
    this.frame.fingerprint.textContent = this.page.fingerprint;
    this.frame.nav.setAttribute("aria-label", this.texts.screens);
  }

  #tab(name) {
    const current = name === this.screen && "page";
    return el(
      "button",
      {"aria-current": current, key: name, onclick: () => this.go(name)},
      icon(name),
      this.texts[name],
    );
  }

  /** Go to another screen; the phone's way back leads here again. */
  go(name) {
    if (name === this.screen) return;
    history.pushState({screen: name}, "");
    this.enter(name);
  }

  /** Show a screen without a trace in the way back. */
  enter(name) {
    this.screen = name;
    this.update();
    scrollTo(0, 0);
  }

  /** Another window may have changed what is kept. */
  reload() {
    this.timeline = this.store.timeline(this.game.id) ?? this.timeline;
    this.update();
  }

  /** Another window has changed what is kept, or taken it away. */
  hear(key, value) {
    if (key === this.store.keyOf(this.game.id) && value === null) this.deleteGame(this.game.id);
    else this.reload();
  }

  /** Read out what has changed, once the taps pause. */
  #announce() {
    clearTimeout(this.speaking);
    this.speaking = setTimeout(() => {
      const {total} = this.result.scores[this.game.current];
      const name = this.names[this.game.current];
      const found = ownFindings(this).map((finding) => message(finding, this.words));
      const text = [`${name}: ${this.words.figures.total} ${signed(total)}.`, ...found].join(" ");
      if (this.frame.spoken.textContent !== text) this.frame.spoken.textContent = text;
    }, 400);
  }

  /** Say something for a moment. */
  tell(text) {
    const {toast} = this.frame;
    toast.textContent = text;
    toast.hidden = false;
    clearTimeout(this.telling);
    this.telling = setTimeout(() => (toast.hidden = true), 6000);
  }

  /** Say something that stays. */
  notice(name) {
    if (!this.notices.includes(name)) this.notices.push(name);
  }

  /** Stop saying it. */
  forget(...names) {
    this.notices = this.notices.filter((name) => !names.includes(name));
  }

  /** Lead to what a finding is about. */
  show(finding) {
    const seat = this.names.indexOf(finding.player);
    if (seat >= 0) this.amend((game) => ({...game, current: seat}));
    if (this.screen !== "sheet") this.go("sheet");
    this.screens.sheet.reveal(finding.cells);
  }

  /** Open another game of this phone. */
  openGame(id) {
    this.#turnTo(this.store.timeline(id) ?? this.timeline);
  }

  /** Begin a new game; the others stay. */
  startGame(game = newGame(this.rulebook)) {
    this.#turnTo(timelineOf(game));
  }

  /** Open a game. The one that was open keeps no undo: a phone has not much room. */
  #turnTo(timeline) {
    if (isUntouched(this.game)) this.store.remove(this.game.id);
    else this.#trying(() => this.store.save(timelineOf(this.game)));
    this.tapped = null;
    this.keep(timeline);
    this.go("sheet");
  }

  /** Forget a game for good. */
  deleteGame(id) {
    this.store.remove(id);
    if (id === this.game.id) this.keep(this.store.current() ?? timelineOf(newGame(this.rulebook)));
    else this.update();
  }

  /** Speak another language. */
  speak(language) {
    this.language = language;
    this.#trying(() => this.store.choose("language", language));
    this.update();
  }

  /** Light, dark, or as the phone is set. */
  chooseLook(look) {
    this.look = look;
    this.#trying(() => this.store.choose("look", look));
    this.update();
  }

  #firstLanguage() {
    const known = Object.keys(this.page.languages);
    const wanted = [this.store.choice("language"), ...navigator.languages.map((tag) => tag.split("-")[0])];
    return wanted.find((language) => known.includes(language)) ?? "en";
  }
}
