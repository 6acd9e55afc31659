//! The library of the browser, and its statistics.

use std::time::Duration;

use serde_json::json;
use tengen_browser_tests::{Options, Page, Result, saved_game, saved_games};

use crate::screens::resize;

/// Nine moves with which Black makes five in a row.
const WON: [&str; 9] = ["h8", "a1", "i8", "b1", "j8", "c1", "k8", "d3", "l8"];

fn two_people(page: &Page, moves: &[&str]) -> Result<()> {
    page.new_game(Page::seat_two_people)?;
    page.place(moves)
}

/// Opens the library and waits until it lists this number of games.
fn library(page: &Page, games: usize) -> Result<()> {
    page.click("#tab-library")?;
    page.wait_until(&format!("document.querySelectorAll('.saved-games li').length === {games}"))
}

fn back_to_game(page: &Page) -> Result<()> {
    page.click("#tab-play")?;
    page.wait_for("#new-game")
}

/// Records the files that the page saves from now on in `saved`.
fn catch_files(page: &Page) -> Result<()> {
    page.eval(
        "(() => { window.saved = []; const create = URL.createObjectURL; \
         URL.createObjectURL = (blob) => { blob.text().then((text) => saved.push(text)); return create(blob); }; })()",
    )
    .map(drop)
}

fn saved(page: &Page) -> Result<String> {
    page.wait_until("saved.length === 1")?;
    Ok(page.eval("saved.pop()")?.as_str().unwrap().to_owned())
}

/// Unfolds a part of the library, if it is folded.
fn unfold(page: &Page, id: &str) -> Result<()> {
    page.wait_for(&format!("#{id}"))?;
    page.eval(&format!("document.querySelector('#{id}[aria-expanded=false]')?.click()"))?;
    page.wait_for(&format!("#{id}[aria-expanded=true]"))
}

/// The numbers of black and white stones in each entry's picture.
const DOTS: &str = "[...document.querySelectorAll('.saved-games .thumbnail')].map((picture) => \
    ['black', 'white'].map((color) => picture.querySelector(`.dots.${color}`).getAttribute('d').split('M').length - 1))";

#[test]
fn games_saved_by_an_earlier_version_get_their_pictures() -> Result<()> {
    let page = Page::open_game(Options::desktop())?;
    let mut row = saved_game(1, "easy", "renju", "black");
    let about = row["about"].as_str().unwrap();
    let earlier = about.replace("\"position\":\"h8 g7|i9\",", "");
    assert_ne!(about, earlier);
    row["about"] = json!(earlier);
    page.keep_games(&json!([row]))?;
    library(&page, 1)?;
    assert_eq!(page.eval(DOTS)?, json!([[2, 1]]));
    page.finish()
}

#[test]
fn a_game_that_ends_is_in_the_library_also_after_a_reload() -> Result<()> {
    let page = Page::open_game(Options::desktop())?;
    two_people(&page, &WON)?;
    library(&page, 1)?;
    page.reload()?;
    page.wait_for(".cell")?;
    library(&page, 1)?;
    page.wait_for_text(".saved-games .name", "Black – White")?;
    page.wait_for_text(".saved-games .result", "Black won")?;
    page.wait_for_text(".saved-games .about", "Freestyle · 9 moves")?;
    // The entry has a picture of the last position, and the time of day.
    assert_eq!(page.eval(DOTS)?, json!([[5, 4]]));
    let when = page.text(".saved-games .when")?;
    assert!(when.contains(':') && when.contains("20"), "{when}");
    // Looking back adds no second entry, and the game opens at its end.
    back_to_game(&page)?;
    page.click("#undo")?;
    page.click("#new-game")?;
    page.wait_for("form.new-game")?;
    page.click("#start")?;
    page.wait_until("document.querySelectorAll('.stone').length === 0")?;
    library(&page, 1)?;
    page.click(".open-saved")?;
    page.wait_until("document.querySelectorAll('.stone').length === 9")?;
    page.wait_for_text("#status", "Black wins.")?;
    page.finish()
}

#[test]
fn a_replaced_game_is_saved_and_continues_under_the_same_id() -> Result<()> {
    let page = Page::open_game(Options::desktop())?;
    two_people(&page, &["h8", "i9"])?;
    // Two moves are not saved as a game, five are.
    two_people(&page, &["h8", "i9", "g7", "k4", "c3"])?;
    two_people(&page, &["a1"])?;
    library(&page, 1)?;
    page.wait_for_text(".saved-games .result", "Unfinished")?;
    page.click(".open-saved")?;
    page.wait_until("document.querySelectorAll('.stone').length === 5")?;
    page.place(&["o15"])?;
    library(&page, 1)?;
    page.wait_for_text(".saved-games .about", "6 moves")?;
    // A pasted game is also saved, once.
    for _ in 0..2 {
        page.paste("(;GM[4]SZ[15]PB[Ada]PW[Bo];B[hh];W[ig];B[jf];W[aa];B[cd])")?;
        page.wait_until("document.querySelectorAll('.stone').length === 5")?;
        two_people(&page, &["a1"])?;
        library(&page, 2)?;
    }
    page.wait_for_text(".saved-games li:first-child .name", "Ada – Bo")?;
    // The user can also save a game by a button.
    page.click("#keep-game")?;
    page.wait_for_text("#library-outcome", "The game was added to the library.")?;
    library(&page, 3)?;
    page.wait_until("!document.querySelector('#keep-game')")?;
    page.finish()
}

#[test]
fn a_game_that_was_on_its_way_when_the_page_closed_arrives() -> Result<()> {
    let page = Page::open_game(Options::desktop())?;
    let row = saved_game(1, "easy", "renju", "black");
    page.eval_with(
        "localStorage.setItem('tengen.game.waiting.000000000001-test', arguments[0])",
        &json!([row["game"]]),
    )?;
    page.reload()?;
    page.wait_for(".cell")?;
    library(&page, 1)?;
    page.wait_for_text(".saved-games .result", "You won")?;
    assert_eq!(page.eval("Object.keys(localStorage).filter((k) => k.includes('waiting')).length")?, 0);
    page.finish()
}

#[test]
fn games_are_found_renamed_deleted_and_put_back() -> Result<()> {
    let page = Page::open_game(Options::desktop())?;
    let rows = json!([
        saved_game(1, "easy", "renju", "black"),
        saved_game(2, "hard", "freestyle", "white"),
        saved_game(3, "tuple", "standard", "black"),
    ]);
    page.keep_games(&rows)?;
    library(&page, 3)?;
    page.wait_for_text(".saved-games li:first-child .name", "You – Abacus")?;
    let find = |question: &str, count: usize| -> Result<()> {
        page.set("#find-game", question)?;
        page.wait_until(&format!("document.querySelectorAll('.saved-games li').length === {count}"))
    };
    find("renju", 1)?;
    find("you won", 2)?;
    find("won ABAC", 1)?;
    find("h8 i9", 3)?;
    find("nobody", 0)?;
    page.wait_for_text("#library-outcome", "No match among 3 games.")?;
    find("lost", 1)?;
    page.click(".saved-games .more")?;
    page.click(".saved-games .rename")?;
    page.wait_until("document.activeElement.id === 'rename-to'")?;
    page.fill("#rename-to", "The day I slept")?;
    page.press("Enter")?;
    find("slept", 1)?;
    page.wait_for_text(".saved-games .name", "The day I slept")?;
    page.reload()?;
    page.wait_for(".cell")?;
    library(&page, 3)?;
    find("slept", 1)?;
    page.click(".saved-games .more")?;
    page.screenshot("library-entry")?;
    page.click(".saved-games .delete")?;
    page.wait_for_text("#library-outcome", "“The day I slept” was deleted.")?;
    find("", 2)?;
    page.wait_until("document.activeElement.id === 'undo-delete'")?;
    page.click("#undo-delete")?;
    find("slept", 1)?;
    page.click(".saved-games .more")?;
    page.click(".saved-games .delete")?;
    find("", 2)?;
    page.reload()?;
    page.wait_for(".cell")?;
    library(&page, 2)?;
    page.finish()
}

#[test]
fn the_library_travels_as_a_file() -> Result<()> {
    let page = Page::open_game(Options::desktop())?;
    catch_files(&page)?;
    page.keep_games(&json!([
        saved_game(1, "easy", "renju", "black"),
        saved_game(2, "hard", "caro", "white")
    ]))?;
    library(&page, 2)?;
    page.click(".saved-games li:first-child .more")?;
    page.click(".saved-games .export")?;
    let one = saved(&page)?;
    assert_eq!(tengen_formats::json::read(&one)?.rule(), tengen_game::Rule::Caro);
    unfold(&page, "whole-library")?;
    page.click("#export-all")?;
    page.wait_for_text("#whole-outcome", "2 games were exported.")?;
    let all = saved(&page)?;
    // A double-click only opens the question.
    page.double_click("#delete-all")?;
    page.wait_for_text("#delete-all", "Really delete 2 games")?;
    page.let_double_click_pass();
    assert_eq!(page.count(".saved-games li")?, 2);
    page.wait_for_text("#delete-all", "Really delete 2 games")?;
    page.click("#delete-all")?;
    page.wait_for_text("#whole-outcome", "All games were deleted.")?;
    library(&page, 0)?;
    page.choose_file("#import-all", "tengen-library.json", &all)?;
    page.wait_for_text("#whole-outcome", "2 games were imported; 0 were already in the library.")?;
    library(&page, 2)?;
    // Games that are in the library already are not added again, and a game that cannot be read does not prevent the others from being
    // read.
    let damaged = all.replace("\n{", "\n{\"game\": {}},\n{").replacen("{\"game\": {}},\n", "", 1);
    page.choose_file("#import-all", "tengen-library.json", &damaged)?;
    page.wait_for_text(
        "#whole-outcome",
        "0 games were imported; 2 were already in the library. 1 could not be read",
    )?;
    for (text, why) in [
        ("{\n\"format\"", "not JSON"),
        ("{\"format\": \"tengen-record\"}", "expected `tengen-library`, found `tengen-record`"),
        ("{\"format\": \"tengen-library\", \"version\": 7}", "the file has version 7"),
    ] {
        page.choose_file("#import-all", "other.json", text)?;
        page.wait_for_text("#whole-outcome", why)?;
    }
    library(&page, 2)?;
    page.finish()
}

#[test]
fn a_thousand_games_stay_quick_to_look_through() -> Result<()> {
    let page = Page::open_game(Options::desktop())?;
    let rows: Vec<_> = (0..1_000).map(|number| saved_game(number, "easy", "renju", "black")).collect();
    page.keep_games(&json!(rows))?;
    library(&page, 50)?;
    page.wait_for_text("#library-outcome", "1000 games.")?;
    page.eval("document.querySelector('#more-games').scrollIntoView({ block: 'center' })")?;
    page.click("#more-games")?;
    page.wait_until("document.querySelectorAll('.saved-games li').length === 100")?;
    let start = std::time::Instant::now();
    page.set("#find-game", "no such game")?;
    page.wait_until("document.querySelectorAll('.saved-games li').length === 0")?;
    assert!(start.elapsed().as_secs() < 3, "{:?}", start.elapsed());
    page.finish()
}

#[test]
fn an_unreadable_entry_is_reported_and_preserved() -> Result<()> {
    let page = Page::open_game(Options::desktop())?;
    // The entries are one with a broken summary, one that cannot be opened, and one without any readable part.
    let mut mended = saved_game(1, "easy", "renju", "black");
    mended["about"] = json!("?");
    let mut hollow = saved_game(2, "hard", "renju", "white");
    hollow["game"] = json!("?");
    let lost = json!({ "id": "lost", "about": "?", "game": "?" });
    page.keep_games(&json!([mended, hollow, lost]))?;
    library(&page, 2)?;
    page.wait_for_text("#library-trouble", "1 game cannot be read. It stays in the library unchanged.")?;
    page.screenshot("library-unreadable")?;
    page.click(".saved-games li:first-child .open-saved")?;
    page.wait_for_text("#library-outcome", "This game cannot be read: ")?;
    page.click(".saved-games li:last-child .open-saved")?;
    page.wait_until("document.querySelectorAll('.stone').length === 3")?;
    page.reload()?;
    page.wait_for(".cell")?;
    library(&page, 2)?;
    page.wait_for_text("#library-trouble", "1 game cannot be read.")?;
    page.finish()
}

#[test]
fn without_storage_the_page_reports_it_and_continues() -> Result<()> {
    let page = Page::open_game(Options::desktop())?;
    page.eval("IDBFactory.prototype.open = () => { throw new DOMException('no room', 'SecurityError'); }")?;
    two_people(&page, &WON)?;
    page.wait_for_text("#status", "Black wins.")?;
    page.click("#tab-library")?;
    page.wait_for_text("#library-trouble", "The browser could not store the latest games (no room).")?;
    // Once the database works, the game is stored.
    page.reload()?;
    page.wait_for(".cell")?;
    library(&page, 1)?;
    page.finish()
}

#[test]
fn statistics_count_a_persons_games_from_a_moment_on() -> Result<()> {
    let page = Page::open_game(Options::desktop())?;
    catch_files(&page)?;
    let rows: Vec<_> = [
        saved_game(1, "easy", "renju", "black"),
        saved_game(2, "hard", "freestyle", "white"),
        saved_game(3, "easy", "freestyle", "black"),
        saved_game(4, "easy", "freestyle", "black"),
    ]
    .into();
    page.keep_games(&json!(rows))?;
    // A game between two human players, and one that the user loses to the engine.
    two_people(&page, &WON)?;
    page.new_game(|page| page.set("#seat-white", "easy"))?;
    page.click("[data-point=h8]")?;
    page.wait_until("document.querySelectorAll('.stone').length >= 2")?;
    page.click("#resign")?;
    page.click("#resign-yes")?;
    page.wait_for("#play-again")?;
    library(&page, 6)?;
    unfold(&page, "statistics")?;
    page.wait_for(".tallies")?;
    let rows = page.eval(
        "[...document.querySelectorAll('.tallies tr')].map((row) => row.innerText.split('\\t').join(' '))",
    )?;
    let rows: Vec<String> = serde_json::from_value(rows)?;
    for expected in
        ["All 5 3 0 2 60%", "Tengen, level 3 4 3 0 1 75%", "Freestyle 4 2 0 2 50%", "Black 5 3 0 2 60%"]
    {
        assert!(rows.iter().any(|row| row == expected), "{expected} in {rows:?}");
    }
    page.wait_for_text(
        "#streaks",
        "You lost the last game. Longest winning streak: 2, longest losing streak: 1.",
    )?;
    page.wait_for_text("#statistics-others", "Not counted: 1 between two players, 0 between two engines.")?;
    assert_eq!(page.count(".course circle")?, 5);
    page.eval("document.querySelector('#save-statistics').scrollIntoView({ block: 'center' })")?;
    page.click("#save-statistics")?;
    assert_eq!(saved(&page)?.lines().count(), 6);
    page.click("#reset-statistics")?;
    page.wait_for_text("#statistics-since", "Earlier games are still in the library.")?;
    assert_eq!((page.count(".tallies")?, page.count(".saved-games li")?), (0, 6));
    page.reload()?;
    page.wait_for(".cell")?;
    library(&page, 6)?;
    unfold(&page, "statistics")?;
    page.wait_for("#count-all")?;
    page.eval("document.querySelector('#count-all').scrollIntoView({ block: 'center' })")?;
    page.click("#count-all")?;
    page.wait_for(".tallies")?;
    page.finish()
}

#[test]
fn statistics_cannot_be_falsified() -> Result<()> {
    let page = Page::open_game(Options::desktop())?;
    // The user resigns, wins a variation afterwards, and tries to save it as the game.
    for point in ["h8", "a1"] {
        page.wait_until("document.querySelector('#status').textContent.match(/Your turn|Get five/)")?;
        page.click(&format!("[data-point={point}]"))?;
    }
    page.wait_for_text("#status", "Your turn")?;
    page.click("#resign")?;
    page.click("#resign-yes")?;
    page.wait_for("#play-again")?;
    page.click("#tab-analyse")?;
    page.wait_for(".tree .node")?;
    assert_eq!(page.count("#delete-branch")?, 0);
    page.eval("document.querySelectorAll('.tree .node')[2].click()")?;
    page.wait_until("document.querySelectorAll('.stone').length === 2")?;
    page.click("[data-point=o15]")?;
    page.wait_until("document.querySelectorAll('.tree .depth-1 .node').length > 0")?;
    assert_eq!(page.count("#promote")?, 0);
    page.screenshot("statistics-no-promotion")?;
    page.click("#tab-play")?;
    page.wait_for("#set-up")?;
    // A game from a set-up position is saved, and does not count in the statistics.
    page.click("#set-up")?;
    page.wait_for("#setup-start")?;
    page.click("#setup-clear")?;
    for point in ["h8", "i8", "j8", "k8"] {
        page.click(&format!("[data-point={point}]"))?;
    }
    page.click("input[name=side][value=black] + span")?;
    page.click("#setup-start")?;
    page.wait_for_text("#status", "Your turn.")?;
    page.click("[data-point=l8]")?;
    page.wait_for_text("#status", "You win")?;
    library(&page, 2)?;
    unfold(&page, "statistics")?;
    page.wait_for_text(".tallies .total", "All")?;
    let total = page.eval("document.querySelector('.tallies .total').innerText.split('\\t').join(' ')")?;
    assert_eq!(total.as_str().unwrap().trim(), "All 1 0 0 1 0%");
    page.wait_for_text("#statistics-others", "1 game from a set-up position is not counted.")?;
    page.screenshot("statistics-set-up")?;
    page.finish()
}

#[test]
fn entries_of_an_earlier_version_are_rebuilt_and_keep_their_names() -> Result<()> {
    let page = Page::open_game(Options::desktop())?;
    let mut old = saved_game(1, "easy", "renju", "black");
    let about = old["about"]
        .as_str()
        .unwrap()
        .replace("\"set-up\":false,", "")
        .replace("\"name\":\"\"", "\"name\":\"Mine\"");
    assert!(!about.contains("set-up"));
    old["about"] = json!(about);
    page.keep_games(&json!([old]))?;
    library(&page, 1)?;
    page.wait_for_text(".saved-games .name", "Mine")?;
    page.reload()?;
    page.wait_for(".cell")?;
    library(&page, 1)?;
    page.wait_for_text(".saved-games .name", "Mine")?;
    unfold(&page, "statistics")?;
    page.wait_for(".tallies")?;
    page.finish()
}

#[test]
fn the_library_fits_every_screen_in_both_languages() -> Result<()> {
    let fits = "document.documentElement.scrollWidth <= innerWidth";
    for (language, name) in [("en-US", "en"), ("zh-CN", "zh")] {
        let page = Page::open_game(Options::desktop().language(language))?;
        page.keep_games(&saved_games(30))?;
        library(&page, 30)?;
        for (width, height, device) in [(1280, 800, "desktop"), (360, 640, "phone")] {
            resize(&page, width, height)?;
            page.eval("document.querySelector('.masthead').scrollIntoView()")?;
            assert_eq!(page.eval(fits)?, true, "{device} in {name}");
            page.eval(
                "document.querySelector('.saved-games li:nth-child(2) .more[aria-expanded=false]')?.click()",
            )?;
            page.screenshot(&format!("library-{device}-{name}"))?;
            for part in ["open-games", "save-games", "whole-library"] {
                unfold(&page, part)?;
                page.eval("document.querySelector('.masthead').scrollIntoView()")?;
                page.screenshot(&format!("library-{part}-{device}-{name}"))?;
            }
            unfold(&page, "statistics")?;
            page.wait_for(".tallies")?;
            page.eval("document.querySelector('.masthead').scrollIntoView()")?;
            assert_eq!(page.eval(fits)?, true, "{device} in {name}");
            page.screenshot(&format!("statistics-{device}-{name}"))?;
        }
        page.finish()?;
    }
    let night = Page::open_game(Options::desktop().dark())?;
    night.keep_games(&saved_games(30))?;
    library(&night, 30)?;
    night.screenshot("library-night")?;
    unfold(&night, "statistics")?;
    night.wait_for(".tallies")?;
    night.eval("document.querySelector('.masthead').scrollIntoView()")?;
    night.screenshot("statistics-night")?;
    night.finish()
}

/// A game of two human players in which White leaves Black's open three, and Black leaves it as well.
fn game_with_mistakes(number: usize) -> serde_json::Value {
    let mut row = saved_game(number, "easy", "freestyle", "black");
    let mut game: serde_json::Value = serde_json::from_str(row["game"].as_str().unwrap()).unwrap();
    let moves = ["h8", "g9", "i8", "a1", "j8", "a15", "o15", "f8"].map(|point| json!({ "move": point }));
    game["record"]["moves"] = json!(moves);
    game["record"]["moves"][3]["comment"] = json!("a quiet move");
    row["game"] = json!(game.to_string());
    row
}

#[test]
fn games_are_annotated_in_the_background_while_another_is_played() -> Result<()> {
    let page = Page::open_game(Options::desktop().viewport(1280, 657))?;
    page.keep_games(&json!([game_with_mistakes(1), game_with_mistakes(2)]))?;
    library(&page, 2)?;
    page.set("#annotate-effort", "quick")?;
    page.wait_for_text("#annotate", "Review all 2 games")?;
    page.screenshot("library-annotate")?;
    page.click("#annotate")?;
    page.wait_for_text("#annotate", "Stop")?;
    // The user leaves the library, and plays a game against the engine meanwhile.
    back_to_game(&page)?;
    page.place(&["h8"])?;
    page.wait_until_within("document.querySelectorAll('.stone').length === 2", Duration::from_secs(30))?;
    page.click("#tab-library")?;
    let done = "document.querySelector('#annotate-state').textContent === '2 of 2 games reviewed.'";
    page.wait_until_within(done, Duration::from_secs(120))?;
    page.screenshot("library-annotated")?;
    page.eval("document.querySelector('.saved-games li:last-child .open-saved').click()")?;
    page.wait_until("document.querySelectorAll('.stone').length === 8")?;
    page.click("#tab-analyse")?;
    page.wait_until("document.querySelectorAll('.tree .node').length > 9")?;
    page.eval(
        "[...document.querySelectorAll('.tree .node')].find(it => it.textContent.includes('o15')).click()",
    )?;
    page.wait_until("document.querySelector('#comment').value.startsWith('Tengen: ')")?;
    let comment = page.eval("document.querySelector('#comment').value")?;
    assert!(comment.as_str().unwrap().contains("Black missed a forced win at "), "{comment}");
    page.screenshot("library-annotated-game")?;
    page.finish()
}

#[test]
fn annotating_is_stopped_and_keeps_what_is_done() -> Result<()> {
    let page = Page::open_game(Options::phone().viewport(390, 844).language("zh-CN"))?;
    let games: Vec<_> = (1..=3).map(game_with_mistakes).collect();
    page.keep_games(&json!(games))?;
    library(&page, 3)?;
    page.set("#annotate-effort", "thorough")?;
    page.click("#annotate")?;
    page.wait_for_text("#annotate-state", "正在复盘第 1 局，共 3 局……")?;
    page.screenshot("library-annotating-phone")?;
    page.click("#annotate")?;
    page.wait_for_text("#annotate-state", "3 局中已复盘 0 局。")?;
    page.screenshot("library-annotating-stopped")?;
    // The query selects the games.
    page.set("#find-game", "nobody")?;
    page.wait_until("document.querySelector('.annotate').hidden")?;
    page.finish()
}
