//! `par_each`: calls by a trait on several threads.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU32, Ordering};

use ecs_core::{Changed, Component, Entity, ViewError, World, every, query};

use crate::support::{assert_says, message_of};

trait Work: Send {
    fn work(&mut self, points: u32);
    fn done(&self) -> u32;
}

#[derive(Component, Default)]
#[component(as(dyn Work))]
struct Bee(u32);

#[derive(Component, Default)]
#[component(track, as(dyn Work))]
struct Ant(u32);

/// Has no value that could be changed.
#[derive(Component)]
#[component(as(dyn Work))]
struct Drone;

impl Work for Bee {
    fn work(&mut self, points: u32) {
        self.0 += points;
    }

    fn done(&self) -> u32 {
        self.0
    }
}

impl Work for Ant {
    fn work(&mut self, points: u32) {
        self.0 += points;
    }

    fn done(&self) -> u32 {
        self.0
    }
}

impl Work for Drone {
    fn work(&mut self, _: u32) {}

    fn done(&self) -> u32 {
        0
    }
}

const MANY: u32 = if cfg!(miri) { 50 } else { 5_000 };

#[test]
fn i2_each_is_visited_once_on_any_thread() {
    let bees = Entity::spawn_many(MANY as usize, |_, _| Bee(1));
    let ants = Entity::spawn_many(MANY as usize, |_, _| (Ant(2), Drone));
    bees[3].set_enabled(false);
    ants[4].set_enabled(false);
    let count = AtomicU32::new(0);
    every::<dyn Work>().par_each(|one| {
        one.work(1);
        count.fetch_add(1, Ordering::Relaxed);
    });
    assert_eq!(count.load(Ordering::Relaxed), 3 * MANY - 3);
    assert!(bees.iter().all(|bee| bee.borrow::<Bee>().0 == if *bee == bees[3] { 1 } else { 2 }));
    assert!(ants.iter().all(|ant| ant.borrow::<Ant>().0 == if *ant == ants[4] { 2 } else { 3 }));
}

#[test]
fn i2_a_change_is_noted_by_par_each() {
    Entity::spawn().with(Ant(0));
    let tick = World::tick();
    every::<dyn Work>().par_each(|one| one.work(0));
    assert_eq!(query::<&Ant>().filter::<Changed<Ant>>().since(tick).count(), 1);
}

#[test]
fn i2_whatever_is_borrowed_is_refused_before_anything_runs() {
    let bee = Entity::spawn().with(Bee(0));
    let ant = Entity::spawn().with(Ant(0));
    let guard = ant.borrow::<Ant>();
    let refused = every::<dyn Work>().try_par_each(|one| one.work(1));
    assert!(matches!(refused, Err(ViewError::Borrowed { component: "Ant", .. })));
    let message = message_of(|| every::<dyn Work>().par_each(|one| one.work(1)));
    assert_says(&message, &["cannot hand out Ant", "drop that guard"]);
    drop(guard);
    assert_eq!(bee.borrow::<Bee>().0, 0);
    every::<dyn Work>().par_each(|one| one.work(1));
    assert_eq!((bee.borrow::<Bee>().0, ant.borrow::<Ant>().0), (1, 1));
}

#[test]
fn i2_nobody_reaches_the_world_meanwhile() {
    let bee = Entity::spawn().with(Bee(0));
    let messages = Mutex::new(Vec::new());
    every::<dyn Work>().par_each(|one| {
        let message = message_of(|| drop(bee.borrow::<Bee>()));
        messages.lock().expect("nobody panics").push(message);
        let message = message_of(|| every::<dyn Work>().each(|_| ()));
        messages.lock().expect("nobody panics").push(message);
        one.work(1);
    });
    let messages = messages.into_inner().expect("nobody has panicked");
    assert_says(&messages[0], &["Bee cannot be reached", "the closure of `par_each`", "Bee::view()"]);
    assert_says(&messages[1], &["the world cannot be reached"]);
    assert_eq!(bee.borrow::<Bee>().0, 1);
}

#[test]
fn a_panic_of_the_function_goes_on_and_all_is_usable() {
    Entity::spawn_many(MANY as usize, |_, _| Bee(0));
    let message = message_of(|| every::<dyn Work>().par_each(|_| panic!("stung")));
    assert_says(&message, &["stung"]);
    let mut sum = 0;
    every::<dyn Work>().each(|one| sum += one.done());
    assert_eq!(sum, 0);
    World::clear();
    every::<dyn Work>().par_each(|_| unreachable!("there is none"));
}

#[test]
fn the_world_s_own_entity_is_left_out_in_parallel() {
    use ecs_core::Singleton;

    #[derive(Singleton, Default)]
    struct Hive(#[expect(dead_code, reason = "it has an address")] u8);

    let own = Hive::borrow_mut().entity();
    own.insert(Bee(0));
    own.insert(Drone);
    let bee = Entity::spawn().with(Bee(0)).with(Drone);
    let count = AtomicU32::new(0);
    every::<dyn Work>().par_each(|one| {
        one.work(1);
        count.fetch_add(1, Ordering::Relaxed);
    });
    assert_eq!((own.borrow::<Bee>().0, bee.borrow::<Bee>().0, count.into_inner()), (0, 1, 2));
}
