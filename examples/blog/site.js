// The behaviour of such a blog's theme: pages are swapped without a reload.
new Pjax({ selectors: ["title", ".content"], cacheBust: false });

// The manager of games, for games that are not elements of their own.
const script = document.createElement("script");
script.src = "board/tengen-games.js";
script.onload = () =>
  GameManager.register("counter", {
    init(place) {
      let count = 0;
      place.timer = setInterval(() => (place.textContent = `${++count} …`), 200);
    },
    cleanup(place) {
      clearInterval(place.timer);
    },
  });
document.head.append(script);
