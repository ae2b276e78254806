// The service worker of a site stores every page on the phone, so that all of them open offline.
// The site puts two constants before this text: VERSION, a hash of all files, and FILES, the SHA-256 of every file by its
// path within the site. What a host sends is stored only if it has this hash: while a site is uploaded, a host has files
// of two versions.
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

// Store all files, or fail, so that the version before stays in use and the next visit tries again.
async function install() {
  const files = Object.keys(FILES);
  const copies = await Promise.all(files.map(download));
  const cache = await caches.open(CACHE);
  await Promise.all(files.map((file, index) => cache.put(new URL(file, SCOPE), copies[index])));
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
  return Object.hasOwn(FILES, file) ? file : null;
}

// Return the stored file, or what the host has if it is missing or damaged.
async function respond(file, request) {
  try {
    const cache = await caches.open(CACHE);
    return await verified(file, await cache.match(new URL(file, SCOPE)));
  } catch {
    return fetch(request);
  }
}

async function download(file) {
  // Bypass the browser's own cache, which may still have files of another version.
  return verified(file, await fetch(new URL(file, SCOPE), {cache: "reload"}));
}

// Return a copy of the response; throw an error if its body is not the file of this version. The copy shows no longer
// that the host has redirected the request, after which browsers would refuse it as a page.
async function verified(file, response) {
  const body = await response.arrayBuffer();
  const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", body));
  const hash = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  if (hash !== FILES[file]) throw new Error(`${file} is not of this version`);
  return new Response(body, response);
}
