//! [`Removed`]: the entities that have lost a component since a system ran the last time.

use core::fmt;
use core::iter::Map;
use core::marker::PhantomData;
use std::collections::{VecDeque, vec_deque};
use std::sync::Arc;

use crate::component::Component;
use crate::error::WorldError;
use crate::ids::Entity;
use crate::spec::name_of;
use crate::threads::{Mailbox, TurnLetters};
use crate::ticks::PerWorld;
use crate::world::with_current;
use crate::world::{Removal, with_current_or_new};

use super::observe::{Observer, observe_for_reader};
use super::observed::Remove;

/// The entities that have lost their component `T` since this system ran the last time: a parameter of
/// [systems](crate::System).
///
/// The list has the same ends as the event [`Remove`]: by `kill`, `remove` and `despawn`, by a new value, by
/// `clear`, and by the return to a [`Pool`](crate::Pool); disabling is no end. The system cannot read the
/// component any more: for that, use [`observe`](crate::observe). The entity may be dead; use it as a key,
/// for example to stop a sound.
///
/// ```
/// use ecs_core::{Component, Entity, Removed, Schedule, Singleton};
///
/// #[derive(Component, Default)]
/// struct Enemy;
///
/// #[derive(Singleton, Default)]
/// struct Score(usize);
///
/// fn count(killed: Removed<Enemy>, score: &mut Score) {
///     score.0 += killed.len();
/// }
///
/// let enemies = [(); 3].map(|()| Entity::spawn().add::<Enemy>());
/// let mut schedule = Schedule::new().add(count);
/// schedule.run(0.1);
/// enemies[0].kill();
/// enemies[2].entity().despawn();
/// schedule.run(0.1);
/// schedule.run(0.1);
/// assert_eq!(Score::borrow().0, 2);
/// ```
///
/// # What is kept, and for how long
///
/// Each system with this parameter has its own list for each world. The list begins when its schedule is
/// [given to the world](crate::World::set_schedule), or else with its first run there. The system receives
/// each removal once, in its next run, also if the run is late because the system was switched off, its
/// condition did not hold or the run was refused. At most 2^20 removals are kept; [`missed`](Self::missed)
/// counts older ones. The lists end with the schedule. A type without such a system costs nothing; otherwise
/// the cost is that of an observing closure.
pub struct Removed<'w, T> {
    ends: &'w VecDeque<(Entity, Removal)>,
    missed: u64,
    component: PhantomData<fn() -> T>,
}

impl<T: Component> Removed<'_, T> {
    /// Yields the entities in the order in which their components have ended. An entity that has lost two
    /// components, one after the other, comes twice.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Entity> + DoubleEndedIterator + '_ {
        self.ends.iter().map(|&(entity, _)| entity)
    }

    /// Yields the entities as [`iter`](Self::iter), each with the reason.
    pub fn iter_with_reason(
        &self,
    ) -> impl ExactSizeIterator<Item = (Entity, Removal)> + DoubleEndedIterator + '_ {
        self.ends.iter().copied()
    }

    /// Returns how many components have ended.
    #[must_use]
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Says whether no component has ended.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// Returns the number of ends that were lost before the first one, because the system did not run for too
    /// long.
    #[must_use]
    pub fn missed(&self) -> u64 {
        self.missed
    }
}

impl<'r, T> IntoIterator for &'r Removed<'_, T> {
    type Item = Entity;
    type IntoIter = Map<vec_deque::Iter<'r, (Entity, Removal)>, fn(&'r (Entity, Removal)) -> Entity>;

    fn into_iter(self) -> Self::IntoIter {
        self.ends.iter().map(|(entity, _)| *entity)
    }
}

impl<T: Component> fmt::Debug for Removed<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Removed<{}>", name_of::<T>())?;
        f.debug_list().entries(self.iter()).finish()
    }
}

/// What a system that takes [`Removed`] keeps, for each world.
pub struct RemovalReader<T: Component>(PerWorld<Option<ReaderPlace<T>>>);

struct ReaderPlace<T: Component> {
    mailbox: Arc<Mailbox<(Entity, Removal)>>,
    _observer: Observer<Remove<T>>,
}

crate::base::default_by!([T: Component] RemovalReader<T>, Self(PerWorld::default()));

impl<T: Component> RemovalReader<T> {
    /// Takes what has ended since the last time. From the first call on it is noted.
    pub(crate) fn read(&mut self) -> Result<TurnLetters<(Entity, Removal)>, WorldError> {
        self.begin().map(|mailbox| mailbox.read())
    }

    /// Lets all ends be noted from now on, in the current world.
    pub(crate) fn begin(&mut self) -> Result<&Arc<Mailbox<(Entity, Removal)>>, WorldError> {
        let ticker = with_current_or_new(|core| core.ticker.clone())?;
        let place = self.0.of(&ticker);
        if place.is_none() {
            let mailbox = new_mailbox()?;
            let letters = mailbox.clone();
            let observer = observe_for_reader(move |end: &Remove<T>| {
                let _ = letters.post((end.entity(), end.why()));
            })?;
            *place = Some(ReaderPlace { mailbox, _observer: observer });
        }
        Ok(&place.as_ref().expect("it was set above").mailbox)
    }
}

/// A mailbox, whose letters the current world's snapshots have.
fn new_mailbox() -> Result<Arc<Mailbox<(Entity, Removal)>>, WorldError> {
    let mailbox: Arc<Mailbox<(Entity, Removal)>> = Arc::default();
    with_current(|core| core.snapshots.outsides().add_moving(Arc::downgrade(&mailbox) as _))?;
    Ok(mailbox)
}

/// What a system gets that has taken [`Removed`].
pub(crate) fn removed<T>(reading: &mut TurnLetters<(Entity, Removal)>) -> Removed<'_, T> {
    let (ends, missed) = reading.letters();
    Removed { ends, missed, component: PhantomData }
}
