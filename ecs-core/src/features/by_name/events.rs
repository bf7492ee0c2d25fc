//! Events that are sent by their names: [`World::declare_event`], [`ByName::send`].

use core::any::{TypeId, type_name};
use core::cell::RefCell;

use serde::de::DeserializeOwned;

use crate::base::{CallSite, WithoutPaths, chosen, nearest};
use crate::codec::{Tape, TapeError, TapeSpan, Value};
use crate::error::{or_fail, refuse_unwinding};
use crate::ids::Entity;
use crate::life;
use crate::world::{World, current, with_current_or_new};

use super::super::part::WorldPart;
use super::super::saved::SavedPart;
use super::error::NameError;
use super::types::ByName;
use super::write::Putting;

/// The events of a world that are known by their names.
#[derive(Default)]
pub(crate) struct DeclaredEvents(RefCell<Vec<DeclaredEvent>>);

#[derive(Clone, Copy)]
struct DeclaredEvent {
    id: TypeId,
    path: &'static str,
    send: SendRestored,
}

/// Sends the event of a tape to an entity or to all; returns the number of components that received it.
type SendRestored = fn(Option<Entity>, &Tape, TapeSpan, CallSite) -> Result<SendNow, TapeError>;

/// Sends an event that was made.
type SendNow = Box<dyn FnOnce() -> usize>;

impl WorldPart for DeclaredEvents {
    fn may_be_sent(&self) -> Option<&dyn Send> {
        Some(self)
    }
}

impl SavedPart for DeclaredEvents {}

fn restored<E: DeserializeOwned + 'static>(
    to: Option<Entity>,
    tape: &Tape,
    span: TapeSpan,
    site: CallSite,
) -> Result<SendNow, TapeError> {
    let event = tape.restore::<E>(span)?;
    Ok(Box::new(move || match to {
        Some(entity) => life::send(entity, event, site),
        None => life::send_all(event, site),
    }))
}

impl World {
    /// Makes a type of events known by its name to the current world, so that [`ByName::send`] finds it.
    /// Makes the thread's world if there is none.
    ///
    /// ```
    /// use ecs_core::by_name::Value;
    /// use ecs_core::{Component, Entity, World};
    ///
    /// #[derive(serde::Deserialize)]
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
    /// World::declare_event::<Damage>();
    /// let wolf = Entity::spawn().insert(Health(5));
    /// assert_eq!(World::by_name().send(wolf.entity(), "Damage", &Value::from(3_u32)), Ok(1));
    /// assert_eq!(wolf.borrow().0, 2);
    /// ```
    ///
    /// # Panics
    ///
    /// While the world is closing.
    #[track_caller]
    pub fn declare_event<E: DeserializeOwned + 'static>() {
        or_fail(with_current_or_new(|core| {
            let mut all = core.parts.by_name.0.borrow_mut();
            let (id, path) = (TypeId::of::<E>(), type_name::<E>());
            all.retain(|event| event.id != id);
            all.push(DeclaredEvent { id, path, send: restored::<E> });
        }));
    }
}

impl ByName {
    /// Lists the events that are known by their names, with their modules.
    #[must_use]
    #[track_caller]
    pub fn events(&self) -> Vec<&'static str> {
        let Ok(core) = current() else { return Vec::new() };
        core.parts.by_name.0.borrow().iter().map(|event| event.path).collect()
    }

    /// Sends an event to the components of an entity that listen to it, as [`Entity::send`]; returns their
    /// number, 0 if the entity is dead. The event is named by its type, with or without modules.
    ///
    /// # Errors
    ///
    /// [`NameError::UnknownEvent`], with the nearest name; [`NameError::Ambiguous`]; [`NameError::Value`] if
    /// the value is none of the event's type.
    #[track_caller]
    pub fn send(&self, entity: Entity, event: &str, value: &Value) -> Result<usize, NameError> {
        send(Some(entity), event, value)
    }

    /// Sends an event to all components that listen to it, as [`send_all`](crate::send_all); returns their
    /// number.
    ///
    /// # Errors
    ///
    /// As [`send`](Self::send).
    #[track_caller]
    pub fn send_all(&self, event: &str, value: &Value) -> Result<usize, NameError> {
        send(None, event, value)
    }
}

#[track_caller]
fn send(to: Option<Entity>, name: &str, value: &Value) -> Result<usize, NameError> {
    refuse_unwinding()?;
    let core = current()?;
    let all = core.parts.by_name.0.borrow().clone();
    let names = |event: &DeclaredEvent| (event.path, WithoutPaths(event.path).to_string().into());
    let event = chosen(&all, name, names).map_err(|paths| {
        let nearest = nearest(name, all.iter().map(|event| event.path));
        NameError::ambiguous(name, paths, |name| NameError::UnknownEvent { name, nearest })
    })?;
    let site = CallSite::here();
    let failed = |error: TapeError| NameError::Value { name: event.path, message: error.to_string() };
    let mut putting = Putting::default();
    let span = putting.put(&core, value).map_err(failed)?;
    let send = putting.restoring(|tape| (event.send)(to, tape, span, site)).map_err(failed)?;
    Ok(send())
}
