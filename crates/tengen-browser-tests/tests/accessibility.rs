//! Nothing on the page keeps people out: everything it can show is looked through for what a screen reader, the keyboard
//! and weak eyes stumble over.

#![forbid(unsafe_code)]
#![allow(clippy::print_stdout, reason = "the figures are of interest where a test fails")]
#![allow(clippy::unwrap_used, reason = "a test that cannot go on should fail on the spot")]

use std::collections::BTreeMap;
use std::fs;
use std::time::{Duration, Instant};

use serde_json::json;
use tengen_browser_tests::{Contrast, Options, Page, Result, Site};

const THEMES: [&str; 4] = ["kaya", "paper", "night", "contrast"];

/// A way through everything that the page can show.
struct Tour {
    page: Page,
    themes: &'static [&'static str],
    /// Each finding with the scenes in which it was made.
    findings: BTreeMap<String, Vec<String>>,
}

impl Tour {
    fn begin(language: &str, themes: &'static [&'static str]) -> Result<Tour> {
        let options = Options::desktop().reduced_motion().language(language);
        Ok(Tour { page: Page::open_game(options)?, themes, findings: BTreeMap::new() })
    }

    /// Looks at what the page shows now, on a desktop and on a telephone, in every theme.
    fn look(&mut self, scene: &str) -> Result<()> {
        for (width, height) in [(360, 640), (1280, 800)] {
            self.page.resize(width, height)?;
            for &theme in self.themes {
                self.page.eval(&format!("document.documentElement.dataset.theme = '{theme}'"))?;
                let contrast = if theme == "contrast" { Contrast::Enhanced } else { Contrast::Minimum };
                for finding in self.page.accessibility_findings(contrast)? {
                    // Told at once as well, in case the tour does not come to its end.
                    if !self.findings.contains_key(&finding) {
                        println!("{scene}, {theme}, {width} wide: {finding}");
                    }
                    let scenes = self.findings.entry(finding).or_default();
                    scenes.push(format!("{scene}, {theme}, {width} wide"));
                }
            }
        }
        Ok(())
    }

    fn end(self) -> Result<()> {
        let told = |(finding, scenes): (String, Vec<String>)| {
            format!("{finding}\n    {} times, first in: {}", scenes.len(), scenes[0])
        };
        let findings: Vec<String> = self.findings.into_iter().map(told).collect();
        assert!(findings.is_empty(), "{} findings:\n{}", findings.len(), findings.join("\n"));
        self.page.finish()
    }

    fn go_to(&self, id: &str, until: &str) -> Result<()> {
        self.page.eval(&format!("document.getElementById('{id}').click()"))?;
        self.page.wait_for(until)
    }

    fn stones(&self, count: usize) -> Result<()> {
        self.page.wait_until(&format!("document.querySelectorAll('.stone').length === {count}"))
    }
}

/// White leaves Black's open three, and Black leaves it as well before winning with it.
const GAME: [&str; 11] = ["h8", "g9", "i8", "a1", "j8", "a15", "o15", "o1", "g8", "f8", "k8"];

fn play(tour: &mut Tour) -> Result<()> {
    tour.look("the first visit")?;
    tour.page.click("[data-point=h8]")?;
    tour.stones(2)?;
    tour.look("the engine has answered")?;
    tour.go_to("hint", ".hint")?;
    tour.go_to("resign", "#resign-yes")?;
    tour.look("a hint, and a question")?;
    tour.go_to("resign-no", "#resign")?;
    tour.page.new_game(|page| {
        page.seat_two_people()?;
        page.eval("document.querySelector('input[name=rule][value=renju]').click()")?;
        page.set("#time", "own")?;
        page.set("#clock-kind", "byo-yomi")
    })?;
    tour.page.place(&["h8", "a1", "h9", "b2", "i7", "c3", "j7", "n14"])?;
    tour.go_to("settings", "form.settings")?;
    tour.look("settings")?;
    tour.page.set("#numbers", "all")?;
    tour.page.eval("document.querySelector('#show-threats').click()")?;
    tour.go_to("tab-play", "#undo")?;
    tour.go_to("undo", "button.move.undone")?;
    tour.look("numbers, threats, forbidden points, clocks")?;
    tour.go_to("offer-draw", "#draw-yes")?;
    tour.look("an offer of a draw")?;
    tour.go_to("draw-yes", "#play-again")?;
    tour.look("a draw")
}

fn new_game(tour: &mut Tour) -> Result<()> {
    tour.go_to("new-game", "form.new-game")?;
    tour.look("the form for a new game")?;
    tour.page.set("#seat-black", "hard")?;
    tour.page.set("#seat-white", "game-tree")?;
    tour.page.wait_for("#depth-white")?;
    tour.page.eval("document.querySelectorAll('.tuning').forEach((fold) => { fold.open = true })")?;
    tour.page.eval("document.querySelector('input[name=rule][value=renju]').click()")?;
    tour.page.set("#protocol", "soosorv-8")?;
    tour.page.wait_for("#about-protocol")?;
    tour.page.set("#time", "own")?;
    tour.page.set("#clock-kind", "byo-yomi")?;
    tour.page.wait_for("#clock-periods")?;
    tour.look("the form with all its folds")?;
    tour.page.eval("document.querySelector('input[name=rule][value=other]').click()")?;
    tour.page.wait_for("#length")?;
    tour.look("the form for any other rule")?;
    tour.go_to("cancel", "#new-game")?;
    tour.page.new_game(|page| {
        page.seat_two_people()?;
        page.eval("document.querySelector('input[name=rule][value=freestyle]').click()")?;
        page.set("#protocol", "swap2")
    })?;
    for point in ["h8", "i9", "g7"] {
        tour.page.click(&format!("[data-point={point}]"))?;
    }
    tour.page.wait_for("#opening-swap")?;
    tour.look("choices of an opening")?;
    tour.page.new_game(|page| {
        page.set("#protocol", "free")?;
        page.set("#time", "none")
    })?;
    tour.go_to("set-up", "#setup-start")?;
    tour.look("a position is set up")?;
    tour.go_to("setup-cancel", "#new-game")
}

fn help(tour: &mut Tour) -> Result<()> {
    tour.go_to("help", "#help-content figure")?;
    tour.page.set("#help-rule", "renju")?;
    tour.page.wait_until("document.querySelectorAll('#help-content figure').length === 4")?;
    tour.look("help: rules")?;
    tour.go_to("help-controls", ".keys")?;
    tour.look("help: keys")?;
    tour.go_to("help-levels", ".levels dt")?;
    tour.look("help: levels")?;
    tour.go_to("help-learn", "#learn-start")?;
    tour.look("help: learn")?;
    tour.go_to("learn-start", "#learn-next")?;
    tour.look("lesson")?;
    tour.page.click("[data-point=e5]")?;
    tour.page.wait_until("!document.querySelector('#learn-next[aria-disabled]')")?;
    tour.look("a lesson's answer")?;
    tour.go_to("learn-end", "#new-game")
}

fn analysis(tour: &mut Tour) -> Result<()> {
    tour.page.new_game(Page::seat_two_people)?;
    tour.page.place(&GAME)?;
    tour.look("a won game")?;
    tour.go_to("review", "#review-start")?;
    tour.page.wait_until_within("document.querySelector('.sides') !== null", Duration::from_secs(60))?;
    tour.page.eval("document.querySelector('.finding').click()")?;
    tour.page.wait_for(".finding.current")?;
    tour.look("a review and a finding")?;
    tour.page.set("#comment", "Here it was lost.")?;
    tour.page.wait_for(".remark")?;
    tour.go_to("try-again", ".tree .node")?;
    tour.page.place(&["k12", "l12"])?;
    tour.page.wait_for(".tree .depth-1")?;
    tour.look("variations and a remark")?;
    tour.go_to("analyse", ".lines li .step")?;
    tour.page.wait_for(".explanation p")?;
    tour.look("the best moves")?;
    tour.page.eval("document.querySelectorAll('.fold').forEach((fold) => { fold.open = true })")?;
    tour.page.wait_for("#search-log tbody td")?;
    tour.page.wait_for("#first-sight tbody td")?;
    tour.look("the candidates and the search log")?;
    tour.go_to("analyse", ".lines")?;
    tour.go_to("tab-play", "#new-game")?;
    tour.look("moves with their classes")?;
    tour.page.new_game(Page::seat_two_people)?;
    tour.page.place(&["h8", "a1", "i8", "o1", "j8", "a15", "c4", "n15"])?;
    tour.go_to("tab-analyse", "#vcf-black:not([aria-disabled])")?;
    tour.go_to("vcf-black", "#walk")?;
    tour.look("a proof")?;
    tour.go_to("walk-end", ".solver")?;
    tour.go_to("tab-play", "#new-game")
}

fn library(tour: &mut Tour) -> Result<()> {
    let page = &tour.page;
    for winner in ["h8 a1 i8 b1 j8 c1 k8 d3 l8", "h8 a1 i9 b1 j8 c1 k8 d1 a8 e1"] {
        page.new_game(Page::seat_two_people)?;
        page.place(&winner.split(' ').collect::<Vec<_>>())?;
    }
    page.new_game(|page| page.set("#seat-white", "easy"))?;
    page.click("[data-point=h8]")?;
    tour.stones(2)?;
    tour.go_to("resign", "#resign-yes")?;
    tour.go_to("resign-yes", "#play-again")?;
    tour.go_to("tab-library", ".kept li:nth-child(3)")?;
    tour.look("library")?;
    tour.page.eval("document.querySelector('.kept .more').click()")?;
    tour.page.wait_for(".kept .rename")?;
    tour.look("what can be done with a game")?;
    tour.page.eval("document.querySelector('.kept .rename').click()")?;
    tour.page.wait_for("#rename-to")?;
    tour.look("a game gets a name")?;
    tour.page.eval("document.querySelector('#rename-cancel').click()")?;
    tour.page.unfold("statistics")?;
    tour.page.wait_for(".tallies")?;
    tour.look("statistics")?;
    tour.page.unfold("open-games")?;
    tour.page.set("#paste", "(;GM[4]SZ[15]PB[Ada];B[hh])(;GM[4]SZ[15]PB[Cy];B[aa])")?;
    tour.go_to("open-pasted", ".found button")?;
    tour.look("several games in a file")?;
    tour.page.set("#paste", "no game")?;
    tour.go_to("open-pasted", "#open-told:not(:empty)")?;
    tour.look("a text that is no game")?;
    tour.page.unfold("save-games")?;
    tour.page.wait_until("document.querySelectorAll('#format option').length > 5")?;
    tour.go_to("make-link", ".qr path")?;
    tour.look("files, a link and a code")?;
    tour.page.unfold("whole-library")?;
    tour.go_to("delete-all", "#delete-all.primary")?;
    tour.look("the library as a whole")
}

fn tour(language: &str, themes: &'static [&'static str]) -> Result<()> {
    let mut tour = Tour::begin(language, themes)?;
    for part in [play, new_game, help, analysis, library] {
        let start = Instant::now();
        part(&mut tour)?;
        println!("{:.1} s", start.elapsed().as_secs_f32());
    }
    tour.end()
}

#[test]
fn nothing_keeps_people_out_in_any_theme_on_any_screen() -> Result<()> {
    tour("en-US", &THEMES)
}

#[test]
fn nothing_keeps_people_out_in_chinese_either() -> Result<()> {
    tour("zh-CN", &["kaya"])
}

/// What is wrong, and by which name it is found.
const FAULTS: [(&str, &str); 30] = [
    ("<button></button>", "name"),
    ("<button aria-label=' '><svg aria-hidden=true></svg></button>", "name"),
    ("<input placeholder='Only this'>", "name"),
    ("<a href='#top'></a>", "name"),
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
    ("<button><span tabindex=0 role=img aria-label=Inner>!</span></button>", "nested-interactive"),
    ("<h4>Far below</h4>", "heading-order"),
    ("<main>Another</main>", "landmark-one-main"),
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

/// What looks like a fault and is none.
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
    let directory = tempfile::tempdir()?;
    let index = "<!doctype html><html lang=en><meta charset=utf-8><title>Small</title>\
        <meta name=viewport content='width=device-width'><link rel=icon href='data:,'><link rel=stylesheet href=style.css>\
        <main id=top><h1>Small</h1><div id=place></div></main>";
    fs::write(directory.path().join("index.html"), index)?;
    fs::write(directory.path().join("style.css"), STYLE)?;
    let page = Page::open_at(Site::of_directory(directory.path())?, Options::desktop())?;
    let findings = |body: &str, contrast: Contrast| -> Result<Vec<String>> {
        page.eval_with("document.querySelector('#place').innerHTML = arguments[0];", &json!([body]))?;
        page.accessibility_findings(contrast)
    };
    for (body, rule) in FAULTS {
        let found = findings(body, Contrast::Minimum)?;
        let is_named = |finding: &String| finding.starts_with(&format!("{rule}: "));
        assert!(found.iter().any(is_named), "{body} should be {rule}, found: {found:?}");
    }
    for body in SOUND {
        assert_eq!(findings(body, Contrast::Minimum)?, [""; 0], "{body}");
    }
    // Grey that is enough for most is not for everybody.
    let grey = "<p style='color: #767676'>Grey</p>";
    page.eval("document.querySelector('#place').innerHTML = ''")?;
    assert_eq!(findings(grey, Contrast::Minimum)?, [""; 0]);
    let found = findings("<p class=dark><span class=pale>Grey</span></p>", Contrast::Enhanced)?;
    assert!(found.iter().any(|finding| finding.starts_with("color-contrast")), "{found:?}");
    // What concerns the document as a whole.
    page.eval("(() => { document.documentElement.lang = ''; document.title = ''; document.body.append('Outside'); })()")?;
    let found = findings("", Contrast::Minimum)?;
    for rule in ["html-has-lang", "document-title", "region"] {
        assert!(found.iter().any(|finding| finding.starts_with(rule)), "{rule}: {found:?}");
    }
    page.finish()
}
