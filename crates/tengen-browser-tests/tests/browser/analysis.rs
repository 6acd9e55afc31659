//! The analysis of a position: lines, explanations, threats, proofs, and the log of its searches.

use tengen_browser_tests::{Options, Page, Result};

#[test]
fn the_best_moves_are_listed_and_shown_on_the_board() -> Result<()> {
    let page = Page::of_two_people(Options::desktop(), &["h8", "i9", "g9"])?;
    page.click("#tab-analyse")?;
    page.wait_for("#analyse")?;
    assert_eq!(page.count(".lines li")?, 0);
    page.click("#analyse")?;
    page.wait_until("document.querySelectorAll('.lines li').length === 3")?;
    page.wait_for_text("#figures", "nodes")?;
    page.wait_for_text(".explanation", "What g9 does")?;
    line_is_previewed(&page, ".lines li:first-child .line")?;
    page.set("#line-count", "5")?;
    page.wait_until("document.querySelectorAll('.lines li').length === 5")?;
    // The engine analyses the next position automatically, and the chart contains both.
    page.click("[data-point=c3]")?;
    page.wait_for_text(".explanation", "What c3 does")?;
    page.wait_until("document.querySelectorAll('.chart circle').length >= 2")?;
    page.screenshot("analysis")?;
    // A new game does not show the best moves without a command.
    assert_eq!(page.eval("document.querySelector('#analyse').checked")?, true);
    page.click("#tab-play")?;
    page.new_game(|_| Ok(()))?;
    page.click("#tab-analyse")?;
    page.wait_until("document.querySelector('#analyse')?.checked === false")?;
    page.finish()
}

/// Checks that the first two moves of a line are shown on the board while the second has the focus or the pointer, and no longer.
pub(crate) fn line_is_previewed(page: &Page, line: &str) -> Result<()> {
    // The line may change at any time while the engine searches.
    let after = |event: &str, shown: usize| {
        page.wait_until(&format!(
            "(() => {{ const line = document.querySelector('{line}'); const step = line?.querySelectorAll('.step')[1]; \
             {event}; return document.querySelectorAll('.marks .preview').length === {shown}; }})()"
        ))
    };
    after("step?.focus()", 2)?;
    after("document.activeElement.blur()", 0)?;
    after("step?.dispatchEvent(new PointerEvent('pointerenter'))", 2)?;
    after("line?.dispatchEvent(new PointerEvent('pointerleave'))", 0)
}

#[test]
fn a_forced_win_is_named_by_its_winner_and_its_moves_on_the_board_and_on_the_bar() -> Result<()> {
    // Black has an open three, and plays a four and the five.
    let page = Page::of_two_people(Options::desktop(), &["h8", "a1", "i8", "o1", "j8", "a15", "c4", "n15"])?;
    page.click("#tab-analyse")?;
    page.wait_for("#analyse")?;
    page.click("#analyse")?;
    page.wait_until(
        "document.querySelector(\".marks .suggestion[data-rank='0']\")?.textContent.trim() === 'B2'",
    )?;
    page.wait_for_text("#evaluation-bar", "B2")?;
    page.wait_for_text(".lines li:first-child", "B in 2")?;
    page.finish()
}

#[test]
fn a_forced_win_is_proved_and_walked_through() -> Result<()> {
    // Black has an open three.
    let page = Page::of_two_people(Options::desktop(), &["h8", "a1", "i8", "o1", "j8", "a15", "c4", "n15"])?;
    page.click("#tab-analyse")?;
    page.wait_for("#vcf-white")?;
    page.click("#vcf-white")?;
    page.wait_for_text("#solution", "White has no win by fours alone")?;
    page.click("#vcf-black")?;
    page.wait_for_text("#solution", "Black has a win by fours alone")?;
    page.wait_for_text("#walk", "wins in 1 more move.")?;
    assert_eq!(page.count(".preview")?, 1);
    page.screenshot("proof")?;
    // Every defence is answered, including one that was clicked on the board.
    page.click("[data-point=o15]")?;
    page.wait_until("document.querySelectorAll('.preview').length === 3")?;
    page.wait_for_text("#walk", "wins.")?;
    page.click("#walk-back")?;
    page.wait_until("document.querySelectorAll('.preview').length === 1")?;
    page.click("#walk-on")?;
    page.wait_until("document.querySelectorAll('.preview').length === 3")?;
    page.click("#walk-end")?;
    page.wait_until("document.querySelectorAll('.preview').length === 0")?;
    // The game itself has not changed.
    assert_eq!(page.count(".stone")?, 8);
    page.finish()
}

#[test]
fn threats_of_both_sides_are_marked_if_the_setting_is_on() -> Result<()> {
    let page = Page::of_two_people(Options::desktop(), &["h8", "a1", "i8", "b1", "j8", "c1"])?;
    assert_eq!(page.count(".threat")?, 0);
    page.click("#settings")?;
    page.click("#show-threats")?;
    page.wait_for(".board .threat.black")?;
    page.wait_for(".board .threat.white")?;
    // The meaning of the marks is explained beside their switch, and beside the game.
    page.wait_for_text(".threat-legend", "an open three")?;
    assert_eq!(page.count(".threat-legend .threat")?, 6);
    page.click("#tab-play")?;
    page.wait_for_text(".threat-legend", "A stone on a marked point would make:")?;
    page.screenshot("threat-legend")?;
    page.click("#settings")?;
    page.wait_for("#show-threats")?;
    page.click("#show-threats")?;
    page.wait_until("!document.querySelector('.threat')")?;
    page.finish()
}

/// The cells of a column of a table's body, from the top down.
fn column(page: &Page, table: &str, column: usize) -> Result<Vec<String>> {
    let cells = page.eval(&format!(
        "[...document.querySelectorAll('{table} tbody tr')].map((row) => row.children[{column}]?.textContent).filter((text) => text !== undefined)"
    ))?;
    Ok(serde_json::from_value(cells)?)
}

#[test]
fn every_iteration_of_the_searches_is_written_down_and_can_be_copied() -> Result<()> {
    let page = Page::open_game(Options::desktop())?;
    page.new_game(Page::seat_two_people)?;
    page.place(&["h8", "i9", "g9"])?;
    page.click("#tab-analyse")?;
    page.wait_for("#search-log")?;
    assert_eq!(page.count("#search-log *:not(summary)")?, 0, "closed, it costs nothing");
    page.click("#search-log summary")?;
    page.wait_for_text("#search-log", "No searches yet")?;
    page.wait_for("#copy-log[aria-disabled]")?;
    page.click("#analyse")?;
    page.wait_until("document.querySelectorAll('#search-log tbody tr').length > 6")?;
    page.wait_for_text("#search-log tbody th", "Move 4, White: analysis")?;
    let depths = column(&page, "#search-log", 0)?;
    let of = |text: &String| text.split('–').next().and_then(|depth| depth.parse::<u32>().ok());
    let depths: Vec<u32> = depths.iter().skip(1).filter_map(of).collect();
    assert_eq!(&depths[..6], [1, 2, 3, 4, 5, 6], "none is left out");
    // The next search is added below, and the latest line is visible.
    page.place(&["c3"])?;
    page.wait_until("document.querySelectorAll('#search-log tbody').length === 2")?;
    page.wait_until("document.querySelectorAll('#search-log tbody:last-child tr').length > 7")?;
    page.eval("document.querySelector('#analyse').click()")?;
    let wide = page.eval("[...document.querySelectorAll('.panel, #panel-content')].some((part) => part.scrollWidth > part.clientWidth)")?;
    assert_eq!(wide.as_bool(), Some(false), "the panel is as wide as it was");
    page.wait_until(
        "(() => { const box = document.querySelector('.log').getBoundingClientRect(); \
         const last = document.querySelector('.log tbody:last-child tr:last-child').getBoundingClientRect(); \
         return last.bottom <= box.bottom + 1 && last.top >= box.top; })()",
    )?;
    page.eval("document.querySelector('.log').scrollIntoView()")?;
    page.screenshot("search-log")?;
    page.eval(
        "navigator.clipboard.writeText = (text) => { window.copied = text; return Promise.resolve(); }",
    )?;
    page.eval("document.querySelector('#copy-log').click()")?;
    page.wait_for_text("#search-log [role=status]", "The log was copied")?;
    let copied = page.eval("window.copied")?;
    let copied = copied.as_str().unwrap();
    assert!(copied.starts_with("Move 4, White: analysis\n"), "{copied}");
    assert!(copied.contains("\n\nMove 5, Black: analysis\n"), "{copied}");
    assert_eq!(
        copied.lines().nth(1).unwrap().split_whitespace().collect::<Vec<_>>(),
        ["Depth", "Value", "Nodes", "Time", "Line"]
    );
    assert_eq!(copied.lines().nth(2).unwrap().split_whitespace().next(), Some("1"), "{copied}");
    page.finish()
}

#[test]
fn the_candidates_are_listed_and_shown_on_the_board() -> Result<()> {
    let page = Page::open_game(Options::desktop())?;
    page.new_game(Page::seat_two_people)?;
    // Black has an open three, which White has to stop.
    page.place(&["h8", "a1", "i8", "o1", "j8"])?;
    page.click("#tab-analyse")?;
    page.wait_for("#candidates")?;
    assert_eq!(page.count("#candidates *:not(summary)")?, 0, "closed, it costs nothing");
    page.click("#candidates summary")?;
    page.wait_until("document.querySelectorAll('#first-sight tbody tr').length === 15")?;
    assert_eq!(column(&page, "#first-sight", 0)?, (1..=15).map(|rank| rank.to_string()).collect::<Vec<_>>());
    let mut first = column(&page, "#first-sight", 1)?[..2].to_vec();
    first.sort();
    assert_eq!(first, ["g8", "k8"]);
    assert_eq!(column(&page, "#first-sight", 3)?[0], "against an open four");
    assert!(column(&page, "#first-sight", 4)?.iter().all(|searched| searched == "–"));
    // The focus and the pointer show a candidate on the board. The pointer leaves the panel first, because the focus scrolls the panel,
    // which could move a row below the pointer.
    page.point_at("#tab-analyse")?;
    page.eval("document.querySelectorAll('#first-sight .step')[1].focus()")?;
    page.wait_until("document.querySelectorAll('.preview').length === 1")?;
    page.eval("document.activeElement.blur()")?;
    page.wait_until("!document.querySelector('.preview')")?;
    page.point_at("#first-sight tbody tr")?;
    page.wait_until("document.querySelectorAll('.preview').length === 1")?;
    page.point_at("#tab-analyse")?;
    page.wait_until("!document.querySelector('.preview')")?;
    // The search's scores are shown beside the candidates.
    page.click("#analyse")?;
    page.wait_until("[...document.querySelectorAll('#first-sight td:last-child')].some((cell) => /%|in/.test(cell.textContent))")?;
    page.eval("document.querySelector('#candidates').scrollIntoView()")?;
    page.screenshot("candidates")?;
    // The next position has other candidates.
    page.place(&["g8"])?;
    page.wait_until("document.querySelector('#first-sight td:nth-child(4)').textContent === 'a four'")?;
    page.finish()
}

#[test]
fn minimax_reports_its_candidates_and_the_hit_rate_of_its_table() -> Result<()> {
    let page = Page::open_game(Options::desktop())?;
    page.new_game(|page| page.set("#seat-white", "minimax-easy"))?;
    page.click("[data-point=h8]")?;
    page.wait_until("document.querySelectorAll('.stone').length === 2")?;
    page.click("#tab-analyse")?;
    page.wait_for("#candidates")?;
    page.click("#candidates summary")?;
    page.wait_for_text("#candidates h2", "Clockwork’s candidates for move 2")?;
    page.wait_for_text("#candidates", "transposition table hits")?;
    let values = column(&page, "#minimax-candidates", 2)?;
    let values: Vec<i32> = values.iter().filter_map(|value| value.parse().ok()).collect();
    assert_eq!(values.len(), 5);
    assert!(values.is_sorted_by(|one, other| one >= other), "{values:?}");
    page.click("#search-log summary")?;
    page.wait_for_text("#search-log tbody th", "Move 2, White: move")?;
    // A move that is taken back does not belong to the game.
    page.click("#tab-play")?;
    page.wait_for("#undo")?;
    page.eval("document.querySelector('#undo').click()")?;
    page.wait_until("!document.querySelector('.stone')")?;
    page.place(&["i9"])?;
    page.wait_until("document.querySelectorAll('.stone').length === 2")?;
    page.finish()
}

#[test]
fn log_and_candidates_read_well_on_a_telephone_and_in_chinese() -> Result<()> {
    let page = Page::open_game(Options::phone().touch(false).language("zh-CN"))?;
    page.new_game(Page::seat_two_people)?;
    page.place(&["h8", "i9", "g9", "c3", "j8"])?;
    page.eval("document.querySelector('#tab-analyse').click()")?;
    page.wait_for("#analyse")?;
    page.eval("document.querySelector('#analyse').click()")?;
    page.eval("document.querySelector('#analysis-more').click()")?;
    page.eval("document.querySelectorAll('.fold').forEach((fold) => { fold.open = true })")?;
    page.wait_until("document.querySelectorAll('#search-log tbody tr').length > 7")?;
    page.wait_for_text("#search-log thead", "深度")?;
    page.wait_for_text("#candidates thead", "优先值")?;
    let fits = page.eval("document.documentElement.scrollWidth <= window.innerWidth")?;
    assert_eq!(fits.as_bool(), Some(true));
    page.eval("document.querySelector('#candidates').scrollIntoView()")?;
    page.screenshot("candidates-phone")?;
    page.eval("document.querySelector('#search-log').scrollIntoView()")?;
    page.screenshot("search-log-phone")?;
    page.finish()
}
