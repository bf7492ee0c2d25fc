//! [`Spec`]: what a type declares, with its hooks from the table of hooks.

use crate::base::TypeName;
use crate::borrow::AccessSet;
use crate::column::Births;
use crate::phase::Phase;
use crate::world::above::SpecExtensions;
use crate::world::{HandleField, TypeRef};

use super::place::TypePlace;
use super::probe::Show;
use super::require::Require;
use super::run::{FillSiblings, Listener};

/// What a type has in the place of a hook, by the hook's kind.
pub mod found {
    use super::super::run::{self, Later, RunLife, RunPass};

    /// An `init`.
    pub type Init = Option<&'static dyn RunLife<run::Init>>;
    /// Another hook for one component at a time.
    pub type Life = Option<&'static dyn RunLife<Later>>;
    /// A hook that runs over all components.
    pub type Pass = Option<&'static dyn RunPass>;
}

/// Declares the hooks of the table.
macro_rules! declare {
    ($($name:ident: $kind:ident $(($phase:ident))?, $when:literal;)*) => {
        /// The hooks of a component type.
        pub struct HookSpec {
            $(#[doc = concat!("Runs ", $when, ".")] pub $name: found::$kind,)*
            /// Hooks whose method has another name, with that name.
            pub renamed: &'static [(&'static str, &'static str)],
        }

        impl HookSpec {
            /// No hook.
            pub const NONE: Self = Self { $($name: None,)* renamed: &[] };

            const fn is_empty(&self) -> bool {
                true $(&& self.$name.is_none())*
            }

            /// The hook that runs in a phase.
            pub(crate) const fn pass(&self, phase: Phase) -> found::Pass {
                match phase {
                    $($(Phase::$phase => self.$name,)?)*
                }
            }

            /// The hooks, each with its name and what it takes besides its component.
            pub(crate) fn all(&self) -> impl Iterator<Item = (&'static str, AccessSet<'static>)> {
                let hooks = [$(self.$name.map(|hook| (stringify!($name), *hook.access()))),*];
                hooks.into_iter().flatten()
            }
        }
    };
}

ecs_derive::hooks!(declare);

/// When the passes of a component type run, and how they borrow.
pub struct PassSpec {
    /// Types whose passes run before this type's.
    pub after: &'static [TypeRef],
    /// Types whose passes run after this type's.
    pub before: &'static [TypeRef],
    /// The fields, if the passes of the types that their handles refer to run before this type's.
    pub after_handles: &'static [HandleField],
    /// Whether its passes borrow whole types: its own, and those that they take.
    pub isolated: bool,
}

impl PassSpec {
    /// Passes in any order, which borrow row by row.
    pub const NONE: Self = Self { after: &[], before: &[], after_handles: &[], isolated: false };
}

/// What a component type declares: its hooks and keys.
pub struct Spec {
    /// The type's name in messages.
    pub name: TypeName,
    /// Its hooks.
    pub hooks: HookSpec,
    /// When its passes run, and how they borrow.
    pub passes: PassSpec,
    /// Types that are added before `init` where the entity lacks them.
    pub requires: &'static [Require],
    /// How it listens to events.
    pub events: &'static [Listener],
    /// Fills the fields that are marked `sibling`.
    pub siblings: Option<&'static dyn FillSiblings>,
    /// Whether changes are tracked.
    pub tracked: bool,
    /// Whether a feature keeps the rows in an order of its own, and asks which have moved.
    pub has_own_order: bool,
    /// The number of components that the first allocation has room for.
    pub capacity: usize,
    /// The most values of ended components that are kept for later ones.
    pub pooled: usize,
    /// Whether snapshots leave the type out.
    pub no_snapshot: bool,
    /// Where the type is written, if it is not generic.
    pub place: Option<TypePlace>,
    /// Prints a component, if the type has a `Debug`.
    pub shown: Option<&'static dyn Show>,
    /// The keys of features.
    pub extensions: SpecExtensions,
}

impl Spec {
    /// Describes a type without hooks.
    #[must_use]
    pub const fn new(name: &'static str) -> Self {
        Self {
            name: TypeName::of_plain(name),
            hooks: HookSpec::NONE,
            passes: PassSpec::NONE,
            requires: &[],
            events: &[],
            siblings: None,
            tracked: false,
            has_own_order: false,
            capacity: 0,
            pooled: 0,
            no_snapshot: false,
            place: None,
            shown: None,
            extensions: SpecExtensions::NONE,
        }
    }

    /// Says whether the library has no hook to call for a component of the type.
    pub(crate) const fn has_no_hooks(&self) -> bool {
        !self.has_birth() && self.events.is_empty() && !self.has_own_order && self.hooks.is_empty()
    }

    /// Says that the type, `T`, is generic.
    #[must_use]
    pub const fn generic<T>(mut self) -> Self {
        self.name = TypeName::of_generic::<T>(self.name.declared());
        self
    }

    /// Says in which module the type is written, which is not generic.
    #[must_use]
    #[track_caller]
    pub const fn within(mut self, module: &'static str) -> Self {
        self.place = Some(TypePlace::here(self.name.declared(), module));
        self
    }

    /// Says whether a new component has a birth: something is to be done once its value is placed.
    pub(crate) const fn has_birth(&self) -> bool {
        self.hooks.init.is_some()
            || self.siblings.is_some()
            || !self.requires.is_empty()
            || self.is_notified()
    }

    /// Says whether it has `on_enable`, `on_disable` or `start`.
    pub(crate) const fn is_notified(&self) -> bool {
        self.hooks.on_enable.is_some() || self.hooks.on_disable.is_some() || self.hooks.start.is_some()
    }

    /// Says whether there are hooks for the end of a component.
    pub(crate) const fn has_end(&self) -> bool {
        self.hooks.shutdown.is_some() || self.hooks.on_disable.is_some()
    }

    /// Says whether there is something to do when the component's entity is used again.
    pub(crate) const fn has_reset(&self) -> bool {
        self.siblings.is_some() || self.hooks.on_reset.is_some()
    }

    /// Which hooks a new component still has to get.
    pub(crate) const fn births(&self) -> Births {
        let has_later = self.is_notified() || self.has_birth() && self.has_end();
        Births { has_later, is_notified: self.is_notified(), starts: self.hooks.start.is_some() }
    }

    /// The method that a hook is, as messages name it.
    pub(crate) fn method(&self, hook: &'static str) -> &'static str {
        self.hooks.renamed.iter().find(|(renamed, _)| *renamed == hook).map_or(hook, |(_, method)| method)
    }
}
