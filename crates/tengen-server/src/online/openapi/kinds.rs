//! The kinds of parameters and of lists, by the words that the table of routes uses.

use tengen_online::id::ID_LENGTH;
use tengen_online::schema;
use utoipa::openapi::schema::{ArrayBuilder, ObjectBuilder, Schema, Type};
use utoipa::openapi::{Ref, RefOr};

/// The schema of a kind: the word for a plain value, or the name of a schema; in brackets for a list.
pub(super) fn typed(kind: &'static str) -> RefOr<Schema> {
    if let Some(item) = kind.strip_prefix('[').and_then(|kind| kind.strip_suffix(']')) {
        return ArrayBuilder::new().items(typed(item)).into();
    }
    match kind {
        "object" => RefOr::T(schema::object().into()),
        "boolean" => plain(Type::Boolean).into(),
        "id" => RefOr::T(schema::identifier().into()),
        // An identifier, which the ending of a file's name may follow.
        "game-file" => {
            let pattern = format!(r"^[0-9A-Za-z]{{{ID_LENGTH}}}(\.[a-z0-9]+)?$");
            plain(Type::String).pattern(Some(pattern)).into()
        }
        "name" => reference("UserName"),
        "category" => reference("Category"),
        "rule" => RefOr::T(schema::rule().into()),
        "count" => plain(Type::Integer).minimum(Some(0)).maximum(Some(u32::MAX)).into(),
        "time" => RefOr::T(schema::time().into()),
        "stream-format" => plain(Type::String).enum_values(Some(["ndjson", "sgf"])).into(),
        name => reference(name),
    }
}

/// The reference to the schema with a name.
pub(super) fn reference(name: &str) -> RefOr<Schema> {
    Ref::from_schema_name(name).into()
}

fn plain(kind: Type) -> ObjectBuilder {
    ObjectBuilder::new().schema_type(kind)
}
