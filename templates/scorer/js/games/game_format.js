import {adoptedRecord} from "../rules/features/companions.js";
import {score} from "../rules/scoring.js";
import {isTime, newEntry} from "./entry.js";
import {gameOf, recordOf, withMode} from "./game.js";
import {readRecord, recordData, tidyName} from "./record.js";

/** Converts timelines of games of this page's layout to entries of the store, and back. */
export class GameFormat {
  constructor({languages, reference, rules_fingerprint: rules, rulebook, slug}) {
    const title = Object.fromEntries(Object.entries(languages).map(([language, words]) => [language, words.title]));
    this.layout = {layout: slug, rules, title};
    this.rulebook = rulebook;
    this.reference = reference;
    this.words = Object.values(languages)[0];
    this.packed = new WeakMap();
  }

  /** Return the entry of a timeline. */
  entryOf({past, now, future}) {
    const scores = score(this.rulebook, recordOf(now, this.words));
    return newEntry(now.id, {
      ...this.layout,
      changed: now.changed,
      finished: now.finished,
      result: scores.map(({total, rank}, seat) => ({name: now.sheets[seat].name, total, rank})),
      game: {past: past.map(this.#pack), now: this.#pack(now), future: future.map(this.#pack)},
    });
  }

  /** Return the timeline of an entry; null if this page cannot read it, for instance because its rules have changed. */
  timelineOf({id, layout, game: {past, now, future}}) {
    const {layout: own} = this.layout;
    const adopted = (game) => (layout === own ? game : {...game, record: adoptedRecord(game.record, layout, own)});
    const unpack = (game) => this.#unpack(id, adopted(game));
    try {
      return {past: unpackedSteps(past, unpack), now: unpack(now), future: unpackedSteps(future, unpack)};
    } catch {
      return null;
    }
  }

  /** Return a game as JSON data. Games are immutable, so each is packed only once. */
  #pack = (game) => {
    if (!this.packed.has(game)) {
      const {id, changed, finished, mode, current, seat, origin, sheets} = game;
      this.packed.set(game, {
        ...{id, changed, finished, mode, current, seat, origin},
        names: sheets.map(({name}) => name),
        serials: sheets.map(({serial}) => serial),
        origins: sheets.map((sheet) => sheet.origin),
        record: recordData(this.rulebook, recordOf(game, this.words), this.reference),
      });
    }
    return this.packed.get(game);
  };

  /** Return the game in JSON data, which somebody may have tampered with. */
  #unpack(id, {changed, finished, mode, current, seat, origin, names, serials, origins, record}) {
    const game = gameOf(this.rulebook, readRecord(this.rulebook, record).record);
    const sheets = game.sheets.map((sheet, index) => ({
      ...sheet,
      name: tidyName(String(names[index] ?? "")),
      serial: Number.isInteger(serials?.[index]) ? serials[index] : null,
      origin: origins?.[index] ?? null,
    }));
    const opened = {
      ...game,
      id,
      changed: isTime(changed) ? changed : Date.now(),
      finished: isTime(finished) ? finished : null,
      seat: Number.isInteger(seat) ? seat : null,
      origin,
      current: Number.isInteger(current) && current in sheets ? current : 0,
      sheets,
    };
    return withMode(this.rulebook, opened, mode);
  }
}

/** Return undo steps; none if one of them cannot be read, so that the game itself is not lost. */
function unpackedSteps(games, unpack) {
  try {
    return games.map(unpack);
  } catch {
    return [];
  }
}
