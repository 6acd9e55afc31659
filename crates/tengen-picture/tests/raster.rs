//! Tests of the raster formats: decoded PNG and GIF files.
#![forbid(unsafe_code)]
#![allow(clippy::unwrap_used, reason = "a test that cannot go on should fail on the spot")]

use std::time::Duration;

use tengen_game::{BoardSize, Mark, Point, Record, Rule, Sign, Symmetry};
use tengen_picture::{Animation, Numbers, Picture, PictureError, PictureOptions, Theme};

type Rgb = [u8; 3];

/// Five moves whose picture differs in every orientation.
fn game() -> Record {
    let mut record = Record::new(Rule::FREESTYLE, BoardSize::FIFTEEN);
    for name in ["b13", "c13", "b12", "o2", "h8"] {
        let point = Point::parse(name, record.size()).unwrap();
        record.play(point).unwrap();
    }
    record
}

fn bare() -> PictureOptions {
    PictureOptions { numbers: Numbers::None, last_move: false, ..PictureOptions::default() }
}

struct Image {
    width: usize,
    pixels: Vec<Rgb>,
}

impl Image {
    fn of_png(bytes: &[u8]) -> Image {
        let mut reader = png::Decoder::new(std::io::Cursor::new(bytes)).read_info().unwrap();
        let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
        let info = reader.next_frame(&mut pixels).unwrap();
        assert_eq!((info.width, info.color_type), (info.height, png::ColorType::Rgb));
        let pixels = pixels.chunks_exact(3).map(|rgb| [rgb[0], rgb[1], rgb[2]]).collect();
        Image { width: info.width as usize, pixels }
    }

    /// The pixel in the middle of a point, with `column` from the left and `row` from the top, of a picture of
    /// 15×15 with coordinates in its natural size.
    fn at(&self, column: usize, row: usize) -> Rgb {
        let (x, y) = (42 + 40 * column, 26 + 40 * row);
        self.pixels[y * self.width + x]
    }
}

fn is_black(rgb: Rgb) -> bool {
    rgb.iter().all(|&channel| channel < 0x60)
}

fn is_white(rgb: Rgb) -> bool {
    rgb.iter().all(|&channel| channel > 0xe0)
}

#[test]
fn stones_are_where_their_names_say() {
    let record = game();
    let image = Image::of_png(&Picture::of_record(&record).png(&bare()).unwrap());
    assert_eq!((image.width, image.pixels.len()), (628, 628 * 628));
    // Point b13 is the second from the left and the third from the top.
    assert!(is_black(image.at(1, 2)), "{:?}", image.at(1, 2));
    assert!(is_white(image.at(2, 2)), "{:?}", image.at(2, 2));
    assert!(is_black(image.at(1, 3)));
    assert!(is_white(image.at(14, 13)));
    assert!(is_black(image.at(7, 7)));
    // The places of stones on a board with one axis mirrored, or both swapped, show wood.
    for (column, row) in [(13, 2), (1, 12), (13, 12), (2, 1), (2, 3), (13, 14)] {
        let wood = image.at(column, row);
        assert!(!is_black(wood) || wood[0] > wood[2], "{column},{row}: {wood:?}");
        assert!(!is_white(wood));
    }
}

#[test]
fn a_quarter_turn_is_clockwise() {
    let record = game();
    let options = PictureOptions { symmetry: Symmetry::Rotate90, ..bare() };
    let image = Image::of_png(&Picture::of_record(&record).png(&options).unwrap());
    // The top left corner is turned to the top right.
    assert!(is_black(image.at(12, 1)));
    assert!(is_white(image.at(12, 2)));
    assert!(is_white(image.at(1, 14)));
}

#[test]
fn a_png_has_the_width_that_was_asked_for() {
    let record = game();
    for width in [32, 100, 1001] {
        let options = PictureOptions { width: Some(width), ..bare() };
        let image = Image::of_png(&Picture::of_record(&record).png(&options).unwrap());
        assert_eq!(image.width, width as usize);
    }
    let options = PictureOptions { width: Some(5000), ..bare() };
    let error = Picture::of_record(&record).png(&options).unwrap_err();
    assert!(matches!(error, PictureError::Width { width: 5000 }));
}

/// The frames as a viewer composes them, with their delays.
fn frames(gif: &[u8]) -> (Vec<(Vec<Rgb>, u16)>, u16) {
    let mut options = gif::DecodeOptions::new();
    options.set_color_output(gif::ColorOutput::RGBA);
    let mut decoder = options.read_info(gif).unwrap();
    let side = decoder.width();
    assert_eq!(side, decoder.height());
    let mut canvas = vec![[0; 3]; usize::from(side) * usize::from(side)];
    let mut frames = Vec::new();
    while let Some(frame) = decoder.read_next_frame().unwrap() {
        let rows = frame.buffer.chunks_exact(usize::from(frame.width) * 4);
        for (y, row) in (usize::from(frame.top)..).zip(rows) {
            for (x, rgba) in (usize::from(frame.left)..).zip(row.chunks_exact(4)) {
                if rgba[3] > 0 {
                    canvas[y * usize::from(side) + x] = [rgba[0], rgba[1], rgba[2]];
                }
            }
        }
        frames.push((canvas.clone(), frame.delay));
    }
    (frames, side)
}

#[test]
fn a_gif_has_a_frame_for_each_move_and_shows_what_a_png_shows() {
    let mut record = game();
    let animation = Animation { delay: Duration::from_millis(500), ..Animation::default() };
    for theme in Theme::ALL {
        let options = PictureOptions { theme, ..PictureOptions::default() };
        let (frames, side) = frames(&animation.gif(&record, &options).unwrap());
        assert_eq!((frames.len(), side), (5, 628));
        assert_eq!(frames.iter().map(|(_, delay)| *delay).collect::<Vec<_>>(), [50, 50, 50, 50, 400]);
        for (number, (pixels, _)) in (1..).zip(&frames) {
            record.go_to(number);
            let image = Image::of_png(&Picture::of_record(&record).png(&options).unwrap());
            let distance = |(a, b): (&Rgb, &Rgb)| a.iter().zip(b).map(|(a, b)| a.abs_diff(*b)).max().unwrap();
            let far =
                pixels.iter().zip(&image.pixels).map(distance).filter(|&distance| distance > 24).count();
            assert!(far < 40, "{theme}, frame {number}: {far} pixels are off");
        }
    }
}

#[test]
fn a_gif_can_begin_and_end_anywhere() {
    let record = game();
    let count = |from, to| {
        let animation = Animation { from, to, ..Animation::default() };
        animation.gif(&record, &bare()).map(|gif| frames(&gif).0.len())
    };
    assert_eq!(count(Some(0), None).unwrap(), 6);
    assert_eq!(count(Some(2), Some(4)).unwrap(), 3);
    assert_eq!(count(None, Some(0)).unwrap(), 1);
    assert_eq!(count(None, Some(6)).unwrap_err().to_string(), "the game has 5 moves, so there is no move 6");
    assert_eq!(
        count(Some(4), Some(2)).unwrap_err().to_string(),
        "expected an animation that begins at move 2 or before, found 4"
    );
    let nothing = Record::new(Rule::Renju, BoardSize::MIN);
    assert_eq!(frames(&Animation::default().gif(&nothing, &bare()).unwrap()).0.len(), 1);
}

#[test]
fn a_gif_tells_how_far_it_is() {
    let record = game();
    let animation = Animation { from: Some(2), ..Animation::default() };
    let mut reported = Vec::new();
    let gif =
        animation.gif_with_progress(&record, &bare(), &mut |done, of| reported.push((done, of))).unwrap();
    assert_eq!(reported, [(0, 4), (1, 4), (2, 4), (3, 4), (4, 4)]);
    let (frames, side) = frames(&gif);
    assert_eq!(frames.len(), animation.frames(&record).unwrap());
    assert_eq!(side as u32, Picture::of_record(&record).side(&bare()).unwrap());
    assert!(Animation { from: Some(9), ..animation }.frames(&record).is_err());
}

#[test]
fn an_animation_that_ends_does_not_repeat() {
    let record = game();
    let loops = |repeat| {
        let gif = Animation { repeat, ..Animation::default() }.gif(&record, &bare()).unwrap();
        gif.windows(11).any(|window| window == b"NETSCAPE2.0")
    };
    assert!(loops(true));
    assert!(!loops(false));
}

#[test]
fn a_label_in_another_script_is_drawn_where_there_are_fonts() {
    let mut record = game();
    let here = record.current();
    record.add_mark(here, Mark { point: Point::new(4, 4), sign: Sign::Label("黒".to_owned()) }).unwrap();
    let bytes = match Picture::of_record(&record).png(&bare()) {
        // This is the error of a machine without fonts.
        Err(PictureError::NoFonts) => return,
        bytes => bytes.unwrap(),
    };
    let image = Image::of_png(&bytes);
    assert_eq!(image.width, 628);
}

#[test]
fn too_many_pixels_are_refused_before_they_are_drawn() {
    let mut record = Record::new("free-9".parse().unwrap(), BoardSize::TWENTY);
    for point in record.size().points().step_by(3).take(100) {
        record.play(point).unwrap();
    }
    let options = PictureOptions { width: Some(4096), ..bare() };
    let error = Animation::default().gif(&record, &options).unwrap_err();
    assert_eq!(
        error.to_string(),
        "100 frames of 4096 pixels' width are too much for one animation; 3276 pixels would fit"
    );
}
