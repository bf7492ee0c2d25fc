//! What can go wrong when components are borrowed: [`BorrowError`], [`ViewError`].

use core::fmt;
use core::panic::Location;
use ecs_derive::Sentence;

use crate::base::WithoutPaths;
use crate::borrow::{Borrower, Conflict};
use crate::ids::Entity;

use super::ending::Ending;
use super::world::WorldError;
use super::write::{borrowed_by, if_any};

/// Why a component was not borrowed.
#[derive(Clone, Copy, PartialEq, Eq, Sentence)]
#[non_exhaustive]
pub enum BorrowError {
    /// There is no world.
    #[says("cannot borrow {component}: {error}", component = WithoutPaths(component))]
    World {
        /// The component's type.
        component: &'static str,
        /// Why.
        error: WorldError,
    },
    /// The handle belongs to another world than the current one.
    #[says(
        "cannot borrow {component} of {entity:?}: the entity belongs to another world; borrow it inside \
         that world's `enter`, or from another thread send what is to be done: `World::remote`",
        component = WithoutPaths(component)
    )]
    WrongWorld {
        /// The component's type.
        component: &'static str,
        /// The entity.
        entity: Entity,
    },
    /// The entity is dead.
    #[says(write_dead)]
    Dead {
        /// The component's type.
        component: &'static str,
        /// The entity; [`Entity::NONE`] for a null handle.
        entity: Entity,
        /// How it ended; known in debug builds.
        ending: Option<Ending>,
    },
    /// The entity is alive, but has no such component (any more).
    #[says(write_missing)]
    Missing {
        /// The component's type.
        component: &'static str,
        /// The entity.
        entity: Entity,
        /// How the component ended, if it did; known in debug builds.
        ending: Option<Ending>,
    },
    /// The entity was parked in a [`Pool`](crate::Pool) and taken again: it goes on under another generation.
    #[says(
        "cannot borrow {component} of {entity:?}: the entity was taken from a pool again and is {now:?} \
         now, so handles of its earlier life are stale; mark a field that refers to its own entity \
         `#[component(sibling)]`, or set it again in `on_reset`",
        component = WithoutPaths(component)
    )]
    Stale {
        /// The component's type.
        component: &'static str,
        /// The entity in its earlier life.
        entity: Entity,
        /// The entity now.
        now: Entity,
    },
    /// Something else has borrowed the component.
    #[says(
        "cannot borrow {component} of {entity:?}{}: it is {}{}",
        if *mutably { " mutably" } else { "" },
        borrowed_by(by, at),
        fmt::from_fn(|f| write_remedy(f, *by, *mutably)),
        component = WithoutPaths(component)
    )]
    Borrowed {
        /// The component's type.
        component: &'static str,
        /// The entity.
        entity: Entity,
        /// Whether this borrow was to be exclusive.
        mutably: bool,
        /// What has borrowed it.
        by: Borrower,
        /// Where that borrow began; known in debug builds.
        at: Option<&'static Location<'static>>,
    },
    /// The entity is alive, but none of its components offers an interface.
    #[says(
        "cannot borrow {} of {entity:?}: none of its components offers it; write `as({})` into the \
         `#[component(..)]` of one, or use `get_as()`, which is `None` where there is none",
        WithoutPaths(interface),
        WithoutPaths(interface)
    )]
    NotOffered {
        /// The type of the trait object.
        interface: &'static str,
        /// The entity.
        entity: Entity,
    },
    /// The type is stored by its fields ([`Soa`](crate::Soa)), so a guard on an interface has no value to
    /// refer to.
    #[says(
        "cannot show {component} of {entity:?} by a trait: the type is `#[component(soa)]`, so its value is \
         a copy, which no guard can keep; call `with_as` or `with_all_as` of the entity, or `every::<dyn \
         ..>().each(..)`",
        component = WithoutPaths(component)
    )]
    Copied {
        /// The component's type.
        component: &'static str,
        /// The entity.
        entity: Entity,
    },
    /// A view does not have the component, which was added after the view began.
    #[says(
        "the view does not have {component} of {entity:?}: it was added after the view was taken; take the \
         view again, or use the handle, as `handle.borrow()`"
    )]
    AddedLater {
        /// The component's type.
        component: &'static str,
        /// The entity.
        entity: Entity,
    },
    /// A call that borrows several components names one twice.
    #[says(
        "cannot borrow {component} of {entity:?} mutably twice at once: give each handle once, or borrow \
         one after the other"
    )]
    Twice {
        /// The component's type.
        component: &'static str,
        /// The entity.
        entity: Entity,
    },
}

fn write_dead(
    f: &mut fmt::Formatter<'_>,
    component: &'static str,
    entity: &Entity,
    ending: &Option<Ending>,
) -> fmt::Result {
    let component = WithoutPaths(component);
    if *entity == Entity::NONE {
        return write!(
            f,
            "cannot borrow {component} through a null handle: set the handle first, for instance in `init`, \
             or use `get()`"
        );
    }
    write!(
        f,
        "cannot borrow {component} of {entity:?}: the entity is dead{}; ask `is_alive()` first, or use \
         `get()`, which is `None` for what is dead",
        if_any(": ", ending)
    )
}

fn write_missing(
    f: &mut fmt::Formatter<'_>,
    component: &'static str,
    entity: &Entity,
    ending: &Option<Ending>,
) -> fmt::Result {
    let component = WithoutPaths(component);
    write!(f, "cannot borrow {component} of {entity:?}: the entity is alive, but ")?;
    match ending {
        None => write!(
            f,
            "has no {component}; add one to it first, or use `get()`, which is `None` where there is none"
        ),
        Some(ending) => write!(
            f,
            "its {component} is dead: {ending}; ask `is_alive()` first, or use `get()`, which is `None` for \
             what is dead"
        ),
    }
}

/// What an event calls cannot be given an argument.
const HEARS: &str = "(an event cannot pass it on: then let one of the two hooks not take it)";

/// What never ends: the sentence is to name it where a guard is to be dropped.
pub(super) const FORGOTTEN: &str = "(one that was passed to `mem::forget` never ends)";

fn write_remedy(f: &mut fmt::Formatter<'_>, by: Borrower, mutably: bool) -> fmt::Result {
    match by {
        Borrower::Parameter { parameter, mutable: false, .. } if mutably => write!(
            f,
            "; take it there as `&mut {parameter}`, and give it to what the hook calls as an argument {HEARS}"
        ),
        Borrower::Parameter { .. } => write!(
            f,
            "; inside that hook use the parameter, and give it to what the hook calls as an argument {HEARS}"
        ),
        Borrower::IsolatedParameter { component, .. } => write!(
            f,
            "; its own is the parameter there; to reach others in the hook, remove `isolated` from the \
             `#[component(..)]` of {component}"
        ),
        Borrower::Shared | Borrower::Exclusive => write!(
            f,
            "; drop that guard first (one in the same expression, `match` or `let x = &..` lives to its \
             end, one that was passed to `mem::forget` never ends), or use `with` of the handle, and in its \
             closure the argument"
        ),
        _ => f.write_str(remedy(by)),
    }
}

fn remedy(by: Borrower) -> &'static str {
    match by {
        Borrower::Hook | Borrower::PassHook { .. } => {
            "; inside that hook use `self`; what it calls gets `self` as an argument, or sends an event, \
             which waits"
        }
        Borrower::IsolatedPass => {
            "; its own component is `self` there; to reach others in the hook, remove `isolated` from its \
             `#[component(..)]`"
        }
        Borrower::QueryShared | Borrower::QueryExclusive => {
            "; if it is the entity that you visit, use what the query gave; otherwise visit by \
             `query::<..>().each(..)` instead of `for`: it borrows one entity at a time"
        }
        Borrower::Each => "; inside the closure use its arguments",
        Borrower::Got => "; use what `get_mut` gave, or drop the query first",
        Borrower::System { .. } => {
            "; inside the system use the parameter, and give it to what the system calls as an argument"
        }
        Borrower::ViewParameter { .. } => {
            "; take no view: remove the parameter, and use handles or `query::<..>().each(..)` in the hook"
        }
        Borrower::ForEach | Borrower::ByTrait { .. } => "; inside the closure use its argument",
        Borrower::Observers => "; read what ends by `get()` of the event",
        Borrower::View => {
            "; drop the view first, or take `view_mut()` (in a system `ViewMut`) and index it with the handle"
        }
        Borrower::Columns | Borrower::ColumnsMut => "; drop all of the columns first, or use their slices",
        Borrower::ViewMut => "; index the view with the handle, or drop the view first",
        Borrower::TooMany => "; drop some of the guards (those that were passed to `mem::forget` never end)",
        Borrower::Shared
        | Borrower::Exclusive
        | Borrower::IsolatedParameter { .. }
        | Borrower::Parameter { .. } => "",
    }
}

/// Why a store was not borrowed as a whole.
#[derive(Clone, Copy, PartialEq, Eq, Sentence)]
#[says("{}", self.for_verb("view"))]
#[non_exhaustive]
pub enum ViewError {
    /// The world is closing.
    World {
        /// The component's type.
        component: &'static str,
        /// Why.
        error: WorldError,
    },
    /// A component of the type is borrowed.
    Borrowed {
        /// The component's type.
        component: &'static str,
        /// What has borrowed it.
        by: Borrower,
        /// Where that borrow began; known in debug builds.
        at: Option<&'static Location<'static>>,
    },
    /// Components were added, killed or switched while a component of the type is borrowed, so that the
    /// values are not in order.
    Unsettled {
        /// The component's type.
        component: &'static str,
        /// What has borrowed it.
        by: Borrower,
        /// Where that borrow began; known in debug builds.
        at: Option<&'static Location<'static>>,
    },
    /// A dead component waits for its `shutdown` or `on_disable`, because a parameter of the hook is
    /// borrowed: until the hook runs, the values are not in order.
    EndWaits {
        /// The component's type.
        component: &'static str,
        /// The type of what the hook takes.
        takes: &'static str,
        /// What has borrowed that.
        by: Borrower,
        /// Where that borrow began; known in debug builds.
        at: Option<&'static Location<'static>>,
    },
}

impl ViewError {
    pub(crate) const fn borrowed(component: &'static str, conflict: Conflict) -> Self {
        Self::Borrowed { component, by: conflict.borrower, at: conflict.at }
    }

    /// The sentence, with what was to be done.
    pub(crate) fn for_verb(self, verb: &'static str) -> impl fmt::Display {
        fmt::from_fn(move |f| match self {
            Self::World { component, error } => {
                write!(f, "cannot {verb} {}: {error}", WithoutPaths(component))
            }
            Self::Borrowed { component, by, at } => {
                write!(f, "cannot {verb} {component}: one is {}; ", borrowed_by(&by, &at))?;
                write_remedy_for_all(f, by, verb)
            }
            Self::Unsettled { component, by, at } => {
                write!(
                    f,
                    "cannot {verb} {component}: some were added, killed or switched while one is {}; ",
                    borrowed_by(&by, &at)
                )?;
                write_remedy_for_all(f, by, verb)?;
                // The remedies in hooks say what to use instead of a view.
                if by.is_hook() { Ok(()) } else { f.write_str(", so that the store can be flushed") }
            }
            Self::EndWaits { component, takes, by, at } => {
                let by_it = borrowed_by(&by, &at);
                write!(f, "cannot {verb} {component}: the end of one waits for {takes}, which is {by_it}; ")?;
                write_remedy_for_all(f, by, verb)
            }
        })
    }
}

/// What to do where something is in the way of a view, a sort, `for_each` or `par_each`.
pub(super) fn write_remedy_for_all(f: &mut fmt::Formatter<'_>, by: Borrower, verb: &str) -> fmt::Result {
    f.write_str(match (by, verb) {
        (Borrower::Hook | Borrower::PassHook { .. } | Borrower::Parameter { .. }, "sort") => {
            "sort outside of the hook: before or after the update"
        }
        (Borrower::Hook | Borrower::PassHook { .. } | Borrower::Parameter { .. }, "share out") => {
            "inside the hook use `each` instead, and leave out what you have: \
             `query::<..>().except(me).each(..)`, with `me: Entity` as a parameter"
        }
        (Borrower::Hook | Borrower::PassHook { .. } | Borrower::Parameter { .. }, "hand out") => {
            "inside the hook use `each` instead, which leaves out what you have"
        }
        (Borrower::Hook | Borrower::PassHook { .. } | Borrower::Parameter { .. }, _) => {
            "inside the hook use a query, which leaves out what you have by `query::<..>().except(me)`, \
             with `me: Entity` as a parameter"
        }
        (Borrower::IsolatedPass, "visit") => "remove `isolated` from its `#[component(..)]`",
        (Borrower::IsolatedPass, _) => {
            "remove `isolated` from its `#[component(..)]`, and use `query::<..>().except(me)` in the hook, \
             with `me: Entity` as a parameter"
        }
        (Borrower::IsolatedParameter { component, .. }, "visit") => {
            return write!(f, "remove `isolated` from the `#[component(..)]` of {component}");
        }
        (Borrower::IsolatedParameter { component, .. }, _) => {
            return write!(
                f,
                "remove `isolated` from the `#[component(..)]` of {component}, and use \
                 `query::<..>().except(me)` in the hook, with `me: Entity` as a parameter"
            );
        }
        (Borrower::ViewParameter { .. }, _) => {
            "remove that parameter, and use `query::<..>()` in the hook instead of it"
        }
        (Borrower::System { .. }, _) => "do it outside of the system",
        (Borrower::QueryShared | Borrower::QueryExclusive | Borrower::Got, _) => "end the query first",
        (Borrower::Each, _) => "do it when the `each` is over",
        (Borrower::ForEach, _) => "do it when the `for_each` is over",
        (Borrower::ByTrait { .. }, _) => "do it when that call is over",
        (Borrower::Observers, _) => "use a query instead, or do it when the observer is over",
        (Borrower::View | Borrower::ViewMut, _) => "end the view first",
        (Borrower::Columns | Borrower::ColumnsMut, _) => "drop the columns first",
        (Borrower::Shared | Borrower::Exclusive | Borrower::TooMany, _) => {
            return write!(f, "drop that guard first {FORGOTTEN}");
        }
    })
}
