//! The number of threads changes nothing: the same hash of the world after many frames.

use core::hash::{Hash, Hasher};
use std::hash::DefaultHasher;

use ecs_core::{Commands, Component, Entity, Handle, Singleton, Time, View, query, update_all};

use super::{THREADS, with_threads};
use crate::support::sized;

#[derive(Singleton, Default)]
struct Seed(u64);

impl Seed {
    fn update(&mut self) {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    }
}

#[derive(Component, Default)]
struct Body {
    at: [f32; 2],
    speed: [f32; 2],
}

/// Moves in parallel with [`Ager`].
#[derive(Component, Default)]
#[component(parallel, before(Hunter))]
struct Wanderer;

impl Wanderer {
    fn update(&mut self, time: Time, body: &mut Body, seed: &Seed, entity: Entity) {
        let turn =
            ((seed.0 >> 33) as u32 ^ entity.index().wrapping_mul(2_654_435_761)) as f32 / u32::MAX as f32;
        body.speed = [body.speed[0] * 0.9 + turn.cos(), body.speed[1] * 0.9 + turn.sin()];
        for (at, speed) in body.at.iter_mut().zip(body.speed) {
            *at = (*at + speed * time.dt()).rem_euclid(100.0);
        }
    }
}

#[derive(Component, Default)]
#[component(parallel)]
struct Ager {
    age: u32,
}

impl Ager {
    fn update(&mut self, commands: Commands) {
        self.age += 1;
        let entity = self.entity();
        if self.age.is_multiple_of(37) {
            let n = self.age;
            commands.run(move || {
                if Ager::count() < 400 {
                    let child =
                        Entity::spawn().with(Body::default()).with(Wanderer).with(Ager { age: n / 2 });
                    child.insert(Hunter { prey: entity.handle(), eaten: 0 });
                }
            });
        }
        if self.age > 150 {
            commands.despawn(entity);
        }
    }
}

#[derive(Component, Default)]
#[component(parallel)]
struct Hunter {
    prey: Handle<Body>,
    eaten: u32,
}

impl Hunter {
    fn update(&mut self, bodies: View<Body>, agers: View<Ager>, commands: Commands, seed: &Seed) {
        let own = self.sibling::<Body>();
        match (bodies.get(own), bodies.get(self.prey)) {
            (Some(a), Some(b)) if (a.at[0] - b.at[0]).abs() < 2.0 => {
                self.eaten += 1;
                if agers.len() > 300 {
                    commands.despawn(self.prey.entity());
                }
            }
            (Some(_), None) => {
                let next = (seed.0 >> 40) as usize + self.eaten as usize;
                self.prey = bodies.entity_at(next % bodies.len()).unwrap_or_default().handle();
            }
            _ => {}
        }
    }
}

fn hash_after(frames: usize, threads: usize) -> (u64, usize) {
    with_threads(threads, || {
        let first = Entity::spawn_many(100, |n, _| {
            (
                Body { at: [n as f32; 2], speed: [1.0, 0.0] },
                Wanderer,
                Ager { age: n as u32 },
                Hunter::default(),
            )
        });
        assert_eq!(first.len(), 100);
        for _ in 0..frames {
            update_all(1.0 / 60.0);
        }
        let mut hasher = DefaultHasher::new();
        let mut all = query::<(Entity, &Body, Option<&Ager>, Option<&Hunter>)>();
        all.each(|(entity, body, ager, hunter)| {
            // Not its hash: worlds differ by their tags.
            format!("{entity:?}").hash(&mut hasher);
            body.at.map(f32::to_bits).hash(&mut hasher);
            ager.map(|ager| ager.age).hash(&mut hasher);
            hunter.map(|hunter| (format!("{:?}", hunter.prey), hunter.eaten)).hash(&mut hasher);
        });
        (hasher.finish(), all.count())
    })
}

#[test]
fn the_same_world_after_many_frames_on_1_2_4_and_8_threads() {
    let frames = sized(2, 200, 1_000);
    let (hash, count) = hash_after(frames, 1);
    assert!(count > 50, "{count} are left");
    for &threads in THREADS {
        assert_eq!(hash_after(frames, threads), (hash, count), "{threads} threads");
    }
}
