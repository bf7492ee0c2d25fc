//! What a query must show, by the maps.

use std::cell::RefCell;
use std::collections::BTreeSet;

use ecs_core::{Entity, QueryError};

use crate::borrows::{Borrow, Extent};
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

/// What a query has shown of an entity: the entity if it was asked for, and for each term what there is of
/// its value.
pub struct Shown {
    pub entity: Option<Entity>,
    pub terms: Vec<Option<Option<(Id, u32)>>>,
}

/// What a visit, or a look through guards, has shown.
#[derive(Default)]
pub struct Seen {
    pub shown: Vec<Shown>,
    /// The entity that was borrowed by something else.
    pub stopped_at: Option<Entity>,
}

impl Seen {
    /// Notes how a visit has ended.
    pub fn ended(self, result: Result<(), QueryError>) -> Self {
        match result {
            Ok(()) => self,
            Err(QueryError::Held { entity, .. }) => Self { stopped_at: Some(entity), ..self },
            Err(error) => panic!("{error}"),
        }
    }
}

/// A query that lives.
pub struct Asked {
    pub shape: Shape,
    /// Whether it sees what is disabled too.
    pub all: bool,
    /// An entity that it leaves out.
    pub except: Option<Entity>,
    pub world: usize,
    /// Its number among the visitors.
    pub number: u64,
    /// What it has borrowed again after each look, if it is kept.
    pub rest: Extent,
    /// The entities that were alive when it was made. One that goes on under another name may have its turn.
    alive: BTreeSet<Entity>,
    /// Those that it would have shown then, and whenever it was asked since. What comes back, or is enabled,
    /// may have its turn or not: that depends on the type that it follows.
    due: RefCell<BTreeSet<Entity>>,
}

impl Asked {
    /// Notes a query that was just made.
    pub fn begin(shape: Shape, all: bool, except: Option<Entity>, state: &mut State) -> Self {
        let world = state.current;
        let borrows = shape.terms.iter().map(|term| Borrow::of(state, term.kind, term.mutable)).collect();
        let number = state.add_visitor(borrows, Extent::Idle, false);
        let alive: BTreeSet<_> = state.worlds[world].entities.keys().copied().collect();
        let due = RefCell::new(alive.clone());
        let asked = Self { shape, all, except, world, number, rest: Extent::Idle, alive, due };
        asked.look(state);
        asked
    }

    /// Forgets what it does not find now: that need not come any more.
    pub fn look(&self, state: &State) {
        self.due.borrow_mut().retain(|&entity| self.has(state, entity));
    }

    /// Checks how many it counts.
    pub fn check_count(&self, state: &State, count: usize) {
        self.look(state);
        let most = self.found(state).count();
        let least = self.due.borrow().len();
        assert!(least <= count && count <= most, "{:?} counts {count}, not {least} to {most}", self.shape);
    }

    /// Says whether the query finds the entity now.
    pub fn has(&self, state: &State, entity: Entity) -> bool {
        let Some(owner) = state.worlds[self.world].entities.get(&entity) else { return false };
        if self.except == Some(entity) {
            return false;
        }
        let passes =
            |&kind: &Kind| owner.slots.get(&kind).is_some_and(|&id| self.all || state.is_enabled(id));
        let Shape { terms, with, without, any_of } = self.shape;
        (self.all || !owner.off)
            && terms.iter().all(|term| !term.needed || self.find(state, entity, term).is_some())
            && with.iter().all(passes)
            && !without.iter().any(passes)
            && (any_of.is_empty() || any_of.iter().any(passes))
    }

    /// Says whether the entity was alive when the query was made.
    fn knows(&self, state: &State, entity: Entity) -> bool {
        let mut names = std::iter::successors(Some(entity), |name| state.names.get(name).copied());
        names.any(|name| self.alive.contains(&name))
    }

    /// All that may be visited.
    fn found(&self, state: &State) -> impl Iterator<Item = Entity> {
        let entities = state.worlds[self.world].entities.keys().copied();
        entities.filter(|&entity| self.knows(state, entity) && self.has(state, entity))
    }

    /// The value that the query shows of an entity.
    fn find(&self, state: &State, entity: Entity, term: &Term) -> Option<Id> {
        let id = *state.worlds[self.world].entities.get(&entity)?.slots.get(&term.kind)?;
        let borrow = state.borrows_of(self.number).iter().find(|borrow| borrow.kind == term.kind)?;
        let is_known = match term.kind {
            Kind::Tag => borrow.knows_tag_of(state, entity),
            _ => borrow.covers(state, id),
        };
        (is_known && (self.all || state.is_enabled(id))).then_some(id)
    }

    /// Says whether something else has borrowed what the query would give of an entity that it has. Of tags
    /// the place is looked at.
    pub fn meets(&self, state: &State, entity: Entity) -> bool {
        let slots = &state.worlds[self.world].entities[&entity].slots;
        let borrows = |term: &&Term| match term.kind {
            Kind::Tag => slots.get(&Kind::Tag).copied().filter(|&id| self.all || state.is_enabled(id)),
            _ => self.find(state, entity, term),
        };
        let is_borrowed = |term: &Term| {
            let id = borrows(&term);
            id.is_some_and(|id| state.is_value_borrowed_but(id, !term.mutable, Some(self.number)))
        };
        self.shape.terms.iter().any(is_borrowed)
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

    /// Checks what the query says of an entity, of which it has borrowed from now on what it gave.
    pub fn check_got(&self, state: &mut State, entity: Entity, got: Result<Option<Shown>, QueryError>) {
        self.look(state);
        let has = self.has(state, entity);
        let is_given = matches!(got, Ok(Some(_)));
        match got {
            Ok(None) => assert!(!has, "{:?} does not find {entity:?}", self.shape),
            Ok(Some(shown)) => {
                assert_eq!(self.check(state, &shown), entity);
                assert!(!self.meets(state, entity), "{entity:?} is borrowed");
            }
            Err(QueryError::Held { entity: held, .. }) => {
                assert!(held == entity && has && self.meets(state, entity), "{entity:?} is not borrowed");
            }
            Err(error) => panic!("{error}"),
        }
        state.set_extent(self.number, if is_given { Extent::Of(entity.index()) } else { Extent::Idle });
    }

    /// Checks a visit without changes in between.
    pub fn check_all(&self, state: &State, seen: &Seen) {
        let mut visit = Visit::default();
        self.look(state);
        for shown in &seen.shown {
            visit.take(self, state, shown);
        }
        visit.end(self, state, seen.stopped_at);
    }
}

/// A visit of a query.
#[derive(Default)]
pub struct Visit {
    seen: BTreeSet<Entity>,
}

impl Visit {
    /// Notes the turn of an entity.
    pub fn take(&mut self, asked: &Asked, state: &State, shown: &Shown) -> Entity {
        asked.look(state);
        let entity = asked.check(state, shown);
        assert!(asked.knows(state, entity), "{entity:?} has come while the query lived");
        assert!(!asked.meets(state, entity), "{entity:?} is borrowed");
        assert!(self.seen.insert(entity), "{entity:?} is visited twice");
        entity
    }

    /// Notes the end: all had their turn, or one is borrowed by something else.
    pub fn end(&self, asked: &Asked, state: &State, stopped_at: Option<Entity>) {
        asked.look(state);
        match stopped_at {
            None => {
                let due = asked.due.borrow();
                let missed: Vec<_> = due.difference(&self.seen).collect();
                assert!(missed.is_empty(), "{missed:?} are not visited");
            }
            Some(entity) => {
                let is_due = asked.knows(state, entity) && !self.seen.contains(&entity);
                assert!(is_due && asked.has(state, entity), "it is not the turn of {entity:?}");
                assert!(asked.meets(state, entity), "{entity:?} is not borrowed");
            }
        }
    }

    /// Says whether one is left that is borrowed by something else.
    pub fn may_stop(&self, asked: &Asked, state: &State) -> bool {
        let mut left = asked.found(state).filter(|entity| !self.seen.contains(entity));
        left.any(|entity| asked.meets(state, entity))
    }
}
