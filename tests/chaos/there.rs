//! All that the current world has, read by the public functions of the library.

use std::collections::{BTreeMap, BTreeSet};

use ecs_core::{Entity, query};

use crate::kind::{KINDS, Kind, OfKind, of_kind};
use crate::value::Seen;

/// The entities of a world, each with its components.
pub type There = BTreeMap<Entity, Part>;

/// An entity.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Part {
    pub parent: Option<Entity>,
    pub children: Vec<Entity>,
    pub name: Option<String>,
    /// Its own switch.
    pub is_on: bool,
    /// Whether those above it are enabled too.
    pub is_enabled: bool,
    pub pieces: BTreeMap<Kind, Piece>,
}

/// A component.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Piece {
    /// Its own switch; `None` if it was never seen on an enabled entity.
    pub is_on: Option<bool>,
    pub is_enabled: bool,
    /// `None` if values are not read.
    pub value: Option<Seen>,
}

impl Part {
    pub fn has(&self, kind: Kind) -> bool {
        self.pieces.contains_key(&kind)
    }

    /// Says whether it has an enabled component of a kind.
    pub fn shows(&self, kind: Kind) -> bool {
        self.pieces.get(&kind).is_some_and(|piece| piece.is_enabled)
    }
}

/// Reads all that there is. To read a value borrows its row, which closes the holes of its type.
pub fn read(with_values: bool) -> There {
    let all = query::<Entity>().with_disabled().iter().collect::<BTreeSet<_>>();
    all.into_iter().map(|entity| (entity, part(entity, with_values))).collect()
}

/// All of an entity but its id and values, with all below it.
pub fn shape(there: &There, entity: Entity) -> String {
    let Some(Part { children, name, is_on, pieces, .. }) = there.get(&entity) else { return "none".into() };
    let pieces = pieces.iter().map(|(kind, piece)| format!("{kind:?} {} ", piece.is_enabled));
    let children = children.iter().map(|child| shape(there, *child));
    format!("{name:?} {is_on} {}({})", pieces.collect::<String>(), children.collect::<String>())
}

/// The shapes of all that have no parent, in their order.
pub fn shapes(there: &There) -> Vec<String> {
    let tops = there.iter().filter(|(_, part)| part.parent.is_none());
    let mut shapes: Vec<_> = tops.map(|(top, _)| shape(there, *top)).collect();
    shapes.sort();
    shapes
}

fn part(entity: Entity, with_values: bool) -> Part {
    let mut part = Part {
        parent: entity.parent(),
        children: entity.children().collect(),
        name: entity.name().map(|name| name.to_string()),
        is_on: entity.is_switched_on(),
        is_enabled: entity.is_enabled(),
        pieces: BTreeMap::new(),
    };
    for kind in KINDS {
        of_kind!(kind, T => {
            let piece = entity.has::<(T,)>().then(|| piece::<T>(entity, with_values));
            part.pieces.extend(piece.map(|piece| (kind, piece)));
        });
    }
    part
}

fn piece<T: OfKind>(entity: Entity, with_values: bool) -> Piece {
    let is_enabled = entity.handle::<T>().is_enabled();
    let value = with_values.then(|| entity.get::<T>().map(|value| value.seen())).flatten();
    Piece { is_on: entity.is_enabled().then_some(is_enabled), is_enabled, value }
}
