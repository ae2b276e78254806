/** Return "light" or "dark": the choice, or else the setting of the device. */
export function colourSchemeOf(choice) {
  if (choice === "light" || choice === "dark") return choice;
  return matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
}

/** Register the service worker of a site, which stores all pages on the phone. Pages outside of a site have none. */
export function registerServiceWorker() {
  const {worker} = document.body.dataset;
  if (worker) navigator.serviceWorker?.register(worker).catch(() => {}); // without it, pages work online only
}
