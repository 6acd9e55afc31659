// The page's side of the program around it. The script runs before all scripts of the page.
(() => {
  const invoke = (...about) => window.__TAURI__.core.invoke(...about);
  const report = (error) => console.error("the program around the page:", error);

  // The native engine, with the interface of a Worker.
  class Engine {
    onmessage = null;
    onerror = null;
    #id;
    #ended = false;
    // Each request waits until the one before has arrived, so that they keep their order.
    #sent;

    // `program` is the number of an engine that the user has added.
    constructor(program = null) {
      const answers = new window.__TAURI__.core.Channel();
      answers.onmessage = (bytes) => {
        if (!this.#ended) this.onmessage?.({ data: new Uint8Array(bytes) });
      };
      this.#sent = invoke("engine_start", { answers, program }).then(
        (id) => { this.#id = id; },
        (error) => this.onerror?.({ message: String(error) }),
      );
    }

    postMessage(request) {
      this.#sent = this.#sent.then(() => invoke("engine_send", { id: this.#id, request })).catch(report);
    }

    terminate() {
      this.#ended = true;
      this.#sent.then(() => invoke("engine_end", { id: this.#id })).catch(report);
    }
  }

  window.tengenHost = {
    Engine,
    programs: () => invoke("program_list"),
    addProgram: (programArguments) => invoke("program_add", { arguments: programArguments }),
    removeProgram: (id) => invoke("program_remove", { id }),
    save(name, type, bytes) {
      // Headers have only ASCII.
      const headers = { "tengen-name": encodeURIComponent(name) };
      invoke("save_file", bytes, { headers }).catch(report);
    },
  };

  // The handle of the page's game, once there is one.
  const table = new Promise((resolve) => {
    Object.defineProperty(window, "tengen", {
      configurable: true,
      set(value) {
        Object.defineProperty(window, "tengen", { configurable: true, writable: true, value });
        resolve(value);
      },
    });
  });

  async function open(game) {
    const file = await invoke("opened_next");
    if (file) {
      const bytes = Uint8Array.from(atob(file.base64), (character) => character.charCodeAt(0));
      game.open(new File([bytes], file.name));
    }
  }

  // The keys of the page open its places.
  const press = (key) => window.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
  const actions = {
    new: () => press("n"),
    open,
    save: (game) => invoke("save_game", { record: game.record() }),
    undo: (game) => game.undo(),
    redo: (game) => game.redo(),
    hint: (game) => game.hint(),
    first: () => press("Home"),
    last: () => press("End"),
    help: () => press("?"),
  };
  window.tengenDesktop = { act: (name) => table.then((game) => actions[name](game)).catch(report) };

  // Menus have the page's language. A file that was named at the start of the program is opened when the page is ready.
  document.addEventListener("DOMContentLoaded", () => {
    const root = document.documentElement;
    const speak = () => invoke("speak", { code: root.lang }).catch(report);
    new MutationObserver(speak).observe(root, { attributeFilter: ["lang"] });
    speak();
  });
  table.then(open).catch(report);
})();
