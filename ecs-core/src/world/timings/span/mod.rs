//! What a subscriber of `tracing` sees of the work that is timed; nothing without the feature.

#[cfg(not(feature = "tracing"))]
mod silent;
#[cfg(feature = "tracing")]
mod traced;

#[cfg(not(feature = "tracing"))]
pub(super) use silent::{SilentSpan as Span, SilentlyEntered as Entered};
#[cfg(feature = "tracing")]
pub(super) use traced::{Entered, Span};
