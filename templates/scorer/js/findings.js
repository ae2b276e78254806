// A reason is a code, and behind it which kind of it is meant.
const KINDS = /(?<!^too-many)-(tokens|track|both|alone|together|apart|any)$/;
const WARNING_CODES = ["lock-missing", "ended-twice"];

/** A finding about one player's sheet. */
export function ofSheet(sheet, reason, rule, cells, values) {
  return newFinding(reason, rule, sheet.name, cells, values);
}

/** A finding about the whole game. */
export function ofGame(reason, rule, cells, values) {
  return newFinding(reason, rule, null, cells, values);
}

function newFinding(reason, rule, player, cells, values) {
  const code = reason.startsWith("order") ? "order" : reason.replace(KINDS, "");
  const severity = WARNING_CODES.includes(code) ? "warning" : "error";
  return {code, reason, severity, rule, player, cells, values};
}
