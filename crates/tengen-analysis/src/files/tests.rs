use tengen_game::{BoardSize, Color, GameResult, Point, Record, Rule, Symmetry};

use super::*;

#[test]
fn optional_fields_get_their_defaults() {
    let text =
        r#"{ "type": "picture", "id": 3, "record": "{}", "kind": "png", "options": { "width": 200 } }"#;
    let options = PictureSettings { width: Some(200), ..PictureSettings::default() };
    let expected = Request::Picture { id: 3, record: "{}".to_owned(), kind: PictureFormat::Png, options };
    assert_eq!(serde_json::from_str::<Request>(text).unwrap(), expected);

    let text = r#"{ "type": "read", "id": 4, "content": { "text": "h8 i9" } }"#;
    let request: Request = serde_json::from_str(text).unwrap();
    assert_eq!(request.id(), 4);
    assert_eq!(serde_json::from_str::<Request>(&serde_json::to_string(&request).unwrap()).unwrap(), request);

    let slip = r#"{ "type": "picture", "id": 3, "record": "", "kind": "png", "options": { "with": 200 } }"#;
    assert!(serde_json::from_str::<Request>(slip).unwrap_err().to_string().contains("unknown field `with`"));
}

#[test]
fn a_game_is_summed_up_by_its_main_line() {
    let mut record = Record::new(Rule::Renju, BoardSize::FIFTEEN);
    record.players.black = "Ada".to_owned();
    record.play(Point::new(7, 7)).unwrap();
    record.explore(Point::new(8, 8)).unwrap();
    record.undo();
    record.explore(Point::new(0, 0)).unwrap();
    record.undo();
    record.go_to(2);
    record.undo();
    record.play(Point::new(8, 8)).unwrap();
    record.end(GameResult::resignation(Color::Black)).unwrap();
    // The summary is the same for any position of the cursor.
    record.go_to(0);
    let game = GameSummary::new(&record, String::new());
    assert_eq!((game.rule, game.size, game.black.as_str()), (Rule::Renju, BoardSize::FIFTEEN, "Ada"));
    assert_eq!((game.moves, game.variations), (2, 1));
    assert_eq!(game.result, Some(GameResult::resignation(Color::Black)));
}

#[test]
fn all_symmetries_have_names() {
    let names = [
        "identity",
        "rotate90",
        "rotate180",
        "rotate270",
        "mirror-columns",
        "mirror-rows",
        "transpose",
        "anti-transpose",
    ];
    let read = |name: &str| serde_json::from_value::<Symmetry>(name.into()).unwrap();
    assert_eq!(names.map(read), Symmetry::ALL);
}
