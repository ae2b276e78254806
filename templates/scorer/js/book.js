import {BookScreen} from "./book/book_screen.js";
import {colourSchemeOf, languageAmong, registerServiceWorker, storedChoice} from "./device.js";
import {openGameStore} from "./games/game_store.js";
import {el, icon} from "./views/dom.js";

/** Show the book on a page of its own, beside those of the layouts. */
async function startBook() {
  const page = JSON.parse(document.getElementById("page").textContent);
  const language = languageAmong(Object.keys(page.languages));
  const words = page.languages[language];
  document.documentElement.lang = language;
  document.documentElement.dataset.look = colourSchemeOf(storedChoice("look"));
  document.title = `${words.book.book_title} · sheetgen`;
  const title = el("a", {href: "../", title: words.texts.all_sheets}, icon("back"), words.book.book_title);
  document.querySelector("h1").append(title);
  const store = await openGameStore();
  let entries = await store.entries();
  const opener = ({id, layout}) => page.layouts.includes(layout) && {href: `../${layout}/#game/${id}`};
  const refresh = () => {
    document.documentElement.dataset.look = colourSchemeOf(storedChoice("look"));
    screen.update({entries, language, words});
  };
  const reload = async () => {
    entries = await store.entries();
    refresh();
  };
  const screen = new BookScreen(store, {opener, refresh, onChange: reload, home: "../"});
  document.querySelector("main").append(screen.element);
  refresh();
  addEventListener("popstate", refresh);
  matchMedia("(prefers-color-scheme: dark)").onchange = refresh;
  store.onChange(reload);
  // A page that was in the background may not have heard of changes.
  document.addEventListener("visibilitychange", () => document.hidden || reload());
  registerServiceWorker();
}

startBook();
