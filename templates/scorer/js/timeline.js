const MOST_STEPS = 60;

/** A game with nothing to undo yet. */
export function timelineOf(game) {
  return {past: [], now: game, future: []};
}

/** The game has changed. What was undone before is gone. */
export function step(timeline, game) {
  return {past: [...timeline.past, timeline.now].slice(-MOST_STEPS), now: game, future: []};
}

/** Something changed that is not worth undoing, such as whose sheet is looked at. */
export function amend(timeline, game) {
  return {...timeline, now: game};
}

/** One step back, staying with the player it is about. */
export function undo({past, now, future}) {
  return {past: past.slice(0, -1), now: past.at(-1), future: [now, ...future]};
}

/** One step forward again. */
export function redo({past, now, future}) {
  return {past: [...past, now], now: future[0], future: future.slice(1)};
}
