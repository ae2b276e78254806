/** Return "light" or "dark": the choice, or else the setting of the device. */
export function colourSchemeOf(choice) {
  if (choice === "light" || choice === "dark") return choice;
  return matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
}

/** Return the language in which to show a page with these ones: the choice, that of the device, or else English. */
export function languageAmong(known) {
  const wanted = [storedChoice("language"), ...navigator.languages].map((tag) => tag?.split("-")[0]);
  return wanted.find((language) => known.includes(language)) ?? "en";
}

/** Return a choice that holds for all pages, such as the language; null if nothing was chosen or nothing is stored. */
export function storedChoice(name) {
  try {
    return localStorage.getItem(`sheetgen/${name}`);
  } catch {
    return null;
  }
}

/** Store a choice that holds for all pages. Where nothing can be stored, it holds as long as the page is open. */
export function storeChoice(name, value) {
  try {
    localStorage.setItem(`sheetgen/${name}`, value);
  } catch {
    // A choice is quickly made again.
  }
}

/** Let the browser save a file with this name and content. */
export function saveFile(name, blob) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60000);
}

/** Register the service worker of a site, which stores all pages on the phone. Pages outside of a site have none. */
export function registerServiceWorker() {
  const {worker} = document.body.dataset;
  if (worker) navigator.serviceWorker?.register(worker).catch(() => {}); // without it, pages work online only
}
