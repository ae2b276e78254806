import {hasReward} from "../features/rewards.js";

/** Return whether one cross can have closed several rows of this sheet. */
export function closesSeveral(rulebook, sheet) {
  return rulebook.rewards && hasReward(rulebook, sheet, "every row");
}
