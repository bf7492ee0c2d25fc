//! [`Changed`], [`Added`]: filters by when a component was changed or added.
#![expect(unsafe_code, reason = "threads look at a frozen column")]

use core::any::TypeId;
use core::marker::PhantomData;
use std::rc::Rc;

use crate::borrow::AccessSet;
use crate::column::Distinct;
use crate::component::PerEntity;
use crate::iterate::{Candidates, Presence, SyncWhileFrozen};
use crate::query::{FindTypes, Has, QueryFilter, looks_where_types_look, passes_all};
use crate::ticks::Tick;
use crate::world::{Frozen, WorldCore};

use super::tracked::Tracked;

/// A filter for entities whose component was changed or added recently: `Changed<Transform>`. The type is
/// [tracked](Tracked).
///
/// [`Query::since`](crate::Query::since) sets the time from which changes count. By default, in a pass or a
/// system, it is the start of its last run: used in each frame, it finds each change at least once. Elsewhere
/// it is the end of the last [`update_all`](crate::update_all) but one: code that runs once between two
/// frames finds each change at least once. Before that, all entities pass. A snapshot restores these times,
/// so the game finds the same changes again. A renderer stores a [`Tick`] instead and passes it to `since`,
/// which also finds the changes made by a return to a snapshot.
///
/// Use it in place of a type: `Without<Changed<T>>`, `AnyOf<(Changed<T>, Changed<U>)>`.
///
/// ```
/// use ecs_core::{Changed, Component, Entity, query, update_all};
///
/// #[derive(Component)]
/// #[component(track)]
/// struct Name(String);
///
/// #[derive(Component, Default)]
/// struct Labels(Vec<String>);
///
/// impl Labels {
///     fn update(&mut self) {
///         let changed = query::<&Name>().filter::<Changed<Name>>();
///         self.0 = changed.iter().map(|name| name.0.clone()).collect();
///     }
/// }
///
/// let ada = Entity::spawn().insert(Name("Ada".into()));
/// Entity::spawn().insert(Name("Bob".into()));
/// let labels = Entity::spawn().add::<Labels>();
/// update_all(0.1);
/// assert_eq!(labels.borrow().0, ["Ada", "Bob"]);
/// ada.borrow_mut().0.push('!');
/// update_all(0.1);
/// assert_eq!(labels.borrow().0, ["Ada!"]);
/// update_all(0.1);
/// assert!(labels.borrow().0.is_empty());
/// ```
#[derive(Debug)]
pub struct Changed<T>(PhantomData<fn(T) -> T>);

/// A filter for entities whose component was added recently: `Added<Transform>`. The type is
/// [tracked](Tracked).
///
/// The time from which additions count is that of [`Changed`].
#[derive(Debug)]
pub struct Added<T>(PhantomData<fn(T) -> T>);

/// A column, and since when its ticks are looked at.
pub struct Watched {
    presence: Presence,
    since: Tick,
}

// SAFETY: as for `Presence`. Ticks that are written meanwhile are atomic; what of the running pass is read is
// written by no one.
unsafe impl SyncWhileFrozen for Watched {
    fn freeze(&self, frozen: &Frozen) {
        self.presence.freeze(frozen);
    }
}

macro_rules! watches {
    ($filter:ident, $answer:ident) => {
        impl<T: Tracked + PerEntity> FindTypes for $filter<T> {
            type Columns = Watched;

            const LOOKS_BACK: bool = true;
            const WATCHES: AccessSet<'static> = AccessSet::of::<T>(false);
            const NEEDS: AccessSet<'static> = AccessSet::of::<T>(false);
            // Who has the type may lack the change.
            const LACKS: AccessSet<'static> = AccessSet::NONE;

            fn columns(world: Option<&Rc<WorldCore>>) -> Watched {
                let since = world.map_or(Tick::default(), |world| world.ticker.since());
                Watched { presence: Presence::new(TypeId::of::<T>(), world), since }
            }

            fn look_for_all(watched: &Watched, of: &mut Candidates<'_>) -> u64 {
                watched.presence.column().map_or(0, |column| of.$answer(column, watched.since))
            }

            fn count_of_fewest(watched: &Watched) -> usize {
                T::count_of_fewest(&watched.presence)
            }

            fn list_of_fewest(watched: &Watched) -> Distinct {
                T::list_of_fewest(&watched.presence)
            }

            fn look_back(watched: &mut Watched, tick: Tick) {
                let world = watched.presence.world.as_ref();
                watched.since = world.map_or(tick, |world| world.ticker.since_kept(tick));
            }
        }

        impl<T: Tracked + PerEntity> QueryFilter for $filter<T> {
            passes_all!(Self);
        }
    };
}

watches!(Changed, changed);
watches!(Added, added);
