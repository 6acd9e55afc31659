// Starts a worker. Messages that arrive while WebAssembly is still being compiled
// would be lost, because nothing listens yet: they are kept and delivered when the worker does.
const waiting = [];
const keep = (event) => waiting.push(event.data);
self.addEventListener("message", keep);

// Its files are beside it, or at the address that the starting page has set.
const base = self.tengenBase ?? self.location.href;
const start = () => {
  importScripts(new URL("./{{glue_js}}", base).href);
  return wasm_bindgen({ module_or_path: new URL("./{{worker_wasm}}", base) });
};
// The engine of a page has another way (`threads.js`), which comes back to this one.
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
