// Starts a worker. Messages that arrive while WebAssembly is still being compiled
// would be lost, because nothing listens yet: they are kept and delivered when the worker does.
const waiting = [];
const keep = (event) => waiting.push(event.data);
self.addEventListener("message", keep);

// Its files are beside it, or at the address that the starting page has set.
const base = self.tengenBase ?? self.location.href;
importScripts(new URL("./{{glue_js}}", base).href);
wasm_bindgen({ module_or_path: new URL("./{{worker_wasm}}", base) }).then(
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
