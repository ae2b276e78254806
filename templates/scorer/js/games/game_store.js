import {checkedEntry, isLaterEntry} from "./entry.js";

const DATABASE = "sheetgen";
const GAMES = "games"; // the object store, and the channel on which windows tell each other of changes
const UNKNOWN = "?"; // number of games in a database of a later version

/** Open the store of all games on this device, or a temporary one where the browser denies access. */
export async function openGameStore() {
  const store = new GameStore();
  try {
    await store.open();
    return store;
  } catch (error) {
    return new TemporaryStore(isOfLaterVersion(error) ? UNKNOWN : 0);
  }
}

/** Return whether an error means that the database is of a later version than this page can read. */
export function isOfLaterVersion({name}) {
  return name === "VersionError";
}

/**
 * The entries of all games on this device, of all layouts, in IndexedDB.
 *
 * A change is one transaction: other windows see all of it or nothing, and so does a reader after a crash. Entries that
 * cannot be read, for instance those of a later version, are left out and left alone.
 */
class GameStore {
  isTemporary = false;
  laterGames = 0; // how many entries are of a later version
  read = []; // the entries that were read last
  channel = new BroadcastChannel(DATABASE);

  /** Open the database, unless it is open. It is closed when its data are deleted, and for a newer page. */
  async open() {
    this.database ??= await openDatabase(() => (this.database = null));
  }

  /** Resolves to all entries, those that were changed last first. If that fails, they are those that were read last. */
  async entries() {
    try {
      const stored = await settled((await this.#games("readonly")).getAll());
      this.laterGames = stored.filter(isLaterEntry).length;
      this.read = sortedEntries(stored.map(checkedEntry));
    } catch (error) {
      if (isOfLaterVersion(error)) this.laterGames = UNKNOWN;
    }
    return this.read;
  }

  /** Resolves to an entry; null if there is none. */
  async entry(id) {
    return checkedEntry(await settled((await this.#games("readonly")).get(id)));
  }

  /**
   * Change entries, given by their ids, in one transaction. `edit` gets each stored entry, or null, and its id. It
   * returns the new one, null to delete it, or undefined to leave it alone.
   *
   * Resolves once this is stored, to the number of entries that were left alone because they cannot be read. Rejects
   * if the storage is full.
   */
  async change(ids, edit) {
    const games = await this.#games("readwrite");
    let unreadable = 0;
    for (const id of ids) {
      const request = games.get(id);
      request.onsuccess = () => {
        const stored = checkedEntry(request.result);
        const isUnreadable = request.result && !stored;
        if (isUnreadable) unreadable++;
        const entry = isUnreadable ? undefined : edit(stored, id);
        if (entry) games.put(entry);
        if (entry === null) games.delete(id);
        if (id === ids.at(-1)) games.transaction.commit(); // even if the page is closed now
      };
    }
    return new Promise((resolve, reject) => {
      games.transaction.oncomplete = () => {
        this.channel.postMessage(ids.length === 1 ? ids[0] : null);
        resolve(unreadable);
      };
      games.transaction.onabort = () => reject(games.transaction.error);
    });
  }

  /** Call a function when another window changes entries: with the id of the entry, or null if there are several. */
  onChange(listener) {
    this.channel.onmessage = ({data}) => listener(data);
  }

  async #games(mode) {
    await this.open();
    return this.database.transaction(GAMES, mode, {durability: "strict"}).objectStore(GAMES);
  }
}

/** Entries that last as long as the page is open. */
class TemporaryStore {
  isTemporary = true;
  stored = new Map();

  constructor(laterGames) {
    this.laterGames = laterGames;
  }

  async entries() {
    return sortedEntries([...this.stored.values()]);
  }

  async entry(id) {
    return this.stored.get(id) ?? null;
  }

  async change(ids, edit) {
    for (const id of ids) {
      const entry = edit(this.stored.get(id) ?? null, id);
      if (entry) this.stored.set(id, entry);
      if (entry === null) this.stored.delete(id);
    }
    return 0;
  }

  onChange() {}
}

async function openDatabase(onClosed) {
  const request = indexedDB.open(DATABASE, 1);
  request.onupgradeneeded = () => request.result.createObjectStore(GAMES, {keyPath: "id"});
  const database = await settled(request);
  database.onclose = onClosed;
  database.onversionchange = () => {
    database.close();
    onClosed();
  };
  if (database.objectStoreNames.contains(GAMES)) return database;
  database.close();
  await settled(indexedDB.deleteDatabase(DATABASE)); // it is empty, and cannot be used
  return openDatabase(onClosed);
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
