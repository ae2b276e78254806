import {arrive} from "./arrive.js";
import {audit} from "./audit.js";
import {offerLink} from "./dialogs.js";
import {el, icon, refill} from "./dom.js";
import {drawSymbols} from "./drawing.js";
import {gameOf, newGame, playerNames, recordOf} from "./game.js";
import {GamesScreen} from "./games_screen.js";
import {encodeRecord} from "./link.js";
import {message, render, signed} from "./messages.js";
import {lockOffer, pointsBar} from "./parts.js";
import {readRecord, recordData} from "./record.js";
import {ResultScreen} from "./result_screen.js";
import {SheetScreen} from "./sheet_screen.js";
import {ForgetfulStorage, openStorage, Store} from "./store.js";
import {amend, step, timelineOf} from "./timeline.js";

const SCREENS = {sheet: SheetScreen, result: ResultScreen, games: GamesScreen};

/** The scorer: the game that is open, and what is done with it. */
class App {
  constructor(page, storage) {
    this.page = page;
    this.rulebook = page.rulebook;
    this.rules = page.print.slice(0, 4);
    this.store = new Store(storage, page);
    this.language = this.#firstLanguage();
    this.look = this.store.choice("look") ?? "auto";
    this.timeline = this.store.current() ?? this.store.timelines()[0] ?? timelineOf(newGame(page.rulebook));
    this.sumsOpen = false;
    this.tapped = null;
    this.notices = storage instanceof ForgetfulStorage ? ["forgetful"] : [];
    this.screen = "sheet";
    this.screens = Object.fromEntries(Object.entries(SCREENS).map(([name, Screen]) => [name, new Screen(this)]));
    this.frame = {
      title: document.querySelector("header h1"),
      print: document.querySelector("header .print"),
      notices: document.querySelector(".notices"),
      main: document.querySelector("main"),
      offer: document.querySelector(".offers"),
      points: document.querySelector(".points"),
      nav: document.querySelector("nav"),
      spoken: document.querySelector(".spoken"),
      toast: document.querySelector(".toast"),
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

  /** The game changes, in a way that can be undone; perhaps by a tap on a cell. */
  change(changed, tapped = null) {
    this.tapped = tapped;
    this.keep(step(this.timeline, {...changed(this.game), changed: Date.now()}));
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
    this.#save();
    this.update();
  }

  #save() {
    try {
      this.store.save(this.timeline);
    } catch {
      this.notice("full");
    }
  }

  /** Show everything as it is now. */
  update() {
    this.names = playerNames(this.game, this.words);
    this.result = audit(this.rulebook, recordOf(this.game, this.words));
    const {frame, words} = this;
    this.#dress();
    refill(frame.notices, this.notices.map((notice) => el("p", {}, icon("warning"), words.texts[notice])));
    refill(frame.nav, Object.keys(SCREENS).map((name) => this.#tab(name)));
    frame.points.hidden = this.screen !== "sheet";
    refill(frame.points, pointsBar(this));
    refill(frame.offer, lockOffer(this));
    const screen = this.screens[this.screen];
    screen.update();
    if (frame.main.firstChild !== screen.element) frame.main.replaceChildren(screen.element);
    this.#announce();
  }

  /** Language and colours. To set them again would cost as much as to change them. */
  #dress() {
    const root = document.documentElement;
    const look = this.look === "auto" ? deviceLook() : this.look;
    if (root.lang === this.language && root.dataset.look === look) return;
    root.lang = this.language;
    root.dataset.look = look;
    document.title = `${this.words.title} · sheetgen`;
    this.frame.title.textContent = this.words.title;
    this.frame.print.textContent = this.page.print;
    this.frame.nav.setAttribute("aria-label", this.texts.screens);
  }

  #tab(name) {
    const current = name === this.screen && "page";
    return el("button", {"aria-current": current, key: name, onclick: () => this.go(name)}, icon(name), this.words.texts[name]);
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

  /** Another window has changed what is kept. */
  reload() {
    this.timeline = this.store.timelines().find(({now}) => now.id === this.game.id) ?? this.timeline;
    this.update();
  }

  /** Read out what has changed, once the taps pause. */
  #announce() {
    clearTimeout(this.speaking);
    this.speaking = setTimeout(() => {
      const {total} = this.result.scores[this.game.current];
      const found = this.result.findings.map((finding) => message(finding, this.words));
      const text = [`${this.names[this.game.current]}: ${this.words.figures.total} ${signed(total)}`, ...found].join(". ");
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

  /** Lead to what a finding is about. */
  show(finding) {
    const seat = this.names.indexOf(finding.player);
    if (seat >= 0) this.amend((game) => ({...game, current: seat}));
    if (this.screen !== "sheet") this.go("sheet");
    this.screens.sheet.reveal(finding.cells);
  }

  /** Open another game of this phone. */
  openGame(id) {
    const found = this.store.timelines().find(({now}) => now.id === id);
    if (found) this.keep(found);
    this.go("sheet");
  }

  /** Begin a new game; the others stay. */
  startGame(game = newGame(this.rulebook)) {
    this.tapped = null;
    this.keep(timelineOf(game));
    this.go("sheet");
  }

  /** Forget a game for good. */
  deleteGame(id) {
    this.store.remove(id);
    if (id === this.game.id) this.keep(this.store.timelines()[0] ?? timelineOf(newGame(this.rulebook)));
    else this.update();
  }

  /** Speak another language. */
  speak(language) {
    this.language = language;
    this.store.choose("language", language);
    this.update();
  }

  /** Light, dark, or as the phone is set. */
  dress(look) {
    this.look = look;
    this.store.choose("look", look);
    this.update();
  }

  #firstLanguage() {
    const known = Object.keys(this.page.languages);
    const wanted = [this.store.choice("language"), ...navigator.languages.map((tag) => tag.split("-")[0])];
    return wanted.find((language) => known.includes(language)) ?? known.find((code) => code === "en") ?? known[0];
  }

  /** Share the sheet of the current player. */
  shareSheet() {
    const record = recordOf(this.game, this.words);
    this.#share({...record, complete: false, sheets: [this.sheet]}, [this.sheet.name]);
  }

  /** Share all sheets. */
  shareGame() {
    this.#share(recordOf(this.game, this.words), this.game.sheets.map(({name}) => name));
  }

  #share(record, names) {
    const code = encodeRecord(this.rulebook, this.rules, record, names);
    if (code === null) return this.tell(this.texts.link_not);
    const here = location.protocol.startsWith("http") ? location.origin + location.pathname : this.page.address;
    offerLink(this, `${here}#${code}`);
  }

  /** Save the game as a file. */
  exportGame() {
    const data = recordData(this.rulebook, recordOf(this.game, this.words), this.page.game);
    const blob = new Blob([JSON.stringify(data, null, 1)], {type: "application/json"});
    const link = el("a", {href: URL.createObjectURL(blob), download: `${this.page.slug}.json`});
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60000);
  }

  /** Open the game that a file holds, as a new one. */
  importGame(text) {
    let data = null;
    try {
      data = JSON.parse(text);
    } catch {
      return this.tell(render(this.texts.load_bad, {where: "JSON"}));
    }
    const {record, problems} = readRecord(this.rulebook, data);
    const isOther = data?.variant !== undefined && data.variant !== this.page.game.variant;
    if (isOther || !record) {
      const where = isOther ? `variant: ${data.variant}` : problems.map(({path, fault}) => `${path} (${fault})`).slice(0, 5).join(", ");
      return this.tell(render(this.texts.load_bad, {where}));
    }
    this.startGame(gameOf(this.rulebook, record));
  }
}

/** What the page knows. The texts of all languages stand side by side; each language gets its own. */
function readPage() {
  const page = JSON.parse(document.getElementById("page").textContent);
  for (const [at, words] of Object.values(page.languages).entries()) {
    const own = (table) => Object.fromEntries(Object.entries(table).map(([key, texts]) => [key, texts[at]]));
    Object.assign(words, {texts: own(page.texts), findings: own(page.findings)});
  }
  return page;
}

function deviceLook() {
  return matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
}

/** Begin: with what the phone has kept, and with what the link says. */
function startScorer() {
  const page = readPage();
  document.body.append(drawSymbols(page.drawing));
  const app = new App(page, openStorage());
  app.update();
  arrive(app, location.hash.slice(1));
  addEventListener("hashchange", () => arrive(app, location.hash.slice(1)));
  addEventListener("popstate", ({state}) => app.enter(state?.screen ?? "sheet"));
  matchMedia("(prefers-color-scheme: dark)").onchange = () => app.update();
  addEventListener("storage", ({key}) => app.store.isGameKey(key) && app.reload());
  if (page.worker) navigator.serviceWorker?.register(page.worker);
}

startScorer();
