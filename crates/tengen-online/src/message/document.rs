/// The protocol as a document in Markdown, for authors of clients: what each message means, and an example of each.
pub fn document() -> String {
    let client = examples(include_str!("../../tests/data/client_messages.txt"));
    let server = examples(include_str!("../../tests/data/server_messages.txt"));
    format!(
        "{}\n## Examples\n\nFrames of a client:\n\n```json\n{client}```\n\nMessages of a server:\n\n```json\n{server}```\n",
        include_str!("../../protocol.md").trim_end()
    )
}

/// The lines of a file of messages, without its comments.
fn examples(file: &str) -> String {
    let lines = file.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines.flat_map(|line| [line, "\n"]).collect()
}
