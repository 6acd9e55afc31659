# English. Short, friendly, concrete: what happened, and what to do.

## The page

language = Language
expert-terms = Expert terms (VCF, VCT)
black-chances = Always show Black’s chances
actions = Actions

## Settings

settings-page = Display
theme = Theme
theme-auto = Follow system
theme-kaya = Light wood
theme-paper = Paper
theme-night = Night
theme-contrast = High contrast
motion = Animations
motion-auto = Follow system
motion-full = On
motion-reduced = Off
settings-board = Board
stones = Stones
stones-shaded = Shaded
stones-flat = Flat
stones-glass = Glass
numbers = Move numbers
numbers-none = None
numbers-last = Last move
numbers-few = Last five moves
numbers-all = All
turn = Orientation
turn-identity = Default
turn-rotate-90 = Rotated 90° clockwise
turn-rotate-180 = Rotated 180°
turn-rotate-270 = Rotated 90° anticlockwise
turn-mirror-columns = Flipped horizontally
turn-mirror-rows = Flipped vertically
turn-transpose = Flipped along diagonal ↘
turn-anti-transpose = Flipped along diagonal ↗
coordinates = Coordinates
show-forbidden = Mark forbidden points
show-threats = Mark threats
drawings = Rings and arrows
drawings-how = Right-click draws a ring, dragging an arrow; with Shift in red, with Alt in blue. With a pen, clicks, taps and Enter draw; Shift+Enter on two points draws an arrow.
drawings-how-touch = Choose a pen. A tap draws a ring, and a finger that slides draws an arrow. The same again takes it away.
ink-green = Green pen
ink-red = Red pen
ink-blue = Blue pen
clear-drawings = Clear drawings
settings-engine = Engine (for experts)
analysis-time = Time per position
analysis-endless = Infinite
engine-memory = Memory (hash table)
engine-memory-about = What the engine has found about positions stays in memory from move to move. Clear it to begin from nothing.
engine-threads = Threads
engine-automatic = Automatic
mebibytes = { $size } MiB
clear-hash = Clear memory
hash-cleared = The memory is empty.
copy-picture = Copy picture
picture-copied = The picture of the position is in the clipboard.
picture-not-copied = This browser does not let the page copy pictures. Save it as PNG instead.
premoves = Premoves: choose a move while the opponent thinks
premove-chosen = Premove { $point }: it is played as soon as it is your turn. Click it again to cancel.
heat = Shade the moves that the engine tries first
rings-about = Black’s chances in per cent after the engine’s moves:
rings-about-own = Your chances in per cent after the engine’s moves:
ring-best = the best move
ring-close = nearly as good
ring-worse = clearly worse
threats-about = A stone on a marked point would make:
threat-four = a four or double-three
threat-three = an open three
settings-touch = Touch
aim = Touch input
aim-auto = Automatic
aim-direct = Single tap
aim-twice = Tap twice to confirm
aim-magnifier = Magnifier
settings-sound = Sound
sound = Sound effects
volume = Volume
hear-stone = Try it
per-cent = { $value }%
settings-programs = Computer’s pace
pause-ms = Minimum move time
settings-export = Export settings
settings-import = Import settings
settings-reset = Reset
settings-taken = The settings were imported.
settings-were-reset = All settings except the language were reset.
settings-refused = This is not a Tengen settings file: { $reason }. Nothing was changed.

## Help

help-rules = Rules
help-openings = Openings
help-controls = Controls
help-levels = Levels
help-pointer = Mouse and touch
help-pointer-how = Click an intersection to place a stone. Point at a forbidden point to see why it is forbidden.
help-touch-how = On small boards, a short tap selects a point; tap it again to place the stone. Or hold: a magnifier appears; slide to the point you want and lift your finger. In the settings you can switch to a single tap, or to two taps.

rules-aim = Black and White take turns placing a stone on an empty intersection. Stones never move. The first player with enough stones in a row, horizontally, vertically or diagonally, wins.
shows-five = Black wins here.
shows-six-wins = Six in a row also win.
shows-six-no-win = Six in a row do not win: filling the gap is not a win.
shows-overline = Overline (six or more): forbidden for Black. White wins with it.
shows-double-three = Double-three (two open threes at once): forbidden for Black.
shows-double-four = Double-four (two fours at once): forbidden for Black.
shows-half-blocked = Five blocked at one end still win.
shows-blocked = Five blocked at both ends do not win.
learn-first = Course

learn-about = Short lessons on the board, from the first stone to reading threats. Your game is saved.
learn-begin = Begin: { $lesson }
learn-go-on = Next: { $lesson }. { $done } of { $of } lessons done.
learn-all-done = You have done all { $of } lessons.
learn-following = Next: { $lesson }
learn-show = Show me
learn-back = Back
learn-link = Copy link
lesson-done = done
lesson-right = Right.
lesson-finished = The lesson is done.
you-are-black = You are Black.
you-are-white = You are White.
course-failed = The lessons could not be loaded. Check the connection.
course-link-fault = The link opens no lesson.
goal-place = Place a stone anywhere.
goal-five = Make five in a row.
goal-stop-five = Stop the five.
goal-four = Make a four.
goal-open-four = Make a four that cannot be stopped.
goal-three = Make a three: a row that becomes an open four with the next stone.
goal-stop-three = Stop the threat before it becomes a four that cannot be stopped.
goal-win = Find the move that makes two threats at once and wins.
goal-forbidden = Find a point that is forbidden to Black.
goal-allowed = Which letter may Black play?
miss-five = That is not five in a row.
miss-stop-five = Then the other side makes five, as you see.
miss-four = That is no four: no five would follow with the next stone.
miss-open-four = That four can be stopped, or it is none.
miss-three = No open four would follow from there.
miss-stop-three = Then the other side makes a four that you cannot stop.
miss-win = One answer stops all of that.
miss-forbidden = Black may play there.
miss-allowed = That point is forbidden.
learn-rules-about = What wins, what is forbidden, and how the variants differ. With pictures.
learn-openings-about = How a fair game begins: swaps and first stones.
learn-progress = Step { $number } of { $of }
learn-next = Next
learn-play = Play a game
learn-end = All lessons
learn-miss = Not there.

about-levels = Twenty levels, each a little stronger than the one below. The lower ones overlook what people overlook: a row on a diagonal, a three with a gap, something far from the last stone. From level 5 on, none leaves an open three unanswered. Levels 1 to 19 are as strong on a phone as on a large computer; level 20 thinks for up to { $time } a move, unless you set another time.
levels-from-to = { $first ->
        [20] Level 20
       *[other] Levels { $first } to { $last }
    }
about-characters = Any level can have a manner. It changes which of several good moves is played, and hardly the strength.
about-presets = A preset sets the level, the board and the search limits of a new game.
preset-limits = { $time } per move, { $depth } plies
minimax-steps = How Clockwork (minimax) chooses its move
about-minimax-steps = Before it searches, Clockwork checks four questions in this order, and plays the first point that it finds. In the diagrams it plays Black.
step-win = Can I win now? Complete five.
step-block = Can the opponent win next? Block the five.
step-four = Can I make a four or an open four? Make it.
step-block-four = Can the opponent make one? Take that point.
step-search = Otherwise: search, and compare the best candidates.
about-classics = The programs that Tengen grew from. They choose their moves as before.
about-tuple = Formerly “five-tuples”: scores every row of five points. It does not look ahead.
about-direction = Formerly “four directions”: scores the four directions through each point. It does not look ahead.
about-greedy = Formerly “greedy”: plays the point that is best right now, for attack or defence.
about-game-tree = Formerly “game tree”: searches a few candidate moves several plies deep.
about-minimax-easy = Formerly “minimax”: searches 3 plies deep.
about-minimax-normal = Formerly “minimax”: searches 6 plies deep.
about-minimax-hard = Formerly “minimax”: searches up to 12 plies deep within its time limit.

help-keys = Keyboard
key-arrows = Move around the board, or between tabs
key-enter = Place a stone
key-escape = Back to the game
key-puzzle = In a puzzle: the moves of the solution, the next puzzle, another try

## Players

color-black = Black
color-white = White
program-tengen = Tengen
seat-person = You
you-named = You · { $name }
seat-level = Tengen, level { $level }
level-numbered = Level { $level }
levels = Levels
even-game = Match my strength
even-first = Follows your results, so that you win about every second game. A few games find your level.
even-about = Follows your results, so that you win about every second game. You play about as well as level { $level } (± { $error }).
level-weaker = A weaker opponent
level-stronger = A stronger opponent
suggested-level = Try { $name }
tier-newcomer = newcomer
tier-beginner = beginner
tier-casual = casual player
tier-club = club player
tier-strong = strong club player
tier-expert = expert
tier-full = full strength
meet-newcomer = Overlooks a lot, even rows of four. For a first game.
meet-beginner = Usually stops four in a row, and sometimes forgets a three.
meet-casual = Answers every open three, but rarely sees two threats coming at once.
meet-club = Sees short wins, and thinks ahead before many moves.
meet-strong = Thinks ahead before almost every move.
meet-expert = Hardly overlooks anything and reads deep.
meet-full = Plays at full strength. Very few people beat it.
seat-external = External player
quick-choice = A new game
quick-opponent = Opponent
start-computer = Computer
start-friend = A friend here
start-online = Online
start-learn = New here?
start-learn-about = Learn the game in two minutes
more-options = More
start-more = Clock and rules
all-options = Rules and board …
more-opponents = Other opponents
strength-of = Strength { $strength } of { $most }
meet-direction = Looks along the four directions, and never ahead.
meet-tuple = Counts the rows of five that are still open.
meet-greedy = Takes the point that looks best right now.
meet-game-tree = Thinks a few moves ahead.
meet-minimax = Tries your best answers before it moves.
character = Manner
character-none = Plain
character-at = { $name }, { $opponent }
tiger = Tiger
tiger-about = The tiger threatens whenever it can.
tiger-begins = I hope you like being chased.
tiger-thinks = Do you see what is coming?
tiger-plays = Standing still is for stones.
tiger-wins = Got you! Once more?
tiger-loses = You have claws, too. Well played.
turtle = Turtle
turtle-about = The turtle breaks your rows early and waits.
turtle-begins = Take your time. I have plenty.
turtle-thinks = I believe I have seen this row before.
turtle-plays = One stone at a time.
turtle-wins = Slow and steady.
turtle-loses = You found the way around me. Well done.
cat = Cat
cat-about = The cat stops you and builds with the same stone.
cat-begins = You first. I like to watch.
cat-thinks = Your move gave me an idea.
cat-plays = I only look asleep.
cat-wins = You came to me, and I pounced.
cat-loses = I will pretend that this was my plan.
beaver = Beaver
beaver-about = The beaver builds quietly and keeps its threats.
beaver-begins = First the foundations.
beaver-thinks = Another twig, and another.
beaver-plays = Do not mind me. I am only building.
beaver-wins = And the dam is done.
beaver-loses = You found the leak. I will build it better.
fox = Fox
fox-about = The fox takes risks and opens new fronts.
fox-begins = Shall we make this exciting?
fox-thinks = I have something up my sleeve.
fox-plays = Who dares, wins. Mostly.
fox-wins = Luck? A little. Another round?
fox-loses = I gambled, and you saw through it.
owl = Owl
owl-about = The owl holds the centre and stays close to the stones.
owl-begins = The board is empty, and all is possible.
owl-thinks = The centre sees everything.
owl-plays = Quiet moves are heard last.
owl-wins = Look back at the game. There is a moment to find.
owl-loses = The pupil has surprised the master.
quick-color = You play
quick-clock = Clock
choice-person = Player
classics = Classic programs
classic-tuple = Abacus
classic-direction = Compass
classic-greedy = Magpie
classic-game-tree = Scout
classic-minimax-easy = Clockwork 1
classic-minimax-normal = Clockwork 2
classic-minimax-hard = Clockwork 3
begins = moves first

## During a game

first-stone-count = Get { $count ->
        [5] five
       *[other] { $count }
    } in a row.
first-stone-you = You are Black.
first-stone-both = Black begins.
place-anywhere = Place a stone anywhere.
your-turn = Your turn.
tap-again = Tap { $point } again to place the stone.
tap-again-asks = Tap { $point } again to ask about it.
turn-black = Black to move.
turn-white = White to move.
thinking = { $name } is thinking …
thinking-black = Black is thinking …
thinking-white = White is thinking …
thinking-hint = Looking for a good move …
paused = Paused.
replaying = Replaying the game …
watching = { $all ->
        [0] This is a shared position.
       *[other] This is a shared game, move { $move } of { $all }.
    }
watching-how = You are only looking. Play on from here yourself, or analyse it.
refused-watching = This is a shared game. Press “Play on from here” to play.
play-on = Play on from here
paused-engine = { $name } is paused. Press “Resume” to continue.
# An earlier position of a game that is over.
looking-back = { $move ->
        [0] Before the first of { $moves } moves.
       *[other] After move { $move } of { $moves }.
    }
hint-found = Try { $point }.
hint-quiet = No direct threat. Expected line: { $line }
engine-passed = { $name } passes. Your turn.
engine-played = { $name } played { $point }. Your turn.
refused-occupied = { $point } is taken. Choose an empty point.
refused-forbidden-overline = { $point } is forbidden: overline.
refused-forbidden-double-four = { $point } is forbidden: double-four.
refused-forbidden-double-three = { $point } is forbidden: double-three.
about-overline = Black may not make six or more in a row.
about-double-four = Black may not make two fours at once.
about-double-three = Black may not make two open threes at once.
refused-not-your-turn = Please wait: { $name } is thinking.
refused-over = The game is over. Start a new one to play on.
resign-question = Do you want to resign?
resign-yes = Resign
resign-no = Play on
engine-failed = The engine could not be started.
engine-restarted = The engine stopped and was restarted.
engine-gave-up = The engine keeps stopping.
without-network = The engine is weaker: its network has not loaded.
engine-off = The engine is off.
start-engine = Start the engine
unsaved-games = { $count ->
        [one] A game is not saved: this browser has no room for it, or does not let Tengen store anything.
       *[other] { $count } games are not saved: this browser has no room for them, or does not let Tengen store anything.
    } It is gone when you close this page.
unsaved-settings = Your settings are not saved: this browser has no room for them, or does not let Tengen store anything.
save-unsaved = Save as a file
newer-page = A new version of Tengen is available. Your game is saved.
open-newer = Update now
engine-refused = The engine cannot search this position.
invalid-answer = No valid move was received.
# Messages of programs and browsers are in English, so that other languages omit { $reason } and { $message }.
engine-off-why = You can still play against another person. ({ $reason })
engine-refused-why = Reason: { $reason }.
game-lost = The saved game could not be read. It stays in this browser; a new game was started.

## Clocks

clock = Time control
clock-of = { $color }’s clock
clock-none = No clock
clock-per-move = { $time } per move
clock-fischer = { $main } + { $more }
clock-byo-yomi = { $main } + { $periods } × { $period }
clock-only-periods = { $periods } × { $period }
clock-own = Custom
clock-kind = Type
clock-kind-per-move = Per move
clock-kind-increment = Increment
clock-kind-byo-yomi = Byo-yomi
clock-main = Main time
clock-seconds-per-move = Time per move
clock-seconds-increment = Increment per move
clock-seconds-period = Time per period
clock-periods = Periods
minutes = { $minutes } min
days = { $days ->
        [one] 1 day
       *[other] { $days } days
    }
seconds-left = { $seconds } seconds left.

## Offers of a draw

offer-draw = Offer draw
draw-question-black = White offers a draw. Black, do you accept?
draw-question-white = Black offers a draw. White, do you accept?
draw-yes = Accept
draw-no = Decline
draw-considered = { $name } is considering your offer …
draw-declined = { $name } declines the draw.
draw-declined-black = Black declines the draw.
draw-declined-white = White declines the draw.
draw-too-early = { $name } does not accept a draw before move { $moves }.

## Openings

opening = Opening rule
protocol-none = None
protocol-swap2 = Swap2
protocol-swap = Swap
protocol-pro = Pro
protocol-long-pro = Long Pro
protocol-rif = RIF
protocol-yamaguchi = Yamaguchi
protocol-soosorv = Soosõrv-8
protocol-taraguchi = Taraguchi-10
about-swap2 = The first player places two black stones and a white one. The second player chooses a colour, or places one more stone of each colour and lets the first player choose.
about-swap = The first player places two black stones and a white one. The second player chooses a colour.
about-pro = Black starts in the centre and plays the second black stone outside the central 5 × 5.
about-long-pro = Black starts in the centre and plays the second black stone outside the central 7 × 7.
about-rif = Three stones are placed in the centre, then the other player may swap. White plays the fourth move, Black offers two fifth moves, and White chooses one.
about-yamaguchi = Three stones are placed in the centre and the number of fifth moves is announced, then the other player may swap. White plays the fourth move, Black offers the fifth moves, and White chooses one.
about-soosorv = Three stones are placed in the centre, then the other player may swap. White plays the fourth move and announces the number of fifth moves, up to eight. After another possible swap Black offers them, and White chooses one.
about-taraguchi = After each of the first four moves the other player may swap. Black then plays the fifth move near the centre, or offers ten.
look-swap2 = Aim for an even position. If you prefer neither colour, place two more stones and leave the choice to the other player.
look-swap = Aim for an even position: the second player takes the better colour.
look-pro = The distant second stone slows Black’s attack. White should stay close to the first stone.
look-long-pro = The second stone lies still farther away. White has more time to build beside the first stone.
look-rif = White leaves Black the weaker of the two fifth moves. Black needs two of about equal strength.
look-yamaguchi = The more fifth moves are announced, the weaker Black becomes. Choose the number that makes both colours equal.
look-soosorv = White balances the game twice, with the fourth move and with the number of fifth moves. A high number helps White.
look-taraguchi = The other player swaps to the better colour, so keep every move even. Offer ten fifth moves where a single one would be too strong.
about-openings = About opening rules
openings-why = Black moves first and would win too often. An opening rule lets the players share that advantage out before the game begins.
openings-how = The status line says what to choose, and the board marks where stones may lie. Opening rules are chosen in the form for a new game; those of renju appear with the rule renju.
back-to-form = Back to the new game
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
opening-colors-or-place = Choose your colour, or place two more stones.
opening-announce = Announce how many fifth moves Black will offer.
opening-offer = Choose fifth moves for Black to offer ({ $number } of { $count }).
opening-pick = Choose one of the offered fifth moves.
play-black = Play Black
play-white = Play White
opening-place-more = Place two more
opening-play-fifth = Play the fifth move
opening-offer-instead = Offer ten fifth moves
opening-announce-ok = Announce
fifth-moves = Fifth moves
chose-stones = { $name } placed { $points }.
chose-stay = { $name } keeps { $color }.
chose-swap = { $name } swaps to { $color }.
chose-number = { $count ->
        [one] { $name } announced one fifth move.
       *[other] { $name } announced { $count } fifth moves.
    }
chose-offer = { $name } offered { $points }.
chose-pick = { $name } chose { $points }.
refused-zone = { $point } is outside the area for this stone.
refused-same-fifth = { $point } is by symmetry the same as a fifth move already offered.
refused-not-offered = { $point } was not offered. Choose one of the numbered points.

## Results

win-you = You win!
win-engine = { $name } wins.
win-black = Black wins.
win-white = White wins.
draw = Draw.
because-line = { $count } in a row.
because-forbidden-overline = Black made a forbidden overline.
because-forbidden-double-four = Black made a forbidden double-four.
because-forbidden-double-three = Black made a forbidden double-three.
because-full = The board is full.
because-both-passed = Both sides passed.
because-move-limit = The move limit was reached.
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
resume = Resume
new-game = New game
set-up = Set up
link-refused = This link could not be opened.
link-refused-why = Reason: { $reason }.
setting-up = Set up a position.
setup-how = Choose a point to change it from empty to black, to white, and back to empty.
setup-side = Side to move
setup-start = Play from here
setup-clear = Clear
setup-both-win = Both sides have a winning row. Remove one.
setup-decided = The game is already over in this position. Remove a stone.
play-again = Play again
next-steps = Next
next-level = Next: { $name }
level-below = Try { $name }
swap-colors = Swap colours
review-turn = See where it turned
review-turn-about = The engine looks at every move
start = Start
cancel = Cancel
rule = Rule
board-size = Board size
lines = { $count } × { $count }
in-a-row = Stones in a row to win
max-moves = Move limit
no-limit = None
presets = Presets
preset-easy = Small board
preset-normal = Medium board
preset-hard = Full board
tuning = Engine settings
tune-time = Time per move
tune-depth = Depth in plies
tune-breadth = Candidates per position
tune-nodes = Nodes per move
tune-forbidden = Consider forbidden moves in the search
own-setting = Default
restore-defaults = Restore defaults
black-seat = Black
white-seat = White
swap-sides = Swap colours
rule-freestyle = Freestyle
rule-standard = Standard
rule-renju = Renju
rule-caro = Caro
rule-caro-exact = Caro (exact)
rule-free = { $count } in a row
rule-custom = Custom
about-wins = { $kind ->
        [exact] Exactly { $count } in a row win; longer rows do not.
        [open-or-more] { $count } in a row win unless blocked by opposing stones at both ends; longer rows always win.
        [open-exact] Exactly { $count } in a row win unless blocked by opposing stones at both ends.
       *[or-more] { $count } or more in a row win.
    }
about-black = Black: { $about }
about-white = White: { $about }
about-forbidden = Black may not make an overline, two fours at once or two open threes at once.
about-passes = Either side may pass.
no-winner = Nobody can win here: a row of { $count } does not fit on a board of { $lines } lines.
# The separator of two sentences: a space, or nothing if the language needs none.
between-sentences = { " " }

## The element for other pages

element-busy = Please wait: the engine is thinking.
element-engine-failed = The engine failed: { $reason }
puzzle-black = Black to play and win.
puzzle-white = White to play and win.
puzzle-right-black = Black to play: one move is right.
puzzle-right-white = White to play: one move is right.
puzzle-judged = Checking …
puzzle-good = Correct. What next?
puzzle-miss = After { $point } the engine finds no win. Try another move.
puzzle-refuted = { $point } is refuted: { $line }. Try another move.
puzzle-idle = { $point } is not the move. Try another one.
puzzle-solved = Solved!
puzzle-again = Try again

## The candidates of the engine and the log of its searches

candidates = Candidates
no-candidates = No candidate moves.
about-candidates = The moves that the engine tries first, before it searches. The last column is the result of the search for its best moves.
candidate-rank = #
candidate-move = Move
candidate-priority = Priority
candidate-shape = Shape
candidate-against = against { $shape }
candidate-search = Search
candidate-score = Value
shape-win = win
minimax-candidates = Clockwork’s candidates for move { $number }, { $point }
thinks-ahead = Thinks { $moves ->
        [one] { $moves } move
       *[other] { $moves } moves
    } ahead
minimax-about = { $nodes }; transposition table hits: { $percent }%.
minimax-at-once = This move needed no search.
search-log = Search log
log-empty = No searches yet.
log-about = One line per completed depth. Values are in engine units, from Black’s point of view.
log-search = Move { $number }, { $side ->
        [black] Black
       *[white] White
    }: { $purpose ->
        [hint] hint
        [move] move
       *[analysis] analysis
    }
log-depth = Depth
log-value = Value
log-positions = Nodes
log-time = Time
log-line = Line
# { $ten-thousands } is for languages that count in units of 10,000.
count-short = { $size ->
        [plain] { $nodes }
        [thousands] { $thousands } k
       *[millions] { $millions } M
    }
copy-log = Copy as text
log-copied = The log was copied.

## The analysis board

analysis-board = Analysis board
analysis-board-how = Move both sides. The game waits unchanged.
analyse-freely = Analysis board
empty-analysis = Empty board
close-analysis = Back to the game
play-from-here = Play from here
adds-variations = Add these moves to the game as variations
variations-refused = { $moves ->
        [one] One move comes after the end of the game. It stays on the analysis board only.
       *[other] { $moves } moves come after the end of the game. They stay on the analysis board only.
    }
evaluation-bar = Evaluation bar
best-moves-marked = Best moves on the board

## The engine's evaluation

thoughts = Engine thinking
depth = Depth { $depth }
# { $ten-thousands } is for languages that count in units of 10,000.
nodes = { $size ->
        [plain] { $nodes ->
            [one] 1 node
           *[other] { $nodes } nodes
        }
        [thousands] { $thousands } k nodes
       *[millions] { $millions } M nodes
    }
seconds = { $seconds } s
chance = Black’s chances: { $percent }%
chance-own = Your chances: { $percent }%
mate-black = Black wins in { $moves ->
        [one] 1 move
       *[other] { $moves } moves
    }
mate-white = White wins in { $moves ->
        [one] 1 move
       *[other] { $moves } moves
    }
expected = Expected line: { $line }
mate-short-black = B in { $moves }
mate-short-white = W in { $moves }
speed = { $size ->
        [plain] { $nodes }/s
        [thousands] { $thousands } k/s
       *[millions] { $millions } M/s
    }
table-full = hash { $full }%
analyse = Analyse
best-moves = Best moves
analysis-more = For experts
line-count = Number of lines
looking = Analysing …
analysis-off = Turn on analysis to see the best moves.
what-it-does = What { $point } does
chart = Black’s chances
chart-own = Your chances
chart-move = Move { $number }: { $percent }%
forced-wins = Forced wins
solve-vcf-black = Can Black force a win? (only fours)
solve-vcf-white = Can White force a win? (only fours)
solve-vct-black = Can Black force a win? (fours and threes)
solve-vct-white = Can White force a win? (fours and threes)
term-vcf = VCF: victory by continuous fours
term-vct = VCT: victory by continuous threats
term-vcf-black = Black by fours (VCF)
term-vcf-white = White by fours (VCF)
term-vct-black = Black by threats (VCT)
term-vct-white = White by threats (VCT)
solving = Searching for a win …
solved-black = Black has a win { $means }: { $nodes }, { $time }.
solved-white = White has a win { $means }: { $nodes }, { $time }.
refuted-black = Black has no win { $means }: { $nodes }, { $time }.
refuted-white = White has no win { $means }: { $nodes }, { $time }.
not-solved = Undecided within the limits: a win { $means } ({ $nodes }, { $time }).
walk-attack = { $attack } wins in { $moves ->
        [one] 1 more move
       *[other] { $moves } more moves
    }. Choose any defence on the board, or press “Next” for the longest one.
walk-won = { $attack } wins.
walk-back = Back
walk-on = Next
walk-end = Close
why-not = Why not here?
why-not-short = Why not?
why-not-ask = Why not here? Choose a point on the board.
why-not-how = You see the best answer to a stone there.
why-not-thinking = Looking for the best answer …
why-not-line = Expected line
why-not-won = { $point } wins at once.
why-not-drawn = { $point } ends the game in a draw.
why-not-refuted = After { $point }, { $side ->
        [black] Black
       *[white] White
    } wins { $means } in { $moves ->
        [one] 1 move
       *[other] { $moves } moves
    }.
why-not-worse = { $point } keeps { $side ->
        [black] Black
       *[white] White
    } a chance of { $percent }%, against { $best-percent }% with the best move { $best }.
why-not-worse-end = After { $point } – { $value }.
why-not-best = With the best move { $best } – { $value }.
why-not-nothing = Nothing was found against { $point }. { $value }.
moves = Moves
move-label = Move { $number }: { $point }, { $color }
passed = pass
no-moves = No moves yet.

## Review and variations

review = Review
review-game = Review this game
review-again = Review again
review-stop = Stop the review
review-about = The engine checks every move and shows where the game turned.
review-effort = How thorough
effort-quick = Quick
effort-normal = Normal
effort-thorough = Thorough
review-position = Position { $number } of { $count }
review-left = about { $time } left
review-running = Reviewing the game …
review-done = Select an entry to see it on the board.
review-clean = No mistakes found.
review-partial = Only the last { $count ->
        [one] move was
       *[other] { $count } moves were
    } reviewed.
review-accuracy = Accuracy
class-best = best
class-good = good
class-slip = inaccuracy
class-mistake = mistake
class-blunder = blunder
missed-win-you = Move { $number }: you missed a win at { $point }.
missed-win-black = Move { $number }: Black missed a win at { $point }.
missed-win-white = Move { $number }: White missed a win at { $point }.
missed-block-you = Move { $number }: you had to defend at { $point }.
missed-block-black = Move { $number }: Black had to defend at { $point }.
missed-block-white = Move { $number }: White had to defend at { $point }.
turning-point = Move { $number }, { $color }: { $class }, −{ $percent }%. { $point } was better.
review-line = Line: { $line }
# Comments of a review, which begin with the engine's name.
remark-class = { $class }.
remark-class-loss = { $class }, −{ $percent }%.
remark-missed-win = { $color } missed a forced win at { $point }.
remark-missed-block = { $color } had to defend at { $point }.
remark-refuted = { $color } now wins by force with { $point }.
remark-better = { $point } was better.
try-again = Retry from here
move-label-class = { $move }, { $class }
variations = Variations
tree-start = Start
comment-on = Comment on move { $number }, { $point }
opening-named = Opening: { $name }
add-comment = Add a comment
comment-on-start = Comment on the start
promote = Promote variation
delete-branch = Delete this move and all after it
deleted-moves = { $count ->
        [one] 1 move deleted.
       *[other] { $count } moves deleted.
    }

## Replay

replay = Replay
replay-place = Position in the game
replay-at = Move { $move } of { $moves }
replay-first = Go to the start
replay-back = Previous move
replay-play = Play the game through
replay-stop = Stop
replay-forward = Next move
replay-last = Go to the end
replay-speed = Moves per second
replay-speed-of = { $speed } / s
key-step = Previous or next move
key-marks = Show or hide the best moves and the evaluation bar
key-analyse = Turn the analysis on or off
key-lines = Previous or next move, another variation (away from the board)
key-ends = Go to the start or the end

## Records

open-game = Open a game
open-file = Choose a file
paste = Or paste a game or a link in any format
open-pasted = Open this text
previous-game = Back to the previous game
reading = Reading …
games-found = { $count } games found. Choose one.
add-all = Add all { $count } to the library
adding = Games added to the library
adding-games = Adding to the library: { $done } of { $of } …
stop-adding = Stop
adding-unreadable = { $count ->
        [one] 1 game could not be read: { $reason }.
       *[other] { $count } games could not be read; of the first: { $reason }.
    }
adding-stopped = Stopped.
games-found-first = { $count } games found, of which { $shown } can be opened here. Choose one.
ask-rule = The file is of another game than five in a row. If it holds five in a row, choose the rule.
game-found = { $black } – { $white }, { $size } × { $size }, { $moves ->
        [one] 1 move
       *[other] { $moves } moves
    }
save-game = Save this game
format = Format
save-file = Save file
writing = Saving …
saved-all = Saved.
saved-without = Saved. This format cannot store: { $losses }.
between-names = { ", " }
file-worker-failed = Error: { $reason }.
# Why a file, a text or a link cannot be read or written, and where. { $message } is the program's message, in English; other
# languages omit it.
fault = { $what } ({ $message })
fault-request = the program made an invalid request
fault-unknown-format = the format is unknown
fault-too-long = it is too large
fault-side-to-move = it does not say which side is to move
fault-content = it contains an error
fault-damaged = it is incomplete or damaged
fault-newer = it was made by a newer version
fault-illegal-move = it contains an illegal move
fault-unwritable = this format cannot store the game
fault-picture = the picture cannot be drawn
fault-qr = it is too long for a QR code
fault-not-loaded = a part of the page could not be loaded
fault-broken = the file worker stopped unexpectedly
fault-image = it is a picture
# What to do about the faults that happen to everybody.
advice-image = This is a picture; the moves in it cannot be read. Open a game file (SGF, for example), or paste the moves or a link.
advice-unknown-format = No game was found here. Open a game file (SGF, for example), or paste moves, a drawn board or a link.
advice-damaged = Part of the link is missing or was changed. Copy all of it, up to its last letter, and try again.
fault-other-game = it is of another game
# What in a file was guessed or left out when it was opened; each is a sentence. { $found } is a text of the file.
notes-of-file = About this file: { $notes }
note-rule = The rule “{ $found }” was read as { $taken }.
note-other-game = The file says that it is another game (GM[{ $found }]); it was read with the rule of this one.
note-several-moves = { $count ->
        [one] One step has several moves, which were read one after the other.
       *[other] { $count } steps have several moves, which were read one after the other.
    }
note-encoding = The file does not name the encoding of its texts; they were read as { $taken }.
note-other-encoding = The file names the encoding { $found }, but its texts are { $taken } and were read so.
note-preface = The text before the game was left out.
note-unclosed = The last bracket is missing. Perhaps the end of the game is missing too.
note-open-brackets = { $count ->
        [one] A name or comment contains square brackets; it was read to the bracket that fits.
       *[other] { $count } names or comments contain square brackets; they were read to the bracket that fits.
    }
note-late-setup = Stones that are set up late in the file were placed before the first move.
note-end-in-words = “{ $found }” was read as the end of the game.
note-opening-moves = { $count ->
        [one] “{ $found }” was read as a move of the opening.
       *[other] “{ $found }” was read as { $count } moves of the opening.
    }
note-unknown-points = The file names points before the first move, and it is unknown what they mean ({ $found }). Moves may be missing.
note-result-left-out = The result “{ $found }” was left out, because it may belong to another position.
note-trailer = The text after the game was left out: “{ $found }”.
note-no-header = The beginning of the library is missing; it was read from its first move on.
note-open-end = The library ends too early; it was read as far as it goes.
format-json = Tengen
format-sgf = SGF
format-psq = Piskvork
format-rec = Gomotur
format-lib = RenLib
format-sav = Yixin
format-pos = POS
format-link = Link
format-moves = List of moves
format-txt = Diagram as text
format-svg = SVG picture
format-png = PNG picture
format-gif = Animated GIF
loss-rule = rule
loss-size = board size
loss-max-moves = move limit
loss-to-move = side to move
loss-moves = some moves
loss-players = player names
loss-info = game details (event, date, ranks)
loss-result = result
loss-line-ends = line breaks in comments
loss-comments = comments
loss-marks = marks
loss-times = times
loss-evaluations = evaluations
loss-properties = properties of other programs
loss-variations = variations
loss-cursor = current position
loss-protocol = opening rule
share = Share
save-gif = GIF
share-title = A game of five in a row
make-link = Create link
link = Link to this game
copy-link = Copy
link-copied = The link was copied.
qr = QR code of the link

## The desktop program

menu-file = File
menu-new = New game …
menu-open = Open …
menu-save = Save as …
menu-quit = Quit
menu-game = Game
menu-first = Go to the start
menu-last = Go to the end
menu-view = View
menu-full-screen = Full screen
menu-larger = Zoom in
menu-smaller = Zoom out
menu-usual-size = Actual size
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
find-game = Search games
keep-game = Add to the library
library-empty = Finished games are saved here automatically. So is an unfinished game when you start another one.
library-count = { $all ->
        [0] No games yet.
        [one] 1 game.
       *[other] { $all } games.
    }
library-found = { $found ->
        [0] No match among { $all } games.
       *[other] { $found } of { $all } games.
    }
annotate-games = { $count ->
        [one] Review 1 game
       *[other] Review all { $count } games
    }
annotate-about = The engine reviews these games one after the other and writes evaluations, comments on mistakes and better lines into them.
annotate-stop = Stop
annotating = Reviewing game { $number } of { $count } …
annotated = { $all ->
        [one] { $count } of 1 game reviewed.
       *[other] { $count } of { $all } games reviewed.
    }
library-missing = This browser cannot store a library. The game on the board is saved; save other games as files.
library-refused = The browser could not store the latest games ({ $reason }). Tengen will try again; save them as files to be safe.
library-unreadable = { $count ->
        [one] 1 game cannot be read. It stays in the library unchanged.
       *[other] { $count } games cannot be read. They stay in the library unchanged.
    }
library-broken = This game cannot be read: { $reason }. It stays in the library.
library-archived = The game was added to the library.
library-deleted = “{ $name }” was deleted.
library-emptied = All games were deleted.
library-saved = { $count ->
        [one] 1 game was exported.
       *[other] { $count } games were exported.
    }
library-imported = { $count ->
        [one] 1 game was imported
       *[other] { $count } games were imported
    }; { $there } were already in the library.
library-not-imported = { $count } could not be read; the first is game { $number }: { $reason }.
library-no-archive = This is not a Tengen library file: { $reason }. Nothing was changed.
library-versus = { $black } – { $white }
shared-game = Shared game
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
more-about = More actions for { $name }
rename = Rename
new-name = New name; leave empty for an automatic name
delete = Delete
undo-delete = Undo
about-library = Export all games to one file, to import in another browser or later.
export-all = Export all games
import-all = Import games
delete-all = Delete all games
delete-all-really = { $count ->
        [one] Really delete 1 game
       *[other] Really delete { $count } games
    }

## Statistics

statistics = Statistics
about-statistics = Your finished games against an engine on this device.
statistics-since = Your finished games against an engine on this device since { $moment }. Earlier games are still in the library.
statistics-empty = No finished games yet. Play a game to its end.
statistics-others = Not counted: { $people } between two players, { $programs } between two engines.
statistics-set-up = { $count ->
    [one] 1 game from a set-up position is not counted.
   *[other] { $count } games from set-up positions are not counted.
}
reset-statistics = Reset statistics
count-all = Count all games
save-statistics = Export as a table
tally-total = All
tally-games = Games
tally-wins = Won
tally-wins-short = W
tally-draws = Drawn
tally-draws-short = D
tally-losses = Lost
tally-losses-short = L
tally-points = Score
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
streaks-longest = Longest winning streak: { $wins }, longest losing streak: { $losses }.
course = Score over the last ten games
course-game = Game { $number }: { $percent }%
course-now = Score over { $count } games, now { $percent }%

## What a move does
#
# Each sentence is about a move that has been named before. { $line } and { $points } are names of points.

fact-forbidden = Loses: the point is forbidden for Black ({ $reason }).
fact-wins = Wins: { $points }.
fact-loses-to-five = Lets { $opponent } win on the next move: { $points }.
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
fact-blocks = Blocks { $shape } by { $opponent }: { $points }.
fact-denies = Takes the point on which { $opponent } would make { $shape } with { $points }.
fact-threatens-win = Threatens a win { $means } in { $moves ->
        [one] 1 move
       *[other] { $moves } moves
    }: { $line }.
fact-draws = Ends the game in a draw: { $reason }.
fact-quiet = No direct threat.
fact-quiet-twos = Builds towards three in a row: { $points }.
# The result of the search of the position after the move.
found-win-black = Black wins by force in { $moves ->
        [one] 1 move
       *[other] { $moves } moves
    }: found by the search.
found-win-white = White wins by force in { $moves ->
        [one] 1 move
       *[other] { $moves } moves
    }: found by the search.
undecided-starts-win = Undecided ({ $because }): does it start a win { $means }?
undecided-misses-win = Undecided ({ $because }): does it miss a win { $means }?
undecided-allows-win = Undecided ({ $because }): does it allow { $opponent } a win { $means }?
undecided-prevents-win = Undecided ({ $because }): does it prevent a win by { $opponent } { $means }?
undecided-threatens-win = Undecided ({ $because }): does it threaten a win { $means }?
undecided-for-nodes = node limit
undecided-for-time = time limit
undecided-when-stopped = stopped
means-vcf = by fours alone
means-vct = by fours and threes
means-vcf-term = by continuous fours (VCF)
means-vct-term = by continuous threats (VCT)
# { $one-short } and { $two-short } are the stones of a row that lacks one or two of { $length }.
shape-open-four = { $length ->
        [5] an open four
       *[other] an open row of { $one-short }
    }
shape-double-four = { $length ->
        [5] a double-four
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
        [5] a double-three
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
reason-move-limit = move limit

## Online play

online-absent = Online play needs a Tengen server. There is none at this address; everything else works without one.
online-retry = Try again
online-connecting = Connecting …

## Other engines, in the desktop program

other-engines = Other engines
other-engines-about = Engines that speak the Gomocup protocol analyse beside Tengen or in its place. The board marks each one's best move with its letter. Scores are in the engine's own units, from the point of view of the side to move.
engine-arguments = Arguments
add-engine = Add an engine…
remove-engine = Remove { $name }
engine-done = finished
engine-fault = The engine stopped: { $reason }
engine-list-fault = The list of engines is unchanged: { $reason }

## Puzzles

puzzles = Puzzles
puzzles-about = Find the winning move, or the only defence. Every puzzle has one solution.
puzzles-new = Solve a few puzzles, and they will fit your strength.
puzzles-rating = Your rating: { $rating }. Solved at the first try: { $solved } of { $all }.
puzzles-loading = Loading the puzzles …
puzzles-failed = The puzzles could not be loaded. Check the connection.
puzzles-rated = Puzzles for you
puzzles-rated-about = Matched to your strength. The results change your rating.
puzzles-daily = Puzzle of the day
puzzles-daily-about = The same for everybody, new every day.
puzzles-daily-days = { $count ->
    [one] Solved yesterday. Go on!
   *[other] { $count } days in a row. Go on!
}
puzzles-daily-done = { $count ->
    [one] Solved today.
   *[other] Solved today, { $count } days in a row.
}
puzzles-daily-over = You have seen today’s solution. Tomorrow there is another one.
puzzles-run = Without a miss
puzzles-run-about = Each is a little harder. How far do you get?
puzzles-run-best = Each is a little harder. Your best: { $count }.
puzzles-rush = Three minutes
puzzles-rush-about = As many as you can. The third miss ends it.
puzzles-rush-best = As many as you can. Your best: { $count }.
puzzles-repeat = Once more
puzzles-repeat-none = Puzzles that you miss come back here.
puzzles-repeat-later = { $count ->
    [one] One puzzle comes back on another day.
   *[other] { $count } puzzles come back on another day.
}
puzzles-repeat-due = { $count ->
    [one] One puzzle that you missed waits for you.
   *[other] { $count } puzzles that you missed wait for you.
}
puzzles-mistakes = Your own mistakes
puzzles-mistakes-none = Review a game: what you overlooked becomes a puzzle here.
puzzles-mistakes-all = { $count ->
    [one] One puzzle from your games. Nothing is due today.
   *[other] { $count } puzzles from your games. Nothing is due today.
}
puzzles-mistakes-due = { $count ->
    [one] One position from your games waits for you.
   *[other] { $count } positions from your games wait for you.
}
puzzles-make = Make a puzzle
puzzles-make-about = Set up a position and see whether it has just one solution.
puzzles-link-fault = This link does not lead to a puzzle with one solution. It may be cut off.
puzzles-themes = By idea
theme-fours = Only fours
theme-defence = Defence
theme-four-three = Four and three
theme-double-four = Two fours
theme-double-three-trap = Forbidden: double-three
theme-double-four-trap = Forbidden: double-four
theme-overline-trap = Forbidden: overline
theme-counter-four = A four that stops a four
theme-long = Seven moves or more
theme-threes = With threes
theme-double-three = Two threes
theme-quiet = Quiet move
puzzle-fours-black = Black to play and win in { $moves } moves. Every move but the last makes a four.
puzzle-fours-white = White to play and win in { $moves } moves. Every move but the last makes a four.
puzzle-threats-black = Black to play and win, with threes and fours.
puzzle-threats-white = White to play and win, with threes and fours.
puzzle-defence-black = White threatens to win with fours. Find Black’s only defence.
puzzle-defence-white = Black threatens to win with fours. Find White’s only defence.
puzzle-right = Right. What next?
puzzle-solved-later = Solved.
puzzle-solution = This is the solution.
puzzle-no-four = This makes no four, and the opponent gets a free move.
puzzle-no-threat = This threatens nothing, and the opponent gets a free move.
puzzle-no-win-left = The opponent plays { $answer }, and threes and fours win no more.
puzzle-slower = This wins as well, but another move decides at once. Look again: this is no miss.
puzzle-fours-win = There is a faster way: fours alone win now.
puzzle-no-fours-left = The opponent plays { $answer }, and fours alone win no more.
puzzle-loses = The opponent wins, beginning with { $answer }.
puzzle-next = Next puzzle
puzzle-give-up = Show the solution
puzzle-leave = Back to the choice
puzzle-begin-again = Begin again
puzzle-walk = Moves of the solution
puzzle-time = Time left: { $time }.
puzzle-score = Solved: { $solved }. Missed: { $missed }.
puzzle-over = The end. Solved: { $solved }. Missed: { $missed }.
puzzle-rated = Your rating: { $rating } ({ $change }). This puzzle: { $puzzle }.
puzzle-out = There is no further puzzle for now.
puzzle-ideas = Ideas: { $ideas }.
puzzle-moves = Solution: { $moves }

## Puzzles from mistakes, and the editor of puzzles

mistakes-running = Looking for puzzles in the mistakes …
mistakes-done = { $count ->
    [0] No mistake of this game makes a puzzle with just one solution.
    [one] One mistake became a puzzle.
   *[other] { $count } mistakes became puzzles.
}
mistakes-failed = It was not possible to look for puzzles in the mistakes.
mistakes-make = Make puzzles of the mistakes
mistakes-practise = Solve your own mistakes
problem = Make a puzzle
problem-how = Click a point for a black stone, a white stone or none. Choose who is to move and the task.
problem-task = Task
problem-fours = Win by fours
problem-threats = Win by threes and fours
problem-defence = Only defence
problem-check = Check the puzzle
problem-running = Looking for other solutions …
problem-failed = The puzzle could not be checked: { $reason }
problem-sound = The puzzle is right: it has just one solution.
problem-several = Several moves solve it: { $points }. They are marked on the board.
problem-several-later = After { $moves } several moves solve it: { $points }. They are marked on the board.
problem-unsolvable = The task cannot be solved in this position.
problem-nothing = The opponent does not threaten to win by fours, so there is nothing to prevent.
problem-not-quiet = Somebody has won already or has a four. A puzzle begins before that.
problem-trivial = The win is at hand: one move makes a four that cannot be stopped, and it is not the only one.
problem-second = { $point } wins as well.
problem-own-four = The defence could wait: { $point } makes a four first.
problem-fours-win = Fours alone win here. Choose “Win by fours”.
problem-too-many = There are too many possibilities to check them all. Try a simpler position.
problem-name = Name
problem-save = Save
problem-saved = The puzzle is saved below.
problem-full = You have too many puzzles. Delete one first.
problem-not-kept = The browser keeps the puzzle only as long as this page is open. Copy the link.
problem-solve = Try it
problem-link = Copy the link
problem-embed = Copy as HTML
problem-embedded = The HTML for other pages was copied.
problem-edit = Edit
problem-made = Your puzzles
really-delete = Really delete?
sheet-svg = Save a sheet (SVG)
sheet-pdf = Save a sheet (PDF)
sheet-solutions = Solutions

# The coach

coach = Coach
settings-coach = Coach
coach-off = Off
coach-gently = Gently: short wins, a few times in a game
coach-always = Always: every win that is proved
coach-gently-short = Gently
coach-always-short = Always
head-start = Head start
head-start-none = None
head-start-two-moves = Two moves at first
head-start-two-stones = Two stones
head-start-three-stones = Three stones
no-double-threats = Opponent makes no double threats
coach-misses = { $moves ->
    [1] Wait: you can make five right now.
   *[other] Wait: there is a win here for you, in { $moves } moves.
}
coach-loses = { $moves ->
    [1] Careful: after { $point } { $side ->
        [black] Black
       *[white] White
    } makes five.
   *[other] Careful: after { $point } { $side ->
        [black] Black
       *[white] White
    } wins by force, in { $moves } moves.
}
coach-waits = Your stone stays on the board until you decide.
coach-back = Take back
coach-show = Show me
coach-keep = Keep { $point }
coach-play-on = Play on from here
coach-turn-off = Turn the coach off
coach-own-five = You can make five: look at the marked point.
coach-their-five = { $side ->
    [black] Black
   *[white] White
} has a four. Only { $point } stops it.
coach-their-open-four = { $side ->
    [black] Black
   *[white] White
} can make five at two points, and you cannot stop both: make five first if you can.
coach-their-three = { $side ->
    [black] Black
   *[white] White
} has an open three. Stop it now, or make a four of your own.
debrief-running = The coach is going through your game…
debrief-decided-you = Your move { $number }, { $point }, decided the game. { $best } would have held.
debrief-decided-you-won = Your move { $number }, { $point }, decided the game. { $best } would have won it.
debrief-decided-you-only = Your move { $number }, { $point }, decided the game.
debrief-decided-other = The other side's move { $number }, { $point }, decided the game: after it you could win by force.
debrief-no-turn = No single move decided the game.
debrief-missed-none = You missed no forced win.
debrief-missed = { $count ->
    [1] You missed a win: at move { $number } it begins at { $point }.
   *[other] You missed { $count } wins, the last one at move { $number }: it begins at { $point }.
}
debrief-practise = Practise with this game
debrief-again = Play again from move { $number }
debrief-lesson = The lesson about it
practise-five = Practise making your five before you block.
practise-stop-four = Practise stopping a four.
practise-stop-three = Practise stopping an open three in time.
practise-open-four = Practise turning a three into an open four.
practise-two-threats = Practise making two threats at once.
practise-fours = Practise winning by fours, one after the other.
practise-defence = Practise looking for the threat of the other side.
practise-more = Nothing was overlooked. Well played: try a stronger level.
practise-none = No clear mistake was found. The review shows where the game turned.

# Achievements

achievements = Achievements
levels-beaten = { $count ->
    [0] No level beaten yet.
    [1] One level beaten.
   *[other] { $count } levels beaten.
}
level-beaten = Level { $level }: beaten
level-not-beaten = Level { $level }: not beaten yet
wins-in-a-row = Wins in a row: { $count }, at best { $best }
lessons-done = { $count ->
    [1] One lesson done
   *[other] { $count } lessons done
}
theme-mastered = { $theme }: { $solved } of { $of }
