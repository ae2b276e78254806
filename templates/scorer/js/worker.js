/** Let the site's service worker keep all pages on the phone; other pages name none. */
export function keepOffline() {
  const {worker} = document.body.dataset;
  if (worker) navigator.serviceWorker?.register(worker).catch(() => {}); // a browser may refuse, and all works online
}
