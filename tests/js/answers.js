import {readArrangement} from "../../templates/scorer/js/rules/arrangement.js";
import {audit} from "../../templates/scorer/js/rules/audit.js";
import {newGame, toggleCross, withMode} from "../../templates/scorer/js/games/game.js";
import {decodeRecord, encodeRecord} from "../../templates/scorer/js/games/link.js";
import {message} from "../../templates/scorer/js/messages.js";
import {illegalMove} from "../../templates/scorer/js/rules/illegal_move.js";
import {sheetRulebook} from "../../templates/scorer/js/rules/sheet_rules.js";
import {readRecord, recordData} from "../../templates/scorer/js/games/record.js";

/** What both evaluators must answer alike: the data of each record, and its audit in each language. */
export function answerAll(slug, rulebook, kinds, languages, games) {
  return games.map((data) => {
    const {record, problems} = readRecord(rulebook, data);
    if (!record) return problems;
    const audited = audit(rulebook, record, kinds);
    return {
      record: recordData(rulebook, record, {layout: slug}),
      reasons: audited.findings.map(({reason, values}) => [reason, values]),
      answers: languages.map((words) => auditData(slug, audited, words)),
    };
  });
}

/** What is wrong with each of these records. */
export function problemsOfAll(rulebook, games) {
  return games.map((data) => readRecord(rulebook, data).problems);
}

function auditData(slug, {scores, findings}, words) {
  return {
    variant: slug,
    ok: findings.every(({severity}) => severity !== "error"),
    winners: scores.filter(({rank}) => rank === 1).map(({name}) => name),
    players: scores.map((points) => ({...points, rows: Object.fromEntries(points.rows)})),
    findings: findings.map((finding) => {
      const {code, severity, rule, player, cells} = finding;
      return {code, severity, rule, player, cells, message: message(finding, words)};
    }),
  };
}

/** The code of each of these records. */
export function codesOfAll(rulebook, rules, games) {
  return games.map((data) => {
    return encodeRecord(rulebook, rules, readRecord(rulebook, data).record);
  });
}

/** The same for sheets without names, which no file can have. */
export function namelessCodes(rulebook, rules, games) {
  return games.map((data) => {
    const named = {...data, players: data.players.map((player, seat) => ({...player, name: `P${seat}`}))};
    const {record} = readRecord(rulebook, named);
    return encodeRecord(rulebook, rules, {...record, sheets: record.sheets.map((sheet) => ({...sheet, name: ""}))});
  });
}

/** The record of each code as data, or what is wrong with it. */
export function readCodes(rulebook, rules, codes) {
  return codes.map((code) => {
    const decoded = decodeRecord(rulebook, rules, code);
    return typeof decoded === "string" ? decoded : recordData(rulebook, decoded, {});
  });
}

/** Why each cross may not be made after those before it; null if it may. */
export function refusals(rulebook, steps) {
  return steps.map(({arrangement, crossed, id}) => {
    const marks = new Map(crossed.map((cell) => [cell, 1]));
    return illegalMove(sheetRulebook(rulebook, {arrangement}), {marks}, id)?.reason ?? null;
  });
}

/** What is said to each of these cells if it is tapped on an empty sheet. */
export function refusalsInWords(rulebook, words, ids) {
  return ids.map((id) => message(illegalMove(rulebook, {marks: new Map()}, id), words));
}

/** The crosses of these sheets in an order that as we play they can have been made in. */
export function ordersOfAll(rulebook, sheets) {
  return sheets.map((crossed) => {
    const sheet = {marks: new Map(crossed.map((cell) => [cell, 1])), history: null, arrangement: null};
    return withMode(rulebook, {sheets: [sheet]}, "playing").sheets[0].history;
  });
}

/** What is crossed on a sheet after some taps, and in which order. */
export function afterTaps(rulebook, mode, taps) {
  const game = withMode(rulebook, newGame(rulebook), mode);
  const {marks, history} = taps.reduce((now, id) => toggleCross(rulebook, now, id), game).sheets[0];
  return {marks: [...marks.keys()], history};
}

/** What the codes of shuffled sheets stand for: the rules, and what is where; null for those that are damaged. */
export function arrangementsOfAll(rulebook, codes) {
  return codes.map((code) => {
    const read = readArrangement(rulebook, code);
    return read && {...read, renamed: Object.fromEntries(read.renamed)};
  });
}
