import {withRewards} from "./features/rewards.js";
import {ofSheet} from "./findings.js";
import {crossesWorth, hasExtra, missingLocks, penaltiesWorth, sumOf} from "./rulebook.js";
import {sheetRulebook} from "./sheet_rules.js";

/** Return the points and rank of every player. A missing lock counts as if it were crossed. */
export function score(rulebook, record) {
  const counted = record.sheets.map((sheet) => countPoints(sheetRulebook(rulebook, sheet), record, sheet));
  return counted.map((points) => ({...points, rank: 1 + counted.filter(({total}) => total > points.total).length}));
}

function countPoints(rulebook, record, sheet) {
  const missing = missingLocks(rulebook, sheet);
  const rows = new Map(
    rulebook.scores.map(({id, cells, points}) => {
      const crosses = crossesWorth(rulebook, sheet, cells) + missing.filter((lock) => cells.includes(lock)).length;
      return [id, {crosses, points: points[Math.min(crosses, points.length - 1)]}];
    }),
  );
  const extra = record.side && sheet.space ? rulebook.tracks[record.side][sheet.space - 1].extra : 0;
  const plain = {name: sheet.name, rows, penalties: penaltiesWorth(rulebook, sheet.penalties), extra};
  const points = rulebook.rewards ? withRewards(rulebook, sheet, plain) : plain;
  return {...points, total: sumOf([...rows.values()].map((row) => row.points)) + points.penalties + points.extra};
}

/** Yield a finding for every sum on the sheet that is wrong. */
export function* wrongSums(rulebook, sheet, points) {
  const {penalties, extra, total: sum} = points;
  const right = new Map([...points.rows].map(([id, row]) => [id, row.points]));
  right.set("penalties", penalties).set("extra", extra).set("total", sum);
  for (const [figure, number] of right) {
    const claimed = sheet.claimed.get(figure) ?? number;
    // Penalties are often written without a minus sign.
    if (claimed !== number && !(figure === "penalties" && claimed === -number)) {
      const rule = sumRule(rulebook, points, figure);
      yield ofSheet(sheet, "wrong-sum", rule, [], {figure: {figure}, claimed, right: number});
    }
  }
}

/** Return the id of the rule for this figure. */
function sumRule(rulebook, points, figure) {
  if (rulebook.tokens) return "D9";
  if (figure === "extra" && hasExtra(rulebook)) return rulebook.track ? "O5" : "R1";
  const line = rulebook.scores.find(({id}) => id === figure);
  const row = rulebook.rows.find(({id}) => id === figure);
  if (line && !row) return "S1";
  if (row?.rule) return row.rule;
  return line && points.rows.get(figure).crosses >= line.points.length ? "B5" : "C9";
}
