import {sheetsWithoutTokens} from "./features/tokens.js";
import {isFinalSpace} from "./features/track.js";
import {hasClosed, sumOf} from "./rulebook.js";
import {sheetRulebook} from "./sheet_rules.js";

/** Return for each closed row the names of the players who closed it. */
export function closersOf(rulebook, record) {
  const closers = rulebook.rows.map(({id}, index) => {
    const closed = record.sheets.filter((sheet) => hasClosed(sheet, sheetRulebook(rulebook, sheet).rows[index]));
    return [id, closed.map(({name}) => name)];
  });
  return new Map(closers.filter(([, names]) => names.length));
}

/** Return the names of the players who have crossed all their penalty boxes. */
export function playersWithAllPenalties(rulebook, record) {
  return record.sheets.filter(({penalties}) => penalties >= rulebook.penalties.boxes).map(({name}) => name);
}

/** Return the number of penalties of all players together. */
export function countPenalties(record) {
  return sumOf(record.sheets.map((sheet) => sheet.penalties));
}

/** Return what has ended the game: the key of a text, and its values; null if it goes on. */
export function endOfGame(rulebook, record) {
  const rows = [...closersOf(rulebook, record).keys()];
  const allPenalties = {key: "over_penalties", values: {penalties: {figure: "penalties"}}};
  if (rows.length >= rulebook.end.closed_rows) return {key: "over_rows", values: {rows: {rows}}};
  if (rulebook.tokens) {
    const names = sheetsWithoutTokens(rulebook, record).map(({name}) => name);
    if (names.length) return {key: "over_tokens", values: {names: {names}}};
    return countPenalties(record) >= rulebook.penalties.boxes ? allPenalties : null;
  }
  if (playersWithAllPenalties(rulebook, record).length) return allPenalties;
  const isInFinal = ({space}) => record.side && isFinalSpace(rulebook, record.side, space);
  const inFinal = record.sheets.filter(isInFinal).map(({name}) => name);
  return inFinal.length ? {key: "over_track", values: {names: {names: inFinal}}} : null;
}
