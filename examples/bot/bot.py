#!/usr/bin/env python3
"""A program that plays on a Tengen server. It needs Python alone.

TENGEN_BOT_TOKEN=tengen_... python3 bot.py SERVER [GAMES]     (it ends after so many games)
"""
import json, os, sys, urllib.error, urllib.request

SERVER, TOKEN = sys.argv[1].rstrip("/"), os.environ["TENGEN_BOT_TOKEN"]
LEFT = int(sys.argv[2]) if len(sys.argv) > 2 else float("inf")

def call(method, path, body=None):
    headers = {"Authorization": f"Bearer {TOKEN}", "Content-Type": "application/json"}
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(f"{SERVER}/api/v1/bot{path}", data, headers, method=method)
    # An empty line comes at least every ten seconds.
    return urllib.request.urlopen(request, timeout=30)

def row(stones, x, y):
    """The longest row of which a stone at the point would be part."""
    def run(dx, dy):
        length = 0
        while (x + (length + 1) * dx, y + (length + 1) * dy) in stones:
            length += 1
        return length
    return 1 + max(run(dx, dy) + run(-dx, -dy) for dx, dy in [(1, 0), (0, 1), (1, 1), (1, -1)])

def choose(game):
    """The point that makes the longest row, or prevents it."""
    stones = [tuple(move) for move in game["moves"]]
    sides, size = (set(stones[0::2]), set(stones[1::2])), game["settings"]["size"]
    own, other = (sides[len(stones) % 2], sides[1 - len(stones) % 2])
    empty = [(x, y) for x in range(size) for y in range(size) if (x, y) not in stones]
    def value(point):
        from_centre = sum(abs(coordinate - size // 2) for coordinate in point)
        return max(2 * row(own, *point) + 1, 2 * row(other, *point)), -from_centre
    return max(empty, key=value)

def act(game):
    """Plays if it is this program's turn. Without an opening protocol the first player is Black and begins."""
    if ("first", "second")[len(game["moves"]) % 2] == game.get("you") and "result" not in game:
        move = {"ply": len(game["moves"]), "takebacks": game.get("takebacks", 0), "to": choose(game)}
        call("POST", f"/games/{game['game']}", {"move": move})

games = {}
for line in call("GET", "/events"):
    message = json.loads(line) if line.strip() else {}
    for kind, content in message.items() if isinstance(message, dict) else []:
        try:
            if kind == "challenge":
                wish = content["request"]["settings"]
                suits = wish["opening"] == "free" and wish["rule"] != "renju"
                answer = "accept" if suits else "decline"
                call("POST", f"/challenges/{content['challenge']}/{answer}")
            elif kind == "snapshot":
                games[content["game"]] = content
                act(content)
            elif kind == "game" and content[0] in games:
                game, (update, what) = games[content[0]], *content[1].items()
                if update == "move":
                    game["moves"].append(what["to"])
                    act(game)
                elif update == "offered" and what["by"] != game["you"]:
                    call("POST", f"/games/{game['game']}", {"decline": what["offer"]})
                elif update == "over":
                    print(game["game"], what["result"]["winner"], what["result"]["cause"], flush=True)
                    del games[content[0]]
                    LEFT -= 1
        except urllib.error.HTTPError as refusal:
            # The game may have ended, or the challenge may be gone, while the request was on its way.
            print(refusal.code, refusal.read().decode(), file=sys.stderr, flush=True)
    if LEFT <= 0:
        break
