//! [`Lender`]: what can have borrowed a component, as errors name it.

use core::fmt;
use core::panic::Location;

/// What has borrowed a component or a store.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Lender {
    /// A [`Ref`](crate::Ref).
    Shared,
    /// A [`RefMut`](crate::RefMut).
    Exclusive,
    /// A hook of the component, through its `self`.
    Hook,
    /// The closure of a [`for_each`](crate::Component::for_each).
    ForEach,
    /// A [`View`](crate::View), a query, or a hook that takes the type as a `&` sibling.
    View,
    /// A [`ViewMut`](crate::ViewMut), a query, or a hook that takes the type as a `&mut` sibling.
    ViewMut,
    /// The update pass of a type that is `#[component(isolated)]`, which lends its store as a whole.
    IsolatedPass,
    /// As many [`Ref`](crate::Ref)s as can be counted.
    TooMany,
}

impl fmt::Display for Lender {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Shared => "borrowed",
            Self::Exclusive => "mutably borrowed",
            Self::Hook => "lent to its own hook",
            Self::ForEach => "lent to the closure of a `for_each`",
            Self::View => "borrowed by a view of its store or for the parameter of a hook",
            Self::ViewMut => "mutably borrowed by a view of its store or for the parameter of a hook",
            Self::IsolatedPass => "lent as a whole to its isolated `update`",
            Self::TooMany => "borrowed as often as can be counted",
        })
    }
}

/// Why a borrow was refused: what holds the component, and since where (in debug builds).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Conflict {
    pub(crate) lender: Lender,
    pub(crate) at: Option<&'static Location<'static>>,
}
