//! Pictures of the page in every theme, on a phone and on a desktop, in both languages, to be looked at by people:
//!
//! ```text
//! cargo xtask page && cargo run -p tengen-browser-tests --example gallery [SCENE…]
//! ```
//!
//! They go to `target/screenshots/gallery`, together with sheets that show many at once.
#![forbid(unsafe_code)]
#![allow(clippy::print_stdout, reason = "an example that prints")]

use std::fs;
use std::path::Path;

use serde_json::json;
use tengen_browser_tests::{Options, Page, Result, Site};

const THEMES: [&str; 4] = ["kaya", "paper", "night", "contrast"];
const LANGUAGES: [(&str, &str); 2] = [("en", "en-US"), ("zh", "zh-CN")];
const FOLDER: &str = "gallery";

/// A state of the page: its name, and how to come to it from a page that was just opened.
type Scene = (&'static str, fn(&Page) -> Result<()>);

const SCENES: [Scene; 6] = [
    ("first", |_| Ok(())),
    ("renju", renju),
    ("analyse", analyse),
    ("new-game", |page| page.click("#new-game")),
    ("settings", |page| page.click("#settings")),
    ("help", |page| page.click("#help")),
];

/// A game in which Black has forbidden points.
fn renju(page: &Page) -> Result<()> {
    two_people(page, &["h8", "g9", "h9", "g7", "i10", "g8", "j10", "g6"])
}

/// A game of two people under the rule of renju.
fn two_people(page: &Page, moves: &[&str]) -> Result<()> {
    page.new_game(|page| {
        page.click("input[value=renju] + span")?;
        page.seat_two_people()
    })?;
    for point in moves {
        // By key, since the finger of a phone would have to aim.
        page.eval_with(
            "document.querySelector(`[data-point=${arguments[0]}]`).dispatchEvent(\
               new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));",
            &json!([point]),
        )?;
    }
    page.wait_until(&format!("document.querySelectorAll('.stone').length === {}", moves.len()))
}

/// A quiet position with the engine's opinion of it.
fn analyse(page: &Page) -> Result<()> {
    two_people(page, &["h8", "i9", "g9", "j8"])?;
    page.click("#tab-analyse")?;
    page.wait_for("#analyse")?;
    page.click("#analyse")?;
    page.wait_until("document.querySelectorAll('.lines li').length >= 3")?;
    page.wait_for(".explanation p")
}

fn main() -> Result<()> {
    let wanted: Vec<String> = std::env::args().skip(1).collect();
    let scenes = SCENES.iter().filter(|(name, _)| wanted.is_empty() || wanted.iter().any(|it| it == name));
    for &(scene, reach) in scenes {
        let mut pictures = Vec::new();
        for (device, options) in
            [("desktop", Options::desktop()), ("phone", Options::phone().viewport(390, 844))]
        {
            for (language, code) in LANGUAGES {
                let page = Page::open_game(options.clone().language(code))?;
                for theme in THEMES {
                    pictures.push(picture(&page, scene, reach, theme, &format!("{device}-{language}"))?);
                }
                page.finish()?;
            }
        }
        sheet(scene, &pictures)?;
    }
    Ok(())
}

fn picture(
    page: &Page,
    scene: &str,
    reach: fn(&Page) -> Result<()>,
    theme: &str,
    setting: &str,
) -> Result<String> {
    // Movement would make every picture another one.
    let preferences = json!({ "theme": theme, "motion": "reduced", "numbers": "all" });
    page.eval_with(
        "localStorage.clear(); localStorage.setItem('tengen.preferences', arguments[0])",
        &json!([preferences.to_string()]),
    )?;
    page.reload()?;
    page.wait_for(".cell")?;
    reach(page)?;
    let name = format!("{scene}-{setting}-{theme}");
    let path = page.screenshot(&format!("{FOLDER}/{name}"))?;
    println!("{}", path.display());
    Ok(name)
}

/// One picture of all pictures of a scene.
fn sheet(scene: &str, pictures: &[String]) -> Result<()> {
    let folder = tempfile::tempdir()?;
    let shots = Site::page_directory().with_file_name("screenshots").join(FOLDER);
    let mut rows = String::new();
    for name in pictures {
        fs::copy(shots.join(format!("{name}.png")), folder.path().join(format!("{name}.png")))?;
        let width = if name.contains("phone") { 195 } else { 470 };
        rows += &format!("<img src='./{name}.png' width='{width}'>");
    }
    write_page(folder.path(), &rows)?;
    let page = Page::open_at(Site::of_directory(folder.path())?, Options::desktop().viewport(1920, 1240))?;
    page.wait_until("[...document.images].every((image) => image.complete)")?;
    page.screenshot(&format!("{FOLDER}/sheet-{scene}"))?;
    Ok(())
}

fn write_page(folder: &Path, body: &str) -> Result<()> {
    let html =
        format!("<!doctype html><title>Gallery</title><body style='margin:4px;background:#888'>{body}");
    Ok(fs::write(folder.join("index.html"), html)?)
}
