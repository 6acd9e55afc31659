//! Games from files and links, and games as files, pictures and links.

use base64::prelude::{BASE64_STANDARD, Engine as _};
use serde_json::{Value, json};
use tengen_browser_tests::{Options, Page, Result};
use tengen_formats::any::{self, Known};

use crate::screens::resize;

/// A page with a game of two human players on its board, and the library open. `saved` records the files that the page saves.
fn library(moves: &[&str]) -> Result<Page> {
    let page = Page::open_game(Options::desktop())?;
    page.eval(
        "(() => { window.saved = []; const create = URL.createObjectURL; \
         URL.createObjectURL = (blob) => { blob.arrayBuffer().then((bytes) => saved.push(\
           btoa(String.fromCharCode(...new Uint8Array(bytes))))); return create(blob); }; })()",
    )?;
    page.new_game(Page::seat_two_people)?;
    page.place(moves)?;
    page.unfold("save-games")?;
    page.wait_until("document.querySelectorAll('#format option').length > 5")?;
    Ok(page)
}

/// Saves in a format and returns the saved file.
fn save(page: &Page, format: &str) -> Result<Vec<u8>> {
    page.set("#format", format)?;
    page.eval("saved.length = 0")?;
    page.click("#save-file")?;
    page.wait_until("saved.length === 1")?;
    page.wait_for_text("#save-outcome", "Saved")?;
    let content = page.eval("saved[0]")?;
    Ok(BASE64_STANDARD.decode(content.as_str().unwrap())?)
}

#[test]
fn a_game_is_saved_in_every_format_and_as_a_picture() -> Result<()> {
    let page = library(&["h8", "i9", "g7"])?;
    let formats = page.eval("[...document.querySelectorAll('#format option')].map((o) => o.value)")?;
    let formats: Vec<String> = serde_json::from_value(formats)?;
    assert!(formats.len() >= 10, "{formats:?}");
    for format in formats.iter().filter(|format| !["svg", "png", "gif"].contains(&format.as_str())) {
        let bytes = save(&page, format)?;
        let known = Known { rule: Some(tengen_game::Rule::FREESTYLE), ..Known::default() };
        let (record, _) = any::read(&bytes, None, known).map_err(|error| anyhow(format, &error))?;
        assert_eq!(record.position().board().stones().max(record.main_line().len()), 3, "{format}");
    }
    assert!(save(&page, "png")?.starts_with(b"\x89PNG"));
    assert!(save(&page, "gif")?.starts_with(b"GIF89a"));
    assert!(String::from_utf8(save(&page, "svg")?)?.contains("<svg"));
    page.screenshot("library")?;
    page.finish()
}

/// The part of the page that reads and writes files is loaded when it is first needed, which may be without a network.
#[test]
fn without_a_network_a_file_that_cannot_be_written_is_reported_and_written_later() -> Result<()> {
    let page = Page::open_game(Options::desktop())?;
    // A browser that caches the page has every part of it, also without a network.
    page.keep_nothing()?;
    page.eval(
        "(() => { window.saved = 0; const create = URL.createObjectURL; \
         URL.createObjectURL = (blob) => { saved += 1; return create(blob); }; })()",
    )?;
    page.new_game(Page::seat_two_people)?;
    page.place(&["h8", "i9"])?;
    page.set_offline(true)?;
    let not_loaded = "Part of the page could not be loaded. Your game is not affected.";
    page.unfold("save-games")?;
    page.wait_for_text("#save-outcome", not_loaded)?;
    page.click("#save-file")?;
    page.wait_until("document.querySelector('#save-outcome').textContent.includes('could not be loaded')")?;
    page.screenshot("offline-save")?;
    page.unfold("open-games")?;
    page.wait_for("#paste")?;
    page.set("#paste", "h8 i9 g7")?;
    page.click("#open-pasted")?;
    page.wait_for_text("#open-outcome", not_loaded)?;
    page.unfold("save-games")?;
    page.wait_for_text("#save-outcome", not_loaded)?;
    // The formats appear as soon as the network is back, and so does everything else.
    page.set_offline(false)?;
    page.wait_until("document.querySelectorAll('#format option').length > 5")?;
    assert_eq!(page.text("#save-outcome")?, "");
    page.click("#save-file")?;
    page.wait_for_text("#save-outcome", "Saved")?;
    assert_eq!(page.eval("saved")?, 1);
    page.unfold("open-games")?;
    page.wait_for("#paste")?;
    page.set("#paste", "h8 i9 g7")?;
    page.click("#open-pasted")?;
    page.wait_until("document.querySelectorAll('.stone').length === 3")?;
    page.finish()
}

fn anyhow(format: &str, error: &dyn std::fmt::Display) -> std::io::Error {
    std::io::Error::other(format!("{format}: {error}"))
}

#[test]
fn games_are_opened_from_pasted_texts_and_the_previous_one_can_be_restored() -> Result<()> {
    let page = library(&["a1"])?;
    page.paste("(;GM[4]SZ[15]RU[renju]PB[Ada]PW[Bo];B[hh];W[ig];B[jf])")?;
    page.wait_until("document.querySelectorAll('.stone').length === 3")?;
    page.wait_for_text(".table-rule", "Renju")?;
    page.paste("this is no game")?;
    page.wait_for_text("#open-outcome", "No game was found here.")?;
    assert_eq!(page.count(".stone")?, 3);
    page.click("#previous-game")?;
    page.wait_until("document.querySelectorAll('.stone').length === 1")?;
    page.finish()
}

/// A tournament game in the form of a file.
const TOURNAMENT: &str = r#"{ "format": "tengen-record", "version": 1, "rule": "freestyle", "size": 15,
    "players": { "black": "Ada", "white": "Bo" },
    "info": { "black-rank": "5 dan", "event": "World Championship", "round": "3", "date": "2023-08-05", "place": "Tallinn" },
    "moves": [{ "move": "h8" }, { "move": "i9" }, { "move": "j10" }, { "move": "a15" },
        { "move": "c12", "result": { "winner": "black", "reason": "resignation" } }] }"#;

#[test]
fn an_opened_game_keeps_its_players_its_date_and_its_result() -> Result<()> {
    let page = library(&["a1"])?;
    page.eval(
        "HTMLAnchorElement.prototype.click = function () { (window.names ??= []).push(this.download); }",
    )?;
    page.paste(TOURNAMENT)?;
    page.wait_until("document.querySelectorAll('.stone').length === 5")?;
    page.wait_for_text(".players li:nth-child(1)", "Ada (5 dan)")?;
    page.wait_for_text(".players li:nth-child(2)", "Bo")?;
    page.wait_for_text("#about-game", "World Championship · 3 · 2023-08-05 · Tallinn")?;
    page.wait_for_text("#status", "Black wins.")?;
    page.screenshot("opened-game")?;
    // Saved again it is the same game, with the names of its players.
    page.unfold("save-games")?;
    page.wait_until("document.querySelectorAll('#format option').length > 5")?;
    let saved = String::from_utf8(save(&page, "json")?)?;
    assert_eq!(tengen_formats::json::read(&saved)?, tengen_formats::json::read(TOURNAMENT)?);
    assert_eq!(page.eval("names.pop()")?, "Ada – Bo 2023-08-05.json");
    // The library also contains the names.
    page.click("#keep-game")?;
    page.wait_for_text(".saved-games li:first-child .name", "Ada – Bo")?;
    page.wait_for_text(".saved-games li:first-child .when", "2023-08-05")?;
    page.wait_for_text(".saved-games li:first-child .about", "World Championship")?;
    page.screenshot("opened-game-library")?;
    page.finish()
}

#[test]
fn the_game_information_of_an_sgf_file_is_shown() -> Result<()> {
    let page = library(&[])?;
    let file = "(;GM[4]SZ[15]PB[Ada]PW[Bo]BR[5 dan]EV[World Championship]DT[2023-08-05]RU[Yamaguchi]RE[B+R]\
                GC[The last game of the final.];B[hh];W[ig];B[ih])";
    page.paste(file)?;
    page.wait_until("document.querySelectorAll('.stone').length === 3")?;
    page.wait_for_text(".players li:nth-child(1)", "Ada (5 dan)")?;
    page.wait_for_text("#about-game", "World Championship · 2023-08-05 · Yamaguchi")?;
    page.wait_for_text("#game-remark", "The last game of the final.")?;
    page.wait_for_text("#status", "Black wins.")?;
    page.screenshot("opened-sgf")?;
    page.finish()
}

#[test]
fn a_shared_game_looks_like_one_and_names_the_program() -> Result<()> {
    let page = Page::open_game(Options::desktop())?;
    page.click("[data-point=h8]")?;
    page.wait_until("document.querySelectorAll('.stone').length === 2")?;
    page.wait_for_text("#status", "Your turn")?;
    page.click("#resign")?;
    page.click("#resign-yes")?;
    page.unfold("save-games")?;
    page.wait_for("#make-link")?;
    page.click("#make-link")?;
    page.wait_for("#link")?;
    let link = page.eval("document.querySelector('#link').value")?.as_str().unwrap().to_owned();
    page.paste(&link)?;
    page.wait_for_text("#about-game", "Shared game")?;
    page.wait_for_text(".players li:nth-child(1)", "Black")?;
    page.wait_for_text(".players li:nth-child(2)", "Tengen, level 3")?;
    page.wait_for_text("#status", "White wins.")?;
    page.screenshot("shared-game")?;
    page.finish()
}

#[test]
fn a_file_of_several_games_asks_which() -> Result<()> {
    let page = library(&[])?;
    let two = "(;GM[4]SZ[15]PB[Ada]PW[Bo];B[hh];W[ig])(;GM[4]SZ[15]PB[Cy]PW[Dee];B[aa])";
    page.unfold("open-games")?;
    page.wait_for("#open-file")?;
    page.choose_file("#open-file", "two.sgf", two)?;
    page.wait_for_text("#open-outcome", "2 games found. Choose one.")?;
    page.wait_for_text(".found", "Cy – Dee")?;
    page.click(".found li:nth-child(2) button")?;
    page.wait_until("document.querySelectorAll('.stone').length === 1")?;
    page.finish()
}

/// Opens a file in the library.
fn choose(page: &Page, name: &str, content: &str) -> Result<()> {
    page.unfold("open-games")?;
    page.wait_for("#open-file")?;
    page.choose_file("#open-file", name, content)
}

#[test]
fn what_was_guessed_or_left_out_is_said_when_a_file_is_opened() -> Result<()> {
    for (language, sizes) in [("en", &[(1366, 768), (390, 844)][..]), ("zh-CN", &[(820, 1180)])] {
        let page = Page::open_game(Options::desktop().language(language))?;
        let quest = include_str!("../../../tengen-formats/tests/data/found/quest-opening.sgf");
        choose(&page, "quest.sgf", quest)?;
        page.wait_until("document.querySelectorAll('.stone').length === 7")?;
        let notes = match language {
            "en" => {
                "About this file: “QPR” was read as 3 moves of the opening. “QSLW” was read as a move of the opening."
            }
            _ => "关于此文件：“QPR”已读作开局的 3 手棋。“QSLW”已读作开局的 1 手棋。",
        };
        page.wait_for_text("#because", notes)?;
        for &(width, height) in sizes {
            resize(&page, width, height)?;
            page.screenshot(&format!("notes-of-file-{width}"))?;
        }
        let archive = include_str!("../../../tengen-formats/tests/data/found/gomocup-archive.psq");
        choose(&page, "archive.psq", archive)?;
        page.wait_for_text("#because", "0,Freestyle15_1")?;
        page.wait_for_text(".players li:nth-child(1)", "ENGINEA25")?;
        // The notes concern the file, and not the move that is played on.
        let plain = "(;GM[4]SZ[15];B[hh];W[ig])";
        page.paste(plain)?;
        page.wait_until("document.querySelectorAll('.stone').length === 2")?;
        assert!(!page.text("#because")?.contains("Freestyle15"));
        page.finish()?;
    }
    Ok(())
}

#[test]
fn a_file_of_another_game_asks_for_the_rule() -> Result<()> {
    let page = Page::open_game(Options::desktop())?;
    choose(&page, "go.sgf", include_str!("../../../tengen-formats/tests/data/found/go-program.sgf"))?;
    page.wait_for_text("#open-outcome", "choose the rule")?;
    assert_eq!(page.count("#ask-rule button")?, tengen_game::Rule::NAMED.len());
    for (width, height) in [(1366, 768), (390, 844)] {
        resize(&page, width, height)?;
        page.screenshot(&format!("ask-rule-{width}"))?;
    }
    page.click("#ask-rule button[value=renju]")?;
    page.wait_until("document.querySelectorAll('.stone').length === 2")?;
    page.wait_for_text(".table-rule", "Renju")?;
    page.wait_for_text("#because", "GM[1]")?;
    page.finish()
}

#[test]
fn a_database_of_renjunet_asks_which() -> Result<()> {
    let page = library(&[])?;
    let game = |id: usize, moves: &str| {
        format!("<game id=\"{id}\" black=\"1\" white=\"2\" bresult=\"1\"><move>{moves}</move></game>")
    };
    let players = "<players><player id=\"1\" name=\"Cy\"/><player id=\"2\" name=\"Dee\"/></players>";
    let games: String = (1..=501).map(|id| game(id, if id == 2 { "h8 h9" } else { "h8" })).collect();
    page.unfold("open-games")?;
    page.wait_for("#open-file")?;
    page.choose_file(
        "#open-file",
        "renjunet.rif",
        &format!("<database>{players}<games>{games}</games></database>"),
    )?;
    page.wait_for_text("#open-outcome", "501 games found, of which 500 can be opened here. Choose one.")?;
    page.wait_for_text(".found", "Cy – Dee")?;
    page.click(".found li:nth-child(2) button")?;
    page.wait_until("document.querySelectorAll('.stone').length === 2")?;
    page.finish()
}

/// Drags a file over an element with an event of this kind, and returns whether the page then has the frame that marks where to drop it.
fn drag(page: &Page, over: &str, kind: &str) -> Result<Value> {
    page.eval(&format!(
        "(() => {{ const dataTransfer = new DataTransfer(); \
         dataTransfer.items.add(new File(['(;GM[4]SZ[15];B[hh];W[ig])'], 'a.sgf')); \
         document.querySelector('{over}').dispatchEvent(new DragEvent('{kind}', {{ dataTransfer, bubbles: true, cancelable: true }})); \
         return document.documentElement.hasAttribute('data-drop'); }})()"
    ))
}

#[test]
fn a_dropped_file_is_opened() -> Result<()> {
    let page = library(&[])?;
    for (kind, is_framed) in [("dragover", true), ("drop", false)] {
        assert_eq!(drag(&page, ".library", kind)?, is_framed, "{kind}");
    }
    page.wait_until("document.querySelectorAll('.stone').length === 2")?;
    page.finish()
}

#[test]
fn a_link_leads_to_the_game_and_can_be_photographed() -> Result<()> {
    let page = library(&["h8", "i9", "g7", "k4"])?;
    page.click("#make-link")?;
    page.wait_for(".qr path")?;
    let link = page.eval("document.querySelector('#link').value")?.as_str().unwrap().to_owned();
    assert!(link.starts_with("http://localhost:"), "{link}");
    let fragment = link.split_once('#').map_or(link.as_str(), |(_, fragment)| fragment).to_owned();
    assert!(!fragment.is_empty());
    page.paste(&link)?;
    page.wait_until("document.querySelector('#tab-play').ariaSelected === 'true'")?;
    assert_eq!(page.count(".stone")?, 4);
    // The link opens the game, also in a page that is open already.
    page.eval("localStorage.clear()")?;
    page.go_to("/")?;
    page.wait_for(".cell")?;
    page.wait_until("document.querySelectorAll('.stone').length === 0")?;
    page.eval_with("location.hash = arguments[0]", &json!([fragment]))?;
    page.wait_until("document.querySelectorAll('.stone').length === 4")?;
    page.eval("location.hash = 'nothing-of-the-kind'")?;
    page.wait_for_text("#status", "This link could not be opened.")?;
    page.finish()
}

#[test]
fn the_fault_of_a_link_is_reported_in_the_pages_language_and_covers_nothing() -> Result<()> {
    for (language, headline, reason) in [
        ("en", "This link could not be opened.", "Part of the link is missing or was changed."),
        ("zh-CN", "无法打开这个链接。", "链接不完整或被改动过。"),
    ] {
        let page = Page::open_game(Options::desktop().language(language))?;
        page.eval("location.hash = 'tg1.AAAAAAAA'")?;
        page.wait_for_text("#status", headline)?;
        page.wait_for_text("#because", reason)?;
        if language != "en" {
            let message = page.text(".status")?;
            assert!(!message.contains(|c: char| c.is_ascii_alphabetic()), "{message}");
        }
        for (width, height) in [(1280, 800), (390, 844)] {
            resize(&page, width, height)?;
            let overlap = "document.querySelector('#because').getBoundingClientRect().bottom \
                           - document.querySelector('.content').getBoundingClientRect().top";
            let overlap = page.eval(overlap)?.as_f64().unwrap();
            assert!(overlap <= 0.0, "{overlap} px of the message lie on the controls at {width} × {height}");
            page.screenshot(&format!("link-refused-{language}-{width}"))?;
        }
        page.finish()?;
    }
    Ok(())
}

#[test]
fn the_fault_of_a_file_is_reported_in_chinese_with_its_place() -> Result<()> {
    let page = Page::open_game(Options::desktop().language("zh-CN"))?;
    page.click("#tab-library")?;
    page.click("#open-games")?;
    page.wait_for("#paste")?;
    for (text, message) in [
        ("this is no game", "这里没有找到对局。"),
        ("h8 i9\nj10 z99", "出错：内容有误（第 2 行，第 5 个字符）。"),
        ("https://gomocalc.com/#/h8h8", "出错：含有不合规则的着法"),
    ] {
        page.fill("#paste", text)?;
        page.click("#open-pasted")?;
        page.wait_for_text("#open-outcome", message)?;
    }
    page.screenshot("open-refused-chinese")?;
    page.finish()
}

#[test]
fn a_file_is_dropped_anywhere_and_a_picture_is_copied() -> Result<()> {
    let page = Page::open_game(Options::desktop())?;
    page.grant("clipboard-read")?;
    page.grant("clipboard-write")?;
    page.wait_for("#quick-level")?;
    assert_eq!(drag(&page, ".board", "dragover")?, true);
    page.screenshot("drop")?;
    assert_eq!(drag(&page, ".board", "drop")?, false);
    page.wait_until("document.querySelectorAll('.stone').length === 2")?;
    page.click("#tab-library")?;
    page.click("#save-games")?;
    page.click("#copy-picture")?;
    page.wait_for_text("#save-outcome", "in the clipboard")?;
    let kinds = page.eval("navigator.clipboard.read().then(([item]) => item.types.join())")?;
    assert_eq!(kinds, "image/png");
    page.finish()
}
