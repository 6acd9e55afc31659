//! Schemas of values that are texts or numbers in JSON. The schemas of all other types are derived.

use serde::Serialize;
use tengen_analysis::Level;
use tengen_game::BoardSize;
use utoipa::openapi::schema::{AdditionalProperties, Schema, SchemaFormat, SchemaType, Type};
use utoipa::openapi::schema::{Array, ArrayBuilder, KnownFormat, Object, ObjectBuilder, OneOfBuilder};
use utoipa::openapi::{Ref, RefOr};

use crate::Time;
use crate::category::Category;
use crate::id::ID_LENGTH;
use crate::message::{
    EndCause, MAX_CHOICE_LENGTH, MAX_REMARK_LENGTH, RatingRange, TimeLeft, client_examples,
};
use crate::name::{MAX_NAME_LENGTH, MIN_NAME_LENGTH, UserName};
use crate::phrase::{MAX_TEXT_LENGTH, Phrase, Utterance};
use crate::settings::Tempo;

/// The pattern of a tempo: seconds, periods or days within the limits of clocks.
const TEMPO: &str = r"^(none|([1-9]|1[0-4])d|[1-9][0-9]{0,3}/move|[1-9][0-9]{0,3}\+(0|[1-9][0-9]{0,3})|(0|[1-9][0-9]{0,3})\+[1-9][0-9]?x[1-9][0-9]{0,3})$";

const RULE: &str = "^(freestyle|standard|renju|caro|caro-exact|free-[1-9])$";

const PROTOCOL: &str =
    "^(free|pro|long-pro|swap|swap2|rif|yamaguchi|(soosorv|taraguchi)-([1-9]|[1-4][0-9]|50))$";

fn text() -> ObjectBuilder {
    ObjectBuilder::new().schema_type(Type::String)
}

fn lengths(least: usize, most: usize) -> ObjectBuilder {
    text().min_length(Some(least)).max_length(Some(most))
}

fn integer(least: u64, most: u64) -> ObjectBuilder {
    ObjectBuilder::new().schema_type(Type::Integer).minimum(Some(least)).maximum(Some(most))
}

fn words<T: Serialize>(words: impl IntoIterator<Item = T>) -> Object {
    let words = words.into_iter().filter_map(|word| serde_json::to_value(word).ok());
    text().enum_values(Some(words.collect::<Vec<_>>())).build()
}

/// The schema of a value of this kind or `null`.
fn or_null(mut schema: Object, kind: Type) -> Object {
    schema.schema_type = SchemaType::from_iter([kind, Type::Null]);
    if let Some(values) = &mut schema.enum_values {
        values.push(serde_json::Value::Null);
    }
    schema
}

/// The schema of a time.
pub fn time() -> Object {
    integer(0, Time::MAX).description(Some("Milliseconds since 1970-01-01 UTC")).build()
}

/// The schema of an optional time.
pub(crate) fn optional_time() -> Object {
    or_null(time(), Type::Integer)
}

/// The schema of a duration in milliseconds.
pub(crate) fn duration() -> Object {
    integer(0, Time::MAX).description(Some("Milliseconds")).build()
}

pub(crate) fn password() -> Object {
    lengths(crate::http::MIN_PASSWORD_LENGTH, crate::http::MAX_PASSWORD_BYTES)
        .format(Some(SchemaFormat::KnownFormat(KnownFormat::Password)))
        .build()
}

pub(crate) fn label() -> Object {
    lengths(1, crate::account::MAX_LABEL_LENGTH).pattern(Some(r"^[^\x00-\x1f\x7f-\x9f]*$")).build()
}

pub(crate) fn remark() -> Object {
    lengths(0, MAX_REMARK_LENGTH).build()
}

/// The schema of a text for a user, which is not empty.
pub(crate) fn warning() -> Object {
    lengths(1, MAX_REMARK_LENGTH).build()
}

pub(crate) fn scopes() -> Array {
    ArrayBuilder::new().items(Ref::from_schema_name("Scope")).min_items(Some(1)).build()
}

/// The schema of a rule by its name.
pub fn rule() -> Object {
    text().pattern(Some(RULE)).build()
}

pub(crate) fn size() -> Object {
    integer(BoardSize::MIN.lines().into(), BoardSize::MAX.lines().into()).build()
}

pub(crate) fn protocol() -> Object {
    text().pattern(Some(PROTOCOL)).build()
}

/// The schema of an opening with its choices, such as `15.swap2.h8h9j7.swap`.
pub(crate) fn opening() -> Object {
    text().description(Some("The board's size, the protocol and the choices so far")).build()
}

pub(crate) fn choice() -> Object {
    lengths(1, MAX_CHOICE_LENGTH)
        .description(Some("Stones, `stay`, `swap`, a number, `offer-…`, `pick-…`"))
        .build()
}

/// The schema of a move.
pub(crate) fn a_move() -> Schema {
    let coordinate = integer(0, u64::from(BoardSize::MAX.lines()) - 1);
    let point = ArrayBuilder::new().items(coordinate).min_items(Some(2)).max_items(Some(2));
    OneOfBuilder::new()
        .description(Some("Column and row from 0 at the top left; `null` is a pass, which renju alone has."))
        .item(point)
        .item(ObjectBuilder::new().schema_type(Type::Null))
        .into()
}

/// The schema of a number of moves and choices, or of takebacks.
pub(crate) fn ply() -> Object {
    integer(0, u16::MAX.into()).build()
}

pub(crate) fn moves() -> Array {
    ArrayBuilder::new().items(RefOr::T(a_move())).build()
}

/// The schema of an optional player, by the seat.
pub(crate) fn optional_player() -> Object {
    or_null(words(["first", "second"]), Type::String)
}

/// The schema of the open offers: pairs of a player and an offer.
pub(crate) fn offers() -> Array {
    let pair = ArrayBuilder::new().items(text()).min_items(Some(2)).max_items(Some(2));
    ArrayBuilder::new().items(pair).build()
}

/// The schema of an object whose members are described in the document of the protocol.
pub fn object() -> Object {
    ObjectBuilder::new()
        .schema_type(Type::Object)
        .additional_properties(Some(AdditionalProperties::<Schema>::FreeForm(true)))
        .build()
}

pub(crate) fn objects() -> Array {
    ArrayBuilder::new().items(object()).build()
}

/// The schema of the events of games.
pub(crate) fn events() -> Array {
    ArrayBuilder::new().items(RefOr::T(Schema::Array(objects()))).build()
}

/// The schema of an optional level of the server's programs.
pub(crate) fn optional_level() -> Object {
    or_null(level(), Type::String)
}

pub(crate) fn levels() -> Array {
    ArrayBuilder::new().items(level()).build()
}

fn level() -> Object {
    words(Level::HOUSE.map(Level::name))
}

/// The contents of the documented examples of a command, without the game.
pub fn examples_of(command: &str) -> Vec<serde_json::Value> {
    let content = |frame: &str| {
        let frame: serde_json::Value = serde_json::from_str(frame).ok()?;
        frame["do"][command].get(1).cloned()
    };
    client_examples().filter_map(content).collect()
}

/// Implements the schema of a type with a JSON form of its own.
macro_rules! schema {
    ($type:ty, $name:expr, $schema:expr) => {
        impl utoipa::PartialSchema for $type {
            fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::schema::Schema> {
                $schema.into()
            }
        }

        impl utoipa::ToSchema for $type {
            fn name() -> std::borrow::Cow<'static, str> {
                std::borrow::Cow::Borrowed($name)
            }
        }
    };
}

pub(crate) use schema;

/// The schema of an identifier.
pub fn identifier() -> Object {
    text().pattern(Some(format!("^[0-9A-Za-z]{{{ID_LENGTH}}}$"))).build()
}

schema!(UserName, "UserName", lengths(MIN_NAME_LENGTH, MAX_NAME_LENGTH).build());
schema!(Utterance, "Utterance", {
    // The derive macro has no attribute for the length of a text in a variant.
    let tagged = |name: &str, content: RefOr<Schema>| {
        let object = ObjectBuilder::new().schema_type(Type::Object).property(name, content).required(name);
        object.additional_properties(Some(AdditionalProperties::<Schema>::FreeForm(false)))
    };
    OneOfBuilder::new()
        .description(Some("What a player says: a phrase, or a text between players who both allow it."))
        .item(tagged("phrase", Phrase::schema()))
        .item(tagged("text", lengths(1, MAX_TEXT_LENGTH).into()))
        .examples(examples_of("say"))
});
schema!(Category, "Category", words(Category::all()));
schema!(Tempo, "Tempo", text().pattern(Some(TEMPO)).build());
schema!(EndCause, "EndCause", text().description(Some("What ended the game")).build());
schema!(RatingRange, "RatingRange", {
    let rating = integer(0, u16::MAX.into());
    let range = ArrayBuilder::new().items(rating).min_items(Some(2)).max_items(Some(2));
    range.description(Some("The least and the most rating of opponents")).build()
});
schema!(TimeLeft, "TimeLeft", {
    let numbers = ArrayBuilder::new().items(integer(0, Time::MAX)).min_items(Some(1)).max_items(Some(3));
    numbers
        .description(Some("Main time, periods left, and milliseconds used of the period that runs"))
        .build()
});
