// Follows a game of other players on a Tengen server. Boards with the attribute `live` load this script.

// Milliseconds from an answer to the next request. A server that does not answer receives requests at growing intervals.
const often = 2000;
const seldom = 60000;
// The followed links, by board.
const followed = new WeakMap();

// The public address of a game, for a link to it such as `https://gomoku.example/?game=…` or for this address itself.
const addressOf = (link) => {
  const url = new URL(link, location.href);
  const id = url.searchParams.get("game") ?? url.pathname.split("/").pop().split(".")[0];
  if (!/^\w+$/.test(id)) throw new Error("expected the link of a game on a server of Tengen");
  return new URL(`/api/v1/games/${id}.sgf`, url);
};

// The data of a game that matter here. The server writes the game as SGF, with a node for each move, and names without brackets.
const read = (sgf) => {
  const value = (name) => sgf.match(new RegExp(`[\\];]${name}\\[([^\\]]*)\\]`))?.[1] ?? "";
  const size = Number(value("SZ"));
  const point = (at) => (at ? `${at[0]}${size - (at.charCodeAt(1) - 97)}` : "pass");
  const moves = [...sgf.matchAll(/;[BW]\[([a-z]*)\]/g)].map(([, at]) => point(at));
  const player = (name, rank) => value(name) + (value(rank) && ` (${value(rank)})`);
  return { sgf, size, moves, result: value("RE"), players: `● ${player("PB", "BR")} – ○ ${player("PW", "WR")}` };
};

// The details of the event `gameend` for an end without a move.
const detailOf = (result) => ({
  winner: { B: "black", W: "white" }[result[0]] ?? null,
  reason: { "+R": "resignation", "+T": "timeout" }[result.slice(1)] ?? "agreement",
});

export const follow = (board, shadow) => {
  const link = board.getAttribute("live");
  if (!link || followed.get(board) === link) return;
  followed.set(board, link);

  const root = () => shadow.querySelector(".tengen");
  const isOn = () => board.isConnected && root() && board.getAttribute("live") === link;
  const line = document.createElement("p");
  line.className = "because";
  line.setAttribute("role", "status");
  const say = (text) => {
    if (line.parentNode !== root()) root()?.append(line);
    if (line.textContent !== text) line.textContent = text;
  };
  const fail = (reason) => {
    const message = `the game ${link} cannot be followed: ${reason}`;
    say(message);
    board.dispatchEvent(new CustomEvent("error", { detail: { message } }));
  };

  let known;
  let hasEnded = false;
  const note = () => (hasEnded = true);
  board.addEventListener("gameend", note);
  const end = () => {
    board.removeEventListener("gameend", note);
    if (followed.get(board) === link) followed.delete(board);
    if (!isOn()) line.remove();
  };

  // New moves that follow the known ones are played. Otherwise the game is put on the board again.
  const show = async (game) => {
    const before = known;
    known = game;
    say(game.players);
    let fits = before?.size === game.size && before.moves.every((point, index) => point === game.moves[index]);
    if (fits && game.moves.length > before.moves.length) {
      await board.goTo(Number.MAX_SAFE_INTEGER);
      for (const point of game.moves.slice(before.moves.length)) fits &&= await board.play(point);
    }
    const endsNow = before && game.result && game.result !== "Void" && !hasEnded;
    if (!fits || endsNow) board.setAttribute("game", game.sgf);
    // The board restarts before it ends.
    await undefined;
    if (endsNow) board.dispatchEvent(new CustomEvent("gameend", { detail: detailOf(game.result) }));
  };

  let pause = often;
  const later = (time) => setTimeout(() => ask().catch(end), time);
  const ask = async () => {
    if (!isOn()) return end();
    // A hidden page sends no requests.
    if (document.hidden) return later(often);
    let sgf;
    try {
      const answer = await fetch(addressOf(link), { credentials: "omit" });
      if (answer.status === 404) {
        fail("there is no such game");
        return end();
      }
      if (!answer.ok) throw new Error(`the server answers ${answer.status}`);
      sgf = await answer.text();
    } catch (error) {
      // An interruption is reported once. The next answer replaces the report.
      if (pause === often) fail(error.message);
      pause = Math.min(2 * pause, seldom);
      return later(pause);
    }
    pause = often;
    if (!isOn()) return end();
    await show(read(sgf));
    if (known.result) return end();
    return later(often);
  };

  if ((board.getAttribute("mode") || "view") === "view") {
    ask().catch(end);
  } else {
    fail("`live` needs the mode `view`");
    end();
  }
};
