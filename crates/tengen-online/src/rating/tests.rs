use proptest::prelude::*;

use super::*;
use crate::message::EndCause;
use crate::settings::pool_settings;

fn rating(rating: f64, deviation: f64, volatility: f64) -> Glicko2Rating {
    Glicko2Rating { rating, deviation, volatility }
}

/// The example of Glickman's paper: a player of 1500 beats one of 1400 and loses to ones of 1550 and 1700, with τ = 0.5.
#[test]
fn the_example_of_the_paper_comes_out() {
    let results = [
        (rating(1_400.0, 30.0, 0.06), Outcomes::WIN),
        (rating(1_550.0, 100.0, 0.06), Outcomes::LOSS),
        (rating(1_700.0, 300.0, 0.06), Outcomes::LOSS),
    ];
    let after = after_period(&rating(1_500.0, 200.0, 0.06), &results, 1.0, 0.5);
    assert!((after.rating - 1_464.06).abs() < 0.01, "{after:?}");
    assert!((after.deviation - 151.52).abs() < 0.01, "{after:?}");
    assert!((after.volatility - 0.059_99).abs() < 0.000_01, "{after:?}");
}

/// Without time between the games the deviation does not grow before a game, as a direct calculation of the paper's steps
/// 3 to 7 with φ* = φ confirms.
#[test]
fn games_one_after_the_other_cost_no_period() {
    let (player, opponent) = (rating(1_500.0, 60.0, 0.06), rating(1_500.0, 60.0, 0.06));
    let after = after_period(&player, &[(opponent, Outcomes::WIN)], 0.0, TAU);
    let phi: f64 = 60.0 / SCALE;
    let g = 1.0 / (1.0 + 3.0 * phi.powi(2) / std::f64::consts::PI.powi(2)).sqrt();
    let v = 1.0 / (g.powi(2) * 0.25);
    let phi_after = 1.0 / (1.0 / phi.powi(2) + 1.0 / v).sqrt();
    assert!((after.deviation - phi_after * SCALE).abs() < 0.01, "{after:?}");
    assert!((after.rating - (1_500.0 + SCALE * phi_after.powi(2) * g * 0.5)).abs() < 0.01, "{after:?}");
}

#[test]
fn a_rating_becomes_certain_with_games_and_uncertain_with_time() {
    let mut player = Rating::new(0);
    let opponent = Rating { deviation: 50.0, games: 100, ..Rating::new(0) };
    assert!(player.is_provisional(0) && !player.is_ranked(0));
    let mut games_until_settled = 0;
    let mut games = 0;
    while !player.is_ranked(0) {
        let score = if games % 2 == 0 { Score::Win } else { Score::Loss };
        player = rate_game(&player, &opponent, score, 0).0;
        games += 1;
        if player.is_provisional(0) {
            games_until_settled = games;
        }
        assert!(games < 100);
    }
    assert!((8..20).contains(&games_until_settled), "{games_until_settled}");
    assert_eq!((player.games, player.view(0).provisional), (games, false));
    assert!((1_400..1_600).contains(&player.value()));
    // After a year the rating is uncertain again, but never more than that of a new player.
    assert!(!player.is_ranked(365 * DAY) && !player.is_provisional(60 * DAY));
    assert!(player.is_provisional(2_000 * DAY));
    assert_eq!(player.deviation_at(Time::MAX), MAX_DEVIATION);
}

#[test]
fn only_rated_games_with_a_result_change_ratings() {
    use crate::message::{PlayerInfo, UserKind};
    let info = |number| {
        let account = AccountId::from_entropy(number);
        let name = format!("User{number}").parse().unwrap();
        PlayerInfo { account, name, kind: UserKind::Member, rating: None }
    };
    let settings = pool_settings(0).unwrap();
    let players = [info(1), info(2)];
    let new = crate::game::NewGame::new(GameId::from_entropy(1), settings, players);
    let ratings = [&Ratings::default(), &Ratings::default()];
    let won =
        GameOver { winner: Some(Player::Second), cause: EndCause::Played(tengen_game::EndReason::Line) };
    let [first, second] = changes_of_game(&new, won, ratings, 1.0, 5).unwrap();
    assert!(first.after.rating < START && second.after.rating > START);
    assert_eq!(
        (first.account, first.category.to_string()),
        (AccountId::from_entropy(1), "freestyle.balanced.blitz".to_owned())
    );
    let mut saved = Ratings::default();
    saved.set(first.category, first.after);
    let text = serde_json::to_string(&saved).unwrap();
    assert_eq!(serde_json::from_str::<Ratings>(&text).unwrap(), saved);
    // A repetition counts in part, and one repetition too many does not count.
    let [half, _] = changes_of_game(&new, won, ratings, 0.5, 5).unwrap();
    let (full_loss, half_loss) = (START - first.after.rating, START - half.after.rating);
    assert!((half_loss * 2.0 - full_loss).abs() < 1e-3, "{half_loss} of {full_loss}");
    assert!(half.after.deviation > first.after.deviation && half.after.deviation < MAX_DEVIATION);
    assert!(changes_of_game(&new, won, ratings, 0.0, 5).is_none());
    let aborted = GameOver { winner: None, cause: EndCause::Abort };
    assert!(changes_of_game(&new, aborted, ratings, 1.0, 5).is_none());
    let mut casual = new;
    casual.settings.rated = false;
    assert!(changes_of_game(&casual, won, ratings, 1.0, 5).is_none());
}

#[test]
fn the_leaderboard_has_the_ranked_players_in_order() {
    let mut board = Leaderboard::default();
    let certain = |rating| Rating { rating, deviation: 50.0, ..Rating::new(0) };
    let [ada, bob, cid, dan] = [1, 2, 3, 4].map(AccountId::from_entropy);
    board.update(ada, certain(1_800.0));
    board.update(bob, certain(2_100.0));
    board.update(cid, certain(1_900.0));
    board.update(dan, Rating { rating: 2_500.0, ..Rating::new(0) });
    let order = |board: &Leaderboard| board.top(0).iter().map(|place| place.account).collect::<Vec<_>>();
    assert_eq!(order(&board), [bob, cid, ada]);
    board.update(ada, certain(2_200.4));
    assert_eq!(order(&board), [ada, bob, cid]);
    assert_eq!(board.place_of(cid, 0), Some(Place { rank: 3, account: cid, value: 1_900 }));
    assert_eq!(board.place_of(dan, 0), None);
    board.remove(bob);
    assert_eq!(board.place_of(cid, 0).map(|place| place.rank), Some(2));
    assert!(board.top(5_000 * DAY).is_empty());
}

fn any_rating() -> impl Strategy<Value = Rating> {
    let values = (MIN_RATING..MAX_RATING, MIN_DEVIATION..MAX_DEVIATION, 0.01..MAX_VOLATILITY, 0..DAY * 100);
    values.prop_map(|(rating, deviation, volatility, last)| Rating {
        rating,
        deviation,
        volatility,
        games: 5,
        last,
    })
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn ratings_stay_within_their_bounds(first in any_rating(), second in any_rating(), outcome in 0..3u8, now in 0..DAY * 400) {
        let score = [Score::Win, Score::Draw, Score::Loss][usize::from(outcome)];
        let (one, two) = rate_game(&first, &second, score, now);
        for after in [one, two] {
            prop_assert!((MIN_RATING..=MAX_RATING).contains(&after.rating));
            prop_assert!((MIN_DEVIATION..=MAX_DEVIATION).contains(&after.deviation));
            prop_assert!((0.0..=MAX_VOLATILITY).contains(&after.volatility));
        }
        // A winner's rating does not fall.
        if score == Score::Win {
            // Ratings are rounded to four places.
            prop_assert!(one.rating >= first.rating - 1e-4 && two.rating <= second.rating + 1e-4);
        }
        let expected = first.expected_score(&second, now) + second.expected_score(&first, now);
        prop_assert!((expected - 1.0).abs() < 1e-9);
    }

    /// If both players are equally uncertain, one gains the points that the other loses.
    #[test]
    fn points_change_hands(rating in 1_000.0..2_000.0f64, other in 1_000.0..2_000.0f64, deviation in MIN_DEVIATION..200.0) {
        let player = |rating| Rating { rating, deviation, ..Rating::new(0) };
        let (one, two) = rate_game(&player(rating), &player(other), Score::Draw, 0);
        // The volatilities differ in the eighth digit at most.
        prop_assert!((one.rating + two.rating - rating - other).abs() < 0.01);
    }
}
