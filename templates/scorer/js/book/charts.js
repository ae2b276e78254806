// Only with book.
import {render} from "../messages.js";
import {el, svgEl} from "../views/dom.js";
import {greatest, histogram, roundTicks, smallest, trendOf} from "./statistics.js";

const [WIDTH, HEIGHT] = [320, 168]; // of a chart in its own units, in which letters are 11 high
const [LEFT, RIGHT, TOP, BOTTOM] = [32, 312, 10, 146]; // of the area between the axes
const MAX_DOTS = 1000; // of the latest games
const MANY_DOTS = 60; // so many are drawn smaller
const MAX_LABELS = 7; // below a histogram

/** Return a chart of the points in each game over time, with their trend and mean. */
export function pointsChart({name, results, average}, {book}, format) {
  const shown = results.slice(-MAX_DOTS);
  const totals = shown.map(({total}) => total);
  const [least, most] = [smallest(totals), greatest(totals)];
  const ticks = roundTicks(Math.min(0, least), most, 4);
  const y = scale(ticks[0], ticks.at(-1), BOTTOM, TOP);
  const x = totals.length > 1 ? scale(0, totals.length - 1, LEFT + 8, RIGHT - 6) : () => (LEFT + RIGHT) / 2;
  const {count, means} = trendOf(totals);
  const radius = totals.length > MANY_DOTS ? 2 : 3.5;
  const [first, last] = [shown[0], shown.at(-1)].map(({finished}) => format.day(finished));
  const dots = shown.map(({total, isWin}, index) =>
    svgEl("circle", {class: isWin ? "won" : "", cx: round(x(index)), cy: round(y(total)), r: radius}),
  );
  const points = means.map((each, index) => `${round(x(index))},${round(y(each))}`).join(" ");
  const line = svgEl("polyline", {class: count > 1 ? "trend" : "", points});
  const mean = svgEl("path", {class: "mean", d: `M${LEFT} ${round(y(average))}H${RIGHT}`});
  const atEnds = [
    [first, LEFT, "start"],
    [last, RIGHT, "end"],
  ];
  const dates = first === last ? [[first, (LEFT + RIGHT) / 2]] : atEnds;
  const label = render(book.points_alt, {
    ...{name, first, last, games: format.whole(results.length), average: format.mean(average)},
    ...{least: format.whole(least), most: format.whole(most)},
  });
  const hints = [book.points_hint, count > 1 ? render(book.trend_hint, {count}) : ""];
  const marks = count > 1 ? [...dots, mean, line] : [mean, line, ...dots];
  return figure(book.points, hints.join(" ").trim(), label, [...grid(ticks, y, format), ...marks, ...labels(dates)]);
}

/** Return a chart of how often a player got how many points. */
export function spreadChart({name, results}, {book}, format) {
  const {edges, counts} = histogram(results.map(({total}) => total));
  const ticks = roundTicks(0, greatest(counts), 3);
  const y = scale(0, ticks.at(-1), BOTTOM, TOP);
  const x = scale(edges[0], edges.at(-1), LEFT + 4, RIGHT);
  const bars = counts.map((count, bin) => {
    const left = x(edges[bin]) + 1;
    const size = {width: round(x(edges[bin + 1]) - left - 1), height: round(BOTTOM - y(count))};
    return svgEl("rect", {class: "bin", x: round(left), y: round(y(count)), rx: 2, ...size});
  });
  const every = Math.ceil(edges.length / MAX_LABELS);
  const marked = edges.filter((_, index) => index % every === 0).map((edge) => [format.whole(edge), x(edge)]);
  const bins = counts.map((count, bin) => `${edges[bin]}–${edges[bin + 1] - 1}: ${count}`);
  const label = render(book.spread_alt, {name, bins: bins.join(", ")});
  return figure(book.spread, "", label, [...grid(ticks, y, format), ...bars, ...labels(marked)]);
}

/** Return a function that maps numbers between two values to lengths between two places. */
function scale(from, to, start, end) {
  return (number) => start + ((number - from) / (to - from)) * (end - start);
}

function round(length) {
  return Math.round(10 * length) / 10;
}

/** Return horizontal lines with their numbers. */
function grid(ticks, y, format) {
  return ticks.flatMap((tick) => [
    svgEl("path", {class: "grid", d: `M${LEFT} ${round(y(tick))}H${RIGHT}`}),
    svgEl("text", {x: LEFT - 5, y: round(y(tick)) + 4, "text-anchor": "end"}, format.whole(tick)),
  ]);
}

/** Return texts below the chart, each given with its place and, unless it is centred there, its anchor. */
function labels(placed) {
  return placed.map(([text, x, anchor = "middle"]) =>
    svgEl("text", {x: round(x), y: HEIGHT - 6, "text-anchor": anchor}, text),
  );
}

function figure(title, hint, label, shapes) {
  const svg = svgEl("svg", {viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": label}, ...shapes);
  return el(
    "figure",
    {class: "chart card"},
    el("figcaption", {}, el("h3", {}, title), hint ? el("p", {class: "hint"}, hint) : null),
    el("div", {class: "scrolling", tabindex: 0, role: "region", "aria-label": title}, svg),
  );
}
