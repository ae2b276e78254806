// The service worker of the site: it keeps every page on the phone, so that all of them open without a network.
// VERSION and FILES stand before these lines: a hash of all the files, and their addresses within the site.
"use strict";

const SCOPE = new URL(self.registration.scope);
const OURS = `sheetgen ${SCOPE.pathname} `;
const CACHE = OURS + VERSION;

self.addEventListener("install", (event) => event.waitUntil(fill()));
self.addEventListener("activate", (event) => event.waitUntil(takeOver()));
self.addEventListener("fetch", (event) => {
  const file = fileOf(event.request);
  if (file !== null) event.respondWith(answer(file, event.request));
});

async function fill() {
  const cache = await caches.open(CACHE);
  // Past the browser's own cache, which may still have files of another version.
  await cache.addAll(FILES.map((file) => new Request(new URL(file, SCOPE), {cache: "reload"})));
  await self.skipWaiting();
}

async function takeOver() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith(OURS) && name !== CACHE).map((name) => caches.delete(name)));
  await self.clients.claim();
}

// The file of ours that a request is for, whatever query or fragment it has; or null.
function fileOf(request) {
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== SCOPE.origin || !url.pathname.startsWith(SCOPE.pathname)) return null;
  const path = url.pathname.slice(SCOPE.pathname.length).replace(/(^|\/)index\.html$/, "$1");
  const file = path === "" ? "./" : path;
  return FILES.includes(file) ? file : null;
}

async function answer(file, request) {
  const cache = await caches.open(CACHE);
  return (await cache.match(new URL(file, SCOPE))) ?? fetch(request);
}
