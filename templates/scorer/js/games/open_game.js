import {isUntouched} from "./game.js";
import {isOfLaterVersion} from "./game_store.js";

/**
 * A game that the page shows. Each operation, a function from timeline to timeline, takes effect at once and is then
 * stored. If another window has stored the game meanwhile, the operation is applied to what is stored.
 */
export class OpenGame {
  /**
   * `revision` is that of the timeline's entry in the store, 0 if it has none. `whenStored` is called after each attempt
   * to store the game, with null or the key of a text that tells why it could not be stored.
   */
  constructor(store, format, timeline, revision, whenStored) {
    Object.assign(this, {store, format, timeline, revision, whenStored});
    this.unsaved = []; // operations that are not stored yet
  }

  get game() {
    return this.timeline.now;
  }

  apply(operation) {
    this.timeline = operation(this.timeline);
    this.unsaved.push(operation);
    return this.save();
  }

  /** Store the operations that are not stored yet. A game in which nothing was entered is not kept. */
  async save() {
    let saving = [];
    let revision = null;
    try {
      const isUnreadable = await this.store.change([this.game.id], (stored) => {
        if (!this.unsaved.length) return undefined;
        this.#catchUp(stored);
        saving = this.unsaved.splice(0);
        const isNew = isUntouched(this.game) && !this.timeline.past.length;
        revision = isNew ? 0 : (stored?.revision ?? 0) + 1;
        if (isNew) return null;
        return {...this.format.entryOf(this.timeline), revision, note: stored?.note ?? ""};
      });
      this.revision = revision ?? this.revision; // another call may have stored everything
      this.whenStored(isUnreadable ? "forgetful" : null);
    } catch (error) {
      this.unsaved.unshift(...saving);
      this.whenStored(isOfLaterVersion(error) ? "forgetful" : "full");
    }
  }

  /** Take over what another window has stored. Resolves to false if another window has deleted the game. */
  async reload() {
    if (this.unsaved.length) await this.save();
    const stored = await this.store.entry(this.game.id).catch(() => undefined); // it may be there
    if (!this.unsaved.length) this.#catchUp(stored);
    return stored !== null || this.revision === 0 || this.unsaved.length > 0;
  }

  /** Apply the operations that are not stored yet to what another window has stored. */
  #catchUp(stored) {
    if (!stored || stored.revision === this.revision) return;
    const theirs = this.format.timelineOf(stored);
    if (!theirs) return;
    this.timeline = this.unsaved.reduce(applied, theirs);
    this.revision = stored.revision;
  }
}

/** Return the timeline after an operation; unchanged if what it was about is gone, such as a player. */
function applied(timeline, operation) {
  try {
    return operation(timeline);
  } catch {
    return timeline;
  }
}
