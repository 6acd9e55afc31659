//! Accessibility of the whole page: each scene is checked for obstacles to users of a screen reader or the keyboard, and to users with
//! impaired vision.

use std::collections::BTreeMap;
use std::fs;

use serde_json::json;
use tengen_browser_tests::{Contrast, Options, Page, Result, Rules, Site, axe, scenes};

const THEMES: [&str; 4] = ["kaya", "paper", "night", "contrast"];

/// Visits all scenes of the page, and checks each on a phone and on a desktop. The rules
/// about colours are checked in each of these themes.
fn tour(language: &str, themes: &[&str]) -> Result<()> {
    let Some(axe) = axe() else { return Ok(()) };
    let page = Page::open_game(Options::desktop().reduced_motion().language(language))?;
    // Each finding, with the scenes in which it occurs.
    let mut findings: BTreeMap<String, Vec<String>> = BTreeMap::new();
    scenes::tour(&page, &mut |scene| {
        for (width, height) in [(360, 640), (1280, 800)] {
            page.resize(width, height)?;
            for &theme in themes {
                page.eval(&format!("document.documentElement.dataset.theme = '{theme}'"))?;
                let contrast = if theme == "contrast" { Contrast::Enhanced } else { Contrast::Minimum };
                // A theme changes only colours.
                let rules = if theme == themes[0] { Rules::All } else { Rules::Colors };
                for finding in page.accessibility_findings(&axe, rules, contrast)? {
                    // Each finding is also printed at once, in case the tour fails before its end.
                    if !findings.contains_key(&finding) {
                        println!("{scene}, {theme}, {width} wide: {finding}");
                    }
                    findings.entry(finding).or_default().push(format!("{scene}, {theme}, {width} wide"));
                }
            }
        }
        Ok(())
    })?;
    let described = |(finding, scenes): (String, Vec<String>)| {
        format!("{finding}\n    {} times, first in: {}", scenes.len(), scenes[0])
    };
    let findings: Vec<String> = findings.into_iter().map(described).collect();
    assert!(findings.is_empty(), "{} findings:\n{}", findings.len(), findings.join("\n"));
    page.finish()
}

#[test]
fn all_scenes_are_accessible_in_every_theme_and_on_every_screen() -> Result<()> {
    tour("en-US", &THEMES)
}

#[test]
fn all_scenes_are_accessible_in_chinese() -> Result<()> {
    tour("zh-CN", &["kaya"])
}

/// Markup with a fault, and the rule that finds it.
const FAULTS: [(&str, &str); 31] = [
    ("<button></button>", "button-name"),
    ("<button aria-label='Move 1, Black: h8'>1 <b>h8</b></button>", "label-content-name-mismatch"),
    ("<button aria-label=' '><svg aria-hidden=true></svg></button>", "button-name"),
    ("<input placeholder='Only this'>", "label"),
    ("<a href='#top'></a>", "link-name"),
    ("<img src='data:,'>", "image-alt"),
    ("<svg><circle r=5 /></svg>", "svg-img-alt"),
    ("<div role=buton>?</div>", "aria-roles"),
    ("<div role=tab aria-selected=true>Alone</div>", "aria-required-parent"),
    ("<div role=tablist aria-label=Tabs></div>", "aria-required-children"),
    ("<div role=checkbox tabindex=0>No state</div>", "aria-required-attr"),
    (
        "<div role=radiogroup aria-label=Kinds aria-hiden=true><input type=radio aria-label=One></div>",
        "aria-valid-attr",
    ),
    ("<button aria-expanded=maybe>Fold</button>", "aria-valid-attr-value"),
    ("<button aria-controls=nothing>Fold</button>", "aria-valid-attr-value"),
    ("<p aria-selected=true>Text</p>", "aria-allowed-attr"),
    ("<p aria-label=Name>Text</p>", "aria-prohibited-attr"),
    ("<p aria-hidden=true><button>Unheard</button></p>", "aria-hidden-focus"),
    ("<p id=twice></p><p id=twice></p>", "duplicate-id"),
    ("<button tabindex=3>Third</button>", "tabindex"),
    ("<button><span tabindex=0 role=img aria-label=Inner>!</span></button>", "focus-order-semantics"),
    ("<h4>Far below</h4>", "heading-order"),
    ("<main>Another</main>", "landmark-no-duplicate-main"),
    ("<ul><p>No item</p></ul>", "list"),
    ("<dl><p>Neither</p></dl>", "definition-list"),
    ("<table><tr><td>1</td></tr></table>", "td-has-header"),
    ("<label>Nothing</label>", "label"),
    ("<p class=pale>Hardly to be read</p>", "color-contrast"),
    ("<p class=glass>Half gone</p>", "color-contrast"),
    ("<p class=on-blend>At one end of it</p>", "color-contrast"),
    ("<input class=pale aria-label=Name value=Pale>", "color-contrast"),
    ("<button class=tiny aria-label=Hit>x</button>", "target-size"),
];

/// Markup that resembles a fault and is correct.
const SOUND: [&str; 8] = [
    "<button aria-label=Close><svg aria-hidden=true></svg></button>",
    "<label>Name <input></label>",
    "<ul role=tree aria-label=Lines><li role=treeitem tabindex=0>One</li></ul>",
    "<svg role=img aria-label=Grey><rect width=300 height=99 fill='#222'/><text x=9 y=30 fill='#fff'>Light</text></svg>",
    "<button aria-disabled=true class=pale>Not now</button>",
    "<p class=pale hidden>Nobody sees it</p>",
    "<h2>Next</h2><h3>Below</h3><h2>Again</h2>",
    "<p class=dark>Light on dark</p>",
];

const STYLE: &str = "body { background: #fff; color: #222 } button { min-width: 44px; min-height: 44px } \
    button.tiny { min-width: 0; min-height: 0; width: 16px; height: 16px; padding: 0 } input { width: 200px; height: 44px } \
    .pale { color: #999 } .glass { opacity: 0.4 } .dark { background: #222; color: #fff } \
    .on-blend { background: linear-gradient(#fff, #333) }";

#[test]
fn the_check_finds_known_faults_by_their_names() -> Result<()> {
    let Some(axe) = axe() else { return Ok(()) };
    let directory = tempfile::tempdir()?;
    let index = "<!doctype html><html lang=en><meta charset=utf-8><title>Small</title>\
        <meta name=viewport content='width=device-width'><link rel=icon href='data:,'><link rel=stylesheet href=style.css>\
        <main id=top><h1>Small</h1><div id=place></div></main>";
    fs::write(directory.path().join("index.html"), index)?;
    fs::write(directory.path().join("style.css"), STYLE)?;
    let page = Page::open_at(Site::of_directory(directory.path())?, Options::desktop())?;
    let findings = |body: &str, contrast: Contrast| -> Result<Vec<String>> {
        page.eval_with("document.querySelector('#place').innerHTML = arguments[0];", &json!([body]))?;
        page.accessibility_findings(&axe, Rules::All, contrast)
    };
    for (body, rule) in FAULTS {
        let found = findings(body, Contrast::Minimum)?;
        let is_named = |finding: &String| finding.starts_with(&format!("{rule}: "));
        assert!(found.iter().any(is_named), "{body} should be {rule}, found: {found:?}");
    }
    for body in SOUND {
        assert_eq!(findings(body, Contrast::Minimum)?, [""; 0], "{body}");
    }
    // A grey with enough contrast for AA may be too light for AAA.
    let grey = "<p style='color: #767676'>Grey</p>";
    page.eval("document.querySelector('#place').innerHTML = ''")?;
    assert_eq!(findings(grey, Contrast::Minimum)?, [""; 0]);
    let found = findings("<p class=dark><span class=pale>Grey</span></p>", Contrast::Enhanced)?;
    assert!(found.iter().any(|finding| finding.starts_with("color-contrast")), "{found:?}");
    // These faults concern the document as a whole.
    page.eval("(() => { document.documentElement.lang = ''; document.title = ''; document.body.append(document.createElement('p')); \
         document.body.lastChild.textContent = 'Outside'; })()")?;
    let found = findings("", Contrast::Minimum)?;
    for rule in ["html-has-lang", "document-title", "region"] {
        assert!(found.iter().any(|finding| finding.starts_with(rule)), "{rule}: {found:?}");
    }
    page.finish()
}
