import {checkGame} from "./game_checks.js";
import {score, wrongSums} from "./scoring.js";
import {checkSheet} from "./sheet_checks.js";
import {sheetRulebook} from "./sheet_rules.js";

/**
 * Score a game and check it against the rules, first each sheet, then all sheets together.
 *
 * `kinds` has the code and the severity of each reason for a finding.
 */
export function audit(rulebook, record, kinds) {
  const scores = score(rulebook, record);
  const found = record.sheets.flatMap((sheet, seat) => [
    ...checkSheet(sheetRulebook(rulebook, sheet), record, sheet),
    ...wrongSums(rulebook, sheet, scores[seat]),
  ]);
  if (record.complete) found.push(...checkGame(rulebook, record));
  return {scores, findings: found.map((finding) => ({...kinds[finding.reason], ...finding}))};
}
