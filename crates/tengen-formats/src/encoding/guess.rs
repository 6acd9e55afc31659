//! The probable encoding of the bytes of a text.
//!
//! A general detector needs some sentences, and the names and comments of a record are a few characters. For these, each
//! encoding that can hold all bytes gets a price: how many bits a text of its language would take, by the frequency of its
//! characters. The cheapest encoding wins. Texts with many foreign bytes are left to the general detector.

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{
    BIG5, EUC_JP, EUC_KR, Encoding, GBK, IBM866, ISO_2022_JP, ISO_8859_5, ISO_8859_6, ISO_8859_7, ISO_8859_8,
    KOI8_R, KOI8_U, SHIFT_JIS, WINDOWS_874, WINDOWS_1251, WINDOWS_1252, WINDOWS_1253, WINDOWS_1255,
    WINDOWS_1256,
};

/// The number of bytes that are not ASCII above which the general detector decides.
const MANY: usize = 400;

/// A price in tenths of a bit.
type Price = u32;

/// The price that the general detector's guess saves, for texts of few bytes that are not ASCII.
const BONUS: Price = 15;
/// The most bytes that count as few.
const FEW: usize = 12;

/// The encoding of texts that are not all UTF-8.
pub(super) fn guess<'a>(texts: impl Iterator<Item = &'a [u8]> + Clone) -> &'static Encoding {
    let general = general_guess(texts.clone());
    let foreign: usize = texts.clone().map(|text| text.iter().filter(|byte| !byte.is_ascii()).count()).sum();
    if foreign > MANY || general == ISO_2022_JP {
        return general;
    }
    let pieces: Vec<&[u8]> = texts.flat_map(pieces).collect();
    let languages = LANGUAGES.iter().filter_map(|language| {
        let price = language.price_of(&pieces)?;
        Some((language.encoding, price + language.rarity))
    });
    let alphabets = [general, WINDOWS_1252, WINDOWS_1251].into_iter().filter(|name| name.is_single_byte());
    let alphabets = alphabets.filter_map(|encoding| {
        Some((encoding, alphabet_price(encoding, &pieces)? + rarity_of_alphabet(encoding)))
    });
    // The general detector is more reliable for longer texts.
    let bonus = BONUS + 5 * Price::try_from(foreign.saturating_sub(FEW)).unwrap_or_default();
    let priced = languages.chain(alphabets).map(|(encoding, price)| {
        let bonus = if encoding == general { bonus } else { 0 };
        (encoding, price.saturating_sub(bonus))
    });
    priced.min_by_key(|&(_, price)| price).map_or(general, |(encoding, _)| encoding)
}

fn general_guess<'a>(texts: impl Iterator<Item = &'a [u8]>) -> &'static Encoding {
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Allow);
    for text in texts {
        detector.feed(text, false);
        // The end of one text must not be taken for half a character of the next.
        detector.feed(b"\n", false);
    }
    detector.feed(b"", true);
    detector.guess(None, Utf8Detection::Deny)
}

/// The parts of a text that are not ASCII, with their neighbours. No byte below `0` is half a character.
fn pieces(text: &[u8]) -> impl Iterator<Item = &[u8]> + Clone {
    text.split(|&byte| byte < b'0').filter_map(|word| {
        let first = word.iter().position(|byte| !byte.is_ascii())?;
        let last = word.iter().rposition(|byte| !byte.is_ascii())?;
        word.get(first.saturating_sub(1)..(last + 3).min(word.len()))
    })
}

/// A language of many characters, in an encoding of its own.
struct Language {
    encoding: &'static Encoding,
    /// The characters that names and comments have most, the most frequent first.
    frequent: &'static str,
    /// The rarity of the encoding in files of games.
    rarity: Price,
}

/// The frequent characters cost between 6 and 13 bits, which is what a text of a language has on average.
fn price_of_rank(rank: usize) -> Price {
    65 + Price::try_from(rank.min(600) / 10).unwrap_or_default()
}

/// The price of a character in a script that the language hardly uses.
const STRANGE: Price = 170;
/// The price of a character in the part of the code table that has the common ones.
const COMMON: Price = 140;
const RARE: Price = 180;
const VERY_RARE: Price = 210;

impl Language {
    /// The price of all pieces; `None` where the encoding does not have their bytes.
    fn price_of(&self, pieces: &[&[u8]]) -> Option<Price> {
        let mut price = 0;
        for piece in pieces {
            let text = self.encoding.decode_without_bom_handling_and_without_replacement(piece)?;
            let mut after_letter = false;
            let mut after_foreign = false;
            for c in text.chars() {
                // Words are rarely written together with Latin letters, but half a character may look like one.
                let touches =
                    if c.is_ascii() { after_foreign && c.is_ascii_alphabetic() } else { after_letter };
                price += if touches { 40 } else { 0 };
                price += if c.is_ascii() { 0 } else { self.price_of_character(c) };
                (after_letter, after_foreign) = (c.is_ascii_alphabetic(), !c.is_ascii());
            }
        }
        Some(price)
    }

    fn price_of_character(&self, c: char) -> Price {
        if let Some(rank) = self.frequent.chars().position(|frequent| frequent == c) {
            return price_of_rank(rank);
        }
        let is_japanese = self.encoding == SHIFT_JIS || self.encoding == EUC_JP;
        match c {
            '\u{3040}'..='\u{30ff}' if is_japanese => 80,
            // Halfwidth katakana take a single byte, and therefore fit many texts.
            '\u{ff61}'..='\u{ff9f}' => 110,
            '\u{3000}'..='\u{303f}' | '\u{ff00}'..='\u{ffef}' => 90,
            // Circled numbers, arrows and signs.
            '\u{2000}'..='\u{27ff}' | '×' | '·' | '÷' | '±' => 120,
            _ => self.price_of_level(c),
        }
    }

    /// The price by the place in the code table, where frequent characters are apart from rare ones.
    fn price_of_level(&self, c: char) -> Price {
        let mut buffer = [0; 4];
        let (code, ..) = self.encoding.encode(c.encode_utf8(&mut buffer));
        let (Some(&lead), Some(&trail)) = (code.first(), code.get(1)) else { return VERY_RARE };
        let is_han = ('\u{4e00}'..='\u{9fff}').contains(&c);
        let is_hangul = ('\u{ac00}'..='\u{d7a3}').contains(&c);
        let is_plain = trail >= 0xA1;
        match (lead, self.encoding) {
            _ if !is_han && !is_hangul => STRANGE,
            (0xB0..=0xD7, name) if name == GBK && is_plain => COMMON,
            (0xD8..=0xF7, name) if name == GBK && is_plain => RARE,
            (0x88..=0x98, name) if name == SHIFT_JIS => COMMON,
            (0x99..=0xEA, name) if name == SHIFT_JIS => RARE,
            (0xB0..=0xCF, name) if name == EUC_JP => COMMON,
            (0xD0..=0xF4, name) if name == EUC_JP => RARE,
            (0xB0..=0xC8, name) if name == EUC_KR && is_plain => COMMON,
            (0xCA..=0xFD, name) if name == EUC_KR && is_plain => RARE,
            (0xA4..=0xC6, name) if name == BIG5 => COMMON,
            (0xC9..=0xF9, name) if name == BIG5 => RARE,
            _ => VERY_RARE,
        }
    }
}

/// The rarity of an alphabet in files of games. A letter alone is rather a Latin one.
fn rarity_of_alphabet(encoding: &'static Encoding) -> Price {
    let others = [
        IBM866,
        ISO_8859_5,
        ISO_8859_6,
        ISO_8859_7,
        ISO_8859_8,
        KOI8_R,
        KOI8_U,
        WINDOWS_874,
        WINDOWS_1253,
        WINDOWS_1255,
        WINDOWS_1256,
    ];
    match encoding {
        cyrillic if cyrillic == WINDOWS_1251 => 80,
        other if others.contains(&other) => 120,
        _ => 0,
    }
}

/// The price of texts in letters of one byte: small letters cost least, capitals belong to the beginning of a word, and
/// Latin words consist of ASCII for the most part. `None` where the encoding does not have the bytes.
fn alphabet_price(encoding: &'static Encoding, pieces: &[&[u8]]) -> Option<Price> {
    let mut price = 0;
    for piece in pieces {
        let text = encoding.decode_without_bom_handling_and_without_replacement(piece)?;
        let characters: Vec<char> = text.chars().collect();
        for (index, &c) in characters.iter().enumerate().filter(|(_, c)| !c.is_ascii()) {
            let before = index.checked_sub(1).and_then(|before| characters.get(before)).copied();
            let after = characters.get(index + 1).copied();
            let is_after_small = before.is_some_and(char::is_lowercase);
            // Signs, and letters of no European language.
            let is_odd = !c.is_alphabetic() || c < 'À' || ('\u{180}'..'\u{1a0}').contains(&c);
            price += match c {
                _ if is_odd => 130,
                _ if c.is_uppercase() && is_after_small => 150,
                _ if c.is_uppercase() => 70,
                _ => 50,
            };
            let is_latin = c < '\u{370}';
            let touches = |neighbour: Option<char>| neighbour.is_some_and(|c| c.is_ascii_alphabetic());
            let neighbours = u32::from(touches(before)) + u32::from(touches(after));
            price += match (is_latin, neighbours) {
                // A Latin letter has others beside it, and one of another alphabet has none.
                (true, 0) => 60,
                (true, _) if before.is_some_and(|before| !before.is_ascii()) => 50,
                (true, _) => 0,
                (false, neighbours) => 60 * neighbours,
            };
        }
    }
    Some(price)
}

const LANGUAGES: [Language; 5] = [
    Language { encoding: GBK, frequent: SIMPLIFIED, rarity: 0 },
    Language { encoding: SHIFT_JIS, frequent: JAPANESE, rarity: 0 },
    Language { encoding: EUC_KR, frequent: KOREAN, rarity: 20 },
    Language { encoding: BIG5, frequent: TRADITIONAL, rarity: 20 },
    Language { encoding: EUC_JP, frequent: JAPANESE, rarity: 25 },
];

/// Simplified Chinese: the words of the game and the names of players among the most frequent characters.
const SIMPLIFIED: &str = "的黑白是一不胜了这手好棋我有在，。先负个和对人大来下上中到活四三冲五子连局王李张刘陈杨赵黄周吴徐孙胡朱高林何郭马罗\
    必输赢妙恶败错着步点防攻守杀追禁解开始名点可以为国地说时要就出会也你生能而那得于自之年过发后作里用道行所然家种事成方多经么去法学\
    如都同现当没动面起看定天分还进小部其些主样理心她本前但因只从想实日军者意无力它与长把机十民第公此已工使情明性知全又关业外将两间由问\
    很最重并物应战向头文体政美相见被利什二等产或新己制身果加西斯月话合回特代内信表化老给世位次度门任常海通教儿原东声提立及比员水真论\
    处走义各入几口认条平系气题尔更别打女变神总电数安少报才结反受目太量再感建务做接场件计管期市直德资命山金指克许统区保至队形社便空决治\
    展科司基眼书非则听却界达光放强即像难且权思象完设式色路记南品住告类求据程北边死该交规万取拉格望觉术领共确传师观清今切院让识候带导争\
    运宋郑谢韩唐冯于董萧曹袁邓傅沈曾彭吕苏卢蒋蔡贾丁魏薛叶阎余潘杜戴夏钟汪田姜范石姚谭廖邹熊陆郝孔崔康毛邱秦江史顾侯邵孟龙段雷钱汤尹\
    黎易武贺赖龚伟刚勇毅俊峰磊军平保东文辉力永健鸿敏静丽强洁燕芳娜艳娟莉桂英华慧巧雅芝玉萍红娥玲芬春菊兰凤梅琳素云莲真环雪荣爱妹霞香月\
    莺媛瑞凡佳嘉琼勤珍贞请谢祝吧吗呢啊哦谁怎喜欢试吃围子角星位花蒲溪雨残瑞流寒松疏银河丘斜名峡恒岚浦快慢帮助错误失陷阱布局研究变化选择";

/// Traditional Chinese.
const TRADITIONAL: &str = "的黑白是一不勝了這手好棋我有在，。先負個和對人大來下上中到活四三衝五子連局王李張劉陳楊趙黃周吳徐孫胡朱高林何郭馬羅\
    必輸贏妙惡敗錯著步點防攻守殺追禁解開始名可以為國地說時要就出會也你生能而那得於自之年過發後作裡用道行所然家種事成方多經麼去法學如都\
    同現當沒動面起看定天分還進小部其些主樣理心她本前但因只從想實日者意無力它與長把機十第公此已使情明性知全又關外將兩間由問很最重並物應\
    戰向頭文體美相見被利什二等或新己制身果加西月話合回特代內信表化老給世位次度門任常海通教兒原東聲提立及比員水真論處走義各入幾口認條平系\
    氣題更別打女變神總數安少才結反受目太量再感建做接場件計期直德命山金指許保至形便空決展科基眼書非則聽卻界達光放強即像難且思象完設式色路記\
    南品住告類求程北邊死該交規萬取格望覺共確傳師觀清今讓識候帶導爭運宋鄭謝韓唐馮董蕭曹袁鄧傅沈曾彭呂蘇盧蔣蔡賈丁魏薛葉余潘杜戴夏鍾汪田\
    姜范石姚譚廖鄒熊陸康毛邱秦江史顧侯邵孟龍段雷錢湯玄志偉俊傑家豪宗翰淑芬雅婷怡君佳穎冠宇彥廷承恩柏翰請祝吧嗎呢啊誰怎喜歡試吃圍角星花";

/// Japanese: kana first, and then the words of the game, the names of players and the most frequent characters.
const JAPANESE: &str = "のいにはとたるがしてでれをなこまっあさらかりもすくきよどせんそちえうけだわねめつおみろばべやじょ、。ーンスルトイアラリクシドレジャタ\
    フコプテマカロムキサメバニチオウエュデナハミツセソモワゃゅひぎぐげごずぜぞづぶびほぼぽぱふへゆむぬ黒白手勝必先敗打四三連珠禁五着局防活\
    詰追剣攻負好悪良名人中長村谷川佐藤鈴木高橋田渡辺伊山本小林加吉々松井上清水野池石原岡島前森阿部後近西青坂福三浦中茂岩早河崎一二大日会国\
    年十出同時事自行見月分生間対上東者地合方定今回新場金員九入立開米力学問代明実動京全目戦通外最言氏現理体化当八六約主題下首意法不来作性的\
    要用務強気七成期公取都和以機平思家話世受区多続進正安設保改数記女初北午指心界点教報書活原共得解名交向際面重考判画引使求所次半品論計死感\
    特示変男私各直式確運終挙台広応能無再位置真流格有少放残足違消神術空失差写点味姿閑花星渓雲雨寒疎銀丘斜峡恒嵐浦瑞彗遊水流浦変化珠型定石\
    郎美子男雄夫一隆浩直樹健太誠之治修進昭宏明彦義正和久保永杉桜菊竹内丸今関矢柳牧秋春夏冬南宮堀平服沢斎徳武江岸菅";

/// Korean.
const KOREAN: &str = "이다는가을에의하고지도로사한은자기나를리인어아시해대서그라것일있만들보수정흑백승패금오목렌주활삼공격방좋악착김박최강조윤장임신권황안\
    송류홍전문손양배허남심노곽성차우구민여게부으면거스니상과제습원동비무마소연생국모경없년된때학치내세후선트미위유요물적음개체화두번간관회실발\
    와말드되러같려중식료각급입계운산단더통직님네요죠않못잘했습까겠합입왔갔둔둘돌수놓막히끝판첫째둘셋넷석점판열린닫힘쌍초쓰형변약완벽점략필\
    석진호영철준현민재훈성은경미희숙순옥자혜윤태규병상용종찬석택환길봉만달복범근창열덕희란선화정식진욱빈솔별하늘봄";
