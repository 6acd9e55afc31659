//! The table of the search in files, for `YXHASHDUMP` and `YXHASHLOAD`.

use std::fs::File;
use std::path::Path;

use tengen_cli::replace::replace;
use tengen_gomocup::{HashFileEntries, HashFileRequest, HashFileTask};

use crate::engines::Engines;

/// The number of entries that were written or read, or a text for the manager.
pub(crate) type HashFileResult = Result<HashFileEntries, String>;

pub(crate) fn carry_out(engines: &mut Engines, request: HashFileRequest) -> HashFileResult {
    let (path, resources) = (Path::new(&request.path), request.resources.into());
    let engine = match request.task {
        HashFileTask::Dump => engines.for_dump(resources),
        HashFileTask::Load => engines.for_load(resources),
    };
    engine.set_position(request.position);
    match request.task {
        HashFileTask::Dump => {
            let mut entries = 0;
            let written = replace(path, &mut |file| {
                entries = engine.write_hash(file)?;
                Ok(())
            });
            written.map_err(|error| error.to_string())?;
            Ok(HashFileEntries { file: entries, table: entries })
        }
        HashFileTask::Load => {
            let mut file = File::open(path).map_err(|error| error.to_string())?;
            let read = engine.read_hash(&mut file).map_err(|error| error.to_string())?;
            Ok(HashFileEntries { file: read.entries, table: read.kept })
        }
    }
}
