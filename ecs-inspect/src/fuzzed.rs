//! What the fuzzer calls: bytes as requests, answered by the current world without a connection.

use core::time::Duration;
use std::time::Instant;

use super::gate::Gate;
use super::http::{Request, Response};
use super::look::{Pace, RunningInquiry};
use super::server::answer;

/// Answers a request of `Host: localhost` with the token `t`; `None` if there is more to come.
#[must_use]
pub fn answer_bytes(bytes: &[u8]) -> Option<Vec<u8>> {
    let gate = Gate { token: "t".to_owned(), port: 80, is_open: false };
    let answered = Request::parse(bytes).transpose()?.and_then(|request| {
        answer(&gate, &request, |query| {
            let mut job = RunningInquiry::of(query);
            // No time at all: each job goes on as often as it can.
            let pace = Pace::new(Instant::now(), Instant::now() + Duration::from_secs(60));
            loop {
                if let Some(answer) = job.step(&pace) {
                    return answer;
                }
            }
        })
    });
    Some(answered.unwrap_or_else(|refusal| Response::refusal(&refusal)).to_bytes())
}
