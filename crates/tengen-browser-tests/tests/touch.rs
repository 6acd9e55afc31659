//! Fingers on the board: they cover what they point at, and are wider than the points of a big board.

#![forbid(unsafe_code)]
#![allow(clippy::unwrap_used, reason = "a test that cannot go on should fail on the spot")]

use std::thread;
use std::time::Duration;

use serde_json::{Value, json};
use tengen_browser_tests::{Options, Page, Result};

/// A game of two people on a small phone, with some way to place stones.
fn table(aim: &str) -> Result<Page> {
    let page = Page::open_game(Options::phone())?;
    page.eval_with(
        "localStorage.setItem('tengen.preferences', JSON.stringify({ aim: arguments[0] }))",
        &json!([aim]),
    )?;
    page.reload()?;
    page.wait_for(".cell")?;
    page.new_game(Page::seat_two_people)?;
    page.eval("scrollTo(0, 0)")?;
    Ok(page)
}

/// The middle of a point, in pixels of the viewport.
fn middle(page: &Page, point: &str) -> Result<(f64, f64)> {
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
    // Far away: somebody has changed their mind.
    page.click("[data-point=k12]")?;
    thread::sleep(Duration::from_millis(200));
    assert_eq!(page.count(".stone")?, 0);
    page.click("[data-point=l12]")?;
    page.wait_until("document.querySelectorAll('.stone').length === 1")?;
    assert_eq!(stones(&page)?, ["k12"]);
    page.finish()
}

#[test]
fn where_points_are_large_or_it_is_wished_one_tap_is_enough() -> Result<()> {
    let page = table("direct")?;
    page.click("[data-point=h8]")?;
    page.wait_until("document.querySelectorAll('.stone').length === 1")?;
    page.finish()?;
    let page = Page::open_game(Options::desktop().touch(true))?;
    page.click("[data-point=h8]")?;
    page.wait_until("document.querySelectorAll('.stone').length >= 1")?;
    page.finish()
}
