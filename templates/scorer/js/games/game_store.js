import {checkedEntry} from "./entry.js";

const DATABASE = "sheetgen";
const GAMES = "games"; // the object store, and the channel on which windows tell each other of changes

/** Open the store of all games on this device, or a temporary one where the browser denies access. */
export async function openGameStore() {
  try {
    return new GameStore(await openDatabase());
  } catch {
    return new TemporaryStore();
  }
}

/**
 * The entries of all games on this device, of all layouts, in IndexedDB.
 *
 * A change is one transaction: other windows see all of it or nothing, and so does a reader after a crash. Entries that
 * cannot be read, for instance those of a later version, are left out and left alone.
 */
class GameStore {
  isTemporary = false;

  constructor(database) {
    this.database = database;
    this.channel = new BroadcastChannel(DATABASE);
    database.onversionchange = () => database.close(); // a later version of this page needs it
  }

  /** Resolves to all entries, those that were changed last first. */
  async entries() {
    const entries = await settled(this.#games("readonly").getAll());
    return sortedEntries(entries.map(checkedEntry));
  }

  /** Resolves to an entry; null if there is none. */
  async entry(id) {
    return checkedEntry(await settled(this.#games("readonly").get(id)));
  }

  /**
   * Change an entry, given by its id, in one transaction. `edit` gets the stored entry, or null, and returns the new one,
   * null to delete it, or undefined to leave it alone. Resolves once this is stored; rejects if the storage is full.
   */
  change(id, edit) {
    return this.changeAll([id], edit);
  }

  /** Change several entries, all of them in one transaction. `edit` gets each stored entry, or null, and its id. */
  changeAll(ids, edit) {
    const games = this.#games("readwrite");
    for (const id of ids) {
      const request = games.get(id);
      request.onsuccess = () => {
        const stored = checkedEntry(request.result);
        if (request.result && !stored) return; // it is left alone
        const entry = edit(stored, id);
        if (entry) games.put(entry);
        if (entry === null) games.delete(id);
        if (id === ids.at(-1)) games.transaction.commit(); // even if the page is closed now
      };
    }
    return new Promise((resolve, reject) => {
      games.transaction.oncomplete = () => {
        this.channel.postMessage(ids.length === 1 ? ids[0] : null);
        resolve();
      };
      games.transaction.onabort = () => reject(games.transaction.error);
    });
  }

  /** Call a function when another window changes entries: with the id of the entry, or null if there are several. */
  onChange(listener) {
    this.channel.onmessage = ({data}) => listener(data);
  }

  #games(mode) {
    return this.database.transaction(GAMES, mode, {durability: "strict"}).objectStore(GAMES);
  }
}

/** Entries that last as long as the page is open. */
class TemporaryStore {
  isTemporary = true;
  stored = new Map();

  async entries() {
    return sortedEntries([...this.stored.values()]);
  }

  async entry(id) {
    return this.stored.get(id) ?? null;
  }

  async change(id, edit) {
    await this.changeAll([id], edit);
  }

  async changeAll(ids, edit) {
    for (const id of ids) {
      const entry = edit(this.stored.get(id) ?? null, id);
      if (entry) this.stored.set(id, entry);
      if (entry === null) this.stored.delete(id);
    }
  }

  onChange() {}
}

function openDatabase() {
  const request = indexedDB.open(DATABASE, 1);
  request.onupgradeneeded = () => request.result.createObjectStore(GAMES, {keyPath: "id"});
  return settled(request);
}

/** Resolves to the result of a request. */
function settled(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

function sortedEntries(entries) {
  return entries.filter((entry) => entry !== null).sort((one, other) => other.changed - one.changed);
}
