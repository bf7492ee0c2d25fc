//! The inputs with which the fuzzer of the inspector begins: each still reaches what it is named after.

use std::fs;

use crate::fuzzed::something;
use crate::game::Game;
use crate::support::root;

#[test]
fn g1_what_the_fuzzer_begins_with_is_answered() {
    let mut names = Vec::new();
    for entry in fs::read_dir(root().join("fuzz/corpus/inspect")).expect("the seeds are there") {
        let path = entry.expect("an entry").path();
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        let seed = fs::read_to_string(&path).expect("a seed is text");
        let game = Game::of(something);
        let page = game.page();
        let own = page.root.trim_start_matches("http://");
        for request in seed.split("\n~~\n") {
            let request = request
                .replace("Host: localhost\r", &format!("Host: {own}\r"))
                .replace("http://127.0.0.1:80\r", &format!("http://{own}\r"))
                .replace("Host: 127.0.0.1:80\r", &format!("Host: {own}\r"))
                .replace("Bearer t\r", &format!("Bearer {}\r", page.token))
                .replace("token=t ", &format!("token={} ", page.token));
            let expected = match &*name {
                "no-token" => "HTTP/1.1 401",
                "foreign" => "HTTP/1.1 403",
                "refused-pool" => "HTTP/1.1 400",
                "refused-singletons" => "HTTP/1.1 409",
                _ => "HTTP/1.1 200",
            };
            let answer = page.raw(request.as_bytes());
            assert!(answer.starts_with(expected), "{name}: {request}\n{answer}");
        }
        game.end();
        names.push(name);
    }
    assert!(names.len() > 20, "{names:?}");
}
