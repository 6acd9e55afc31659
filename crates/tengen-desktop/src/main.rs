//! Tengen as a desktop program.
//!
//! The window shows the page, which is compiled into the program. Its engine is the native one, with all of the machine's
//! threads, and files are opened and saved by the system's dialogs. Other engines can be added. The page may call the commands in
//! `engines`, `programs` and `dialogs`; `bridge.js` is the page's side of them.
#![forbid(unsafe_code)]
#![cfg_attr(not(debug_assertions), windows_subsystem = "windows")]

mod arguments;
mod dialogs;
mod engine;
mod engines;
mod first;
mod menu;
mod opened;
mod programs;
mod records;
mod window;
mod words;

use std::process::ExitCode;

use arguments::{Arguments, Task};
use engines::Engines;
use first::{InstanceListener, Start};
use opened::Opened;
use programs::Programs;
use tauri::Builder;
use tauri_plugin_window_state::StateFlags;
use window::Zoom;
use words::Words;

#[allow(clippy::print_stdout, clippy::print_stderr, reason = "a terminal is where it was asked")]
fn main() -> ExitCode {
    let arguments = match arguments::read(std::env::args_os().skip(1)) {
        Ok(Task::Run(arguments)) => arguments,
        Ok(Task::Print(text)) => {
            println!("{text}");
            return ExitCode::SUCCESS;
        }
        Err(error) => {
            eprintln!("error: {error}\n\n{}", arguments::HELP);
            return ExitCode::from(2);
        }
    };
    let instances = match first::begin(arguments.file.as_deref()) {
        Start::First(instances) => instances,
        Start::Handed => return ExitCode::SUCCESS,
    };
    match run(arguments, instances) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run(arguments: Arguments, instances: InstanceListener) -> tauri::Result<()> {
    // Hidden and full-screen states are not restored.
    let saved = StateFlags::all() - StateFlags::VISIBLE - StateFlags::FULLSCREEN;
    let app = Builder::default()
        .plugin(tauri_plugin_dialog::init())
        .plugin(tauri_plugin_window_state::Builder::default().with_state_flags(saved).build())
        .manage(Engines::new(arguments.engine_options()))
        .manage(Opened::new(arguments.file))
        .manage(Programs::default())
        .manage(Words::of_system())
        .manage(Zoom::default())
        .invoke_handler(tauri::generate_handler![
            engines::engine_start,
            engines::engine_send,
            engines::engine_end,
            engines::engine_account,
            opened::opened_next,
            programs::program_add,
            programs::program_list,
            programs::program_remove,
            dialogs::save_file,
            dialogs::save_game,
            words::speak,
        ])
        .on_menu_event(|app, event| menu::act(app, event.id().as_ref()))
        .setup(|app| {
            window::open(app.handle())?;
            instances.listen(app.handle().clone());
            Ok(())
        })
        .build(tauri::generate_context!())?;
    app.run(|_app, _event| {
        #[cfg(target_os = "macos")]
        if let tauri::RunEvent::Opened { urls } = _event {
            // macOS passes files as events, not as arguments.
            if let Some(file) = urls.iter().find_map(|url| url.to_file_path().ok()) {
                opened::arrive(_app, file);
            }
        }
    });
    Ok(())
}
