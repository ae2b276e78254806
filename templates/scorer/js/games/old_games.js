// The layout, the fingerprint of its rules, and the game's id. Without an id, the value is that of the last open game.
const OLD_KEY = /^sheetgen\/([\w-]+)\/(\w{4})\/(?:game\/([\w-]{1,60})|current)$/;

/**
 * Move the games of a layout from localStorage, where pages kept them before there was a store, to the store.
 *
 * Games under other rules keep the fingerprint of those. A game is removed only once the store has it, and stays if
 * this page cannot read it. `format` converts games of the layout to entries.
 */
export async function moveOldGames(store, format) {
  for (const key of Object.keys(localStorage)) {
    const [, layout, rules, id] = OLD_KEY.exec(key) ?? [];
    if (layout !== format.layout.layout) continue;
    if (id) {
      const timeline = format.timelineOf({id, layout, game: parsed(localStorage.getItem(key))});
      if (!timeline) continue;
      const {now} = timeline;
      const finished = now.complete ? now.changed : null;
      const entry = {...format.entryOf({...timeline, now: {...now, finished}}), rules};
      if (await store.change([id], (stored) => stored ?? entry)) continue;
    }
    localStorage.removeItem(key);
  }
}

function parsed(text) {
  try {
    return JSON.parse(text) ?? {};
  } catch {
    return {};
  }
}
