//! Adding a file of many games to the library in one step.

use tengen_browser_tests::{Options, Page, Result};

/// An SGF file of `count` different games.
pub(crate) fn file(count: usize) -> String {
    let letter = |number: usize| char::from(b'a' + u8::try_from(number % 15).unwrap_or_default());
    let game = |number: usize| {
        let mut moves = String::new();
        // The stones are too far apart for a row.
        for step in 0..30 {
            let (x, y) = ((step * 4 + number) % 15, (step * 7 + number / 15 + step / 15) % 15);
            let side = if step % 2 == 0 { 'B' } else { 'W' };
            moves.push_str(&format!(";{side}[{}{}]", letter(x), letter(y)));
        }
        format!("(;GM[4]SZ[15]PB[Ada {number}]PW[Bo]DT[2024-05-01]{moves})\n")
    };
    (0..count).map(game).collect()
}

/// Opens a file in the library.
pub(crate) fn open(page: &Page, name: &str, text: &str) -> Result<()> {
    page.unfold("open-games")?;
    page.wait_for("#open-file")?;
    page.choose_file("#open-file", name, text)?;
    page.wait_for("#add-all")
}

#[test]
fn adding_games_can_be_stopped_and_leaves_out_what_cannot_be_read() -> Result<()> {
    let page = Page::open_game(Options::phone().viewport(390, 844).language("zh-CN"))?;
    let text = format!("{}(;GM[4]SZ[15];B[zz])\n{}", file(20), file(25));
    open(&page, "some.sgf", &text)?;
    page.click("#add-all")?;
    page.wait_for_text("#adding-outcome", "已导入 25 局")?;
    page.wait_for_text("#adding-outcome", "有 1 局无法读取")?;
    page.screenshot("adding-faults-zh")?;
    open(&page, "many.sgf", &file(5_000))?;
    page.click("#add-all")?;
    page.wait_for("#stop-adding")?;
    page.wait_until("document.querySelector('.adding progress')?.value > 0")?;
    page.screenshot("adding-zh")?;
    page.click("#stop-adding")?;
    page.wait_for_text("#adding-outcome", "已停止")?;
    let count = page
        .eval("Number(/已导入 (\\d+) 局/.exec(document.querySelector('#adding-outcome').textContent)[1])")?;
    let count = count.as_u64().unwrap_or_default();
    assert!(count > 0 && count < 5_000, "{count}");
    page.finish()
}
