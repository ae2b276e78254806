import {message, render} from "../messages.js";
import {openDialog} from "./dialogs.js";
import {el, icon, textButton} from "./dom.js";

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
      el("span", {}, el("span", {class: "unseen"}, `${words.texts[severity]}: `), name + message(finding, words)),
    ),
    ruleButton(finding.rule, words),
  );
}

/** Return a button that shows a rule in words; only the id of the rule if the language has no words for it. */
function ruleButton(rule, {rules, texts}) {
  const told = rules.filter(({ids}) => ids.includes(rule));
  const label = render(texts.rule, {rule});
  const show = () => {
    const paragraphs = told.flatMap(({heading, text}) => [el("h2", {}, heading), el("p", {}, text)]);
    const close = openDialog(label, paragraphs, [textButton(texts.close, () => close(null))]);
  };
  if (!told.length) return el("small", {class: "rule"}, rule);
  return textButton(rule, show, {class: "rule", "aria-label": label});
}
