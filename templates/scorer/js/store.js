import {gameOf, recordOf, withMode} from "./game.js";
import {readRecord, recordData} from "./record.js";

/** What the phone keeps. Games are kept by the layout and the rules they were played with. */
export class Store {
  constructor(storage, page) {
    this.storage = storage;
    this.rulebook = page.book;
    this.game = page.game;
    this.words = Object.values(page.languages)[0];
    this.packed = new WeakMap();
    this.saved = {};
    this.prefix = `sheetgen/${page.slug}/${page.rules}/`;
  }

  /** All games with what can be undone in them, the latest first. What cannot be understood is left alone. */
  timelines() {
    const keys = Array.from({length: this.storage.length}, (_, index) => this.storage.key(index));
    const games = keys.filter((key) => key.startsWith(this.keyOf(""))).map((key) => this.#read(key));
    return games.filter((game) => game !== null).sort((one, other) => other.now.changed - one.now.changed);
  }

  /** A game by its id, or null. */
  timeline(id) {
    return this.#read(this.keyOf(id));
  }

  /** The game that was open last. */
  current() {
    return this.timeline(this.storage.getItem(`${this.prefix}current`)) ?? this.timelines()[0] ?? null;
  }

  /** Keep a game, and that it is the current one. */
  save(timeline) {
    const {past, now, future} = timeline;
    const text = JSON.stringify({past: past.map(this.#pack), now: this.#pack(now), future: future.map(this.#pack)});
    this.storage.setItem(this.keyOf(now.id), text);
    this.saved = {text, timeline};
    this.storage.setItem(`${this.prefix}current`, now.id);
  }

  /** Forget a game. */
  remove(id) {
    this.storage.removeItem(this.keyOf(id));
  }

  /** A choice that holds for all layouts, such as the language. */
  choice(name) {
    return this.storage.getItem(`sheetgen/${name}`);
  }

  /** Keep such a choice. */
  choose(name, value) {
    this.storage.setItem(`sheetgen/${name}`, value);
  }

  /** Where a game is kept. */
  keyOf(id) {
    return `${this.prefix}game/${id}`;
  }

  #read(key) {
    try {
      const text = this.storage.getItem(key);
      if (text === this.saved.text) return this.saved.timeline; // with what is not kept, such as doubts about a photo
      const {past, now, future} = JSON.parse(text);
      return {past: this.#unpackAll(past), now: this.#unpack(now), future: this.#unpackAll(future)};
    } catch {
      return null;
    }
  }

  /** Steps that can be undone. If one of them cannot be read, none can be; but the game is not lost with them. */
  #unpackAll(games) {
    try {
      return games.map(this.#unpack);
    } catch {
      return [];
    }
  }

  /** Games never change, so each is packed but once. */
  #pack = (game) => {
    if (!this.packed.has(game)) this.packed.set(game, this.#packed(game));
    return this.packed.get(game);
  };

  #packed = (game) => ({
    id: game.id,
    changed: game.changed,
    mode: game.mode,
    current: game.current,
    seat: game.seat,
    names: game.sheets.map(({name}) => name),
    serials: game.sheets.map(({serial}) => serial),
    record: recordData(this.rulebook, recordOf(game, this.words), this.game),
  });

  #unpack = ({id, changed, mode, current, seat, names, serials, record}) => {
    const game = gameOf(this.rulebook, readRecord(this.rulebook, record).record, names.map(String));
    const sheets = game.sheets.map((sheet, at) => ({...sheet, serial: serials[at]}));
    const opened = {
      ...game,
      id: String(id),
      changed: Number(changed),
      seat,
      current: current in sheets ? current : 0,
      sheets,
    };
    return withMode(this.rulebook, opened, mode);
  };
}

/** The phone's storage, even if it is full; or one that forgets, where the browser keeps it shut. */
export function openStorage() {
  try {
    localStorage.getItem(""); // where it is shut, even looking is refused
    return localStorage;
  } catch {
    return forgetfulStorage();
  }
}

/** Storage for as long as the page is open. */
function forgetfulStorage() {
  const items = new Map();
  return {
    forgets: true,
    get length() {
      return items.size;
    },
    key: (index) => [...items.keys()][index],
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => items.set(key, value),
    removeItem: (key) => items.delete(key),
  };
}
