//! The types of later layers that a world and its columns hold. No other file of the layer names a later one.

pub(crate) use crate::features::{
    ColumnParts, CopiedParts, FramePart, Moment, NAMES, SpecExtensions, WorldParts,
};
pub(crate) use crate::frame::FramePlan;
pub(crate) use crate::spec::{Excluded, Spec};
