const MAX_UNDO_STEPS = 60;

/** Return the timeline of a game that has no undo steps. */
export function newTimeline(game) {
  return {past: [], now: game, future: []};
}

/** Return the timeline with a change that can be undone. The step belongs to the current seat. */
export function step(timeline, game) {
  const now = {...game, changed: Date.now(), seat: game.current};
  return {past: [...timeline.past, timeline.now].slice(-MAX_UNDO_STEPS), now, future: []};
}

/** Return the timeline with a change that is not an undo step, such as another current player. */
export function amend(timeline, game) {
  return {...timeline, now: game};
}

/** Return the timeline one step back, at the seat of that step. */
export function undo(timeline) {
  const {past, now, future} = timeline;
  if (!past.length) return timeline;
  return {past: past.slice(0, -1), now: withSeat(past.at(-1), now.seat), future: [now, ...future]};
}

/** Return the timeline one step forward, at the seat of that step. */
export function redo(timeline) {
  const {past, now, future} = timeline;
  if (!future.length) return timeline;
  return {past: [...past, now], now: withSeat(future[0], future[0].seat), future: future.slice(1)};
}

function withSeat(game, seat) {
  return seat in game.sheets ? {...game, current: seat} : game;
}
