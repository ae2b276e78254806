// Only with rewards.
import {ofSheet} from "../findings.js";
import {neverBlockedRows, nextNumber, openRows} from "../forced/next_number.js";
import {colouredRows, countCrosses, crossesWorth, rowIds, sumOf} from "../rulebook.js";

/** Yield the next numbers of the upmost of the weakest rows or of every row, once all cells of a reward are crossed. */
export function* forcedByRewards(rulebook, sheet, id, closedRows) {
  for (const {gives, amount} of earned(rulebook, sheet, "weakest row", "every row").filter(({cells}) => cells.includes(id))) {
    const rows = openRows(rulebook, sheet, closedRows);
    const count = (row) => crossesWorth(rulebook, sheet, rowIds(row));
    const fewest = Math.min(...rows.map(count));
    for (const row of gives === "every row" ? rows : rows.filter((each) => count(each) === fewest).slice(0, 1)) {
      for (let crosses = 0; crosses < amount; crosses += 1) yield* nextNumber(rulebook, sheet, row);
    }
  }
}

/** Check that each open row has the crosses that a reward gives in every row, in a complete record. */
export function* checkRewards(rulebook, record, sheet) {
  for (const {cells, amount} of record.complete ? earned(rulebook, sheet, "every row") : []) {
    for (const row of neverBlockedRows(rulebook, record, sheet)) {
      const has = countCrosses(sheet, row.cells.map(({id}) => id).filter((id) => !cells.includes(id)));
      const values = {cells: {cells}, row: {rows: [row.id]}, has};
      if (has < amount) yield ofSheet(sheet, "reward-row", "R1", cells, values);
    }
  }
}

/** Return how many crosses the rewards have forced, at least and at most. */
export function countForcedByRewards(rulebook, record, sheet) {
  const [every, weakest] = ["every row", "weakest row"].map((kind) =>
    sumOf(earned(rulebook, sheet, kind).map(({amount}) => amount)),
  );
  const ofRow = ({cells}) => Math.min(every, countCrosses(sheet, cells.map(({id}) => id)));
  const least = sumOf(neverBlockedRows(rulebook, record, sheet).map(ofRow));
  return {least, most: every * colouredRows(rulebook).length + weakest};
}

/** Return a score with what the player has earned: extra points, or no penalties. */
export function withRewards(rulebook, sheet, score) {
  const penalties = hasReward(rulebook, sheet, "no penalties") ? 0 : score.penalties;
  return {...score, penalties, extra: score.extra + rewardPoints(rulebook, sheet, score.rows)};
}

/** Return the extra points: those of the row with the fewest crosses once more, and others. */
function rewardPoints(rulebook, sheet, rows) {
  const own = colouredRows(rulebook).flatMap(({id}) => rows.get(id) ?? []);
  const fewest = Math.min(...own.map(({crosses}) => crosses));
  const weakest = Math.max(0, ...own.filter(({crosses}) => crosses === fewest).map(({points}) => points));
  const points = sumOf(earned(rulebook, sheet, "points").map(({amount}) => amount));
  return weakest * earned(rulebook, sheet, "double").length + points;
}

/** Return whether the player has earned a reward of one of these kinds. */
export function hasReward(rulebook, sheet, ...kinds) {
  return earned(rulebook, sheet, ...kinds).length > 0;
}

function earned(rulebook, sheet, ...kinds) {
  return rulebook.rewards.filter(
    ({cells, gives}) => kinds.includes(gives) && cells.every((id) => sheet.marks.has(id)),
  );
}
