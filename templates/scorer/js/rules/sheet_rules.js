import {readArrangement} from "./arrangement.js";

/** Return the rulebook of a sheet, which differs from the game's rulebook if the sheet is shuffled. */
export function sheetRulebook(rulebook, sheet) {
  return sheetArrangement(rulebook, sheet)?.rulebook ?? rulebook;
}

/** Return the arrangement of a shuffled sheet; null if it is not shuffled. */
export function sheetArrangement(rulebook, {arrangement}) {
  return arrangement ? readArrangement(rulebook, arrangement) : null;
}
