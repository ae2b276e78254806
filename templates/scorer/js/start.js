import {colourSchemeOf, languageAmong, registerServiceWorker, storedChoice} from "./device.js";

/** Show one of the page's languages and hide the others. */
function showLanguage() {
  const parts = [...document.querySelectorAll("main [lang]")];
  document.documentElement.lang = languageAmong(parts.map((element) => element.lang));
  for (const element of parts) element.hidden = element.lang !== document.documentElement.lang;
}

document.documentElement.dataset.look = colourSchemeOf(storedChoice("look"));
showLanguage();
registerServiceWorker();
