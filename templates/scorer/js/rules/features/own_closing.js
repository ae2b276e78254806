// Only with own_closing.
import {ofGame} from "../findings.js";

/** Return the players who have closed enough rows to end the game, given who closed each row. */
export function ownFinishers(rulebook, closers) {
  const names = [...closers.values()].flatMap((players) => [...players.keys()]);
  const hasEnded = (name) => names.filter((other) => other === name).length >= rulebook.end.closed_rows;
  return [...new Set(names)].filter(hasEnded);
}

/** Return the rows that one of these players closed. */
export function rowsClosedBy(closers, names) {
  return [...closers.keys()].filter((row) => names.some((name) => closers.get(row).has(name)));
}

/** Return the finding that no player has ended the game. */
export function nobodyFinished(rulebook) {
  const values = {boxes: rulebook.penalties.boxes, needed: rulebook.end.closed_rows};
  return ofGame("game-not-over-own", "C8", [], values);
}

/** Check that all who ended the game can have closed their last rows with the same sum. */
export function* checkFinishers(closers, names) {
  const rows = rowsClosedBy(closers, names);
  const [first, ...others] = names.map((name) => rows.flatMap((row) => [...(closers.get(row).get(name) ?? [])]));
  if (others.length && !first.some((sum) => others.every((sums) => sums.includes(sum)))) {
    yield ofGame("impossible-closing-own", "C8", [], {rows: {rows}, players: {names}});
  }
}
