# The texts of the board and of the head of the page, which the page shows before its other part is loaded.

page-title = Tengen – five in a row
panel = Game
tabs = Sections
tab-play = Play
tab-learn = Learn
tab-online = Online
tab-analyse = Analyse
tab-library = Library
settings = Settings
help = Help
first-stone = Get five in a row. You are Black.
part-not-loaded = Part of the page could not be loaded. Your game is not affected. Check the connection and try again.
load-again = Try again
board = Board, { $size } lines a side. Arrow keys move, Enter places a stone.
cell-empty = { $point }, empty
cell-black = { $point }, black stone
cell-white = { $point }, white stone
cell-last = last move
cell-hint = recommended
cell-best = best move, { $value }
cell-suggestion = good move, { $value }
cell-premove = premove
cell-highlight = part of the reason
cell-ring = { $ink ->
        [red] red ring
        [blue] blue ring
       *[green] green ring
    }
cell-arrow-to = { $ink ->
        [red] red arrow to { $point }
        [blue] blue arrow to { $point }
       *[green] green arrow to { $point }
    }
cell-arrow-from = { $ink ->
        [red] red arrow from { $point }
        [blue] blue arrow from { $point }
       *[green] green arrow from { $point }
    }
cell-arrow-begun = arrow begun
cell-forbidden-overline = { $point }, forbidden: overline
cell-forbidden-double-four = { $point }, forbidden: double-four
cell-forbidden-double-three = { $point }, forbidden: double-three
mate-figure-black = B{ $moves }
mate-figure-white = W{ $moves }
