//! All scenes of the page, for the gallery and the accessibility check.

use std::time::Duration;

use anyhow::Result;

use crate::{Page, saved_games};

/// Visits all scenes of the page, and calls `look` with the name of each.
///
/// The page has just been opened, has the width of a desktop, and uses as little motion as possible. `look` may temporarily change its size
/// or theme.
///
/// # Errors
///
/// If a scene cannot be reached, or `look` fails.
pub fn tour(page: &Page, look: &mut dyn FnMut(&str) -> Result<()>) -> Result<()> {
    let mut tour = Tour { page, look };
    [
        play, game, clocks, new_game, openings, help, puzzles, review, analysis, solver, library, records,
        online,
    ]
    .iter()
    .try_for_each(|part| part(&mut tour))
}

/// A path through the page, with a function that is called for each scene.
struct Tour<'a> {
    page: &'a Page,
    look: &'a mut dyn FnMut(&str) -> Result<()>,
}

impl Tour<'_> {
    fn look(&mut self, scene: &str) -> Result<()> {
        (self.look)(scene)
    }

    fn go_to(&self, id: &str, until: &str) -> Result<()> {
        self.page.eval(&format!("document.getElementById('{id}').click()"))?;
        self.page.wait_for(until)
    }

    /// Scrolls the panel to its beginning, or to one of its elements, if the panel is longer than the window.
    fn show(&self, selector: &str) -> Result<()> {
        let scroll = format!("document.querySelector('{selector}').scrollIntoView({{ block: 'start' }})");
        self.page.eval(&scroll).map(drop)
    }

    fn stones(&self, count: usize) -> Result<()> {
        self.page.wait_until(&format!("document.querySelectorAll('.stone').length === {count}"))
    }

    fn rule(&self, rule: &str) -> Result<()> {
        self.page.eval(&format!("document.querySelector('input[name=rule][value={rule}]').click()")).map(drop)
    }
}

/// White leaves Black's open three, and Black leaves it as well before winning with it.
const WON: [&str; 11] = ["h8", "g9", "i8", "a1", "j8", "a15", "o15", "o1", "g8", "f8", "k8"];

/// The middle of a game of renju: h10 is forbidden to Black, because it would make two threes.
const MIDDLE: [&str; 17] =
    ["h8", "i9", "h9", "g7", "i10", "k8", "j10", "i7", "j6", "i8", "i6", "l9", "k6", "h6", "l6", "m6", "g8"];

/// The user's first moves against the engine, and the engine's services.
fn play(tour: &mut Tour<'_>) -> Result<()> {
    tour.look("first visit")?;
    tour.go_to("more-opponents", "#quick-game-tree")?;
    tour.go_to("more", "#quick-untimed")?;
    tour.look("all choices before the first stone")?;
    tour.page.click("[data-point=h8]")?;
    tour.stones(2)?;
    tour.look("the engine has answered")?;
    tour.go_to("hint", ".hint")?;
    tour.go_to("resign", "#resign-yes")?;
    tour.look("a hint and a question")?;
    tour.go_to("resign-no", "#resign")
}

/// A game of two human players, and everything that the board can show of it.
fn game(tour: &mut Tour<'_>) -> Result<()> {
    tour.page.new_game(|page| {
        page.seat_two_people()?;
        tour.rule("renju")?;
        page.set("#time", "own")?;
        page.set("#clock-kind", "byo-yomi")
    })?;
    tour.page.place(&MIDDLE)?;
    tour.look("a game of two people")?;
    tour.go_to("settings", "form.settings")?;
    tour.look("settings")?;
    tour.page.set("#numbers", "all")?;
    tour.page.eval("document.querySelector('#show-threats').click()")?;
    tour.go_to("tab-play", "#resume")?;
    tour.go_to("resume", "#undo")?;
    tour.go_to("undo", "button.move.undone")?;
    tour.look("numbers and threats, a move taken back")?;
    tour.go_to("offer-draw", "#draw-yes")?;
    tour.look("an offer of a draw")?;
    tour.go_to("draw-yes", "#play-again")?;
    tour.look("a draw")?;
    tour.go_to("settings", "form.settings")?;
    tour.page.set("#numbers", "none")?;
    tour.page.eval("document.querySelector('#show-threats').click()")?;
    tour.go_to("tab-play", "#undo")
}

/// A game with little time left. The clock is stopped, so that every picture is the same.
fn clocks(tour: &mut Tour<'_>) -> Result<()> {
    tour.page.new_game(|page| {
        page.seat_two_people()?;
        page.set("#time", "10/move")
    })?;
    tour.page.place(&["h8", "i9", "g7"])?;
    tour.page.wait_for(".players .active .clock.low")?;
    tour.go_to("pause", "#resume")?;
    tour.look("little time")
}

fn new_game(tour: &mut Tour<'_>) -> Result<()> {
    tour.go_to("new-game", "form.new-game")?;
    tour.page.set("#time", "none")?;
    tour.look("new game")?;
    tour.page.set("#seat-black", "hard")?;
    tour.page.set("#seat-white", "game-tree")?;
    tour.page.wait_for("#depth-white")?;
    tour.page.eval("document.querySelectorAll('.tuning').forEach((fold) => { fold.open = true })")?;
    tour.rule("renju")?;
    tour.page.set("#protocol", "soosorv-8")?;
    tour.page.wait_for("#about-protocol")?;
    tour.page.set("#time", "own")?;
    tour.page.set("#clock-kind", "byo-yomi")?;
    tour.page.wait_for("#clock-periods")?;
    tour.look("new game with all its folds")?;
    tour.rule("other")?;
    tour.page.wait_for("#length")?;
    tour.look("new game by any other rule")?;
    tour.go_to("cancel", "#new-game")
}

fn openings(tour: &mut Tour<'_>) -> Result<()> {
    tour.page.new_game(|page| {
        page.seat_two_people()?;
        tour.rule("freestyle")?;
        page.set("#protocol", "swap2")
    })?;
    for point in ["h8", "i9", "g7"] {
        tour.page.click(&format!("[data-point={point}]"))?;
    }
    tour.page.wait_for("#opening-swap")?;
    tour.look("choices of an opening")?;
    tour.page.new_game(|page| page.set("#protocol", "free"))?;
    tour.page.place(&["h8", "i9", "g7"])?;
    tour.go_to("set-up", "#setup-start")?;
    tour.look("a position is set up")?;
    tour.go_to("setup-cancel", "#new-game")
}

fn help(tour: &mut Tour<'_>) -> Result<()> {
    tour.go_to("help", "#help-content figure")?;
    tour.page.set("#help-rule", "renju")?;
    tour.page.wait_until("document.querySelectorAll('#help-content figure').length === 4")?;
    tour.look("help with rules")?;
    tour.go_to("help-openings", "#help-protocol")?;
    tour.look("help with opening rules")?;
    tour.go_to("help-controls", ".keys")?;
    tour.look("help with keys")?;
    tour.go_to("help-levels", ".levels dt")?;
    tour.look("help with levels")?;
    tour.go_to("tab-learn", "#learn-start")?;
    tour.look("learn")?;
    tour.go_to("learn-start", "#learn-show")?;
    tour.look("lesson")?;
    tour.page.click("[data-point=e5]")?;
    tour.page.wait_for("#learn-next")?;
    tour.look("a lesson's answer")?;
    tour.go_to("learn-end", ".lesson-row")?;
    tour.page.eval("document.querySelector('#achievements').scrollIntoView()")?;
    tour.look("achievements")?;
    tour.go_to("tab-play", "#more")
}

/// The choice of a training, a puzzle of renju, its refutation, and its solution.
fn puzzles(tour: &mut Tour<'_>) -> Result<()> {
    tour.go_to("tab-learn", "#learn-puzzles")?;
    tour.go_to("learn-puzzles", "#puzzles-rated")?;
    tour.look("puzzles")?;
    tour.go_to("puzzles-renju", "#theme-defence")?;
    tour.go_to("theme-defence", ".puzzle[data-puzzle]:not([data-puzzle=''])")?;
    tour.look("a puzzle")?;
    // The corner is no defence.
    tour.page.eval(
        "document.querySelector('[data-point=a1]').dispatchEvent(new MouseEvent('click', { bubbles: true }))",
    )?;
    tour.page.wait_for("#puzzle-again")?;
    tour.look("a move of a puzzle is refuted")?;
    tour.go_to("puzzle-give-up", "#puzzle-next")?;
    tour.go_to("puzzle-last", "#puzzle-next")?;
    tour.look("the solution of a puzzle")?;
    tour.go_to("puzzle-leave", "#puzzles-rated")?;
    // The editor, with a position that has two solutions, and one that has one.
    tour.go_to("puzzles-make", "#problem-check")?;
    tour.go_to("setup-clear", "#problem-check")?;
    let place = |names: &[&str]| {
        let point = |name: &&str| format!("document.querySelector('[data-point={name}]')");
        let points: Vec<String> = names.iter().map(point).collect();
        let click = "point.dispatchEvent(new MouseEvent('click', { bubbles: true }))";
        tour.page.eval(&format!("[{}].forEach((point) => {click})", points.join(", ")))
    };
    place(&["h8", "i8", "j8"])?;
    tour.go_to("problem-check", "#problem-check:not([aria-disabled])")?;
    let judged = "/^[^…]{6,}$/.test(document.querySelector('#problem-outcome').textContent)";
    tour.page.wait_until(judged)?;
    tour.look("a puzzle with two solutions")?;
    // A white stone takes two clicks.
    place(&["g8", "g8"])?;
    tour.go_to("problem-check", "#problem-check:not([aria-disabled])")?;
    tour.page.wait_until(judged)?;
    tour.look("a position that is no puzzle")?;
    tour.go_to("tab-play", ".panel")
}

fn review(tour: &mut Tour<'_>) -> Result<()> {
    tour.page.new_game(Page::seat_two_people)?;
    tour.page.place(&WON)?;
    tour.look("a won game")?;
    tour.go_to("tab-analyse", "#analyse")?;
    tour.look("analysis, off")?;
    tour.go_to("tab-play", "#review")?;
    tour.go_to("review", "#review-start")?;
    tour.page.wait_until_within("document.querySelector('.sides') !== null", Duration::from_secs(60))?;
    tour.show("#panel-content")?;
    tour.look("a review")?;
    tour.page.eval("document.querySelector('.finding').click()")?;
    tour.page.wait_for(".finding.current")?;
    tour.show(".review")?;
    tour.look("a finding of a review")?;
    tour.page.click("#add-comment")?;
    tour.page.set("#comment", "Here it was lost.")?;
    tour.page.wait_for(".remark")?;
    tour.go_to("try-again", ".tree .node")?;
    tour.page.place(&["k12", "l12"])?;
    tour.page.wait_for(".tree .depth-1")?;
    tour.show(".variations")?;
    tour.look("variations and a remark")?;
    tour.go_to("tab-play", "#new-game")?;
    tour.look("moves with their classes")
}

/// The engine's evaluation during a game.
fn analysis(tour: &mut Tour<'_>) -> Result<()> {
    tour.page.new_game(|page| {
        page.seat_two_people()?;
        tour.rule("renju")?;
        page.set("#time", "none")
    })?;
    let (before, from_here) = MIDDLE.split_at(8);
    tour.page.place(before)?;
    tour.go_to("tab-analyse", "#analyse")?;
    tour.go_to("analyse", ".lines li .step")?;
    for point in from_here.iter().take(6) {
        tour.page.place(&[point])?;
        tour.page.wait_for(".chart .current circle")?;
    }
    tour.page.wait_for(".explanation p")?;
    tour.page.wait_until("document.querySelectorAll('.lines li').length >= 3")?;
    tour.look("analysis")?;
    tour.go_to("analysis-more", "#candidates")?;
    tour.page.eval("document.querySelectorAll('.fold').forEach((fold) => { fold.open = true })")?;
    tour.page.wait_for("#search-log tbody td")?;
    tour.page.wait_for("#first-sight tbody td")?;
    tour.look("candidates")?;
    tour.page.eval("document.querySelectorAll('.fold').forEach((fold) => { fold.open = false })")?;
    tour.go_to("analyse", ".lines")?;
    tour.go_to("tab-play", "#new-game")
}

fn solver(tour: &mut Tour<'_>) -> Result<()> {
    tour.page.new_game(Page::seat_two_people)?;
    tour.page.place(&["h8", "a1", "i8", "o1", "j8", "a15", "c4", "n15"])?;
    tour.go_to("tab-analyse", "#vcf-black:not([aria-disabled])")?;
    tour.go_to("analysis-more", "#vcf-black")?;
    tour.go_to("vcf-black", "#walk")?;
    tour.show(".solver")?;
    tour.look("a proof")?;
    tour.go_to("walk-end", ".solver")?;
    tour.go_to("why-not", "#why-not[aria-pressed=true]")?;
    tour.look("a question why not")?;
    tour.page.click("[data-point=o15]")?;
    let is_answered = "document.querySelector('.answer-line, .why-not #walk') !== null";
    tour.page.wait_until_within(is_answered, Duration::from_secs(40))?;
    tour.look("what speaks against a move")?;
    tour.page.press("Escape")?;
    tour.go_to("tab-play", "#new-game")
}

fn library(tour: &mut Tour<'_>) -> Result<()> {
    let page = tour.page;
    page.keep_games(&saved_games(12))?;
    for winner in ["h8 a1 i8 b1 j8 c1 k8 d3 l8", "h8 a1 i9 b1 j8 c1 k8 d1 a8 e1"] {
        page.new_game(Page::seat_two_people)?;
        page.place(&winner.split(' ').collect::<Vec<_>>())?;
    }
    page.new_game(|page| page.set("#seat-white", "easy"))?;
    page.click("[data-point=h8]")?;
    tour.stones(2)?;
    tour.go_to("resign", "#resign-yes")?;
    tour.go_to("resign-yes", "#play-again")?;
    tour.go_to("tab-library", ".saved-games li:nth-child(3)")?;
    tour.look("library")?;
    page.eval("document.querySelector('.saved-games .more').click()")?;
    page.wait_for(".saved-games .rename")?;
    tour.look("what can be done with a game")?;
    page.eval("document.querySelector('.saved-games .rename').click()")?;
    page.wait_for("#rename-to")?;
    tour.look("a game gets a name")?;
    page.eval("document.querySelector('#rename-cancel').click()")?;
    page.unfold("statistics")?;
    page.wait_for(".tallies")?;
    tour.look("statistics")
}

fn records(tour: &mut Tour<'_>) -> Result<()> {
    let page = tour.page;
    page.unfold("open-games")?;
    page.set("#paste", "(;GM[4]SZ[15]PB[Ada];B[hh])(;GM[4]SZ[15]PB[Cy];B[aa])")?;
    tour.go_to("open-pasted", ".found button")?;
    tour.look("several games in a file")?;
    page.set("#paste", "no game")?;
    tour.go_to("open-pasted", "#open-outcome:not(:empty)")?;
    tour.look("a text that is no game")?;
    page.unfold("save-games")?;
    page.wait_until("document.querySelectorAll('#format option').length > 5")?;
    tour.go_to("make-link", ".qr path")?;
    tour.look("files, a link and a code")?;
    page.unfold("whole-library")?;
    tour.go_to("delete-all", "#delete-all.primary")?;
    tour.look("the library as a whole")
}

/// The place of online play, for a guest on a server without other users.
fn online(tour: &mut Tour<'_>) -> Result<()> {
    let page = tour.page;
    tour.go_to("tab-online", "#pool-0")?;
    tour.look("the lobby")?;
    tour.go_to("more-ways", "#create-game")?;
    page.eval("document.querySelector('#create-game').open = true")?;
    tour.go_to("create-challenge", "#invitation .qr")?;
    tour.show("#create-game")?;
    tour.look("an invitation")?;
    tour.go_to("cancel-challenge", "#pool-0")?;
    tour.go_to("online-tournaments", "#online-content p")?;
    tour.look("tournaments")?;
    tour.go_to("online-players", "#leaderboard-rule")?;
    tour.look("players")?;
    tour.go_to("online-account", "#create-account")?;
    page.eval(
        "document.querySelectorAll('#sign-in, #create-account').forEach((fold) => { fold.open = true })",
    )?;
    tour.look("an account")?;
    tour.go_to("tab-play", "#new-game")
}
