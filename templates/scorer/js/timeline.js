const MOST_STEPS = 60;

/** A game with nothing to undo yet. */
export function timelineOf(game) {
  return {past: [], now: game, future: []};
}

/** The game has changed, on the sheet that is open now. What was undone before is gone. */
export function step(timeline, game) {
  const now = {...game, changed: Date.now(), seat: game.current};
  return {past: [...timeline.past, timeline.now].slice(-MOST_STEPS), now, future: []};
}

/** Something changed that is not worth undoing, such as whose sheet is looked at. */
export function amend(timeline, game) {
  return {...timeline, now: game};
}

/** One step back, on the sheet that it is about. */
export function undo({past, now, future}) {
  return {past: past.slice(0, -1), now: onSeat(past.at(-1), now.seat), future: [now, ...future]};
}

/** One step forward again. */
export function redo({past, now, future}) {
  return {past: [...past, now], now: onSeat(future[0], future[0].seat), future: future.slice(1)};
}

function onSeat(game, seat) {
  return seat in game.sheets ? {...game, current: seat} : game;
}
