import {App} from "./app.js";
import {arrive} from "./arrive.js";
import {inFull} from "./brief.js";
import {drawSymbols} from "./drawing.js";
import {openStorage} from "./store.js";
import {keepOffline} from "./worker.js";

/** What the page knows: tables are told as lists, and the texts of all languages side by side. */
function readPage() {
  const expanded = ([keys, ...rows]) =>
    inFull(rows).map((row) => Object.fromEntries(row.map((value, at) => [keys[at], value])));
  const revive = (key, value) => (value?.table ? expanded(value.table) : value);
  const page = JSON.parse(document.getElementById("page").textContent, revive);
  for (const [at, words] of Object.values(page.languages).entries()) {
    const own = (texts) => Object.fromEntries(Object.entries(texts).map(([key, all]) => [key, all[at]]));
    Object.assign(words, {texts: own(page.texts), findings: own(page.findings)});
  }
  return page;
}

/** Begin: with what the phone has kept, and with what the link brings. */
function startScorer() {
  const page = readPage();
  document.body.append(drawSymbols(page.drawing));
  const app = new App(page, openStorage());
  app.enter(history.state?.screen ?? "sheet");
  arrive(app, location.hash.slice(1));
  addEventListener("hashchange", () => arrive(app, location.hash.slice(1)));
  addEventListener("popstate", ({state}) => app.enter(state?.screen ?? "sheet"));
  matchMedia("(prefers-color-scheme: dark)").onchange = () => app.update();
  addEventListener("storage", ({key, newValue}) => app.hear(key, newValue));
  // A page that slept has heard nothing of other windows.
  addEventListener("pageshow", ({persisted}) => persisted && app.reload());
  document.addEventListener("visibilitychange", () => document.hidden || app.reload());
  keepOffline();
}

startScorer();
