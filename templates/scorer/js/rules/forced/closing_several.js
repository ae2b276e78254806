import {hasReward} from "../features/rewards.js";
import {hasClosed} from "../rulebook.js";
import {canBeForced} from "./next_number.js";

/** Return whether one cross can have closed several rows of this sheet. */
export function closesSeveral(rulebook, sheet) {
  const isForced = (row) => hasClosed(sheet, row) && canBeForced(rulebook, sheet, row);
  return rulebook.rewards && hasReward(rulebook, sheet, "every row") && rulebook.rows.some(isForced);
}
