//! The system's fonts.

use std::sync::{Arc, OnceLock};

use resvg::usvg::fontdb::Database;

use crate::PictureError;

/// All of them, looked for once.
///
/// # Errors
/// When there are none.
pub(super) fn of_the_system() -> Result<Arc<Database>, PictureError> {
    static FONTS: OnceLock<Arc<Database>> = OnceLock::new();
    let fonts = FONTS.get_or_init(|| {
        let mut fonts = Database::new();
        fonts.load_system_fonts();
        Arc::new(fonts)
    });
    if fonts.is_empty() { Err(PictureError::NoFonts) } else { Ok(Arc::clone(fonts)) }
}
