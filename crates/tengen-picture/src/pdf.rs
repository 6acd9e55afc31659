//! Sheets as PDF. The diagrams are those of the SVG, so that both look the same; texts use fonts that every reader of PDF brings along.

use miniz_oxide::deflate::compress_to_vec_zlib;
use pdf_writer::types::{CidFontType, FontFlags, SystemInfo};
use pdf_writer::{Content, Filter, Finish, Name, Pdf, Rect, Ref, Str};
use resvg::tiny_skia::{PathSegment, Transform};
use resvg::usvg::{Color, Group, Node, Paint, Path, Stroke};

use crate::PictureError;
use crate::raster::parse;
use crate::sheet::{PAPER, Page, Placed, Sheet, Text};

/// The fonts: one for ASCII, and one for Chinese, which readers replace by their own.
const LATIN: Name<'_> = Name(b"F1");
const CHINESE: Name<'_> = Name(b"F2");
const CHINESE_FONT: Name<'_> = Name(b"STSong-Light");

/// The effort of the compression, from 0 to 10.
const EFFORT: u8 = 6;

impl Sheet {
    /// The pages as a PDF file, A4.
    ///
    /// # Errors
    /// When a diagram cannot be drawn.
    pub fn pdf(&self) -> Result<Vec<u8>, PictureError> {
        let mut next = 1;
        let mut new = || {
            next += 1;
            Ref::new(next - 1)
        };
        let [catalog, tree, latin, chinese, cid, descriptor] = std::array::from_fn(|_| new());
        let mut pdf = Pdf::new();
        pdf.catalog(catalog).pages(tree);
        let mut kids = Vec::new();
        for page in self.pages()? {
            let (id, contents) = (new(), new());
            kids.push(id);
            let mut entry = pdf.page(id);
            entry.parent(tree).media_box(Rect::new(0.0, 0.0, PAPER.0, PAPER.1)).contents(contents);
            entry.resources().fonts().pair(LATIN, latin).pair(CHINESE, chinese);
            entry.finish();
            let drawn = compress_to_vec_zlib(&draw(&page)?, EFFORT);
            pdf.stream(contents, &drawn).filter(Filter::FlateDecode);
        }
        pdf.pages(tree).count(kids.len() as i32).kids(kids);
        pdf.type1_font(latin).base_font(Name(b"Helvetica")).encoding_predefined(Name(b"WinAnsiEncoding"));
        pdf.type0_font(chinese)
            .base_font(CHINESE_FONT)
            .encoding_predefined(Name(b"UniGB-UTF16-H"))
            .descendant_font(cid);
        let mut font = pdf.cid_font(cid);
        font.subtype(CidFontType::Type0)
            .base_font(CHINESE_FONT)
            .system_info(SystemInfo { registry: Str(b"Adobe"), ordering: Str(b"GB1"), supplement: 4 })
            .font_descriptor(descriptor)
            .default_width(1000.0);
        // The letters of ASCII are half as wide as the Chinese ones.
        font.widths().same(1, 95, 500.0);
        font.finish();
        pdf.font_descriptor(descriptor)
            .name(CHINESE_FONT)
            .flags(FontFlags::SYMBOLIC)
            .bbox(Rect::new(-25.0, -254.0, 1000.0, 880.0))
            .italic_angle(0.0)
            .ascent(880.0)
            .descent(-120.0)
            .cap_height(880.0)
            .stem_v(93.0);
        Ok(pdf.finish())
    }
}

fn draw(page: &Page) -> Result<Vec<u8>, PictureError> {
    let mut content = Content::new();
    for placed in &page.boards {
        draw_board(placed, &mut content)?;
    }
    page.texts.iter().for_each(|text| write(text, &mut content));
    Ok(content.finish().to_vec())
}

fn write(text: &Text, content: &mut Content) {
    content.begin_text();
    content.next_line(text.at.0, PAPER.1 - text.at.1);
    let latin: Option<Vec<u8>> = text.text.chars().map(win_ansi).collect();
    match latin {
        Some(bytes) => {
            content.set_font(LATIN, text.size);
            content.show(Str(&bytes));
        }
        None => {
            content.set_font(CHINESE, text.size);
            let bytes: Vec<u8> = text.text.encode_utf16().flat_map(u16::to_be_bytes).collect();
            content.show(Str(&bytes));
        }
    }
    content.end_text();
}

/// A letter in WinAnsi, the encoding of the font for Latin letters; `None` for those of other scripts.
fn win_ansi(letter: char) -> Option<u8> {
    match letter {
        ' '..='~' | '\u{a0}'..='\u{ff}' => u8::try_from(u32::from(letter)).ok(),
        '…' => Some(0x85),
        '‘' => Some(0x91),
        '’' => Some(0x92),
        '“' => Some(0x93),
        '”' => Some(0x94),
        '–' => Some(0x96),
        '—' => Some(0x97),
        _ => None,
    }
}

fn draw_board(placed: &Placed, content: &mut Content) -> Result<(), PictureError> {
    let tree = parse(&placed.svg)?;
    let scale = placed.side / tree.size().width();
    content.save_state();
    // The drawing counts downwards, and the paper upwards.
    content.transform([scale, 0.0, 0.0, -scale, placed.at.0, PAPER.1 - placed.at.1]);
    draw_group(tree.root(), content);
    content.restore_state();
    Ok(())
}

fn draw_group(group: &Group, content: &mut Content) {
    for node in group.children() {
        match node {
            Node::Group(group) => draw_group(group, content),
            Node::Path(path) => draw_path(path, content),
            // Pictures of this crate have neither images nor, where the theme is paper, texts.
            Node::Image(_) | Node::Text(_) => {}
        }
    }
}

fn draw_path(path: &Path, content: &mut Content) {
    if !path.is_visible() {
        return;
    }
    content.save_state();
    let Transform { sx, kx, ky, sy, tx, ty } = path.abs_transform();
    content.transform([sx, ky, kx, sy, tx, ty]);
    if let Some(fill) = path.fill() {
        let [red, green, blue] = color(fill.paint(), fill.opacity().get());
        content.set_fill_rgb(red, green, blue);
    }
    if let Some(stroke) = path.stroke() {
        let [red, green, blue] = color(stroke.paint(), stroke.opacity().get());
        content.set_stroke_rgb(red, green, blue);
        set_stroke(stroke, content);
    }
    trace(path, content);
    match (path.fill().is_some(), path.stroke().is_some()) {
        (true, true) => content.fill_nonzero_and_stroke(),
        (true, false) => content.fill_nonzero(),
        (false, true) => content.stroke(),
        (false, false) => content.end_path(),
    };
    content.restore_state();
}

fn set_stroke(stroke: &Stroke, content: &mut Content) {
    use pdf_writer::types::LineCapStyle;
    use resvg::usvg::LineCap;
    content.set_line_width(stroke.width().get());
    content.set_line_cap(match stroke.linecap() {
        LineCap::Butt => LineCapStyle::ButtCap,
        LineCap::Round => LineCapStyle::RoundCap,
        LineCap::Square => LineCapStyle::ProjectingSquareCap,
    });
}

fn trace(path: &Path, content: &mut Content) {
    let mut here = (0.0, 0.0);
    for segment in path.data().segments() {
        match segment {
            PathSegment::MoveTo(to) => {
                content.move_to(to.x, to.y);
                here = (to.x, to.y);
            }
            PathSegment::LineTo(to) => {
                content.line_to(to.x, to.y);
                here = (to.x, to.y);
            }
            // PDF has cubic curves alone.
            PathSegment::QuadTo(by, to) => {
                let third = |end: f32, middle: f32| end + (middle - end) * 2.0 / 3.0;
                content.cubic_to(
                    third(here.0, by.x),
                    third(here.1, by.y),
                    third(to.x, by.x),
                    third(to.y, by.y),
                    to.x,
                    to.y,
                );
                here = (to.x, to.y);
            }
            PathSegment::CubicTo(one, other, to) => {
                content.cubic_to(one.x, one.y, other.x, other.y, to.x, to.y);
                here = (to.x, to.y);
            }
            PathSegment::Close => {
                content.close_path();
            }
        }
    }
}

/// The colour of a paint on white paper, from 0 to 1; of a gradient, which the theme for paper does not have, its first colour.
fn color(paint: &Paint, opacity: f32) -> [f32; 3] {
    let black = Color::black();
    let Color { red, green, blue } = match paint {
        Paint::Color(color) => *color,
        Paint::LinearGradient(gradient) => gradient.stops().first().map_or(black, |stop| stop.color()),
        Paint::RadialGradient(gradient) => gradient.stops().first().map_or(black, |stop| stop.color()),
        Paint::Pattern(_) => black,
    };
    [red, green, blue].map(|part| f32::from(part) / 255.0 * opacity + (1.0 - opacity))
}

#[cfg(test)]
mod tests {
    use crate::sheet::tests::sheet;

    #[test]
    fn a_sheet_is_a_file_with_pages() {
        let mut sheet = sheet(7);
        sheet.title = "黑先胜".to_owned();
        let pdf = sheet.pdf().unwrap();
        assert!(pdf.starts_with(b"%PDF-") && pdf.ends_with(b"%%EOF"));
        let text = String::from_utf8_lossy(&pdf);
        assert_eq!((text.matches("/Type /Page\n").count(), text.matches("/Count 3").count()), (3, 1));
        assert!(text.contains("/STSong-Light") && text.contains("/Helvetica"));
        // Every page is small, because the outlines are compressed.
        assert!(pdf.len() < 100_000, "{}", pdf.len());
        assert_eq!(pdf, sheet.pdf().unwrap());
    }
}
