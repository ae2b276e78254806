/**
 * Move the games of a layout from localStorage, where pages kept them before there was a store of all games, to the store.
 *
 * A game is removed only once the store has it. `format` converts games of the layout to entries.
 */
export async function moveOldGames(store, format) {
  const {layout, rules} = format.layout;
  const prefix = `sheetgen/${layout}/${rules}`;
  for (const key of storedKeys(`${prefix}/game/`)) {
    const id = key.slice(prefix.length + "/game/".length);
    const timeline = format.timelineOf({id, layout, game: parsed(localStorage.getItem(key))});
    if (!timeline) continue; // it could not be opened before, either
    const {now} = timeline;
    const finished = now.complete ? now.changed : null;
    const entry = format.entryOf({...timeline, now: {...now, finished}});
    await store.change(entry.id, (stored) => stored ?? entry);
    localStorage.removeItem(key);
  }
  localStorage.removeItem(`${prefix}/current`);
}

function storedKeys(prefix) {
  return Object.keys(localStorage).filter((key) => key.startsWith(prefix));
}

function parsed(text) {
  try {
    return JSON.parse(text) ?? {};
  } catch {
    return {};
  }
}
