//! The board of the page: the widget of `tengen-board`, and the scene of the session's game that it shows.

use leptos::html::Div;
use leptos::prelude::*;
use tengen_analysis::{
    Candidate, Explanation, PointThreat, Shape, ThreatKind, Viewer, mate_moves, mate_winner, win_chance,
};
use tengen_board::{Board, Event, Label, Pen, Scene, Stone, Suggestion, Threat};
use tengen_game::opening::{LegalChoice, Zone};
use tengen_game::{Color, Mark, Move, Outcome, Point, Score, Sign};
use tengen_match::{Game, Mode, Seat, Walk, next_color, point_choice};
use tengen_text::{Language, Value, text};

use crate::preferences::{Aim, Choice, Numbers, preference};
use crate::reactive::Memo;
use crate::rest;
use crate::session::Session;
use crate::texts::Texts;

/// Mounts the board in an element as soon as the element exists, and keeps the board up to date until the current owner ends.
pub(crate) fn mount(parent: NodeRef<Div>, session: Session) {
    let (texts, scene) = (Texts::of_page(), of(session));
    let board = StoredValue::new_local(None::<Board>);
    Effect::new(move |spoken: Option<Language>| {
        let (scene, language) = (scene(), texts.language());
        let Some(parent) = parent.get() else { return language };
        board.update_value(|board| {
            // The browser refuses none of the board's elements. After an error, the next change would try again.
            let _ = match board {
                Some(board) if spoken == Some(language) => board.update(scene),
                Some(board) => board.set_texts(words(language)).and_then(|()| board.update(scene)),
                None => Board::mount(&parent, scene, words(language), move |event| react(session, event))
                    .map(|mounted| *board = Some(mounted)),
            };
        });
        language
    });
}

/// The board's texts.
fn words(language: Language) -> tengen_board::Texts {
    Box::new(move |key, values| {
        let values: Vec<(&str, Value<'_>)> =
            values.iter().map(|&(name, value)| (name, value.into())).collect();
        text(language, key, &values)
    })
}

fn react(session: Session, event: Event) {
    match event {
        Event::Place(point) => rest::place(session, point),
        Event::Aim(point) => {
            session.pointing.aim.set(point);
            rest::look_at(session, point);
        }
        Event::Hover(point) => rest::look_at(session, point),
        Event::Draw(drawing) => rest::draw(session, drawing),
    }
}

/// The scene of the session's game, as a function of signals: an effect that calls it runs again when the scene changes.
pub(crate) fn of(session: Session) -> impl Fn() -> Scene + 'static {
    let game = session.table.game;
    let picture = move || session.table.mode.with(Mode::picture);
    let plays = Memo::new(move |_| session.shows_game());
    let size = Memo::new(move |_| session.board_size());
    let last = Memo::new(move |_| {
        let of_game = || game.with(|game| game.record().position().last_move().and_then(Move::point));
        picture().map_or_else(of_game, |picture| picture.last)
    });
    let numbers = preference(|preferences| preferences.numbers);
    let choosing = Memo::new(move |_| choosing(session));
    let preview = Memo::new(move |_| looked_at(session, choosing));
    let marks_forbidden = preference(|preferences| preferences.forbidden);
    let stones = Memo::new(move |_| {
        if let Some(picture) = picture() {
            return stones(&picture.board);
        }
        let placed = choosing.with(|choosing| choosing.placed.clone());
        let of_game = game.with(|game| stones(game.record().position().board()));
        of_game.into_iter().chain(placed).collect()
    });
    let winning = Memo::new(move |_| if plays.get() { game.with(winning) } else { Vec::new() });
    let forbidden = Memo::new(move |_| {
        // Forbidden points are shown to a person who plays Black and is to move.
        let concerns = |game: &&Game| {
            marks_forbidden.get()
                && plays.get()
                && game.seat_to_move() == Some(Seat::Person)
                && game.side_to_move() == Color::Black
                && game.record().rule().has_forbidden_moves()
        };
        let points =
            |game: &Game| Some(game).filter(concerns).map(|game| game.record().position().forbidden_points());
        let of_game = || game.with(points).unwrap_or_default();
        picture().map_or_else(of_game, |picture| picture.forbidden)
    });
    let marks_threats = preference(|preferences| preferences.threats);
    let threats = Memo::new(move |_| {
        if marks_threats.get() {
            return session.table.analysis.threats.with(threats);
        }
        session.urgent.with(|urgent| urgent.iter().map(|(color, threat)| mark(*color, threat)).collect())
    });
    let labels = Memo::new(move |_| {
        let preview = preview.get();
        // The moves of a previewed line or of a puzzle are numbered from 1.
        let mut marked = Vec::new();
        let points: Vec<Point> = match picture() {
            Some(picture) => {
                marked = picture.marked;
                picture.numbered
            }
            None if preview.is_empty() => return game.with(|game| labels(game, numbers.get())),
            None => preview.iter().map(|stone| stone.point).collect(),
        };
        let letters = ('A'..='Z').zip(marked);
        let letters = letters.map(|(letter, point)| label(point, letter.to_string(), false));
        let numbers = points.iter().enumerate().map(|(index, &point)| number(point, index, false));
        numbers.chain(letters).collect()
    });
    let texts = Texts::of_page();
    let marks_best = preference(|preferences| preferences.best_moves);
    let suggestions = Memo::new(move |_| {
        let is_shown = marks_best.get() && plays.get() && session.table.analysis.is_on.get();
        if is_shown { suggestions(texts, session) } else { Vec::new() }
    });
    let preferred = Memo::new(move |_| {
        let is_shown = marks_best.get() && plays.get();
        if is_shown { session.opinions.preferred() } else { Vec::new() }
    });
    let shades = preference(|preferences| preferences.heat && preferences.best_moves);
    let heat = Memo::new(move |_| {
        if shades.get() && plays.get() && session.table.analysis.is_on.get() {
            heat(session)
        } else {
            Vec::new()
        }
    });
    let drawings = Memo::new(move |_| {
        if !plays.get() {
            return Vec::new();
        }
        game.with(|game| game.record().drawings(game.record().current()))
    });
    let hint = Memo::new(move |_| picture().map_or_else(|| session.table.hint.get(), |picture| picture.hint));
    let highlights = Memo::new(move |_| {
        session
            .table
            .analysis
            .reason
            .with(|reason| reason.as_ref().map(Explanation::highlights))
            .unwrap_or_default()
    });
    let ghost = Memo::new(move |_| {
        if let Some(picture) = picture() {
            return picture.next;
        }
        let color =
            game.with(|game| (game.seat_to_move() == Some(Seat::Person)).then(|| game.side_to_move()));
        let color = color.filter(|_| !session.is_watching());
        color.or_else(|| choosing.with(|choosing| choosing.next))
    });
    let premove = Memo::new(move |_| {
        let premove = session.table.premove.get().filter(|_| plays.get())?;
        Some(Stone { point: premove.point, color: !game.with(Game::side_to_move) })
    });
    let zone = Memo::new(move |_| choosing.with(|choosing| choosing.zone));
    let symmetry = preference(|preferences| preferences.turn);
    let coordinates = preference(|preferences| preferences.coordinates);
    let style = preference(|preferences| preferences.stones.name());
    let aim = preference(|preferences| preferences.aim);
    move || Scene {
        size: size.get(),
        symmetry: symmetry.get(),
        has_coordinates: coordinates.get(),
        stone_style: style.get(),
        touch: Aim::touch(aim.get()),
        stones: stones.get(),
        last: last.get(),
        winning: winning.get(),
        forbidden: forbidden.get(),
        threats: threats.get(),
        preview: preview.get(),
        labels: labels.get(),
        suggestions: suggestions.get(),
        preferred: preferred.get(),
        heat: heat.get(),
        drawings: drawings.get(),
        pen: session.pointing.pen.get().map_or(Pen::SecondaryButton, Pen::Always),
        hint: hint.get(),
        highlights: highlights.get(),
        ghost: ghost.get(),
        premove: premove.get(),
        zone: zone.get(),
    }
}

/// The moves that the engine would try first, with the strength of their shades: the first move, the next two, the next four, and some
/// more.
fn heat(session: Session) -> Vec<(Point, u8)> {
    let strength = |rank: usize| match rank {
        0 => 4,
        1..=2 => 3,
        3..=6 => 2,
        _ => 1,
    };
    let shaded = |candidates: &Vec<Candidate>| {
        let ranked = candidates.iter().enumerate();
        ranked.map(|(rank, candidate)| (candidate.point, strength(rank))).collect()
    };
    session.table.log.candidates.with(shaded)
}

/// The largest difference to the best move for each of the ranks 1 and 2, in thousandths of a win.
const RANKS: [u16; 2] = [40, 120];

/// The text of a score for `side` where there is little room: the chances of the viewer's side in per cent, as everywhere on the page, or
/// the winner of a forced win and the number of moves, such as "B3".
pub(crate) fn figure(texts: Texts, score: Score, side: Color, viewer: Viewer) -> String {
    match score {
        Score::Mate(plies) => {
            let key = match mate_winner(plies, side) {
                Color::Black => "mate-figure-black",
                Color::White => "mate-figure-white",
            };
            texts.text_with(key, &[("moves", mate_moves(plies.unsigned_abs()).into())])
        }
        Score::Value(_) => viewer.percent(score, side).to_string(),
    }
}

/// The best moves with their figures.
fn suggestions(texts: Texts, session: Session) -> Vec<Suggestion> {
    let viewer = session.viewer();
    let side = session.table.game.with(Game::side_to_move);
    let lines = session.table.analysis.lines.get();
    let best = lines.first().map(|line| win_chance(line.score)).unwrap_or_default();
    let mut found: Vec<Suggestion> = Vec::new();
    for line in &lines {
        let Some(&point) = line.pv.first() else { continue };
        // During an iteration, a move may be in a line of this iteration and in one of the last.
        if found.iter().any(|other| other.point == point) {
            continue;
        }
        let rank = RANKS.iter().filter(|&less| win_chance(line.score) + less < best).count();
        let rank = if found.is_empty() { 0 } else { u8::try_from(rank + 1).unwrap_or(u8::MAX) };
        found.push(Suggestion { point, rank, text: figure(texts, line.score, side, viewer) });
    }
    found
}

fn stones(board: &tengen_game::Board) -> Vec<Stone> {
    let stone = |point: Point| board.stone(point).map(|color| Stone { point, color });
    board.size().points().filter_map(stone).collect()
}

fn winning(game: &Game) -> Vec<Vec<Point>> {
    let lines = game.record().position().outcome().map(Outcome::winning_lines).unwrap_or_default();
    lines.iter().map(|line| line.points().collect()).collect()
}

/// The record's marks, except for the rings, which are drawings, and the numbers of the last moves on other points.
fn labels(game: &Game, numbers: Numbers) -> Vec<Label> {
    let marks = game.record().marks(game.record().current()).iter().filter(|mark| mark.sign != Sign::Circle);
    let mut labels: Vec<Label> = Vec::new();
    for Mark { point, sign } in marks {
        if labels.iter().all(|label| label.point != *point) {
            labels.push(Label { point: *point, sign: sign.clone(), is_latest: false });
        }
    }
    let mut numbered = numbered(game, numbers);
    numbered.retain(|number| labels.iter().all(|label| label.point != number.point));
    labels.append(&mut numbered);
    labels
}

/// The numbers of the last moves.
fn numbered(game: &Game, numbers: Numbers) -> Vec<Label> {
    let moves = game.record().position().moves();
    let first = moves.len().saturating_sub(numbers.count());
    let label =
        |(index, played): (usize, &Move)| Some(number(played.point()?, index, index + 1 == moves.len()));
    moves.iter().enumerate().skip(first).filter_map(label).collect()
}

/// The number of the move at an index.
fn number(point: Point, index: usize, is_latest: bool) -> Label {
    label(point, (index + 1).to_string(), is_latest)
}

fn label(point: Point, text: String, is_latest: bool) -> Label {
    Label { point, sign: Sign::Label(text), is_latest }
}

/// The choices of an opening that the board shows beside the stones already played.
#[derive(Clone, Debug, Default, PartialEq)]
struct Choosing {
    /// The stones of a choice that is not complete yet.
    placed: Vec<Stone>,
    /// The fifth moves that are on offer, or that a person is choosing.
    offered: Vec<Stone>,
    /// The colour of the next stone.
    next: Option<Color>,
    /// The number of lines of the central square to which the rule for the next stone refers.
    zone: Option<u8>,
}

fn choosing(session: Session) -> Choosing {
    if !session.shows_game() {
        return Choosing::default();
    }
    let takes_second = session.table.choosing.takes_second.get();
    let of_person = |game: &Game| {
        let opening = game.opening_under_way()?;
        let black = |&point: &Point| Stone { point, color: Color::Black };
        let offered = opening.offered().iter().map(black).collect();
        let begun = Choosing { offered, ..Choosing::default() };
        if !game.seat_to_choose().is_some_and(Seat::is_person) {
            return Some(begun);
        }
        let Some(legal) = point_choice(opening, takes_second) else { return Some(begun) };
        let chosen = session.table.choosing.chosen.get();
        let next = next_color(&legal, chosen.len());
        Some(match legal {
            LegalChoice::Place(stones) => {
                let placed = chosen.iter().zip(&stones);
                let placed = placed.map(|(&point, stone)| Stone { point, color: stone.color }).collect();
                let zone = stones.get(chosen.len()).and_then(|stone| match stone.zone {
                    Zone::Anywhere => None,
                    Zone::Central(lines) | Zone::OutsideCentral(lines) => Some(lines),
                });
                Choosing { placed, next, zone, ..begun }
            }
            LegalChoice::Offer { .. } => {
                Choosing { offered: chosen.iter().map(black).collect(), next, ..begun }
            }
            _ => begun,
        })
    };
    session.table.game.with(of_person).unwrap_or_default()
}

/// The stones of the line or the proof that the user views, or the fifth moves on offer.
fn looked_at(session: Session, choosing: Memo<Choosing>) -> Vec<Stone> {
    let offered = choosing.with(|choosing| choosing.offered.clone());
    if !offered.is_empty() {
        return offered;
    }
    let walked = session.table.walk.with(|walk| walk.map(Walk::stones));
    if let Some(stones) = walked {
        return stones.into_iter().map(|(point, color)| Stone { point, color }).collect();
    }
    let mut color = session.table.game.with(Game::side_to_move);
    let stone = |&point: &Point| {
        let stone = Stone { point, color };
        color = !color;
        stone
    };
    session.table.analysis.preview.with(|line| line.iter().map(stone).collect())
}

/// The threats of both sides. If both sides have a threat at a point, the greater one is shown.
fn threats(threats: &[Vec<PointThreat>; 2]) -> Vec<Threat> {
    let of_side = |color: Color| threats[color.index()].iter().map(move |threat| mark(color, threat));
    let mut threats: Vec<Threat> = Color::BOTH.into_iter().flat_map(of_side).collect();
    threats.sort_by_key(|threat| (threat.point.y(), threat.point.x(), threat.weight));
    threats.dedup_by_key(|threat| threat.point);
    threats
}

/// The mark of a threat of a side.
fn mark(color: Color, threat: &PointThreat) -> Threat {
    Threat { point: threat.point, color, weight: weight(threat.kind) }
}

fn weight(kind: ThreatKind) -> u8 {
    match kind {
        ThreatKind::Five => 0,
        ThreatKind::Shape(Shape::OpenThree | Shape::Three) => 2,
        ThreatKind::Shape(_) => 1,
    }
}
