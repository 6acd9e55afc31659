//! Touch input: fingers cover the points that they touch, and are wider than the points of a big board.

use std::thread;
use std::time::Duration;

use serde_json::{Value, json};
use tengen_browser_tests::{Color, Options, Page, Picture, Result};

/// A game of two human players on a small phone, with this way of placing stones.
fn table(aim: &str) -> Result<Page> {
    table_with(&json!({ "aim": aim }))
}

/// A game of two human players on a small phone, with these preferences.
fn table_with(preferences: &Value) -> Result<Page> {
    let page = Page::open_game(Options::phone().preferences(preferences))?;
    page.new_game(Page::seat_two_people)?;
    page.eval("scrollTo(0, 0)")?;
    Ok(page)
}

/// The form was an entry of the history. The browser goes back from it, and restores the earlier scroll position.
#[test]
fn a_new_game_shows_the_board_however_slowly_the_browser_goes_back() -> Result<()> {
    for pause in [0, 30, 150] {
        let page = Page::open_game(Options::phone())?;
        page.eval_with(
            "const back = History.prototype.back, [pause] = arguments; \
             History.prototype.back = function () { setTimeout(() => back.call(this), pause); };",
            &json!([pause]),
        )?;
        page.new_game(Page::seat_two_people)?;
        assert_eq!(page.eval("history.state")?, "tengen play ");
        assert_eq!(page.eval("scrollY")?, 0, "the board is in view after {pause} ms");
        page.finish()?;
    }
    Ok(())
}

/// The middle of a point, in pixels of the viewport.
pub(crate) fn middle(page: &Page, point: &str) -> Result<(f64, f64)> {
    let middle = page.eval_with(
        "const box = document.querySelector(`[data-point=${arguments[0]}]`).getBoundingClientRect(); \
         return [box.x + box.width / 2, box.y + box.height / 2];",
        &json!([point]),
    )?;
    Ok((middle[0].as_f64().unwrap(), middle[1].as_f64().unwrap()))
}

fn touch(page: &Page, kind: &str, places: &[(f64, f64)]) -> Result<Value> {
    let points: Vec<Value> = places.iter().map(|(x, y)| json!({ "x": x, "y": y })).collect();
    page.devtools("Input.dispatchTouchEvent", &json!({ "type": kind, "touchPoints": points }))
}

fn stones(page: &Page) -> Result<Vec<String>> {
    let labels = page.eval(
        "[...document.querySelectorAll('.cell')].filter((c) => / stone/.test(c.ariaLabel)).map((c) => c.dataset.point)",
    )?;
    Ok(labels.as_array().unwrap().iter().map(|name| name.as_str().unwrap().to_owned()).collect())
}

#[test]
fn a_finger_drags_under_a_magnifier_and_places_the_stone_where_it_leaves() -> Result<()> {
    let page = table("auto")?;
    touch(&page, "touchStart", &[middle(&page, "h8")?])?;
    page.wait_for(".magnifier use")?;
    thread::sleep(Duration::from_millis(300));
    touch(&page, "touchMove", &[middle(&page, "j9")?])?;
    page.wait_for(".ghost")?;
    page.screenshot("magnifier")?;
    touch(&page, "touchMove", &[middle(&page, "j10")?])?;
    assert_eq!(page.eval("scrollY")?, 0, "the page must not scroll under the finger");
    touch(&page, "touchEnd", &[])?;
    page.wait_until("document.querySelectorAll('.stone').length === 1")?;
    assert_eq!(stones(&page)?, ["j10"]);
    assert_eq!(page.count(".magnifier, .crosshair")?, 0);
    page.finish()
}

/// A tap of this duration. Both events are sent at once with time stamps, because the browser's clock counts.
fn tap(page: &Page, at: (f64, f64), milliseconds: f64) -> Result<()> {
    let now = page.eval("Date.now() / 1000")?.as_f64().unwrap();
    for (kind, points, time) in [
        ("touchStart", json!([{ "x": at.0, "y": at.1 }]), now),
        ("touchEnd", json!([]), now + milliseconds / 1_000.0),
    ] {
        page.devtools(
            "Input.dispatchTouchEvent",
            &json!({ "type": kind, "touchPoints": points, "timestamp": time }),
        )?;
    }
    Ok(())
}

fn status(page: &Page) -> Result<String> {
    Ok(page.text("#status")?.trim().to_owned())
}

#[test]
fn a_short_tap_aims_with_a_notice_and_another_places_the_stone() -> Result<()> {
    let page = table("auto")?;
    for (point, milliseconds) in [("d4", 5.0), ("l12", 50.0), ("h8", 150.0)] {
        tap(&page, middle(&page, point)?, milliseconds)?;
        page.wait_for_text("#status", &format!("Tap {point} again to place the stone."))?;
        assert_eq!((page.count(".crosshair")?, page.count(".ghost")?), (1, 1), "the aim is seen");
        assert_eq!(page.count(".stone")?, 0, "{point}");
    }
    page.screenshot("aim")?;
    tap(&page, middle(&page, "i8")?, 60.0)?;
    page.wait_until("document.querySelectorAll('.stone').length === 1")?;
    assert_eq!(stones(&page)?, ["h8"]);
    assert_eq!(status(&page)?, "White to move.");
    assert_eq!(page.count(".crosshair, .ghost")?, 0);
    // A point on which no stone can be placed needs no confirmation.
    tap(&page, middle(&page, "h8")?, 60.0)?;
    page.wait_for_text("#status", "h8 is taken.")?;
    // The chosen point of one position has no effect in the next.
    tap(&page, middle(&page, "c3")?, 60.0)?;
    page.wait_for(".crosshair")?;
    page.click("#undo")?;
    page.wait_until("document.querySelectorAll('.stone, .crosshair').length === 0")?;
    assert_eq!(status(&page)?, "Black to move.");
    page.finish()
}

#[test]
fn the_lesson_also_explains_that_a_tap_only_aims() -> Result<()> {
    let options = Options::phone().language("zh-CN").preferences(&json!({ "aim": "twice" }));
    let page = Page::open_game(options)?;
    page.click("#tab-learn")?;
    page.wait_for("#learn-start")?;
    page.click("#learn-start")?;
    page.wait_until("document.querySelectorAll('.cell').length === 81")?;
    let task = status(&page)?;
    page.click("[data-point=e5]")?;
    page.wait_for_text("#status", "再点一次 e5 即可落子。")?;
    page.screenshot("aim-lesson")?;
    page.click("[data-point=e5]")?;
    page.wait_until("document.querySelectorAll('.stone').length === 1")?;
    assert!(!status(&page)?.contains("再点一次") && status(&page)? != task);
    page.finish()
}

/// A swipe over the board with this duration, without a hold.
pub(crate) fn swipe(page: &Page, from: (f64, f64), to: (f64, f64), milliseconds: f64) -> Result<()> {
    const STEPS: i32 = 8;
    let now = page.eval("Date.now() / 1000")?.as_f64().unwrap();
    for step in 0..=STEPS + 1 {
        let part = f64::from(step.min(STEPS)) / f64::from(STEPS);
        let at = json!([{ "x": from.0 + (to.0 - from.0) * part, "y": from.1 + (to.1 - from.1) * part }]);
        let (kind, points) = match step {
            0 => ("touchStart", at),
            step if step > STEPS => ("touchEnd", json!([])),
            _ => ("touchMove", at),
        };
        let time = now + part * milliseconds / 1_000.0;
        page.devtools(
            "Input.dispatchTouchEvent",
            &json!({ "type": kind, "touchPoints": points, "timestamp": time }),
        )?;
    }
    Ok(())
}

/// Swipes upwards, downwards, sideways and diagonally.
const STROKES: [[&str; 2]; 4] = [["h4", "h13"], ["h13", "h4"], ["c8", "m8"], ["d4", "l12"]];

#[test]
fn a_stroke_without_a_hold_never_places_a_stone() -> Result<()> {
    for aim in ["auto", "magnifier", "twice", "direct"] {
        let page = table(aim)?;
        // The way of placing stones does not depend on the duration, for which more are tried in one of them.
        let durations = if aim == "auto" { &[60.0, 180.0, 500.0, 1_200.0][..] } else { &[60.0, 500.0] };
        for &milliseconds in durations {
            for [from, to] in STROKES {
                page.eval("scrollTo(0, 0)")?;
                page.wait_for_frames()?;
                // The second swipe ends where the first one may have aimed.
                for _ in 0..2 {
                    swipe(&page, middle(&page, from)?, middle(&page, to)?, milliseconds)?;
                }
                page.wait_for_frames()?;
                assert_eq!(page.count(".stone, .magnifier")?, 0, "{aim}, {from} to {to}, {milliseconds} ms");
            }
        }
        // A swipe upwards scrolls the page, as it does beside the board.
        page.eval("scrollTo(0, 0)")?;
        page.wait_for_frames()?;
        swipe(&page, middle(&page, "h4")?, middle(&page, "h13")?, 120.0)?;
        page.wait_until("scrollY > 50")?;
        assert_eq!(page.count(".stone")?, 0, "{aim}");
        page.finish()?;
    }
    Ok(())
}

/// The last tapped element does not remain highlighted as if a pointer were over it.
#[test]
fn nothing_stays_highlighted_after_a_tap() -> Result<()> {
    let page = table("direct")?;
    for point in ["h8", "i9", "g7"] {
        page.click(&format!("[data-point={point}]"))?;
        page.wait_for(&format!("[data-point={point}][aria-label*=' stone']"))?;
    }
    page.click("#replay-back")?;
    page.wait_until("document.querySelectorAll('.stone').length === 2")?;
    page.wait_for_frames()?;
    let edges = page.eval("['back', 'forward'].map((it) => getComputedStyle(document.querySelector(`#replay-${it}`)).borderTopColor)")?;
    assert_eq!(edges[0], edges[1]);
    page.finish()
}

fn brightness(color: Color) -> f64 {
    color.into_iter().map(f64::from).sum::<f64>() / 3.0
}

fn mean(colors: &[Color]) -> f64 {
    colors.iter().copied().map(brightness).sum::<f64>() / colors.len() as f64
}

fn is_like(one: Color, other: Color) -> bool {
    one.into_iter().zip(other).all(|(one, other)| one.abs_diff(other) <= 40)
}

/// The middle of an element and half of its width, in pixels of the viewport.
fn circle(page: &Page, selector: &str) -> Result<((f64, f64), f64)> {
    let bounds = page.eval_with(
        "const box = document.querySelector(arguments[0]).getBoundingClientRect(); \
         return [box.x + box.width / 2, box.y + box.height / 2, box.width / 2];",
        &json!([selector]),
    )?;
    let [x, y, radius] = [0, 1, 2].map(|index| bounds[index].as_f64().unwrap());
    Ok(((x, y), radius))
}

/// In every theme and with every kind of stones the magnifier shows the board with its lines and its stones.
#[test]
fn the_magnifier_shows_the_board() -> Result<()> {
    for (theme, stones) in
        [("kaya", "shaded"), ("night", "flat"), ("paper", "flat"), ("paper", "shaded"), ("contrast", "glass")]
    {
        let page =
            table_with(&json!({ "theme": theme, "stones": stones, "aim": "twice", "numbers": "last" }))?;
        for point in ["g6", "i6", "h7"] {
            page.click(&format!("[data-point={point}]"))?;
            page.click(&format!("[data-point={point}]"))?;
            page.wait_for(&format!("[data-point={point}][aria-label*=' stone']"))?;
        }
        page.click("#settings")?;
        page.wait_for("#aim")?;
        page.set("#aim", "magnifier")?;
        page.eval("scrollTo(0, 0)")?;
        let finger = middle(&page, "h6")?;
        touch(&page, "touchStart", &[finger])?;
        page.wait_for(".magnifier use")?;
        thread::sleep(Duration::from_millis(300));
        let picture = Picture::read(&page.screenshot(&format!("magnifier-{theme}-{stones}"))?)?;
        let (middle, radius) = circle(&page, ".magnifier .rim")?;
        let lens = picture.disc(middle, radius - 4.0);

        let board = circle(&page, ".board .frame")?;
        let difference = mean(&lens) - mean(&picture.disc(board.0, board.1));
        assert!(
            difference.abs() < 45.0,
            "{theme}, {stones}: the lens is {difference} brighter than the board"
        );

        // A point beside the finger is shown beside the middle of the lens, magnified.
        let cell = circle(&page, "[data-point=h6]")?.1 * 2.0;
        let scale = 1.9;
        for (across, down, what) in [
            (-1.0, 0.2, "a black stone"),
            (1.0, 0.2, "a white stone"),
            (0.5, -0.5, "wood"),
            (-0.5, 0.5, "wood"),
        ] {
            let on_board = picture.at(finger.0 + across * cell, finger.1 + down * cell);
            let in_lens = picture.at(middle.0 + across * cell * scale, middle.1 + down * cell * scale);
            assert!(is_like(on_board, in_lens), "{theme}, {stones}, {what}: {on_board:?}, {in_lens:?}");
        }

        // Half a cell below the finger, a row of pixels crosses the lines of the neighbouring columns.
        let ground = brightness(picture.at(middle.0 + 0.5 * cell * scale, middle.1 + 0.5 * cell * scale));
        for column in [-1.0, 1.0] {
            let (x, y) = (middle.0 + column * cell * scale, middle.1 + 0.75 * cell * scale);
            let contrasts =
                (-3..=3).map(|step| (brightness(picture.at(x + f64::from(step), y)) - ground).abs());
            let contrast = contrasts.fold(0.0, f64::max);
            assert!(contrast > 25.0, "{theme}, {stones}: the line stands out by {contrast}");
        }
        touch(&page, "touchEnd", &[])?;
        page.finish()?;
    }
    Ok(())
}

#[test]
fn a_finger_that_leaves_the_board_places_nothing() -> Result<()> {
    let page = table("magnifier")?;
    touch(&page, "touchStart", &[middle(&page, "h1")?])?;
    thread::sleep(Duration::from_millis(300));
    let (x, y) = middle(&page, "h1")?;
    touch(&page, "touchMove", &[(x, y + 120.0)])?;
    page.wait_until("!document.querySelector('.crosshair')")?;
    touch(&page, "touchEnd", &[])?;
    thread::sleep(Duration::from_millis(200));
    assert_eq!(page.count(".stone")?, 0);
    page.finish()
}

#[test]
fn two_taps_place_a_stone_and_the_second_need_not_be_exact() -> Result<()> {
    let page = table("twice")?;
    page.click("[data-point=d4]")?;
    page.wait_for(".crosshair")?;
    // Far from the start, the gesture is cancelled.
    page.click("[data-point=k12]")?;
    thread::sleep(Duration::from_millis(200));
    assert_eq!(page.count(".stone")?, 0);
    page.click("[data-point=l12]")?;
    page.wait_until("document.querySelectorAll('.stone').length === 1")?;
    assert_eq!(stones(&page)?, ["k12"]);
    page.finish()
}

#[test]
fn one_tap_is_enough_on_large_points_or_by_the_setting() -> Result<()> {
    let page = table("direct")?;
    page.click("[data-point=h8]")?;
    page.wait_until("document.querySelectorAll('.stone').length === 1")?;
    page.finish()?;
    let page = Page::open_game(Options::desktop().touch(true))?;
    page.click("[data-point=h8]")?;
    page.wait_until("document.querySelectorAll('.stone').length >= 1")?;
    page.finish()
}
