import {render, signed} from "../messages.js";
import {el} from "./dom.js";

/** Return the points of each row, the penalties, the extra points of a track, and the total, side by side. */
export function pointsBar(score, rulebook, {figures: labels}, colours) {
  const rows = [...score.rows].map(([id, {points}]) => pointsItem(labels[id], points, colours[id]));
  return [
    ...rows,
    pointsItem(labels.penalties, score.penalties),
    ...(rulebook.track ? [pointsItem(labels.extra, score.extra)] : []),
    pointsItem(labels.total, score.total, null, "chip total"),
  ];
}

function pointsItem(label, points, colour = null, kind = "chip") {
  const element = el("div", {class: kind}, el("dt", {}, label), el("dd", {}, signed(points)));
  if (colour) element.style.borderColor = colour;
  return element;
}

/** Return the table of all players' points. */
export function scoreTable(scores, rulebook, {figures: labels, texts}, colours) {
  const line = (label, value, kind = "") => {
    const cells = scores.map((score) => el("td", {}, value(score)));
    return el("tr", {class: kind}, el("th", {scope: "row"}, label), cells);
  };
  const rows = rulebook.scores.map(({id}) => {
    const label = el("span", {}, el("i", {class: "swatch"}), labels[id]);
    label.firstChild.style.background = colours[id] ?? "currentColor";
    return line(label, ({rows: all}) => [el("small", {}, `(${all.get(id).crosses}) `), all.get(id).points]);
  });
  const lines = [
    ...rows,
    line(labels.penalties, ({penalties}) => signed(penalties)),
    rulebook.track ? line(labels.extra, ({extra}) => extra) : null,
    line(labels.total, ({total}) => signed(total), "total"),
    scores.length > 1 ? line(texts.rank, ({rank}) => rank) : null,
  ];
  const names = scores.map(({name}) => el("th", {scope: "col"}, name));
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

/** Return a line with the winners of a complete game; null if the game is not over. */
export function winnerLine(scores, findings, texts) {
  if (findings.some(({code}) => code === "game-not-over")) return null;
  const isSure = findings.every(({severity}) => severity !== "error");
  const names = scores.filter(({rank}) => rank === 1).map(({name}) => name);
  const text = names.length > 1 ? texts.winners : texts.winner;
  return el("p", {class: isSure ? "winner sure" : "winner"}, render(text, {names: names.join(", ")}));
}
