# 简体中文。简短、亲切、具体：说清发生了什么，以及可以怎么做。

## 页面

language = 语言
expert-terms = 专业术语（VCF、VCT）
black-chances = 始终显示黑棋胜率（包括我的对局）
actions = 操作

## 设置

settings-page = 显示
theme = 主题
theme-auto = 跟随系统
theme-kaya = 木色
theme-paper = 白纸
theme-night = 夜间
theme-contrast = 高对比度
motion = 动画
motion-auto = 跟随系统
motion-full = 开
motion-reduced = 关
settings-board = 棋盘
stones = 棋子
stones-shaded = 立体
stones-flat = 平面
stones-glass = 玻璃
numbers = 手数
numbers-none = 不显示
numbers-last = 最后一手
numbers-few = 最后五手
numbers-all = 全部
turn = 棋盘方向
turn-identity = 原样
turn-rotate-90 = 右转 90°
turn-rotate-180 = 旋转 180°
turn-rotate-270 = 左转 90°
turn-mirror-columns = 左右翻转
turn-mirror-rows = 上下翻转
turn-transpose = 沿主对角线翻转 ↘
turn-anti-transpose = 沿副对角线翻转 ↗
coordinates = 坐标
show-forbidden = 标出禁手点
show-threats = 标出威胁点
drawings = 圆圈与箭头
drawings-how = 右键点击画圆圈，右键拖动画箭头；按住 Shift 为红色，按住 Alt 为蓝色。选中画笔后，点击、轻触或按回车键即可绘制；在两个点上分别按 Shift+回车键画箭头。
drawings-how-touch = 先选一支画笔。轻点画圆圈，手指滑动画箭头；再画一次同样的即可擦除。
ink-green = 绿色画笔
ink-red = 红色画笔
ink-blue = 蓝色画笔
clear-drawings = 清除标记
settings-engine = 引擎（高级）
analysis-time = 每个局面的时间
analysis-endless = 不限
engine-memory = 内存（置换表）
engine-memory-about = 引擎对局面的计算结果会逐手保留在内存中。清空后将从头计算。
engine-threads = 线程数
engine-automatic = 自动
mebibytes = { $size } MiB
clear-hash = 清空内存
hash-cleared = 内存已清空。
copy-picture = 复制图片
picture-copied = 局面图片已复制到剪贴板。
picture-not-copied = 此浏览器不允许网页复制图片，请另存为 PNG。
premoves = 预走：对手思考时可先选定下一手
premove-chosen = 已预走 { $point }：轮到你时自动落子，再次点击可取消。
heat = 以热力图标出引擎首选着法
rings-about = 圈内为引擎各着法之后黑棋的胜率（%）：
rings-about-own = 圈内为引擎各着法之后你的胜率（%）：
ring-best = 最佳着法
ring-close = 几乎同样好
ring-worse = 明显较差
threats-about = 在标记的点落子可：
threat-four = 成四或双活三
threat-three = 成活三
settings-touch = 触屏
aim = 触摸落子
aim-auto = 自动
aim-direct = 单击落子
aim-twice = 点两次确认
aim-magnifier = 放大镜
settings-sound = 声音
sound = 音效
volume = 音量
hear-stone = 试听
per-cent = { $value }%
settings-programs = 电脑落子节奏
pause-ms = 最短落子时间
settings-export = 导出设置
settings-import = 导入设置
settings-reset = 恢复默认
settings-taken = 设置已导入。
settings-were-reset = 除语言外，所有设置已恢复默认。
settings-refused = 这不是天元的设置文件：{ $reason }。未作任何改动。

## 帮助

help-rules = 规则
help-openings = 开局
help-controls = 操作
help-levels = 难度
help-pointer = 鼠标与触摸
help-pointer-how = 点击交叉点落子。把指针移到禁手点上可查看原因。
help-touch-how = 棋盘较小时，轻点选中交叉点，再点一次落子；也可按住不放，出现放大镜后滑到目标点，抬起手指即落子。可在设置中改为单击落子或点两次确认。

rules-aim = 黑白双方轮流在空交叉点上落子，落子后不再移动。先在横、竖或斜线上连成规定数目者获胜。
shows-five = 黑棋在此连五获胜。
shows-six-wins = 六子连成一线同样获胜。
shows-six-no-win = 六子相连不算胜：补上空点不能获胜。
shows-overline = 长连（六子以上）：黑棋禁手，白棋则算获胜。
shows-double-three = 一子同时形成两个活三：黑棋三三禁手。
shows-double-four = 一子同时形成两个四：黑棋四四禁手。
shows-half-blocked = 一端被挡，连五仍然获胜。
shows-blocked = 两端都被挡，连五不算胜。
learn-first = 课程

learn-about = 棋盘上的小课，从第一颗子到算清攻防。当前对局会保存。
learn-begin = 开始：{ $lesson }
learn-go-on = 下一课：{ $lesson }。已完成 { $done } / { $of } 课。
learn-all-done = { $of } 课已全部完成。
learn-following = 下一课：{ $lesson }
learn-show = 看答案
learn-back = 上一步
learn-link = 复制链接
lesson-done = 已完成
lesson-right = 正确。
lesson-finished = 本课完成。
you-are-black = 你执黑。
you-are-white = 你执白。
course-failed = 课程未能载入，请检查网络。
course-link-fault = 链接中没有课程。
goal-place = 请随意下一子。
goal-five = 请连成五子。
goal-stop-five = 挡住对方的五连。
goal-four = 走出一个四。
goal-open-four = 走出挡不住的四。
goal-three = 走出活三：再下一子就成活四。
goal-stop-three = 趁对方还没走出挡不住的四，先破解它。
goal-win = 找出一子两用、必胜的一手。
goal-forbidden = 找出一个黑棋的禁手点。
goal-allowed = 黑棋可以下在哪个字母处？
miss-five = 这样没有连成五子。
miss-stop-five = 如图，对方就连成五了。
miss-four = 这不是四：下一子成不了五。
miss-open-four = 这个四挡得住，或者不是四。
miss-three = 从那里走不出活四。
miss-stop-three = 那样对方会走出你挡不住的四。
miss-win = 对方一手就能全部化解。
miss-forbidden = 黑棋可以下在那里。
miss-allowed = 那里是禁手点。
learn-rules-about = 怎样算赢、哪些点禁手、各种规则有何不同，配有图示。
learn-openings-about = 公平的开局：换边与前几手的下法。
learn-progress = 第 { $number } 步，共 { $of } 步
learn-next = 下一步
learn-play = 开始对局
learn-end = 全部课程
learn-miss = 不是这里。

about-levels = 难度从 1 到 20，逐步变强。较低的难度会像人一样漏看：斜线上的连子、跳三、离上一手较远的棋。从难度 5 起不会放过活三。难度 1 至 19 在手机与电脑上棋力相同；难度 20 每步最多思考 { $time }，除非另行设定。
levels-from-to = { $first ->
        [20] 难度 20
       *[other] 难度 { $first } 至 { $last }
    }
about-characters = 任何难度都可以选择一种棋风。棋风决定在几步好棋中选哪一步，几乎不影响强弱。
about-presets = 预设一并设定新对局的难度、棋盘和搜索限制。
preset-limits = 每步 { $time }，{ $depth } 层
minimax-steps = 发条（极小极大）怎样选点
about-minimax-steps = 搜索之前，发条依次问四个问题，第一个有答案的即决定落点。图中它执黑。
step-win = 自己能否取胜？连五。
step-block = 对方下一手能否取胜？挡住。
step-four = 自己能否成四（冲四或活四）？成四。
step-block-four = 对方能否成四？占住该点。
step-search = 否则：搜索，比较最好的候选点。
about-classics = 天元由这些程序发展而来，它们仍按原来的方式下棋。
about-tuple = 原名“五元组”：为每个五元组打分，不向前推算。
about-direction = 原名“四方向”：为经过每个点的四个方向打分，不向前推算。
about-greedy = 原名“贪心”：只选当前最好的点，无论攻守。
about-game-tree = 原名“博弈树”：对少数候选点搜索数层。
about-minimax-easy = 原名“极小极大”：搜索 3 层。
about-minimax-normal = 原名“极小极大”：搜索 6 层。
about-minimax-hard = 原名“极小极大”：在时限内最多搜索 12 层。

help-keys = 键盘
key-arrows = 在棋盘上或各栏之间移动
key-enter = 落子
key-escape = 回到对局
key-puzzle = 做题时：前后查看正解、下一题、重试

## 对局双方

color-black = 黑棋
color-white = 白棋
program-tengen = 天元
seat-person = 你
you-named = 你 · { $name }
seat-level = 天元（难度 { $level }）
level-numbered = 难度 { $level }
levels = 难度
even-game = 自动匹配棋力
even-first = 对手随你的战绩调整，让你大约两盘赢一盘。下几盘便能找到你的水平。
even-about = 对手随你的战绩调整，让你大约两盘赢一盘。你的棋力大致相当于难度 { $level }（± { $error }）。
level-weaker = 降低难度
level-stronger = 提高难度
suggested-level = 试试{ $name }
tier-newcomer = 新手
tier-beginner = 入门
tier-casual = 爱好者
tier-club = 业余棋手
tier-strong = 业余高手
tier-expert = 专家
tier-full = 全力
meet-newcomer = 漏看很多，连冲四也会忘记挡，适合第一盘棋。
meet-beginner = 冲四大多会挡，活三有时会漏看。
meet-casual = 活三必应，但很少看出一子双杀。
meet-club = 看得到短的杀棋，多数时候会先算几步。
meet-strong = 几乎每一手都会往前算。
meet-expert = 很少漏看，算得很深。
meet-full = 全力以赴，很少有人能赢。
seat-external = 外部引擎
quick-choice = 新对局
quick-opponent = 对手
start-computer = 电脑
start-friend = 本机双人
start-online = 联机
start-learn = 第一次来？
start-learn-about = 两分钟学会下棋
more-options = 更多
start-more = 计时与规则
all-options = 规则与棋盘……
more-opponents = 其他对手
strength-of = 棋力 { $strength }／{ $most }
meet-direction = 只看四个方向，从不往前想。
meet-tuple = 数一数还能连成五子的地方。
meet-greedy = 哪里眼下最好就下哪里。
meet-game-tree = 会往前想几手。
meet-minimax = 落子前先试你的最好应手。
character = 棋风
character-none = 普通
character-at = { $name }，{ $opponent }
tiger = 老虎
tiger-about = 老虎一有机会就进攻。
tiger-begins = 准备好被追着跑了吗？
tiger-thinks = 看得出我要做什么吗？
tiger-plays = 进攻才是最好的防守。
tiger-wins = 抓到你了！再来一盘？
tiger-loses = 你也有利爪。下得好！
turtle = 乌龟
turtle-about = 乌龟早早堵住你的棋，然后耐心等待。
turtle-begins = 慢慢来，我有的是时间。
turtle-thinks = 这一排棋我好像见过。
turtle-plays = 一步一个脚印。
turtle-wins = 稳稳当当。
turtle-loses = 你绕过了我的壳，了不起。
cat = 小猫
cat-about = 小猫一子两用，边防守边布局。
cat-begins = 你先请，我喜欢先看看。
cat-thinks = 你这一步给了我灵感。
cat-plays = 我只是看起来在打盹。
cat-wins = 你送上门来，我就不客气了。
cat-loses = 就当这也是我的计划吧。
beaver = 河狸
beaver-about = 河狸默默布局，把杀招留到最后。
beaver-begins = 先打好地基。
beaver-thinks = 再添一根树枝，再添一根。
beaver-plays = 别管我，我只是在盖房子。
beaver-wins = 大坝完工了。
beaver-loses = 你找到了漏洞。下次我会盖得更牢。
fox = 狐狸
fox-about = 狐狸爱冒险，喜欢另开战场。
fox-begins = 来点刺激的怎么样？
fox-thinks = 我还藏着一手呢。
fox-plays = 敢拼才会赢，多半如此。
fox-wins = 运气？有一点吧。再来一盘？
fox-loses = 我赌了一把，被你看穿了。
owl = 猫头鹰
owl-about = 猫头鹰占据中央，步步紧凑。
owl-begins = 棋盘空空，一切皆有可能。
owl-thinks = 站在中央，一览全局。
owl-plays = 静着往往最致命。
owl-wins = 回头看看这盘棋，有一步值得细想。
owl-loses = 青出于蓝而胜于蓝。
quick-color = 执棋
quick-clock = 计时
choice-person = 玩家
classics = 经典程序
classic-tuple = 算盘
classic-direction = 罗盘
classic-greedy = 喜鹊
classic-game-tree = 侦察兵
classic-minimax-easy = 发条一号
classic-minimax-normal = 发条二号
classic-minimax-hard = 发条三号
begins = 先手

## 对局进行中

first-stone-count = 连成 { $count } 子即胜。
first-stone-you = 你执黑。
first-stone-both = 黑棋先行。
place-anywhere = 在任意交叉点落子。
your-turn = 轮到你了。
tap-again = 再点一次 { $point } 即可落子。
tap-again-asks = 再点一次 { $point } 即可提问。
turn-black = 轮到黑棋。
turn-white = 轮到白棋。
thinking = { $name }正在思考……
thinking-black = 黑棋正在思考……
thinking-white = 白棋正在思考……
thinking-hint = 正在找好点……
paused = 已暂停。
replaying = 正在回放对局……
watching = { $all ->
        [0] 这是别人分享的局面。
       *[other] 这是别人分享的棋谱，第 { $move } 手，共 { $all } 手。
    }
watching-how = 现在只是观看。可以从这里自己下，也可以分析。
refused-watching = 这是别人分享的棋谱，点“从这里接着下”即可自己下。
play-on = 从这里接着下
paused-engine = { $name }已暂停，点“继续”让它落子。
looking-back = { $move ->
        [0] 尚未落子，共 { $moves } 手。
       *[other] 第 { $move } 手之后，共 { $moves } 手。
    }
hint-found = 试试 { $point }。
hint-quiet = 没有直接威胁。预计变化：{ $line }
engine-passed = { $name }停一手，轮到你了。
engine-played = { $name }下在 { $point }，轮到你了。
refused-occupied = { $point } 已有棋子，请选空点。
refused-forbidden-overline = { $point } 是长连禁手。
refused-forbidden-double-four = { $point } 是四四禁手。
refused-forbidden-double-three = { $point } 是三三禁手。
about-overline = 黑棋不得连成六子或更多。
about-double-four = 黑棋不得一子同时形成两个四。
about-double-three = 黑棋不得一子同时形成两个活三。
refused-not-your-turn = 请稍候，{ $name }正在思考。
refused-over = 本局已结束，随时可以再开一局。
resign-question = 确定认输吗？
resign-yes = 确认认输
resign-no = 继续下
engine-failed = 引擎未能启动。
engine-restarted = 引擎意外停止，已重新启动。
engine-gave-up = 引擎屡次意外停止。
without-network = 引擎的神经网络未能载入，棋力有所下降。
engine-off = 引擎已关闭。
start-engine = 启动引擎
unsaved-games = 有 { $count } 局未能保存：浏览器的存储空间已满，或不允许天元保存。关闭页面后就会丢失。
unsaved-settings = 设置未能保存：浏览器的存储空间已满，或不允许天元保存。
save-unsaved = 保存为文件
newer-page = 天元有新版本，当前对局已保存。
open-newer = 立即更新
engine-refused = 引擎无法分析这个局面。
invalid-answer = 没有收到有效的着法。
engine-off-why = 仍可双人对弈。
engine-refused-why = { "" }
game-lost = 存档无法读取，仍保存在本浏览器中；现在开始新的一局。

## 棋钟

clock = 计时
clock-of = { $color }用时
clock-none = 不限时
clock-per-move = 每步 { $time }
clock-fischer = { $main } + { $more }
clock-byo-yomi = { $main } + { $periods } × { $period }
clock-only-periods = 读秒 { $periods } × { $period }
clock-own = 自定义
clock-kind = 方式
clock-kind-per-move = 每步限时
clock-kind-increment = 每步加秒
clock-kind-byo-yomi = 读秒
clock-main = 基本用时
clock-seconds-per-move = 每步时间
clock-seconds-increment = 每步加秒
clock-seconds-period = 每次读秒
clock-periods = 读秒次数
minutes = { $minutes } 分钟
days = { $days } 天
seconds-left = 还剩 { $seconds } 秒。

## 提和

offer-draw = 提和
draw-question-black = 白棋提和。黑棋同意吗？
draw-question-white = 黑棋提和。白棋同意吗？
draw-yes = 同意和棋
draw-no = 不同意
draw-considered = { $name }正在考虑你的提和……
draw-declined = { $name }不同意和棋。
draw-declined-black = 黑棋不同意和棋。
draw-declined-white = 白棋不同意和棋。
draw-too-early = { $name }在第 { $moves } 手之前不接受和棋。

## 开局

opening = 开局规则
protocol-none = 无
protocol-swap2 = Swap2 规则
protocol-swap = Swap 规则
protocol-pro = Pro 规则
protocol-long-pro = Long Pro 规则
protocol-rif = RIF 规则（五手两打）
protocol-yamaguchi = 山口规则
protocol-soosorv = 索索夫-8 规则
protocol-taraguchi = 塔拉山口-10 规则
about-swap2 = 假先方摆两黑一白三子；假后方选择执黑或执白，或再摆一白一黑，由假先方选择。
about-swap = 假先方摆两黑一白三子，假后方选择执黑或执白。
about-pro = 黑棋第一子下天元，第二子须下在中央 5 × 5 之外。
about-long-pro = 黑棋第一子下天元，第二子须下在中央 7 × 7 之外。
about-rif = 假先方摆出三手开局，假后方可交换；白棋下第四手，黑棋给出两个五手打点，白棋选留一个。
about-yamaguchi = 假先方摆出三手开局并宣布五手打点数，假后方可交换；白棋下第四手，黑棋给出打点，白棋选留一个。
about-soosorv = 假先方摆出三手开局，假后方可交换；白棋下第四手并宣布五手打点数（最多八个），另一方可再交换；黑棋给出打点，白棋选留一个。
about-taraguchi = 前四手每手之后另一方均可交换；之后黑棋在中央附近下第五手，或给出十个打点。
look-swap2 = 力求摆出均势。若觉得黑白都不占优，就再摆两子，把选择权交给对方。
look-swap = 力求摆出均势：假后方会选较好的一方。
look-pro = 第二子离得远，黑棋的攻势因此放缓；白棋宜贴近第一子。
look-long-pro = 第二子离得更远，白棋有更多时间在第一子旁布子。
look-rif = 白棋会留下两个打点中较弱的一个，黑棋需要两个强弱相近的打点。
look-yamaguchi = 宣布的打点越多，黑棋越弱；应选使双方均衡的数目。
look-soosorv = 白棋用第四手和打点数两次调节均势；打点越多，对白棋越有利。
look-taraguchi = 对方会换到较好的一方，所以每一手都应保持均势；若单独一个第五手过强，就给出十个打点。
about-openings = 开局规则说明
openings-why = 黑棋先行，胜率过高。开局规则让双方在对局开始前平衡这一优势。
openings-how = 状态栏会提示该选什么，棋盘会标出可以落子的范围。开局规则在新对局的表单中选择；连珠的开局规则须先选连珠规则。
back-to-form = 返回新对局
player-first = 假先方
player-second = 假后方
opening-turn = { $player }：{ $task }
opening-place = { $zone ->
        [anywhere] 请任意
        [centre] 请在天元
        [inside] 请在中央 { $lines } × { $lines } 内
       *[outside] 请在中央 { $lines } × { $lines } 外
    }摆一枚{ $color ->
        [white] 白子
       *[black] 黑子
    }{ $count ->
        [1] 。
       *[other] （{ $number }/{ $count }）。
    }
opening-colors = 请选择执黑或执白。
opening-colors-or-place = 请选择执黑或执白，或再摆两子。
opening-announce = 请宣布黑棋的五手打点数。
opening-offer = 请为黑棋选五手打点（{ $number }/{ $count }）。
opening-pick = 请从五手打点中选留一个。
play-black = 执黑
play-white = 执白
opening-place-more = 再摆两子
opening-play-fifth = 下第五手
opening-offer-instead = 给出十个打点
opening-announce-ok = 宣布
fifth-moves = 五手打点数
chose-stones = { $name }摆在 { $points }。
chose-stay = { $name }不交换，执{ $color }。
chose-swap = { $name }交换，改执{ $color }。
chose-number = { $name }宣布五手 { $count } 打。
chose-offer = { $name }给出打点 { $points }。
chose-pick = { $name }选留 { $points }。
refused-zone = { $point } 不在这一子可摆的范围内。
refused-same-fifth = { $point } 与已有打点对称，是同一个打点。
refused-not-offered = { $point } 不是打点，请从标有数字的点中选择。

## 结果

win-you = 你赢了！
win-engine = { $name }胜。
win-black = 黑胜。
win-white = 白胜。
draw = 和棋。
because-line = { $count } 子连珠。
because-forbidden-overline = 黑棋长连禁手。
because-forbidden-double-four = 黑棋四四禁手。
because-forbidden-double-three = 黑棋三三禁手。
because-full = 棋盘已满。
because-both-passed = 双方均停一手。
because-move-limit = 已达到最大手数。
because-resignation-you = 你认输了。
because-resignation-black = 黑棋认输。
because-resignation-white = 白棋认输。
because-time = 超时。
because-agreement = 双方同意和棋。

## 操作

undo = 悔棋
redo = 恢复
hint = 提示
resign = 认输
pass = 停一手
stop = 立即落子
stop-hint = 停止
pause = 暂停
resume = 继续
new-game = 新对局
set-up = 摆棋
link-refused = 无法打开这个链接。
link-refused-why = { $reason }。
setting-up = 请摆出局面。
setup-how = 每点一次，该点依次变为黑子、白子、空点。
setup-side = 轮到哪方
setup-start = 从这里开始
setup-clear = 清空
setup-both-win = 双方都已连成获胜的一线，请去掉其中一条。
setup-decided = 这个局面胜负已分，请去掉一些棋子。
play-again = 再来一局
next-steps = 下一步
next-level = 挑战{ $name }
level-below = 试试{ $name }
swap-colors = 交换黑白
review-turn = 看看转折在哪里
review-turn-about = 引擎逐手复盘
start = 开始
cancel = 取消
rule = 规则
board-size = 棋盘
lines = { $count } × { $count }
in-a-row = 连成几子获胜
max-moves = 手数上限
no-limit = 不限
presets = 预设
preset-easy = 小棋盘
preset-normal = 中棋盘
preset-hard = 标准棋盘
tuning = 引擎设置
tune-time = 每步时间
tune-depth = 搜索深度（层）
tune-breadth = 每个局面的候选着法
tune-nodes = 每步节点数
tune-forbidden = 搜索时考虑禁手
own-setting = 默认
restore-defaults = 恢复默认
black-seat = 黑棋
white-seat = 白棋
swap-sides = 交换黑白
rule-freestyle = 无禁手
rule-standard = 标准（恰五）
rule-renju = 连珠（有禁手）
rule-caro = Caro（越南规则）
rule-caro-exact = Caro（恰五）
rule-free = { $count } 子连线
rule-custom = 自定义
about-wins = { $kind ->
        [exact] 恰好 { $count } 子连成一线才算胜，长连不算。
        [open-or-more] { $count } 子连成一线即胜，但两端都被对方堵住的不算；长连总是获胜。
        [open-exact] 恰好 { $count } 子连成一线才算胜，两端都被对方堵住的不算。
       *[or-more] { $count } 子或更多连成一线即胜。
    }
about-black = 黑棋：{ $about }
about-white = 白棋：{ $about }
about-forbidden = 黑棋禁止长连、四四、三三。
about-passes = 双方均可停一手。
no-winner = 这样谁也赢不了：{ $lines } 路棋盘放不下 { $count } 子连线。
# 中文句子之间不加空格。
between-sentences = { "" }

## 嵌入网页的棋盘

element-busy = 请稍候，引擎正在思考。
element-engine-failed = 引擎出错：{ $reason }
puzzle-black = 黑先胜。
puzzle-white = 白先胜。
puzzle-right-black = 黑先：只有一手是对的。
puzzle-right-white = 白先：只有一手是对的。
puzzle-judged = 正在判断……
puzzle-good = 对。接下来呢？
puzzle-miss = 走 { $point } 之后，引擎看不到胜法。请换一手。
puzzle-refuted = { $point } 不成立：{ $line }。请换一手。
puzzle-idle = { $point } 不对。请换一手。
puzzle-solved = 解出来了！
puzzle-again = 再来一次

## 引擎的候选点与搜索日志

candidates = 候选点
no-candidates = 没有可选的着法。
about-candidates = 搜索之前，引擎最先考虑的着法。最后一列是搜索对其中最佳着法的判断。
candidate-rank = 序号
candidate-move = 着法
candidate-priority = 优先值
candidate-shape = 棋形
candidate-against = 防{ $shape }
candidate-search = 搜索
candidate-score = 分值
shape-win = 取胜
minimax-candidates = 发条第 { $number } 手（{ $point }）的候选点
thinks-ahead = 向前想 { $moves } 手
minimax-about = { $nodes }；置换表命中率 { $percent }%。
minimax-at-once = 这一手无需搜索。
search-log = 搜索日志
log-empty = 尚未进行搜索。
log-about = 每完成一层深度记一行。分值以黑棋为准，用引擎自己的单位。
log-search = 第 { $number } 手，{ $side ->
        [black] 黑棋
       *[white] 白棋
    }：{ $purpose ->
        [hint] 提示
        [move] 落子
       *[analysis] 分析
    }
log-depth = 深度
log-value = 分值
log-positions = 节点
log-time = 用时
log-line = 变化
# 中文以万为单位：{ $thousands } 与 { $millions } 供其他语言使用。
count-short = { $size ->
        [plain] { $nodes }
       *[other] { $ten-thousands } 万
    }
copy-log = 复制为文本
log-copied = 日志已复制。

## 分析棋盘

analysis-board = 分析棋盘
analysis-board-how = 黑白双方都由你落子，原来的对局保持不变。
analyse-freely = 分析棋盘
empty-analysis = 空棋盘
close-analysis = 返回对局
play-from-here = 从此处开始对局
adds-variations = 把这些着法作为变化加入对局
variations-refused = 有{ $moves }手在对局结束之后，只保留在分析棋盘上。
evaluation-bar = 形势条
best-moves-marked = 在棋盘上标出最佳着法

## 引擎的评估

thoughts = 引擎思考
depth = 深度 { $depth }
# 中文以万为单位：{ $thousands } 与 { $millions } 供其他语言使用。
nodes = { $size ->
        [plain] { $nodes } 节点
       *[other] { $ten-thousands } 万节点
    }
seconds = { $seconds } 秒
chance = 黑棋胜率：{ $percent }%
chance-own = 你的胜率：{ $percent }%
mate-black = 黑棋 { $moves } 手内必胜
mate-white = 白棋 { $moves } 手内必胜
expected = 预计变化：{ $line }
mate-short-black = 黑 { $moves } 手胜
mate-short-white = 白 { $moves } 手胜
speed = { $size ->
        [plain] { $nodes }/秒
       *[other] { $ten-thousands } 万/秒
    }
table-full = 置换表 { $full }%
analyse = 分析局面
best-moves = 最佳着法
analysis-more = 专业工具
line-count = 候选变化数
looking = 正在分析……
analysis-off = 打开分析即可看到最佳着法。
what-it-does = { $point } 这一手
chart = 黑棋胜率
chart-own = 你的胜率
chart-move = 第 { $number } 手：{ $percent }%
forced-wins = 算杀
solve-vcf-black = 黑棋能否必胜？（只冲四）
solve-vcf-white = 白棋能否必胜？（只冲四）
solve-vct-black = 黑棋能否必胜？（冲四与活三）
solve-vct-white = 白棋能否必胜？（冲四与活三）
term-vcf = VCF：连续冲四取胜
term-vct = VCT：连续攻击取胜
term-vcf-black = 黑棋 VCF
term-vcf-white = 白棋 VCF
term-vct-black = 黑棋 VCT
term-vct-white = 白棋 VCT
solving = 正在算杀……
solved-black = 黑棋可{ $means }：{ $nodes }，{ $time }。
solved-white = 白棋可{ $means }：{ $nodes }，{ $time }。
refuted-black = 黑棋不能{ $means }：{ $nodes }，{ $time }。
refuted-white = 白棋不能{ $means }：{ $nodes }，{ $time }。
not-solved = 能否{ $means }尚无结论（{ $nodes }，{ $time }）。
walk-attack = { $attack } 之后再下 { $moves } 手取胜。可在棋盘上点任意防点，或点“前进”看最顽强的防守。
walk-won = { $attack } 取胜。
walk-back = 后退
walk-on = 前进
walk-end = 关闭
why-not = 为何不下这里？
why-not-short = 为何不下？
why-not-ask = 为何不下这里？请在棋盘上选一个点。
why-not-how = 引擎会给出对该点的最强应手。
why-not-thinking = 正在寻找最强应手……
why-not-line = 预计变化
why-not-won = 下 { $point } 立即获胜。
why-not-drawn = 下 { $point } 即成和棋。
why-not-refuted = 下 { $point } 后，{ $side ->
        [black] 黑棋
       *[white] 白棋
    }可{ $means }，最多 { $moves } 手。
why-not-worse = 下 { $point }，{ $side ->
        [black] 黑棋
       *[white] 白棋
    }胜率 { $percent }%；下最佳着 { $best }，胜率 { $best-percent }%。
why-not-worse-end = 下 { $point }：{ $value }。
why-not-best = 下最佳着 { $best }：{ $value }。
why-not-nothing = 没有发现 { $point } 有问题。{ $value }。
moves = 着法
move-label = { $number }：{ $point }，{ $color }
passed = 停
no-moves = 还没有落子。

## 复盘与变化

review = 复盘
review-game = 复盘本局
review-again = 重新复盘
review-stop = 停止复盘
review-about = 引擎逐手检查全局，指出胜负的转折点。
review-effort = 细致程度
effort-quick = 快速
effort-normal = 标准
effort-thorough = 深入
review-position = 第 { $number } 个局面，共 { $count } 个
review-left = 约剩 { $time }
review-running = 正在复盘……
review-done = 点选一条，即可在棋盘上查看。
review-clean = 没有发现失误。
review-partial = 只检查了最后 { $count } 手。
review-accuracy = 准确率
class-best = 最佳
class-good = 好手
class-slip = 缓手
class-mistake = 失误
class-blunder = 严重失误
missed-win-you = 第 { $number } 手：你错过了 { $point } 的胜机。
missed-win-black = 第 { $number } 手：黑棋错过了 { $point } 的胜机。
missed-win-white = 第 { $number } 手：白棋错过了 { $point } 的胜机。
missed-block-you = 第 { $number } 手：你本应在 { $point } 防守。
missed-block-black = 第 { $number } 手：黑棋本应在 { $point } 防守。
missed-block-white = 第 { $number } 手：白棋本应在 { $point } 防守。
turning-point = 第 { $number } 手，{ $color }{ $class }，胜率损失 { $percent }%，{ $point } 更好。
review-line = 棋盘所示：{ $line }
# Comments of a review, which begin with the engine's name.
remark-class = { $class }。
remark-class-loss = { $class }，胜率损失 { $percent }%。
remark-missed-win = { $color }错过了 { $point } 的必胜手。
remark-missed-block = { $color }本应在 { $point } 防守。
remark-refuted = { $color }下 { $point } 即可强制取胜。
remark-better = { $point } 更好。
try-again = 从这里重下
move-label-class = { $move }，{ $class }
variations = 变化
tree-start = 起始局面
comment-on = 第 { $number } 手 { $point } 的注释
opening-named = 开局：{ $name }
add-comment = 添加注释
comment-on-start = 起始局面的注释
promote = 提升变化
delete-branch = 删除此手及之后的着法
deleted-moves = 已删除 { $count } 手。
undo-delete = 撤销删除

## 回放

replay = 回放
replay-place = 当前手数
replay-at = 第 { $move } 手，共 { $moves } 手
replay-first = 回到开头
replay-back = 后退一手
replay-play = 自动回放
replay-stop = 停止
replay-forward = 前进一手
replay-last = 到最后一手
replay-speed = 每秒手数
replay-speed-of = { $speed } 手/秒
key-step = 后退或前进一手
key-marks = 显示或隐藏最佳着法和形势条
key-analyse = 打开或关闭分析
key-lines = 上一手、下一手，换一个变化（焦点不在棋盘上时）
key-ends = 到开头或最后一手

## 棋谱

open-game = 打开棋谱
open-file = 选择文件
paste = 或粘贴任意格式的棋谱或链接
open-pasted = 读取文本
previous-game = 回到之前的对局
reading = 正在读取……
games-found = 共 { $count } 局，请选择一局。
add-all = 将全部 { $count } 局加入棋谱库
adding = 加入棋谱库的进度
adding-games = 正在加入棋谱库：{ $done } / { $of }……
stop-adding = 停止
adding-unreadable = 有 { $count } 局无法读取，其中第一局：{ $reason }。
adding-stopped = 已停止。
games-found-first = 共 { $count } 局，此处可打开 { $shown } 局，请选择一局。
ask-rule = 文件标明的不是五子棋。如果内容是五子棋，请选择规则。
game-found = { $black } – { $white }，{ $size } × { $size }，{ $moves } 手
save-game = 保存本局
format = 格式
save-file = 保存文件
writing = 正在保存……
saved-all = 已保存。
saved-without = 已保存。此格式无法保存：{ $losses }。
between-names = 、
file-worker-failed = 出错：{ $reason }。
fault = { $what }{ $place ->
        [character] （第 { $line } 行，第 { $column } 个字符）
        [line] （第 { $line } 行）
        [byte] （第 { $byte } 字节）
       *[none] { "" }
    }
fault-request = 程序发出的请求无效
fault-unknown-format = 无法识别的格式
fault-too-long = 内容过大
fault-side-to-move = 没有说明轮到哪一方
fault-content = 内容有误
fault-damaged = 内容不完整或已损坏
fault-newer = 由较新版本的程序生成
fault-illegal-move = 含有不合规则的着法
fault-unwritable = 此格式无法保存这局棋
fault-picture = 无法绘制图片
fault-qr = 内容过长，无法生成二维码
fault-not-loaded = 页面的一部分无法加载
fault-broken = 文件处理程序意外停止
fault-image = 这是图片
advice-image = 这是一张图片，无法从中读出着法。请打开棋谱文件（如 SGF），或粘贴着法或链接。
advice-unknown-format = 这里没有找到对局。请打开棋谱文件（如 SGF），或粘贴着法、字符棋盘或链接。
advice-damaged = 链接不完整或被改动过。请完整复制到最后一个字母，再试一次。
fault-other-game = 内容是另一种棋
notes-of-file = 关于此文件：{ $notes }
note-rule = 规则“{ $found }”按{ $taken }读取。
note-other-game = 文件标明的是另一种棋（GM[{ $found }]），已按所给的规则读取。
note-several-moves = 有 { $count } 个节点含多手棋，已依次读取。
note-encoding = 文件没有注明文字编码，已按 { $taken } 读取。
note-other-encoding = 文件注明的编码是 { $found }，但文字实际为 { $taken }，已按后者读取。
note-preface = 棋谱之前的文字已略去。
note-unclosed = 缺少最后的括号，棋谱结尾可能不完整。
note-open-brackets = 有 { $count } 处姓名或注释含方括号，已读到相配的括号为止。
note-late-setup = 文件后面才摆放的棋子已作为第一手之前的局面。
note-end-in-words = “{ $found }”已读作对局结束。
note-opening-moves = “{ $found }”已读作开局的 { $count } 手棋。
note-unknown-points = 第一手之前有含义不明的坐标（{ $found }），可能缺少若干手棋。
note-result-left-out = 结果“{ $found }”可能属于另一个局面，已略去。
note-trailer = 对局之后的文字已略去：“{ $found }”。
note-no-header = 棋库缺少开头部分，已从第一手读起。
note-open-end = 棋库提前结束，已读到结尾处。
format-json = 天元
format-sgf = SGF
format-psq = Piskvork
format-rec = Gomotur
format-lib = RenLib
format-sav = 弈心
format-pos = POS
format-link = 链接
format-moves = 着法列表
format-txt = 文本棋图
format-svg = SVG 图片
format-png = PNG 图片
format-gif = GIF 动画
loss-rule = 规则
loss-size = 棋盘大小
loss-max-moves = 手数上限
loss-to-move = 先行方
loss-moves = 部分着法
loss-players = 对局者
loss-info = 对局信息（赛事、日期、段位等）
loss-result = 结果
loss-line-ends = 注释中的换行
loss-comments = 注释
loss-marks = 标记
loss-times = 用时
loss-evaluations = 评估
loss-properties = 其他程序的属性
loss-variations = 变化
loss-cursor = 当前局面
loss-protocol = 开局规则
share = 分享
save-gif = 动图
share-title = 一局五子棋
make-link = 生成链接
link = 本局链接
copy-link = 复制
link-copied = 链接已复制。
qr = 链接的二维码

## 桌面程序

menu-file = 文件
menu-new = 新对局…
menu-open = 打开…
menu-save = 另存为…
menu-quit = 退出
menu-game = 对局
menu-first = 回到开头
menu-last = 到最后一手
menu-view = 视图
menu-full-screen = 全屏
menu-larger = 放大
menu-smaller = 缩小
menu-usual-size = 实际大小
menu-manual = 规则与按键
menu-about = 关于天元
menu-about-comment = 与引擎或朋友下五子棋、连珠。
file-games = 棋谱
file-any = 所有文件
file-not-read = 无法读取此文件：{ $reason }
file-not-saved = 文件未能保存：{ $reason }

## 棋谱库

part-statistics = 统计
part-open = 打开
part-save = 保存
part-whole = 备份
whole-library = 全部棋谱
find-game = 查找棋谱
keep-game = 加入棋谱库
library-empty = 下完的对局会自动保存到这里；开始新对局时，未下完的一局也会保存。
library-count = { $all ->
        [0] 还没有棋谱。
       *[other] 共 { $all } 局。
    }
library-found = { $found ->
        [0] 共 { $all } 局，没有符合的。
       *[other] 共 { $all } 局，符合的有 { $found } 局。
    }
annotate-games = 复盘 { $count } 局
annotate-about = 引擎逐局复盘，并把局面评估、失误点评和更好的变化写入棋谱。
annotate-stop = 停止
annotating = 正在复盘第 { $number } 局，共 { $count } 局……
annotated = { $all } 局中已复盘 { $count } 局。
library-missing = 此浏览器无法保存棋谱库。棋盘上的对局会自动保存，其他对局请保存为文件。
library-refused = 浏览器未能保存最近的对局，天元会再次尝试；稳妥起见请保存为文件。
library-unreadable = 有 { $count } 局无法读取，仍原样保留。
library-broken = 这局棋谱无法读取，仍留在棋谱库中。
library-archived = 已加入棋谱库。
library-deleted = 已删除“{ $name }”。
library-emptied = 所有棋谱已删除。
library-saved = 已导出 { $count } 局。
library-imported = 已导入 { $count } 局，另有 { $there } 局原已在库中。
library-not-imported = 有 { $count } 局无法读取，其中第一个是第 { $number } 局。
library-no-archive = 这不是天元的棋谱库文件：{ $reason }。未作任何改动。
library-versus = { $black } – { $white }
shared-game = 分享的棋谱
library-won = 你胜
library-lost = 你负
library-draw = 和棋
library-black-won = 黑胜
library-white-won = 白胜
library-unfinished = 未下完
library-moves = { $count } 手
more-games = 显示更多
more-about = 更多操作：{ $name }
rename = 改名
new-name = 新名称；留空则自动命名
delete = 删除
about-library = 把所有棋谱导出为一个文件，可在别的浏览器或日后导入。
export-all = 导出全部棋谱
import-all = 导入棋谱
delete-all = 全部删除
delete-all-really = 确定删除 { $count } 局

## 统计

statistics = 统计
about-statistics = 你在本机与引擎下完的对局。
statistics-since = 你自 { $moment } 起在本机与引擎下完的对局；之前的棋谱仍在库中。
statistics-empty = 还没有可统计的对局。下完一局再来看看。
statistics-others = 未计入：双人对弈 { $people } 局，引擎对弈 { $programs } 局。
statistics-set-up = 从摆好的局面开始的 { $count } 局不计入。
reset-statistics = 重置统计
count-all = 统计全部对局
save-statistics = 导出表格
tally-total = 合计
tally-games = 局数
tally-wins = 胜
tally-wins-short = 胜
tally-draws = 和
tally-draws-short = 和
tally-losses = 负
tally-losses-short = 负
tally-points = 得分率
tally-by-opponent = 按对手
tally-by-rule = 按规则
tally-by-side = 按执黑执白
streak-wins = { $count ->
        [1] 最近一局获胜。
       *[other] 最近 { $count } 连胜。
    }
streak-losses = { $count ->
        [1] 最近一局告负。
       *[other] 最近 { $count } 连败。
    }
streak-draws = { $count ->
        [1] 最近一局和棋。
       *[other] 最近连和 { $count } 局。
    }
streaks-longest = 最长连胜 { $wins } 局，最长连败 { $losses } 局。
course = 最近十局得分率
course-game = 第 { $number } 局：{ $percent }%
course-now = 共 { $count } 局，目前得分率 { $percent }%

## 一手棋的作用
#
# 每句话说的都是前面已经指明的一手棋。{ $line } 和 { $points } 是交叉点的名称。

fact-forbidden = 判负：此点是黑棋禁手（{ $reason }）。
fact-wins = 获胜：{ $points }。
fact-loses-to-five = { $opponent }下一手即可连成获胜：{ $points }。
fact-misses-win = 错过{ $means }的机会，{ $moves } 手可胜：{ $line }。
fact-allows-win = 让{ $opponent }可以{ $means }，{ $moves } 手可胜：{ $line }。
fact-starts-win = 由此{ $means }，{ $moves } 手必胜：{ $line }。
fact-traps = 形成四，黑棋只能在 { $points } 防守，而那里是禁手（{ $reason }）。
fact-stops-win = 挡住{ $opponent }在 { $points } 的获胜。
fact-makes = 形成{ $shape }：{ $points }。
fact-prevents-win = 阻止{ $opponent }的{ $means }（{ $moves } 手可胜）：{ $line }。
fact-blocks = 挡住{ $opponent }的{ $shape }：{ $points }。
fact-denies = 占据要点，{ $opponent }原可在此与 { $points } 形成{ $shape }。
fact-threatens-win = 威胁{ $means }，{ $moves } 手可胜：{ $line }。
fact-draws = 和棋：{ $reason }。
fact-quiet = 没有直接威胁。
fact-quiet-twos = 为活三做准备：{ $points }。
found-win-black = 黑棋 { $moves } 手内必胜（搜索所得）。
found-win-white = 白棋 { $moves } 手内必胜（搜索所得）。
undecided-starts-win = 未能确定（{ $because }）：是否由此{ $means }。
undecided-misses-win = 未能确定（{ $because }）：是否错过{ $means }。
undecided-allows-win = 未能确定（{ $because }）：{ $opponent }是否可以{ $means }。
undecided-prevents-win = 未能确定（{ $because }）：是否阻止了{ $opponent }的{ $means }。
undecided-threatens-win = 未能确定（{ $because }）：是否威胁{ $means }。
undecided-for-nodes = 已达节点上限
undecided-for-time = 已达时间上限
undecided-when-stopped = 已停止
means-vcf = 连续冲四取胜
means-vct = 连续攻击取胜
means-vcf-term = 连续冲四取胜（VCF）
means-vct-term = 连续攻击取胜（VCT）
# { $one-short } 和 { $two-short } 是离 { $length } 子还差一子或两子的子数。
shape-open-four = { $length ->
        [5] 活四
       *[other] 活的 { $one-short } 子
    }
shape-double-four = { $length ->
        [5] 双四
       *[other] 两排 { $one-short } 子
    }
shape-four-three = { $length ->
        [5] 四三
       *[other] { $one-short } 子和活的 { $two-short } 子
    }
shape-four = { $length ->
        [5] 冲四
       *[other] 一排 { $one-short } 子
    }
shape-double-three = { $length ->
        [5] 双活三
       *[other] 两排活的 { $two-short } 子
    }
shape-open-three = { $length ->
        [5] 活三
       *[other] 活的 { $two-short } 子
    }
shape-three = { $length ->
        [5] 眠三
       *[other] 被堵的 { $two-short } 子
    }
reason-overline = 长连
reason-double-four = 四四
reason-double-three = 三三
reason-board-full = 棋盘已满
reason-both-passed = 双方均停一手
reason-move-limit = 已达到最大手数

## 联机对局

online-absent = 联机对局需要天元服务器，当前网址没有提供；其他功能不受影响。
online-retry = 重试
online-connecting = 正在连接……

## 桌面程序中的其他引擎

other-engines = 其他引擎
other-engines-about = 支持 Gomocup 协议的引擎可与天元一起分析，也可代替天元。棋盘上用字母标出各引擎的最佳着法。分数采用引擎自己的单位，以轮到落子的一方为准。
engine-arguments = 启动参数
add-engine = 添加引擎…
remove-engine = 移除 { $name }
engine-done = 已完成
engine-fault = 引擎已停止：{ $reason }
engine-list-fault = 引擎列表未改变：{ $reason }

## 题目

puzzles = 做题
puzzles-about = 找出取胜的一手，或唯一的防守。每题只有一个正解。
puzzles-new = 先做几题，之后的题目会适合你的棋力。
puzzles-rating = 你的等级分：{ $rating }。一次做对 { $all } 题中的 { $solved } 题。
puzzles-loading = 正在载入题目……
puzzles-failed = 题目未能载入，请检查网络。
puzzles-rated = 适合你的题
puzzles-rated-about = 难度与你的棋力相当，等级分随结果变化。
puzzles-daily = 每日一题
puzzles-daily-about = 人人相同，每天更新。
puzzles-daily-days = { $count ->
   *[other] 已连续 { $count } 天，继续！
}
puzzles-daily-done = { $count ->
   *[other] 今天已做对，连续 { $count } 天。
}
puzzles-daily-over = 今天的答案已经看过了，明天还有新题。
puzzles-run = 一错即止
puzzles-run-about = 一题比一题难，看你能走多远。
puzzles-run-best = 一题比一题难。最好成绩：{ $count } 题。
puzzles-rush = 三分钟
puzzles-rush-about = 做得越多越好，错三题即结束。
puzzles-rush-best = 做得越多越好。最好成绩：{ $count } 题。
puzzles-repeat = 错题重做
puzzles-repeat-none = 做错的题会回到这里。
puzzles-repeat-later = { $count ->
   *[other] 有 { $count } 题改日再做。
}
puzzles-repeat-due = { $count ->
   *[other] 有 { $count } 道错题等你重做。
}
puzzles-mistakes = 自己的失误
puzzles-mistakes-none = 复盘一局：你看漏的地方会变成这里的题目。
puzzles-mistakes-all = 来自你对局的 { $count } 道题，今天没有要复习的。
puzzles-mistakes-due = 你的对局中有 { $count } 个局面等你来解。
puzzles-make = 自己出题
puzzles-make-about = 摆一个局面，看它是否只有一个正解。
puzzles-link-fault = 这个链接里没有成立的题目，链接可能不完整。
puzzles-themes = 按主题
theme-fours = 连续冲四
theme-defence = 防守
theme-four-three = 四三
theme-double-four = 双四
theme-double-three-trap = 抓禁手：三三
theme-double-four-trap = 抓禁手：四四
theme-overline-trap = 抓禁手：长连
theme-counter-four = 冲四挡四
theme-long = 七步以上
theme-threes = 活三与冲四
theme-double-three = 双三
theme-quiet = 做杀妙手
puzzle-fours-black = 黑先，{ $moves } 步取胜：一路冲四，最后连五。
puzzle-fours-white = 白先，{ $moves } 步取胜：一路冲四，最后连五。
puzzle-threats-black = 黑先胜，用活三和冲四。
puzzle-threats-white = 白先胜，用活三和冲四。
puzzle-defence-black = 白方威胁连续冲四取胜。请找出黑方唯一的防守。
puzzle-defence-white = 黑方威胁连续冲四取胜。请找出白方唯一的防守。
puzzle-right = 对。接下来呢？
puzzle-solved-later = 做对了。
puzzle-solution = 这是正解。
puzzle-no-four = 这一手没有成四，对手可以随意下一手。
puzzle-no-threat = 这一手没有威胁，对手可以随意下一手。
puzzle-no-win-left = 对手应 { $answer }，之后活三与冲四都无法取胜。
puzzle-slower = 这样也能胜，但有一手可以立即决定胜负。再看看，这不算错。
puzzle-fours-win = 还有更快的：现在连续冲四就能取胜。
puzzle-no-fours-left = 对手应 { $answer }，之后连续冲四已不能取胜。
puzzle-loses = 对手从 { $answer } 开始取胜。
puzzle-next = 下一题
puzzle-give-up = 看答案
puzzle-leave = 返回选择
puzzle-begin-again = 重新开始
puzzle-walk = 正解的各手
puzzle-time = 剩余时间：{ $time }。
puzzle-score = 做对 { $solved } 题，做错 { $missed } 题。
puzzle-over = 结束。做对 { $solved } 题，做错 { $missed } 题。
puzzle-rated = 你的等级分：{ $rating }（{ $change }）。本题：{ $puzzle }。
puzzle-out = 目前没有更多题目了。
puzzle-ideas = 主题：{ $ideas }。
puzzle-moves = 答案：{ $moves }

## 失误题与出题

mistakes-running = 正在从失误中找题……
mistakes-done = { $count ->
    [0] 这一局的失误中没有只有一个正解的题。
   *[other] { $count } 处失误变成了题目。
}
mistakes-failed = 未能从失误中找题。
mistakes-make = 把失误变成题目
mistakes-practise = 做自己的失误题
problem = 自己出题
problem-how = 点击交叉点依次放黑子、白子或清空。选择轮到谁走和题目类型。
problem-task = 题目
problem-fours = 冲四取胜
problem-threats = 活三与冲四取胜
problem-defence = 唯一防守
problem-check = 检查题目
problem-running = 正在寻找其他解法……
problem-failed = 未能检查题目：{ $reason }
problem-sound = 题目成立：只有一个正解。
problem-several = 有几手都能解：{ $points }，已在棋盘上标出。
problem-several-later = 走 { $moves } 之后有几手都能解：{ $points }，已在棋盘上标出。
problem-unsolvable = 这个局面解不出来。
problem-nothing = 对方并没有冲四取胜的威胁，无需防守。
problem-not-quiet = 已有一方获胜或已成四。题目应从那之前开始。
problem-trivial = 一手就成活四，而且不止一处，太简单了。
problem-second = { $point } 也能取胜。
problem-own-four = 不必马上防守：可以先在 { $point } 冲四。
problem-fours-win = 这里只用冲四就能取胜，请选“冲四取胜”。
problem-too-many = 变化太多，无法全部检查。请把局面摆得简单些。
problem-name = 名称
problem-save = 保存
problem-saved = 题目已保存在下方。
problem-full = 题目太多了，请先删除一题。
problem-not-kept = 浏览器只能在本页打开时保留这道题，请复制链接。
problem-solve = 试做
problem-link = 复制链接
problem-embed = 复制为 HTML
problem-embedded = 用于其他网页的 HTML 已复制。
problem-edit = 修改
problem-made = 你出的题
really-delete = 确定删除？
sheet-svg = 保存题单（SVG）
sheet-pdf = 保存题单（PDF）
sheet-solutions = 答案

# 教练

coach = 教练
settings-coach = 教练
coach-off = 关闭
coach-gently = 轻声提醒：只提醒短的胜着，每局几次
coach-always = 总是提醒：凡能证明的胜着
coach-gently-short = 轻声
coach-always-short = 总是
head-start = 让子
head-start-none = 不让
head-start-two-moves = 先走两手
head-start-two-stones = 让两子
head-start-three-stones = 让三子
no-double-threats = 对手不走双重威胁
coach-misses = { $moves ->
    [1] 等等：你现在就能连成五子。
   *[other] 等等：这里你有必胜，{ $moves } 手成五。
}
coach-loses = { $moves ->
    [1] 小心：下 { $point } 之后，{ $side ->
        [black] 黑棋
       *[white] 白棋
    }即成五。
   *[other] 小心：下 { $point } 之后，{ $side ->
        [black] 黑棋
       *[white] 白棋
    }必胜，{ $moves } 手成五。
}
coach-waits = 在你决定之前，这颗子先留在棋盘上。
coach-back = 悔棋
coach-show = 给我看
coach-keep = 就下 { $point }
coach-play-on = 从这里接着下
coach-turn-off = 关闭教练
coach-own-five = 你能连成五子：请看标记的点。
coach-their-five = { $side ->
    [black] 黑棋
   *[white] 白棋
}已有四，只能挡在 { $point }。
coach-their-open-four = { $side ->
    [black] 黑棋
   *[white] 白棋
}有两处可成五，挡不住两处：能先成五就先成五。
coach-their-three = { $side ->
    [black] 黑棋
   *[white] 白棋
}有活三，请马上挡住，或者自己冲四。
debrief-running = 教练正在看你的对局……
debrief-decided-you = 你的第 { $number } 手 { $point } 决定了胜负，下 { $best } 还能守住。
debrief-decided-you-won = 你的第 { $number } 手 { $point } 决定了胜负，下 { $best } 本来能赢。
debrief-decided-you-only = 你的第 { $number } 手 { $point } 决定了胜负。
debrief-decided-other = 对方的第 { $number } 手 { $point } 决定了胜负：此后你必胜。
debrief-no-turn = 没有哪一手单独决定胜负。
debrief-missed-none = 你没有错过必胜。
debrief-missed = { $count ->
    [1] 你错过了一次必胜：第 { $number } 手可从 { $point } 开始。
   *[other] 你错过了 { $count } 次必胜，最后一次在第 { $number } 手，从 { $point } 开始。
}
debrief-practise = 用这局棋练习
debrief-again = 从第 { $number } 手重下
debrief-lesson = 相关课程
practise-five = 练一练：能成五时先成五，再考虑防守。
practise-stop-four = 练一练挡四。
practise-stop-three = 练一练及时挡活三。
practise-open-four = 练一练把三变成活四。
practise-two-threats = 练一练一子两用。
practise-fours = 练一练连续冲四取胜。
practise-defence = 练一练看清对方的威胁。
practise-more = 没有看漏什么，下得好！试试更高的难度吧。
practise-none = 没有找到明显的失误，看看分析里局势何时转变。

# 成就

achievements = 成就
levels-beaten = { $count ->
    [0] 还没有战胜任何难度。
   *[other] 已战胜 { $count } 个难度。
}
level-beaten = 难度 { $level }：已战胜
level-not-beaten = 难度 { $level }：尚未战胜
wins-in-a-row = 连胜 { $count } 局，最多 { $best } 局
lessons-done = 完成 { $count } 课
theme-mastered = { $theme }：{ $solved } / { $of }
