import {checkGame} from "./game_checks.js";
import {rulesOf} from "./own_rules.js";
import {score, wrongSums} from "./scoring.js";
import {checkSheet} from "./sheet_checks.js";

/** Score the game and check it: first each sheet, then all of them together. */
export function audit(rulebook, record) {
  const scores = score(rulebook, record);
  const findings = record.sheets.flatMap((sheet, seat) => [
    ...checkSheet(rulesOf(rulebook, sheet), record, sheet),
    ...wrongSums(rulebook, sheet, scores[seat]),
  ]);
  return {scores, findings: record.complete ? [...findings, ...checkGame(rulebook, record)] : findings};
}
