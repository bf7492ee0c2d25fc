//! [`Events`]: what was sent since a system ran the last time; [`emit`]: sending to systems alone.

use core::any::type_name;
use core::iter::Map;
use std::collections::{VecDeque, vec_deque};
use std::rc::Rc;
use std::sync::Arc;

use crate::base::WithoutPaths;
use crate::error::WorldError;
use crate::ids::Entity;
use crate::terms::Commands;
use crate::threads::TurnLetters;
use crate::ticks::PerWorld;
use crate::world::{EventLetter, EventMailbox, current, with_current_or_new};

/// The events of type `E` that were sent since the last run of this system: a parameter of
/// [systems](crate::System).
///
/// It contains all events, also those with handlers: those of [`Entity::send`], with the entity, of
/// [`send_all`](crate::send_all), [`Component::send_all`](crate::Component::send_all) and [`emit`]. Events to
/// a dead entity are not included. Events are shared, not copied, so their type must be `Send` and `Sync`.
///
/// ```
/// use ecs_core::{Component, Entity, Events, Handle, Schedule, Singleton, emit};
///
/// struct Hit { damage: u32 }
///
/// #[derive(Singleton, Default)]
/// struct Sounds(Vec<String>);
///
/// fn play(hits: Events<Hit>, sounds: &mut Sounds) {
///     for (target, hit) in hits.iter() {
///         let who = if target.is_some() { "somebody" } else { "the wall" };
///         sounds.0.push(format!("{who}: {}", hit.damage));
///     }
/// }
///
/// let mut schedule = Schedule::new().add(play);
/// schedule.run(0.1);
/// emit(Hit { damage: 1 });
/// Entity::spawn().send(Hit { damage: 2 });
/// schedule.run(0.1);
/// schedule.run(0.1);
/// assert_eq!(Sounds::borrow().0, ["the wall: 1", "somebody: 2"]);
/// ```
///
/// # What is kept, and for how long
///
/// As for [`Removed`](crate::Removed), each system has its own list for each world. The list begins when its
/// schedule is [given to the world](crate::World::set_schedule), or else with its first run there; the system
/// reads each event in one run. Events that a system sends by [`Commands`](crate::Commands) are sent when
/// these have run, so the next system receives them. At most 2^20 events are kept; [`missed`](Self::missed)
/// counts older ones. An event is dropped when all systems have read it. If no system reads events, sending
/// costs the check of a flag.
pub struct Events<'w, E> {
    events: &'w VecDeque<EventLetter<E>>,
    missed: u64,
}

impl<E> Events<'_, E> {
    /// Yields the events in the order in which they were sent, each with the entity to which, if it was sent
    /// to one.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (Option<Entity>, &E)> + DoubleEndedIterator + '_ {
        self.events.iter().map(|(to, event)| (*to, &**event))
    }

    /// Returns how many events there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.events.len()
    }

    /// Says whether there is no event.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.events.is_empty()
    }

    /// Returns the number of lost events before the first one, because the system has not run for too long.
    #[must_use]
    pub fn missed(&self) -> u64 {
        self.missed
    }
}

impl<'r, E> IntoIterator for &'r Events<'_, E> {
    type Item = (Option<Entity>, &'r E);
    type IntoIter =
        Map<vec_deque::Iter<'r, (Option<Entity>, Arc<E>)>, fn(&'r (Option<Entity>, Arc<E>)) -> Self::Item>;

    fn into_iter(self) -> Self::IntoIter {
        self.events.iter().map(|(to, event)| (*to, &**event))
    }
}

crate::base::debug_by! {
    [E] Events<'_, E>, |this, f| write!(f, "Events<{}>({})", WithoutPaths(type_name::<E>()), this.len())
}

/// Sends an event to the systems that read it by [`Events`], and to no component; returns the number of
/// systems.
///
/// A system counts from the moment at which its schedule is [given to the world](crate::World::set_schedule),
/// or else from its first run. Returns 0 if there is no world.
///
/// ```
/// use ecs_core::{Events, Schedule, emit};
///
/// struct LevelDone;
///
/// fn celebrate(done: Events<LevelDone>) {
///     assert!(done.len() < 2);
/// }
///
/// let mut schedule = Schedule::new().add(celebrate);
/// assert_eq!(emit(LevelDone), 0, "nobody reads it yet");
/// schedule.run(0.1);
/// assert_eq!(emit(LevelDone), 1);
/// schedule.run(0.1);
/// ```
#[track_caller]
pub fn emit<E: Send + Sync + 'static>(event: E) -> usize {
    // The world is not borrowed meanwhile: an event that nobody reads drops.
    current().map_or(0, |core| core.observers.readers().post(None, || Arc::new(event)))
}

impl Commands<'_> {
    /// Sends an event to the systems that read it; see [`emit`](crate::emit).
    ///
    /// ```
    /// use ecs_core::{Commands, Events, Schedule, Singleton};
    ///
    /// struct Jump(u32);
    ///
    /// #[derive(Singleton, Default)]
    /// struct Height(u32);
    ///
    /// fn read_keys(commands: Commands) {
    ///     commands.emit(Jump(2));
    /// }
    ///
    /// fn jump(jumps: Events<Jump>, height: &mut Height) {
    ///     height.0 += jumps.iter().map(|(_, jump)| jump.0).sum::<u32>();
    /// }
    ///
    /// Schedule::new().add(read_keys).add(jump).run(0.1);
    /// assert_eq!(Height::borrow().0, 2);
    /// ```
    pub fn emit<E: Send + Sync + 'static>(self, event: E) {
        self.0.run(move || _ = emit(event));
    }
}

/// What a system that takes [`Events`] keeps, for each world.
pub struct EventReader<E: 'static>(PerWorld<Option<Arc<EventMailbox<E>>>>);

crate::base::default_by!([E: 'static] EventReader<E>, Self(PerWorld::default()));

impl<E: Send + Sync + 'static> EventReader<E> {
    /// Takes what was sent since the last time. From the first call on it is noted.
    pub(crate) fn read(&mut self) -> Result<TurnLetters<EventLetter<E>>, WorldError> {
        self.begin().map(|mailbox| mailbox.read())
    }

    /// Lets all events be noted from now on, in the current world.
    pub(crate) fn begin(&mut self) -> Result<&Arc<EventMailbox<E>>, WorldError> {
        let core = with_current_or_new(Rc::clone)?;
        // The world is not borrowed meanwhile: what was sent in worlds that have ended drops.
        Ok(self.0.of(&core.ticker).get_or_insert_with(|| {
            let mailbox: Arc<EventMailbox<E>> = Arc::default();
            core.observers.readers().add(&mailbox);
            core.snapshots.outsides().add_moving(Arc::downgrade(&mailbox) as _);
            mailbox
        }))
    }
}

/// What a system gets that has taken [`Events`].
pub(crate) fn events<E>(reading: &mut TurnLetters<EventLetter<E>>) -> Events<'_, E> {
    let (events, missed) = reading.letters();
    Events { events, missed }
}
