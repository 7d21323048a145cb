// The service worker: keeps the shell (styles, scripts, faces, icons) and says plainly when there is no connection.
// Pages and everything about a match always come from the server: nothing old is ever shown as if it were new.

const SHELL = "tripolis-shell";

self.addEventListener("install", (event) =>
  event.waitUntil(
    caches
      .open(SHELL)
      .then((cache) => cache.add(new Request("/offline", { cache: "reload" })))
      .then(() => self.skipWaiting()),
  ),
);
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin) return;
  if (request.mode === "navigate") event.respondWith(page(request));
  else if (url.pathname.startsWith("/static/")) event.respondWith(kept(request, url.pathname.split("/")[2]));
});

async function page(request) {
  try {
    return await fetch(request);
  } catch {
    return (await caches.match("/offline")) ?? Response.error();
  }
}

/** Static files never change under their address; those of an older version go when a newer one comes. */
async function kept(request, version) {
  const known = await caches.match(request);
  if (known) return known;
  const response = await fetch(request);
  if (!response.ok) return response;
  const cache = await caches.open(SHELL);
  for (const old of await cache.keys()) {
    const path = new URL(old.url).pathname;
    if (path.startsWith("/static/") && path.split("/")[2] !== version) await cache.delete(old);
  }
  await cache.put(request, response.clone());
  return response;
}
