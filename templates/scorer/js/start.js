import {lookOf} from "./look.js";
import {keepOffline} from "./worker.js";

/** What was chosen on a scorer's page; nothing, if the browser keeps nothing. */
function chosen(name) {
  try {
    return localStorage.getItem(`sheetgen/${name}`);
  } catch {
    return null;
  }
}

/** Show one of the languages that the page has. */
function showLanguage() {
  const parts = [...document.querySelectorAll("main [lang]")];
  const known = parts.map((element) => element.lang);
  const wanted = [chosen("language"), ...navigator.languages].map((tag) => tag?.split("-")[0]);
  document.documentElement.lang = wanted.find((language) => known.includes(language)) ?? "en";
  for (const element of parts) element.hidden = element.lang !== document.documentElement.lang;
}

document.documentElement.dataset.look = lookOf(chosen("look"));
showLanguage();
keepOffline();
