// Keeps the page, so that it opens without a network. All files of a version are kept together, and a
// newer version waits until the page says that it may take over.
const SCOPE = self.registration.scope;
// Somebody may have several of these pages on one host.
const OURS = `tengen ${SCOPE} `;
const CACHE = `${OURS}{{version}}`;
const FILES = {{files}};

// A browser does not open what came by a redirection, and a host on its way from one version to the next
// may still have the other's document; the browser then tries again later.
async function keep(cache, file) {
  // Past the browser's own cache: an old document would name old files.
  const answer = await fetch(new Request(file, { cache: "reload" }));
  if (!answer.ok) throw new Error(`${file}: ${answer.status}`);
  const bytes = await answer.arrayBuffer();
  if (file === "./" && !new TextDecoder().decode(bytes).includes("{{boot}}")) throw new Error("another version's document");
  await cache.put(file, new Response(bytes, { headers: { "content-type": answer.headers.get("content-type") ?? "" } }));
}

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => Promise.all(FILES.map((file) => keep(cache, file)))));
});

// The version before stays for windows that still show it.
async function tidy() {
  const names = (await caches.keys()).filter((name) => name.startsWith(OURS) && name !== CACHE);
  await Promise.all(names.slice(0, -1).map((name) => caches.delete(name)));
  await self.clients.claim();
}

self.addEventListener("activate", (event) => event.waitUntil(tidy()));

self.addEventListener("message", (event) => {
  if (event.data === "take-over") self.skipWaiting();
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const address = request.url.split(/[?#]/)[0];
  if (request.method !== "GET" || !address.startsWith(SCOPE)) return;
  const isDocument = address === SCOPE || address === `${SCOPE}index.html`;
  // Other documents below this folder are somebody else's.
  if (request.mode === "navigate" && !isDocument) return;
  const kept = async () => {
    const cache = await caches.open(CACHE);
    const found = await cache.match(isDocument ? SCOPE : request, { ignoreVary: true });
    return found ?? (await caches.match(request, { ignoreVary: true })) ?? fetch(request);
  };
  event.respondWith(kept());
});
