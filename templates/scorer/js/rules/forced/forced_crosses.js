// Only with bar or rewards.
import {countForcedByBar, forcedByBar, isForcedByBar} from "../features/bar.js";
import {countForcedByRewards, forcedByRewards, hasReward} from "../features/rewards.js";
import {hasClosed, lockClosedBy} from "../rulebook.js";
import {canBeForced} from "./next_number.js";

/** Return the cells that change with one on the sheet at this seat: all that it forces, or the latest crosses. */
export function toggledWith(rulebook, sheets, seat, id) {
  const others = rulebook.own_closing ? [] : sheets.toSpliced(seat, 1);
  const closed = rulebook.rows.filter((row) => others.some((other) => hasClosed(other, row))).map((row) => row.id);
  const sheet = sheets[seat];
  return sheet.marks.has(id) ? latestCrosses(rulebook, sheet, closed) : crossedWith(rulebook, sheet, id, closed);
}

/** Return a cell and all cells that must be crossed right after it, in their order, without locks. */
function crossedWith(rulebook, sheet, id, closedRows) {
  const marks = new Map(sheet.marks);
  const crossed = [];
  const cross = (each) => {
    crossed.push(each);
    for (const other of [each, lockClosedBy(rulebook, each)].filter(Boolean)) marks.set(other, 1);
    // Each generator sees the crosses that were made since it yielded the last one.
    if (rulebook.bar) for (const next of forcedByBar(rulebook, {marks}, each, closedRows)) cross(next);
    if (rulebook.rewards) for (const next of forcedByRewards(rulebook, {marks}, each, closedRows)) cross(next);
  };
  cross(id);
  return crossed;
}

/** Return the end of a sheet's history that one tap has crossed: the latest cross, and what forced it. */
function latestCrosses(rulebook, {marks, history}, closedRows) {
  const isWhole = (_, start) => {
    const latest = history.slice(start);
    const gone = latest.flatMap((id) => [id, lockClosedBy(rulebook, id)]);
    const before = {marks: new Map([...marks].filter(([id]) => !gone.includes(id)))};
    return String(crossedWith(rulebook, before, latest[0], closedRows)) === String(latest);
  };
  const start = history.findIndex(isWhole);
  return history.slice(start < 0 ? -1 : start);
}

/** Return how many numbers were crossed by force, at least and at most, and how many fields along with them. */
export function countForced(rulebook, record, sheet) {
  const none = {least: 0, most: 0, fields: 0};
  const byBar = rulebook.bar ? countForcedByBar(rulebook, record, sheet) : none;
  const byRewards = rulebook.rewards ? countForcedByRewards(rulebook, record, sheet) : none;
  return {least: byBar.least + byRewards.least, most: byBar.most + byRewards.most, fields: byBar.fields};
}

/** Return the white sums that may have forced the cross which closed a row: all or none. */
export function forcedSums(rulebook, sheet, row) {
  const isForced =
    canBeForced(rulebook, sheet, row) &&
    ((rulebook.bar && isForcedByBar(rulebook, sheet, row)) ||
      (rulebook.rewards && hasReward(rulebook, sheet, "every row", "weakest row")));
  return isForced ? Array.from({length: 2 * rulebook.dice - 1}, (_, index) => index + 2) : [];
}
