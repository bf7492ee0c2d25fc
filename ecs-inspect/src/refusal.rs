//! [`Refusal`]: why a request is not answered, as a status and a sentence.

use core::fmt::Display;

use super::wire;

/// Why a request is not answered.
#[derive(Debug)]
pub(super) struct Refusal {
    pub(super) status: u16,
    sentence: String,
}

impl Refusal {
    pub(super) fn new(status: u16, sentence: impl Display) -> Self {
        Self { status, sentence: sentence.to_string() }
    }

    /// What the request asks for cannot be understood.
    pub(super) fn bad(sentence: impl Display) -> Self {
        Self::new(400, sentence)
    }

    /// The world is busy, stands still or is gone.
    pub(super) fn not_now(sentence: impl Display) -> Self {
        Self::new(503, sentence)
    }

    /// It as an answer.
    pub(super) fn json(&self) -> String {
        wire::text(&wire::ErrorJson { error: self.sentence.clone() })
    }
}
