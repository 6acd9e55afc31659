//! The pictures that the file service draws in its Web Worker. The tests of `tengen-worker` cover its other answers.

use base64::prelude::{BASE64_STANDARD, Engine as _};
use serde_json::{Value, json};
use tengen_analysis::files::Response;
use tengen_browser_tests::{Options, Page, Result, read_answers};
use tengen_formats::json as own;
use tengen_game::{BoardSize, Mark, Point, Record, Rule, Sign};

/// Sends requests to a new file worker, and waits until each is answered. The first byte of a response is its kind: 0 for readiness, 2 for
/// progress.
const ASK: &str = "\
    const [requests] = arguments; \
    const address = document.querySelector('meta[name=tengen-files]').content; \
    return new Promise((settle) => { \
      const files = new Worker(address); \
      const responses = []; \
      let open = requests.length; \
      files.onerror = (event) => settle(event.message); \
      files.onmessage = ({ data }) => { \
        if (data[0] === 0) { \
          requests.forEach((request) => files.postMessage(JSON.stringify(request))); \
          return; \
        } \
        responses.push(Array.from(data)); \
        if (data[0] !== 2 && --open === 0) { \
          files.terminate(); \
          settle(responses); \
        } \
      }; \
    });";

/// Sends requests, numbered from 0, to a new file worker, and returns its responses.
fn responses(page: &Page, mut requests: Vec<Value>) -> Result<Vec<Value>> {
    for (id, request) in requests.iter_mut().enumerate() {
        request["id"] = id.into();
    }
    read_answers::<Response>(page.eval_with(ASK, &json!([requests]))?)
}

fn content(written: &Value) -> Vec<u8> {
    assert_eq!(written["type"], "written", "{written}");
    BASE64_STANDARD.decode(written["content"].as_str().unwrap()).unwrap()
}

fn game() -> Record {
    let mut record = Record::new(Rule::Renju, BoardSize::FIFTEEN);
    record.players.black = "Ada".to_owned();
    for name in ["h8", "h9", "j10", "g7"] {
        record.play(Point::parse(name, record.size()).unwrap()).unwrap();
    }
    record
}

/// The browser's measures of a picture: its width and height, and its number of frames.
const LOOK: &str = "\
    const [base64, type] = arguments; \
    const data = Uint8Array.from(atob(base64), (c) => c.charCodeAt(0)); \
    return (async () => { \
      if (type === 'image/svg+xml') { \
        const image = new Image(); \
        image.src = URL.createObjectURL(new Blob([data], { type })); \
        await image.decode(); \
        return [image.naturalWidth, image.naturalHeight, 1]; \
      } \
      const decoder = new ImageDecoder({ data, type }); \
      await decoder.completed; \
      const { image } = await decoder.decode(); \
      return [image.displayWidth, image.displayHeight, decoder.tracks.selectedTrack.frameCount]; \
    })();";

#[test]
fn pictures_are_drawn() -> Result<()> {
    let page = Page::open(Options::desktop())?;
    let mut record = game();
    let label = Mark { point: Point::new(2, 2), sign: Sign::Label("黒".to_owned()) };
    let here = record.current();
    record.add_mark(here, label).unwrap();
    let picture = |kind: &str, options: Value| json!({ "type": "picture", "record": own::write(&record), "kind": kind, "options": options });
    let responses = responses(
        &page,
        vec![
            picture("svg", json!({ "theme": "paper", "numbers": "last:2" })),
            picture("png", json!({ "width": 300, "symmetry": "rotate90" })),
            picture("gif", json!({ "width": 200, "delay_ms": 500, "coordinates": false })),
            picture("png", json!({ "width": 5 })),
            picture("png", json!({ "theme": "blue" })),
        ],
    )?;
    let (progress, answers): (Vec<&Value>, Vec<&Value>) =
        responses.iter().partition(|response| response["type"] == "progress");
    assert_eq!(progress.len(), 5, "a frame a move, and the beginning: {progress:?}");
    assert_eq!(progress[4], &json!({ "type": "progress", "id": 2, "done": 4, "of": 4 }));
    let [svg, png, gif, too_small, blue] = answers[..] else { panic!("five: {answers:?}") };

    assert!(String::from_utf8(content(svg)).unwrap().contains("tengen-paper-"));
    let bytes = content(png);
    assert!(bytes.starts_with(b"\x89PNG\r\n\x1a\n"));
    // The header contains the width and the height, most significant byte first.
    assert_eq!(bytes[16..24], [0, 0, 1, 44, 0, 0, 1, 44]);
    assert!(content(gif).starts_with(b"GIF89a"));
    for (picture, expected) in [(svg, [628, 628, 1]), (png, [300, 300, 1]), (gif, [200, 200, 4])] {
        let seen = page.eval_with(LOOK, &json!([picture["content"], picture["mime"]]))?;
        assert_eq!(seen, json!(expected), "{}", picture["mime"]);
    }
    // Other scripts need fonts, of which a worker has none.
    let loses_marks = |picture: &Value| picture["losses"].as_array().unwrap().contains(&"marks".into());
    assert!(!loses_marks(svg) && loses_marks(png) && loses_marks(gif));

    assert_eq!(too_small["fault"]["message"], "a picture is 32 to 4096 pixels wide, not 5");
    assert_eq!(blue["fault"]["message"], "expected wood, paper, night or contrast, found `blue`");
    page.finish()
}

/// `cargo test --workspace --test browser files:: -- --ignored --nocapture` prints the time that pictures take in the browser.
#[test]
#[ignore = "measures, and tests nothing"]
#[allow(clippy::print_stdout, reason = "its output is what it is for")]
fn speed_of_pictures_in_the_browser() -> Result<()> {
    let page = Page::open(Options::desktop())?;
    let mut record = Record::new("free-9".parse().unwrap(), BoardSize::FIFTEEN);
    for point in record.size().points().step_by(3).take(60) {
        record.play(point).unwrap();
    }
    for kind in ["svg", "png", "gif"] {
        let request = json!({ "type": "picture", "record": own::write(&record), "kind": kind });
        let start = std::time::Instant::now();
        let responses = responses(&page, vec![request])?;
        println!(
            "{kind}: {} bytes in {} ms with the start of the worker",
            responses.last().map_or(0, |answer| content(answer).len()),
            start.elapsed().as_millis()
        );
    }
    page.finish()
}
