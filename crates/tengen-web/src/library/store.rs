//! The library's storage: an IndexedDB database with one store, from a game's id to its entry and the game itself, both as text.
//!
//! The database is opened for each request and closed after it, so that no page prevents a later version from changing it.

use js_sys::{Array, Function, Object, Promise, Reflect};
use leptos::prelude::window;
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;
use web_sys::{
    DomException, IdbDatabase, IdbObjectStore, IdbObjectStoreParameters, IdbOpenDbRequest, IdbRequest,
    IdbTransaction, IdbTransactionMode,
};

const DATABASE: &str = "tengen";
const VERSION: u32 = 1;
const GAMES: &str = "games";

/// Why the browser does not store games.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum StoreError {
    /// The browser has no IndexedDB.
    #[error("no IndexedDB")]
    Missing,
    /// The storage refuses, as in private windows or when it is full. The text is the browser's.
    #[error("{0}")]
    Refused(String),
}

/// The stored form of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Row {
    pub(crate) id: String,
    /// The text that [`LibraryEntry::to_text`](super::LibraryEntry::to_text) wrote.
    pub(crate) about: String,
    /// The text that [`Game::save`](tengen_match::Game::save) wrote.
    pub(crate) game: String,
}

impl Row {
    /// A missing or non-text value is empty: its reader reports the error.
    fn read(value: &JsValue) -> Row {
        let field = |name: &str| Reflect::get(value, &name.into()).ok().and_then(|text| text.as_string());
        let [id, about, game] = ["id", "about", "game"].map(|name| field(name).unwrap_or_default());
        Row { id, about, game }
    }

    fn write(&self) -> JsValue {
        let object = Object::new();
        for (name, text) in [("id", &self.id), ("about", &self.about), ("game", &self.game)] {
            // A property of a new object can always be set.
            let _ = Reflect::set(&object, &name.into(), &text.into());
        }
        object.into()
    }
}

/// All games. `with_game` states whether their `game` is read too, which takes longer.
pub(crate) async fn rows(with_game: bool) -> Result<Vec<Row>, StoreError> {
    let database = Database::open().await?;
    let (_, store) = database.store(IdbTransactionMode::Readonly)?;
    let rows = answer(&store.get_all().map_err(refused)?).await?;
    let read = |value: JsValue| {
        if !with_game {
            // A property that is deleted here is not copied into this program.
            let _ = Reflect::delete_property::<Object>(value.unchecked_ref(), &"game".into());
        }
        Row::read(&value)
    };
    Ok(Array::from(&rows).iter().map(read).collect())
}

pub(crate) async fn row(id: &str) -> Result<Option<Row>, StoreError> {
    let database = Database::open().await?;
    let (_, store) = database.store(IdbTransactionMode::Readonly)?;
    let row = answer(&store.get(&id.into()).map_err(refused)?).await?;
    Ok((!row.is_undefined()).then(|| Row::read(&row)))
}

/// Stores games, in place of those with the same ids: all of them, or none.
pub(crate) async fn put(rows: &[Row]) -> Result<(), StoreError> {
    write(|store| rows.iter().try_for_each(|row| store.put(&row.write()).map(drop))).await
}

pub(crate) async fn delete(id: &str) -> Result<(), StoreError> {
    write(|store| store.delete(&id.into()).map(drop)).await
}

/// Deletes all games.
pub(crate) async fn clear() -> Result<(), StoreError> {
    write(|store| store.clear().map(drop)).await
}

async fn write(act: impl FnOnce(&IdbObjectStore) -> Result<(), JsValue>) -> Result<(), StoreError> {
    let database = Database::open().await?;
    let (transaction, store) = database.store(IdbTransactionMode::Readwrite)?;
    act(&store).map_err(refused)?;
    // The data are written only when the transaction is complete.
    let done = event(|done, failed| {
        transaction.set_oncomplete(Some(done));
        transaction.set_onabort(Some(failed));
    });
    done.await.map_err(|_| because(transaction.error()))
}

/// An open database, which is closed when it is dropped.
struct Database(IdbDatabase);

impl Database {
    async fn open() -> Result<Database, StoreError> {
        let factory = window().indexed_db().map_err(refused)?.ok_or(StoreError::Missing)?;
        let request = factory.open_with_u32(DATABASE, VERSION).map_err(refused)?;
        let asked = request.clone();
        // A browser without the database creates it.
        let upgrade = Closure::once(move || create(&asked));
        request.set_onupgradeneeded(Some(upgrade.as_ref().unchecked_ref()));
        let opened = answer(&request).await;
        request.set_onupgradeneeded(None);
        Ok(Database(opened?.unchecked_into()))
    }

    fn store(&self, mode: IdbTransactionMode) -> Result<(IdbTransaction, IdbObjectStore), StoreError> {
        let transaction = self.0.transaction_with_str_and_mode(GAMES, mode).map_err(refused)?;
        let store = transaction.object_store(GAMES).map_err(refused)?;
        Ok((transaction, store))
    }
}

impl Drop for Database {
    fn drop(&mut self) {
        self.0.close();
    }
}

fn create(request: &IdbOpenDbRequest) {
    let Ok(database) = request.result() else { return };
    let options = IdbObjectStoreParameters::new();
    options.set_key_path(&"id".into());
    // If this step fails, so does every use of the store.
    let _ = database
        .unchecked_into::<IdbDatabase>()
        .create_object_store_with_optional_parameters(GAMES, &options);
}

/// The result of a request.
async fn answer(request: &IdbRequest) -> Result<JsValue, StoreError> {
    let done = event(|done, failed| {
        request.set_onsuccess(Some(done));
        request.set_onerror(Some(failed));
    });
    match done.await {
        Ok(()) => request.result().map_err(refused),
        Err(()) => Err(because(request.error().ok().flatten())),
    }
}

/// Waits for one of two events, for which `listen` registers.
async fn event(listen: impl Fn(&Function, &Function)) -> Result<(), ()> {
    let promise = Promise::new(&mut |done, failed| listen(&done, &failed));
    JsFuture::from(promise).await.map(drop).map_err(drop)
}

fn because(exception: Option<DomException>) -> StoreError {
    // Some exceptions have no message, but all have a name.
    let words = |exception: DomException| {
        let message = exception.message();
        if message.is_empty() { exception.name() } else { message }
    };
    StoreError::Refused(exception.map_or_else(String::new, words))
}

fn refused(thrown: JsValue) -> StoreError {
    let exception = thrown.dyn_into::<DomException>().ok();
    because(exception)
}
