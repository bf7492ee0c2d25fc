//! Sends bytes to the inspector of a world that has something in it, as requests one after the other: each is
//! answered by a status and JSON, nothing panics, and the game goes on.
#![no_main]

#[path = "../../tests/saves/fuzzed.rs"]
mod fuzzed;

use ecs_core::{World, update_all};
use ecs_inspect::answer_bytes;
use libfuzzer_sys::fuzz_target;

/// Stands between two requests.
const BETWEEN: &[u8] = b"\n~~\n";

fuzz_target!(|bytes: &[u8]| {
    World::new().enter(|| {
        fuzzed::something();
        let mut rest = bytes;
        for _ in 0..8 {
            let end = rest.windows(BETWEEN.len()).position(|window| window == BETWEEN);
            answer(&rest[..end.unwrap_or(rest.len())]);
            let Some(end) = end else { break };
            rest = &rest[end + BETWEEN.len()..];
        }
        World::set_most_fixed_steps(4);
        update_all(0.0);
        drop((World::dump(), World::dangling(), World::stats().to_string()));
        World::reset();
    });
});

/// Fails if a request is answered by something else than HTTP and JSON, or by a panic.
fn answer(request: &[u8]) {
    let Some(answer) = answer_bytes(request) else { return };
    let text = core::str::from_utf8(&answer).expect("an answer is text");
    let (head, body) = text.split_once("\r\n\r\n").expect("an answer has a head");
    let status = head.strip_prefix("HTTP/1.1 ").and_then(|head| head.get(..3)).expect("a status");
    assert_ne!(status, "500", "nothing of these types panics: {text}");
    if head.contains("application/json") {
        let answer = serde_json::from_str::<serde_json::Value>(body);
        let answer = answer.unwrap_or_else(|error| panic!("{error}: {body}"));
        assert_eq!(answer.get("error").is_some(), status != "200", "{text}");
    }
}
