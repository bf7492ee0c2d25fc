//! The types of components, by number.

use crate::components::{Body, Dust, Kept, Node, Spy, Tag, Unit, Wing};

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Kind {
    Body,
    Kept,
    Wing,
    Node,
    Tag,
    Unit,
    Dust,
    Spy,
}

pub const KINDS: [Kind; 8] =
    [Kind::Body, Kind::Kept, Kind::Wing, Kind::Node, Kind::Tag, Kind::Unit, Kind::Dust, Kind::Spy];

/// A type that has a number.
pub trait OfKind: ecs_core::PerEntity + Default {
    const KIND: Kind;
}

macro_rules! kinds {
    ($($kind:ident),*) => { $(impl OfKind for $kind { const KIND: Kind = Kind::$kind; })* };
}
kinds!(Body, Kept, Wing, Node, Tag, Unit, Dust, Spy);

/// Evaluates an expression with a type of this kind.
macro_rules! of_kind {
    ($kind:expr, $T:ident => $do:expr) => {{
        use $crate::components as c;
        use $crate::kind::Kind;
        match $kind {
            Kind::Body => {
                type $T = c::Body;
                $do
            }
            Kind::Kept => {
                type $T = c::Kept;
                $do
            }
            Kind::Wing => {
                type $T = c::Wing;
                $do
            }
            Kind::Node => {
                type $T = c::Node;
                $do
            }
            Kind::Tag => {
                type $T = c::Tag;
                $do
            }
            Kind::Unit => {
                type $T = c::Unit;
                $do
            }
            Kind::Dust => {
                type $T = c::Dust;
                $do
            }
            Kind::Spy => {
                type $T = c::Spy;
                $do
            }
        }
    }};
}
pub(crate) use of_kind;
