//! The settings of the page, which are saved, and its help.

use serde_json::Value;
use tengen_browser_tests::{Options, Page, Result};

fn open(options: Options) -> Result<Page> {
    let page = Page::open_game(options)?;
    page.click("#settings")?;
    page.wait_for("form.settings")?;
    Ok(page)
}

fn saved(page: &Page) -> Result<Value> {
    let text = page.eval("localStorage.getItem('tengen.preferences')")?;
    Ok(serde_json::from_str(text.as_str().unwrap())?)
}

#[test]
fn every_theme_has_its_own_colours() -> Result<()> {
    let page = open(Options::desktop())?;
    let mut seen = Vec::new();
    for theme in ["kaya", "paper", "night", "contrast"] {
        page.set("#theme", theme)?;
        page.wait_until(&format!("document.documentElement.dataset.theme === '{theme}'"))?;
        let colours = page.eval(
            "getComputedStyle(document.body).backgroundColor + \
             getComputedStyle(document.querySelector('.wood')).fill + \
             getComputedStyle(document.documentElement).getPropertyValue('--wood-light')",
        )?;
        assert!(!seen.contains(&colours), "{theme} looks like another one");
        seen.push(colours);
    }
    page.finish()
}

#[test]
fn the_board_follows_its_settings_and_saves_them() -> Result<()> {
    let page = open(Options::desktop())?;
    page.set("#numbers", "all")?;
    page.set("#turn", "rotate-90")?;
    page.set("#stones", "flat")?;
    page.click("#coordinates")?;
    page.wait_until("!document.querySelector('.coordinates')")?;
    page.click("[data-point=a1]")?;
    page.wait_until("document.querySelectorAll('.stone').length === 2")?;
    page.wait_until("document.querySelectorAll('.label.number').length === 2")?;
    page.reload()?;
    page.wait_until("document.querySelectorAll('.label.number').length === 2")?;
    assert_eq!(page.count(".coordinates")?, 0);
    assert_eq!(page.count(".board [data-stones=flat]")?, 1);
    // After a rotation by a quarter to the right, the lower left corner is the upper left one.
    let corner = "(() => { const [a, b] = ['[data-point=a1]', '.board'].map((s) => \
        document.querySelector(s).getBoundingClientRect()); \
        return a.x - b.x < 40 && a.y - b.y < 40; })()";
    assert_eq!(page.eval(corner)?, true);
    page.finish()
}

#[test]
fn on_a_turned_board_arrows_go_where_they_point() -> Result<()> {
    let page = open(Options::desktop())?;
    page.set("#turn", "rotate-180")?;
    page.eval("document.querySelector('[data-point=h8]').focus()")?;
    page.press("ArrowRight")?;
    // On a board turned by 180 degrees, the column to the right is g.
    assert_eq!(page.eval("document.activeElement.dataset.point")?, "g8");
    page.finish()
}

#[test]
fn settings_travel_as_a_file_and_can_be_reset() -> Result<()> {
    let page = open(Options::desktop())?;
    page.choose_file(
        "#settings-import",
        "settings.json",
        r#"{"version": 1, "theme": "night", "language": "zh-Hans", "volume": 15}"#,
    )?;
    page.wait_for_text("#settings-outcome", "设置已导入。")?;
    assert_eq!(page.eval("document.documentElement.dataset.theme")?, "night");
    assert_eq!(saved(&page)?["volume"], 15);
    page.choose_file("#settings-import", "settings.json", "not settings at all")?;
    page.wait_for_text("#settings-outcome", "未作任何改动")?;
    assert_eq!(saved(&page)?["theme"], "night");
    page.click("#settings-reset")?;
    page.wait_until("document.documentElement.dataset.theme === 'auto'")?;
    // A user who cannot read the language could not switch back.
    assert_eq!(page.eval("document.documentElement.lang")?, "zh-Hans");
    assert_eq!(saved(&page)?["volume"], 60);
    page.finish()
}

#[test]
fn stones_make_sounds_unless_sound_is_off() -> Result<()> {
    let page = Page::open_game(Options::desktop())?;
    page.count_sounds()?;
    page.click("[data-point=h8]")?;
    page.wait_until("document.querySelectorAll('.stone').length === 2 && window.heard === 2")?;
    page.click("#settings")?;
    page.click("#sound")?;
    page.click("[data-point=a1]")?;
    page.wait_until("document.querySelectorAll('.stone').length === 4")?;
    assert_eq!(page.eval("window.heard")?, 2);
    page.finish()
}

#[test]
fn nothing_moves_with_reduced_motion() -> Result<()> {
    let moving = "getComputedStyle(document.querySelector('.stone')).animationName";
    let page = Page::open_game(Options::desktop())?;
    page.click("[data-point=h8]")?;
    assert_eq!(page.eval(moving)?, "land");
    page.click("#settings")?;
    page.set("#motion", "reduced")?;
    page.wait_until(&format!("{moving} === 'none'"))?;
    page.finish()?;
    let page = Page::open_game(Options::desktop().reduced_motion())?;
    page.click("[data-point=h8]")?;
    assert_eq!(page.eval(moving)?, "none");
    page.finish()
}

fn help(options: Options) -> Result<Page> {
    let page = Page::open_game(options)?;
    page.click("#help")?;
    page.wait_for("#help-content figure")?;
    Ok(page)
}

#[test]
fn the_rules_are_shown_with_diagrams_for_each_rule() -> Result<()> {
    let page = help(Options::desktop())?;
    assert_eq!(page.count("#help-content figure")?, 2);
    page.set("#help-rule", "renju")?;
    page.wait_until("document.querySelectorAll('#help-content figure').length === 4")?;
    assert!(page.text("#help-about")?.contains("two open threes"), "{}", page.text("#help-about")?);
    assert_eq!(page.count(".diagram .bad")?, 3);
    page.screenshot("help-rules")?;
    page.finish()
}

#[test]
fn the_help_has_its_topics_by_keyboard_too() -> Result<()> {
    let page = help(Options::phone())?;
    page.click("#help-controls")?;
    page.wait_until("document.querySelectorAll('.keys tr').length >= 8")?;
    page.eval("document.querySelector('#help-controls').focus()")?;
    page.press("ArrowRight")?;
    page.wait_for(".levels dt")?;
    assert_eq!(page.count(".levels dt")?, 20, "every level, character and classic is described");
    page.wait_until("document.activeElement.id === 'help-levels'")?;
    // The help contains the time that a level takes per move, the effects of the presets, and minimax's steps with a diagram each.
    page.wait_for_text("#panel-content", "up to 3 s a move")?;
    let presets = page.text("#presets-table")?;
    assert!(presets.contains("8 s per move, 12 plies") && presets.contains("Tengen, level 3"), "{presets}");
    assert_eq!(page.count("#minimax-steps > li .diagram")?, 5);
    page.eval("document.querySelector('#minimax-steps').scrollIntoView()")?;
    page.screenshot("help-levels-phone")?;
    page.press("ArrowRight")?;
    page.wait_for("#help-rule")?;
    page.screenshot("help-phone")?;
    page.finish()
}
