// Starts a worker. Messages that arrive while WebAssembly is still being compiled would be lost, because nothing listens yet. They are
// stored, and delivered once the worker listens.
const waiting = [];
const keep = (event) => waiting.push(event.data);
self.addEventListener("message", keep);

// The worker's files are beside it, or at the address that the starting page has set.
const base = self.tengenBase ?? self.location.href;
const start = () => {
  importScripts(new URL("./{{glue_js}}", base).href);
  return wasm_bindgen({ module_or_path: new URL("./{{worker_wasm}}", base) });
};
// A page's engine starts in another way (`threads.js`), which falls back to this one.
(self.startWithThreads?.(base, start) ?? start()).then(
  () => {
    self.removeEventListener("message", keep);
    for (const data of waiting) {
      self.dispatchEvent(new MessageEvent("message", { data }));
    }
  },
  (error) => {
    // Thrown outside of the promise, the error reaches the page as the worker's `error` event.
    setTimeout(() => {
      throw error;
    });
  },
);
