//! Random calls on entities whose indices lie far apart, against plain maps (laws S1, H3, E1, C2).
//!
//! The other random models know few entities, side by side. Here the look-up's window moves and is fitted
//! anew, entries lie in its tree, and holes come and go under that.

mod components;
mod store;

use std::collections::BTreeSet;

use ecs_core::{Component, Entity, World};

use components::{Counted, Kind, LIVE, Nothing, Plain, Wide};
use store::{Known, Store};

use crate::support::{Random, number, sized};

fn run(seed: u64, steps: usize, far: usize) {
    LIVE.set(0);
    let world = World::new();
    world.enter(|| play(&mut Random(seed), steps, far));
    drop(world);
    assert_eq!(LIVE.get(), 0);
}

fn play(random: &mut Random, steps: usize, far: usize) {
    let all: Vec<Entity> = (0..far).map(|_| Entity::spawn()).collect();
    let mut pool: Vec<Entity> = Vec::new();
    for base in [0, far / 3, far / 2, far - 12] {
        pool.extend(&all[base..base + 10]);
    }
    pool.extend((0..10).map(|_| all[random.below(far)]));
    pool.sort_unstable();
    pool.dedup();
    let brief = random.below(2) == 0;
    let (mut plain, mut counted, mut nothing, mut wide) = (
        Store::<Plain>::new(brief),
        Store::<Counted>::new(brief),
        Store::<Nothing>::new(brief),
        Store::<Wide>::new(brief),
    );
    // A view of a type that has no store yet borrows nothing.
    Entity::spawn_many(1, |_, _| (Plain(0), Counted::make(0), Nothing, Wide(0, 0)))[0].despawn();
    let mut next = 0;
    // Where things happen wanders, so that the windows are fitted anew.
    let mut focus = (0, pool.len());
    for step in 0..steps {
        if random.below(60) == 0 {
            let start = random.below(pool.len());
            focus = (start, 1 + random.below(pool.len() - start));
        }
        let place = focus.0 + random.below(focus.1);
        let entity = pool[place];
        let call = random.below(22);
        if brief && matches!(call, 17 | 19..) && random.below(8) != 0 {
            continue;
        }
        match call {
            0..=5 => plain.act(random, entity, &mut next),
            6..=10 => counted.act(random, entity, &mut next),
            11..=12 => nothing.act(random, entity, &mut next),
            13..=16 => wide.act(random, entity, &mut next),
            17 => {
                entity.set_enabled(random.below(2) == 0);
            }
            18 => {
                let many = if random.below(4) == 0 { 1 + random.below(focus.1) } else { 1 };
                let mut ends: Vec<_> = (0..many).map(|_| pool[focus.0 + random.below(focus.1)]).collect();
                let distinct: BTreeSet<_> = ends.iter().copied().collect();
                if many == 1 {
                    assert!(ends[0].despawn());
                } else {
                    ends.push(ends[0]);
                    assert_eq!(Entity::despawn_many(&ends), distinct.len());
                }
                for dead in distinct {
                    assert!(!dead.is_alive() && dead.components().is_empty());
                    plain.live.remove(&dead);
                    counted.live.remove(&dead);
                    nothing.live.remove(&dead);
                    wide.live.remove(&dead);
                    let place = pool.iter().position(|&entity| entity == dead).unwrap();
                    pool[place] = if random.below(3) == 0 {
                        next += 4;
                        let known = |id| Known { id, value: id << 20, on: true };
                        let made = Entity::spawn_many(1, |_, _| {
                            (Plain::make((next - 3) << 20), Counted::make((next - 2) << 20), Nothing)
                        })[0];
                        plain.live.insert(made, known(next - 3));
                        counted.live.insert(made, known(next - 2));
                        nothing.live.insert(made, known(next - 1));
                        made
                    } else {
                        Entity::spawn()
                    };
                }
            }
            19 => match Plain::try_update_all(0.0) {
                Ok(()) => {
                    assert!(plain.is_free());
                    for (entity, known) in &mut plain.live {
                        known.value += u64::from(known.on && entity.is_enabled());
                    }
                }
                Err(_) => assert!(!plain.is_free()),
            },
            20 => match Counted::try_update_all(0.0) {
                Ok(()) => {
                    assert!(counted.is_free());
                    for (entity, known) in &mut counted.live {
                        if let Some(plain) = plain.live.get(entity)
                            && known.on
                            && entity.is_enabled()
                        {
                            known.value = plain.value;
                        }
                    }
                }
                Err(_) => assert!(!plain.is_free() || !counted.is_free()),
            },
            _ => World::flush(),
        }
        if step % 16 == 0 || random.below(4) == 0 {
            plain.check(&pool);
            counted.check(&pool);
            nothing.check(&pool);
            wide.check(&pool);
            for &entity in &pool {
                let expected: BTreeSet<_> = [
                    plain.live.contains_key(&entity).then_some("Plain"),
                    counted.live.contains_key(&entity).then_some("Counted"),
                    nothing.live.contains_key(&entity).then_some("Nothing"),
                    wide.live.contains_key(&entity).then_some("Wide"),
                ]
                .into_iter()
                .flatten()
                .collect();
                let found: BTreeSet<_> =
                    entity.components().into_iter().map(|name| name.rsplit("::").next().unwrap()).collect();
                assert_eq!(found, expected);
            }
        }
        if random.below(30) == 0 {
            plain.read_all(&pool);
            counted.read_all(&pool);
            nothing.read_all(&pool);
            wide.read_all(&pool);
        }
        if random.below(400) == 0 {
            World::clear();
            plain.live.clear();
            counted.live.clear();
            nothing.live.clear();
            wide.live.clear();
            // Indices of rows that are borrowed are not free yet.
            (plain.guards, counted.guards, nothing.guards, wide.guards) = Default::default();
            (plain.views, counted.views, nothing.views, wide.views) = Default::default();
            (plain.write, counted.write, nothing.write, wide.write) = Default::default();
            World::flush();
            let all: Vec<Entity> = (0..far).map(|_| Entity::spawn()).collect();
            assert_eq!(World::stats().alive, far);
            for old in &mut pool {
                *old = all[random.below(far)];
            }
            pool.sort_unstable();
            pool.dedup();
            focus = (0, pool.len());
        }
    }
}

#[test]
fn the_library_does_what_maps_do_far_apart() {
    let (seeds, steps, far) = sized((1, 120, 400), (2, 3_000, 30_000), (8, 3_000, 30_000));
    for seed in 0..number("FAR_APART_SEEDS").unwrap_or(seeds) {
        run(seed * 7 + 1, steps, if seed % 3 == 0 { far.min(700) } else { far });
    }
}
