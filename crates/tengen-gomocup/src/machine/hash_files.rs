//! The table of the search in files.

use tengen_game::Position;

use super::{Machine, Skipped, State, reply};
use crate::action::{Action, HashFileEntries, HashFileRequest, HashFileTask};
use crate::reply::{error, message, quoted};

impl Machine {
    /// `YXHASHDUMP` and `YXHASHLOAD`. The name of the file may follow on the next line.
    pub(super) fn hash_file(&mut self, task: HashFileTask, path: &str) -> Vec<Action> {
        let is_named = !path.is_empty();
        if !self.offers.hash_files {
            if !is_named {
                self.state = State::Skipping(Skipped::Path);
            }
            return reply(message("files of the search's table are not supported"));
        }
        if is_named {
            return self.hash_file_at(task, path);
        }
        self.state = State::NamingHashFile(task);
        Vec::new()
    }

    pub(super) fn hash_file_at(&self, task: HashFileTask, path: &str) -> Vec<Action> {
        let (size, rule) = match (&self.game, &self.settings.rule) {
            (None, _) => return reply(error(format_args!("expected START before {}", task.command()))),
            (_, Err(refusal)) => return reply(error(refusal)),
            (Some(game), Ok(rule)) => (game.size(), *rule),
        };
        let (path, position) = (path.to_owned(), Position::new(rule, size));
        let resources = self.settings.resources;
        vec![Action::HashFile(Box::new(HashFileRequest { task, path, position, resources }))]
    }

    /// The answer to a command that [`Action::HashFile`] carried out; the error of the result is a text for the manager.
    pub fn finish_hash_file(
        &self,
        request: &HashFileRequest,
        result: Result<HashFileEntries, String>,
    ) -> Vec<Action> {
        let path = quoted(&request.path);
        reply(match (request.task, result) {
            (HashFileTask::Dump, Ok(entries)) => {
                message(format_args!("{} entries of the table are written to {path}", entries.file))
            }
            (HashFileTask::Load, Ok(HashFileEntries { file, table })) if table < file => {
                message(format_args!(
                    "{table} of the {file} entries in {path} are read; the table has no room for the others"
                ))
            }
            (HashFileTask::Load, Ok(entries)) => {
                message(format_args!("{} entries of the table are read from {path}", entries.table))
            }
            (HashFileTask::Dump, Err(fault)) => {
                error(format_args!("the table is not written to {path}: {fault}"))
            }
            (HashFileTask::Load, Err(fault)) => {
                error(format_args!("the table is not read from {path}: {fault}"))
            }
        })
    }
}

/// A command where the name of a file was expected. This is no `ERROR`, which the manager would take for the answer to the command.
pub(super) fn without_name(task: HashFileTask, line: &str) -> Vec<Action> {
    let (command, found) = (task.command(), quoted(line));
    reply(message(format_args!("expected the name of a file after {command}, found {found}")))
}
