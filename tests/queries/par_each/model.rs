//! `par_each` against `each`, in random worlds.

use std::sync::Mutex;

use ecs_core::{
    Added, AnyOf, Changed, Component, Copied, Entity, Query, QueryData, QueryFilter, Tick, With, Without,
    World, query,
};
use proptest::prelude::*;

use super::with_threads;
use crate::support::seeded;

#[derive(Component, Clone, Copy)]
struct A(u32);

#[derive(Component)]
#[component(track)]
struct B(u32);

#[derive(Component)]
struct C(u32, #[expect(dead_code, reason = "it has a `Drop`, so that it leaves no hole")] Box<u8>);

#[derive(Component, Default)]
struct Tag;

#[derive(Clone, Debug)]
enum Act {
    Spawn(u8),
    Despawn(u8),
    Add(u8, u8),
    Remove(u8, u8),
    Switch(u8, bool),
    SwitchEntity(u8, bool),
    Write(u8),
    Tick,
}

fn act() -> impl Strategy<Value = Act> {
    let some = || any::<u8>();
    prop_oneof![
        4 => some().prop_map(Act::Spawn),
        1 => some().prop_map(Act::Despawn),
        3 => (some(), 0..4_u8).prop_map(|(n, part)| Act::Add(n, part)),
        2 => (some(), 0..4_u8).prop_map(|(n, part)| Act::Remove(n, part)),
        1 => (some(), any::<bool>()).prop_map(|(n, on)| Act::Switch(n, on)),
        1 => (some(), any::<bool>()).prop_map(|(n, on)| Act::SwitchEntity(n, on)),
        1 => some().prop_map(Act::Write),
        1 => Just(Act::Tick),
    ]
}

/// What was spawned, in its order, and a moment among the changes.
#[derive(Default)]
struct Scene {
    all: Vec<Entity>,
    seen: Tick,
}

impl Scene {
    fn of(acts: &[Act], copies: u32) -> Self {
        let mut scene = Self::default();
        for _ in 0..copies {
            acts.iter().for_each(|act| scene.perform(act));
        }
        scene
    }

    fn add(entity: Entity, part: u8) {
        let value = entity.index();
        match part {
            0 => drop(entity.insert(A(value))),
            1 => drop(entity.insert(B(value))),
            2 => drop(entity.insert(C(value, Box::new(0)))),
            _ => drop(entity.add::<Tag>()),
        }
    }

    fn perform(&mut self, act: &Act) {
        let pick =
            |n: u8| self.all.iter().rev().nth(n as usize % 32).copied().filter(|entity| entity.is_alive());
        match *act {
            Act::Spawn(parts) => {
                let entity = Entity::spawn();
                (0..4).filter(|part| parts >> part & 1 != 0).for_each(|part| Self::add(entity, part));
                self.all.push(entity);
            }
            Act::Despawn(n) => drop(pick(n).map(Entity::despawn)),
            Act::Add(n, part) => drop(pick(n).map(|entity| Self::add(entity, part))),
            Act::Remove(n, part) => drop(pick(n).map(|entity| match part {
                0 => drop(entity.remove::<A>()),
                1 => drop(entity.remove::<B>()),
                2 => drop(entity.remove::<C>()),
                _ => drop(entity.remove::<Tag>()),
            })),
            Act::Switch(n, on) => drop(pick(n).map(|entity| {
                entity.handle::<A>().set_enabled(on);
                entity.handle::<Tag>().set_enabled(on);
            })),
            Act::SwitchEntity(n, on) => drop(pick(n).map(|entity| entity.set_enabled(on))),
            Act::Write(n) => {
                if let Some(mut b) = pick(n).and_then(Entity::get_mut::<B>) {
                    b.0 += 1;
                }
            }
            Act::Tick => self.seen = World::tick(),
        }
    }
}

/// Calls `check` with queries of every shape, and a function that says what they visit.
fn for_each_shape(seen: Tick, chunk: usize) {
    fn check<Q: QueryData, F: QueryFilter, R: Ord + Send + core::fmt::Debug>(
        make: impl Fn() -> Query<'static, Q, F>,
        par: impl Fn(&mut Query<'static, Q, F>, &Mutex<Vec<R>>),
        each: impl Fn(&mut Query<'static, Q, F>, &Mutex<Vec<R>>),
    ) {
        for see_all in [false, true] {
            let make = || if see_all { make().with_disabled() } else { make() };
            let (found, expected) = (Mutex::default(), Mutex::default());
            par(&mut make(), &found);
            each(&mut make(), &expected);
            let [mut found, mut expected] = [found, expected].map(|list| list.into_inner().unwrap());
            found.sort_unstable();
            expected.sort_unstable();
            assert_eq!(found, expected, "with disabled ones: {see_all}");
        }
    }
    macro_rules! shapes {
        ($($make:expr => |$item:pat_param| $look:expr;)*) => {$(
            check(
                || $make,
                |query, list| query.par_each_chunk(chunk, |$item| list.lock().unwrap().push($look)),
                |query, list| query.each(|$item| list.lock().unwrap().push($look)),
            );
        )*};
    }
    shapes! {
        query::<(Entity, &A)>() => |(e, a)| (e, a.0);
        query::<(Entity, &A, &C)>() => |(e, a, c)| (e, a.0, c.0);
        query::<(Entity, Option<&A>, Copied<A>, &B)>() => |(e, a, copy, b)| (e, a.map(|a| a.0), copy.0, b.0);
        query::<(Entity, Option<&C>)>().filter::<With<Tag>>() => |(e, c)| (e, c.map(|c| c.0));
        query::<(Entity, &A)>().filter::<(With<Tag>, Without<C>)>() => |(e, a)| (e, a.0);
        query::<Entity>().filter::<AnyOf<(Tag, C)>>() => |e| e;
        query::<(&Tag, Entity)>() => |(_, e)| e;
        query::<(Entity, &A)>().filter::<Changed<B>>().since(seen) => |(e, a)| (e, a.0);
        query::<(Entity, &B)>().filter::<Without<Added<B>>>().since(seen) => |(e, b)| (e, b.0);
    }
}

/// What is written, and noted as changed, by one function or the other.
fn write(chunk: Option<usize>) -> Vec<(Entity, u32, Option<u32>, bool)> {
    let before = World::tick();
    let mut all = query::<(Entity, &mut A, Option<&mut B>)>().filter::<Without<Tag>>();
    let change = |(entity, a, b): (Entity, &mut A, Option<&mut B>)| {
        a.0 = a.0.wrapping_mul(3).wrapping_add(entity.index());
        if let Some(b) = b {
            b.0 = b.0.wrapping_add(a.0);
        }
    };
    match chunk {
        Some(chunk) => all.par_each_chunk(chunk, change),
        None => all.each(change),
    }
    drop(all);
    let all = query::<(Entity, &A, Option<&B>)>().with_disabled();
    let seen: Vec<_> = all.iter().map(|(entity, a, b)| (entity, a.0, b.map(|b| b.0))).collect();
    drop(all);
    let has_changed = |entity: Entity| entity.handle::<B>().changed_since(before);
    seen.into_iter().map(|(entity, a, b)| (entity, a, b, has_changed(entity))).collect()
}

proptest! {
    #![proptest_config(seeded(20, 3))]

    #[test]
    fn it_visits_what_each_visits(
        acts in prop::collection::vec(act(), 1..if cfg!(miri) { 30 } else { 150 }),
        copies in 1..if cfg!(miri) { 2_u32 } else { 12 },
        chunk in prop_oneof![1..9_usize, 60..70_usize, 100..1_000_usize],
    ) {
        let expected = with_threads(1, || {
            Scene::of(&acts, copies);
            write(None)
        });
        for threads in if cfg!(miri) { vec![3] } else { vec![1, 2, 4, 8] } {
            with_threads(threads, || {
                let scene = Scene::of(&acts, copies);
                for_each_shape(scene.seen, chunk);
                let strip = |list: &[(Entity, u32, Option<u32>, bool)]| -> Vec<_> {
                    list.iter().map(|&(entity, a, b, changed)| (entity.index(), a, b, changed)).collect()
                };
                assert_eq!(strip(&write(Some(chunk))), strip(&expected));
            });
        }
    }
}
