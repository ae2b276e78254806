import {colourSchemeOf} from "../scorer/js/device.js";
import {el, icon, updateChildren} from "../scorer/js/views/dom.js";

const POLL_INTERVAL = 300; // milliseconds
const BUSY_POLL_INTERVAL = 60; // milliseconds while the server draws
const LOST_POLL_INTERVAL = 1000; // milliseconds while the server does not answer
const MIN_BUSY_TIME = 600; // milliseconds before the page says that the server draws

const TABS = [...document.querySelectorAll("[role=tab]")].map((button) => button.getAttribute("aria-controls"));
const selects = [...document.querySelectorAll("select")];
const elements = Object.fromEntries(
  ["h1", "status", "problems", "advice", "stale", "empty", "sheets", "rest", "link", "words", "tables"].map((name) => [
    name,
    document.querySelector(name === "h1" ? name : `main .${name}, header .${name}`),
  ]),
);
const fileName = document.querySelector(".file").textContent;
const frame = document.querySelector("iframe");
const state = {tab: TABS[0], seen: "", made: null, scorer: "", request: 0, timer: 0, busySince: 0, problems: 0};

/** Return the current choices as parameters of a request. */
function choices() {
  return Object.fromEntries(selects.map(({id, value}) => [id, value]));
}

/** Store choices and tab in the address, so that they survive a reload. */
function storeChoices() {
  const stored = new URLSearchParams();
  if (state.tab !== TABS[0]) stored.set("tab", state.tab);
  for (const select of selects) {
    if (!select.selectedOptions[0].defaultSelected) stored.set(select.id, select.value);
  }
  history.replaceState(null, "", stored.size ? `#${stored}` : location.pathname);
}

function readChoices() {
  const stored = new URLSearchParams(location.hash.slice(1));
  for (const select of selects) {
    const options = [...select.options];
    const wanted = options.find(({value}) => value === stored.get(select.id));
    (wanted ?? options.find(({defaultSelected}) => defaultSelected)).selected = true;
  }
  openTab(TABS.includes(stored.get("tab")) ? stored.get("tab") : TABS[0]);
}

function openTab(tab) {
  state.tab = tab;
  for (const each of TABS) {
    const button = document.getElementById(`tab-${each}`);
    button.setAttribute("aria-selected", each === tab);
    button.tabIndex = each === tab ? 0 : -1;
    document.getElementById(each).hidden = each !== tab || !state.made;
  }
  showScorer();
}

/** Move between the tabs with the arrow keys, Home and End. */
function moveTab(event) {
  const index = TABS.indexOf(state.tab);
  const target = {ArrowLeft: index - 1, ArrowRight: index + 1, Home: 0, End: TABS.length - 1}[event.key];
  if (target === undefined) return;
  event.preventDefault();
  openTab(TABS.at(target % TABS.length));
  document.getElementById(`tab-${state.tab}`).focus();
  storeChoices();
}

/** Show the printed pages. A picture stays until the next one is loaded, and unchanged ones are left alone. */
function showPages({pictures, page_count: count}) {
  const pages = pictures.map(({tag, width, height}, index) => {
    const src = `/picture/${tag}.svg`;
    const size = {width: Math.round(width * 10), height: Math.round(height * 10)};
    const image = el("img", {src, alt: `Page ${index + 1} of ${count}`, ...size});
    const caption = el("figcaption", {}, `${index + 1} / ${count}`, el("span", {}, `${width} × ${height} mm`));
    return el("figure", {}, el("a", {href: src, target: "_blank", title: "Open this page by itself"}, image), caption);
  });
  updateChildren(elements.sheets, pages);
  elements.sheets.classList.toggle("single", pages.length === 1);
  elements.rest.hidden = count === pictures.length;
  elements.rest.textContent = `The first ${pictures.length} of ${count} pages.`;
  document.querySelector("#tab-pages .count").textContent = count;
}

/** Load the scorer when its tab is open, again only if it has changed. */
function showScorer() {
  if (state.tab !== "scorer" || !state.made) return;
  const address = `/scorer/?${new URLSearchParams({...choices(), made: state.made.scorer})}`;
  if (state.scorer === address) return;
  state.scorer = address;
  if (choices().language) localStorage.setItem("sheetgen/language", state.made.language);
  else localStorage.removeItem("sheetgen/language");
  // Changing `src` would add an entry to the browser's history each time.
  frame.contentWindow.location.replace(address + new URL(state.made.link).hash);
}

function showRules({about, language, paragraphs, rows, points, facts}) {
  const texts = paragraphs.map(([heading, text]) => el("section", {}, el("h3", {}, heading), el("p", {}, text)));
  elements.words.lang = language;
  elements.words.replaceChildren(el("h2", {}, about), ...texts);
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
  const pointItems = points.map((value, index) => el("div", {}, el("dt", {}, index + 1), el("dd", {}, value)));
  const factItems = facts.map(([key, text]) => el("div", {}, el("dt", {}, key), el("dd", {}, text)));
  const scroller = {class: "scroller", tabindex: 0, role: "region", "aria-label": "Rows"};
  updateChildren(elements.tables, [
    el("h2", {}, "Rows"),
    el("div", scroller, el("table", {}, head("Row", "Numbers in order", "Lock"), el("tbody", {}, lines))),
    el("h2", {}, "Points for the crosses in a row"),
    el("dl", {class: "points"}, pointItems),
    el("h2", {}, "The game"),
    el("dl", {class: "facts"}, factItems),
  ]);
}

/** Return a problem with its source line. The text before the column, made invisible, places the caret below it. */
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

/** Show problems or warnings in their panel; warnings are collapsed at first. */
function showList(panel, iconName, word, problems, more) {
  const count = problems.length + more;
  panel.hidden = !count;
  const title = count === 1 ? `1 ${word}` : `${count} ${word}s`;
  const rest = more ? el("p", {class: "more"}, `… and ${more} more.`) : null;
  const head = panel.tagName === "DETAILS" ? "summary" : "h2";
  const shown = [el(head, {}, icon(iconName), title), el("ol", {}, problems.map(problemItem)), rest];
  panel.replaceChildren(...(count ? shown.filter((part) => part) : []));
}

/** Show a new state of the layout. */
function show({made, problems, more}) {
  state.problems = problems.length + more;
  showList(elements.problems, "error", "problem", problems, more);
  showList(elements.advice, "warning", "warning", state.problems || !made ? [] : made.advice, 0);
  state.made = made;
  elements.stale.hidden = !made || !problems.length;
  document.body.classList.toggle("old", !elements.stale.hidden);
  elements.h1.textContent = made?.title ?? fileName;
  document.title = `${state.problems ? "✗ " : ""}${elements.h1.textContent} · preview`;
  elements.empty.hidden = made !== null;
  elements.empty.textContent = problems.length
    ? "Nothing to show yet. Once the problems are mended, it appears here."
    : "Drawing…";
  if (made) {
    showPages(made);
    showRules(made);
    elements.link.textContent = made.link;
  }
  openTab(state.tab);
}

function showStatus(kind) {
  const texts = {
    fine: "Up to date",
    busy: "Drawing…",
    error: "Problems",
    lost: "Stopped; waiting for sheetgen preview",
  };
  if (elements.status.dataset.kind === kind) return;
  elements.status.dataset.kind = kind;
  elements.status.textContent = texts[kind];
}

/** Request the state again and again, as long as the page is visible. */
async function poll() {
  clearTimeout(state.timer);
  if (document.hidden) return;
  const request = ++state.request;
  let interval = LOST_POLL_INTERVAL;
  try {
    const response = await fetch(`/state?${new URLSearchParams({...choices(), seen: state.seen})}`);
    const answer = await response.json();
    if (request !== state.request) return;
    // The previous choice stays visible until the new one has been drawn.
    if (answer.is_begun || (answer.problems && !state.seen)) {
      show(answer);
      state.seen = answer.tag;
    }
    state.busySince = answer.busy ? state.busySince || Date.now() : 0;
    if (!answer.busy || Date.now() - state.busySince > MIN_BUSY_TIME) {
      showStatus(answer.busy ? "busy" : state.problems ? "error" : "fine");
    }
    interval = answer.busy ? BUSY_POLL_INTERVAL : POLL_INTERVAL;
  } catch {
    if (request !== state.request) return;
    showStatus("lost");
  }
  state.timer = setTimeout(poll, interval);
}

function startPreview() {
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const applyColourScheme = () => (document.documentElement.dataset.look = colourSchemeOf(null));
  dark.onchange = applyColourScheme;
  applyColourScheme();
  readChoices();
  for (const tab of TABS) {
    const button = document.getElementById(`tab-${tab}`);
    button.onkeydown = moveTab;
    button.onclick = () => {
      openTab(tab);
      storeChoices();
    };
  }
  for (const select of selects) {
    select.onchange = () => {
      storeChoices();
      poll();
    };
  }
  addEventListener("hashchange", () => {
    readChoices();
    poll();
  });
  document.addEventListener("visibilitychange", poll);
  poll();
}

startPreview();
