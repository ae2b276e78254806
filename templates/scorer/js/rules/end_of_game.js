import {ownFinishers, rowsClosedBy} from "./features/own_closing.js";
import {sheetsWithoutTokens} from "./features/tokens.js";
import {isFinalSpace} from "./features/track.js";
import {hasClosed, sumOf} from "./rulebook.js";
import {sheetRulebook} from "./sheet_rules.js";

/** Return for each closed row the players who closed it, each with the row on the sheet. */
export function closersOf(rulebook, record) {
  const closers = rulebook.rows.map(({id}, index) => {
    const rows = record.sheets.map((sheet) => [sheet, sheetRulebook(rulebook, sheet).rows[index]]);
    return [id, new Map(rows.filter((each) => hasClosed(...each)).map(([{name}, row]) => [name, row]))];
  });
  return new Map(closers.filter(([, players]) => players.size));
}

/** Return the players who can have closed the row that ended the game; none if too few rows are closed. */
export function finishersOf(rulebook, closers) {
  if (rulebook.own_closing) return ownFinishers(rulebook, closers);
  if (closers.size < rulebook.end.closed_rows) return [];
  return [...new Set([...closers.values()].flatMap((players) => [...players.keys()]))];
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
  const allPenalties = {key: "over_penalties", values: {penalties: {figure: "penalties"}}};
  const closers = closersOf(rulebook, record);
  const finishers = finishersOf(rulebook, closers);
  if (finishers.length) {
    const rows = rulebook.own_closing ? rowsClosedBy(closers, finishers.slice(0, 1)) : [...closers.keys()];
    return {key: "over_rows", values: {rows: {rows}}};
  }
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
