import {el} from "./dom.js";
import {onSheet} from "./game.js";
import {signed} from "./messages.js";
import {figures} from "./record.js";

const MOST = 9999;

/** Fields for the sums that are written on the sheet, compared with the right ones. */
export function sumFields(app) {
  const {texts} = app;
  const shown = figures(app.rulebook).filter((id) => id !== "extra" || app.rulebook.track);
  return el(
    "details",
    {class: "sums"},
    el("summary", {}, texts.sums),
    el("p", {class: "hint"}, texts.sums_hint),
    el(
      "div",
      {class: "sum-fields"},
      shown.map((id) => sumField(app, id)),
    ),
  );
}

function sumField(app, id) {
  const claimed = app.sheet.claimed.get(id);
  const isWrong = isWrongSum(app, id);
  const field = el("input", {
    type: "number",
    step: 1,
    min: -MOST,
    max: MOST,
    value: claimed ?? "",
    key: `sum ${id}`,
    "aria-invalid": isWrong && "true",
    onchange: ({target}) =>
      app.change((game) => onSheet(game, (sheet) => ({claimed: withClaim(sheet.claimed, id, target.value)}))),
  });
  const verdict = claimed === undefined ? "" : isWrong ? `→ ${signed(rightSum(app, id))}` : "✓";
  return el(
    "label",
    {class: isWrong ? "wrong" : ""},
    el("span", {}, app.words.figures[id]),
    field,
    el("span", {class: "verdict"}, verdict),
  );
}

/** The audit decides: a sum of penalties, for instance, may be written without its minus. */
function isWrongSum(app, id) {
  const name = app.names[app.game.current];
  return app.result.findings.some(
    ({code, player, values}) => code === "wrong-sum" && player === name && values.figure.figure === id,
  );
}

function rightSum(app, id) {
  const score = app.result.scores[app.game.current];
  return score.rows.get(id)?.points ?? score[id];
}

function withClaim(claimed, id, text) {
  const claims = new Map(claimed);
  const value = Math.trunc(Number(text));
  if (text.trim() === "" || !Number.isFinite(value)) claims.delete(id);
  else claims.set(id, Math.max(-MOST, Math.min(MOST, value)));
  return claims;
}
