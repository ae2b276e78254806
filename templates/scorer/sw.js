// The service worker of a site stores every page on the phone, so that all of them open offline.
// The site puts two constants before this text: VERSION, a hash of all files, and FILES, their paths within the site.
"use strict";

const SCOPE = new URL(self.registration.scope);
const PREFIX = `sheetgen ${SCOPE.pathname} `;
const CACHE = PREFIX + VERSION;

self.addEventListener("install", (event) => event.waitUntil(install()));
self.addEventListener("activate", (event) => event.waitUntil(activate()));
self.addEventListener("fetch", (event) => {
  const file = fileOf(event.request);
  if (file !== null) event.respondWith(respond(file, event.request));
});

async function install() {
  const cache = await caches.open(CACHE);
  // Bypass the browser's own cache, which may still have files of another version.
  await cache.addAll(FILES.map((file) => new Request(new URL(file, SCOPE), {cache: "reload"})));
  await self.skipWaiting();
}

async function activate() {
  const names = await caches.keys();
  const old = names.filter((name) => name.startsWith(PREFIX) && name !== CACHE);
  await Promise.all(old.map((name) => caches.delete(name)));
  await self.clients.claim();
}

// Return the path of the requested file within the site, without query and fragment; null if it is another file.
function fileOf(request) {
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== SCOPE.origin || !url.pathname.startsWith(SCOPE.pathname)) return null;
  const path = url.pathname.slice(SCOPE.pathname.length).replace(/(^|\/)index\.html$/, "$1");
  const file = path === "" ? "./" : path;
  return FILES.includes(file) ? file : null;
}

async function respond(file, request) {
  const cache = await caches.open(CACHE);
  return (await cache.match(new URL(file, SCOPE))) ?? fetch(request);
}
