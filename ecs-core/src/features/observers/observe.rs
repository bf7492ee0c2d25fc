//! [`observe`]: hearing of what happens to components and children, from outside of their types.

use core::any::{TypeId, type_name};
use core::cell::{Cell, RefCell};
use core::marker::PhantomData;
use core::panic::Location;
use std::rc::Rc;
use std::sync::Arc;

use crate::base::{AnyEvent, One, Sent, WithoutPaths, event_as};
use crate::borrow::HookName;
use crate::error::{WorldError, or_fail};
use crate::ids::Entity;
use crate::life;
use crate::outcomes::Outcome;
use crate::world::{
    News, Observed, ObserverCallback, ObserverEnd, Observing, ObservingClosure, Occasion, Subscriber, Tell,
    WorldCore, peek, with_current, with_current_or_new,
};

/// What can be observed: [`Add`](crate::Add), [`Remove`](crate::Remove), [`Enable`](crate::Enable) and
/// [`Disable`](crate::Disable) of any component type, [`Attach`](crate::Attach) and
/// [`Detach`](crate::Detach); [`Enter`](crate::Enter), [`Exit`](crate::Exit) and [`Change`](crate::Change)
/// of a [`State`](crate::State).
///
/// A component type observes by `#[component(on(Add<Enemy> = came))]`, a closure by [`observe`].
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be observed",
    label = "not one of `Add<..>`, `Remove<..>`, `Enable<..>`, `Disable<..>`, `Attach`, `Detach`, \
             `Enter<..>`, `Exit<..>` and `Change<..>`",
    note = "components listen to events of your own, by `#[component(on(..))]`"
)]
pub trait Observable: Sized + 'static {
    #[doc(hidden)]
    const __OBSERVING: Observing;

    #[doc(hidden)]
    fn __of(news: News) -> Self;

    /// The component or entity that the event is about; `None` of an event of a feature, which is about none.
    #[doc(hidden)]
    fn __news(&self) -> Option<&News>;
}

/// The events of which [`Observer::with_existing`] can send one for each thing that exists already.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no `with_existing`",
    label = "no component that exists has had this event",
    note = "`with_existing` is there for `Add<..>`, `Enable<..>` and `Attach`"
)]
pub trait Existing: Observable {
    #[doc(hidden)]
    fn __existing() -> Vec<Entity>;

    /// The event for one of them, if it is still as it was.
    #[doc(hidden)]
    fn __news_of(entity: Entity) -> Option<News>;
}

/// How an occasion becomes the event `E`.
pub(super) const fn observing<E: Observable>(occasion: Occasion, component: Option<TypeId>) -> Observing {
    Observing { observed: Observed { occasion, component }, name: type_name::<E>, announce: announce::<E> }
}

fn announce<E: Observable>(news: News, tell: Tell<'_>) {
    let mut sent = Sent::new(E::__of(news));
    let told = StopReading(&mut sent);
    tell(told.0);
}

/// Ends the reading of a component that has ended, once all observers have run.
struct StopReading<'s, E: Observable>(&'s mut Sent<E>);

impl<E: Observable> Drop for StopReading<'_, E> {
    fn drop(&mut self) {
        let _ = self.0.get().__news().map(|news| news.ending.take());
    }
}

/// Asks which of the library's own events a type is.
#[derive(Debug)]
pub struct EventProbe<E>(PhantomData<E>);

impl<E: Observable> EventProbe<E> {
    /// The event. For other types the path names [`MaybeObservable::OBSERVING`].
    pub const OBSERVING: Option<Observing> = Some(E::__OBSERVING);
}

/// Answers for events of the user's own.
pub trait MaybeObservable {
    /// They are none of the library's.
    const OBSERVING: Option<Observing> = None;
}

impl<E> MaybeObservable for EventProbe<E> {}

/// Calls a closure whenever a component is added, ends, is enabled or disabled, or an entity gets or loses a
/// parent, from now on, in the current world.
///
/// The type of its argument names the event: [`Add`](crate::Add), [`Remove`](crate::Remove),
/// [`Enable`](crate::Enable), [`Disable`](crate::Disable), [`Attach`](crate::Attach) or
/// [`Detach`](crate::Detach), or an event of a [`State`](crate::State). The observed types need no attribute.
/// Makes the thread's world if there is none.
///
/// ```
/// use std::sync::{Arc, atomic::{AtomicU32, Ordering}};
///
/// use ecs_core::{Add, Component, Entity, observe};
///
/// #[derive(Component, Default)]
/// struct Enemy;
///
/// let seen = Arc::new(AtomicU32::new(0));
/// let counter = seen.clone();
/// let observer = observe(move |_: &Add<Enemy>| _ = counter.fetch_add(1, Ordering::Relaxed));
/// Entity::spawn().add::<Enemy>();
/// assert_eq!(seen.load(Ordering::Relaxed), 1);
///
/// drop(observer);
/// Entity::spawn().add::<Enemy>();
/// assert_eq!(seen.load(Ordering::Relaxed), 1);
/// ```
///
/// # When it is called
///
/// At once, inside the call that adds or kills, as an event is: the components of types that listen by
/// `#[component(on(Add<Enemy> = came))]`, and closures, one after the other.
///
/// - `Add`, `Enable` and `Attach` call observers in the order in which they were registered: a closure when
///   `observe` is called, a type when its first component is added. `Remove`, `Disable` and `Detach` call
///   them in the reverse order. [`explain_order`](crate::explain_order) shows the order.
/// - A closure may do anything: add, kill, observe, drop its own [`Observer`]. Events of its own calls reach
///   the running closure after it returns; other observers get them at once. A component that observes and is
///   borrowed gets its event at the next sync point.
/// - All observers get an event before they get the events that follow from it: a component that an observer
///   kills while others still wait for its `Add` ends at the sync point. An observer that is registered
///   between the two gets only the second.
/// - If an observer panics, the others still run. Then the panic continues.
/// - [`Observer::run_if`] asks a condition before the closure is called.
///
/// The closure is `Send`, so that the world can move to another thread. A type without observers costs the
/// check of a flag. Observers end with [`World::reset`](crate::World::reset), and stay in
/// [`World::clear`](crate::World::clear). The end of a world sends no events.
///
/// The idea is that of observers in flecs and Bevy, and of signals in EnTT.
///
/// # Panics
///
/// If the world is closing; [`try_observe`] returns an error instead.
#[track_caller]
pub fn observe<E: Observable, O: Outcome>(hear: impl FnMut(&E) -> O + Send + 'static) -> Observer<E> {
    let name = WithoutPaths(type_name::<E>());
    or_fail(try_observe(hear).map_err(|error| format!("cannot observe `{name}`: {error}")))
}

/// Calls a closure as [`observe`], or says why not.
///
/// # Errors
///
/// [`WorldError`] if there is no world and none can be made, or it is closing.
#[track_caller]
pub fn try_observe<E: Observable, O: Outcome>(
    hear: impl FnMut(&E) -> O + Send + 'static,
) -> Result<Observer<E>, WorldError> {
    observe_at(hear, Some(Location::caller()))
}

/// Calls a closure as [`observe`], for a system that reads what has happened when its turn comes.
pub(super) fn observe_for_reader<E: Observable>(
    hear: impl FnMut(&E) + Send + 'static,
) -> Result<Observer<E>, WorldError> {
    observe_at(hear, None)
}

#[track_caller]
fn observe_at<E: Observable, O: Outcome>(
    mut hear: impl FnMut(&E) -> O + Send + 'static,
    at: Option<&'static Location<'static>>,
) -> Result<Observer<E>, WorldError> {
    let callback: One<ObserverCallback> = One::of(Box::new(move |event| {
        let event = event_as::<E>(event);
        let entity = || event.__news().map_or(Entity::NONE, |news| news.entity);
        let whom = || (HookName { component: type_name::<E>(), hook: "observe" }, entity());
        hear(event).__ended().note(whom);
    }));
    let forget = |core: &Rc<WorldCore>| core.forget_ended_elsewhere(E::__OBSERVING.observed);
    drop(with_current_or_new(forget)?);
    if E::__OBSERVING.observed.occasion == Occasion::Event {
        // The feature that sends it learns that somebody listens.
        (E::__OBSERVING.announce)(News::of(Entity::NONE), &mut |_| {});
    }
    let end = ObserverEnd::new(with_current_or_new(|core| core.observers.ended_elsewhere(E::__OBSERVING))?);
    let closure = ObservingClosure {
        observing: E::__OBSERVING,
        callback: RefCell::new(callback),
        waiting: RefCell::default(),
        end: end.clone(),
        at,
        has_condition: Cell::new(false),
    };
    let subscriber = Subscriber::Closure(Rc::new(closure));
    let number = with_current_or_new(|core| core.subscribe(E::__OBSERVING, subscriber))?;
    Ok(Observer { number, end, is_kept: false, event: PhantomData })
}

/// An observing closure, returned by [`observe`]. It observes until this value is dropped.
///
/// It may be dropped anywhere, also while its closure runs, and on another thread.
#[must_use = "an observer ends as soon as this is dropped: keep it, or call `forever()`"]
pub struct Observer<E: Observable> {
    /// The number of its registration.
    number: u64,
    end: Arc<ObserverEnd>,
    is_kept: bool,
    event: PhantomData<fn(&E)>,
}

impl<E: Observable> Observer<E> {
    /// Calls the closure for all components or children that exist now, in the order of their store, as if
    /// they had just been added, enabled or attached.
    ///
    /// O(n). Components that end meanwhile are left out. Does nothing if another world is current.
    ///
    /// ```
    /// use std::sync::{Arc, Mutex};
    ///
    /// use ecs_core::{Add, Component, Entity, observe};
    ///
    /// #[derive(Component)]
    /// struct Named(&'static str);
    ///
    /// Entity::spawn().insert(Named("before"));
    /// let names = Arc::new(Mutex::new(Vec::new()));
    /// let all = names.clone();
    /// let _observer =
    ///     observe(move |e: &Add<Named>| all.lock().unwrap().push(e.borrow().0)).with_existing();
    /// Entity::spawn().insert(Named("after"));
    /// assert_eq!(*names.lock().unwrap(), ["before", "after"]);
    /// ```
    #[track_caller]
    pub fn with_existing(self) -> Self
    where
        E: Existing,
    {
        let closure = with_current(|core| self.find_in(core)).ok().flatten();
        let Some(closure) = closure else { return self };
        // From here on it gets the events of sync points as all do.
        let mut existing = E::__existing();
        existing.retain(|&entity| E::__news_of(entity).is_some());
        for entity in existing {
            life::tell_alone(&closure, || E::__news_of(entity));
        }
        self
    }

    /// Lets it observe until its world ends or is [reset](crate::World::reset).
    pub fn forever(mut self) {
        self.is_kept = true;
    }

    fn find_in(&self, core: &WorldCore) -> Option<Rc<ObservingClosure>> {
        match core.observers.of(E::__OBSERVING.observed)?.list.get(self.number) {
            Some(Subscriber::Closure(closure)) if self.is_of(closure) => Some(closure.clone()),
            _ => None,
        }
    }

    /// Puts something around its callback that decides whether to call it. Says why not.
    pub(crate) fn put_around(
        &self,
        around: impl FnOnce(ObserverCallback) -> ObserverCallback,
    ) -> Result<(), &'static str> {
        let closure = with_current(|core| self.find_in(core)).ok().flatten();
        let closure = closure.ok_or("its world is not the current one")?;
        let mut callback = closure.callback.try_borrow_mut().map_err(|_| "its closure runs just now")?;
        let own = core::mem::replace(&mut *callback, One::of(Box::new(|_: &AnyEvent| ())));
        *callback = One::of(around(own.into_inner()));
        closure.has_condition.set(true);
        Ok(())
    }

    /// Says whether a closure is its own: another world has others of the same numbers.
    fn is_of(&self, closure: &ObservingClosure) -> bool {
        Arc::ptr_eq(&closure.end, &self.end)
    }
}

impl<E: Observable> Drop for Observer<E> {
    fn drop(&mut self) {
        if self.is_kept || !self.end.end() {
            return;
        }
        // At once, if this is its world. Elsewhere it is forgotten when its turn would have come.
        let is_own =
            |found: &Subscriber| matches!(found, Subscriber::Closure(closure) if self.is_of(closure));
        let forget = |core: &WorldCore| match core.is_visited_by_threads() {
            true => None,
            false => core.unsubscribe(E::__OBSERVING.observed, self.number, is_own),
        };
        let forgotten = peek(forget);
        if !matches!(forgotten, Some(Some(_))) {
            self.end.note_elsewhere();
        }
        drop(forgotten);
    }
}

crate::base::debug_by! {
    [E: Observable] Observer<E>, |_, f| write!(f, "Observer<{}>", WithoutPaths(type_name::<E>()))
}
