import {readArrangement} from "./arrangement.js";

/** The rulebook of this very sheet. */
export function rulesOf(rulebook, sheet) {
  return arrangementOf(rulebook, sheet)?.rulebook ?? rulebook;
}

/** How this sheet differs from the others; null if it was not shuffled. */
export function arrangementOf(rulebook, {arrangement}) {
  return arrangement ? readArrangement(rulebook, arrangement) : null;
}
