// Starts and stops games on a site that replaces its contents without a reload (PJAX, Turbo, Swup, htmx).
//
// <tengen-board> needs none of this: it starts and ends with its element. This is for a site's other games, which start and end
// by functions. The container of a game is an element <div data-game="name">.
(() => {
  // Replaced contents may run this script again.
  if (window.GameManager) return;

  const games = new Map();
  // The running games: elements with the name of their game.
  const running = new Map();

  const placesIn = (root) => [...root.querySelectorAll("[data-game]")];

  // A game that fails must not prevent the others from starting or from being cleaned up.
  const attempt = (doing, name, act) => {
    try {
      const outcome = act();
      outcome?.catch?.((error) => console.error(`the game ${name} could not be ${doing}`, error));
    } catch (error) {
      console.error(`the game ${name} could not be ${doing}`, error);
    }
  };

  const cleanup = (element) => {
    const name = running.get(element);
    if (name === undefined) return;
    running.delete(element);
    attempt("cleaned up", name, () => games.get(name)?.cleanup?.(element));
  };

  const init = (element) => {
    const name = element.dataset.game;
    const game = games.get(name);
    if (!game || running.has(element)) return;
    running.set(element, name);
    attempt("started", name, () => game.init(element));
  };

  const GameManager = {
    // Registers a game: `init(element)` starts it in its container, `cleanup(element)` ends it. The game starts in containers that exist
    // already.
    register(name, { init: begin, cleanup: end } = {}) {
      if (typeof begin !== "function") throw new TypeError(`the game ${name} needs a function init(element)`);
      GameManager.cleanupGame(name);
      games.set(name, { init: begin, cleanup: end });
      GameManager.initGame(name);
    },

    // Starts a game in each of its containers in which it is not running.
    initGame(name) {
      placesIn(document).filter((element) => element.dataset.game === name).forEach(init);
    },

    // Ends a game in all containers.
    cleanupGame(name) {
      [...running].filter(([, other]) => other === name).forEach(([element]) => cleanup(element));
    },

    // Ends all games, in `root` if one is given.
    cleanupAll(root) {
      [...running.keys()].filter((element) => !root || root.contains(element)).forEach(cleanup);
    },

    // Starts the games of all containers of the page, and ends those whose container was removed. Returns the names of the games on the
    // page.
    detectGame() {
      [...running.keys()].filter((element) => !element.isConnected).forEach(cleanup);
      const places = placesIn(document);
      places.forEach(init);
      return [...new Set(places.map((element) => element.dataset.game).filter((name) => games.has(name)))];
    },
  };

  const clean = () => GameManager.cleanupAll();
  const detect = () => GameManager.detectGame();
  // The events before contents are removed, and after others were inserted. A page that stays nevertheless gets its games again.
  const events = {
    "pjax:before": clean,
    "pjax:send": clean,
    "pjax:complete": detect,
    "turbo:before-render": clean,
    "turbo:before-cache": clean,
    "turbo:load": detect,
    "turbo:render": detect,
    "swup:visit:start": clean,
    "swup:visit:abort": detect,
    "swup:page:view": detect,
    "turbo:before-frame-render": (event) => GameManager.cleanupAll(event.target),
    "turbo:frame-load": detect,
    "htmx:beforeCleanupElement": (event) => GameManager.cleanupAll(event.detail?.elt),
    "htmx:afterSettle": detect,
    "htmx:historyRestore": detect,
    DOMContentLoaded: detect,
  };
  for (const [name, hear] of Object.entries(events)) document.addEventListener(name, hear);

  window.GameManager = GameManager;
  if (document.readyState !== "loading") detect();
})();
