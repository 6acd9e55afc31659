// Caches the page, so that it opens without a network. All files of a version are cached together, and a newer version waits until the page
// lets it take over.
const SCOPE = self.registration.scope;
// A host may have several of these pages.
const OURS = `tengen ${SCOPE} `;
const CACHE = `${OURS}{{version}}`;
const FILES = {{files}};

// Headers that concern the transport of an answer, and not its cached contents.
const TRANSPORT = ["content-encoding", "content-length", "transfer-encoding", "vary", "date", "connection", "keep-alive"];

// The policies under which a page may share memory with its workers, so that the engine has several threads. A policy that the host itself
// sends takes precedence. Workers need the second policy as well.
const ISOLATION = [["cross-origin-opener-policy", "same-origin"], ["cross-origin-embedder-policy", "require-corp"]];
// Under these policies a browser refuses most resources of other sites. A document into which the host has put such resources stays as it
// is.
const FOREIGN = /(?:\bsrc|<link\b[^>]*\bhref)\s*=\s*["']?\s*(?:https?:)?\/\//i;

// A browser does not open an answer that came by a redirection. A host on its way from one version to the next may still have the other
// version's document; the browser then tries again later.
async function keep(cache, file) {
  // The browser's own cache is bypassed, because an old document would name old files. A name with a hash always has the same contents, and
  // the page that has just been loaded has most of these files already.
  const isHashed = /-[0-9a-f]{8}\.\w+$/.test(file);
  const answer = await fetch(new Request(file, { cache: isHashed ? "default" : "reload" }));
  if (!answer.ok) throw new Error(`${file}: ${answer.status}`);
  const bytes = await answer.arrayBuffer();
  const text = file === "./" ? new TextDecoder().decode(bytes) : undefined;
  if (text?.includes("{{boot}}") === false) throw new Error("another version's document");
  // The policies that the host sends also apply to the cached page.
  const headers = new Headers(answer.headers);
  TRANSPORT.forEach((name) => headers.delete(name));
  if (!FOREIGN.test(text ?? "")) {
    ISOLATION.filter(([name]) => !headers.has(name)).forEach(([name, policy]) => headers.set(name, policy));
  }
  await cache.put(file, new Response(bytes, { headers }));
}

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => Promise.all(FILES.map((file) => keep(cache, file)))));
});

const ownCaches = async () => (await caches.keys()).filter((name) => name.startsWith(OURS));

// The previous version stays for windows that still show it.
async function tidy() {
  const names = (await ownCaches()).filter((name) => name !== CACHE);
  await Promise.all(names.slice(0, -1).map((name) => caches.delete(name)));
  await self.clients.claim();
}

self.addEventListener("activate", (event) => event.waitUntil(tidy()));

self.addEventListener("message", (event) => {
  if (event.data === "take-over") self.skipWaiting();
});

// Whether the host answers that the page no longer exists. An unreachable host is not such an answer, nor is a redirect, to a sign-in page
// for example.
async function hasEnded() {
  let answer;
  try {
    answer = await fetch(self.location.href, { cache: "no-store" });
  } catch {
    return false;
  }
  if (answer.redirected) return false;
  const isScript = /javascript|ecmascript/.test(answer.headers.get("content-type") ?? "");
  return answer.ok ? !isScript : answer.status === 404 || answer.status === 410;
}

// The address may later belong to another page, as easily happens with a port of the user's own machine. The cached page must not cover
// that page.
async function leaveIfEnded(client) {
  if (!(await hasEnded())) return;
  await self.registration.unregister();
  await Promise.all((await ownCaches()).map((name) => caches.delete(name)));
  // The browser's own cache may still have the old document.
  await fetch(SCOPE, { cache: "reload" }).catch(() => {});
  // The document that has just been answered may take a moment until it can be navigated, and a navigation may be lost while it is still
  // being loaded. The document has been left only when its client no longer exists.
  for (let tries = 0, wasSeen = false; tries < 300; tries += 1) {
    const opened = await self.clients.get(client);
    if (wasSeen && !opened) return;
    wasSeen ||= opened !== undefined;
    await opened?.navigate(opened.url).catch(() => {});
    await new Promise((then) => setTimeout(then, 100));
  }
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const address = request.url.split(/[?#]/)[0];
  if (request.method !== "GET" || !address.startsWith(SCOPE)) return;
  const isDocument = address === SCOPE || address === `${SCOPE}index.html`;
  // Other documents below this folder do not belong to this page.
  if (request.mode === "navigate" && !isDocument) return;
  if (request.mode === "navigate") event.waitUntil(leaveIfEnded(event.resultingClientId));
  const wanted = isDocument ? SCOPE : request;
  // Reading from a cache must not create it again after its deletion.
  const kept = async () =>
    (await caches.match(wanted, { cacheName: CACHE, ignoreVary: true })) ??
    (await caches.match(request, { ignoreVary: true })) ??
    fetch(request);
  event.respondWith(kept());
});
