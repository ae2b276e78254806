import {el, icon, iconButton, textButton} from "./dom.js";
import {addToken, onSheet, toggleCross} from "./game.js";
import {cellName, message, render, signed} from "./messages.js";
import {tidyName} from "./record.js";
import {closingIds, lacksLock} from "./rows.js";

/** The findings about this sheet, or about a board that all share. */
export function ownFindings(app) {
  const name = app.names[app.game.current];
  return app.result.findings.filter(({player}) => app.rulebook.tokens || player === null || player === name);
}

/** Findings in plain words, each with its rule; `known` needs no name. A tap leads to the cells in question. */
export function findingList(app, findings, known = null) {
  const {texts} = app;
  const items = findings.map((finding) => findingItem(app, finding, known));
  const list = items.length ? el("ul", {class: "findings"}, items) : el("p", {class: "fine"}, icon("fine"), texts.fine);
  return el("section", {}, el("h2", {}, texts.checks), list);
}

function findingItem(app, finding, known) {
  const {texts} = app;
  const who = finding.player === null || finding.player === known ? "" : `${finding.player}: `;
  const text = who + message(finding, app.words);
  return el(
    "li",
    {class: finding.severity, "data-code": finding.code},
    el(
      "button",
      {onclick: () => app.show(finding)},
      icon(finding.severity),
      el(
        "span",
        {},
        el("span", {class: "unseen"}, `${texts[finding.severity]}: `),
        text,
        "\u00a0",
        el("small", {}, finding.rule),
      ),
    ),
  );
}

/** The field for a player's name. */
export function nameField(app, seat, attributes) {
  const rename = ({target}) => app.change((game) => onSheet(game, () => ({name: tidyName(target.value)}), seat));
  return el("input", {
    type: "text",
    value: app.game.sheets[seat].name,
    placeholder: app.names[seat],
    maxlength: 40,
    autocomplete: "off",
    onchange: rename,
    ...attributes,
  });
}

/** One of a few choices, side by side. */
export function choice(label, options, chosen, choose) {
  const buttons = options.map(({value, text}) =>
    el(
      "button",
      {"aria-pressed": String(value === chosen), key: `${label} ${value}`, onclick: () => choose(value)},
      text,
    ),
  );
  return el("div", {class: "choice", role: "group", "aria-label": label}, buttons);
}

/** The lock of the row that was just closed, unless it is there already. */
export function lockOffer(app) {
  const row = app.rules.rows.find((each) => closingIds(each).includes(app.tapped));
  if (!row || !app.sheet.marks.has(app.tapped) || !lacksLock(app.rules, app.sheet, row)) return null;
  const put = app.rulebook.tokens ? addToken : toggleCross;
  return el(
    "div",
    {class: "offer"},
    el("span", {}, render(app.texts.offer, {cell: cellName(app.tapped, app.words)})),
    textButton(cellName(row.lock.id, app.words), () => app.change((game) => put(app.rulebook, game, row.lock.id, 1)), {
      class: "strong",
      key: "offer",
    }),
    iconButton("remove", app.texts.close, () => app.declineLock()),
  );
}

/** The points of all rows and the total, always in sight. */
export function pointsBar(app) {
  const score = app.result.scores[app.game.current];
  const rows = [...score.rows].map(([id, {points}]) => chip(app.words.figures[id], points, app.page.colours[id]));
  const extra = app.rulebook.track ? [chip(app.words.figures.extra, score.extra)] : [];
  return [
    ...rows,
    chip(app.words.figures.penalties, score.penalties),
    ...extra,
    chip(app.words.figures.total, score.total, null, "chip total"),
  ];
}

function chip(label, points, colour = null, kind = "chip") {
  const element = el("div", {class: kind}, el("dt", {}, label), el("dd", {}, signed(points)));
  if (colour) element.style.borderColor = colour;
  return element;
}

/** Everybody's points side by side. */
export function scoreTable(app) {
  const {scores} = app.result;
  const {figures, texts} = app.words;
  const line = (label, value, kind = "") => {
    const cells = scores.map((score) => el("td", {}, value(score)));
    return el("tr", {class: kind}, el("th", {scope: "row"}, label), cells);
  };
  const names = scores.map(({name}) => el("th", {scope: "col"}, name));
  const rows = app.rulebook.scores.map(({id}) => {
    const label = el("span", {}, el("i", {class: "swatch"}), figures[id]);
    label.firstChild.style.background = app.page.colours[id] ?? "currentColor";
    return line(label, ({rows: all}) => [el("small", {}, `(${all.get(id).crosses}) `), all.get(id).points]);
  });
  const lines = [
    ...rows,
    line(figures.penalties, ({penalties}) => signed(penalties)),
    app.rulebook.track ? line(figures.extra, ({extra}) => extra) : null,
    line(figures.total, ({total}) => signed(total), "total"),
    scores.length > 1 ? line(texts.rank, ({rank}) => rank) : null,
  ];
  const table = el(
    "table",
    {class: scores.length > 3 ? "scores many" : "scores"},
    el("caption", {class: "unseen"}, texts.result),
    el("thead", {}, el("tr", {}, el("td"), names)),
    el("tbody", {}, lines),
  );
  table.style.minWidth = `${6 + 2.9 * scores.length}rem`;
  return table;
}

/** Who has won, if the game is complete and over. */
export function winnerLine(app) {
  const {findings} = app.result;
  if (!app.game.complete || findings.some(({code}) => code === "game-not-over")) return null;
  const isSure = findings.every(({severity}) => severity !== "error");
  const names = app.result.scores.filter(({rank}) => rank === 1).map(({name}) => name);
  const text = names.length > 1 ? app.texts.winners : app.texts.winner;
  return el("p", {class: isSure ? "winner sure" : "winner"}, render(text, {names: names.join(", ")}));
}
