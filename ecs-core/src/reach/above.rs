//! The features to which the methods of [`Singleton`](super::Singleton) lead. No other file of the layer
//! names one.

pub(super) use crate::features::tracking::Tracked;
