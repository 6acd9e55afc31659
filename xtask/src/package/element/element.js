// <tengen-board>: a board for any page. The program that does the work is loaded when a board becomes visible. This file has the class that
// a browser demands, and the life cycle of the element. https://html.spec.whatwg.org/multipage/custom-elements.html
(() => {
  // Pages whose contents are swapped may run this script again, and a page that is rendered on a server has no elements.
  if (typeof customElements === "undefined" || customElements.get("tengen-board")) return;

  {{files}}
  const attributes = ["game", "rule", "size", "at", "mode", "level", "character", "puzzle", "side", "lang", "theme", "controls", "numbers", "coordinates", "live"];
  const methods = ["newGame", "play", "undo", "redo", "goTo", "hint", "engineMove", "record"];
  // Another value of one of these attributes starts another game.
  const beginning = new Set(["game", "rule", "size", "at", "mode", "puzzle"]);

  let program;
  const load = () => {
    program ??= loadProgram();
    // A later attempt may succeed.
    program.catch(() => (program = undefined));
    return program;
  };

  let sheet;
  const style = () => {
    if (!sheet) {
      sheet = new CSSStyleSheet();
      sheet.replaceSync({{style}});
    }
    return sheet;
  };

  // A listener of an event may end the board: its memory is released after the event.
  const release = (board) => {
    const kept = board.end();
    queueMicrotask(() => board.free());
    return kept;
  };

  class TengenBoard extends HTMLElement {
    static observedAttributes = attributes;
    #shadow;
    #slot = document.createElement("slot");
    #board;
    #starting;
    #sight;
    #kept;
    #changed = new Set();
    #destroyed = false;

    constructor() {
      super();
      this.#shadow = this.attachShadow({ mode: "open" });
      this.#shadow.adoptedStyleSheets = [style()];
      // Until the board is loaded, the element's contents are shown, or else an empty square.
      const empty = document.createElement("div");
      empty.className = "empty";
      this.#slot.append(empty);
      this.#shadow.append(this.#slot);
    }

    static {
      for (const name of methods) {
        this.prototype[name] = async function (...given) {
          return (await this.#running())[name](...given);
        };
      }
      for (const name of attributes.filter((name) => name !== "lang")) {
        Object.defineProperty(this.prototype, name, {
          get() {
            return this.getAttribute(name) ?? "";
          },
          set(value) {
            if (value === null || value === undefined) this.removeAttribute(name);
            else this.setAttribute(name, value);
          },
          configurable: true,
          enumerable: true,
        });
      }
    }

    connectedCallback() {
      // Properties that were set before the class was defined hide those of the class.
      for (const name of attributes) {
        if (!Object.hasOwn(this, name)) continue;
        const value = this[name];
        delete this[name];
        this[name] = value;
      }
      if (this.#board || this.#starting || this.#sight || this.#destroyed) return;
      if (!("IntersectionObserver" in window)) return this.#start().catch(() => {});
      const seen = (entries) => entries.some((entry) => entry.isIntersecting) && this.#start().catch(() => {});
      this.#sight = new IntersectionObserver(seen, { rootMargin: "200px" });
      this.#sight.observe(this);
    }

    // A move within the document removes the element and inserts it again at once.
    disconnectedCallback() {
      queueMicrotask(() => this.isConnected || this.#stop());
    }

    connectedMoveCallback() {}

    attributeChangedCallback(name, old, value) {
      if (old === value) return;
      if (!this.#board) {
        if (beginning.has(name)) this.#kept = undefined;
        return;
      }
      // Several attributes at once are one change.
      if (this.#changed.size === 0) {
        queueMicrotask(() => {
          const names = [...this.#changed];
          this.#changed.clear();
          this.#board?.set(names);
          if (names.includes("live")) this.#follow();
        });
      }
      this.#changed.add(name);
    }

    async destroy() {
      this.#destroyed = true;
      this.#stop();
      this.#kept = undefined;
    }

    async #running() {
      if (this.#destroyed) throw new Error("this board has been destroyed");
      if (!this.isConnected) throw new Error("this board is in no document");
      if (!this.#board) await this.#start();
      // A listener of `ready` may have ended the board.
      if (!this.#board) throw new Error("this board has ended");
      return this.#board;
    }

    #start() {
      this.#sight?.disconnect();
      this.#sight = undefined;
      if (this.#starting) return this.#starting;
      const check = () => {
        if (this.#starting !== starting) throw new Error("this board has left its document");
      };
      const start = async () => {
        try {
          const { Board, startWorker } = await load();
          check();
          const board = new Board(this, this.#shadow, startWorker, Date.now(), this.#kept);
          try {
            // Listeners of its events may have ended the board.
            check();
          } catch (error) {
            release(board);
            throw error;
          }
          this.#board = board;
          this.#slot.remove();
          this.dispatchEvent(new CustomEvent("ready"));
          this.#follow();
        } catch (error) {
          if (this.#starting === starting) {
            this.#starting = undefined;
            const detail = { message: `the board could not be loaded: ${error.message}` };
            this.dispatchEvent(new CustomEvent("error", { detail }));
          }
          throw error;
        }
      };
      const starting = start();
      return (this.#starting = starting);
    }

    // The script detects the end of the board itself.
    #follow() {
      if (this.live) loadLive().then(({ follow }) => follow(this, this.#shadow));
    }

    #stop() {
      this.#sight?.disconnect();
      this.#sight = this.#starting = undefined;
      const isAnother = [...this.#changed].some((name) => beginning.has(name));
      this.#changed.clear();
      if (!this.#board) return;
      const kept = release(this.#board);
      this.#kept = isAnother ? undefined : kept;
      this.#board = undefined;
      this.#shadow.append(this.#slot);
    }
  }

  customElements.define("tengen-board", TengenBoard);
})();
