import {audit} from "/js/audit.js";
import {decodeRecord, encodeRecord} from "/js/link.js";
import {message} from "/js/messages.js";
import {refusal} from "/js/play.js";
import {readRecord, recordData} from "/js/record.js";

/** What both evaluators must answer alike: the data of each record, and its audit in each language. */
export function answerAll(slug, rulebook, languages, games) {
  return games.map((data) => {
    const {record, problems} = readRecord(rulebook, data);
    if (!record) return problems;
    const audited = audit(rulebook, record);
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
  return steps.map(
    ({history, id}) => refusal(rulebook, {marks: new Map(history.map((cell) => [cell, 1]))}, id)?.reason ?? null,
  );
}
