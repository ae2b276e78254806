// Only without tokens.
import {countLinkedCrosses} from "./features/links.js";
import {fewestMoves} from "./features/track.js";
import {ofGame} from "./findings.js";
import {countCrosses} from "./rulebook.js";
import {sheetRulebook} from "./sheet_rules.js";

/** Check that there is a number of turns that fits all sheets. */
export function* checkTurns(rulebook, record, enoughClosed) {
  const actions = rulebook.track ? 3 : 2;
  const counts = turnCounts(rulebook, record);
  // With more turns, a player would have been active more often than they crossed or were penalised.
  const most = counts.length * (Math.min(...counts.map(({crosses, penalties}) => crosses + penalties)) + 2);
  for (let turns = 0; turns < most; turns += 1) {
    if (turnsArePossible(counts, turns, actions, enoughClosed)) return;
  }
  yield explainTurns(counts, actions, enoughClosed);
}

/** Count crosses, penalties and moves of each sheet. Locks and linked cells are not counted: they cost no action. */
function turnCounts(rulebook, record) {
  return record.sheets.map((sheet) => {
    const own = sheetRulebook(rulebook, sheet);
    const cells = own.rows.filter(({swaps}) => !swaps).flatMap((row) => row.cells.map((cell) => cell.id));
    const moves = record.side ? fewestMoves(rulebook, record, sheet) : 0;
    const linked = own.links ? countLinkedCrosses(own, sheet) : 0;
    const crosses = countCrosses(sheet, cells) - linked;
    return {name: sheet.name, crosses, penalties: sheet.penalties, moves: moves === Infinity ? 0 : moves};
  });
}

/** Return whether an even split of the turns fits every sheet, with at most one turn cut short. */
function turnsArePossible(counts, turns, actions, enoughClosed) {
  const cutShort = enoughClosed ? [null, ...counts] : [null];
  return cutShort.some((player) => turnsCanBeSplit(counts, turns, actions, player));
}

/** Return whether every player can have had the same number of turns, some of them one more for the remainder. */
function turnsCanBeSplit(counts, turns, actions, cutShort) {
  const fewer = Math.floor(turns / counts.length);
  const remainder = turns % counts.length;
  const fits = (own) => (player) => turnsFit(player, turns, own, actions, player === cutShort);
  const fitFewer = counts.filter(fits(fewer));
  const fitMore = counts.filter(fits(fewer + 1));
  const allFit = counts.every((player) => fitFewer.includes(player) || fitMore.includes(player));
  return allFit && counts.length - fitFewer.length <= remainder && remainder <= fitMore.length;
}

/** Return whether a player can have been active in `own` of the turns, the last of which may have been cut short. */
function turnsFit({crosses, penalties, moves}, turns, own, actions, isCutShort) {
  const played = own - penalties;
  const least = isCutShort ? played - 1 : played;
  return played >= 0 && moves <= own && least <= crosses && crosses <= actions * played + (turns - own);
}

/** Return a finding that names two contradicting sheets, or else the number of turns that each sheet fits. */
function explainTurns(counts, actions, enoughClosed) {
  const spans = counts.map((player) => ({...player, ...turnSpan(player, counts.length, actions, enoughClosed)}));
  const alone = spans.find(({least, most}) => least > most);
  if (alone) {
    const most = alone.crosses + alone.penalties + (enoughClosed ? 1 : 0);
    return ofGame("impossible-turns-alone", "C5", [], {player: alone.name, least: alone.moves, most});
  }
  const short = spans.reduce((one, other) => (other.most < one.most ? other : one));
  const long = spans.reduce((one, other) => (other.least > one.least ? other : one));
  if (short.most < long.least) {
    const values = {short: short.name, most: short.most, long: long.name, least: long.least};
    return ofGame("impossible-turns", "C5", [], values);
  }
  const together = spans.map(({name, least, most}) => `${name} ${least}–${most}`).join(", ");
  return ofGame("impossible-turns-together", "C5", [], {spans: together});
}

/** Return the least and the most turns that fit this sheet alone; the least exceeds the most if none fit. */
function turnSpan(player, players, actions, enoughClosed) {
  const span = {least: Infinity, most: -Infinity};
  for (let turns = 0; turns < players * (player.crosses + player.penalties + 2); turns += 1) {
    const shares = [Math.floor(turns / players), Math.ceil(turns / players)];
    if (shares.some((own) => turnsFit(player, turns, own, actions, enoughClosed))) {
      span.least = Math.min(span.least, turns);
      span.most = turns;
    }
  }
  return span;
}
