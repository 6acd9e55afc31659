## First steps

chapter-basics = First steps

course-first-stone = Five in a row
course-first-stone-1 = Stones go on the crossings of the lines. You are Black: put your first stone anywhere you like.
course-first-stone-1-done = That was your first move. White answers, and so it goes on in turn; a stone stays where it was put.
course-first-stone-2 = Play through this short game move by move. Black is the first with five stones in a row, and wins.
course-first-stone-3 = Your turn: Black has four stones in a column. Add the fifth.
course-first-stone-3-done = Five in a row, and Black has won. The other end would have done just as well.
course-first-stone-4 = A five can also lie on a diagonal. Which point is missing here?
course-first-stone-4-done = The last stone filled the gap. Rows, columns and both diagonals all count.

course-stop-a-four = Stop a four
course-stop-a-four-1 = White has four in a row and wants a fifth. Where must you put your stone?
course-stop-a-four-1-done = Your stone on the right had closed one end. Now the other end is closed too.
course-stop-a-four-2 = Each of these rows is a four: one stone at A, B or C makes five. A gap in the middle changes nothing.
course-stop-a-four-3 = Now you are White. Black’s four has a gap. Stop it.
course-stop-a-four-3-done = Only the gap would have made five, and now White stands there.
course-stop-a-four-4 = You have a nice three on the diagonal. But look at White’s stones first. What must you do?
course-stop-a-four-4-done = A four is faster than a three. White is stopped, and your three is still there.
course-stop-a-four-5 = A four on a diagonal hides well. Find the point that White has to take.
course-stop-a-four-5-done = That was the gap: with it Black would have had five.

course-open-and-closed = Open and closed four
course-open-and-closed-1 = Black has three in a row with free points on both sides. Make a four that is free at both ends.
course-open-and-closed-1-done = This is an open four. It can become five at either end, and White can close only one.
course-open-and-closed-2 = Nothing stops an open four. If White takes A, Black makes five at B. Play it through.
course-open-and-closed-3 = This four already has a white stone at one end: a closed four. It can be stopped. Where?
course-open-and-closed-3-done = A closed four has only one point for five, and White has taken it.
course-open-and-closed-4 = White has a stone near one end of this three. On which side do you get an open four?
course-open-and-closed-4-done = Here both ends are free. On the other side White’s stone would have closed the four.
course-open-and-closed-5 = The edge of the board closes a line as well. Make an open four for White.
course-open-and-closed-5-done = Both ends are free. At the edge it would have been a closed four.

course-open-three = The open three
course-open-three-1 = Black makes three in a line, free on both sides: an open three. See what happens if White does not answer.
course-open-three-2 = Make an open three: three stones on one line that can become an open four with the next move.
course-open-three-2-done = Now Black threatens an open four, so White has to answer.
course-open-three-3 = Black has two pairs of stones. One of them still has room for an open three. Make it.
course-open-three-3-done = This line is free on both sides. The other pair already has a white stone at one end.
course-open-three-4 = You are White, and Black did not answer your open three. What now?
course-open-three-4-done = An open four: Black can close one end, and White makes five at the other.

course-stop-a-three = Stop an open three
course-stop-a-three-1 = Black has an open three. One more move and it is an open four, too late to stop. Stop it now.
course-stop-a-three-1-done = Now Black can only make a closed four, and that can be answered.
course-stop-a-three-2 = Your stone stands near one end of White’s three. That leaves you more than one way to stop it. Find one.
course-stop-a-three-2-done = Every four that White can make on this line now has a closed end.
course-stop-a-three-3 = A three with a gap is dangerous in the same way. Stop it: in the gap or at an end.
course-stop-a-three-3-done = An open four is no longer possible here.
course-stop-a-three-4 = You could build a three of your own. But White has one already. What comes first?
course-stop-a-three-4-done = White would have made an open four while you were still building.
course-stop-a-three-5 = Somewhere on this board Black has an open three. Find it and stop it.
course-stop-a-three-5-done = It lay on a diagonal, easy to miss among the other stones.

course-two-at-once = Two threats at once
course-two-at-once-1 = One stone makes a four and a three: a four-three. White has to stop the four, and the three becomes an open four.
course-two-at-once-2 = Black can make two open threes with one stone, a double three. Where?
course-two-at-once-2-done = White can stop one three; the other becomes an open four.
course-two-at-once-3 = You are White. Find the stone that makes a four and an open three at once.
course-two-at-once-3-done = Black has to answer the four, and then your three becomes an open four.
course-two-at-once-4 = Two black threes, each closed at one end. Make two fours with one stone.
course-two-at-once-4-done = A double four: White can stop only one, and Black makes five with the other.

course-your-own-first = Win before you block
course-your-own-first-1 = White threatens to make five. But it is your move. Is there something better than blocking?
course-your-own-first-1-done = Your own five comes first, and the game is over.
course-your-own-first-2 = Both sides have an open three, and it is your move. Don’t stop White: be faster.
course-your-own-first-2-done = You need one more stone for five, White still needs two.
course-your-own-first-3 = You are White with an open three, but now Black has a four. What comes first?
course-your-own-first-3-done = Five comes before four, and four before three.
course-your-own-first-4 = White has an open three. A four of yours is faster, if it brings a second threat. Find it.
course-your-own-first-4-done = White has to answer the four, and your new three becomes an open four first.

course-how-games-end = From start to end
course-how-games-end-1 = Most games start in the middle: from A lines lead in eight directions, from B only in three. Place your stone.
course-how-games-end-1-done = The closer a stone is to the centre, the more room its lines have.
course-how-games-end-2 = Count the stones: Black has one more, so it is White’s turn. Where should White play?
course-how-games-end-2-done = Black’s open three on the diagonal had to be stopped.
course-how-games-end-3 = A five needs five points. Only one of these two threes still has the room: make it a four.
course-how-games-end-3-done = The other three has only four points between the edge and White’s stone, so it is worth nothing.
course-how-games-end-4 = The board is almost full and nobody has five. Play the last stone.
course-how-games-end-4-done = No five, and no free point left: the game is a draw.

## Shapes

chapter-shapes = Shapes

course-broken-three = The broken three
course-broken-three-1 = A three with a gap is called a broken three. A would make it an open four; White can stop it at A, B or C.
course-broken-three-2 = You are White, and Black left your broken three alone. Make the open four.
course-broken-three-2-done = Only the gap works: played at an end, the four would still have a hole in it.
course-broken-three-3 = Two black stones, far apart on a diagonal. One stone between them makes a broken three.
course-broken-three-3-done = One more stone in the gap would be an open four, so White has to answer.
course-broken-three-4 = Find Black’s broken three and stop it. Three points do it: choose one.
course-broken-three-4-done = There is no open four left on this diagonal.
course-broken-three-5 = This broken three crosses a second black pair. Only one point stops everything.
course-broken-three-5-done = Both lines needed this point.

course-split-four = Fours with a gap
course-split-four-1 = Black’s four has a gap, with free points at both ends. Is it an open four? Stop it.
course-split-four-1-done = Only the gap made five, so it was as easy to stop as a closed four.
course-split-four-2 = Three stones on five points of one line are enough to make a four. Make one.
course-split-four-2-done = Four stones and one gap: White has to fill it at once.
course-split-four-3 = Two gaps and two fours in one line: A makes five, and so does B. White can fill only one of them.
course-split-four-4 = Four black stones with one free point between each two. One more stone makes two fours. Where?
course-split-four-4-done = Two fours in the same line, and White has only one stone to answer.
course-split-four-5 = You are White: two stones, one and two on the long diagonal. Make two fours at once.
course-split-four-5-done = Now there are two gaps, and each of them makes five.

course-dead-rows = Rows without room
course-dead-rows-1 = Only four points lie between the two white stones. Even with a stone at A there is no five: this three is dead.
course-dead-rows-2 = Black has two fours, but one is dead: it can never become five. Stop the other.
course-dead-rows-2-done = The four in the row is closed at both ends and needs no answer.
course-dead-rows-3 = Black has two threes. One has too little room to become an open four. Stop the other one.
course-dead-rows-3-done = The three in the row can only become a closed four, and that can be answered later.
course-dead-rows-4 = Count the free points around these two threes. Which one becomes an open four?
course-dead-rows-4-done = The other three has five points in all: room for a five, but not for an open four.

course-closed-three = The closed three
course-closed-three-1 = One end is blocked: a closed three. At A or B Black makes a four that White must answer, but not an open four.
course-closed-three-2 = White has a closed three on a diagonal. Make a four with it.
course-closed-three-2-done = Black must answer the four, and then it is your turn again.
course-closed-three-3 = This closed three makes a four at two points. At one of them there is a second threat. Which?
course-closed-three-3-done = A four and a three. From the other point White’s answer would have taken this one away.
course-closed-three-4 = You are White with two closed threes, one of them with a gap. Make two fours with one stone.
course-closed-three-4-done = Alone a closed three is slow; two that meet win the game.
course-closed-three-5 = Black’s closed three meets a black pair: a four-three is coming. Break it up before it is too late.
course-closed-three-5-done = No four-three is left for Black here.

course-twos = Open twos
course-twos-1 = Two stones with free room around them are an open two. Make White’s open two into an open three.
course-twos-1-done = A two grows into a three, and a three into an open four.
course-twos-2 = Two open twos cross at A. A black stone there makes two open threes at once.
course-twos-3 = Here two twos cross on diagonals. Find the point where they meet.
course-twos-3-done = A double three: White can stop only one of them.
course-twos-4 = You are White. One of your twos has a gap, and still they meet. Where?
course-twos-4-done = A three with a gap counts too: this is a double three.
course-twos-5 = The twos meet at A and at B. At one of them White’s stones have taken the room. Which is the right point?
course-twos-5-done = Both threes are open here. At the other point one of them would have had no room.

course-diagonals = Diagonals
course-diagonals-1 = From A to E runs a diagonal: each point is one step to the side and one step up. The eye skips it easily.
course-diagonals-2 = Black can make five on a diagonal. Follow the black stones step by step, corner to corner.
course-diagonals-2-done = Five stones, each touching the next at a corner.
course-diagonals-3 = Black has a four here. You are White: where does it become five?
course-diagonals-3-done = It ran along a diagonal, with one gap.
course-diagonals-4 = White has an open three on a diagonal. Make the open four.
course-diagonals-4-done = Four stones on the diagonal and free points at both ends.
course-diagonals-5 = Now you are Black. White threatens an open four on a diagonal: stop it.
course-diagonals-5-done = One end is closed, and no open four is left.
course-diagonals-6 = Two white diagonals cross. Find the point that makes two open threes.
course-diagonals-6-done = One diagonal rises and the other falls: a double three.

course-whole-board = The whole board
course-whole-board-1 = Always look in this order: can I make five (A)? Can the other side (B)? Then the same for fours and threes.
course-whole-board-2 = Black can win at once. Look along rows, columns and diagonals.
course-whole-board-2-done = Five, and nothing else on the board matters any more.
course-whole-board-3 = Black has no five here, but White is about to make one. Find the point.
course-whole-board-3-done = That was the only point where White could make five.
course-whole-board-4 = No fives anywhere. White threatens an open four, but Black is to move: who is first?
course-whole-board-4-done = Your open four comes first.
course-whole-board-5 = White cannot make a four here, and Black has an open three. Find it and stop it.
course-whole-board-5-done = Now Black cannot make an open four.

chapter-attack = Attack

course-four-three = The four-three
course-four-three-1 = Black 1 makes a four in the row and a three in the column: a four-three. White must stop the four, and then the three becomes an open four.
course-four-three-2 = Black has a closed three in a column and two stones on a diagonal. Find the point where the two lines make a four-three.
course-four-three-2-done = One stone, two threats: White stops the four, and the diagonal becomes an open four.
course-four-three-3 = White can make a four at A or at B. At one of them White makes a three as well. Which is it?
course-four-three-3-done = A four may have a gap: Black must fill it. And the three in the column is open at both ends.
course-four-three-4 = This is how it comes about: Black makes the three 1, White 2 stops it at one end, and at the other end 3 meets two more stones.
course-four-three-5 = The three of a four-three may have a gap, too. Find the four-three for Black.
course-four-three-5-done = The diagonal is a four, and the row is a three with a gap at g7.

course-two-fours = Double four
course-two-fours-1 = Black 1 makes two fours at once: a double four. White can stop only one of them, and the other becomes five.
course-two-fours-2 = Find the point where Black makes a four in the row and a four in the column.
course-two-fours-2-done = Now Black has two points for five, and White has only one move.
course-two-fours-3 = A double four even fits into one row. After 1 there are two gaps, and a stone in either of them makes five.
course-two-fours-4 = Now on a diagonal: find the stone that makes two fours in one line.
course-two-fours-4-done = Both gaps, e5 and h8, make five. White can fill only one.
course-two-fours-5 = In renju Black may not make two fours at once, but White may. Find the double four for White.
course-two-fours-5-done = One four in the row and one on the diagonal: Black cannot stop both.

course-forcing-fours = Only fours
course-forcing-fours-1 = A four has only one answer, so you know White’s moves in advance. Follow 1 to 5: Black wins with fours alone (experts say VCF).
course-forcing-fours-2 = Black has just made a four. White has only one answer. Find it.
course-forcing-fours-2-done = There was no choice, and Black knew this move in advance.
course-forcing-fours-3 = Black wins with fours. Which comes first? Think of White’s answer, and of the four after it.
course-forcing-fours-3-done = White must answer at g4, and your stone f5 now belongs to the row as well.
course-forcing-fours-4 = White has answered at g4. Find the next four; it makes a three as well.
course-forcing-fours-4-done = This is a four-three, and you reached it with fours alone.

course-the-right-order = The right order
course-the-right-order-1 = Black can make a four in two rows. Black 1 is the wrong one: White’s answer 2 is a four, too. Black must stop it with 3, and 4 ends the attack.
course-the-right-order-2 = The same position. With which four must Black begin?
course-the-right-order-2-done = White’s answer at f4 makes no four, and Black’s next four at g3 is a double four.
course-the-right-order-3 = White to move. Before each four, look where Black must answer, and begin with the right one.
course-the-right-order-3-done = Black must answer at i5. Then g6 is a double four, and a four by Black would come too late.

course-fours-that-build = Fours that build
course-fours-that-build-1 = Black can make the four at f4 or at g4. After 1 at g4, White’s answer takes f4, the point that Black needed in the column.
course-fours-that-build-2 = Choose better: make a four whose stone stands in the column, too.
course-fours-that-build-2-done = The row is a four, and f4, f6 and f7 make a three. Your stone works twice.
course-fours-that-build-3 = Again there are two points for the four in the column. Which one helps the row below?
course-fours-that-build-3-done = The four has a gap, but e4 makes a three with f4 and g4.
course-fours-that-build-4 = White has one stone, f6, in its column. Two fours can each add a stone there. Play one of them.
course-fours-that-build-4-done = The second four brings the third stone into the column, and that is a four-three.

course-their-answer = Their answer
course-their-answer-1 = Black 1 is a four-three. But White must answer at g4, and 2 makes a four in the column. Black has to stop it with 3, and 4 stops the three.
course-their-answer-2 = The same position. Find the four-three that leaves White no four.
course-their-answer-2-done = White must answer at f4, which threatens nothing, and your stone blocks White’s column.
course-their-answer-3 = Here, too, White’s answer will make a four. But look where Black would have to stop it, and find Black’s move.
course-their-answer-3-done = White answers at g4 and threatens f3. Black stops it there, in the column where it helps.
course-their-answer-4 = White has answered at g4 with a four. Stop it.
course-their-answer-4-done = Your stone makes an open four in the column: f2 and f7 both make five.

course-keep-your-fours = Keep your fours
course-keep-your-fours-1 = A four can be played only once. After four 1, White’s 2 stands in the column; the three 3 has just one threat left, and 4 stops it.
course-keep-your-fours-2 = The same position. Keep the four, and make a three that prepares a four-three.
course-keep-your-fours-2-done = White can stop the three or the four-three at f4, but not both.
course-keep-your-fours-3 = Here Black spent the four before making the three. Stop the three for White.
course-keep-your-fours-3-done = One stone is enough. With the four still in hand, Black would have had a second threat.
course-keep-your-fours-4 = White to move. Leave the three stones in column h as they are, and find the three that makes them strong.
course-keep-your-fours-4-done = When Black stops the three, h4 is a four-three. The four was worth keeping.

course-threes-attack = Winning with threes
course-threes-attack-1 = An open three must be answered as well. White 2 stops it at one end, and at the other 3 is a four-three. (Experts call such attacks VCT.)
course-threes-attack-2 = Find a three that wins, whichever end White stops.
course-threes-attack-2-done = If White takes c6, Black makes a four-three at g6. If White takes g6, Black makes it at b6.
course-threes-attack-3 = White to move. Find a three that also threatens a four-three.
course-threes-attack-3-done = Two threats, one answer: when Black stops the three, White plays the four-three.

course-two-threes = Double three
course-two-threes-1 = Black 1 makes two threes at once: a double three. White stops one of them, and the other becomes an open four.
course-two-threes-2 = Find the double three for Black. One of the threes has a gap.
course-two-threes-2-done = One three in the row and one in the column: White cannot stop both.
course-two-threes-3 = In renju Black may not make a double three, but White may. Find it.
course-two-threes-3-done = The diagonal and the column meet at g7.
course-two-threes-4 = White has a closed three here. After the double three 1, White’s four 2 stops the row, Black must answer with 3, and 4 stops the column.
course-two-threes-5 = You are White, and Black has just made the double three. Which move saves you?
course-two-threes-5-done = The four stops the row, and Black must answer it. So look for the other side’s fours before you play a double three.

course-which-three = Which three?
course-which-three-1 = A three has several answers: look at each of them. White stops 1 with 2, which is a four in the row. Black must answer, and White has the move.
course-which-three-2 = The same position. Which three gives White no such answer?
course-which-three-2-done = f7 blocks White’s row. Whichever end White stops, there is a four-three at the other.
course-which-three-3 = White to move. Which three wins? Look where Black would answer.
course-which-three-3-done = At f7 Black would have made a four. Now White has a four-three at g8 or at c4, and Black can stop only one.
course-which-three-4 = The best three does two things. White threatens an open four in the column; a black stone at A stops it and makes a three.

chapter-defence = Defence

course-both-ends = Stopping a three
course-both-ends-1 = Black has an open three. If White waits, A or B gives Black an open four. White can stop it at either of these points.
course-both-ends-2 = Now Black’s three lies on a diagonal. Stop it.
course-both-ends-2-done = The points at both ends hold: with one of them taken, Black has no open four.
course-both-ends-3 = White’s stone f9 is near, so there are three points that stop this three. Find one.
course-both-ends-3-done = f8 and f4 hold, and f3 does, too: above, f9 leaves Black no room.
course-both-ends-4 = A three with a gap also has three points: the gap and the two ends. Stop it.
course-both-ends-4-done = After each of these points, Black can make only a four that has an answer.
course-both-ends-5 = Two black stones stand in column g. That is why only one end holds here. Which one?
course-both-ends-5-done = After c6, Black would have made a four-three at g6.
course-both-ends-6 = When several points hold, take the one that helps you. A and B both stop the three, but at B White makes a three as well.

course-before-it-comes = Before it comes
course-before-it-comes-1 = White plays elsewhere with 1, and Black’s four-three 2 decides the game. White had to prevent it one move earlier.
course-before-it-comes-2 = The same position. Where do the diagonal and the column meet? Prevent the four-three.
course-before-it-comes-2-done = The four-three is gone. The point where both lines meet, f5, is usually the best choice.
course-before-it-comes-3 = Now you are Black, and White threatens a four-three. Prevent it.
course-before-it-comes-3-done = Breaking one of the two lines is enough. The shared point f4 breaks both.
course-before-it-comes-4 = Black has an open three, and one of its ends meets two more stones. Only one point holds.
course-before-it-comes-4-done = At d5 White would have stopped the three, but not the four-three at h9.

course-what-if-i-pass = What if I pass?
course-what-if-i-pass-1 = It is Black’s turn. Ask first: what would White do if Black passed? Play White’s best move.
course-what-if-i-pass-1-done = c3 makes an open four. So Black cannot pass: the three must be stopped.
course-what-if-i-pass-2 = Now as Black: stop White’s three.
course-what-if-i-pass-2-done = White has no open four any more. On a diagonal such a three is easily overlooked.
course-what-if-i-pass-3 = It is White’s turn. If White passed, which move would win for Black?
course-what-if-i-pass-3-done = f7 would be a four in the row and a three on the diagonal.
course-what-if-i-pass-4 = Now as White: prevent this four-three.
course-what-if-i-pass-4-done = Black has no four-three any more. One question was enough to see the danger in time.

course-block-and-build = Block and build
course-block-and-build-1 = White 1 stops Black’s three and makes a three in the column. Black must answer, and it is White’s move again.
course-block-and-build-2 = White can stop Black’s three with a move that even wins. Where?
course-block-and-build-2-done = g6 stops the row, makes a four in the column and a three on the diagonal.
course-block-and-build-3 = Now you are Black, and White has a three on a diagonal. Stop it at the end that helps you.
course-block-and-build-3-done = g7 stops it with a four-three. At c3 you would only have defended.

course-counter-with-fours = Counter with fours
course-counter-with-fours-1 = Black’s four 1 stands at the end of White’s three. White must answer at 2, so the three is stopped and Black has the move again.
course-counter-with-fours-2 = White has an open three. But it is your turn, and a four comes before a three. Find the winning four.
course-counter-with-fours-2-done = After this four-three White never gets the time for an open four.
course-counter-with-fours-3 = White has two threes at once. A four at the right point saves Black. Where?
course-counter-with-fours-3-done = c5 stands at the end of the row. White must answer at b4, and then Black stops the column.
course-counter-with-fours-4 = It is Black’s turn. White threatens an open four at h8. Who is better?
course-counter-with-fours-4-done = Black is: f10 makes a four-three, and White never gets to h8.

course-in-doubt = First things first
course-in-doubt-1 = When both sides attack, ask in this order: Can I make five (A)? Must I stop a five (B)? Do my fours win? Must I stop a three?
course-in-doubt-2 = Both sides have a four, and it is Black’s turn. What comes first?
course-in-doubt-2-done = Your own five ends the game. Nothing needs to be stopped any more.
course-in-doubt-3 = White has an open three, but Black has a four. What must White do?
course-in-doubt-3-done = A four of the other side comes before your own three.
course-in-doubt-4 = Both sides have an open three, and it is Black’s turn. Attack or defend?
course-in-doubt-4-done = Attack: your open four makes five one move before White’s could.
course-in-doubt-5 = White has no five to make, none to stop, and no win with fours. What is left?
course-in-doubt-5-done = It was the last question in the order, and now it was the right one: stop the three.

## Renju

chapter-renju = Renju

course-renju-rules = Limits for Black
course-renju-rules-1 = In freestyle the first move is worth too much: Black can force a win. Here is a typical blow: move 1 makes two open threes at once.
course-renju-rules-2 = In renju three kinds of moves are forbidden to Black: six or more in a row (A), two fours at once (B), two open threes at once (C). White has no limits.
course-renju-rules-3 = Black wins with exactly five in a row. Two points look tempting, but one of them makes six. Find the five.
course-renju-rules-3-done = Exactly five on the diagonal. In the top row the stone would have made six, which is forbidden.
course-renju-rules-4 = White wins with five or more. You are White: finish the game.
course-renju-rules-4-done = Six in a row. For White that is a win like any other.
course-renju-rules-5 = Black has five stones in this column, with two gaps. Which gap makes exactly five?
course-renju-rules-5-done = f2 to f6 are five. The stone on f8 does not touch them, so the row is not longer.
course-renju-rules-6 = You are White, and what is forbidden to Black is open to you. Make two open threes with one stone.
course-renju-rules-6-done = A double-three by White is legal, and Black can stop only one of the threes.

course-overline = The overline
course-overline-1 = Six or more stones in one unbroken row are an overline. A would make six and B seven: both are forbidden to Black.
course-overline-2 = Find the point that is forbidden to Black.
course-overline-2-done = A stone there would join two and three to six in a column.
course-overline-3 = Only an unbroken row counts. Which letter may Black play?
course-overline-3-done = B leaves a gap between four stones and two. A would make six on the diagonal.
course-overline-4 = A four needs a point that completes exactly five. Where can Black make a four?
course-overline-4-done = On the diagonal. The top row could only ever become six, so it gives Black no four.
course-overline-5 = You are White. Two black rows have a gap, but only one of them can win. Stop it.
course-overline-5-done = The gap in the column is harmless: there Black would make six.
course-overline-6 = In row 5 Black has five stones, but f5 would make six. White threatens an open four in row 4. Stop it.
course-overline-6-done = White’s three is broken. In freestyle Black would simply have won at f5.

course-double-four = The double-four
course-double-four-1 = A stone on A would make two fours at once, with five to follow at B or C. This is a double-four, forbidden to Black.
course-double-four-2 = A four may also have a gap. Find the point that is forbidden to Black.
course-double-four-2-done = A four on the diagonal and a four with a gap in the row: a double-four.
course-double-four-3 = Two fours can even lie in one line. Find Black’s forbidden point.
course-double-four-3-done = After it d4 would make five, and so would h8: two fours on one diagonal.
course-double-four-4 = Here is the other pattern of two fours in one line. Find the forbidden point.
course-double-four-4-done = d5 would make five on the left and g5 five on the right: two fours.
course-double-four-5 = An open four wins at both ends, but it is only one four. Which letter may Black play?
course-double-four-5-done = A makes an open four, which wins. B would make two fours in one row.
course-double-four-6 = You are White, and a double-four is allowed to you. Find it.
course-double-four-6-done = Two fours at once: Black can stop only one of them.

course-double-three = The double-three
course-double-three-1 = An open three is a three that the next stone can turn into an open four. A makes two of them at once: a double-three, forbidden to Black.
course-double-three-2 = Find the point that is forbidden to Black.
course-double-three-2-done = A column of three and a diagonal of three, both of them open.
course-double-three-3 = A three may have a gap, if filling it makes an open four. Find the forbidden point.
course-double-three-3-done = The row is a three with a gap at f5, the column is one without: a double-three.
course-double-three-4 = Now both threes have a gap, and both are diagonal. Find the forbidden point.
course-double-three-4-done = The gaps e7 and g7 would both make open fours, so both threes count.
course-double-three-5 = Black’s stones cross at A and at B. At one of them White already blocks a row. Which point is forbidden?
course-double-three-5-done = At B both threes are open. At A the row is blocked at g8, so only the column is an open three.
course-double-three-6 = You are White, and a double-three is allowed to you. Find it.
course-double-three-6-done = Whichever three Black stops, the other becomes an open four.

course-four-three-is-allowed = The four-three
course-four-three-is-allowed-1 = A four and an open three at once, a four-three, is legal and Black’s best weapon. White must stop the four, and the three becomes an open four.
course-four-three-is-allowed-2 = Find Black’s four-three.
course-four-three-is-allowed-2-done = White has to answer the four on the diagonal. Then f8 makes an open four.
course-four-three-is-allowed-3 = A and B both make two threats at once. Which one is legal?
course-four-three-is-allowed-3-done = B makes one four and one open three. A makes two open threes.
course-four-three-is-allowed-4 = Two forks are in sight, and one of them is forbidden. Find the one that wins.
course-four-three-is-allowed-4-done = A four on the diagonal and an open three in the column. g10 would have been a double-three.
course-four-three-is-allowed-5 = One letter makes a four and one open three, the other a four and two open threes. Which is legal?
course-four-three-is-allowed-5-done = A is a four-three. At B the two open threes are a double-three, and the four beside them does not help.

course-not-a-three = False threes
course-not-a-three-1 = A three is open only if one more legal stone makes an open four. Here A or B does, so Black has an open three.
course-not-a-three-2 = Look at the ends. At one letter White already blocks a row. Which letter is legal?
course-not-a-three-2-done = At A the row is blocked at b8 and cannot become an open four. Only the column is an open three.
course-not-a-three-3 = An open four needs six points in a line: four stones and two free ends. Which letter is legal?
course-not-a-three-3-done = Between the edge and White’s stone at f9 there are only five points. That row is no open three.
course-not-a-three-4 = An open four must make exactly five at both ends. Which letter is legal?
course-not-a-three-4-done = With A and d5 the column has four, but d4 would then make six. So the column is no open three.
course-not-a-three-5 = In both columns Black would have to fill the gap. At one of them that stone is itself forbidden. Which letter is legal?
course-not-a-three-5-done = After A the gap e7 would make two fours at once, so Black may not fill it. The column is no open three.
course-not-a-three-6 = From a game: A looks like a double-three, yet it is legal. Only B could fill the column, and B would also make a four in row 10.

course-five-comes-first = Five comes first
course-five-comes-first-1 = A would make five in the row and six in the column. A five ends the game at once, so this stone is legal and wins.
course-five-comes-first-2 = Find Black’s five. It also makes two fours, and that does not matter.
course-five-comes-first-2-done = The row is five, and Black has won. Nobody asks about the fours any more.
course-five-comes-first-3 = Find Black’s winning move. This one makes two open threes beside the five.
course-five-comes-first-3-done = Five on the diagonal comes first. Without it the move would be a double-three.
course-five-comes-first-4 = A and B both make two open threes. Which one may Black play all the same?
course-five-comes-first-4-done = B also makes five in the column. A makes no five and stays forbidden.
course-five-comes-first-5 = You are White. One point would give Black five on the diagonal and six in the row. Decide whether that is a threat, and play.
course-five-comes-first-5-done = It was a real threat: with a five Black wins, whatever else the stone makes.

course-white-traps = White sets traps
course-white-traps-1 = White’s first move is a four. Black’s only answer would be f6, a double-three, which is forbidden. Black plays elsewhere, and White makes five.
course-white-traps-2 = You are White. Make the four that Black can answer only with an overline.
course-white-traps-2-done = The answer would join Black’s stones to six. It is forbidden, so White makes five.
course-white-traps-3 = You are White. This time Black’s only answer should be a double-four.
course-white-traps-3-done = f4 would make two fours in one row. Black may not stop White’s four.
course-white-traps-4 = No trap is ready yet. First play a four whose answer gives Black one stone more; then the second four wins.
course-white-traps-4-done = Black has to answer at e7, which makes f6 a double-three. Then White’s four at e5 can only be stopped at f6.

course-black-takes-care = Black looks ahead
course-black-takes-care-1 = White has an open three. Black stops it at the wrong end: White makes a four, and the answer h6 would be a double-three.
course-black-takes-care-2 = The same position. Stop the three so that every answer you will need is legal.
course-black-takes-care-2-done = Now White’s four at c6 can be stopped at b6, where nothing is forbidden.
course-black-takes-care-3 = White’s three lies on the diagonal. Look at the points beyond its ends, then stop it.
course-black-takes-care-3-done = h4 would be an overline, so Black must never have to answer there. With g5 that end is closed.
course-black-takes-care-4 = White has no open three, but threatens a four at h13 whose only answer, h11, is a double-three. Find a defence.
course-black-takes-care-4-done = The trap is gone. Black can take White’s point, or change the threes so that h11 becomes legal.

## Openings and games

chapter-openings = Openings and games

course-black-is-ahead = Black is ahead
course-black-is-ahead-1 = With no opening rule Black, who moves first, can win by force on 15×15: computers have proved it. Step through a short game.
course-black-is-ahead-2 = Only eight stones, and Black is to move. Which side is better?
course-black-is-ahead-2-done = Black already wins by threats, one three after the other, until a double attack.
course-black-is-ahead-3 = The first move is an advantage, not a guarantee. White is to move here. Which side is better?
course-black-is-ahead-3-done = White, who wins by threats: here it is White who moves first in the fight.
course-black-is-ahead-4 = Opening rules take the advantage away. A simple one is Pro: Black starts in the centre, and the second black stone must lie outside the central 5×5 with the corners A to D.
course-black-is-ahead-5 = Back to the first game. White has just stopped the four in the row. Black to move: make a four that cannot be stopped.
course-black-is-ahead-5-done = An open four in the column. Move 13 had been a four-three, and White was always one move behind.

course-swap-two = The Swap2 rule
course-swap-two-1 = Swap2 makes the start fair. The first player places three stones anywhere: black, white, black.
course-swap-two-2 = Now the second player chooses: take Black, take White (whose move it is), or place one more white and one more black stone and let the first player choose the colour.
course-swap-two-3 = You are the second player and add two stones. Place the white one, anywhere you like.
course-swap-two-3-done = A black stone follows, then the other player picks a colour. So aim for a position in which you would gladly take either.
course-swap-two-4 = Choosing a colour means judging a position. A practice: Black is to move. Which colour would you take?
course-swap-two-4-done = Black, who wins by threats. White has stopped the row and the column at one end, but each still gives Black a four.
course-swap-two-5 = White is to move. Which colour would you take?
course-swap-two-5-done = White’s row is stopped at one end, but White is to move and wins by threats.

course-renju-openings = Openings of renju
course-renju-openings-1 = A renju game starts in the centre. White answers beside the stone, which is a direct opening, and Black 3 lies in the central 5×5. This one is Kagetsu.
course-renju-openings-2 = Thirteen points differ for Black 3, A to M; others are mirror images. With White 2 on the diagonal there are thirteen more: 26 openings in all.
course-renju-openings-3 = A game that began with Kagetsu. Black is to move. Which side is better?
course-renju-openings-3-done = Black, who wins by threats. Kagetsu is known as a strong opening for Black.
course-renju-openings-4 = White 2 on the diagonal is an indirect opening, here Hogetsu. It favours Black, so Taraguchi-10 lets the other player swap after each of the first four moves.
course-renju-openings-5 = A game that began with Hogetsu, but Black did not play well. White is to move. Which side is better?
course-renju-openings-5-done = White, who wins by threats. A good opening still has to be played well.
course-renju-openings-6 = Black often has to offer several fifth moves, and White picks one. In Soosõrv-8 White announces up to eight. Mirror images like A to D count as one.

course-standard-and-freestyle = Standard and freestyle
course-standard-and-freestyle-1 = Freestyle: five or more in a row win, for both sides. Black has two winning points; play one.
course-standard-and-freestyle-1-done = f8 makes six and j6 makes five. In freestyle both win.
course-standard-and-freestyle-2 = The same stones under the standard rule: only exactly five win, for both sides.
course-standard-and-freestyle-2-done = j6 makes exactly five. A six at f8 would not be forbidden, but it wins nothing.
course-standard-and-freestyle-3 = Standard, and you are White. Black has four in a row. Which end wins for Black? Stop it.
course-standard-and-freestyle-3-done = At h5 Black would make six with the stone on i5. In freestyle both ends would win.
course-standard-and-freestyle-4 = Freestyle, and you are Black. White’s column has a gap between two and three stones. Decide whether it is a threat, and play.
course-standard-and-freestyle-4-done = At e6 White would make six, and in freestyle six win. Under the standard rule it would be no threat.

course-after-the-game = After the game
course-after-the-game-1 = Two questions help after a game: which move lost, and which win did I miss? Step through this short freestyle game, which Black won.
course-after-the-game-2 = Go back from the end. Before move 20 White could still hold, but played i9. Find the defence.
course-after-the-game-2-done = Only g8 holds: it is the point where Black’s column and row cross. The other side’s best point is often yours too.
course-after-the-game-3 = Further back: at move 14 White played j7, a four that Black simply answered at g7. Find the better four.
course-after-the-game-3-done = g7 makes an open four. White had a win on the board and missed it.
course-after-the-game-4 = Now with Black’s eyes. At move 17 Black made a three at h10. A stronger move was there. Find it.
course-after-the-game-4-done = g8 makes two open threes, the point that decided the game later.

course-long-games = Long games
course-long-games-1 = Equal players need patience: they build before they attack. When they have to stop a three, they look for gain. Move 9 stops one and joins h8.
course-long-games-2 = You are White. Three points stop Black’s three in row 10. Look for the one that also makes a three of your own.
course-long-games-2-done = All three stop it, but i10 also makes White’s three on the diagonal. After the other two Black goes on and wins.
course-long-games-3 = White again: stop Black’s three on the diagonal, and win time with it.
course-long-games-3-done = The best block is g9, which makes a three in the column, so Black has to answer. That is called sente: you keep the move.
course-long-games-4 = Both sides threaten to win. Black is to move. Which side is better?
course-long-games-4-done = Black starts first and gives White no time for the three in the column.
course-long-games-5 = The same stones, but now White is to move. Which side is better?
course-long-games-5-done = White makes an open four. In a fight the move is worth more than a stone.
