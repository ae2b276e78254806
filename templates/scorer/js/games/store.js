import {gameOf, recordOf, withMode} from "./game.js";
import {readRecord, recordData} from "./record.js";

/** The games of this layout and its rules in the browser's storage, and choices that hold for all layouts. */
export class Store {
  constructor(storage, page) {
    this.storage = storage;
    this.rulebook = page.rulebook;
    this.reference = page.reference;
    this.words = Object.values(page.languages)[0];
    this.packed = new WeakMap();
    this.saved = {};
    this.prefix = `sheetgen/${page.slug}/${page.rules_fingerprint}/`;
  }

  /** Return the timelines of all games, the latest first. Games that cannot be read are left alone. */
  timelines() {
    const keys = Array.from({length: this.storage.length}, (_, index) => this.storage.key(index));
    const games = keys.filter((key) => key.startsWith(this.keyOf(""))).map((key) => this.#read(key));
    return games.filter((game) => game !== null).sort((one, other) => other.now.changed - one.now.changed);
  }

  /** Return the timeline of a game; null if there is none. */
  timeline(id) {
    return this.#read(this.keyOf(id));
  }

  /** Return the timeline of the game that was open last; null if there is none. */
  current() {
    return this.timeline(this.storage.getItem(`${this.prefix}current`)) ?? this.timelines()[0] ?? null;
  }

  /** Save a game as the current one. */
  save(timeline) {
    const {past, now, future} = timeline;
    const text = JSON.stringify({past: past.map(this.#pack), now: this.#pack(now), future: future.map(this.#pack)});
    this.storage.setItem(this.keyOf(now.id), text);
    this.saved = {text, timeline};
    this.storage.setItem(`${this.prefix}current`, now.id);
  }

  remove(id) {
    this.storage.removeItem(this.keyOf(id));
  }

  /** Return a choice that holds for all layouts, such as the language; null if nothing was chosen. */
  choice(name) {
    return this.storage.getItem(`sheetgen/${name}`);
  }

  choose(name, value) {
    this.storage.setItem(`sheetgen/${name}`, value);
  }

  keyOf(id) {
    return `${this.prefix}game/${id}`;
  }

  #read(key) {
    try {
      const text = this.storage.getItem(key);
      if (text === this.saved.text) return this.saved.timeline; // with unsaved data, such as a photo's doubts
      const {past, now, future} = JSON.parse(text);
      return {past: this.#unpackAll(past), now: this.#unpack(now), future: this.#unpackAll(future)};
    } catch {
      return null;
    }
  }

  /** Return undo steps; none if one of them cannot be read, so that the game itself is not lost. */
  #unpackAll(games) {
    try {
      return games.map(this.#unpack);
    } catch {
      return [];
    }
  }

  /** Return a game as JSON data. Games are immutable, so each is packed only once. */
  #pack = (game) => {
    if (!this.packed.has(game)) {
      this.packed.set(game, {
        id: game.id,
        changed: game.changed,
        mode: game.mode,
        current: game.current,
        seat: game.seat,
        names: game.sheets.map(({name}) => name),
        serials: game.sheets.map(({serial}) => serial),
        record: recordData(this.rulebook, recordOf(game, this.words), this.reference),
      });
    }
    return this.packed.get(game);
  };

  #unpack = ({id, changed, mode, current, seat, names, serials, record}) => {
    const game = gameOf(this.rulebook, readRecord(this.rulebook, record).record, names.map(String));
    const sheets = game.sheets.map((sheet, index) => ({...sheet, serial: serials[index]}));
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

/** Return the browser's storage, or a temporary one where the browser denies access. */
export function openStorage() {
  try {
    localStorage.getItem("");
    return localStorage;
  } catch {
    return temporaryStorage();
  }
}

/** Return a storage that lasts as long as the page is open. */
function temporaryStorage() {
  const items = new Map();
  return {
    isTemporary: true,
    get length() {
      return items.size;
    },
    key: (index) => [...items.keys()][index],
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => items.set(key, value),
    removeItem: (key) => items.delete(key),
  };
}
