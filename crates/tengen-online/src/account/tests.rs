use super::*;
use crate::game::NewGame;
use crate::id::{GameId, ReportId};
use crate::message::RatingView;
use crate::phrase::{Phrase, Utterance};

fn name(text: &str) -> UserName {
    text.parse().unwrap()
}

fn member(number: u64, text: &str) -> Account {
    Account::member(AccountId::from_entropy(number), name(text), UserKind::Member, 0, |_| false).unwrap()
}

fn token(scopes: &[Scope]) -> Scopes {
    Scopes::Token(scopes.to_vec())
}

#[test]
fn names_that_look_alike_have_one_key() {
    let key = |text| NameKey::of(&name(text));
    for (one, other) in [
        ("Paul", "PauI"),
        ("Paul", "pau1"),
        ("Ada", "ADA"),
        ("ada_l", "AdaI"),
        ("Bob0", "BobO"),
        ("Vera", "Ｖera"),
        ("scope", "ѕсоре"),
        ("Rm", "Rrn"),
        ("天元", "天-元"),
    ] {
        assert_eq!(key(one), key(other), "{one} {other}");
    }
    for (one, other) in [("Paul", "Paula"), ("天元", "元天"), ("Ada2", "Ada3"), ("Ünal", "Bunal")] {
        assert_ne!(key(one), key(other), "{one} {other}");
    }
}

#[test]
fn deceiving_and_reserved_names_are_refused() {
    let check = |text| check_name(&name(text), |_| false);
    for text in [
        "admin",
        "Admin",
        "ADM1N",
        "аdmin",
        "tengen-bot",
        "moderator7",
        "Tengen",
        "system",
        "Sy-stem",
        "root99",
    ] {
        assert!(matches!(check(text), Err(NameError::Reserved(_) | NameError::Script(_))), "{text}");
    }
    for text in ["Guest-12345", "guest-abcde", "Deleted-abcde"] {
        assert!(matches!(check(text), Err(NameError::Reserved(_))), "{text}");
    }
    // The first letter is Cyrillic, the others are Latin.
    assert!(matches!(check("pаypal"), Err(NameError::Script(_))));
    assert!(matches!(check("12345"), Err(NameError::NoLetter(_))));
    for text in ["Ada", "天元大师", "Тенген", "ünal_3", "五目太郎", "rooted", "helpful", "ada天"]
    {
        assert_eq!(check(text), Ok(()), "{text}");
    }
    let taken = NameKey::of(&name("Paul"));
    let refused = check_name(&name("PauI"), |key| *key == taken);
    assert_eq!(refused.unwrap_err().to_string(), "expected a name that resembles no other, found `PauI`");
}

#[test]
fn a_guest_becomes_a_member_and_changes_the_name_from_time_to_time() {
    let mut ada = Account::guest(AccountId::from_entropy(1), 0);
    assert!(ada.name.is_generated() && ada.info(None, 0).kind == UserKind::Guest);
    assert_eq!(ada.rename(name("Ada"), 1, |_| false), Err(AccountError::NotAllowed(Action::Rename)));
    ada.register(name("Ada"), 5, |_| false).unwrap();
    assert!(ada.register(name("Bea"), 6, |_| false).is_err());
    ada.rename(name("Bea"), 6, |_| false).unwrap();
    assert_eq!(ada.rename(name("Cea"), 7, |_| false), Err(AccountError::RenamedBefore(RENAME_PAUSE - 1)));
    assert!(matches!(ada.rename(name("Cea"), 6 + RENAME_PAUSE, |_| true), Err(AccountError::Name(_))));
    ada.rename(name("Cea"), 6 + RENAME_PAUSE, |_| false).unwrap();
    assert_eq!(ada.name.as_str(), "Cea");
    let text = serde_json::to_string(&ada).unwrap();
    assert_eq!(serde_json::from_str::<Account>(&text).unwrap(), ada);
    assert_eq!(
        ada.info(Category::all().next(), 0).rating,
        Some(RatingView { value: 1_500, provisional: true })
    );
}

#[test]
fn rights_follow_kind_role_and_token() {
    let guest = Account::guest(AccountId::from_entropy(1), 0);
    let ada = member(2, "Ada");
    let moderator = Account { role: Role::Moderator, ..member(3, "Mo") };
    let bot = Account { kind: UserKind::Bot, ..member(4, "Robby") };
    let may = |account: &Account, action, scopes: &Scopes| account.check(action, scopes, 0).is_ok();
    let session = Scopes::Session;
    for (action, of_guest, of_member) in [
        (Action::Play, true, true),
        (Action::PlayRated, false, true),
        (Action::JoinTournament, true, true),
        (Action::CreateTournament, false, true),
        (Action::Report, false, true),
        (Action::Moderate, false, false),
        (Action::PlayAsBot, false, false),
    ] {
        assert_eq!(
            (may(&guest, action, &session), may(&ada, action, &session)),
            (of_guest, of_member),
            "{action:?}"
        );
    }
    assert!(may(&moderator, Action::Moderate, &session) && !may(&moderator, Action::Administer, &session));
    // No token moderates, renames or reports, even with all scopes.
    let everything = token(&Scope::ALL);
    for action in [Action::Moderate, Action::Rename, Action::Report, Action::ChangeAccount] {
        assert!(!may(&moderator, action, &everything), "{action:?}");
    }
    assert!(may(&ada, Action::Play, &token(&[Scope::Play])));
    assert!(!may(&ada, Action::Challenge, &token(&[Scope::Play])) && may(&ada, Action::Read, &token(&[])));
    // A person's token does not allow playing as a program.
    assert!(
        !may(&ada, Action::PlayAsBot, &token(&[Scope::Bot]))
            && may(&bot, Action::PlayAsBot, &token(&[Scope::Bot]))
    );
    assert!(moderator.may_sanction(&ada) && !moderator.may_sanction(&moderator) && !ada.may_sanction(&guest));
}

#[test]
fn sanctions_end() {
    let mut ada = member(1, "Ada");
    ada.sanction = Sanction { banned: Some(100), silenced: Some(200), ..Sanction::default() };
    let check = |action, now| ada.check(action, &Scopes::Session, now);
    assert_eq!(check(Action::Play, 99), Err(AccountError::Sanctioned(Action::Play)));
    assert_eq!((check(Action::Play, 100), check(Action::Read, 0)), (Ok(()), Ok(())));
    assert_eq!((check(Action::Talk, 199).is_err(), check(Action::Talk, 200)), (true, Ok(())));
}

#[test]
fn free_text_needs_both() {
    let mut budget = TalkBudget::default();
    let [mut ada, mut bea] = [member(1, "Ada"), member(2, "Bea")];
    let hello = Utterance::Phrase(Phrase::Hello);
    let text = |text: &str| Utterance::Text(text.to_owned());
    let session = Scopes::Session;
    assert_eq!(say(&ada, &session, &bea, &hello, &mut budget, 0), Ok(true));
    assert_eq!(say(&ada, &session, &bea, &text("hi"), &mut budget, 0), Err(TalkError::FreeText));
    ada.free_text = true;
    assert_eq!(say(&ada, &session, &bea, &text("hi"), &mut budget, 0), Err(TalkError::FreeText));
    bea.free_text = true;
    assert_eq!(say(&ada, &session, &bea, &text("你好"), &mut budget, 0), Ok(true));
    for (bad, length) in [("  ", 2), ("a\u{7}", 2), ("\u{202e}abc", 4)] {
        assert_eq!(say(&ada, &session, &bea, &text(bad), &mut budget, 0), Err(TalkError::Text(length)));
    }
    assert_eq!(say(&ada, &session, &bea, &text(&"x".repeat(500)), &mut budget, 0), Err(TalkError::Text(141)));
    let guest = Account { free_text: true, ..Account::guest(AccountId::from_entropy(3), 0) };
    assert_eq!(say(&guest, &session, &bea, &text("hi"), &mut budget, 0), Err(TalkError::FreeText));
    // The speaker is not notified of being muted.
    bea.set_muted(ada.id, true).unwrap();
    assert_eq!(say(&ada, &session, &bea, &hello, &mut budget, 0), Ok(false));
    assert!(may_hear(&bea, &ada));
    bea.set_muted(ada.id, false).unwrap();
    bea.set_blocked(ada.id, true).unwrap();
    assert!(!may_hear(&bea, &ada) && !may_hear(&ada, &bea));
    assert_eq!(bea.set_blocked(bea.id, true), Err(AccountError::OneSelf));
    assert_eq!(bea.candidate(None, 0).blocks, [ada.id]);
}

#[test]
fn talk_has_a_pace() {
    let mut budget = TalkBudget::default();
    for _ in 0..TALK_BURST {
        assert_eq!(budget.spend(100), Ok(()));
    }
    assert_eq!(budget.spend(100), Err(TalkError::TooFast(TALK_INTERVAL)));
    assert_eq!(budget.spend(100 + TALK_INTERVAL), Ok(()));
    assert!(budget.spend(100 + TALK_INTERVAL).is_err());
}

#[test]
fn lists_are_limited() {
    let mut ada = member(1, "Ada");
    for number in 0..MAX_LISTED as u64 {
        ada.set_muted(AccountId::from_entropy(100 + number), true).unwrap();
    }
    assert_eq!(ada.set_muted(AccountId::from_entropy(99), true), Err(AccountError::ListFull));
    assert_eq!(ada.set_muted(AccountId::from_entropy(100), true), Ok(()));
}

#[test]
fn reports_go_to_moderators() {
    let [ada, bea] = [member(1, "Ada"), member(2, "Bea")];
    let moderator = Account { role: Role::Moderator, ..member(3, "Mo") };
    let session = Scopes::Session;
    let wish = |reason, remark: &str| Report {
        id: ReportId::from_entropy(1),
        by: ada.id,
        about: bea.id,
        reason,
        remark: remark.to_owned(),
        game: Some(GameId::from_entropy(1)),
        at: 5,
        state: ReportState::Open,
    };
    let other = Report::new(wish(ReportReason::Other, ""), &ada, &session, []);
    assert_eq!(other, Err(ReportError::Remark(0)));
    let mut report = Report::new(wish(ReportReason::Engine, ""), &ada, &session, []).unwrap();
    let again = Report::new(wish(ReportReason::Engine, "again"), &ada, &session, [&report]);
    assert_eq!(again, Err(ReportError::TooMany));
    assert!(Report::new(wish(ReportReason::Abuse, ""), &ada, &session, [&report]).is_ok());
    let guest = Account::guest(AccountId::from_entropy(9), 0);
    assert!(Report::new(wish(ReportReason::Engine, ""), &guest, &session, []).is_err());
    assert!(Report::new(wish(ReportReason::Engine, ""), &bea, &session, []).is_err());
    assert!(report.close(&ada, &session, true, 6).is_err());
    let involved = Account { role: Role::Admin, ..bea };
    assert!(report.close(&involved, &session, false, 6).is_err());
    report.close(&moderator, &session, true, 7).unwrap();
    assert_eq!(report.state, ReportState::Closed { by: moderator.id, at: 7, justified: true });
    assert_eq!(report.close(&moderator, &session, false, 8), Err(ReportError::Closed));
}

#[test]
fn a_deleted_account_leaves_only_its_identifier() {
    let [mut ada, bea] = [member(1, "Ada"), member(2, "Bea")];
    ada.sanction.banned = Some(50);
    let settings = crate::settings::pool_settings(0).unwrap();
    let players = [ada.info(None, 0), bea.info(None, 0)];
    let mut game = NewGame::new(GameId::from_entropy(1), settings, players);
    let (live, created) = crate::game::LiveGame::create(game.clone(), 0).unwrap();
    let export = AccountExport::new(ada.clone(), [], [vec![created]], [], 9);
    let text = serde_json::to_string(&export).unwrap();
    let read: AccountExport = serde_json::from_str(&text).unwrap();
    assert_eq!(crate::game::LiveGame::replay(read.games[0].clone()), Ok(live));
    let erased = ada.erased(10);
    assert!(!serde_json::to_string(&erased).unwrap().contains("Ada"));
    assert_eq!((erased.id, erased.sanction, erased.deleted), (ada.id, ada.sanction, Some(10)));
    assert!(erased.check(Action::Play, &Scopes::Session, 99).is_err());
    erase_player(&mut game, ada.id);
    let text = serde_json::to_string(&game).unwrap();
    assert!(!text.contains("Ada") && text.contains("Bea"));
    assert_eq!(serde_json::from_str::<NewGame>(&text).unwrap(), game);
}

#[test]
fn an_account_becomes_a_programs_once_and_without_ratings() {
    let mut bot = member(1, "Robot");
    assert!(bot.check(Action::PlayAsBot, &token(&[Scope::Bot]), 0).is_err());
    bot.become_bot().unwrap();
    assert_eq!(bot.kind, UserKind::Bot);
    assert!(bot.check(Action::PlayAsBot, &token(&[Scope::Bot]), 0).is_ok());
    assert!(bot.check(Action::PlayAsBot, &token(&[Scope::Play]), 0).is_err());
    assert_eq!(bot.become_bot(), Err(AccountError::NoBot), "not twice");
    assert_eq!(Account::guest(AccountId::from_entropy(2), 0).become_bot(), Err(AccountError::NoBot));
    let mut rated = member(3, "Ada");
    let category = "renju.balanced.blitz".parse().unwrap();
    rated.ratings.set(category, rated.ratings.get(category, 0));
    assert_eq!(rated.become_bot(), Err(AccountError::NoBot));
}

#[test]
fn measures_need_a_higher_role_and_are_seen_by_the_user() {
    let (mut user, mut moderator, mut admin) = (member(1, "Ada"), member(2, "Bea"), member(3, "Eve"));
    (moderator.role, admin.role) = (Role::Moderator, Role::Admin);
    let warn = Measure::Warn { text: "Please be polite.".to_owned() };
    let session = Scopes::Session;
    moderator.check_measure(&warn, &user, &session, 0).unwrap();
    for (by, about) in [(&user, &moderator), (&moderator, &admin), (&moderator, &moderator)] {
        assert!(by.check_measure(&warn, about, &session, 0).is_err());
    }
    let promote = Measure::Role(Role::Moderator);
    assert!(moderator.check_measure(&promote, &user, &session, 0).is_err());
    admin.check_measure(&promote, &user, &session, 0).unwrap();
    assert!(admin.check_measure(&promote, &user, &token(&Scope::ALL), 0).is_err(), "no token moderates");

    user.sanctioned(&warn, 7).unwrap();
    assert_eq!(user.warning.as_ref().map(|warning| warning.at), Some(7));
    user.sanctioned(&Measure::Ban { until: 100 }, 7).unwrap();
    user.sanctioned(&Measure::Silence { until: Time::MAX }, 7).unwrap();
    assert!(
        user.check(Action::Play, &session, 99).is_err() && user.check(Action::Play, &session, 100).is_ok()
    );
    assert!(user.check(Action::Talk, &session, 1_000).is_err());
    user.sanctioned(&Measure::Pardon, 8).unwrap();
    assert_eq!(user.sanction, Sanction::default());
    user.renamed = Some(6);
    user.sanctioned(&Measure::Rename, 9).unwrap();
    assert!(user.name.is_generated());
    user.rename(name("Adele"), 10, |_| false).unwrap();
    assert_eq!(user.sanctioned(&Measure::Warn { text: String::new() }, 9), Err(AccountError::Text(0)));
    let mut guest = Account::guest(AccountId::from_entropy(9), 0);
    assert!(guest.sanctioned(&Measure::Rename, 9).is_err() && guest.sanctioned(&promote, 9).is_err());
    guest.sanctioned(&Measure::Ban { until: 100 }, 9).unwrap();
}
