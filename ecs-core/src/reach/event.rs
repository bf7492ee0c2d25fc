//! Events of the user's own: who listens, and how they are sent to an entity or to all.

use crate::base::CallSite;
use crate::component::Component;
use crate::ids::Entity;
use crate::life;
use crate::spec::Listener;

/// A component type that listens to events of type `E`.
///
/// The key `on` implements the trait: `#[component(on(Damage))]` finds the method `on_damage`. Use the trait
/// as a bound.
///
/// An event is a value of any `'static` type. [`Entity::send`] sends it to the components of one entity,
/// [`Component::send_all`] to all components of a type, [`send_all`] to all components that listen. Systems
/// read events by [`Events`](crate::Events).
///
/// ```
/// use ecs_core::{Component, Entity, Handle, Listens};
///
/// struct Damage(u32);
///
/// #[derive(Component)]
/// #[component(on(Damage))]
/// struct Health(u32);
///
/// impl Health {
///     fn on_damage(&mut self, damage: &Damage) {
///         self.0 = self.0.saturating_sub(damage.0);
///     }
/// }
///
/// fn earthquake<T: Listens<Damage>>() {
///     T::send_all(Damage(2));
/// }
///
/// let health = Entity::spawn().insert(Health(10));
/// earthquake::<Health>();
/// assert_eq!(health.borrow().0, 8);
/// ```
///
/// # When a component is notified
///
/// Inside the call, unless the component is borrowed, by a guard, a view or its running hook: then at the
/// next sync point. So a hook may send to any component, also to its own.
///
/// - The event is also deferred if an earlier event to this component is deferred, while a component of its
///   type waits for its `init`, while the thread unwinds, and where sends are nested deeper than
///   [`World::set_init_limit`](crate::World::set_init_limit) allows.
/// - A component receives its events in the order in which they were sent.
/// - Of several types, the one that was first added is notified first. The keys `after` and `before` order
///   passes, not events: where one type must react after another, send two events.
/// - Disabled components are not notified, unless their type says so:
///   `#[component(on(even_disabled(Wake)))]`. This includes the components in a pool. A component that is
///   dead or disabled when its deferred event is due is not notified.
/// - An event finds its component as a [`Handle`](crate::Handle) does: if [`insert`](Entity::insert) has
///   replaced the value, the new value is notified.
/// - The event is dropped when all components were notified.
///
/// The parameters of a handler besides the event are borrowed when the handler runs. If one of them is
/// borrowed by other code, the handler is deferred.
///
/// If a handler panics, the send ends, as a pass does: the components after it are not notified. Deferred
/// events are delivered at the next sync point.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not listen to `{E}`",
    label = "listens to no `{E}`",
    note = "write `#[component(on(..))]` above `{Self}`, with the type of the event in it, and the method \
            that it names"
)]
pub trait Listens<E: 'static>: Component {
    #[doc(hidden)]
    const __LISTENER: Listener;
}

impl Entity {
    /// Sends an event to the components of the entity that listen to it, and returns their number. A borrowed
    /// component is counted too: it is notified later, unless it ends or is disabled before.
    ///
    /// Notifies the enabled components, in the order in which their types were first added: inside the call,
    /// or at the next sync point if the component is borrowed. See [`Listens`]. Returns 0 if the entity is
    /// dead. If no type that was ever added listens to the event, `World::stats().soft` counts it once: a
    /// method `on_damage` needs the key `#[component(on(Damage))]`. One look-up for each type that listens to
    /// the event; allocates only for deferred events.
    ///
    /// ```
    /// use ecs_core::{Component, Entity};
    ///
    /// struct Damage(u32);
    ///
    /// #[derive(Component)]
    /// #[component(on(Damage))]
    /// struct Health(u32);
    ///
    /// impl Health {
    ///     fn on_damage(&mut self, damage: &Damage) {
    ///         self.0 -= damage.0;
    ///     }
    /// }
    ///
    /// let ship = Entity::spawn().with(Health(10));
    /// assert_eq!(ship.send(Damage(3)), 1);
    /// assert_eq!(ship.borrow::<Health>().0, 7);
    /// assert_eq!(ship.send("nobody listens to this"), 0);
    /// ```
    #[track_caller]
    pub fn send<E: 'static>(self, event: E) -> usize {
        life::send(self, event, CallSite::here())
    }
}

/// Sends an event to all components of the current world that listen to it, and returns their number. A
/// borrowed component is counted too: it is notified later, unless it ends or is disabled before.
///
/// Works as [`Component::send_all`], type after type in the order in which the types were first added.
/// Components that a hook adds, kills, enables or disables count for the types that are still to come.
/// Returns 0 if there is no world.
///
/// ```
/// use ecs_core::{Component, Entity, send_all};
///
/// struct GameOver;
///
/// #[derive(Component, Default)]
/// #[component(on(GameOver))]
/// struct Enemy {
///     is_glad: bool,
/// }
///
/// impl Enemy {
///     fn on_game_over(&mut self, _: &GameOver) {
///         self.is_glad = true;
///     }
/// }
///
/// let enemy = Entity::spawn().add::<Enemy>();
/// assert_eq!(send_all(GameOver), 1);
/// assert!(enemy.borrow().is_glad);
/// ```
#[track_caller]
pub fn send_all<E: 'static>(event: E) -> usize {
    life::send_all(event, CallSite::here())
}
