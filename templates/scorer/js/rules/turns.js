// Only without tokens.
import {countLinkedCrosses} from "./features/links.js";
import {crossedOnTheWay, fewestMoves} from "./features/track.js";
import {countTrios} from "./features/trio.js";
import {ofGame} from "./findings.js";
import {countForced} from "./forced/forced_crosses.js";
import {canForce, countCrosses} from "./rulebook.js";
import {sheetRulebook} from "./sheet_rules.js";

/**
 * Check that there is a number of turns that fits all sheets.
 *
 * `closers` are the names of the players who can have ended the game by closing a row.
 */
export function* checkTurns(rulebook, record, closers) {
  const counts = record.sheets.map((sheet) => sheetCounts(rulebook, record, sheet));
  const endings = possibleEndings(rulebook, counts, closers);
  if (!fittingTurns(counts, endings).length) yield explainTurns(counts, endings);
}

/** Count crosses, penalties and moves of a sheet. Locks and linked cells are not counted: they cost no action. */
function sheetCounts(rulebook, record, sheet) {
  const own = sheetRulebook(rulebook, sheet);
  const cells = own.rows.filter(({swaps}) => !swaps).flatMap((row) => row.cells.map((cell) => cell.id));
  const linked = own.links ? countLinkedCrosses(own, sheet) : 0;
  const {least, most, fields} = canForce(own) ? countForced(own, record, sheet) : {least: 0, most: 0, fields: 0};
  const moves = record.side ? fewestMoves(rulebook, record, sheet) : 0;
  return {
    name: sheet.name,
    crosses: countCrosses(sheet, cells) - linked - fields - least,
    forced: most - least,
    penalties: sheet.penalties,
    moves: moves === Infinity ? 0 : moves,
    wholeTurns: own.trio ? countTrios(own, sheet) : 0,
    perTurn: 1 + (rulebook.cards?.most ?? 1), // crosses in actions 1 and 2 together
    onTheWay: record.side ? crossedOnTheWay(rulebook, record, sheet) : 0,
  };
}

/** Return every way in which the game can have ended: who had the last turn, and whether it was cut short. */
function possibleEndings(rulebook, counts, closers) {
  const seats = [...counts.keys()];
  const whole = (last) => ({last, isCutShort: false});
  const byPenalties = seats.filter((seat) => counts[seat].penalties >= rulebook.penalties.boxes).map(whole);
  const inAction1 = closers.length ? seats.map((last) => ({last, isCutShort: true})) : [];
  // Where rows close for one player only, several can have ended the game only with the same white sum.
  const isByOne = !rulebook.own_closing || closers.length === 1;
  const inAction2 = seats.filter((seat) => isByOne && closers.includes(counts[seat].name)).map(whole);
  const atOnce = [...byPenalties, ...inAction1, ...inAction2];
  return atOnce.length ? atOnce : seats.map(whole);
}

/** Return all numbers of turns that fit these sheets; null is an unknown sheet, which always fits. */
function fittingTurns(counts, endings) {
  // With more turns, a player would have been active more often than they crossed or were penalised.
  const most = Math.min(...counts.filter(Boolean).map(({crosses, penalties}) => crosses + penalties)) + 2;
  const numbers = [...Array(counts.length * most).keys()];
  return numbers.filter((turns) => endings.some((ending) => turnsCanBeSplit(counts, turns, ending)));
}

/** Return whether every player can have had the same number of turns, some of them, as the last, one more. */
function turnsCanBeSplit(counts, turns, {last, isCutShort}) {
  const fewer = Math.floor(turns / counts.length);
  const remainder = turns % counts.length;
  const fits = (count, seat, own) => !count || turnsFit(count, turns, own, isCutShort && seat === last);
  const canHave = counts.map((count, seat) => ({
    fewer: !(seat === last && remainder) && fits(count, seat, fewer),
    more: remainder > 0 && fits(count, seat, fewer + 1),
  }));
  const must = canHave.filter((player) => !player.fewer).length;
  const may = canHave.filter((player) => player.more).length;
  return canHave.every((player) => player.fewer || player.more) && must <= remainder && remainder <= may;
}

/** Return whether a player can have been active in `own` of the turns, the last of which may have been cut short. */
function turnsFit({crosses, forced, penalties, moves, perTurn, onTheWay, wholeTurns}, turns, own, isCutShort) {
  const cut = isCutShort ? 1 : 0;
  const whole = own - penalties - cut;
  const inOwnTurns = perTurn * whole - (perTurn - 1) * wholeTurns + Math.min(whole, onTheWay) + cut;
  return whole >= wholeTurns && moves <= own - cut && whole <= crosses && crosses - forced <= inOwnTurns + turns - own;
}

/** Return a finding that explains the contradiction with as few sheets as possible: one, two, or all of them. */
function explainTurns(counts, endings) {
  const seats = [...counts.keys()];
  const spans = [];
  for (const [seat, {name, crosses, penalties, moves}] of counts.entries()) {
    const fitting = fittingTurns(onlySeats(counts, seat), endings);
    if (!fitting.length) {
      const most = crosses + penalties + (endings.some(({isCutShort}) => isCutShort) ? 1 : 0);
      return ofGame("impossible-turns-alone", "C5", [], {player: name, least: moves, most});
    }
    spans.push({name, least: fitting[0], most: fitting.at(-1)});
  }
  for (const short of seats) {
    for (const long of seats.filter((seat) => seat !== short)) {
      const finding = explainCrosses(counts, short, long, endings);
      if (finding) return finding;
    }
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

/** Return a finding if the sheet at seat `short` fits that at seat `long` only if it had fewer crosses; else null. */
function explainCrosses(counts, short, long, endings) {
  const sheets = onlySeats(counts, short, long);
  const {name, crosses: has, penalties: marked} = counts[long];
  if (fittingTurns(sheets, endings).length) return null;
  for (let most = has - 1; most >= 0; most -= 1) {
    sheets[long] = {...counts[long], crosses: most};
    const all = fittingTurns(sheets, endings).at(-1);
    if (all) {
      const turns = Math.ceil(all / counts.length);
      const values = {short: counts[short].name, long: name, turns, marked, most, has};
      const ofShort = endings.filter(({last}) => last === short);
      const isCutShort = ofShort.some((ending) => ending.isCutShort);
      if (ofShort.length && ofShort.length === endings.length && !isCutShort) {
        return ofGame("impossible-turns-last", "C8", [], values);
      }
      const reason = isCutShort ? "impossible-turns-cut" : "impossible-turns-short";
      return ofGame(reason, "C5", [], {...values, own: counts[short].crosses + counts[short].penalties});
    }
  }
  return null;
}

/** Return the sheets of these seats, with all others unknown. */
function onlySeats(counts, ...seats) {
  return counts.map((count, seat) => (seats.includes(seat) ? count : null));
}
