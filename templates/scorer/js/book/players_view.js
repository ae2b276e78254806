// Only with book.
import {render} from "../messages.js";
import {el, icon} from "../views/dom.js";
import {pointsChart, spreadChart} from "./charts.js";
import {titleOf} from "./games_list.js";
import {figuresOf} from "./statistics.js";

// The figures of a player, and how each is written.
const FIGURE_FORMATS = {
  games: "whole",
  wins: "whole",
  share: "percent",
  average: "mean",
  best: "whole",
  streak: "whole",
  longest: "whole",
};

/** Return the players with their figures, the leader first. A tap on one calls `onOpen` with the name. */
export function rankingList(players, {format, words: {book}}, onOpen) {
  const items = players.map((player, index) => {
    const {name, share, wins} = player;
    const isLeader = index === 0 && wins > 0;
    const meter = el("i", {class: "meter"}, el("i"));
    meter.firstChild.style.width = `${100 * share}%`;
    const button = el(
      "button",
      {class: "card", key: `player ${name}`, onclick: () => onOpen(name)},
      el("span", {class: "place"}, isLeader ? icon("trophy") : `${index + 1}.`),
      el("bdi", {class: "name"}, isLeader ? render(book.leads, {name}) : name),
      el("span", {class: "wins"}, el("small", {}, book.wins), " ", el("b", {}, format.whole(wins))),
      el("span", {class: "share"}, meter, el("small", {}, format.percent(share))),
      figureTiles(player, ["games", "average", "best", "streak", "longest"], book, format),
    );
    return el("li", {class: isLeader ? "leader" : ""}, button);
  });
  return el("ol", {class: "ranking"}, items);
}

/** Return figures of a player, each below its label. */
function figureTiles(figures, keys, book, format) {
  const tiles = keys.map((key) =>
    el("span", {}, el("small", {}, book[key]), " ", el("b", {}, format[FIGURE_FORMATS[key]](figures[key]))),
  );
  return el("span", {class: "tiles"}, tiles);
}

/**
 * Return what the page of a player shows: figures, charts, and the figures by layout.
 *
 * `player` has the chosen results, and is undefined if there are none; `results` are those in all games.
 */
export function playerPage(player, results, view) {
  const {format, words} = view;
  const {book} = words;
  const layouts = figuresByLayout(results, view);
  return [
    ...(player
      ? [
          el("div", {class: "card"}, allTiles(player, view)),
          ...(player.games > 1 ? [pointsChart, spreadChart].map((chart) => chart(player, words, format)) : []),
        ]
      : [el("p", {class: "card"}, book.nobody)]),
    layouts.length > 1 ? el("section", {class: "card"}, el("h3", {}, book.by_layout), layouts) : null,
    el("p", {class: "hint"}, book.streak_hint),
  ];
}

/** Return the figures in each layout. */
function figuresByLayout(results, view) {
  const layouts = [...new Set(results.map(({layout}) => layout))];
  return layouts.map((layout) => {
    const figures = figuresOf(results.filter((result) => result.layout === layout));
    const title = titleOf(view.entries.find((entry) => entry.layout === layout), view.language);
    return el("div", {class: "layout"}, el("h4", {}, title), allTiles(figures, view));
  });
}

function allTiles(figures, {format, words: {book}}) {
  return figureTiles(figures, Object.keys(FIGURE_FORMATS), book, format);
}
