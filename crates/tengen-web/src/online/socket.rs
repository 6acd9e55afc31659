//! The WebSocket to the server from which the page comes.

use leptos::prelude::window;
use tengen_online::message::{ClientFrame, ServerMessage};
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::*;
use web_sys::{Event, MessageEvent, WebSocket};

/// The path of the server's socket.
const PATH: &str = "/api/v1/socket";

pub(super) enum SocketEvent {
    Opened,
    Message(Box<ServerMessage>),
    Closed,
}

/// A connection. Dropping it closes it and ends its events.
pub(super) struct Socket {
    socket: WebSocket,
    _opened: Closure<dyn FnMut(Event)>,
    _message: Closure<dyn FnMut(MessageEvent)>,
    _closed: Closure<dyn FnMut(Event)>,
}

/// The address of the server; `None` for a page that comes from a file or from a program around it.
fn address() -> Option<String> {
    let location = window().location();
    let protocol = match location.protocol().ok()?.as_str() {
        "http:" => "ws:",
        "https:" => "wss:",
        _ => return None,
    };
    Some(format!("{protocol}//{}{PATH}", location.host().ok()?))
}

impl Socket {
    /// Opens a connection; `None` where the page has no server, or the browser refuses.
    pub(super) fn open(react: impl Fn(SocketEvent) + Clone + 'static) -> Option<Socket> {
        let socket = WebSocket::new(&address()?).ok()?;
        let opened = {
            let react = react.clone();
            Closure::<dyn FnMut(Event)>::new(move |_| react(SocketEvent::Opened))
        };
        let message = {
            let react = react.clone();
            Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| {
                let Some(text) = event.data().as_string() else { return };
                match serde_json::from_str(&text) {
                    Ok(message) => react(SocketEvent::Message(Box::new(message))),
                    // A newer server may send messages that this page cannot read.
                    Err(error) => leptos::logging::warn!("a message of the server cannot be read: {error}"),
                }
            })
        };
        let closed = Closure::<dyn FnMut(Event)>::new(move |_| react(SocketEvent::Closed));
        socket.set_onopen(Some(opened.as_ref().unchecked_ref()));
        socket.set_onmessage(Some(message.as_ref().unchecked_ref()));
        socket.set_onclose(Some(closed.as_ref().unchecked_ref()));
        Some(Socket { socket, _opened: opened, _message: message, _closed: closed })
    }

    /// Sends a frame. A frame that is lost on the way is sent again after a reconnect.
    pub(super) fn send(&self, frame: &ClientFrame) {
        if let Ok(text) = serde_json::to_string(frame) {
            // A connection that is closing refuses, and its end is reported.
            let _ = self.socket.send_with_str(&text);
        }
    }
}

impl Drop for Socket {
    fn drop(&mut self) {
        self.socket.set_onopen(None);
        self.socket.set_onmessage(None);
        self.socket.set_onclose(None);
        // A connection that has ended already cannot be closed again.
        let _ = self.socket.close();
    }
}
