import {colourSchemeOf, languageAmong, registerServiceWorker, storedChoice} from "./device.js";
import {RULES_LENGTH, lookUp} from "./links/layout_lookup.js";
import {render} from "./messages.js";

const LONGEST_SHOWN = 40; // characters of what was typed

const layouts = [...document.querySelectorAll(".layouts a")].map((link) => ({
  link,
  fingerprint: link.dataset.fingerprint,
  names: [link.pathname.split("/").at(-2), ...[...link.querySelectorAll("b")].map((title) => title.textContent)],
}));
const form = document.querySelector("form");
const field = document.querySelector("input");
const answer = document.querySelector("#answer");
const language = showLanguage();
const texts = JSON.parse(document.querySelector("#texts").textContent)[language];

document.documentElement.dataset.look = colourSchemeOf(storedChoice("look"));
registerServiceWorker();
form.hidden = false;
form.addEventListener("submit", (event) => {
  event.preventDefault();
  const typed = field.value.trim();
  if (typed) openTyped(typed);
  else field.focus();
});
field.addEventListener("input", () => {
  field.removeAttribute("aria-invalid");
  show("", []);
});
showNamedByAddress();

/** Show one of the page's languages and hide the others. Return it. */
function showLanguage() {
  const parts = [...document.querySelectorAll("main [lang]")];
  const chosen = languageAmong(parts.map((element) => element.lang));
  document.documentElement.lang = chosen;
  for (const element of parts) element.hidden = element.lang !== chosen;
  return chosen;
}

/** Open the sheet that the typed text names, or say why that is not possible. */
function openTyped(typed) {
  const {found, similar, isNumber} = lookUp(typed, layouts);
  if (found) {
    location.assign(addressOf(found));
    return;
  }
  const shown = typed.length > LONGEST_SHOWN ? `${typed.slice(0, LONGEST_SHOWN)}…` : typed;
  const problem = isNumber ? "start_number" : similar.length > 0 ? "start_similar" : "start_unknown";
  show(render(texts[problem], {typed: shown, example: field.placeholder}), similar);
  if (problem === "start_unknown") answer.append(" ", commandToAdd());
  hideExplanation();
  field.setAttribute("aria-invalid", "true");
  field.select();
}

/** Offer the sheet that this page's own address names, which is wrong, or lacks the name of the layout. */
function showNamedByAddress() {
  const root = new URL("..", layouts[0].link).pathname;
  const {found, similar} = lookUp(location.pathname.replace(root, "") + location.hash, layouts);
  if (found && isKnownSheet(found)) {
    show(texts.start_found, [found]);
    hideExplanation();
  } else if (found || similar.length > 0) {
    show(texts.start_similar, found ? [found] : similar);
  }
}

/** Return whether a place is that of a sheet that was printed with the rules of its layout. */
function isKnownSheet({layout, fragment}) {
  return fragment?.slice(0, RULES_LENGTH) === layout.fingerprint.slice(0, RULES_LENGTH);
}

/** Hide why there may be nothing at this address, if the page says that. */
function hideExplanation() {
  for (const explanation of document.querySelectorAll(".missing")) explanation.hidden = true;
}

/** Announce a text and show the layouts that it speaks of. */
function show(text, places) {
  answer.textContent = text;
  const entries = places.map((place) => {
    const entry = place.layout.link.parentElement.cloneNode(true);
    entry.firstElementChild.href = addressOf(place);
    return entry;
  });
  document.querySelector(".found").replaceChildren(...entries);
}

/** Return the command that adds a layout to this scorer. */
function commandToAdd() {
  const command = document.createElement("code");
  command.textContent = document.body.dataset.command;
  return command;
}

/** Return the address of a layout's page, with a fragment if there is one. */
function addressOf({layout, fragment}) {
  return fragment ? `${layout.link.href}#${fragment}` : layout.link.href;
}
