import {colourSchemeOf, registerServiceWorker} from "./device.js";

/** Return a choice that was made on a scorer page; null if there is none or the browser denies access. */
function storedChoice(name) {
  try {
    return localStorage.getItem(`sheetgen/${name}`);
  } catch {
    return null;
  }
}

/** Show one of the page's languages and hide the others. */
function showLanguage() {
  const parts = [...document.querySelectorAll("main [lang]")];
  const known = parts.map((element) => element.lang);
  const wanted = [storedChoice("language"), ...navigator.languages].map((tag) => tag?.split("-")[0]);
  document.documentElement.lang = wanted.find((language) => known.includes(language)) ?? "en";
  for (const element of parts) element.hidden = element.lang !== document.documentElement.lang;
}

document.documentElement.dataset.look = colourSchemeOf(storedChoice("look"));
showLanguage();
registerServiceWorker();
