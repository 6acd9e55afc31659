// Memory for all threads, in pages of 64 KiB. Browsers of phones refuse a large maximum.
const sharedMemory = (maximum = 32768) => {
  try {
    return new WebAssembly.Memory({ initial: 512, maximum, shared: true });
  } catch (error) {
    if (maximum <= 8192) throw error;
    return sharedMemory(maximum / 2);
  }
};

// Starts the engine with threads if the page may share memory, and without threads if that fails. A browser has no threads for WebAssembly:
// each is another worker with the same program in the same memory.
self.startWithThreads = async (base, startAlone) => {
  const address = (name) => new URL(`./${name}`, base).href;
  if (!self.crossOriginIsolated || navigator.hardwareConcurrency < 2) return startAlone();
  try {
    const module = await WebAssembly.compileStreaming(fetch(address("{{threads_wasm}}")));
    importScripts(address("{{threads_glue_js}}"));
    let memory;
    const report = ({ message }) => console.warn("A thread of Tengen's engine ended:", message || "it did not load");
    const startHelper = () => {
      const helper = new Worker(address("{{helper_js}}"));
      helper.onerror = report;
      helper.postMessage({ glue: address("{{threads_glue_js}}"), module, memory });
    };
    // The program calls this function, and uses the threads that have started.
    self.startHelpers = (count) => {
      try {
        for (let started = 0; started < count; started += 1) startHelper();
      } catch (error) {
        report(error);
      }
    };
    memory = sharedMemory();
    await engine_with_threads({ module_or_path: module, memory });
  } catch (error) {
    console.warn("Tengen's engine has one thread, because several did not start:", error);
    return startAlone();
  }
};
