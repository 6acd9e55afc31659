//! The file service in its Web Worker, without the page.

use base64::prelude::{BASE64_STANDARD, Engine as _};
use serde_json::{Value, json};
use tengen_analysis::files::Response;
use tengen_browser_tests::{Options, Page, Result, read_answers};
use tengen_formats::any::{self, Format, Known};
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

/// The answers without the other responses, in the order of the requests.
fn answers(page: &Page, requests: Vec<Value>) -> Result<Vec<Value>> {
    let count = requests.len();
    let mut answers = responses(page, requests)?;
    answers.retain(|answer| answer["type"] != "progress");
    let ids: Vec<_> = answers.iter().filter_map(|answer| answer["id"].as_u64()).collect();
    assert_eq!(ids, (0..count as u64).collect::<Vec<_>>(), "{answers:?}");
    Ok(answers)
}

fn file(name: &str, bytes: &[u8]) -> Value {
    json!({ "type": "read", "name": name, "content": { "base64": BASE64_STANDARD.encode(bytes) } })
}

fn pasted(text: &str) -> Value {
    json!({ "type": "read", "content": { "text": text } })
}

fn content(written: &Value) -> Vec<u8> {
    assert_eq!(written["type"], "written", "{written}");
    BASE64_STANDARD.decode(written["content"].as_str().unwrap()).unwrap()
}

fn record_of(games: &Value) -> Record {
    assert_eq!(games["type"], "games", "{games}");
    own::read(games["games"][0]["record"].as_str().unwrap()).unwrap()
}

fn game() -> Record {
    let mut record = Record::new(Rule::Renju, BoardSize::FIFTEEN);
    record.players.black = "Ada".to_owned();
    for name in ["h8", "h9", "j10", "g7"] {
        record.play(Point::parse(name, record.size()).unwrap()).unwrap();
    }
    record
}

#[test]
fn files_links_and_texts_are_read() -> Result<()> {
    let page = Page::open(Options::desktop())?;
    let bytes = |format| any::write(&game(), format).unwrap().content;
    let link = format!("Look: https://example.org/#{}", String::from_utf8(bytes(Format::Link)).unwrap());
    let collection = b"(;GM[4]RU[renju]PB[Ada]DT[1996-05-10]RE[B+R];B[hh];W[ig])(;GM[4]SZ[19];B[aa])(;GM[1])";
    let answers = answers(
        &page,
        vec![
            file("games.sgf", collection),
            file("library.lib", &bytes(Format::RenLib)),
            pasted("X . .\n. O .\n. . ."),
            pasted(&link),
            pasted("https://gomocalc.com/#/h8i9"),
            pasted("Dear diary"),
            file("slip.txt", b"h8 i9\nj10 z99"),
        ],
    )?;
    let [collection, library, diagram, link, foreign, garbage, slip] = &answers[..] else { panic!("seven") };

    assert_eq!(
        (collection["format"].as_str(), collection["games"].as_array().unwrap().len()),
        (Some("sgf"), 2)
    );
    let first = &collection["games"][0];
    assert_eq!((first["black"].as_str(), first["rule"].as_str()), (Some("Ada"), Some("renju")));
    assert_eq!((first["date"].as_str(), first["moves"].as_u64()), (Some("1996-05-10"), Some(2)));
    assert_eq!(first["result"], json!({ "winner": "black", "reason": "resignation" }));
    assert_eq!(collection["games"][1]["size"], 19);
    assert_eq!(collection["faults"].as_array().unwrap().len(), 1);

    assert_eq!(record_of(library).main_line().len(), 4);
    assert_eq!(
        (diagram["format"].as_str(), record_of(diagram).position().board().stones()),
        (Some("txt"), 2)
    );
    assert_eq!(record_of(link), game());
    assert_eq!(foreign["games"][0]["moves"], 2);

    assert_eq!(
        (garbage["type"].as_str(), garbage["fault"]["kind"].as_str()),
        (Some("failed"), Some("unknown-format"))
    );
    let message = garbage["fault"]["message"].as_str().unwrap();
    assert!(message.starts_with("expected a record in one of the formats json, sgf"), "{message}");
    assert_eq!(slip["fault"]["whereabouts"], json!({ "character": { "line": 2, "column": 5 } }));
    page.finish()
}

#[test]
fn every_format_is_written_and_read_again() -> Result<()> {
    let page = Page::open(Options::desktop())?;
    let list = &answers(&page, vec![json!({ "type": "formats" })])?[0];
    let formats: Vec<&Value> =
        list["formats"].as_array().unwrap().iter().filter(|format| format["writes"] == true).collect();
    assert_eq!(formats.len(), Format::WRITTEN.len(), "{list}");

    let record = own::write(&game());
    let base = "https://example.org/play/";
    let write = |format: &&Value| json!({ "type": "write", "record": record, "format": format["name"], "base": base });
    let written = answers(&page, formats.iter().map(write).collect())?;
    let name = |written: &Value| format!("game.{}", written["extension"].as_str().unwrap());
    let reads = written.iter().map(|written| file(&name(written), &content(written)));
    let read = answers(&page, reads.collect())?;

    for ((format, written), games) in formats.iter().zip(&written).zip(&read) {
        let format: Format = format["name"].as_str().unwrap().parse().unwrap();
        let natively = any::write(&game(), format).unwrap();
        let losses: Vec<&str> = natively.losses.iter().map(|loss| loss.key()).collect();
        assert_eq!(written["losses"], json!(losses));
        if format == Format::Link {
            assert!(content(written).starts_with(b"https://example.org/play/#tg1."));
        } else {
            assert_eq!(content(written), natively.content, "{format}");
        }
        let (expected, _) = any::read(&natively.content, Some(format), Known::default()).unwrap();
        assert_eq!(record_of(games), expected, "{format}");
    }
    page.finish()
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

#[test]
fn a_qr_code_is_a_path() -> Result<()> {
    let page = Page::open(Options::desktop())?;
    let requests =
        ["https://example.org/", &"x".repeat(3000)].map(|text| json!({ "type": "qr", "text": text }));
    let answers = answers(&page, requests.to_vec())?;
    assert_eq!(answers[0]["size"], 25);
    // The upper left finder pattern begins with seven dark modules.
    assert!(answers[0]["path"].as_str().unwrap().starts_with("M0 0h7v1h-7z"), "{}", answers[0]);
    assert_eq!(answers[1]["fault"]["kind"], "qr");
    page.finish()
}

#[test]
fn invalid_messages_are_answered() -> Result<()> {
    let page = Page::open(Options::desktop())?;
    let answers = answers(&page, vec![json!({ "type": "paint" }), json!({ "type": "read", "content": 5 })])?;
    for answer in answers {
        assert_eq!(
            (answer["type"].as_str(), answer["fault"]["kind"].as_str()),
            (Some("failed"), Some("request"))
        );
    }
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
        let answer = &answers(&page, vec![request])?[0];
        println!(
            "{kind}: {} bytes in {} ms with the start of the worker",
            content(answer).len(),
            start.elapsed().as_millis()
        );
    }
    page.finish()
}
