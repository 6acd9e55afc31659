## First steps

chapter-basics = 入门

course-first-stone = 五子连珠
course-first-stone-1 = 棋子下在线与线的交叉点上。你执黑棋，把第一颗子下在你喜欢的地方。
course-first-stone-1-done = 这就是第一手棋。接着轮到白棋，双方一人一子；落下的棋子不再移动。
course-first-stone-2 = 一步一步看完这盘小棋：黑棋先把五颗子连成一线，黑胜。
course-first-stone-3 = 轮到你了：黑棋竖着已经有四颗子，再添一颗连成五。
course-first-stone-3-done = 五子连成一线，黑胜。下在另一头也一样。
course-first-stone-4 = 斜着连成五子也算赢。这里还缺哪一点？
course-first-stone-4-done = 最后一颗子补上了中间的空。横、竖和两条斜线都算。

course-stop-a-four = 挡住四
course-stop-a-four-1 = 白棋已有四子相连，再下一子就成五了。你必须下在哪里？
course-stop-a-four-1-done = 右边那一头早有你的子挡着，现在左边也挡住了。
course-stop-a-four-2 = 这三行都是“四”：下在A、B或C，就连成五。中间空着一点，也同样危险。
course-stop-a-four-3 = 现在你执白棋。黑棋的四中间有个空，把它挡住。
course-stop-a-four-3-done = 只有补上这个空才能成五，现在白子占住了它。
course-stop-a-four-4 = 你的斜线上有个不错的三。可是先看看白棋，你必须下在哪里？
course-stop-a-four-4-done = 四比三快。白棋挡住了，你的三还在。
course-stop-a-four-5 = 斜线上的四不容易看见。找出白棋必须占的一点。
course-stop-a-four-5-done = 这就是中间的空，黑棋补上它就成五了。

course-open-and-closed = 活四与冲四
course-open-and-closed-1 = 黑棋有三子相连，两边都空着。下成一个两头都空的四。
course-open-and-closed-1-done = 这叫“活四”：两头都能成五，白棋只能挡住一头。
course-open-and-closed-2 = 活四挡不住：白棋占A，黑棋就在B成五。走走看。
course-open-and-closed-3 = 这个四的一头已有白子，叫“冲四”。冲四挡得住，白棋该下在哪里？
course-open-and-closed-3-done = 冲四只有一个成五的点，白棋占住了它。
course-open-and-closed-4 = 这个三的一侧，不远处有颗白子。从哪一侧能下成活四？
course-open-and-closed-4-done = 这样两头都空着。从另一侧下，白子会封住一头，只是冲四。
course-open-and-closed-5 = 棋盘的边也会封住一条线。请为白棋下成活四。
course-open-and-closed-5-done = 两头都空着。如果顶到边线上，就只是冲四了。

course-open-three = 活三
course-open-three-1 = 黑棋下成两头都空的三，叫“活三”。看看白棋不理会它，会怎么样。
course-open-three-2 = 下成一个活三：同一条线上的三颗子，再下一手就能成活四。
course-open-three-2-done = 现在黑棋下一手就要成活四，白棋必须应。
course-open-three-3 = 黑棋有两对子。其中一对还有地方下成活三，请下出来。
course-open-three-3-done = 这条线两边都空着。另一对子的一头已有白子。
course-open-three-4 = 你执白棋，黑棋没有理会你的活三。现在怎么下？
course-open-three-4-done = 活四：黑棋只能挡一头，白棋在另一头成五。

course-stop-a-three = 防住活三
course-stop-a-three-1 = 黑棋有个活三。再下一手就成活四，那就挡不住了。现在就防住它。
course-stop-a-three-1-done = 这样黑棋最多下成冲四，冲四是挡得住的。
course-stop-a-three-2 = 白棋的三，一侧不远处有你的子，所以防法不止一种。找出一种。
course-stop-a-three-2-done = 现在白棋在这条线上无论怎么成四，都有一头被封住。
course-stop-a-three-3 = 中间有空的三一样危险。防住它：占中间的空，或者占一头。
course-stop-a-three-3-done = 这里再也下不成活四了。
course-stop-a-three-4 = 你可以下自己的三。可是白棋已经有活三了，该先做什么？
course-stop-a-three-4-done = 如果只顾下自己的三，白棋就先成活四了。
course-stop-a-three-5 = 黑棋在盘上有一个活三。找到它，防住它。
course-stop-a-three-5-done = 它藏在斜线上，混在别的棋子中间，很容易漏看。

course-two-at-once = 一子双杀
course-two-at-once-1 = 一子同时成四又成三，叫“四三”。白棋只能先挡四，黑棋的三就成了活四。
course-two-at-once-2 = 黑棋一子能同时下成两个活三，叫“双三”。下在哪里？
course-two-at-once-2-done = 白棋只能防住一个，另一个就成活四。
course-two-at-once-3 = 你执白棋。找出一子同时成四又成活三的点。
course-two-at-once-3-done = 黑棋必须挡四，然后你的三就成活四。
course-two-at-once-4 = 黑棋有两个三，都有一头被封住。一子下成两个四。
course-two-at-once-4-done = 这叫“双四”：白棋只能挡一个，黑棋用另一个成五。

course-your-own-first = 能赢先赢
course-your-own-first-1 = 白棋下一手就要成五。不过轮到你下，有没有比挡更好的棋？
course-your-own-first-1-done = 自己先成五，棋就赢了，不用再防。
course-your-own-first-2 = 双方都有活三，现在轮到你。不用防，抢先一步。
course-your-own-first-2-done = 你再下一子就成五，白棋还差两子。
course-your-own-first-3 = 你执白棋，手里有活三，可是黑棋有四了。该先做什么？
course-your-own-first-3-done = 先后要分清：五最快，其次是四，然后是三。
course-your-own-first-4 = 白棋有活三。你的四更快，但它还得带来第二个威胁。找出这手棋。
course-your-own-first-4-done = 白棋必须挡四，你新成的三就抢先变成活四。

course-how-games-end = 从开局到终局
course-how-games-end-1 = 下棋多从中央开始：A点通向八个方向，B点只通向三个。请落子。
course-how-games-end-1-done = 离中央越近，棋子能伸展的地方就越大。
course-how-games-end-2 = 数一数棋子：黑棋多一颗，所以轮到白棋。白棋该下在哪里？
course-how-games-end-2-done = 黑棋斜线上的活三必须防住。
course-how-games-end-3 = 连成五，至少要有五个点的位置。这两个三只有一个还够位置，把它下成四。
course-how-games-end-3-done = 另一个三夹在边线和白子之间，一共只有四个点，没有用了。
course-how-games-end-4 = 棋盘快满了，谁也没有成五。下最后一颗子吧。
course-how-games-end-4-done = 没有人成五，棋盘也满了：这盘是和棋。

## Shapes

chapter-shapes = 棋形

course-broken-three = 跳三
course-broken-three-1 = 中间空一点的三叫“跳三”。黑棋下A就成活四；白棋可以在A、B或C防住它。
course-broken-three-2 = 你执白棋，黑棋没有理会你的跳三。下成活四。
course-broken-three-2-done = 只有补上中间的空才行；下在两头，四的中间还留着空。
course-broken-three-3 = 斜线上两颗黑子隔得很远。在它们中间下一子，就成跳三。
course-broken-three-3-done = 再补上中间的空就成活四，白棋必须应。
course-broken-three-4 = 找到黑棋的跳三，把它防住。有三个点可以防，任选一个。
course-broken-three-4-done = 这条斜线上，黑棋再也下不成活四了。
course-broken-three-5 = 这个跳三和另外两颗黑子交叉在一点。只有一个点能全部防住。
course-broken-three-5-done = 两条线都少不了这一点。

course-split-four = 跳四
course-split-four-1 = 黑棋的四中间有空（也叫“跳四”），两头也空着。它是活四吗？把它挡住。
course-split-four-1-done = 只有补上中间的空才成五，所以它也是冲四，一手就能挡住。
course-split-four-2 = 一条线的五个点里有三颗子，就能下成四。请下出来。
course-split-four-2-done = 四颗子、一个空，白棋必须马上补上。
course-split-four-3 = 一条线上两个空、两个四：下A成五，下B也成五。白棋只能补一个。
course-split-four-4 = 四颗黑子，一颗隔一点。再下一子，就同时成两个四。下在哪里？
course-split-four-4-done = 同一条线上两个四，白棋只有一手，顾不过来。
course-split-four-5 = 你执白棋，长斜线上有两颗、一颗、两颗子。一子下成两个四。
course-split-four-5-done = 现在有两个空，补上哪一个都成五。

course-dead-rows = 死三与死四
course-dead-rows-1 = 两颗白子之间只有四个点，就算下在A也连不成五：这样的三叫“死三”。
course-dead-rows-2 = 黑棋有两个四，其中一个是“死四”，再也成不了五。把另一个挡住。
course-dead-rows-2-done = 横着的四两头都被封住，不用管它。
course-dead-rows-3 = 黑棋有两个三。其中一个地方太小，成不了活四。把另一个防住。
course-dead-rows-3-done = 横着的三最多成冲四，到时候再挡也来得及。
course-dead-rows-4 = 数一数这两个三旁边的空点：哪一个能成活四？
course-dead-rows-4-done = 另一个三一共只有五个点：够连成五，却不够成活四。

course-closed-three = 眠三
course-closed-three-1 = 一头被封住的三叫“眠三”。下A或B都成冲四，白棋必须应，但成不了活四。
course-closed-three-2 = 白棋斜线上有个眠三。用它下成冲四。
course-closed-three-2-done = 黑棋必须挡，然后又轮到你下。
course-closed-three-3 = 这个眠三有两个点能成冲四，下在其中一点还多一个威胁。是哪一点？
course-closed-three-3-done = 四和三同时成了。若下在另一点，白棋一挡就占了这里。
course-closed-three-4 = 你执白棋，有两个眠三，其中一个中间有空。一子下成两个四。
course-closed-three-4-done = 一个眠三还不够快，两个眠三碰到一起就赢了。
course-closed-three-5 = 黑棋的眠三和另外两颗黑子交于一点，马上要成四三。趁早破掉它。
course-closed-three-5-done = 黑棋在这里再也成不了四三了。

course-twos = 活二
course-twos-1 = 两颗子周围都空着，叫“活二”。把白棋的活二下成活三。
course-twos-1-done = 活二长成活三，活三再长成活四。
course-twos-2 = 两个活二交叉在A。黑棋下在A，就同时成两个活三。
course-twos-3 = 这里两个活二都在斜线上。找出它们的交叉点。
course-twos-3-done = 双三：白棋只能防住一个。
course-twos-4 = 你执白棋。其中一个活二中间有空，它们照样能碰上。在哪里？
course-twos-4-done = 带空的三也是活三，这里成了双三。
course-twos-5 = 黑棋的几个二在A和B两点相交，其中一处被白子占了地方。该下哪一点？
course-twos-5-done = 在这里，两个三都是活三。在另一点，竖着的三没有地方了。

course-diagonals = 斜线
course-diagonals-1 = 从A到E是一条斜线：每走一步，向旁边一格，再向上一格。眼睛很容易漏掉它。
course-diagonals-2 = 黑棋能在斜线上连成五。顺着黑子，一格一格斜着找过去。
course-diagonals-2-done = 五颗黑子斜着连成了一线。
course-diagonals-3 = 黑棋有一个四。你执白棋：它在哪里成五？
course-diagonals-3-done = 这个四在斜线上，中间有个空。
course-diagonals-4 = 白棋斜线上有个活三。下成活四。
course-diagonals-4-done = 斜线上四颗子，两头都空着。
course-diagonals-5 = 现在你执黑棋。白棋要在斜线上成活四，把它防住。
course-diagonals-5-done = 一头封住，就成不了活四了。
course-diagonals-6 = 白棋的两条斜线交叉。找出一子成两个活三的点。
course-diagonals-6-done = 一条向上，一条向下，成了双三。

course-whole-board = 全盘眼光
course-whole-board-1 = 每一手都按顺序看：我能成五吗（A）？对方能成五吗（B）？然后再看四，看三。
course-whole-board-2 = 黑棋一手就能赢。横、竖、斜都看一遍。
course-whole-board-2-done = 成五了，盘上别的都不重要了。
course-whole-board-3 = 黑棋成不了五，可是白棋马上要成五。找出要挡的点。
course-whole-board-3-done = 白棋只有这一点能成五。
course-whole-board-4 = 双方都成不了五。白棋想成活四，但轮到黑棋下：谁抢先？
course-whole-board-4-done = 你的活四先成。
course-whole-board-5 = 白棋成不了四，黑棋却有个活三。找到它，防住它。
course-whole-board-5-done = 这样黑棋就成不了活四了。

chapter-attack = 进攻

course-four-three = 四三
course-four-three-1 = 黑 1 在横线上冲四，同时在竖线上成活三，这叫“四三”。白棋只能先挡冲四，活三随即变成活四。
course-four-three-2 = 黑棋竖线上有一个眠三，斜线上有两子。找出能走成四三的点。
course-four-three-2-done = 一子两个威胁：白棋挡住冲四，斜线上的活三就变成活四。
course-four-three-3 = 白棋下 A 或 B 都能冲四，其中一处还同时成活三。是哪一处？
course-four-three-3-done = 中间隔一格也是冲四，黑棋必须补在空格里；竖线上的三子两端都空，是活三。
course-four-three-4 = 四三常常这样形成：黑 1 成活三，白 2 挡住一端，黑 3 在另一端与另外两子相接，走成四三。
course-four-three-5 = 四三里的“三”也可以是跳三。找出黑棋的四三。
course-four-three-5-done = 斜线是冲四，横线是跳三，空格在 g7。

course-two-fours = 双四
course-two-fours-1 = 黑 1 同时走出两个冲四，叫“双四”。白棋只能挡住一个，另一个就连成五。
course-two-fours-2 = 找出黑棋在横线和竖线上同时冲四的点。
course-two-fours-2-done = 现在黑棋有两个点可以连五，白棋只能占一个。
course-two-fours-3 = 双四也可以在同一条线上：黑 1 之后有两个空格，填上哪一个都能连五。
course-two-fours-4 = 换到斜线上：找出在一条线上形成双四的点。
course-two-fours-4-done = e5 和 h8 两个空格都能连五，白棋只能填一个。
course-two-fours-5 = 连珠规则中黑棋走双四是禁手，白棋却可以走。找出白棋的双四。
course-two-fours-5-done = 横线一个冲四，斜线一个冲四，黑棋挡不住两个。

course-forcing-fours = 连续冲四
course-forcing-fours-1 = 冲四只有一种应法，所以白棋的应手可以事先算出。看 1 到 5：黑棋只靠连续冲四（VCF）就取胜。
course-forcing-fours-2 = 黑棋刚刚冲四，白棋只有一种应法。请找出来。
course-forcing-fours-2-done = 别无选择，黑棋早就知道白棋会下在这里。
course-forcing-fours-3 = 黑棋可以连续冲四取胜。先冲哪一个？想好白棋的应手，再想下一个四。
course-forcing-fours-3-done = 白棋只能应在 g4，而 f5 这颗子又成了横线的一部分。
course-forcing-fours-4 = 白棋应在 g4。找出下一个冲四，它同时成活三。
course-forcing-fours-4-done = 走成四三了，而且一路都是冲四。

course-the-right-order = 冲四的次序
course-the-right-order-1 = 黑棋有两条横线可以冲四。先冲 1 错了：白 2 挡住的同时自己也成了四，黑 3 只好去挡，白 4 化解了进攻。
course-the-right-order-2 = 同样的局面。黑棋应该先冲哪一个四？
course-the-right-order-2-done = 白棋应在 f4 没有成四，接着黑棋在 g3 走成双四。
course-the-right-order-3 = 轮到白棋。每次冲四前先看黑棋会应在哪里，再决定先冲哪一个。
course-the-right-order-3-done = 黑棋只能应在 i5。接着白棋在 g6 走成双四，黑棋再成四也来不及了。

course-fours-that-build = 冲四铺路
course-fours-that-build-1 = 黑棋在 f4 或 g4 都能冲四。黑 1 下在 g4，白棋正好应在 f4，占去了竖线上的要点。
course-fours-that-build-2 = 换一个选择：让冲四的这颗子同时落在竖线上。
course-fours-that-build-2-done = 横线冲四，f4、f6、f7 又成活三，一子两用。
course-fours-that-build-3 = 竖线冲四同样有两个点，哪一个对下面的横线有帮助？
course-fours-that-build-3-done = 这个冲四中间隔一格，但 e4 与 f4、g4 连成了活三。
course-fours-that-build-4 = 白棋在 f6 所在的竖线上只有一子，有两个冲四各能再添一子。先冲其中一个。
course-fours-that-build-4-done = 再冲另一个四，竖线上就有了三子，成为四三。

course-their-answer = 看清应手
course-their-answer-1 = 黑 1 是四三。可是白棋正好应在 g4，白 2 在竖线上成了四。黑 3 必须去挡，白 4 再挡住活三。
course-their-answer-2 = 同样的局面。找出不让白棋成四的四三。
course-their-answer-2-done = 白棋只能应在 f4，不带威胁；你的子还堵住了白棋的竖线。
course-their-answer-3 = 这里白棋的应手同样会成四。但先看黑棋要在哪里挡，再找出黑棋的这一手。
course-their-answer-3-done = 白棋应在 g4，威胁 f3。黑棋正好挡在 f3，落在自己的竖线上。
course-their-answer-4 = 白棋应在 g4，并且成了四。请挡住它。
course-their-answer-4-done = 这一挡在竖线上成了活四：f2 和 f7 都能连五。

course-keep-your-fours = 留住冲四
course-keep-your-fours-1 = 冲四只能用一次。黑 1 随手冲掉，白 2 正好落在竖线上；之后黑 3 的活三只剩一个威胁，被白 4 挡住。
course-keep-your-fours-2 = 同样的局面。先留住冲四，走一个活三，为四三做准备。
course-keep-your-fours-2-done = 白棋要么挡活三，要么防 f4 的四三，两者不能兼顾。
course-keep-your-fours-3 = 这里黑棋先用掉了冲四，然后才走活三。请替白棋挡住活三。
course-keep-your-fours-3-done = 一手就挡住了。如果冲四还留着，黑棋就有第二个威胁。
course-keep-your-fours-4 = 轮到白棋。先不动 h 列的三子，找出能让它们发挥作用的活三。
course-keep-your-fours-4-done = 等黑棋挡住活三，h4 就是四三。这个冲四留得值。

course-threes-attack = 活三进攻
course-threes-attack-1 = 活三同样必须应。白 2 挡住一端，黑 3 就在另一端走成四三。（高手把这种进攻叫 VCT。）
course-threes-attack-2 = 找出一个活三：无论白棋挡哪一端，黑棋都能取胜。
course-threes-attack-2-done = 白棋挡 c6，黑棋在 g6 走四三；白棋挡 g6，黑棋在 b6 走四三。
course-threes-attack-3 = 轮到白棋。找出一个活三，它同时还威胁四三。
course-threes-attack-3-done = 两个威胁，一手应不过来：黑棋挡活三，白棋就走四三。

course-two-threes = 双三
course-two-threes-1 = 黑 1 同时走出两个活三，叫“双三”。白棋只能挡住一个，另一个变成活四。
course-two-threes-2 = 找出黑棋的双三，其中一个是跳三。
course-two-threes-2-done = 横线一个活三，竖线一个跳三，白棋挡不住两个。
course-two-threes-3 = 连珠规则中黑棋走双三是禁手，白棋却可以走。请找出来。
course-two-threes-3-done = 斜线和竖线在 g7 相交，两个活三同时形成。
course-two-threes-4 = 这里白棋有一个眠三。黑 1 走双三，白 2 冲四同时挡住横线，黑 3 必须应，白 4 再挡住竖线。
course-two-threes-5 = 你执白，黑棋刚走了双三。哪一手能救你？
course-two-threes-5-done = 冲四挡住横线，黑棋必须应。所以走双三之前，要先看对方有没有冲四。

course-which-three = 选哪个活三
course-which-three-1 = 活三有几种应法，每一种都要看。白 2 挡住黑 1，同时在横线上成四；黑 3 必须应，先手就归白棋了。
course-which-three-2 = 同样的局面。哪个活三不给白棋这样的应手？
course-which-three-2-done = f7 堵住了白棋的横线。无论白棋挡哪一端，另一端都有四三。
course-which-three-3 = 轮到白棋。哪个活三能取胜？先看黑棋会应在哪里。
course-which-three-3-done = f7 本是黑棋成四的点。现在 g8 和 c4 都是白棋的四三，黑棋只能防一处。
course-which-three-4 = 最好的活三一子两用：白棋威胁在竖线上成活四，黑棋下在 A，既挡住了它，自己又成活三。

chapter-defence = 防守

course-both-ends = 挡活三
course-both-ends-1 = 黑棋有一个活三。如果白棋不理，黑棋下 A 或 B 就成活四。白棋可以在这两点中任选一点来挡。
course-both-ends-2 = 这次黑棋的活三在斜线上。请挡住它。
course-both-ends-2-done = 两端的点都可以挡：占住一端，黑棋就走不成活四了。
course-both-ends-3 = 白棋的 f9 离得很近，所以这个活三有三个防点。找出一个。
course-both-ends-3-done = f8、f4 可以，f3 也可以：上面有 f9，黑棋没有空间了。
course-both-ends-4 = 跳三也有三个防点：中间的空格和两端。请挡住它。
course-both-ends-4-done = 占住其中任何一点，黑棋就只能走出挡得住的冲四。
course-both-ends-5 = g 列上有黑棋的两颗子，所以这里只有一端挡得住。是哪一端？
course-both-ends-5-done = 如果挡在 c6，黑棋就在 g6 走成四三。
course-both-ends-6 = 有几个防点时，选对自己有用的那个。A 和 B 都能挡住活三，但下在 B，白棋自己也成活三。

course-before-it-comes = 提前防四三
course-before-it-comes-1 = 白 1 下在别处，黑 2 走成四三，胜负已定。白棋应该早一手防住它。
course-before-it-comes-2 = 同样的局面。斜线和竖线在哪里相交？请防住四三。
course-before-it-comes-2-done = 四三没有了。两线的交点 f5 通常是最好的选择。
course-before-it-comes-3 = 这次你执黑，白棋威胁走四三。请防住它。
course-before-it-comes-3-done = 断了其中一条线就够了；占住交点 f4，两条线都断。
course-before-it-comes-4 = 黑棋有一个活三，它的一端还与另外两子相接。只有一个防点。
course-before-it-comes-4-done = 如果挡在 d5，活三挡住了，h9 的四三却挡不住。

course-what-if-i-pass = 如果我停一手
course-what-if-i-pass-1 = 轮到黑棋。先问自己：如果黑棋停一手，白棋会怎么走？请走出白棋最好的一手。
course-what-if-i-pass-1-done = c3 成活四。所以黑棋不能停，必须挡住活三。
course-what-if-i-pass-2 = 现在你是黑棋：挡住白棋的活三。
course-what-if-i-pass-2-done = 白棋走不成活四了。斜线上的活三很容易漏看。
course-what-if-i-pass-3 = 轮到白棋。如果白棋停一手，黑棋走哪里能赢？
course-what-if-i-pass-3-done = f7：横线冲四，斜线活三。
course-what-if-i-pass-4 = 现在你是白棋：防住这个四三。
course-what-if-i-pass-4-done = 四三没有了。只要问一句，就能及时看到危险。

course-block-and-build = 防中带攻
course-block-and-build-1 = 白 1 挡住黑棋的活三，同时在竖线上成活三。黑棋必须应，又轮到白棋走。
course-block-and-build-2 = 白棋有一手既能挡住黑棋的活三，又能取胜。在哪里？
course-block-and-build-2-done = g6 挡住横线，同时竖线冲四、斜线活三。
course-block-and-build-3 = 这次你执黑，白棋在斜线上有活三。挡在对自己有利的一端。
course-block-and-build-3-done = g7 挡住活三，同时走成四三；挡在 c3 就只是防守。

course-counter-with-fours = 冲四反击
course-counter-with-fours-1 = 黑 1 冲四，正好占住白棋活三的一端。白 2 必须应，活三挡住了，又轮到黑棋走。
course-counter-with-fours-2 = 白棋有活三，但轮到你走，冲四比活三快。找出制胜的冲四。
course-counter-with-fours-2-done = 走成四三后，白棋再也没有时间走活四。
course-counter-with-fours-3 = 白棋同时有两个活三。黑棋在正确的点冲四才能得救。在哪里？
course-counter-with-fours-3-done = c5 占住横线的一端。白棋必须应在 b4，然后黑棋再挡竖线。
course-counter-with-fours-4 = 轮到黑棋。白棋威胁在 h8 成活四。哪一方更好？
course-counter-with-fours-4-done = 黑棋更好：f10 走成四三，白棋来不及下 h8。

course-in-doubt = 先急后缓
course-in-doubt-1 = 双方对攻时，按这个顺序问自己：我能连五吗（A）？必须挡对方连五吗（B）？我能冲四取胜吗？必须挡活三吗？
course-in-doubt-2 = 双方都有冲四，轮到黑棋。先走什么？
course-in-doubt-2-done = 自己连五，棋局结束，什么都不用挡了。
course-in-doubt-3 = 白棋有活三，但黑棋有冲四。白棋该怎么走？
course-in-doubt-3-done = 对方的冲四比自己的活三更急。
course-in-doubt-4 = 双方都有活三，轮到黑棋。该攻还是该防？
course-in-doubt-4-done = 该攻：走成活四，比白棋快一步连五。
course-in-doubt-5 = 白棋不能连五，也没有五要挡，冲四也赢不了。还剩什么？
course-in-doubt-5-done = 这是最后一个问题，现在正该问它：挡住活三。

## Renju

chapter-renju = 连珠

course-renju-rules = 黑棋有禁手
course-renju-rules-1 = 没有禁手时，先行的优势太大，黑棋必胜。逐手看一个典型的杀法：第 1 手同时形成两个活三。
course-renju-rules-2 = 连珠规则给黑棋三种禁手：长连，即六子或更多连成一线（A）；四四，同时形成两个四（B）；三三，同时形成两个活三（C）。白棋没有禁手。
course-renju-rules-3 = 黑棋必须恰好五子连成一线才算胜。有两个点看上去都行，其中一个会连成六子。请找出连五的点。
course-renju-rules-3-done = 斜线上恰好五子，黑胜。若下在上面那一横，就连成六子，是长连禁手。
course-renju-rules-4 = 白棋连成五子或更多都算胜。你执白，请一手取胜。
course-renju-rules-4-done = 六子连珠，白棋照样获胜。
course-renju-rules-5 = 这一列黑棋有五子，中间有两个空点。补哪一个恰好连五？
course-renju-rules-5-done = f2 到 f6 恰好五子。f8 的子与它们不相连，不算在内。
course-renju-rules-6 = 你执白。黑棋的禁手，你可以放心下。请一子形成两个活三。
course-renju-rules-6-done = 白棋下三三是合法的，而黑棋只能挡住其中一个。

course-overline = 长连
course-overline-1 = 六子或更多不间断地连成一线，叫做长连。A 会连成六子，B 会连成七子，都是黑棋的禁手。
course-overline-2 = 请找出黑棋的禁手点。
course-overline-2-done = 下在这里，上三子和下两子就连成六子：长连。
course-overline-3 = 不间断才算长连。黑棋可以下哪个字母？
course-overline-3-done = B 使四子与两子之间仍隔一个空点，不是长连。A 会在斜线上连成六子。
course-overline-4 = 再下一手能恰好连成五子，才算四。黑棋在哪里能成四？
course-overline-4-done = 斜线上可以成四。上面那一横补满了只会是六子，黑棋在那里成不了四。
course-overline-5 = 你执白。黑棋有两处空点待补，只有一处能连五。请挡住它。
course-overline-5-done = 竖线上的空点不用管：黑棋补上就是长连禁手。
course-overline-6 = 第 5 行黑棋有五子，可是补 f5 就成长连。白棋在第 4 行有活三，下一手成活四。请防守。
course-overline-6-done = 白棋的活三被破坏了。若是无禁手规则，黑棋下 f5 就赢了。

course-double-four = 四四
course-double-four-1 = 黑棋下 A 会同时形成两个四，接着 B、C 都能连五。这叫四四（双四），是黑棋的禁手。
course-double-four-2 = 冲四中间也可以有空。请找出黑棋的禁手点。
course-double-four-2-done = 斜线上一个四，横线上一个跳四，合成四四禁手。
course-double-four-3 = 两个四甚至可以在同一条线上。请找出黑棋的禁手点。
course-double-four-3-done = 下了以后，补 d4 是五，补 h8 也是五：一条斜线上有两个四。
course-double-four-4 = 同一条线上的四四还有一种样子。请找出禁手点。
course-double-four-4-done = 补 d5，左边连五；补 g5，右边连五：这是两个四。
course-double-four-5 = 活四两端都能连五，但只算一个四。黑棋可以下哪个字母？
course-double-four-5-done = A 形成活四，黑棋获胜。B 会在一条线上形成两个四。
course-double-four-6 = 你执白，四四不是你的禁手。请下出四四。
course-double-four-6-done = 同时两个四，黑棋只能挡一个。

course-double-three = 三三
course-double-three-1 = 再下一手就能成活四的三，叫做活三。黑棋下 A 会同时形成两个活三，这叫三三（双三），是黑棋的禁手。
course-double-three-2 = 请找出黑棋的禁手点。
course-double-three-2-done = 竖线和斜线各成一个活三：三三禁手。
course-double-three-3 = 跳三补上空点就成活四，也是活三。请找出禁手点。
course-double-three-3-done = 横线是中间空着 f5 的跳三，竖线是连三，合成三三。
course-double-three-4 = 这次两个都是跳三，而且都在斜线上。请找出禁手点。
course-double-three-4-done = 补 e7、g7 都能成活四，所以两个都是活三。
course-double-three-5 = 黑子的线在 A 和 B 交叉，其中一处已有白子挡住。哪一点是禁手？
course-double-three-5-done = B 处两个都是活三。A 处横线已被 g8 挡住，只有竖线是活三。
course-double-three-6 = 你执白，三三不是你的禁手。请下出三三。
course-double-three-6-done = 黑棋挡住一个，另一个就成活四。

course-four-three-is-allowed = 四三
course-four-three-is-allowed-1 = 一子同时形成冲四和活三，叫做四三。四三不是禁手，是黑棋最有力的武器：白棋必须先挡四，活三就成了活四。
course-four-three-is-allowed-2 = 请找出黑棋的四三。
course-four-three-is-allowed-2-done = 白棋必须应斜线上的冲四，接着黑棋下 f8 成活四。
course-four-three-is-allowed-3 = A 和 B 都同时形成两个威胁。哪一个不是禁手？
course-four-three-is-allowed-3-done = B 是一个冲四加一个活三。A 是两个活三，属于三三。
course-four-three-is-allowed-4 = 有两个双杀点，其中一个是禁手。请找出能赢的那个。
course-four-three-is-allowed-4-done = 斜线冲四加竖线活三。g10 则是三三禁手。
course-four-three-is-allowed-5 = 一个字母是冲四加一个活三，另一个是冲四加两个活三。哪一个不是禁手？
course-four-three-is-allowed-5-done = A 是四三。B 有两个活三，即使带着冲四，也是三三禁手。

course-not-a-three = 假活三
course-not-a-three-1 = 再下一手（而且这一手合法）就能成活四，才算活三。这里下 A 或 B 都成活四，所以是真正的活三。
course-not-a-three-2 = 看看两端：有一处的横线已被白棋挡住。哪个字母不是禁手？
course-not-a-three-2-done = A 处的横线被 b8 挡住，成不了活四，只有竖线是活三。
course-not-a-three-3 = 活四需要一条线上有六个点：四子加两端空点。哪个字母不是禁手？
course-not-a-three-3-done = 从棋盘边到白子 f9 之间只有五个点，这一横成不了活四。
course-not-a-three-4 = 活四两端都必须恰好成五。哪个字母不是禁手？
course-not-a-three-4-done = 下 A 后再下 d5，竖线有四子，但 d4 会变成六子，所以竖线不是活三。
course-not-a-three-5 = 两条竖线都要补上中间的空点才成活四，其中一个空点本身是禁手。哪个字母不是禁手？
course-not-a-three-5-done = 下 A 之后，补 e7 会同时形成两个四，黑棋不能下。所以这条竖线不是活三。
course-not-a-three-6 = 实战中的例子：A 看似三三，其实合法。竖线只能靠 B 补成四，而 B 在第 10 行又成一个四，是四四禁手。

course-five-comes-first = 五连优先
course-five-comes-first-1 = A 在横线上连成五子，同时在竖线上连成六子。五连立即获胜，禁手不再成立，所以 A 合法，黑胜。
course-five-comes-first-2 = 请找出黑棋的五连点。它同时还形成两个四，但没有关系。
course-five-comes-first-2-done = 横线连成五子，黑棋已经获胜，四四不再追究。
course-five-comes-first-3 = 请找出黑棋的胜着。这一手除了五连还带着两个活三。
course-five-comes-first-3-done = 斜线五连优先。若没有这个五，它就是三三禁手。
course-five-comes-first-4 = A 和 B 都形成两个活三。哪一个黑棋照样可以下？
course-five-comes-first-4-done = B 同时在竖线上连五。A 没有五连，仍是禁手。
course-five-comes-first-5 = 你执白。有一点黑棋下了，斜线成五、横线成六。这算不算威胁？请落子。
course-five-comes-first-5-done = 这是真正的威胁：只要连成五子，黑棋就赢，不管同时还形成什么。

course-white-traps = 白棋抓禁
course-white-traps-1 = 白 1 冲四，黑棋只能挡在 f6，而那里是三三禁手。黑棋只好下别处，白棋连五。这就叫抓禁。
course-white-traps-2 = 你执白。请冲四，让黑棋只能应在长连禁手点。
course-white-traps-2-done = 黑棋若挡，就连成六子，是禁手。白棋下一手连五。
course-white-traps-3 = 你执白。这次让黑棋唯一的应手成为四四禁手。
course-white-traps-3-done = f4 在一条线上形成两个四，黑棋不能下，挡不住白棋的四。
course-white-traps-4 = 禁手点还没有形成。先冲一个四，逼黑棋多下一子，再用第二个四抓禁。
course-white-traps-4-done = 黑棋只能挡在 e7，于是 f6 成了三三禁手点。白棋再冲四 e5，黑棋只能挡 f6，却不能下。

course-black-takes-care = 黑棋防抓禁
course-black-takes-care-1 = 白棋有活三。黑棋挡错了一端：白棋冲四之后，唯一的应手 h6 是三三禁手。
course-black-takes-care-2 = 同一局面。请挡住活三，并保证以后每个应手都不是禁手。
course-black-takes-care-2-done = 这样白棋冲四 c6，黑棋可以挡在 b6，那里不是禁手。
course-black-takes-care-3 = 白棋的活三在斜线上。先看清两端以外的点，再挡住它。
course-black-takes-care-3-done = h4 是长连禁手，黑棋不能被逼到那里去挡。下 g5 就堵住了这一端。
course-black-takes-care-4 = 白棋没有活三，却威胁在 h13 冲四：黑棋唯一的应手 h11 是三三禁手。请找出防守。
course-black-takes-care-4-done = 陷阱解除了。可以占住白棋的要点，也可以改变三的形状，使 h11 不再是禁手。

## Openings and games

chapter-openings = 开局与对局

course-black-is-ahead = 先行优势
course-black-is-ahead-1 = 没有开局规则时，先行的黑棋在 15 路棋盘上必胜，这已由计算机证明。逐手看一盘短局。
course-black-is-ahead-2 = 只有八子，轮到黑棋下。哪一方占优？
course-black-is-ahead-2-done = 黑棋已经可以连续做活三，直到形成双杀，必胜。
course-black-is-ahead-3 = 先行是优势，不是保证。这里轮到白棋下。哪一方占优？
course-black-is-ahead-3-done = 白棋占优，可以连续进攻取胜：这场战斗是白棋先动手。
course-black-is-ahead-4 = 开局规则用来抵消先行优势。最简单的是 Pro 规则：黑棋第一子下天元，第二子必须下在中央 5×5（四角为 A 到 D）之外。
course-black-is-ahead-5 = 回到第一盘棋。白棋刚挡住横线上的冲四。轮到黑棋，请下出挡不住的四。
course-black-is-ahead-5-done = 竖线成活四。第 13 手是四三，白棋始终慢一步。

course-swap-two = Swap2 规则
course-swap-two-1 = Swap2 让开局公平：先摆子的一方（假先方）在任意位置摆三子，依次为黑、白、黑。
course-swap-two-2 = 接着由对方（假后方）选择：执黑；执白（轮到白棋下）；或者再摆一白一黑，让假先方选择执黑或执白。
course-swap-two-3 = 你是假后方，决定再摆两子。请先摆白子，位置任意。
course-swap-two-3-done = 接着再摆一枚黑子，然后由对方选颜色。所以要摆出执黑执白都可以的局面。
course-swap-two-4 = 选颜色就是判断形势。练习一下：轮到黑棋下，你选哪一方？
course-swap-two-4-done = 黑棋可以连续进攻取胜。横竖两个三虽被挡住一端，仍然各能冲一个四。
course-swap-two-5 = 轮到白棋下，你选哪一方？
course-swap-two-5-done = 白棋的三一端被挡，但轮到白棋下，可以连续进攻取胜。

course-renju-openings = 连珠的开局
course-renju-openings-1 = 连珠第一手下天元。白 2 紧贴在上下左右的叫直指开局；黑 3 下在中央 5×5 之内。这个开局叫花月。
course-renju-openings-2 = 黑 3 有 A 到 M 共 13 种不同的下法，其余都与它们对称。白 2 下在斜角时也有 13 种，合计 26 种开局。
course-renju-openings-3 = 这一局由花月开局下成。轮到黑棋下，哪一方占优？
course-renju-openings-3-done = 黑棋占优，可以连续进攻取胜。花月对黑棋十分有利。
course-renju-openings-4 = 白 2 下在斜角，叫斜指开局，这个叫浦月。它对黑棋有利，所以塔拉山口-10 规则允许另一方在前四手的每一手之后交换黑白。
course-renju-openings-5 = 这一局由浦月开局下成，但黑棋下得不好。轮到白棋下，哪一方占优？
course-renju-openings-5-done = 白棋占优，可以连续进攻取胜。再好的开局，也要下好后面的棋。
course-renju-openings-6 = 黑棋常要给出几个五手打点，由白棋选留一个。索索夫-8 规则由白棋宣布打点数，最多八个。像 A 到 D 这样对称的点只算一个。

course-standard-and-freestyle = 标准与无禁手
course-standard-and-freestyle-1 = 无禁手规则：双方连成五子或更多都算胜。黑棋有两个胜点，请下其中一个。
course-standard-and-freestyle-1-done = f8 连成六子，j6 连成五子，在无禁手规则下都算胜。
course-standard-and-freestyle-2 = 同样的局面，换成标准规则：双方都必须恰好五子才算胜。
course-standard-and-freestyle-2-done = j6 恰好五子。在标准规则下，f8 连成六子不犯规，但也不算胜。
course-standard-and-freestyle-3 = 标准规则，你执白。黑棋已有四子，哪一端能连五？请挡住。
course-standard-and-freestyle-3-done = 黑棋下 h5 会与 i5 连成六子，不算胜。若是无禁手规则，两端都能赢。
course-standard-and-freestyle-4 = 无禁手规则，你执黑。白棋竖线上两子和三子之间有空点。这是威胁吗？请落子。
course-standard-and-freestyle-4-done = 白棋下 e6 连成六子，在无禁手规则下就赢了。若是标准规则，这就不是威胁。

course-after-the-game = 赛后复盘
course-after-the-game-1 = 复盘时问两个问题：哪一手输的？错过了哪个胜机？先看完这盘无禁手短局，黑胜。
course-after-the-game-2 = 从终局往回看。第 20 手之前白棋还守得住，实战却下了 i9。请找出防守。
course-after-the-game-2-done = 只有 g8：黑棋的竖线与横线在此交叉。对方的要点往往也是自己的要点。
course-after-the-game-3 = 再往前：第 14 手白棋下 j7 冲四，黑棋挡在 g7 就没事了。请找出更好的四。
course-after-the-game-3-done = g7 形成活四。白棋错过了眼前的胜机。
course-after-the-game-4 = 再从黑棋的角度看。第 17 手黑棋在 h10 做活三，其实有更强的一手。请找出来。
course-after-the-game-4-done = g8 同时形成两个活三，后来正是这一点决定了胜负。

course-long-games = 下好长局
course-long-games-1 = 棋力相当时要有耐心，先布势，再进攻。必须挡三时，也要挡得有利：第 9 手挡住活三，同时与 h8 相连。
course-long-games-2 = 你执白。第 10 行的活三有三个点可以挡，请找出能同时做成自己活三的那个。
course-long-games-2-done = 三个点都能挡，但 i10 还在斜线上做成白棋的活三。挡在另外两点，黑棋会继续进攻取胜。
course-long-games-3 = 还是执白：挡住斜线上的活三，同时争得先手。
course-long-games-3-done = 最好的是 g9：它在竖线上成活三，黑棋必须应，白棋就拿到了先手。
course-long-games-4 = 双方都有杀棋。轮到黑棋下，哪一方占优？
course-long-games-4-done = 黑棋先动手，不给白棋利用竖线活三的时间。
course-long-games-5 = 同样的局面，现在轮到白棋下。哪一方占优？
course-long-games-5-done = 白棋下成活四。对攻时，先手比多一子更重要。
