//! Sheets: pages with several diagrams, such as problems to be solved on paper, with their solutions on the last page.

use std::fmt::Write as _;

use tengen_game::Position;

use crate::svg::escaped;
use crate::{Numbers, Picture, PictureError, PictureOptions, Theme};

/// A sheet of paper, A4 upright, in points of 1/72 inch.
pub(crate) const PAPER: (f32, f32) = (595.0, 842.0);

/// The distance of everything from the edge of the paper.
const MARGIN: f32 = 40.0;
/// The columns and rows of diagrams on a page.
const COLUMNS: usize = 2;
const ROWS: usize = 3;
/// The side of a diagram, and the distances from one diagram to the next.
const SIDE: f32 = 200.0;
const ACROSS: f32 = 270.0;
const DOWN: f32 = 256.0;
/// The upper edge of the first diagrams, below the title.
const TOP: f32 = 64.0;
const TITLE_SIZE: f32 = 18.0;
const TEXT_SIZE: f32 = 10.0;
const LEADING: f32 = 16.0;
/// The distance between the lines of a caption, and the most lines.
const CAPTION_LEADING: f32 = 12.0;
const CAPTION_LINES: usize = 3;
/// The widths of a line of a caption and of the solutions, in letters of ASCII. A letter of another script is as wide as two.
const CAPTION_WIDTH: usize = 46;
const LINE_WIDTH: usize = 92;

/// Pages with diagrams.
#[derive(Clone, Debug)]
pub struct Sheet {
    /// The title of the first page.
    pub title: String,
    /// The diagrams, which are numbered from 1.
    pub diagrams: Vec<Diagram>,
    /// The title above the solutions.
    pub solutions: String,
}

/// A position with its caption.
#[derive(Clone, Debug)]
pub struct Diagram {
    /// The position.
    pub position: Position,
    /// The text below the diagram, such as the task.
    pub caption: String,
    /// The text on the last page; nothing stands there if it is empty.
    pub solution: String,
}

/// A page, from its upper left corner.
#[derive(Debug, Default)]
pub(crate) struct Page {
    pub(crate) boards: Vec<Placed>,
    pub(crate) texts: Vec<Text>,
}

/// A diagram on a page: an SVG document, its upper left corner and its side.
#[derive(Debug)]
pub(crate) struct Placed {
    pub(crate) svg: String,
    pub(crate) at: (f32, f32),
    pub(crate) side: f32,
    /// The side of the document in its own pixels.
    pub(crate) pixels: u32,
}

/// A line of text on a page.
#[derive(Debug)]
pub(crate) struct Text {
    pub(crate) text: String,
    /// The left end of the base line.
    pub(crate) at: (f32, f32),
    pub(crate) size: f32,
}

impl Sheet {
    /// The pages as one SVG document, one below the other.
    ///
    /// # Errors
    /// When a diagram cannot be drawn.
    pub fn svg(&self) -> Result<String, PictureError> {
        let pages = self.pages()?;
        let (width, height) = (PAPER.0, PAPER.1 * pages.len() as f32);
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\">\n\
             <rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n"
        );
        for (index, page) in pages.iter().enumerate() {
            let top = PAPER.1 * index as f32;
            for placed in &page.boards {
                let (natural, side) = (placed.pixels, placed.side);
                let (x, y) = (placed.at.0, top + placed.at.1);
                let natural = format!(" width=\"{natural}\" height=\"{natural}\"");
                let inner = format!(" x=\"{x}\" y=\"{y}\" width=\"{side}\" height=\"{side}\"");
                svg.push_str(&placed.svg.replacen(&natural, &inner, 1));
                svg.push('\n');
            }
            for text in &page.texts {
                let (x, y) = (text.at.0, top + text.at.1);
                // Writing to a string cannot fail.
                let _ = writeln!(
                    svg,
                    "<text x=\"{x}\" y=\"{y}\" font-size=\"{}\" font-family=\"sans-serif\">{}</text>",
                    text.size,
                    escaped(&text.text)
                );
            }
        }
        svg.push_str("</svg>\n");
        Ok(svg)
    }

    /// The pages.
    pub(crate) fn pages(&self) -> Result<Vec<Page>, PictureError> {
        let options = PictureOptions {
            theme: Theme::Paper,
            numbers: Numbers::None,
            last_move: false,
            ..PictureOptions::default()
        };
        let mut pages = Vec::new();
        for (number, diagrams) in self.diagrams.chunks(COLUMNS * ROWS).enumerate() {
            let mut page = Page::default();
            if number == 0 {
                page.write(&self.title, (MARGIN, MARGIN + 8.0), TITLE_SIZE);
            }
            for (index, diagram) in diagrams.iter().enumerate() {
                let (column, row) = (index % COLUMNS, index / COLUMNS);
                let at = (MARGIN + ACROSS * column as f32, TOP + DOWN * row as f32);
                let picture = Picture::of_position(&diagram.position);
                let placed =
                    Placed { svg: picture.svg(&options)?, at, side: SIDE, pixels: picture.side(&options)? };
                page.boards.push(placed);
                let caption = format!("{}. {}", number * COLUMNS * ROWS + index + 1, diagram.caption);
                let lines = wrapped(&caption, CAPTION_WIDTH).into_iter().take(CAPTION_LINES);
                for (index, line) in lines.enumerate() {
                    let down = SIDE + 14.0 + CAPTION_LEADING * index as f32;
                    page.write(&line, (at.0, at.1 + down), TEXT_SIZE);
                }
            }
            pages.push(page);
        }
        pages.extend(self.solution_pages());
        Ok(pages)
    }

    fn solution_pages(&self) -> Vec<Page> {
        let numbered = (1..).zip(&self.diagrams).filter(|(_, diagram)| !diagram.solution.is_empty());
        let lines: Vec<String> = numbered
            .flat_map(|(number, diagram)| wrapped(&format!("{number}. {}", diagram.solution), LINE_WIDTH))
            .collect();
        let on_page = ((PAPER.1 - TOP - MARGIN) / LEADING) as usize;
        let page = |lines: &[String]| {
            let mut page = Page::default();
            page.write(&self.solutions, (MARGIN, MARGIN + 8.0), TITLE_SIZE);
            for (index, line) in lines.iter().enumerate() {
                page.write(line, (MARGIN, TOP + LEADING * (index + 1) as f32), TEXT_SIZE);
            }
            page
        };
        lines.chunks(on_page).map(page).collect()
    }
}

impl Page {
    fn write(&mut self, text: &str, at: (f32, f32), size: f32) {
        self.texts.push(Text { text: text.to_owned(), at, size });
    }
}

/// The lines of a text, broken at spaces, and within words that are longer than a line, as Chinese sentences are.
fn wrapped(text: &str, most: usize) -> Vec<String> {
    let width = |letter: char| if letter.is_ascii() { 1 } else { 2 };
    let (mut lines, mut line, mut used) = (Vec::new(), String::new(), 0);
    for word in text.split_inclusive(' ') {
        let of_word: usize = word.trim_end().chars().map(width).sum();
        if used > 0 && used + of_word > most && of_word <= most {
            lines.push(std::mem::take(&mut line));
            used = 0;
        }
        for letter in word.chars() {
            if used + width(letter) > most && letter != ' ' {
                lines.push(std::mem::take(&mut line));
                used = 0;
            }
            line.push(letter);
            used += width(letter);
        }
    }
    lines.push(line);
    lines.into_iter().map(|line| line.trim_end().to_owned()).collect()
}

#[cfg(test)]
pub(crate) mod tests {
    use tengen_game::{BoardSize, Point, Rule};

    use super::*;

    pub(crate) fn sheet(count: usize) -> Sheet {
        let mut position = Position::new(Rule::Renju, BoardSize::FIFTEEN);
        position.play(Point::new(7, 7)).unwrap();
        let diagram = Diagram {
            position,
            caption: "White to play and win in 5 moves <4>. Every move but the last makes a four.".to_owned(),
            solution: "h8 ".repeat(60).trim_end().to_owned(),
        };
        Sheet {
            title: "Problems & more".to_owned(),
            diagrams: vec![diagram; count],
            solutions: "Solutions".to_owned(),
        }
    }

    #[test]
    fn six_diagrams_fit_on_a_page_and_the_solutions_follow() {
        let pages = sheet(7).pages().unwrap();
        assert_eq!(pages.iter().map(|page| page.boards.len()).collect::<Vec<_>>(), [6, 1, 0]);
        // A caption takes two lines within its column.
        assert_eq!(pages[1].texts[0].text, "7. White to play and win in 5 moves <4>. Every");
        assert_eq!(pages[1].texts[1].text, "move but the last makes a four.");
        // Each solution takes two lines; nothing leaves the paper.
        assert_eq!(pages[2].texts.len(), 1 + 7 * 2);
        for page in &pages {
            for placed in &page.boards {
                assert!(placed.at.0 + placed.side <= PAPER.0 - MARGIN + 1.0);
                assert!(placed.at.1 + placed.side <= PAPER.1 - 50.0);
            }
            assert!(page.texts.iter().all(|text| text.at.1 < PAPER.1 - 8.0));
        }
    }

    #[test]
    fn lines_break_at_spaces_and_within_long_words() {
        assert_eq!(wrapped("one two three", 7), ["one two", "three"]);
        assert_eq!(wrapped("黑先胜五步", 6), ["黑先胜", "五步"]);
        assert_eq!(wrapped("", 6), [""]);
    }

    #[test]
    fn a_sheet_is_one_document() {
        let svg = sheet(7).svg().unwrap();
        let document = roxmltree::Document::parse(&svg).unwrap();
        let boards = document.descendants().filter(|node| node.has_tag_name("svg")).count();
        assert_eq!(boards, 1 + 7);
        let inner = document.descendants().filter(|node| node.has_tag_name("svg")).nth(7).unwrap();
        let [x, y, side] = ["x", "y", "width"].map(|name| inner.attribute(name).unwrap());
        assert_eq!([x, y, side], ["40", "906", "200"]);
        assert!(svg.contains("Problems &amp; more") && svg.contains("&lt;4&gt;. Every</text>"));
    }
}
