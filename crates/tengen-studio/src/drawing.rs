//! Pictures.

use std::time::Duration;

use tengen_picture::{Animation, Drawing, PictureKind, PictureOptions};
use tengen_protocol::studio::{Fault, FaultKind, KindMessage, PictureMessage, Response};

use crate::faults::fault;
use crate::formats::picture_mime;
use crate::writing::{file, names, record};

/// Draws a record; `progress` hears how many frames of a GIF are done, and of how many.
pub(crate) fn draw(
    id: u32,
    text: &str,
    kind: KindMessage,
    options: PictureMessage,
    progress: &mut dyn FnMut(usize, usize),
) -> Result<Response, Fault> {
    let record = record(text)?;
    let kind = match kind {
        KindMessage::Svg => PictureKind::Svg,
        KindMessage::Png => PictureKind::Png,
        KindMessage::Gif => PictureKind::Gif,
    };
    let drawn = drawing(options)?.draw(&record, kind, progress);
    let drawn = drawn.map_err(|error| fault(FaultKind::Picture, error))?;
    Ok(file(id, kind.name(), picture_mime(kind), &drawn.content, names(&drawn.losses)))
}

fn drawing(message: PictureMessage) -> Result<Drawing, Fault> {
    Ok(Drawing {
        after: message.after,
        options: PictureOptions {
            theme: message.theme.parse().map_err(|error| fault(FaultKind::Request, error))?,
            width: message.width,
            coordinates: message.coordinates,
            numbers: message.numbers.parse().map_err(|error| fault(FaultKind::Request, error))?,
            last_move: message.last_move,
            winning_rows: message.winning_rows,
            forbidden: message.forbidden,
            marks: message.marks,
            symmetry: message.symmetry.into(),
            title: message.title,
        },
        animation: Animation {
            from: message.first,
            to: message.after,
            delay: Duration::from_millis(message.delay_ms.into()),
            last_delay: Duration::from_millis(message.last_delay_ms.into()),
            repeat: message.repeat,
        },
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_message_leaves_out_is_what_the_library_leaves_out() {
        let drawing = drawing(PictureMessage::default()).unwrap();
        let usual = Drawing::default();
        assert_eq!((drawing.after, drawing.options), (usual.after, usual.options));
        assert_eq!(drawing.animation, usual.animation);
    }
}
