//! The one type of a later layer that borrows know: its rows are visited and borrowed. No other file of the
//! layer names a later one.

pub(super) use crate::column::Column;
