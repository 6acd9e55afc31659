"""Plays with an engine through pygomo-lib, and prints what the library understood of its search."""

import sys

from pygomo import EngineClient


def tell(name, infos):
    for info in infos:
        line = " ".join(move.to_algebraic() for move in info.pv)
        score = info.eval.raw_value
        print(name, info.depth, info.sel_depth, info.multipv, score, info.nodes, info.nps, info.time_ms, line)


with EngineClient(sys.argv[1]) as engine:
    print("start", engine.start(15))
    engine.set_time(turn_time_ms=60000)
    engine.configure(max_node=20000)
    result = engine.turn("h8", timeout=120)
    tell("turn", result.all_info)
    print("move", result.move)
    best = engine.nbest(3, timeout=120)
    results = best if isinstance(best, list) else [best]
    for one in results:
        tell("nbest", one.all_info)
