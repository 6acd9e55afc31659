// A worker with its program in it. Messages that arrive while WebAssembly is still being compiled
// would be lost, because nothing listens yet: they are kept and delivered when the worker does.
const waiting = [];
const keep = (event) => waiting.push(event.data);
self.addEventListener("message", keep);

{{glue_js}}

const packed = Uint8Array.from(atob("{{wasm}}"), (character) => character.charCodeAt(0));
const unpacked = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
wasm_bindgen({ module_or_path: new Response(unpacked, { headers: { "content-type": "application/wasm" } }) }).then(
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
