//! Queries: each is made, counted, asked for each entity, and visited while a script runs, beside what the maps say; or it is kept.

use std::cell::RefCell;
use std::panic::resume_unwind;
use std::rc::Rc;

use ecs_core::{AnyOf, Component, Entity, Query, QueryData, QueryError, ViewError, With, Without, try_query};

use crate::bodies::{Body, Looping};
use crate::calls::call;
use crate::components::{Marker, Plain, Subject, Tag, Tracked, of_kind};
use crate::lends::What;
use crate::maps::{Changes, Held, State, state};
use crate::queries::{Asked, Shape, Shown, Term, Visit};
use crate::scripts::{Act, Id, Kind};

const fn read(kind: Kind) -> Term {
    Term { kind, mutable: false, needed: true }
}

const fn write(kind: Kind) -> Term {
    Term { kind, mutable: true, needed: true }
}

const fn perhaps(kind: Kind, mutable: bool) -> Term {
    Term { kind, mutable, needed: false }
}

/// What can be seen of a value.
type Peek = Option<(Id, u32)>;

fn peek<T: Subject>(value: &T) -> Peek {
    value.peek()
}

/// Looks at a value that is lent for writing, and writes to it.
fn touch<T: Subject>(value: &mut T) -> Peek {
    let seen = value.peek()?;
    value.set(seen.1 ^ 1);
    state(|state| state.value(seen.0).number = seen.1 ^ 1);
    value.peek()
}

const NONE: Shape = Shape { terms: &[], with: &[], without: &[], any_of: &[] };

/// Makes the query of a number. `me` is the component whose hook asks.
pub fn ask(act: Act, me: Entity) {
    let Act::Query { shape, all, hold, at_once } = act else { return };
    let hold = hold && state(|state| state.held.len() <= 8);
    let body = Body::take(me, at_once);
    /// Asks for items, of which the parts are shown by expressions.
    macro_rules! ask {
        ($shape:expr, $query:ty, $filter:ty, $item:pat => $entity:expr, $($seen:expr),*) => {{
            const SHAPE: Shape = $shape;
            let shape = SHAPE;
            let Some(query) = lend::<$query>(shape) else { return };
            let query = query.filter::<$filter>();
            let mut query = if all { query.with_disabled() } else { query };
            let asked = state(|state| state.note_query(shape, all));
            let due = asked.count();
            assert_eq!(query.count(), due, "{shape:?} counts");
            let (least, most) = query.iter_mut().size_hint();
            assert!(least <= due && most.is_none_or(|most| due <= most), "{shape:?} hints {least} to {most:?}, not {due}");
            for &entity in &state(|state| state.known.clone()) {
                let shown = query.get(entity).map(|$item| Shown { entity: $entity, terms: vec![$($seen),*] });
                state(|state| match shown {
                    None => assert!(!asked.has(state, entity), "{shape:?} does not find {entity:?}"),
                    Some(shown) => assert_eq!(asked.check(state, &shown), entity),
                });
            }
            let mut shown = Vec::new();
            query.each(|$item| shown.push(Shown { entity: $entity, terms: vec![$($seen),*] }));
            state(|state| asked.check_all(state, &shown));
            if hold && asked.lends.iter().all(|lend| !lend.ids.is_empty()) {
                let query = RefCell::new(query);
                let look = move || {
                    let mut seen = Vec::new();
                    query.borrow_mut().each(|$item| seen.push(Shown { entity: $entity, terms: vec![$($seen),*] }));
                    seen
                };
                state(|state| state.held.push(Held { what: What::Query(asked), forgotten: false, look: Rc::new(look) }));
                return;
            }
            let _lent = Looping::begin(asked.lends.clone());
            let mut visit = Visit::begin(&asked);
            let mut items = query.iter_mut();
            loop {
                state(|state| visit.look(&asked, state));
                let Some($item) = items.next() else { break };
                let shown = Shown { entity: $entity, terms: vec![$($seen),*] };
                state(|state| visit.take(&asked, state, &shown));
                body.turn();
                // The item is still what it was, whatever the body has done.
                let again: Vec<Option<Peek>> = vec![$($seen),*];
                let id = |seen: &Option<Peek>| seen.map(|seen| seen.map(|(id, _)| id));
                assert!(shown.terms.iter().map(id).eq(again.iter().map(id)));
            }
            visit.end();
        }};
    }
    use Kind as K;
    match shape % 10 {
        0 => ask!(
            Shape { terms: &[read(K::Tracked), write(K::Plain)], ..NONE },
            (Entity, &Tracked, &mut Plain), (),
            (entity, tracked, plain) => Some(entity), Some(peek(tracked)), Some(touch(plain))
        ),
        1 => ask!(
            Shape { terms: &[write(K::Tracked), perhaps(K::Plain, false)], with: &[K::Tag], ..NONE },
            (Entity, &mut Tracked, Option<&Plain>), With<Tag>,
            (entity, tracked, plain) => Some(entity), Some(touch(tracked)), plain.map(peek)
        ),
        2 => ask!(
            Shape { terms: &[read(K::Plain), perhaps(K::Tracked, true)], without: &[K::Marker], ..NONE },
            (Entity, &Plain, Option<&mut Tracked>), Without<Marker>,
            (entity, plain, mut tracked) => Some(entity), Some(peek(plain)), tracked.as_mut().map(|tracked| touch(*tracked))
        ),
        3 => ask!(
            Shape { terms: &[read(K::Tag), perhaps(K::Plain, false)], ..NONE },
            (Entity, &Tag, Option<&Plain>), (),
            (entity, tag, plain) => Some(entity), Some(peek(tag)), plain.map(peek)
        ),
        4 => ask!(
            Shape { terms: &[write(K::Plain), read(K::Tag)], without: &[K::Tracked], ..NONE },
            (Entity, &mut Plain, &Tag), Without<Tracked>,
            (entity, plain, tag) => Some(entity), Some(touch(plain)), Some(peek(tag))
        ),
        5 => ask!(
            Shape { with: &[K::Marker], ..NONE },
            (Entity,), With<Marker>,
            (entity,) => Some(entity),
        ),
        6 => ask!(
            Shape { terms: &[perhaps(K::Tracked, false)], without: &[K::Tag], ..NONE },
            (Entity, Option<&Tracked>), Without<Tag>,
            (entity, tracked) => Some(entity), tracked.map(peek)
        ),
        7 => ask!(
            Shape { terms: &[read(K::Tracked), read(K::Plain), perhaps(K::Tag, false)], ..NONE },
            (Entity, &Tracked, &Plain, Option<&Tag>), (),
            (entity, tracked, plain, tag) => Some(entity), Some(peek(tracked)), Some(peek(plain)), tag.map(peek)
        ),
        8 => ask!(
            Shape { terms: &[read(K::Tracked), write(K::Plain)], ..NONE },
            (&Tracked, &mut Plain), (),
            (tracked, plain) => None, Some(peek(tracked)), Some(touch(plain))
        ),
        _ => ask!(
            Shape { terms: &[write(K::Marker), read(K::Tracked)], any_of: &[K::Tag, K::Plain], ..NONE },
            (Entity, &mut Marker, &Tracked), AnyOf<(Tag, Plain)>,
            (entity, marker, tracked) => Some(entity), Some(peek(marker)), Some(peek(tracked))
        ),
    }
}

/// Borrows the stores of a query, if the maps say so.
fn lend<Q: QueryData>(shape: Shape) -> Option<Query<'static, Q>> {
    for term in shape.terms {
        // A type of which there is no store would not be lent.
        let is_known = state(|state| state.world().kinds.contains(&term.kind));
        if !is_known {
            of_kind!(term.kind, T => T::reserve(0));
        }
    }
    let result = call(&[], || try_query::<Q>()).unwrap_or_else(|panic| resume_unwind(panic));
    let terms = shape.terms.iter();
    // Scripts may have run at the quiet point, which change what is pending, not what is lent.
    let (may_lend, may_refuse) = state(|state| {
        (
            terms.clone().all(|term| state.may_lend_all(term.kind, term.mutable)),
            terms.clone().any(|term| state.may_refuse_all(term.kind, term.mutable)),
        )
    });
    match result {
        Ok(query) => {
            assert!(may_lend, "{shape:?} is lent");
            Some(query)
        }
        Err(QueryError::View(ViewError::Borrowed { .. } | ViewError::Unsettled { .. })) => {
            assert!(may_refuse, "{shape:?} is refused");
            state(|state| state.note_refused(shape));
            None
        }
        Err(error) => panic!("{error}"),
    }
}

impl State {
    /// All stores were brought in order, as far as they could be, before one was refused.
    fn note_refused(&mut self, shape: Shape) {
        for term in shape.terms {
            let is_lent = self.is_store_lent(self.current, term.kind);
            let store = self.store(term.kind);
            if !is_lent && store.changes == Changes::Pending {
                store.changes = Changes::Perhaps;
            }
        }
    }

    fn note_query(&mut self, shape: Shape, all: bool) -> Asked {
        for term in shape.terms {
            if !self.is_store_lent(self.current, term.kind) {
                self.store(term.kind).changes = Changes::None;
            }
        }
        Asked::of(shape, all, self)
    }
}
