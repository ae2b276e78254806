import {signed} from "../messages.js";
import {figures, hasExtra} from "../rules/rulebook.js";
import {el} from "./dom.js";

const MAX_SUM = 9999; // points

/**
 * Return fields for the sums that are written on the sheet. A field with a wrong sum shows the right one.
 *
 * `findings` are those of the sheet; `onClaim` is called with a figure and its new sum, or null if it was removed.
 */
export function claimedSums(rulebook, sheet, score, findings, words, onClaim) {
  const {texts} = words;
  const shown = figures(rulebook).filter((id) => id !== "extra" || hasExtra(rulebook));
  const fields = shown.map((id) => {
    // Penalties, for instance, may be written without a minus sign: the audit decides what is wrong.
    const isWrong = findings.some(({code, values}) => code === "wrong-sum" && values.figure.figure === id);
    const right = score.rows.get(id)?.points ?? score[id];
    return sumField(id, words.figures[id], sheet.claimed.get(id), isWrong, right, onClaim);
  });
  return el(
    "details",
    {class: "sums"},
    el("summary", {}, texts.sums),
    el("p", {class: "hint"}, texts.sums_hint),
    el("div", {class: "sum-fields"}, fields),
  );
}

function sumField(id, label, claimed, isWrong, right, onClaim) {
  const field = el("input", {
    type: "number",
    step: 1,
    min: -MAX_SUM,
    max: MAX_SUM,
    value: claimed ?? "",
    key: `sum ${id}`,
    "aria-invalid": isWrong && "true",
    onchange: ({target}) => onClaim(id, readSum(target.value)),
  });
  const verdict = claimed === undefined ? "" : isWrong ? `→ ${signed(right)}` : "✓";
  return el(
    "label",
    {class: isWrong ? "wrong" : ""},
    el("span", {}, label),
    field,
    el("span", {class: "verdict"}, verdict),
  );
}

function readSum(text) {
  const value = Math.trunc(Number(text));
  return text.trim() === "" || !Number.isFinite(value) ? null : Math.max(-MAX_SUM, Math.min(MAX_SUM, value));
}
