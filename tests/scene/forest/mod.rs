//! Random forests: each call is made to the world and to plain collections, and both must agree. Calls come
//! from outside, from hooks, from methods that listen, and from loops over relatives.

mod acts;
mod check;
mod expected;
mod found;
mod loops;
mod model;
mod parts;
mod pools;
mod state;

use std::rc::Rc;

use ecs_core::{Entity, World};
use proptest::prelude::*;

use crate::support::seeded;
use acts::{Act, Way, When, perform};
use model::{KINDS, Kind};
use parts::{BALLAST, Place, Tint, forget_all};
use state::{Hulls, state};

/// Numbers from which an act is made.
type Drawn = (u8, u8, u8, u8);

fn kind_of(number: u8) -> Kind {
    KINDS[usize::from(number) % KINDS.len()]
}

/// An act that has no others in it.
fn plain((what, a, b, c): Drawn) -> Act {
    let (kind, local) = (kind_of(c), i64::from(b));
    match what % 32 {
        0..4 => Act::Spawn(a),
        4 => Act::Despawn(a),
        5 => Act::DespawnMany([a, b, c]),
        6..11 => Act::ChildOf(a, b),
        11 => Act::InsertChild(a, c % 4, b),
        12 => Act::Detach(a),
        13 => Act::DetachChildren(a),
        14..18 => Act::Insert(a, kind, local),
        18 => Act::Kill(a, kind),
        19..21 => Act::Write(a, kind_of(c % 2), local),
        21..23 => Act::Switch(a, b.is_multiple_of(2)),
        23..25 => Act::SwitchPart(a, kind, b.is_multiple_of(2)),
        25 => Act::Take,
        26 => Act::GiveBack(a),
        27..31 => Act::Frame,
        _ if c < 16 => Act::Clear,
        _ if c < 128 => Act::Look,
        _ => Act::Poke(a),
    }
}

fn when_of(number: u8) -> When {
    [When::Update, When::Poke, When::Enable, When::Disable, When::Shutdown][usize::from(number) % 5]
}

/// An act, which may have others in it.
fn nested((what, a, b, c): Drawn, inner: &[Drawn]) -> Act {
    match what % 16 {
        0 => Act::Arm(a, when_of(b), Box::new(Act::DespawnParent)),
        1..5 => Act::Arm(a, when_of(b), Box::new(plain(inner[0]))),
        5 if inner.len() > 1 => Act::Arm(a, when_of(b), Box::new(nested(inner[0], &inner[1..]))),
        6..8 => {
            let way = [Way::Children, Way::Descendants, Way::Ancestors][usize::from(b) % 3];
            // Half of what is done there attaches something anew to whose relatives are visited, or near it.
            let act = |&(what, one, other, c): &Drawn| match what % 4 {
                0 => Act::ChildOf(one, a),
                1 => Act::ChildOf(one, other % 4),
                _ => plain((what / 4, one, other, c)),
            };
            Act::Loop(way, a, inner.iter().map(act).collect())
        }
        8 => Act::Poke(a),
        9..11 => Act::Insert(a, [Kind::Actor, Kind::Keen][usize::from(c) % 2], 0),
        _ => plain((what.wrapping_add(b), a, b, c)),
    }
}

fn drawn() -> impl Strategy<Value = Drawn> {
    any::<Drawn>()
}

fn plain_acts() -> impl Strategy<Value = Vec<Act>> {
    prop::collection::vec(drawn().prop_map(plain), if cfg!(miri) { 1..12 } else { 1..80 })
}

fn nested_acts() -> impl Strategy<Value = Vec<Act>> {
    let act = (drawn(), prop::array::uniform4(drawn())).prop_map(|(own, inner)| match own.0 % 2 {
        0 => nested((own.0 / 2, own.1, own.2, own.3), &inner),
        _ => plain((own.0 / 2, own.1, own.2, own.3)),
    });
    prop::collection::vec(act, if cfg!(miri) { 1..12 } else { 1..80 })
}

/// Does what a case says in a world of its own, of which nothing must be left.
fn run_case(ballast: usize, acts: Vec<Act>) {
    forget_all();
    let world = World::new();
    world.enter(|| {
        let first = Entity::spawn();
        state(|state| {
            state.forest.spawn();
            state.entities.push(first);
            (state.pool, state.expected) = (Some(Rc::new(Hulls::new())), Some(Vec::new()));
        });
        // The types are known in this order.
        let known = KINDS.into_iter().map(|kind| Act::Insert(0, kind, 0));
        let begin = known.chain(KINDS.into_iter().map(|kind| Act::Kill(0, kind)));
        // Few among many are followed one by one; where all are few, all are sorted anew.
        let ballast = if cfg!(miri) { ballast / 10 } else { ballast };
        for act in begin {
            perform(act, true);
        }
        for n in 0..ballast {
            let one = Entity::spawn().with(Place::new(BALLAST, 0));
            one.insert(Tint { local: n as i64, world: 0, id: BALLAST });
        }
        state(|state| (state.ballast, state.is_ballast_due) = (ballast, true));
        for act in acts {
            perform(act, true);
            check::check();
        }
        perform(Act::Clear, true);
        (0..3).for_each(|_| check::check());
        let pool = state(|state| state.pool.take());
        drop(pool);
    });
    drop(world);
    forget_all();
}

fn ballast() -> impl Strategy<Value = usize> {
    prop::sample::select(vec![0, 0, 50, 50, 400])
}

proptest! {
    #![proptest_config(seeded(60, 2))]

    #[test]
    fn a_forest_is_as_plain_collections_say(ballast in ballast(), acts in plain_acts()) {
        run_case(ballast, acts);
    }

    #[test]
    fn a_forest_that_hooks_change_is_as_plain_collections_say(ballast in ballast(), acts in nested_acts()) {
        run_case(ballast, acts);
    }
}
