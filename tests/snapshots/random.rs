//! A world of all sorts of components is changed at random, saved and loaded at random, and compared with
//! what it was.

use ecs_core::{
    Archetype, Changed, Component, Entity, Events, Handle, Phase, Pool, Schedule, Singleton, Snapshots,
    World, emit, find_all, query, time, update_all,
};
use serde::Serialize;

use crate::support::{Random, on_thread, sized};

/// Copied by its bytes.
#[derive(Component, Clone, Copy, Serialize)]
struct Body {
    x: f32,
    target: Handle<Body>,
}

impl Body {
    fn update(&mut self, dt: f32) {
        self.x += dt;
    }
}

/// Cloned; hooks keep a row's notes.
#[derive(Component, Clone, Serialize, Default)]
#[component(track)]
struct Label {
    text: String,
    switches: u32,
    started: bool,
}

impl Label {
    fn start(&mut self) {
        self.started = true;
    }

    fn on_disable(&mut self) {
        self.switches += 1;
    }
}

#[derive(Component, Clone, Copy, Default, Serialize)]
struct Tag;

#[derive(Component, Clone, Copy, Default, Serialize)]
#[component(soa)]
struct Dust {
    a: f32,
    b: u8,
}

impl Dust {
    fn update(&mut self, dt: f32) {
        self.a += dt;
    }
}

#[derive(Component, Clone, Default, Serialize)]
#[component(pooled(4))]
struct Kept {
    lives: u32,
}

impl Kept {
    fn on_reset(&mut self) {
        self.lives += 1;
    }
}

#[derive(Component, Clone, Serialize, Default)]
struct Bell {
    rings: u32,
}

#[derive(Singleton, Clone, Serialize, Default)]
struct Score {
    points: u64,
    heard: u32,
}

struct Hit(u32);

fn listen(score: &mut Score, hits: Events<Hit>) {
    for (_, hit) in &hits {
        score.heard = score.heard.wrapping_mul(31).wrapping_add(hit.0);
    }
}

thread_local! {
    static POOL: Pool<Archetype<(Kept,)>> = Pool::new();
}

/// All that can be seen of the world.
fn dump() -> Vec<String> {
    let mut all: Vec<String> = World::dump().to_string().lines().map(String::from).collect();
    let views = (Body::view(), Label::view(), Bell::view(), Kept::view());
    all.extend(views.0.iter().map(|body| format!("{:?} {} {:?}", body.entity(), body.x, body.target)));
    all.extend(views.1.iter().map(|label| format!("{:?} {} {}", label.text, label.switches, label.started)));
    all.extend(views.2.iter().map(|bell| format!("{:?} {}", bell.entity(), bell.rings)));
    all.extend(views.3.iter().map(|kept| format!("{:?} {}", kept.entity(), kept.lives)));
    drop(views);
    let dust = Dust::columns();
    all.extend(dust.a.iter().zip(dust.b.iter()).map(|dust| format!("{dust:?}")));
    drop(dust);
    all.extend(["ant", "bee", "cat"].map(|name| format!("{name} {:?}", find_all(name))));
    all.push(POOL.with(|pool| format!("{pool:?}")));
    let (now, stats) = (time(), World::stats());
    all.push(format!("{} {} {}", now.frame(), now.elapsed(), stats.timers));
    let stores = stats.stores.iter().map(|store| (store.component, store.count, store.enabled, store.kept));
    all.push(format!("{:?}", stores.collect::<Vec<_>>()));
    all.push(format!("{:?} {}", Score::get().map(|score| (score.points, score.heard)), Tag::count()));
    all.push(format!("{:?}", Entity::spawn()));
    all
}

/// One step of a history, by its number.
fn step(seed: u64, number: u64) {
    let mut random = Random(seed.wrapping_mul(0x9e37_79b9).wrapping_add(number * 77));
    (0..3).for_each(|_| _ = random.below(2));
    let bodies: Vec<Entity> = Archetype::<(Body,)>::find();
    let any = |random: &mut Random| match bodies.len() {
        0 => Entity::spawn().with(Body { x: 0.0, target: Handle::default() }),
        count => bodies[random.below(count)],
    };
    for _ in 0..random.below(6) {
        let (one, other) = (any(&mut random), any(&mut random));
        if !one.is_alive() {
            continue;
        }
        match random.below(24) {
            0..=4 => {
                let body = Body { x: number as f32, target: one.handle() };
                let new = Entity::spawn().with(body);
                if random.below(2) == 0 {
                    new.insert(Label { text: format!("{number}"), ..Label::default() });
                }
                if random.below(2) == 0 {
                    new.insert(Dust { a: 0.5, b: number as u8 });
                }
                if random.below(3) == 0 {
                    new.add::<Kept>();
                }
            }
            5..=6 => _ = one.despawn(),
            7 => _ = one.try_child_of(other),
            8 => _ = one.set_name(["ant", "bee", "cat", ""][random.below(4)]),
            9 => _ = one.set_enabled(random.below(2) == 0),
            10 => {
                if let Some(mut label) = one.get_mut::<Label>() {
                    label.text.push('x');
                }
            }
            11 => _ = one.handle::<Label>().set_enabled(random.below(2) == 0),
            12 => _ = one.remove::<Dust>(),
            13 => _ = one.has::<Tag>() || one.add::<Tag>().is_alive(),
            14 => _ = one.remove::<Tag>(),
            15 => {
                one.after(0.15, |entity| {
                    let bell = entity.get_mut::<Bell>().map(|mut bell| bell.rings += 1);
                    if bell.is_none() && entity.is_alive() {
                        entity.add::<Bell>();
                    }
                });
            }
            16 => {
                if let Some(bell) = one.get::<Bell>().map(|bell| bell.handle()) {
                    bell.every(0.2, |bell: &mut Bell| bell.rings += 10);
                }
            }
            17 => _ = POOL.with(|pool| pool.take()),
            18 => {
                let taken = POOL.with(|pool| pool.live().next());
                taken.into_iter().for_each(|entity| _ = POOL.with(|pool| pool.give_back(entity)));
            }
            19 => _ = emit(Hit(number as u32)),
            20 => Score::borrow_mut().points += number,
            21 => _ = one.remove::<Kept>(),
            22 => _ = one.cancel_timers(),
            _ => _ = one.despawn_after(0.3),
        }
    }
    if number.is_multiple_of(3) {
        let seen = query::<(&Label, &Dust)>().filter::<Changed<Label>>().iter().count() as u64;
        let mut score = Score::borrow_mut();
        score.points = score.points.wrapping_mul(7) + seen;
    }
    update_all(0.1);
}

fn begin() {
    World::set_schedule(Phase::Update, Schedule::new().add(listen));
}

/// The whole history, without a snapshot.
fn straight(seed: u64, steps: u64) -> Vec<String> {
    on_thread(move || {
        begin();
        (0..steps).for_each(|number| step(seed, number));
        dump()
    })
}

/// The same history, which goes back again and again.
fn to_and_fro(seed: u64, steps: u64, most: usize) -> Vec<String> {
    on_thread(move || {
        begin();
        let mut snapshots = Snapshots::new(most);
        let mut random = Random(seed ^ 0xabcd);
        let (mut number, mut rolls) = (0, 0);
        let mut hashes = std::collections::HashMap::new();
        while number < steps {
            if random.below(3) != 0 {
                snapshots.save(number).unwrap();
                assert_eq!(snapshots.hash(number).unwrap().unhashed(), [""; 0]);
                let hash = snapshots.hash(number).unwrap().clone();
                let before = hashes.entry(number).or_insert_with(|| hash.clone());
                assert!(*before == hash, "seed {seed}, step {number}: {before:#?}\n{hash:#?}");
            }
            step(seed, number);
            number += 1;
            if random.below(4) == 0 && rolls < 4 * steps {
                let kept: Vec<u64> = snapshots.frames().collect();
                if !kept.is_empty() {
                    number = kept[random.below(kept.len())];
                    rolls += 1;
                    snapshots.load(number).unwrap();
                }
            }
        }
        dump()
    })
}

#[test]
fn r1_a_world_that_goes_back_at_random_does_the_same_again() {
    let seeds = sized(2, 12, 60);
    let steps = if cfg!(miri) { 8 } else { 60 };
    for seed in 0..seeds {
        let expected = straight(seed, steps);
        for most in [1, 3, 8] {
            let seen = to_and_fro(seed, steps, most);
            let differ = expected.iter().zip(&seen).find(|(expected, seen)| expected != seen);
            assert!(expected == seen, "seed {seed}, {most} kept: {differ:#?}");
        }
    }
}
