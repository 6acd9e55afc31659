# 棋盘与页首的文字：页面其余部分载入之前就要显示。

page-title = 天元 – 五子棋
panel = 对局
tabs = 面板分栏
tab-play = 对局
tab-learn = 学棋
tab-online = 联机
tab-analyse = 分析
tab-library = 棋谱
settings = 设置
help = 帮助
first-stone = 连成五子即胜，你执黑。
part-not-loaded = 页面的这一部分未能载入。对局不受影响，请检查网络后重试。
load-again = 重试
board = 棋盘，每边 { $size } 路。方向键移动，回车键落子。
cell-empty = { $point }，空
cell-black = { $point }，黑子
cell-white = { $point }，白子
cell-last = 最后一手
cell-hint = 推荐
cell-best = 最佳着，{ $value }
cell-suggestion = 候选着，{ $value }
cell-premove = 已预走
cell-highlight = 理由所指
cell-ring = { $ink ->
        [red] 红色圆圈
        [blue] 蓝色圆圈
       *[green] 绿色圆圈
    }
cell-arrow-to = { $ink ->
        [red] 红色箭头，指向 { $point }
        [blue] 蓝色箭头，指向 { $point }
       *[green] 绿色箭头，指向 { $point }
    }
cell-arrow-from = { $ink ->
        [red] 红色箭头，起于 { $point }
        [blue] 蓝色箭头，起于 { $point }
       *[green] 绿色箭头，起于 { $point }
    }
cell-arrow-begun = 箭头起点
cell-forbidden-overline = { $point }，长连禁手
cell-forbidden-double-four = { $point }，四四禁手
cell-forbidden-double-three = { $point }，三三禁手
mate-figure-black = 黑{ $moves }
mate-figure-white = 白{ $moves }
