// Only without tokens.
import {ofGame} from "./findings.js";
import {crossedAlong} from "./links.js";
import {fewestMoves} from "./moves.js";
import {rulesOf} from "./own_rules.js";
import {countCrosses} from "./rows.js";

/** No number of turns fits all sheets. */
export function* checkTurns(rulebook, record, enoughClosed) {
  const actions = rulebook.track ? 3 : 2;
  const counts = turnCounts(rulebook, record);
  // With more turns, somebody would have been active more often than he crossed or was penalised.
  const most = counts.length * (Math.min(...counts.map(({crosses, penalties}) => crosses + penalties)) + 2);
  for (let turns = 0; turns < most; turns += 1) {
    if (turnsArePossible(counts, turns, actions, enoughClosed)) return;
  }
  yield explainTurns(counts, actions, enoughClosed);
}

/** What each sheet tells about the number of turns. What is crossed along, such as a lock, is no cross of its own. */
function turnCounts(rulebook, record) {
  return record.sheets.map((sheet) => {
    const own = rulesOf(rulebook, sheet);
    const cells = own.rows.filter(({swaps}) => !swaps).flatMap((row) => row.cells.map((cell) => cell.id));
    const moves = record.side ? fewestMoves(rulebook, record, sheet) : 0;
    const along = own.links ? crossedAlong(own, sheet) : 0;
    const crosses = countCrosses(sheet, cells) - along;
    return {name: sheet.name, crosses, penalties: sheet.penalties, moves: moves === Infinity ? 0 : moves};
  });
}

/** Is there a fair split of the turns that fits every sheet, at most one of them with a turn cut short? */
function turnsArePossible(counts, turns, actions, enoughClosed) {
  const cutShort = enoughClosed ? [null, ...counts] : [null];
  return cutShort.some((player) => turnsCanBeSplit(counts, turns, actions, player));
}

/** Everybody gets the same number of turns, and as many players as are left over get one more. */
function turnsCanBeSplit(counts, turns, actions, cutShort) {
  const fewer = Math.floor(turns / counts.length);
  const leftOver = turns % counts.length;
  const fits = (own) => (player) => turnsFit(player, turns, own, actions, player === cutShort);
  const fitFewer = counts.filter(fits(fewer));
  const fitMore = counts.filter(fits(fewer + 1));
  const everybodyFits = counts.every((player) => fitFewer.includes(player) || fitMore.includes(player));
  return everybodyFits && counts.length - fitFewer.length <= leftOver && leftOver <= fitMore.length;
}

/** Can the player have been active in so many of the turns? His last one may have been cut short. */
function turnsFit({crosses, penalties, moves}, turns, own, actions, isCutShort) {
  const played = own - penalties;
  const least = isCutShort ? played - 1 : played;
  return played >= 0 && moves <= own && least <= crosses && crosses <= actions * played + (turns - own);
}

/** Name the two sheets that contradict each other, or else tell what each would fit. */
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

/** The least and the most turns that this sheet alone would fit; if none do, the least is more than the most. */
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
