import {message} from "../messages.js";
import {el, icon} from "./dom.js";

/** Return the list of findings. The name of `player` is left out; a tap on a finding calls `onSelect` with it. */
export function findingsList(findings, words, onSelect, player = null) {
  const {texts} = words;
  const items = findings.map((finding) => findingItem(finding, words, onSelect, player));
  const list = items.length ? el("ul", {class: "findings"}, items) : el("p", {class: "fine"}, icon("fine"), texts.fine);
  return el("section", {}, el("h2", {}, texts.checks), list);
}

function findingItem(finding, words, onSelect, player) {
  const {severity} = finding;
  const name = finding.player === null || finding.player === player ? "" : `${finding.player}: `;
  return el(
    "li",
    {class: severity, "data-code": finding.code},
    el(
      "button",
      {onclick: () => onSelect(finding)},
      icon(severity),
      el(
        "span",
        {},
        el("span", {class: "unseen"}, `${words.texts[severity]}: `),
        name + message(finding, words),
        "\u00a0",
        el("small", {}, finding.rule),
      ),
    ),
  );
}
