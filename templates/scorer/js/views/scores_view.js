import {render, signed} from "../messages.js";
import {hasExtra} from "../rules/rulebook.js";
import {el, icon} from "./dom.js";

/** Return the points of each row, the penalties, the extra points, and the total, side by side. */
export function pointsBar(score, rulebook, {figures: labels}, colours) {
  const rows = [...score.rows].map(([id, {points}]) => pointsItem(labels[id], points, colours[id]));
  return [
    ...rows,
    pointsItem(labels.penalties, score.penalties),
    ...(hasExtra(rulebook) ? [pointsItem(labels.extra, score.extra)] : []),
    pointsItem(labels.total, score.total, null, "chip total"),
  ];
}

function pointsItem(label, points, colour = null, kind = "chip") {
  const element = el("div", {class: kind}, el("dt", {}, label), el("dd", {}, signed(points)));
  if (colour) element.style.borderColor = colour;
  return element;
}

/**
 * Return the table of all players' points, the best first: a line for each player, a column for each figure.
 *
 * Points of a row have a bar below them, whose full width stands for the best row of all players.
 */
export function scoreTable(scores, rulebook, {figures: labels, texts}, colours) {
  const best = Math.max(1, ...scores.flatMap(({rows}) => [...rows.values()].map(({points}) => points)));
  const columns = [
    ...rulebook.scores.map(({id}) => ({
      label: labels[id],
      colour: colours[id] ?? "currentColor",
      cell: ({rows}, colour) => pointsCell(rows.get(id), colour, best),
    })),
    {label: labels.penalties, cell: ({penalties}) => signed(penalties)},
    ...(hasExtra(rulebook) ? [{label: labels.extra, cell: ({extra}) => extra}] : []),
    {label: labels.total, kind: "total", cell: ({total}) => signed(total)},
  ];
  const heads = columns.map(({label, colour, kind}) =>
    el("th", {scope: "col", class: kind ?? ""}, el("span", {}, label), colour ? swatch(colour) : null),
  );
  const lines = [...scores]
    .sort((one, other) => one.rank - other.rank)
    .map((score) =>
      el(
        "tr",
        {},
        el("th", {scope: "row"}, scores.length > 1 ? el("small", {}, `${score.rank}.`) : null, score.name),
        columns.map(({cell, colour, kind}) => el("td", {class: kind ?? ""}, cell(score, colour))),
      ),
    );
  return el(
    "table",
    {class: "scores"},
    el("caption", {class: "unseen"}, texts.result),
    el("thead", {}, el("tr", {}, el("td"), heads)),
    el("tbody", {}, lines),
  );
}

function pointsCell({crosses, points}, colour, best) {
  const bar = swatch(colour, "bar");
  bar.style.width = `${(100 * points) / best}%`;
  return el("span", {title: `${crosses} ×`}, signed(points), bar);
}

function swatch(colour, kind = "swatch") {
  const element = el("i", {class: kind});
  element.style.background = colour;
  return element;
}

/** Return the winners of a finished game, or the points of a single player; null if the game is not over. */
export function winnerCard(scores, findings, {figures, texts}) {
  const isAlone = scores.length === 1;
  const text = isAlone ? scores[0].name : winnersText(scores, findings, texts);
  if (!text) return null;
  const isSure = findings.every(({severity}) => severity !== "error");
  const best = Math.max(...scores.map(({total}) => total));
  return el(
    "p",
    {class: isSure ? "winner sure" : "winner"},
    isAlone ? null : icon("trophy"),
    el("span", {}, text),
    el("small", {}, `${figures.total} ${signed(best)}`),
  );
}

/** Return the winners of a complete game in words; null if the game is not over. */
export function winnersText(scores, findings, texts) {
  if (findings.some(({code}) => code === "game-not-over")) return null;
  const names = scores.filter(({rank}) => rank === 1).map(({name}) => name);
  return render(names.length > 1 ? texts.winners : texts.winner, {names: names.join(", ")});
}
