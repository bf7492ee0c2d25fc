//! Queries: each is made, counted, asked for each entity, and visited in one of its ways while a script runs,
//! and compared with what the maps say; or it is kept, with what it has borrowed.

use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::rc::Rc;

use ecs_core::{AnyOf, Component, Entity, Query, QueryData, With, Without, try_query};

use crate::bodies::Body;
use crate::borrows::{Extent, Visiting, What};
use crate::calls::{call, says, target};
use crate::components::{Marker, Plain, Subject, Tag, Tracked, of_kind};
use crate::maps::{Changes, Held, State, state};
use crate::queries::{Asked, Seen, Shape, Shown, Term, Visit};
use crate::scripts::{Act, Id, Kind, Way};

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
pub type Peek = Option<(Id, u32)>;

pub fn peek<T: Subject>(value: &T) -> Peek {
    value.peek()
}

/// Looks at a value that is borrowed for writing, and writes to it.
pub fn touch<T: Subject>(value: &mut T) -> Peek {
    let seen = value.peek()?;
    value.set(seen.1 ^ 1);
    state(|state| state.value(seen.0).number = seen.1 ^ 1);
    value.peek()
}

const NONE: Shape = Shape { terms: &[], with: &[], without: &[], any_of: &[] };

/// The panic of a loop that comes to an entity of which something else has borrowed what it would give.
pub const MET: &str = "cannot visit ";

/// Takes the next item of a loop; `None` if it meets what something else has borrowed.
fn next<I: Iterator>(items: &mut I) -> Option<Option<I::Item>> {
    match catch_unwind(AssertUnwindSafe(|| items.next())) {
        Ok(item) => Some(item),
        Err(panic) if says(&*panic, MET) => None,
        Err(panic) => resume_unwind(panic),
    }
}

/// Checks that an item is still what it was, whatever has happened meanwhile.
fn check_again(shown: &Shown, again: &[Option<Peek>]) {
    let id = |seen: &Option<Peek>| seen.map(|seen| seen.map(|(id, _)| id));
    assert!(shown.terms.iter().map(id).eq(again.iter().map(id)));
    for (id, number) in again.iter().copied().flatten().flatten() {
        assert_eq!(state(|state| state.value(id).number), number, "nobody else writes to {id}");
    }
}

/// Makes the query of a number. `me` is the component whose hook asks.
pub fn ask(act: Act, me: Entity) {
    let Act::Query { shape, all, hold, at_once, way, except } = act else { return };
    let hold = hold && state(|state| state.held.len() <= 8);
    let except = except.map(|of| target(of, me));
    let body = Body::take(me, at_once);
    /// Asks for items, of which the parts are shown by expressions.
    macro_rules! ask {
        ($shape:expr, $query:ty, $filter:ty, $item:pat => $entity:expr, $($seen:expr),*) => {{
            const SHAPE: Shape = $shape;
            let query = borrow::<$query>(SHAPE).filter::<$filter>();
            let query = if all { query.with_disabled() } else { query };
            let mut query = if let Some(entity) = except { query.except(entity) } else { query };
            let mut asked = state(|state| Asked::begin(SHAPE, all, except, state));
            let number = asked.number;
            let visiting = Visiting(number);
            let borrows = |extent| state(|state| state.set_extent(number, extent));
            let count = query.count();
            state(|state| asked.check_count(state, count));
            assert_eq!(query.is_empty(), count == 0);
            let (least, most) = query.iter_mut().size_hint();
            let is_between = least <= count && most.is_none_or(|most| count <= most);
            assert!(is_between, "{least} to {most:?}, not {count}");
            borrows(Extent::Whole);
            for &entity in &state(|state| state.known.clone()) {
                let got = query.try_get_mut(entity);
                let got = got.map(|got| got.map(|$item| Shown { entity: $entity, terms: vec![$($seen),*] }));
                state(|state| asked.check_got(state, entity, got));
            }
            let mut seen = Seen::default();
            let ended = query.try_each(|$item| {
                seen.shown.push(Shown { entity: $entity, terms: vec![$($seen),*] });
            });
            borrows(Extent::Idle);
            state(|state| asked.check_all(state, &seen.ended(ended)));
            if hold {
                match way {
                    Way::For => {
                        let _ = query.iter_mut();
                        asked.rest = Extent::Whole;
                        borrows(Extent::Whole);
                    }
                    Way::Each => {}
                    Way::Get(of) => {
                        let entity = target(of, me);
                        let got = query.try_get_mut(entity);
                        let got = got.map(|got| {
                            got.map(|$item| Shown { entity: $entity, terms: vec![$($seen),*] })
                        });
                        state(|state| asked.check_got(state, entity, got));
                    }
                }
                let query = RefCell::new(query);
                let look = move || {
                    let mut query = query.borrow_mut();
                    let mut seen = Seen::default();
                    let ended = query.try_each(|$item| {
                        seen.shown.push(Shown { entity: $entity, terms: vec![$($seen),*] });
                    });
                    if matches!(way, Way::For) {
                        let _ = query.iter_mut();
                    }
                    seen.ended(ended)
                };
                visiting.keep();
                let held = Held { what: What::Query(asked), forgotten: false, look: Rc::new(look) };
                state(|state| state.held.push(held));
                return;
            }
            let mut visit = Visit::default();
            match way {
                Way::For => {
                    borrows(Extent::Whole);
                    let mut items = query.iter_mut();
                    loop {
                        let Some(item) = next(&mut items) else {
                            let may_stop = state(|state| visit.may_stop(&asked, state));
                            return assert!(may_stop, "none that is left is borrowed");
                        };
                        let Some($item) = item else { break };
                        let shown = Shown { entity: $entity, terms: vec![$($seen),*] };
                        state(|state| visit.take(&asked, state, &shown));
                        body.turn();
                        check_again(&shown, &[$($seen),*]);
                    }
                    state(|state| visit.end(&asked, state, None));
                }
                Way::Each => {
                    let ended = query.try_each(|$item| {
                        let shown = Shown { entity: $entity, terms: vec![$($seen),*] };
                        let entity = state(|state| visit.take(&asked, state, &shown));
                        borrows(Extent::Of(entity.index()));
                        body.turn();
                        check_again(&shown, &[$($seen),*]);
                    });
                    borrows(Extent::Idle);
                    let ended = Seen::default().ended(ended);
                    state(|state| visit.end(&asked, state, ended.stopped_at));
                }
                Way::Get(of) => {
                    let entity = target(of, me);
                    let got = match query.try_get_mut(entity) {
                        Ok(Some($item)) => {
                            let shown = Shown { entity: $entity, terms: vec![$($seen),*] };
                            let terms = shown.terms.clone();
                            let entity_shown = shown.entity;
                            state(|state| asked.check_got(state, entity, Ok(Some(shown))));
                            body.turn();
                            return check_again(&Shown { entity: entity_shown, terms }, &[$($seen),*]);
                        }
                        Ok(None) => Ok(None),
                        Err(error) => Err(error),
                    };
                    state(|state| asked.check_got(state, entity, got));
                }
            }
        }};
    }
    use Kind as K;
    match shape % 12 {
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
            (entity, plain, mut tracked) =>
                Some(entity), Some(peek(plain)), tracked.as_mut().map(|tracked| touch(*tracked))
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
            (entity, tracked, plain, tag) =>
                Some(entity), Some(peek(tracked)), Some(peek(plain)), tag.map(peek)
        ),
        8 => ask!(
            Shape { terms: &[read(K::Tracked), write(K::Plain)], ..NONE },
            (&Tracked, &mut Plain), (),
            (tracked, plain) => None, Some(peek(tracked)), Some(touch(plain))
        ),
        10 => ask!(
            Shape { terms: &[write(K::Tracked)], ..NONE },
            &mut Tracked, (),
            tracked => None, Some(touch(tracked))
        ),
        11 => ask!(
            Shape { terms: &[perhaps(K::Marker, true), write(K::Plain)], ..NONE },
            (Entity, Option<&mut Marker>, &mut Plain), (),
            (entity, marker, plain) => Some(entity), marker.as_deref().map(peek), Some(touch(plain))
        ),
        _ => ask!(
            Shape { terms: &[write(K::Marker), read(K::Tracked)], any_of: &[K::Tag, K::Plain], ..NONE },
            (Entity, &mut Marker, &Tracked), AnyOf<(Tag, Plain)>,
            (entity, marker, tracked) => Some(entity), Some(peek(marker)), Some(peek(tracked))
        ),
    }
}

/// Makes a query, which nothing refuses.
fn borrow<Q: QueryData>(shape: Shape) -> Query<'static, Q> {
    for term in shape.terms {
        // A type of which there is no store would not be visited.
        let is_known = state(|state| state.world().kinds.contains(&term.kind));
        if !is_known {
            of_kind!(term.kind, T => T::reserve(0));
        }
    }
    let result = call(&[], || try_query::<Q>()).unwrap_or_else(|panic| resume_unwind(panic));
    state(|state| state.note_query(shape));
    result.unwrap_or_else(|error| panic!("{shape:?}: {error}"))
}

impl State {
    /// All stores were brought in order, as far as they could be.
    fn note_query(&mut self, shape: Shape) {
        for term in shape.terms {
            if !self.is_store_borrowed(self.current, term.kind) {
                self.store(term.kind).changes = Changes::None;
            }
        }
    }
}
