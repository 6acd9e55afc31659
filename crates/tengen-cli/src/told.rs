//! Errors in words, with the line of the file that is at fault.

use std::io::{self, Write};

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};
use clap::CommandFactory as _;
use clap::error::ErrorKind;

use crate::input::ReadFault;

/// An error of usage of `tengen COMMAND` that clap cannot see. It is told and ends the program as clap's own do.
pub(crate) fn usage(command: &str, fault: &str) -> anyhow::Error {
    let mut tengen = crate::Arguments::command();
    tengen.build();
    match tengen.find_subcommand_mut(command) {
        Some(command) => command.error(ErrorKind::ArgumentConflict, fault).into(),
        None => tengen.error(ErrorKind::ArgumentConflict, fault).into(),
    }
}

/// Writes the error, in colour where standard error shows colours.
pub(crate) fn tell(error: &anyhow::Error) -> io::Result<()> {
    writeln!(anstream::stderr(), "{}", report(error, &Renderer::styled()))
}

fn report(error: &anyhow::Error, renderer: &Renderer) -> String {
    let fault = error.chain().find_map(|cause| cause.downcast_ref::<ReadFault>());
    let mut sentence = sentence(error);
    if let Some(advice) = fault.and_then(|fault| fault.advice.as_ref()) {
        sentence = format!("{sentence}; {advice}");
    }
    let title = Level::ERROR.primary_title(sentence);
    let Some(excerpt) = fault.and_then(|fault| fault.excerpt.as_ref()) else {
        return renderer.render(&[Group::with_title(title)]);
    };
    let line = Snippet::source(excerpt.line.as_str())
        .line_start(excerpt.number)
        .path(excerpt.file.as_deref())
        .annotation(AnnotationKind::Primary.span(excerpt.span.clone()));
    let group = title.element(line);
    renderer.render(&[group])
}

/// The error with its causes, except those that it tells itself.
pub(crate) fn sentence(error: &anyhow::Error) -> String {
    let mut text = String::new();
    for cause in error.chain().map(ToString::to_string) {
        if text.is_empty() {
            text = cause;
        } else if !text.ends_with(&cause) {
            text = format!("{text}: {cause}");
        }
    }
    // What a file has is told as it is, but must not command the terminal.
    text.chars().map(|c| if c.is_control() { '\u{fffd}' } else { c }).collect()
}
