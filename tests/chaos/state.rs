//! The state of the current world, read by the public functions of the library.

use std::collections::{BTreeMap, BTreeSet};

use ecs_core::{Entity, query};

use crate::kind::{KINDS, Kind, OfKind, of_kind};
use crate::value::Seen;

/// The entities of a world, each with its components.
pub type State = BTreeMap<Entity, EntityState>;

/// An entity.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct EntityState {
    pub parent: Option<Entity>,
    pub children: Vec<Entity>,
    pub name: Option<String>,
    /// Its own switch.
    pub is_on: bool,
    /// Whether those above it are enabled too.
    pub is_enabled: bool,
    pub components: BTreeMap<Kind, ComponentState>,
}

/// A component.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ComponentState {
    /// Its own switch; `None` if it was never seen on an enabled entity.
    pub is_on: Option<bool>,
    pub is_enabled: bool,
    /// `None` if values are not read.
    pub value: Option<Seen>,
}

impl EntityState {
    pub fn has(&self, kind: Kind) -> bool {
        self.components.contains_key(&kind)
    }

    /// Says whether it has an enabled component of a kind.
    pub fn shows(&self, kind: Kind) -> bool {
        self.components.get(&kind).is_some_and(|component| component.is_enabled)
    }
}

/// Reads the state of the current world. Reading a value borrows its row, which closes the holes of its type.
pub fn read(with_values: bool) -> State {
    let all = query::<Entity>().with_disabled().iter().collect::<BTreeSet<_>>();
    all.into_iter().map(|entity| (entity, part(entity, with_values))).collect()
}

/// Writes down an entity and all below it, without ids and values.
pub fn shape(state: &State, entity: Entity) -> String {
    let Some(EntityState { children, name, is_on, components, .. }) = state.get(&entity) else {
        return "none".into();
    };
    let components = components.iter().map(|(kind, component)| format!("{kind:?} {} ", component.is_enabled));
    let children = children.iter().map(|child| shape(state, *child));
    format!("{name:?} {is_on} {}({})", components.collect::<String>(), children.collect::<String>())
}

/// The shapes of all entities that have no parent, sorted.
pub fn shapes(state: &State) -> Vec<String> {
    let tops = state.iter().filter(|(_, entity)| entity.parent.is_none());
    let mut shapes: Vec<_> = tops.map(|(top, _)| shape(state, *top)).collect();
    shapes.sort();
    shapes
}

fn part(entity: Entity, with_values: bool) -> EntityState {
    let mut part = EntityState {
        parent: entity.parent(),
        children: entity.children().collect(),
        name: entity.name().map(|name| name.to_string()),
        is_on: entity.is_switched_on(),
        is_enabled: entity.is_enabled(),
        components: BTreeMap::new(),
    };
    for kind in KINDS {
        of_kind!(kind, T => {
            let component = entity.has::<(T,)>().then(|| component::<T>(entity, with_values));
            part.components.extend(component.map(|component| (kind, component)));
        });
    }
    part
}

fn component<T: OfKind>(entity: Entity, with_values: bool) -> ComponentState {
    let is_enabled = entity.handle::<T>().is_enabled();
    let value = with_values.then(|| entity.get::<T>().map(|value| value.seen())).flatten();
    ComponentState { is_on: entity.is_enabled().then_some(is_enabled), is_enabled, value }
}
