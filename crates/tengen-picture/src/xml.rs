use std::fmt::{self, Display, Write as _};

/// Writes XML that is well formed whatever it is given.
#[derive(Debug, Default)]
pub(crate) struct Xml {
    out: String,
    open: Vec<&'static str>,
}

/// An element's attributes, in order.
pub(crate) type Attributes<'a> = &'a [(&'static str, &'a dyn Display)];

impl Xml {
    /// Begins an element that [`Xml::close`] ends.
    pub(crate) fn open(&mut self, name: &'static str, attributes: Attributes<'_>) {
        self.start(name, attributes);
        self.out.push('>');
        self.open.push(name);
    }

    /// Ends the element that was begun last.
    pub(crate) fn close(&mut self) {
        if let Some(name) = self.open.pop() {
            self.out.push_str("</");
            self.out.push_str(name);
            self.out.push('>');
        }
    }

    /// Writes an element with nothing in it.
    pub(crate) fn empty(&mut self, name: &'static str, attributes: Attributes<'_>) {
        self.start(name, attributes);
        self.out.push_str("/>");
    }

    /// Writes an element with nothing but a text in it.
    pub(crate) fn text(&mut self, name: &'static str, attributes: Attributes<'_>, text: &str) {
        self.open(name, attributes);
        self.escaped(&text);
        self.close();
    }

    /// Begins a new line, which only people notice.
    pub(crate) fn line(&mut self) {
        self.out.push('\n');
    }

    /// What has been written; ends every element that is still open.
    pub(crate) fn finish(mut self) -> String {
        while !self.open.is_empty() {
            self.close();
        }
        self.out.push('\n');
        self.out
    }

    fn start(&mut self, name: &'static str, attributes: Attributes<'_>) {
        self.out.push('<');
        self.out.push_str(name);
        for (attribute, value) in attributes {
            self.out.push(' ');
            self.out.push_str(attribute);
            self.out.push_str("=\"");
            self.escaped(value);
            self.out.push('"');
        }
    }

    fn escaped(&mut self, value: &dyn Display) {
        // Writing to a string cannot fail, and no value of ours refuses to be written.
        let _ = write!(Escape(&mut self.out), "{value}");
    }
}

struct Escape<'a>(&'a mut String);

impl fmt::Write for Escape<'_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        for character in text.chars() {
            match character {
                '&' => self.0.push_str("&amp;"),
                '<' => self.0.push_str("&lt;"),
                '>' => self.0.push_str("&gt;"),
                '"' => self.0.push_str("&quot;"),
                // XML has no way to write these at all.
                '\0'..='\u{8}' | '\u{b}' | '\u{c}' | '\u{e}'..='\u{1f}' | '\u{fffe}' | '\u{ffff}' => {
                    self.0.push('\u{fffd}');
                }
                other => self.0.push(other),
            }
        }
        Ok(())
    }
}

/// A number with at most two digits after the point, and none that say nothing.
pub(crate) struct Num(pub(crate) f64);

impl Display for Num {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Hundredths as a whole number: no `-0`, and the same text on every machine.
        let hundredths = (self.0 * 100.0).round() as i64;
        let (whole, rest) = (hundredths.abs() / 100, hundredths.abs() % 100);
        if hundredths < 0 {
            f.write_char('-')?;
        }
        match rest {
            0 => write!(f, "{whole}"),
            rest if rest % 10 == 0 => write!(f, "{whole}.{}", rest / 10),
            rest => write!(f, "{whole}.{rest:02}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_xml_cannot_bear_is_escaped_or_replaced() {
        let mut xml = Xml::default();
        xml.open("g", &[("id", &"a\"b")]);
        xml.text("title", &[], "<&>\u{1}中\n");
        xml.empty("path", &[]);
        assert_eq!(xml.finish(), "<g id=\"a&quot;b\"><title>&lt;&amp;&gt;\u{fffd}中\n</title><path/></g>\n");
    }

    #[test]
    fn numbers_are_short() {
        let cases = [(0.0, "0"), (-0.001, "0"), (1.5, "1.5"), (0.25, "0.25"), (-18.4, "-18.4"), (7.004, "7")];
        for (number, text) in cases {
            assert_eq!(Num(number).to_string(), text);
        }
        assert_eq!(Num(0.05).to_string(), "0.05");
    }
}
