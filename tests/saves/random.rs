//! Random worlds: what is saved and loaded is the same world, and its save is the same save.

use ecs_core::{Component, Entity, Handle, PerEntity, Singleton, World, update_all};
use serde::{Deserialize, Serialize};

use crate::formats::{ALL, Format, assert_same, picture};
use crate::support::{Random, sized};
use crate::{Burning, Gun, Hull, Score, named};

/// Has a birth, an end and a `start`, and knows which of them it had.
#[derive(Component, Serialize, Deserialize, Default, Debug)]
#[component(track)]
struct Living {
    births: u32,
    starts: u32,
    friend: Option<Handle<Gun>>,
}

impl Living {
    fn init(&mut self) {
        self.births += 1;
    }
    fn start(&mut self) {
        self.starts += 1;
    }
    fn on_enable(&mut self) {}
    fn shutdown(&mut self) {
        assert_eq!(self.births, 1);
    }
}

/// Keeps its order: parents first.
#[derive(Component, Serialize, Deserialize, Default, Debug)]
#[component(inherits)]
struct Depth(u32);

impl Depth {
    fn inherit(&mut self, parent: Option<&Self>) {
        self.0 = parent.map_or(0, |parent| parent.0 + 1);
    }
}

/// In no save.
#[derive(Component, Default)]
#[component(transient)]
struct Unsaved;

type All = (Hull, (Gun, Burning), Living, (Score, Depth));

fn switch<T: PerEntity>(entity: Entity, is_on: bool) {
    entity.handle::<T>().set_enabled(is_on);
}

/// Does so many things at random; all entities have names of their own.
fn play(random: &mut Random, calls: usize, name: &mut u32) {
    let query = ecs_core::query::<Entity>().filter::<ecs_core::WithDisabled>();
    let mut all: Vec<Entity> = query.iter().collect();
    for _ in 0..calls {
        all.retain(|entity| entity.is_alive());
        if all.len() < 3 || random.below(4) == 0 {
            *name += 1;
            all.push(named(&format!("e{name}")));
            continue;
        }
        let [one, other] = [(); 2].map(|()| all[random.below(all.len())]);
        let number = random.below(100) as u32;
        match random.below(22) {
            0..3 => _ = one.insert(Hull(number)),
            3..6 => {
                let crew = (0..number % 4).map(|_| Some(all[random.below(all.len())])).chain([None]);
                one.insert(Gun { target: other.handle(), crew: crew.collect() });
            }
            6 => _ = one.add::<Burning>(),
            7 | 8 => {
                one.insert(Living {
                    friend: number.is_multiple_of(2).then(|| other.handle()),
                    ..Living::default()
                });
            }
            9 => _ = one.add::<Depth>(),
            10..13 => _ = one.try_child_of(other),
            13 => _ = one.detach(),
            14 => _ = one.set_enabled(number.is_multiple_of(2)),
            15 => [switch::<Hull>, switch::<Gun>, switch::<Burning>, switch::<Living>, switch::<Depth>]
                [number as usize % 5](one, number.is_multiple_of(3)),
            16 => _ = one.kill::<Hull>(),
            17 => _ = one.remove::<Gun>(),
            18 => _ = one.add::<Unsaved>(),
            19 if number.is_multiple_of(3) => _ = one.despawn(),
            20 if number.is_multiple_of(5) => _ = Score::set(Score(number)),
            21 if number.is_multiple_of(4) => update_all(0.01 * number as f32),
            _ => (),
        }
    }
}

/// Fails if what the passes and hooks of a loaded world have come to is another world.
fn check(format: Format, seed: u64) {
    let (first, mut name) = (World::new(), 0);
    let mut random = Random(seed);
    for round in 0..4 {
        let (bytes, before) = first.enter(|| {
            play(&mut random, 60, &mut name);
            make_plain();
            (format.write::<All>().0, picture())
        });
        let second = World::new();
        second.enter(|| {
            format.read::<All>(&bytes);
            assert_same(&picture(), &before, &(format, seed, round));
            let again = format.write::<All>().0;
            assert!(again == bytes, "{format:?}, seed {seed}: another save in round {round}");
            assert!(Living::view().iter().all(|living| living.births == 1));
            update_all(0.05);
            assert!(Living::view().enabled().iter().all(|living| living.starts == 1), "seed {seed}");
        });
        // Both go on alike, and so do those beside whom one is loaded.
        let after = first.enter(|| {
            update_all(0.05);
            picture()
        });
        second.enter(|| {
            assert_same(&picture(), &after, &(format, seed, round));
            play(&mut Random(seed), 40, &mut 10_000);
            let alive = World::stats().alive;
            let loaded = format.read::<All>(&bytes).entities().len();
            assert_eq!(World::stats().alive, alive + loaded);
            play(&mut Random(seed + 1), 40, &mut 20_000);
            update_all(0.05);
            let depth = |entity: Entity| entity.ancestors().filter(|above| above.has::<Depth>()).count();
            let deep = ecs_core::query::<(Entity, &Depth)>();
            assert!(deep.iter().all(|(entity, found)| found.0 as usize == depth(entity)), "seed {seed}");
            format.reload::<All>(&bytes);
            World::reset();
        });
        // The save goes on in the place of the world that was saved.
        first.enter(|| format.reload::<All>(&bytes));
    }
}

/// Ends what no save has, and forgets what is dead, so that the pictures of both worlds can be equal.
fn make_plain() {
    let unsaved = ecs_core::query::<Entity>().filter::<(ecs_core::With<Unsaved>, ecs_core::WithDisabled)>();
    let unsaved: Vec<Entity> = unsaved.iter().collect();
    unsaved.into_iter().for_each(|entity| _ = entity.kill::<Unsaved>());
    let is_dead = |entity: Entity| !entity.is_alive();
    for gun in &mut Gun::view_mut() {
        if is_dead(gun.target.entity()) {
            gun.target = Handle::NULL;
        }
        gun.crew.iter_mut().flatten().filter(|one| is_dead(**one)).for_each(|one| *one = Entity::NONE);
    }
    for living in &mut Living::view_mut() {
        if living.friend.is_some_and(|friend| is_dead(friend.entity())) {
            living.friend = Some(Handle::NULL);
        }
    }
}

#[test]
fn v3_random_worlds_come_back_and_their_saves_are_equal() {
    for seed in 0..sized(1, 5, 20) {
        for format in ALL {
            check(format, seed);
        }
    }
}
