import {colourSchemeOf} from "../scorer/js/colour_scheme.js";
import {el, icon, updateChildren} from "../scorer/js/views/dom.js";

const PAUSE = 300;
const BUSY_PAUSE = 60;
const LOST_PAUSE = 1000;
const LONG = 600; // quicker drawing is not worth a word

const TABS = [...document.querySelectorAll("[role=tab]")].map((button) => button.getAttribute("aria-controls"));
const selects = [...document.querySelectorAll("select")];
const parts = Object.fromEntries(
  ["h1", "status", "problems", "advice", "stale", "empty", "sheets", "rest", "link", "words", "tables"].map((name) => [
    name,
    document.querySelector(name === "h1" ? name : `main .${name}, header .${name}`),
  ]),
);
const fileName = document.querySelector(".file").textContent;
const frame = document.querySelector("iframe");
const now = {tab: TABS[0], seen: "", made: null, scorer: "", turn: 0, timer: 0, busySince: 0, problems: 0};

/** What is chosen, as the server wants it. */
function choices() {
  return Object.fromEntries(selects.map(({id, value}) => [id, value]));
}

/** Choices and tab stand in the address, so that they are still there when the page is loaded again. */
function keepChoices() {
  const kept = new URLSearchParams();
  if (now.tab !== TABS[0]) kept.set("tab", now.tab);
  for (const select of selects) {
    if (!select.selectedOptions[0].defaultSelected) kept.set(select.id, select.value);
  }
  history.replaceState(null, "", kept.size ? `#${kept}` : location.pathname);
}

function readChoices() {
  const kept = new URLSearchParams(location.hash.slice(1));
  for (const select of selects) {
    const options = [...select.options];
    const wanted = options.find(({value}) => value === kept.get(select.id));
    (wanted ?? options.find(({defaultSelected}) => defaultSelected)).selected = true;
  }
  openTab(TABS.includes(kept.get("tab")) ? kept.get("tab") : TABS[0]);
}

function openTab(tab) {
  now.tab = tab;
  for (const each of TABS) {
    const button = document.getElementById(`tab-${each}`);
    button.setAttribute("aria-selected", each === tab);
    button.tabIndex = each === tab ? 0 : -1;
    document.getElementById(each).hidden = each !== tab || !now.made;
  }
  showScorer();
}

/** Arrow keys go round among the tabs, as in every list of tabs. */
function moveTab(event) {
  const at = TABS.indexOf(now.tab);
  const target = {ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: TABS.length - 1}[event.key];
  if (target === undefined) return;
  event.preventDefault();
  openTab(TABS.at(target % TABS.length));
  document.getElementById(`tab-${now.tab}`).focus();
  keepChoices();
}

/** The printed pages. A picture stays until the next one is there, and one that is the same is left alone. */
function showPages({pictures, page_count: count}) {
  const pages = pictures.map(({tag, width, height}, at) => {
    const src = `/picture/${tag}.svg`;
    const size = {width: Math.round(width * 10), height: Math.round(height * 10)};
    const image = el("img", {src, alt: `Page ${at + 1} of ${count}`, ...size});
    const caption = el("figcaption", {}, `${at + 1} / ${count}`, el("span", {}, `${width} × ${height} mm`));
    return el("figure", {}, el("a", {href: src, target: "_blank", title: "Open this page by itself"}, image), caption);
  });
  updateChildren(parts.sheets, pages);
  parts.sheets.classList.toggle("single", pages.length === 1);
  parts.rest.hidden = count === pictures.length;
  parts.rest.textContent = `The first ${pictures.length} of ${count} pages.`;
  document.querySelector("#tab-pages .count").textContent = count;
}

/** The scorer, once it is looked at. It is loaded again only if it has changed. */
function showScorer() {
  if (now.tab !== "scorer" || !now.made) return;
  const address = `/scorer/?${new URLSearchParams({...choices(), made: now.made.scorer})}`;
  if (now.scorer === address) return;
  now.scorer = address;
  if (choices().language) localStorage.setItem("sheetgen/language", now.made.language);
  else localStorage.removeItem("sheetgen/language");
  // Not by its attribute: the way back would lead through all that was ever shown.
  frame.contentWindow.location.replace(address + new URL(now.made.link).hash);
}

function showRules({about, language, paragraphs, rows, points, facts}) {
  const texts = paragraphs.map(([heading, text]) => el("section", {}, el("h3", {}, heading), el("p", {}, text)));
  parts.words.lang = language;
  parts.words.replaceChildren(el("h2", {}, about), ...texts);
  const head = (...names) =>
    el(
      "thead",
      {},
      el(
        "tr",
        {},
        names.map((name) => el("th", {scope: "col"}, name)),
      ),
    );
  const lines = rows.map(({name, colour, numbers, needs}) => {
    const swatch = el("span", {class: colour ? "swatch" : "swatch bonus"});
    if (colour) swatch.style.background = colour;
    const lock = needs === null ? "none" : `after ${needs}`;
    return el(
      "tr",
      {},
      el("th", {scope: "row"}, swatch, name),
      el("td", {class: "numbers"}, numbers),
      el("td", {}, lock),
    );
  });
  const worth = points.map((value, at) => el("div", {}, el("dt", {}, at + 1), el("dd", {}, value)));
  const told = facts.map(([key, text]) => el("div", {}, el("dt", {}, key), el("dd", {}, text)));
  const scroller = {class: "scroller", tabindex: 0, role: "region", "aria-label": "Rows"};
  updateChildren(parts.tables, [
    el("h2", {}, "Rows"),
    el("div", scroller, el("table", {}, head("Row", "Numbers in order", "Lock"), el("tbody", {}, lines))),
    el("h2", {}, "Points for the crosses in a row"),
    el("dl", {class: "points"}, worth),
    el("h2", {}, "The game"),
    el("dl", {class: "facts"}, told),
  ]);
}

/** A problem with its source line. The caret is pushed by the very text before it, so it stands under its column. */
function problemItem({message, hint, file, line, column, before, after}) {
  const place = file && el("p", {class: "place"}, `${file}:${line}:${column}`);
  const source =
    before !== undefined &&
    el(
      "pre",
      {tabindex: 0, "aria-label": "Source line"},
      el("code", {}, el("span", {class: "number"}, line), before, el("mark", {}, after.slice(0, 1)), after.slice(1)),
      el(
        "span",
        {class: "below", "aria-hidden": "true"},
        el("i", {}, el("i", {class: "number"}, line), before),
        el("b", {}, "^"),
      ),
    );
  const advice = hint && el("p", {class: "hint"}, hint);
  return el("li", {}, el("p", {class: "message"}, message), place || null, source || null, advice || null);
}

/** What is wrong, or what is unwise, each in a panel of its own. Warnings can wait until they are opened. */
function showList(panel, sign, word, problems, more) {
  const count = problems.length + more;
  panel.hidden = !count;
  const title = count === 1 ? `1 ${word}` : `${count} ${word}s`;
  const rest = more ? el("p", {class: "more"}, `… and ${more} more.`) : null;
  const head = panel.tagName === "DETAILS" ? "summary" : "h2";
  const shown = [el(head, {}, icon(sign), title), el("ol", {}, problems.map(problemItem)), rest];
  panel.replaceChildren(...(count ? shown.filter((part) => part) : []));
}

/** Everything that has changed. */
function show({made, problems, more}) {
  now.problems = problems.length + more;
  showList(parts.problems, "error", "problem", problems, more);
  showList(parts.advice, "warning", "warning", now.problems || !made ? [] : made.advice, 0);
  now.made = made;
  parts.stale.hidden = !made || !problems.length;
  document.body.classList.toggle("old", !parts.stale.hidden);
  parts.h1.textContent = made?.title ?? fileName;
  document.title = `${now.problems ? "✗ " : ""}${parts.h1.textContent} · preview`;
  parts.empty.hidden = made !== null;
  parts.empty.textContent = problems.length
    ? "Nothing to show yet. Once the problems are mended, it appears here."
    : "Drawing…";
  if (made) {
    showPages(made);
    showRules(made);
    parts.link.textContent = made.link;
  }
  openTab(now.tab);
}

function tellStatus(kind) {
  const texts = {
    fine: "Up to date",
    busy: "Drawing…",
    error: "Problems",
    lost: "Stopped; waiting for sheetgen preview",
  };
  if (parts.status.dataset.kind === kind) return;
  parts.status.dataset.kind = kind;
  parts.status.textContent = texts[kind];
}

/** Ask what there is to see, again and again; but not while nobody looks. */
async function ask() {
  clearTimeout(now.timer);
  if (document.hidden) return;
  const turn = ++now.turn;
  let pause = LOST_PAUSE;
  try {
    const answer = await fetch(`/state?${new URLSearchParams({...choices(), seen: now.seen})}`);
    const state = await answer.json();
    if (turn !== now.turn) return;
    // What was chosen a moment ago stays until the new choice has been drawn.
    if (state.is_begun || (state.problems && !now.seen)) {
      show(state);
      now.seen = state.tag;
    }
    now.busySince = state.busy ? now.busySince || Date.now() : 0;
    if (!state.busy || Date.now() - now.busySince > LONG) {
      tellStatus(state.busy ? "busy" : now.problems ? "error" : "fine");
    }
    pause = state.busy ? BUSY_PAUSE : PAUSE;
  } catch {
    if (turn !== now.turn) return;
    tellStatus("lost");
  }
  now.timer = setTimeout(ask, pause);
}

function startPreview() {
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const look = () => (document.documentElement.dataset.look = colourSchemeOf(null));
  dark.onchange = look;
  look();
  readChoices();
  for (const tab of TABS) {
    const button = document.getElementById(`tab-${tab}`);
    button.onkeydown = moveTab;
    button.onclick = () => {
      openTab(tab);
      keepChoices();
    };
  }
  for (const select of selects) {
    select.onchange = () => {
      keepChoices();
      ask();
    };
  }
  addEventListener("hashchange", () => {
    readChoices();
    ask();
  });
  document.addEventListener("visibilitychange", ask);
  ask();
}

startPreview();
