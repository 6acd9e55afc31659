use leptos::prelude::*;
use tengen_game::Rule;

use super::{Diagram, draw};
use crate::panel::phrases;
use crate::reactive::RwSignal;
use crate::session::Session;
use crate::texts::Texts;

/// The rules that have a name.
const RULES: [Rule; 5] = [Rule::FREESTYLE, Rule::Standard, Rule::Renju, Rule::Caro, Rule::CaroExact];

const FIVE: Diagram = &[".......", ".XXXX*.", "......."];
const SIX_WINS: Diagram = &["........", ".XXX*XX.", "........"];
const SIX_NO_WIN: Diagram = &["........", ".XXX.XX.", "........"];
const SIX_FORBIDDEN: Diagram = &["........", ".XXXxXX.", "........"];
const DOUBLE_THREE: Diagram = &["........", "...X....", "...X....", ".XXx....", "........", "........"];
const DOUBLE_FOUR: Diagram = &["........", "....X...", "....X...", "....X...", ".XXXx...", "....O..."];
const BLOCKED: Diagram = &[".......", "OXXXX.O", "......."];
const HALF_BLOCKED: Diagram = &[".......", "OXXXX*.", "......."];

/// The key of a sentence about a diagram of a rule, and the diagram.
type Shown = (&'static str, Diagram);

fn diagrams(rule: Rule) -> &'static [Shown] {
    match rule {
        Rule::Standard => &[("shows-five", FIVE), ("shows-six-no-win", SIX_NO_WIN)],
        Rule::Renju => &[
            ("shows-five", FIVE),
            ("shows-double-three", DOUBLE_THREE),
            ("shows-double-four", DOUBLE_FOUR),
            ("shows-overline", SIX_FORBIDDEN),
        ],
        Rule::Caro => &[
            ("shows-five", FIVE),
            ("shows-half-blocked", HALF_BLOCKED),
            ("shows-blocked", BLOCKED),
            ("shows-six-wins", SIX_WINS),
        ],
        Rule::CaroExact => &[
            ("shows-five", FIVE),
            ("shows-half-blocked", HALF_BLOCKED),
            ("shows-blocked", BLOCKED),
            ("shows-six-no-win", SIX_NO_WIN),
        ],
        _ => &[("shows-five", FIVE), ("shows-six-wins", SIX_WINS)],
    }
}

/// The winning rows and forbidden moves of each rule, with pictures. The rule of the game on the board comes first.
#[component]
pub(super) fn Rules() -> impl IntoView {
    let texts = Texts::of_page();
    let of_game = Session::of_page().table.game.with_untracked(|game| game.record().rule());
    let rule = RwSignal::new(of_game);
    let others = RULES.into_iter().filter(|&other| other != of_game);
    let offered = StoredValue::new(std::iter::once(of_game).chain(others).collect::<Vec<_>>());
    let option = move |rule: Rule| {
        view! { <option value=rule.to_string()>{move || phrases::name(texts, rule)}</option> }.into_any()
    };
    let choose = move |event| {
        if let Ok(chosen) = event_target_value(&event).parse() {
            rule.set(chosen);
        }
    };
    let shown = move || {
        let figure = |&(key, diagram): &Shown| {
            view! {
                <figure>
                    {draw(diagram)}
                    <figcaption>{move || texts.text(key)}</figcaption>
                </figure>
            }
            .into_any()
        };
        diagrams(rule.get()).iter().map(figure).collect_view()
    };
    view! {
        <p>{move || texts.text("rules-aim")}</p>
        <label class="field" for="help-rule">
            <span>{move || texts.text("rule")}</span>
            <select id="help-rule" on:change=choose>
                {offered.get_value().into_iter().map(option).collect_view()}
            </select>
        </label>
        <p id="help-about">{move || phrases::about(texts, rule.get())}</p>
        <div class="figures-of-rules">{shown}</div>
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_game::{Board, BoardSize, Color, ForbiddenKind, Outcome, Point, Position};

    /// The board with a diagram in its middle, and the marked points.
    fn board(diagram: Diagram) -> (Board, Vec<(char, Point)>) {
        let mut board = Board::new(BoardSize::FIFTEEN);
        let mut marked = Vec::new();
        for (y, row) in (4u8..).zip(diagram) {
            for (x, sign) in (4u8..).zip(row.chars()) {
                let point = Point::new(x, y);
                match sign {
                    'X' => board.set(point, Some(Color::Black)),
                    'O' => board.set(point, Some(Color::White)),
                    '.' => {}
                    sign => marked.push((sign, point)),
                }
            }
        }
        (board, marked)
    }

    fn winner(rule: Rule, mut board: Board, point: Point) -> Option<Color> {
        board.set(point, Some(Color::Black));
        let position = Position::from_board(rule, board, Color::White).unwrap();
        position.outcome().and_then(Outcome::winner)
    }

    #[test]
    fn diagrams_show_what_is_so() {
        for rule in RULES {
            for (key, diagram) in diagrams(rule) {
                let (board, marked) = board(diagram);
                let position = Position::from_board(rule, board.clone(), Color::Black).unwrap();
                let forbidden = position.forbidden_points();
                for &(sign, point) in &marked {
                    let won = winner(rule, board.clone(), point) == Some(Color::Black);
                    assert_eq!(won, sign == '*', "{rule}: {key}");
                    assert_eq!(forbidden.iter().any(|&(at, _)| at == point), sign == 'x', "{rule}: {key}");
                }
                // In a diagram without marks, no move wins by filling the gap.
                if marked.is_empty() {
                    let empty = board.size().points().filter(|&point| board.stone(point).is_none());
                    let wins = empty.filter(|&point| winner(rule, board.clone(), point).is_some()).count();
                    assert_eq!(wins, 0, "{rule}: {key}");
                }
            }
        }
    }

    #[test]
    fn each_forbidden_kind_has_its_diagram() {
        for (diagram, kind) in [
            (DOUBLE_THREE, ForbiddenKind::DoubleThree),
            (DOUBLE_FOUR, ForbiddenKind::DoubleFour),
            (SIX_FORBIDDEN, ForbiddenKind::Overline),
        ] {
            let (board, marked) = board(diagram);
            let position = Position::from_board(Rule::Renju, board, Color::Black).unwrap();
            assert_eq!(position.forbidden_points(), [(marked[0].1, kind)]);
        }
    }
}
