//! Pictures of every scene of the page, on six screens, in both languages, by day and by night, for inspection. On a phone and a desktop
//! they are also in the other themes:
//!
//! ```text
//! cargo xtask page && cargo run -p tengen-browser-tests --example gallery [WORD…]
//! ```
//!
//! The pictures are written to `target/screenshots/gallery`: single pictures in folders such as `phone-zh-night`, and sheets with many of
//! them, `sheet-phone-zh-night-1.png` and so on. With words, only pictures whose names contain one of them are taken: `gallery night` or
//! `gallery phone-zh desktop-en-kaya/first-visit`.
//!
//! The few pictures for the README are written to `target/screenshots/gallery/readme`, under their names in `docs/pictures`.
#![forbid(unsafe_code)]
#![allow(clippy::print_stdout, reason = "an example that prints")]

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use tengen_browser_tests::{Options, Page, Result, Site, scenes};

const THEMES: [&str; 4] = ["kaya", "paper", "night", "contrast"];
const DAY_AND_NIGHT: [&str; 2] = ["kaya", "night"];
const LANGUAGES: [(&str, &str); 2] = [("en", "en-US"), ("zh", "zh-CN")];
const FOLDER: &str = "gallery";

/// The pictures of the README: folder, scene, and name.
const README: [(&str, &str, &str); 6] = [
    ("desktop-en-kaya", "a-game-of-two-people", "game"),
    ("desktop-en-paper", "analysis", "analysis"),
    ("desktop-zh-kaya", "a-finding-of-a-review", "review-chinese"),
    ("desktop-en-night", "statistics", "statistics"),
    ("phone-en-night", "numbers-and-threats-a-move-taken-back", "phone-night"),
    ("phone-zh-kaya", "the-engine-has-answered", "phone-chinese"),
];

/// A window, and the arrangement of its pictures on a sheet.
struct Device {
    name: &'static str,
    size: (u32, u32),
    themes: &'static [&'static str],
    /// The width of a picture on a sheet, and the number of pictures.
    tile: (u32, usize),
}

const DEVICES: [Device; 6] = [
    Device { name: "desktop", size: (1440, 900), themes: &THEMES, tile: (636, 9) },
    Device { name: "laptop", size: (1366, 768), themes: &DAY_AND_NIGHT, tile: (636, 9) },
    Device { name: "large", size: (2560, 1440), themes: &DAY_AND_NIGHT, tile: (636, 9) },
    Device { name: "tablet", size: (820, 1180), themes: &DAY_AND_NIGHT, tile: (410, 8) },
    Device { name: "phone", size: (390, 844), themes: &THEMES, tile: (270, 7) },
    Device { name: "small-phone", size: (360, 640), themes: &DAY_AND_NIGHT, tile: (270, 7) },
];

impl Device {
    /// Whether the panel is below the board, so that the whole page scrolls.
    fn is_narrow(&self) -> bool {
        self.size.0 < self.size.1
    }
}

fn main() -> Result<()> {
    let wanted: Vec<String> = std::env::args().skip(1).collect();
    let is_wanted = |name: &str| wanted.is_empty() || wanted.iter().any(|word| name.contains(word.as_str()));
    let mut pictures: Vec<(String, String)> = Vec::new();
    for (language, code) in LANGUAGES {
        let page = Page::open_game(Options::desktop().reduced_motion().language(code))?;
        scenes::tour(&page, &mut |scene| {
            println!("{language}: {scene}");
            for device in DEVICES.iter().rev() {
                for &theme in device.themes {
                    let folder = format!("{}-{language}-{theme}", device.name);
                    let scene = scene.replace(", ", "-").replace([' ', '\''], "-");
                    if is_wanted(&format!("{folder}/{scene}")) {
                        page.eval(&format!("document.documentElement.dataset.theme = '{theme}'"))?;
                        be(&page, device)?;
                        take(&page, device, &folder, &scene, &mut pictures)?;
                    }
                }
            }
            be(&page, &DEVICES[0])
        })?;
        page.finish()?;
    }
    pictures.iter().try_for_each(|(folder, scene)| for_readme(folder, scene))?;
    for (device, folder) in folders() {
        let of_folder = pictures.iter().filter(|(its, _)| *its == folder);
        let scenes: Vec<&str> = of_folder.map(|(_, scene)| scene.as_str()).collect();
        for (number, scenes) in scenes.chunks(device.tile.1).enumerate() {
            sheet(device, &folder, number + 1, scenes)?;
        }
    }
    Ok(())
}

/// Every combination of device, language and theme.
fn folders() -> impl Iterator<Item = (&'static Device, String)> {
    DEVICES.iter().flat_map(|device| {
        LANGUAGES.iter().flat_map(move |(language, _)| {
            device.themes.iter().map(move |theme| (device, format!("{}-{language}-{theme}", device.name)))
        })
    })
}

/// Sets the window to the size of a device.
fn be(page: &Page, device: &Device) -> Result<()> {
    let is_phone = device.is_narrow();
    let (width, height) = device.size;
    page.devtools(
        "Emulation.setDeviceMetricsOverride",
        &json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": is_phone }),
    )?;
    page.devtools("Emulation.setTouchEmulationEnabled", &json!({ "enabled": is_phone })).map(drop)
}

/// Takes the pictures of the scene. On a phone, the picture is as long as the page. On a desktop, a second one shows the panel's end if
/// that is not in view.
fn take(
    page: &Page,
    device: &Device,
    folder: &str,
    scene: &str,
    pictures: &mut Vec<(String, String)>,
) -> Result<()> {
    let mut save = |scene: String| -> Result<()> {
        let name = format!("{FOLDER}/{folder}/{scene}");
        if device.is_narrow() {
            whole_page(page, &name, device)?;
        } else {
            page.screenshot(&name)?;
        }
        pictures.push((folder.to_owned(), scene));
        Ok(())
    };
    save(scene.to_owned())?;
    let scroll = "(() => { const panel = document.querySelector('.panel'); const top = panel.scrollTop; \
                  panel.scrollTop = 9e9; return panel.scrollTop > top + 20 ? [top] : null; })()";
    let scrolled = page.eval(scroll)?;
    if scrolled != Value::Null && !device.is_narrow() {
        save(format!("{scene}-end"))?;
        page.eval(&format!("document.querySelector('.panel').scrollTop = {}", scrolled[0]))?;
    }
    Ok(())
}

/// Takes a picture of a window that is as high as the page is long.
fn whole_page(page: &Page, name: &str, device: &Device) -> Result<()> {
    let length = page.eval("document.documentElement.scrollHeight")?.as_u64().unwrap_or_default();
    let height = device.size.1.max(u32::try_from(length)?);
    be(page, &Device { size: (device.size.0, height), ..*device })?;
    page.screenshot(name)?;
    be(page, device)
}

/// The folder of the pictures.
fn shots() -> PathBuf {
    Site::page_directory().with_file_name("screenshots").join(FOLDER)
}

/// Copies a picture for the README, if it is one of the README's.
fn for_readme(folder: &str, scene: &str) -> Result<()> {
    let Some((_, _, name)) = README.iter().find(|chosen| (chosen.0, chosen.1) == (folder, scene)) else {
        return Ok(());
    };
    let file = shots().join(folder).join(format!("{scene}.png"));
    let html = format!(
        "<style>html{{overflow:hidden}}body{{margin:0}}img{{display:block}}</style><img src='{scene}.png'>"
    );
    let page = show(&[&file], &html, (1440, 900))?;
    let is_phone = folder.starts_with("phone");
    let (width, height) = if is_phone { (390, 844) } else { (1440, 900) };
    let clip = json!({ "x": 0, "y": 0, "width": width, "height": height, "scale": 1 });
    let parameters = json!({ "format": "jpeg", "quality": 86, "clip": clip });
    page.screenshot_with(&format!("{FOLDER}/readme/{name}.jpg"), &parameters).map(drop)
}

/// Combines several pictures, with their names, into one.
fn sheet(device: &Device, folder: &str, number: usize, scenes: &[&str]) -> Result<()> {
    let width = device.tile.0;
    let files: Vec<PathBuf> =
        scenes.iter().map(|scene| shots().join(folder).join(format!("{scene}.png"))).collect();
    let tile = |scene: &&str| {
        format!("<figure><figcaption>{scene}</figcaption><img src='{scene}.png' width='{width}'></figure>")
    };
    let tiles: String = scenes.iter().map(tile).collect();
    let html = format!(
        "<style>html{{overflow:hidden}}body{{margin:4px;background:#888;font:14px sans-serif;display:flex;flex-wrap:wrap;gap:4px;\
         align-items:start}}figure{{margin:0;width:{width}px}}img{{display:block}}</style>{tiles}"
    );
    let page = show(&files, &html, (1928, 1080))?;
    let height = page.eval("document.documentElement.scrollHeight")?;
    let path = page.screenshot_with(
        &format!("{FOLDER}/sheet-{folder}-{number}.png"),
        &json!({
            "captureBeyondViewport": true,
            "clip": { "x": 0, "y": 0, "width": 1928, "height": height, "scale": 1 },
        }),
    )?;
    println!("{}", path.display());
    Ok(())
}

/// Opens a page with these files.
fn show(files: &[impl AsRef<Path>], body: &str, (width, height): (u32, u32)) -> Result<Page> {
    let folder = tempfile::tempdir()?;
    for file in files.iter().map(AsRef::as_ref) {
        let Some(name) = file.file_name() else { continue };
        fs::copy(file, folder.path().join(name))?;
    }
    let html = format!("<!doctype html><meta charset=utf-8><title>Gallery</title><body>{body}");
    fs::write(folder.path().join("index.html"), html)?;
    let page = Page::open_at(Site::of_directory(folder.path())?, Options::desktop().viewport(width, height))?;
    page.wait_until("[...document.images].every((image) => image.complete)")?;
    Ok(page)
}
