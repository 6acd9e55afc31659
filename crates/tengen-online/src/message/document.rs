const CLIENT: &str = include_str!("../../tests/data/client_messages.txt");
const SERVER: &str = include_str!("../../tests/data/server_messages.txt");

/// The protocol as a document in Markdown, for authors of clients: the meaning of each message, and an example of each.
pub fn document() -> String {
    let lines = |examples: Vec<&str>| examples.into_iter().flat_map(|line| [line, "\n"]).collect::<String>();
    let (client, server) = (lines(client_examples().collect()), lines(server_examples().collect()));
    format!(
        "{}\n## Examples\n\nFrames of a client:\n\n```json\n{client}```\n\nMessages of a server:\n\n```json\n{server}```\n",
        include_str!("../../protocol.md").trim_end()
    )
}

/// A frame in JSON for each command of a client, and several for a command with several forms.
pub fn client_examples() -> impl Iterator<Item = &'static str> {
    examples(CLIENT)
}

/// A message in JSON for each kind that a server sends, and several for a kind with several forms.
pub fn server_examples() -> impl Iterator<Item = &'static str> {
    examples(SERVER)
}

/// The lines of a file of messages, without its comments.
fn examples(file: &'static str) -> impl Iterator<Item = &'static str> {
    file.lines().filter(|line| !line.is_empty() && !line.starts_with('#'))
}
