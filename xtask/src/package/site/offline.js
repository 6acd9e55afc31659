// Keeps the page, so that it opens without a network. All files of a version are kept together, and a
// newer version waits until the page says that it may take over.
const CACHE = "tengen-{{version}}";
const FILES = {{files}};

self.addEventListener("install", (event) => {
  // Past the browser's own cache: an old document would name old files.
  const requests = FILES.map((file) => new Request(file, { cache: "reload" }));
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(requests)));
});

self.addEventListener("activate", (event) => {
  const drop = (names) => Promise.all(names.filter((name) => name.startsWith("tengen-") && name !== CACHE).map((name) => caches.delete(name)));
  event.waitUntil(caches.keys().then(drop).then(() => self.clients.claim()));
});

self.addEventListener("message", (event) => {
  if (event.data === "take-over") self.skipWaiting();
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || !request.url.startsWith(self.registration.scope)) return;
  const kept = async () => {
    const cache = await caches.open(CACHE);
    const address = request.mode === "navigate" ? self.registration.scope : request;
    return (await cache.match(address, { ignoreSearch: request.mode === "navigate" })) ?? fetch(request);
  };
  event.respondWith(kept());
});
