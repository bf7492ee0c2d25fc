//! [`SoftFailures`]: what was done to the dead in the soft forms, or while a panic unwound, counted and
//! remembered.

use core::fmt;
use core::panic::Location;

use crate::base::{WithoutPaths, write_list};
use crate::error::if_any;
use crate::ids::Entity;

/// Calls that did nothing because their target is dead, and reported it only by their return value: part of
/// [`WorldStats`](crate::stats::WorldStats).
///
/// On a dead target, many calls return `false`, `None` or a smaller number. Usually this is right, and
/// sometimes it is a bug that does not show; so each world counts such calls. A call is counted if its entity
/// or component is dead, never existed or is of another world:
///
/// | counted | not counted |
/// |---|---|
/// | [`Handle::with`](crate::Handle::with), [`kill`](crate::Handle::kill), [`set_enabled`](crate::Handle::set_enabled) | `get`, `get_mut`, `is_alive`, `is_enabled`, `has`, `find`: they ask |
/// | [`Entity::despawn`](crate::Entity::despawn), `kill`, `remove`, `set_enabled`, `set_name` | the `try_` forms: they say why |
/// | [`Entity::despawn_many`](crate::Entity::despawn_many), once for each that is dead | the panicking forms |
/// | `after`, `every` and `task` of [`Handle`](crate::Handle) and [`Entity`](crate::Entity), `despawn_after` | [`Timer::cancel`](crate::Timer::cancel), a second time |
/// | [`Component::kill`](crate::Component::kill), a second time | [`World::clear`](crate::World::clear), the end of a pool or a world |
/// | [`Archetype::remove`](crate::Archetype::remove) of nothing, [`Pool::give_back`](crate::Pool::give_back) of what is not taken | |
///
/// [`Entity::send`](crate::Entity::send) and [`send_all`](crate::send_all) are counted once for each type of
/// event for which no type with a handler was ever added to the world: a method `on_damage` needs the key
/// `#[component(on(Damage))]`.
///
/// While a panic unwinds, no hooks, systems and resetters run. So these calls do nothing then, and are
/// counted too: [`Entity::remove`](crate::Entity::remove) of a type with `shutdown` or `on_disable`,
/// [`update_all`](crate::update_all), [`Component::update_all`](crate::Component::update_all), `run`,
/// `remove` and `clear` of a [`Schedule`](crate::Schedule), [`World::run_remote`](crate::World::run_remote),
/// `take` and `prewarm` of a [`Pool`](crate::Pool); and [`Component::for_each`](crate::Component::for_each)
/// and sorting, if a deferred `shutdown` keeps the rows out of order.
///
/// A repeating timer ends, and is counted, if a run does not move its time forward: only a timer that is
/// thousands of years late.
///
/// The current world counts them; without a world, nothing is counted. Calls that succeed cost nothing, and
/// nothing is allocated before the first failure.
///
/// ```
/// use ecs_core::{Component, Entity, World};
///
/// #[derive(Component)]
/// struct Enemy { health: i32 }
///
/// let enemy = Entity::spawn().insert(Enemy { health: 3 });
/// enemy.entity().despawn();
/// enemy.with(|enemy| enemy.health -= 1);
///
/// let soft = World::stats().soft;
/// assert_eq!(soft.count, 1);
/// assert!(soft.to_string().contains("`Handle::with` on a dead `Enemy` of 0v1"));
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct SoftFailures {
    /// The number of such calls since the world was made.
    pub count: u64,
    /// The last 16, oldest first.
    pub last: Vec<SoftFailure>,
}

/// One call that did nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct SoftFailure {
    /// The call: `"Handle::with"`.
    pub call: &'static str,
    /// The component's type, if the call was about one.
    pub component: Option<&'static str>,
    /// The entity; [`Entity::NONE`] for a null handle.
    pub entity: Entity,
    /// Whether the entity was alive then. If the call was about a component, it lacked only that.
    pub entity_was_alive: bool,
    /// The place of the call; known in debug builds.
    pub at: Option<&'static Location<'static>>,
    /// The type of the event, with its path, if no type that was ever added listens to it.
    pub unheard: Option<&'static str>,
    /// Whether it did nothing because a panic was unwinding, not because something is dead.
    pub unwinding: bool,
    /// Whether a timer was ended because its calls did not move its time forward.
    pub stuck: bool,
}

impl fmt::Display for SoftFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { call, component, unheard, entity, entity_was_alive, at, unwinding, stuck } = *self;
        if let Some(event) = unheard {
            let name = WithoutPaths(event.trim_start_matches('&'));
            if event.starts_with('&') {
                write!(f, "`{call}`: nobody listens to a reference to `{name}`: send the value itself")?;
            } else {
                write!(
                    f,
                    "`{call}`: nobody listens to `{name}`: write `#[component(on({name}))]` above the type \
                     that is to receive it; a system that takes `Events<{name}>` receives what is sent \
                     after its schedule was set, or has run"
                )?;
            }
            return at.map_or(Ok(()), |at| write!(f, "; sent at {at}"));
        }
        match component {
            _ if unwinding => write!(f, "`{call}` did nothing while a panic unwound")?,
            Some(component) if stuck => write!(
                f,
                "`{call}` of {component} of {entity:?} was ended: it is so late that its period is lost in \
                 rounding"
            )?,
            Some(component) if entity == Entity::NONE => {
                write!(f, "`{call}` on a null handle of `{component}`")?
            }
            Some(component) if entity_was_alive => {
                write!(f, "`{call}` on `{component}` of {entity:?}, which has none")?
            }
            Some(component) => write!(f, "`{call}` on a dead `{component}` of {entity:?}")?,
            None => write!(f, "`{call}` did nothing to {entity:?}")?,
        }
        if_any(" at ", &at).fmt(f)
    }
}

impl fmt::Display for SoftFailures {
    /// Writes one line, and one more for each that is remembered.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_list(f, (self.count, &self.last), "soft failure", "soft failures")
    }
}
