//! The types of components, by number.

use crate::components::{Body, Dust, Kept, Node, Spy, Tag, Unit, Wing};
use crate::value::Seen;

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

    fn seen(&self) -> Seen;
}

macro_rules! kinds {
    ($($kind:ident: $own:ident => $value:expr;)*) => {
        $(impl OfKind for $kind {
            const KIND: Kind = Kind::$kind;

            fn seen(&self) -> Seen {
                let $own = self;
                $value
            }
        })*
    };
}
kinds! {
    Body: body => body.value.seen();
    Kept: kept => kept.value.seen();
    Wing: wing => wing.value.seen();
    Node: node => node.value.seen();
    Tag: _tag => Seen::default();
    Unit: _unit => Seen::default();
    Dust: dust => Seen { count: dust.n, ..Seen::default() };
    Spy: spy => spy.value.seen();
}

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
