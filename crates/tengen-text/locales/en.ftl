# English. Short, kind, concrete: what happened, and what to do.

## The page

page-title = Tengen – five in a row
language = Language
panel = Game
actions = What you can do
tabs = Parts of the panel
tab-play = Play
tab-analyse = Analyse
tab-library = Library
settings = Settings
help = Help

## Settings

settings-page = Page
theme = Appearance
theme-auto = Follow system
theme-kaya = Light wood
theme-paper = Paper
theme-night = Night
theme-contrast = High contrast
motion = Movement
motion-auto = Follow system
motion-full = Everything moves
motion-reduced = Nothing moves
settings-board = Board
stones = Stones
stones-shaded = Shaded
stones-flat = Flat
stones-glass = Glass
numbers = Move numbers
numbers-none = None
numbers-last = The last one
numbers-few = The last five
numbers-all = All
turn = Turned
turn-identity = As it is
turn-rotate-90 = A quarter to the right
turn-rotate-180 = Half round
turn-rotate-270 = A quarter to the left
turn-mirror-columns = Left and right mirrored
turn-mirror-rows = Top and bottom mirrored
turn-transpose = Mirrored in the falling diagonal
turn-anti-transpose = Mirrored in the rising diagonal
coordinates = Coordinates
show-forbidden = Mark forbidden points
show-threats = Mark threats
threats-about = A stone on a marked point would make:
threat-four = a four or double three
threat-three = an open three
settings-touch = Touch
aim = Placing with a finger
aim-auto = By board size
aim-direct = One tap
aim-twice = Tap twice
aim-magnifier = Magnifier
settings-sound = Sound
sound = Sounds
volume = Volume
per-cent = { $value }%
settings-programs = Opponents
pause-ms = They wait at least
settings-export = Save settings
settings-import = Load settings
settings-reset = Reset
settings-taken = The settings are taken over.
settings-were-reset = All settings but the language are as in the beginning.
settings-refused = This file holds no settings of Tengen’s: { $reason }. Nothing was changed.

## Help

help-rules = Rules
help-learn = Learn
help-controls = Controls
help-levels = Levels
help-pointer = Mouse and fingers
help-pointer-how = Click a crossing to place a stone. Where a move is forbidden, the pointer tells why.
help-touch-how = On small boards a finger shows a magnifier: slide to the right point and lift it there. In the settings you can choose to tap directly, or to tap twice.

rules-aim = Black and White take turns placing one stone on an empty crossing. Stones never move. Whoever first has enough of them in a row, across, down or slanted, wins.
shows-five = Black wins here.
shows-six-wins = Six in a row win, too.
shows-six-no-win = Six in a row win nothing: filling the gap is no win.
shows-overline = Six in a row: forbidden to Black. White wins with them.
shows-double-three = Two open threes at once: forbidden to Black.
shows-double-four = Two fours at once: forbidden to Black.
shows-half-blocked = Blocked at one end, five still win.
shows-blocked = Blocked at both ends, five win nothing.

learn-about = Six small positions show what the game is about. It takes two minutes; your game waits.
learn-start = Begin
learn-progress = Step { $number } of { $of }
learn-next = Next
learn-play = Play a game
learn-end = Leave
learn-miss = Not there.
learn-place = You are Black. Stones go on the crossings, and stay there. Place one anywhere.
learn-place-done = Good. Then White places one, and so on.
learn-five = Five in a row win: across, down or slanted. You have four. Make it five.
learn-five-done = Five! Either end would have done: nobody can stop four that are open at both ends.
learn-gap = A row may also be filled from within. Find your five.
learn-gap-done = Yes: slanted rows are the ones that people overlook.
learn-block = Now White has four. Where must you play?
learn-block-done = Right. One end was blocked already, so that one stone was enough.
learn-three = White has three, open at both ends. Left alone, it becomes four that are open at both ends. Stop it.
learn-three-done = Just in time. An open three has to be answered at once, or by a four of your own.
learn-fork = Now the art of it: one stone that makes two open threes. White can stop only one.
learn-fork-done = That is how games are won. Under renju’s rules alone Black may not do this.

about-levels = The engine is the same on every level; on the lower ones it looks less far, and errs like a person.
about-easy = For a first game. It sees fours, and overlooks the rest now and then.
about-normal = It plays soundly and punishes what is careless.
about-hard = As strong as it can be in three seconds.
about-classics = The programs that Tengen grew from, as they were.
about-tuple = Adds up what each row of five points is worth, and looks no move ahead.
about-direction = Judges the four directions through each point.
about-greedy = Takes the point that is best at once, for itself or against you.
about-game-tree = Searches a few candidates several moves deep.
about-minimax-easy = Searches three moves deep.
about-minimax-normal = Searches six moves deep.
about-minimax-hard = Searches up to twelve moves deep, as far as its time allows.

help-keys = Keys
key-arrows = Move on the board, or between tabs
key-enter = Place a stone
key-escape = Back to the game

## Players

color-black = Black
color-white = White
program-tengen = Tengen
seat-person = You
seat-easy = Tengen, easy
seat-normal = Tengen, normal
seat-hard = Tengen, hard
choice-person = A person
choice-easy = Tengen: easy
choice-normal = Tengen: normal
choice-hard = Tengen: hard
classics = Classics
classic-tuple = Five-tuples
classic-direction = Four directions
classic-greedy = Greedy
classic-game-tree = Game tree
classic-minimax-easy = Minimax: easy
classic-minimax-normal = Minimax: normal
classic-minimax-hard = Minimax: hard
begins = begins

## The game as it goes

first-stone = Place a stone anywhere to begin.
your-turn = Your turn.
tap-again = Tap { $point } again to place the stone.
turn-black = Black to move.
turn-white = White to move.
thinking = { $name } is thinking …
thinking-black = Black is thinking …
thinking-white = White is thinking …
thinking-hint = Looking for a good move …
paused = Paused.
paused-engine = { $name } waits. Press “Go on” to let it move.
hint-found = Try { $point }.
engine-passed = { $name } passes. Your turn.
engine-played = { $name } played { $point }. Your turn.
refused-occupied = { $point } is taken. Choose an empty point.
refused-forbidden-overline = { $point } is forbidden: overline.
refused-forbidden-double-four = { $point } is forbidden: double-four.
refused-forbidden-double-three = { $point } is forbidden: double-three.
about-overline = Black must not make six or more in a row.
about-double-four = Black must not make two fours at once.
about-double-three = Black must not make two open threes at once.
refused-not-your-turn = One moment: { $name } is thinking.
refused-over = This game is over. Start a new one when you like.
resign-question = Do you want to resign?
resign-yes = Yes, resign
resign-no = Play on
engine-failed = The engine did not start: { $reason }. Two people can play.
engine-restarted = The engine stopped and was started again.
engine-gave-up = The engine stopped again and again: { $reason }. Two people can play on.
engine-off = The engine is off.
start-engine = Start the engine
part-not-loaded = This part of the page could not be loaded. The game goes on; check the connection and try again.
load-again = Try again
newer-page = A newer Tengen is ready. Your game stays.
open-newer = Use it now
engine-refused = The engine could not search this position: { $reason }.
game-lost = The saved game could not be read. It is kept in this browser; a new one begins.

## Clocks

clock = Clock
clock-of = { $color }’s clock
clock-none = none
clock-per-move = { $time } a move
clock-fischer = { $main } + { $more }
clock-byo-yomi = { $main } + { $periods } × { $period }
clock-only-periods = { $periods } × { $period }
clock-own = your own
clock-kind = Kind
clock-kind-per-move = every move
clock-kind-increment = with increment
clock-kind-byo-yomi = with periods
clock-main = Time for the game
clock-seconds-per-move = Time for a move
clock-seconds-increment = More after every move
clock-seconds-period = Time for a period
clock-periods = Periods
minutes = { $minutes } min
seconds-left = { $seconds } seconds left.

## Offers of a draw

offer-draw = Offer draw
draw-question-black = Black is offered a draw.
draw-question-white = White is offered a draw.
draw-yes = Agree
draw-no = Play on
draw-considered = { $name } considers your offer …
draw-declined = { $name } would rather play on.
draw-declined-black = Black would rather play on.
draw-declined-white = White would rather play on.
draw-too-early = { $name } wants to see { $moves } moves first.

## Openings

opening = Opening
protocol-none = none
protocol-swap2 = Swap2
protocol-swap = Swap
protocol-pro = Pro
protocol-long-pro = Long Pro
protocol-rif = RIF
protocol-yamaguchi = Yamaguchi
protocol-soosorv = Soosõrv-8
protocol-taraguchi = Taraguchi-10
about-swap2 = Whoever begins places two black stones and a white one. The other side chooses a colour, or places two more stones and leaves the choice.
about-swap = Whoever begins places two black stones and a white one. The other side chooses a colour.
about-pro = Black begins in the centre, and plays the second stone outside the central 5 × 5.
about-long-pro = Black begins in the centre, and plays the second stone outside the central 7 × 7.
about-rif = Three stones in the centre, then the other side may swap. White plays the fourth move, Black offers two fifth moves, White picks one.
about-yamaguchi = Three stones in the centre and a number of fifth moves, then the other side may swap. White plays the fourth move, Black offers the fifth moves, White picks one.
about-soosorv = Three stones in the centre, then the other side may swap. White plays the fourth move and says how many fifth moves there are, up to eight. After another swap Black offers them, and White picks one.
about-taraguchi = After each of the first four moves the other side may swap. Black then plays the fifth move near the centre, or offers ten.
player-first = First player
player-second = Second player
opening-turn = { $player }: { $task }
opening-place = Place a { $color ->
        [white] white
       *[black] black
    } stone { $zone ->
        [anywhere] anywhere
        [centre] in the centre
        [inside] in the central { $lines } × { $lines }
       *[outside] outside the central { $lines } × { $lines }
    }{ $count ->
        [1] .
       *[other] { " " }({ $number } of { $count }).
    }
opening-colors = Choose your colour.
opening-colors-or-place = Choose your colour, or place two more.
opening-announce = Say how many fifth moves Black will offer.
opening-offer = Choose fifth moves for Black to offer ({ $number } of { $count }).
opening-pick = Pick one of the fifth moves on offer.
play-black = Play Black
play-white = Play White
opening-place-more = Place two
opening-play-fifth = Play the fifth move
opening-offer-instead = Offer ten fifth moves
opening-announce-ok = Announce
fifth-moves = Fifth moves
chose-stones = { $name } placed { $points }.
chose-stay = { $name } stays { $color }.
chose-swap = { $name } takes { $color }.
chose-number = { $count ->
        [one] { $name } announced one fifth move.
       *[other] { $name } announced { $count } fifth moves.
    }
chose-offer = { $name } offered { $points }.
chose-pick = { $name } picked { $points }.
refused-zone = { $point } is outside of where this stone may lie.
refused-same-fifth = { $point } is the same fifth move as one on offer, turned or mirrored.
refused-not-offered = { $point } is not on offer. Pick one of the numbered points.

## Results

win-you = You win!
win-engine = { $name } wins.
win-black = Black wins.
win-white = White wins.
draw = A draw.
because-line = { $count } in a row.
because-forbidden-overline = Black made a forbidden overline.
because-forbidden-double-four = Black made a forbidden double-four.
because-forbidden-double-three = Black made a forbidden double-three.
because-full = The board is full.
because-both-passed = Both sides passed.
because-move-limit = No more moves may be played.
because-resignation-you = You resigned.
because-resignation-black = Black resigned.
because-resignation-white = White resigned.
because-time = Time ran out.
because-agreement = Both sides agreed.

## Actions

undo = Undo
redo = Redo
hint = Hint
resign = Resign
pass = Pass
stop = Move now
stop-hint = Stop
pause = Pause
resume = Go on
new-game = New game
set-up = Set up
link-refused = The link holds no game: { $reason }
setting-up = Set up a position.
setup-how = Each click turns a point from empty to black, to white, and back to empty.
setup-side = To move
setup-start = Play from here
setup-clear = Clear
setup-both-win = Both sides have a winning row: take one away.
setup-decided = The game is already over in this position. Take a stone away.
play-again = Play again
start = Start
cancel = Cancel
rule = Rule
board-size = Board
lines = { $count } × { $count }
in-a-row = Stones in a row to win
max-moves = A draw after so many moves
no-limit = no limit
presets = Laid tables
preset-easy = Easy
preset-normal = Normal
preset-hard = Hard
tuning = How it thinks
tune-time = Time for a move
tune-depth = Depth in moves of either side
tune-breadth = Moves tried in each position
tune-nodes = Positions for a move
tune-forbidden = Minds forbidden points while it thinks
own-setting = its own
restore-defaults = Restore defaults
black-seat = Black
white-seat = White
swap-sides = Swap sides
rule-freestyle = Freestyle
rule-standard = Standard
rule-renju = Renju
rule-caro = Caro
rule-caro-exact = Caro (exact)
rule-free = { $count } in a row
rule-custom = Other
about-wins = { $kind ->
        [exact] Exactly { $count } in a row win; more do not.
        [open-or-more] { $count } in a row win, unless both ends touch the other side’s stones; more always win.
        [open-exact] Exactly { $count } in a row win, unless both ends touch the other side’s stones.
       *[or-more] { $count } or more in a row win.
    }
about-black = Black: { $about }
about-white = White: { $about }
about-forbidden = Black must not make six in a row, two fours or two open threes at once.
about-passes = Either side may pass.
# What stands between two sentences: a space, or nothing where a language needs none.
between-sentences = { " " }

## The element for other people's pages

element-busy = One moment: the engine is thinking.
element-engine-failed = The engine failed: { $reason }
puzzle-black = Black to play and win.
puzzle-white = White to play and win.
puzzle-judged = Is that a win? …
puzzle-good = Good. And now?
puzzle-miss = After { $point } the engine sees no win. Try another move.
puzzle-solved = Solved!
puzzle-again = Again

## The engine's workings: its candidates and the log of its searches

candidates = Candidates
no-candidates = There is nothing to choose from.
about-candidates = What the engine tries first, before it has searched. The last column is what the search says of its best moves.
candidate-rank = #
candidate-move = Move
candidate-priority = Priority
candidate-shape = Shape
candidate-against = against { $shape }
candidate-search = Search
candidate-worth = Worth
shape-win = a win
minimax-candidates = What minimax looked at for move { $number }, { $point }
minimax-about = { $nodes }; its table knew { $percent }% of what it was asked for.
minimax-at-once = The move needed no search.
search-log = Search log
log-empty = Nothing has been searched yet.
log-about = A line for each depth that was finished. Values are Black’s, in the engine’s own units.
log-search = Move { $number }, { $side ->
        [black] Black
       *[white] White
    }: { $purpose ->
        [hint] a hint
        [move] its move
       *[analysis] analysis
    }
log-depth = Depth
log-value = Value
log-positions = Nodes
log-time = Time
log-line = Line
# { $ten-thousands } is for languages that count so.
count-short = { $size ->
        [plain] { $nodes }
        [thousands] { $thousands } k
       *[millions] { $millions } M
    }
copy-log = Copy as text
log-copied = The log is copied.

## The engine's thoughts

thoughts = What the engine thinks
depth = Depth { $depth }
# { $ten-thousands } is for languages that count so.
nodes = { $size ->
        [plain] { $nodes ->
            [one] 1 position
           *[other] { $nodes } positions
        }
        [thousands] { $thousands } k positions
       *[millions] { $millions } M positions
    }
seconds = { $seconds } s
chance = Black’s chances: { $percent }%
mate-black = Black wins in { $moves ->
        [one] 1 move
       *[other] { $moves } moves
    }
mate-white = White wins in { $moves ->
        [one] 1 move
       *[other] { $moves } moves
    }
expected = Expects { $line }
mate-short-black = B in { $moves }
mate-short-white = W in { $moves }
speed = { $size ->
        [plain] { $nodes }/s
        [thousands] { $thousands } k/s
       *[millions] { $millions } M/s
    }
table-full = table { $full }%
analyse = Look at every position
best-moves = Best moves
line-count = How many of the best moves
looking = Looking …
analysis-off = Switch it on to see the best moves.
what-it-does = What { $point } does
chart = Black’s chances
chart-move = Move { $number }: { $percent }%
forced-wins = Forced wins
solve-vcf-black = Black, by fours
solve-vcf-white = White, by fours
solve-vct-black = Black, by threats
solve-vct-white = White, by threats
solving = Looking for a win …
solved-black = Black has a win { $means } ({ $nodes }, { $time }).
solved-white = White has a win { $means } ({ $nodes }, { $time }).
refuted-black = Black has no win { $means } ({ $nodes }, { $time }).
refuted-white = White has no win { $means } ({ $nodes }, { $time }).
not-solved = Whether there is a win { $means } was not found out ({ $nodes }, { $time }).
walk-attack = { $attack } wins in { $moves ->
        [one] 1 move
       *[other] { $moves } moves
    } from the start. Answer on the board, or let the longest defence answer.
walk-won = { $attack } wins.
walk-back = Back
walk-on = Next
walk-end = End
moves = Moves
move-label = Move { $number }, { $color } { $point }
passed = pass
no-moves = No moves yet.

## Review and variations

review = Review
review-game = Review this game
review-again = Review again
review-stop = Stop the review
review-about = The engine goes through all moves and says where the game turned.
review-effort = How thoroughly
effort-quick = Quick
effort-normal = Normal
effort-thorough = Thorough
review-position = Position { $number } of { $count }
review-left = about { $time } left
review-running = Going through the game …
review-done = Choose a sentence to see it on the board.
review-clean = No mistakes were found.
review-partial = Only the last { $count ->
        [one] move was
       *[other] { $count } moves were
    } looked at.
review-accuracy = Accuracy
class-best = best
class-good = good
class-slip = slip
class-mistake = mistake
class-blunder = blunder
missed-win-you = Move { $number }: you had a win: { $point }.
missed-win-black = Move { $number }: Black had a win: { $point }.
missed-win-white = Move { $number }: White had a win: { $point }.
missed-block-you = Move { $number }: you had to answer at { $point }.
missed-block-black = Move { $number }: Black had to answer at { $point }.
missed-block-white = Move { $number }: White had to answer at { $point }.
turning-point = Move { $number }, { $color }: { $class }, { $percent }% given away. { $point } was better.
review-line = On the board: { $line }
try-again = Try again from here
move-label-class = { $move }, { $class }
variations = Variations
tree-start = Start
comment-on = Comment on move { $number }, { $point }
comment-on-start = Comment on the start
promote = Promote variation
delete-branch = Delete from here
deleted-moves = { $count ->
        [one] 1 move deleted.
       *[other] { $count } moves deleted.
    }

## Replay

replay = Replay
replay-place = Move on the board
replay-at = Move { $move } of { $moves }
replay-first = To the beginning
replay-back = One move back
replay-play = Play the game through
replay-stop = Stop
replay-forward = One move on
replay-last = To the last move
replay-speed = Moves in a second
replay-speed-of = { $speed } / s
key-step = One move back, or on
key-ends = To the beginning, or to the last move

## Records

open-game = Open a game
open-file = Choose a file
paste = Or paste a game or a link, in any format
open-pasted = Open
previous-game = Back to the game before
reading = Reading …
games-found = { $count } games: choose one.
game-found = { $black } – { $white }, { $size } × { $size }, { $moves } moves
save-game = Save this game
format = Format
save-file = Save file
writing = Writing …
saved-all = Saved.
saved-without = Saved, without what this format cannot hold: { $losses }.
between-names = { ", " }
studio-failed = That did not work: { $reason }
loss-rule = the rule
loss-size = the size of the board
loss-max-moves = the most number of moves
loss-to-move = the side to move
loss-moves = some moves
loss-players = the players
loss-info = the game's details (event, date, ranks)
loss-result = the result
loss-line-ends = line ends in comments
loss-comments = comments
loss-marks = marks
loss-times = times
loss-evaluations = evaluations
loss-properties = properties of other programs
loss-variations = variations
loss-cursor = the place in the game
loss-protocol = the opening protocol
share = Share
make-link = Make a link
link = Link to this game
copy-link = Copy
link-copied = The link is copied.
qr = QR code of the link

## The desktop program

menu-file = File
menu-new = New game …
menu-open = Open …
menu-save = Save as …
menu-quit = Quit
menu-game = Game
menu-first = To the beginning
menu-last = To the last move
menu-view = View
menu-full-screen = Full screen
menu-larger = Larger
menu-smaller = Smaller
menu-usual-size = Usual size
menu-manual = Rules and keys
menu-about = About Tengen
menu-about-comment = Gomoku and renju against an engine or a friend.
file-games = Games
file-any = All files
file-not-read = This file cannot be read: { $reason }
file-not-saved = The file was not saved: { $reason }

## The library

part-statistics = Statistics
part-open = Open
part-save = Save
part-whole = Backup
whole-library = All games
find-game = Find a game
keep-game = Keep this game
library-empty = Games that end are kept here by themselves, and so are those that make room for another.
library-count = { $all ->
        [0] No games yet.
        [one] 1 game.
       *[other] { $all } games.
    }
library-found = { $found ->
        [0] None of { $all } games.
       *[other] { $found } of { $all } games.
    }
library-missing = This browser keeps no games. The one on the board stays; save others as files.
library-refused = The browser refuses to keep games (it says: { $reason }). The latest wait for it to change its mind; save them as files to be sure.
library-unreadable = { $count ->
        [one] 1 game here cannot be read. It stays as it is.
       *[other] { $count } games here cannot be read. They stay as they are.
    }
library-broken = This game cannot be read: { $reason }. It stays in the library.
library-kept = The game is kept.
library-deleted = “{ $name }” is deleted.
library-emptied = All games are deleted.
library-saved = { $count ->
        [one] 1 game is saved.
       *[other] { $count } games are saved.
    }
library-taken = { $count ->
        [one] 1 game is taken over
       *[other] { $count } games are taken over
    }; { $there } were here already.
library-not-taken = { $count } could not be read, the first of them game { $number }: { $reason }.
library-no-archive = This file is no library of Tengen’s: { $reason }. Nothing was changed.
library-versus = { $black } – { $white }
library-won = You won
library-lost = You lost
library-draw = Draw
library-black-won = Black won
library-white-won = White won
library-unfinished = Unfinished
library-moves = { $count ->
        [one] 1 move
       *[other] { $count } moves
    }
more-games = Show more
more-about = More about { $name }
rename = Rename
new-name = New name; leave it empty to have one made
delete = Delete
undo-delete = Put it back
about-library = All games as one file, to be loaded in another browser or on a later day.
export-all = Save all games
import-all = Load games
delete-all = Delete everything
delete-all-really = { $count ->
        [one] Really delete 1 game
       *[other] Really delete { $count } games
    }

## Statistics

statistics = Statistics
about-statistics = Counted are your games that ended here, against a program.
statistics-since = Counted are your games that ended here, against a program, since { $moment }. The games from before are still in the library.
statistics-empty = There is nothing to count yet. Play a game to its end.
statistics-others = Not counted: { $people } between two people, { $programs } between two programs.
statistics-set-up = { $count ->
    [one] 1 game from a set-up position is not counted.
   *[other] { $count } games from set-up positions are not counted.
}
reset-statistics = Count from now on
count-all = Count all games again
save-statistics = Save as a table
tally-total = All
tally-games = Games
tally-wins = Won
tally-wins-short = W
tally-draws = Drawn
tally-draws-short = D
tally-losses = Lost
tally-losses-short = L
tally-points = Points
tally-by-opponent = By opponent
tally-by-rule = By rule
tally-by-side = By your side
streak-wins = { $count ->
        [one] You won the last game.
       *[other] You won the last { $count } games.
    }
streak-losses = { $count ->
        [one] You lost the last game.
       *[other] You lost the last { $count } games.
    }
streak-draws = { $count ->
        [one] You drew the last game.
       *[other] You drew the last { $count } games.
    }
streaks-longest = Most in succession: { $wins } won, { $losses } lost.
course = Share of the points in the last ten games
course-game = Game { $number }: { $percent }%
course-now = Share of the points over { $count } games, now { $percent }%

## What a move does
#
# Each sentence speaks about a move that has been named. { $line } and { $points } are names of points.

fact-forbidden = Loses: the point is forbidden to Black ({ $reason }).
fact-wins = Wins: { $points }.
fact-loses-to-five = Leaves { $opponent } a win with the next move: { $points }.
fact-misses-win = Misses a win { $means } in { $moves ->
        [one] 1 move
       *[other] { $moves } moves
    }: { $line }.
fact-allows-win = Allows { $opponent } a win { $means } in { $moves ->
        [one] 1 move
       *[other] { $moves } moves
    }: { $line }.
fact-starts-win = Starts a win { $means } in { $moves ->
        [one] 1 move
       *[other] { $moves } moves
    }: { $line }.
fact-traps = Makes a four that Black could only stop on { $points }, which is forbidden ({ $reason }).
fact-stops-win = Stops { $opponent }’s win at { $points }.
fact-makes = Makes { $shape }: { $points }.
fact-prevents-win = Prevents { $opponent }’s win { $means } in { $moves ->
        [one] 1 move
       *[other] { $moves } moves
    }: { $line }.
fact-blocks = Blocks { $shape } of { $opponent }’s: { $points }.
fact-denies = Takes the point on which { $opponent } would make { $shape } with { $points }.
fact-threatens-win = Threatens a win { $means } in { $moves ->
        [one] 1 move
       *[other] { $moves } moves
    }: { $line }.
fact-draws = Ends the game in a draw: { $reason }.
fact-quiet = A quiet move.
fact-quiet-twos = A quiet move that makes { $count ->
        [one] a two
       *[other] { $count } twos
    }: { $points }.
undecided-starts-win = Undecided ({ $because }): does it start a win { $means }?
undecided-misses-win = Undecided ({ $because }): does it miss a win { $means }?
undecided-allows-win = Undecided ({ $because }): does it allow { $opponent } a win { $means }?
undecided-prevents-win = Undecided ({ $because }): does it prevent a win of { $opponent }’s { $means }?
undecided-threatens-win = Undecided ({ $because }): does it threaten a win { $means }?
undecided-for-nodes = limit of nodes
undecided-for-time = limit of time
undecided-when-stopped = stopped
means-vcf = by continuous fours (VCF)
means-vct = by continuous threats (VCT)
# { $one-short } and { $two-short } are the stones of a row that lacks one or two of { $length }.
shape-open-four = { $length ->
        [5] an open four
       *[other] an open row of { $one-short }
    }
shape-double-four = { $length ->
        [5] a double four
       *[other] two rows of { $one-short }
    }
shape-four-three = { $length ->
        [5] a four-three
       *[other] a row of { $one-short } and an open one of { $two-short }
    }
shape-four = { $length ->
        [5] a four
       *[other] a row of { $one-short }
    }
shape-double-three = { $length ->
        [5] a double three
       *[other] two open rows of { $two-short }
    }
shape-open-three = { $length ->
        [5] an open three
       *[other] an open row of { $two-short }
    }
shape-three = { $length ->
        [5] a closed three
       *[other] a closed row of { $two-short }
    }
reason-overline = overline
reason-double-four = double-four
reason-double-three = double-three
reason-board-full = the board is full
reason-both-passed = both sides passed
reason-move-limit = no more moves may be played

## The board, for those who cannot see it

board = Board, { $size } lines a side. Arrow keys move, Enter places a stone.
cell-empty = { $point }, empty
cell-black = { $point }, black stone
cell-white = { $point }, white stone
cell-last = last move
cell-hint = recommended
cell-forbidden-overline = { $point }, forbidden: overline
cell-forbidden-double-four = { $point }, forbidden: double-four
cell-forbidden-double-three = { $point }, forbidden: double-three
