//! What a query must show, by the maps.

use std::collections::BTreeSet;

use ecs_core::Entity;

use crate::lends::Lend;
use crate::maps::State;
use crate::scripts::{Id, Kind};

/// What a query asks for, and which entities pass its filter.
#[derive(Clone, Copy, Default, Debug)]
pub struct Shape {
    pub terms: &'static [Term],
    pub with: &'static [Kind],
    pub without: &'static [Kind],
    pub any_of: &'static [Kind],
}

#[derive(Clone, Copy, Debug)]
pub struct Term {
    pub kind: Kind,
    pub mutable: bool,
    /// An entity without it is left out.
    pub needed: bool,
}

/// What a query has shown of an entity: the entity if it was asked for, and for each term what there is of its value.
pub struct Shown {
    pub entity: Option<Entity>,
    pub terms: Vec<Option<Option<(Id, u32)>>>,
}

/// A query that lives.
pub struct Asked {
    pub shape: Shape,
    /// Whether it sees what is disabled too.
    pub all: bool,
    pub world: usize,
    pub lends: Vec<Lend>,
    /// The values of its kinds that were enabled when it was made.
    enabled: BTreeSet<Id>,
    /// The entities that were alive when it was made.
    alive: BTreeSet<Entity>,
    /// Those that it would have shown then.
    due: BTreeSet<Entity>,
}

impl Asked {
    /// Notes what a query has borrowed that was just made.
    pub fn of(shape: Shape, all: bool, state: &State) -> Self {
        let world = state.current;
        let lend = |term: &Term| Lend {
            world,
            kind: term.kind,
            mutable: term.mutable,
            ids: state.live(world, term.kind).into_iter().collect(),
        };
        let lends: Vec<_> = shape.terms.iter().map(lend).collect();
        let ids = lends.iter().flat_map(|lend| lend.ids.iter().copied());
        let enabled = ids.filter(|&id| state.is_enabled(id)).collect();
        let alive: BTreeSet<_> = state.worlds[world].entities.keys().copied().collect();
        let mut asked = Self { shape, all, world, lends, enabled, alive, due: BTreeSet::new() };
        asked.due = asked.alive.iter().copied().filter(|&entity| asked.has(state, entity)).collect();
        asked
    }

    /// How many it shows at first.
    pub fn count(&self) -> usize {
        self.due.len()
    }

    /// Says whether the query finds the entity now.
    pub fn has(&self, state: &State, entity: Entity) -> bool {
        let Some(owner) = state.worlds[self.world].entities.get(&entity) else { return false };
        let passes =
            |&kind: &Kind| owner.slots.get(&kind).is_some_and(|&id| self.all || state.is_enabled(id));
        let Shape { terms, with, without, any_of } = self.shape;
        (self.all || !owner.off)
            && terms.iter().all(|term| !term.needed || self.find(state, entity, term).is_some())
            && with.iter().all(passes)
            && !without.iter().any(passes)
            && (any_of.is_empty() || any_of.iter().any(passes))
    }

    /// The value that the query shows of an entity.
    fn find(&self, state: &State, entity: Entity, term: &Term) -> Option<Id> {
        let id = *state.worlds[self.world].entities.get(&entity)?.slots.get(&term.kind)?;
        let lend = self.lends.iter().find(|lend| lend.kind == term.kind)?;
        let is_known = if term.kind == Kind::Tag {
            lend.knows_tag_of(state, entity)
        } else {
            lend.ids.contains(&id) && (self.all || self.enabled.contains(&id))
        };
        (is_known && (self.all || state.is_enabled(id))).then_some(id)
    }

    /// The entity of what was shown.
    fn entity(&self, state: &State, shown: &Shown) -> Entity {
        let numbered = shown.terms.iter().flatten().find_map(|seen| *seen);
        let owner = numbered.map(|(id, _)| state.values[&id].entity);
        shown.entity.or(owner).expect("a query asks for the entity or for a numbered kind")
    }

    /// Checks what was shown of an entity that the query has.
    pub fn check(&self, state: &State, shown: &Shown) -> Entity {
        let entity = self.entity(state, shown);
        assert!(self.has(state, entity), "{entity:?} is shown by {:?}", self.shape);
        assert_eq!(shown.terms.len(), self.shape.terms.len());
        for (term, seen) in self.shape.terms.iter().zip(&shown.terms) {
            let expected = self.find(state, entity, term).map(|id| {
                let number = state.values[&id].number;
                term.kind.is_numbered().then_some((id, number))
            });
            assert_eq!(*seen, expected, "{term:?} of {entity:?}");
        }
        entity
    }

    /// Checks a visit without changes in between.
    pub fn check_all(&self, state: &State, shown: &[Shown]) {
        let mut visit = Visit::begin(self);
        visit.look(self, state);
        shown.iter().for_each(|shown| visit.take(self, state, shown));
        visit.end();
    }
}

/// A loop over a query.
pub struct Visit {
    /// Those that must come, as they were there all the time.
    due: BTreeSet<Entity>,
    seen: BTreeSet<Entity>,
}

impl Visit {
    pub fn begin(asked: &Asked) -> Self {
        Self { due: asked.due.clone(), seen: BTreeSet::new() }
    }

    /// Notes what is gone before the next turn. It need not come, if it is there again later.
    pub fn look(&mut self, asked: &Asked, state: &State) {
        self.due.retain(|&entity| asked.has(state, entity));
    }

    pub fn take(&mut self, asked: &Asked, state: &State, shown: &Shown) {
        let entity = asked.check(state, shown);
        assert!(asked.alive.contains(&entity), "{entity:?} has come while the query lived");
        assert!(self.seen.insert(entity), "{entity:?} is visited twice");
    }

    pub fn end(&self) {
        let missed: Vec<_> = self.due.difference(&self.seen).collect();
        assert!(missed.is_empty(), "{missed:?} are not visited");
    }
}
