//! [`Borrower`]: what can have borrowed a component, as errors name it.

use core::fmt;
use core::panic::Location;

use super::hook_name::HookName;
use crate::base::{CallSite, WithoutPaths};

/// The holder of a borrow of a component or a store.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Borrower {
    /// A [`Ref`](crate::Ref).
    Shared,
    /// A [`RefMut`](crate::RefMut).
    Exclusive,
    /// A hook of the component, through its `self`: `init`, `shutdown`, a listener to an event, and the like.
    Hook,
    /// A hook, through its `self`, where it is known which.
    #[non_exhaustive]
    PassHook {
        /// The component's type.
        component: &'static str,
        /// The hook.
        hook: &'static str,
    },
    /// A hook, through a parameter: of the same entity, or a singleton.
    #[non_exhaustive]
    Parameter {
        /// The type that has the hook.
        component: &'static str,
        /// The hook.
        hook: &'static str,
        /// The type of the parameter.
        parameter: &'static str,
        /// Whether it is taken as `&mut`.
        mutable: bool,
    },
    /// A hook of a type that is `#[component(isolated)]`, through a parameter: it has borrowed the whole
    /// store.
    #[non_exhaustive]
    IsolatedParameter {
        /// The type that has the hook.
        component: &'static str,
        /// The hook.
        hook: &'static str,
        /// The type of the parameter.
        parameter: &'static str,
        /// Whether it is taken as `&mut`.
        mutable: bool,
    },
    /// A hook that takes a [`View`](crate::View).
    #[non_exhaustive]
    ViewParameter {
        /// The type that has the hook.
        component: &'static str,
        /// The hook.
        hook: &'static str,
        /// The type of what it views.
        parameter: &'static str,
    },
    /// A system that takes a singleton.
    #[non_exhaustive]
    System {
        /// The singleton's type.
        parameter: &'static str,
        /// Whether it is taken as `&mut`.
        mutable: bool,
    },
    /// The closure of a [`for_each`](crate::Component::for_each), or of another call that visits one
    /// component after the other.
    ForEach,
    /// The closure of a call by a trait, as [`Every::each`](crate::Every::each).
    #[non_exhaustive]
    ByTrait {
        /// The type of the trait object.
        interface: &'static str,
    },
    /// The closure of a query's [`each`](crate::Query::each).
    Each,
    /// What the [`get_mut`](crate::Query::get_mut) of a query has given.
    Got,
    /// A [`Query`](crate::Query) that reads: all that a `for` over it visits.
    QueryShared,
    /// A [`Query`](crate::Query) that asks for `&mut`.
    QueryExclusive,
    /// A [`View`](crate::View), or a system that takes the type to read it.
    View,
    /// A [`ViewMut`](crate::ViewMut), or a system that takes the type to write to it.
    ViewMut,
    /// What [`columns`](crate::Component::columns) has given.
    Columns,
    /// What [`columns_mut`](crate::Component::columns_mut) has given.
    ColumnsMut,
    /// The pass of a type that is `#[component(isolated)]`, which borrows whole types: its own, and those
    /// that it takes.
    IsolatedPass,
    /// The library, while observers of its end run: they may read it.
    Observers,
    /// As many [`Ref`](crate::Ref)s as can be counted.
    TooMany,
}

impl Borrower {
    /// The hook itself, through its `self`.
    pub(crate) const fn own(HookName { component, hook }: HookName) -> Self {
        Self::PassHook { component, hook }
    }

    /// What a visit is called that takes a type: by a hook, or by a query.
    pub(crate) const fn of_term(hook: Option<HookName>, parameter: &'static str, mutable: bool) -> Self {
        match hook {
            Some(HookName { component, hook }) => Self::Parameter { component, hook, parameter, mutable },
            None if mutable => Self::QueryExclusive,
            None => Self::QueryShared,
        }
    }

    /// What a hook is called that takes a view of a type, or, as one that borrows the whole store, the type
    /// itself.
    pub(crate) const fn of_whole(hook: Option<HookName>, parameter: &'static str, mutable: bool) -> Self {
        match hook {
            Some(HookName { component, hook }) => {
                Self::IsolatedParameter { component, hook, parameter, mutable }
            }
            None => Self::of_view(mutable),
        }
    }

    /// A view.
    pub(crate) const fn of_view(mutable: bool) -> Self {
        if mutable { Self::ViewMut } else { Self::View }
    }

    /// Says whether it is a hook or a system, which messages name instead of a place.
    pub(crate) const fn is_named(self) -> bool {
        let as_a_whole = matches!(
            self,
            Self::IsolatedParameter { .. }
                | Self::ViewParameter { .. }
                | Self::IsolatedPass
                | Self::System { .. }
        );
        self.is_hook() || as_a_whole
    }

    /// Says whether it is a hook that has it as `self` or as a parameter, or stands for one.
    pub(crate) const fn is_hook(self) -> bool {
        matches!(self, Self::Hook | Self::PassHook { .. } | Self::Parameter { .. } | Self::Observers)
    }

    /// Where it was borrowed, if that place helps: a hook is named, and is borrowed for nowhere else.
    pub(crate) fn place_of(self, site: CallSite) -> Option<&'static Location<'static>> {
        if self.is_named() { None } else { site.location() }
    }
}

impl fmt::Display for Borrower {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match *self {
            Self::Shared => "borrowed",
            Self::Exclusive => "mutably borrowed",
            Self::Hook => "borrowed by its own hook",
            Self::PassHook { component, hook } => {
                return write!(f, "borrowed by its own hook `{component}::{hook}`, as `self`");
            }
            Self::Parameter { component, hook, parameter, mutable } => {
                let reference = if mutable { "&mut " } else { "&" };
                return write!(
                    f,
                    "borrowed by the hook `{component}::{hook}`, as its parameter `{reference}{parameter}`"
                );
            }
            Self::IsolatedParameter { component, hook, parameter, mutable } => {
                let reference = if mutable { "&mut " } else { "&" };
                return write!(
                    f,
                    "borrowed, like all of its type, by the isolated hook `{component}::{hook}`, as its \
                     parameter `{reference}{parameter}`"
                );
            }
            Self::ViewParameter { component, hook, parameter } => {
                return write!(
                    f,
                    "borrowed, like all of its type, by the hook `{component}::{hook}`, as its parameter \
                     `View<{parameter}>`"
                );
            }
            Self::System { parameter, mutable } => {
                let reference = if mutable { "&mut " } else { "&" };
                return write!(f, "borrowed by a system, as its parameter `{reference}{parameter}`");
            }
            Self::Each => "borrowed by the closure of a query's `each`",
            Self::Got => "borrowed by the `get_mut` of a query",
            Self::ForEach => "borrowed by the closure of a `for_each`",
            Self::ByTrait { interface } => {
                return write!(f, "borrowed by the closure of an `every::<{}>()`", WithoutPaths(interface));
            }
            Self::QueryShared => "borrowed by a query",
            Self::QueryExclusive => "mutably borrowed by a query",
            Self::View => "borrowed by a view of its store",
            Self::ViewMut => "mutably borrowed by a view of its store",
            Self::Columns => "borrowed by its columns",
            Self::ColumnsMut => "mutably borrowed by its columns",
            Self::IsolatedPass => "borrowed, like all of its type, by its isolated pass",
            Self::Observers => "borrowed while its observers run",
            Self::TooMany => "borrowed as often as can be counted",
        })
    }
}

/// Why a borrow was refused: what holds the component, and since where (in debug builds).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Conflict {
    pub(crate) borrower: Borrower,
    pub(crate) at: Option<&'static Location<'static>>,
}
