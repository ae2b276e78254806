import {gameOf, recordOf} from "./game.js";
import {readRecord, recordData} from "./record.js";

/** What the phone keeps. Games are kept by the layout and the rules they were played with. */
export class Store {
  constructor(storage, page) {
    this.storage = storage;
    this.rulebook = page.rulebook;
    this.game = page.game;
    this.words = Object.values(page.languages)[0];
    this.packed = new WeakMap();
    this.prefix = `sheetgen/${page.slug}/${page.print.slice(0, 4)}/`;
  }

  /** All games with what can be undone in them, the latest first. What cannot be understood is left alone. */
  timelines() {
    const keys = Array.from({length: this.storage.length}, (_, index) => this.storage.key(index));
    const games = keys.filter((key) => key.startsWith(`${this.prefix}game/`)).map((key) => this.#read(key));
    return games.filter((game) => game !== null).sort((one, other) => other.now.changed - one.now.changed);
  }

  /** The game that was open last. */
  current() {
    const id = this.storage.getItem(`${this.prefix}current`);
    return id === null ? null : this.#read(`${this.prefix}game/${id}`);
  }

  /** Keep a game, and that it is the current one. */
  save({past, now, future}) {
    const packed = {past: past.map(this.#pack), now: this.#pack(now), future: future.map(this.#pack)};
    this.storage.setItem(`${this.prefix}game/${now.id}`, JSON.stringify(packed));
    this.storage.setItem(`${this.prefix}current`, now.id);
  }

  /** Forget a game. */
  remove(id) {
    this.storage.removeItem(`${this.prefix}game/${id}`);
  }

  /** A choice that holds for all layouts, such as the language. */
  choice(name) {
    return this.storage.getItem(`sheetgen/${name}`);
  }

  /** Keep such a choice. */
  choose(name, value) {
    this.storage.setItem(`sheetgen/${name}`, value);
  }

  /** Is this one of the keys of games? Other windows may change them too. */
  isGameKey(key) {
    return key === null || key.startsWith(`${this.prefix}game/`);
  }

  #read(key) {
    try {
      const {past, now, future} = JSON.parse(this.storage.getItem(key));
      return {past: past.map(this.#unpack), now: this.#unpack(now), future: future.map(this.#unpack)};
    } catch {
      return null;
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
    names: game.sheets.map(({name}) => name),
    serials: game.sheets.map(({serial}) => serial),
    record: recordData(this.rulebook, recordOf(game, this.words), this.game),
  });

  #unpack = ({id, changed, mode, current, names, serials, record}) => {
    const game = gameOf(this.rulebook, readRecord(this.rulebook, record).record, names.map(String));
    const sheets = game.sheets.map((sheet, seat) => ({...sheet, serial: serials[seat]}));
    return {...game, id: String(id), changed: Number(changed), mode, current: current in sheets ? current : 0, sheets};
  };
}

/** The phone's storage; one that forgets, where the browser has none or keeps it shut. */
export function openStorage() {
  try {
    const probe = "sheetgen/probe";
    localStorage.setItem(probe, "");
    localStorage.removeItem(probe);
    return localStorage;
  } catch {
    return new ForgetfulStorage();
  }
}

/** Storage for as long as the page is open. */
export class ForgetfulStorage {
  #items = new Map();

  get length() {
    return this.#items.size;
  }

  key(index) {
    return [...this.#items.keys()][index] ?? null;
  }

  getItem(key) {
    return this.#items.get(key) ?? null;
  }

  setItem(key, value) {
    this.#items.set(key, value);
  }

  removeItem(key) {
    this.#items.delete(key);
  }
}
