//! Accounts: roles, sanctions, passwords and reports.

use std::io::Write;

use anyhow::Result;
use tengen_online::account::{Measure, Role};
use tengen_online::{DAY, Time};

use super::DatabaseArguments;

#[derive(Debug, clap::Subcommand)]
pub(super) enum Command {
    /// Give a user a role
    Role {
        #[command(flatten)]
        about: About,
        /// The role
        #[arg(value_enum)]
        role: RoleName,
    },
    /// Keep a user from playing
    Ban {
        #[command(flatten)]
        about: About,
        #[command(flatten)]
        time: DaysArguments,
    },
    /// Keep a user from talking
    Silence {
        #[command(flatten)]
        about: About,
        #[command(flatten)]
        time: DaysArguments,
    },
    /// End a ban and a silence
    Unban {
        #[command(flatten)]
        about: About,
    },
    /// Replace the name of a user, who may choose another one
    Rename {
        #[command(flatten)]
        about: About,
    },
    /// Give a user another password, which is printed; sessions, tokens and passkeys end
    ResetPassword {
        #[command(flatten)]
        about: About,
    },
    /// Print the reports to the moderators
    Reports {
        #[command(flatten)]
        database: DatabaseArguments,
        /// Closed ones, too
        #[arg(long)]
        all: bool,
    },
}

/// Whom a command is about.
#[derive(Debug, clap::Args)]
pub(super) struct About {
    /// The name of the user, or the identifier of the account
    user: String,
    #[command(flatten)]
    database: DatabaseArguments,
    /// A remark for the moderators' log
    #[arg(long, value_name = "TEXT", default_value = "")]
    remark: String,
}

#[derive(Debug, clap::Args)]
pub(super) struct DaysArguments {
    /// For how long; without it for ever
    #[arg(long, value_name = "NUMBER")]
    days: Option<u32>,
}

impl DaysArguments {
    fn until(&self) -> Time {
        let now = std::time::SystemTime::now().duration_since(std::time::SystemTime::UNIX_EPOCH);
        let now = now.map_or(0, |now| u64::try_from(now.as_millis()).unwrap_or(0));
        self.days.map_or(Time::MAX, |days| now + u64::from(days) * DAY)
    }
}

#[derive(Clone, Copy, Debug, clap::ValueEnum)]
pub(super) enum RoleName {
    User,
    Moderator,
    Admin,
}

impl From<RoleName> for Role {
    fn from(name: RoleName) -> Role {
        match name {
            RoleName::User => Role::User,
            RoleName::Moderator => Role::Moderator,
            RoleName::Admin => Role::Admin,
        }
    }
}

pub(super) fn run(command: &Command, out: &mut dyn Write) -> Result<()> {
    let (about, measure) = match command {
        Command::Role { about, role } => (about, Measure::Role((*role).into())),
        Command::Ban { about, time } => (about, Measure::Ban { until: time.until() }),
        Command::Silence { about, time } => (about, Measure::Silence { until: time.until() }),
        Command::Unban { about } => (about, Measure::Pardon),
        Command::Rename { about } => (about, Measure::Rename),
        Command::ResetPassword { about } => (about, Measure::ResetPassword),
        Command::Reports { database, all } => return reports(database, *all, out),
    };
    let administration = about.database.open()?;
    let account = administration.account(&about.user)?;
    let outcome = administration.decide(account.id, measure, &about.remark)?;
    match outcome.password {
        Some(password) => writeln!(out, "The new password of {} is {password}", outcome.account.name)?,
        None => writeln!(out, "Done: {} ({})", outcome.account.name, outcome.account.id)?,
    }
    Ok(())
}

fn reports(database: &DatabaseArguments, all: bool, out: &mut dyn Write) -> Result<()> {
    let administration = database.open()?;
    for (report, author, accused) in administration.reports(!all)? {
        let game = report.game.map_or_else(String::new, |game| format!(" in {game}"));
        writeln!(
            out,
            "{} {}: {} about {}{game}, {:?}: {}",
            tengen_online::date(report.at),
            report.id,
            author.name,
            accused.name,
            report.reason,
            report.remark.replace(char::is_control, " ")
        )?;
    }
    Ok(())
}
