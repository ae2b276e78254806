import {readArrangement} from "./arrangement.js";
import {companionOf} from "./features/companions.js";

/** Return the rulebook of a sheet, which differs from the game's if the sheet is shuffled or a companion's. */
export function sheetRulebook(rulebook, sheet) {
  return sheetCompanion(rulebook, sheet) ?? sheetArrangement(rulebook, sheet)?.rulebook ?? rulebook;
}

/** Return the rulebook of the companion whose sheet this is; undefined if it is a sheet of the game's own layout. */
export function sheetCompanion(rulebook, sheet) {
  return rulebook.companions && companionOf(rulebook, sheet);
}

/**
 * Return the code of a sheet that differs from others, given its code, name or layout; null for the game's own layout,
 * undefined if there is none.
 */
export function knownSheetCode(rulebook, text) {
  const slug = text.trim().toLowerCase();
  if (sheetCompanion(rulebook, {arrangement: slug})) return slug;
  if (slug === rulebook.slug) return null;
  return rulebook.shuffle ? readArrangement(rulebook, text)?.code : undefined;
}

/** Return the arrangement of a shuffled sheet; null if it is not shuffled. */
export function sheetArrangement(rulebook, {arrangement}) {
  return arrangement ? readArrangement(rulebook, arrangement) : null;
}
