//! A panic in a worker: the payload of the first row comes out, and the world is usable.

use std::panic::{AssertUnwindSafe, catch_unwind, panic_any};

use ecs_core::{Component, Entity, update_all};

use super::{MANY, THREADS, with_threads, work};

#[derive(Component)]
struct Fuel(u32);

#[derive(Component)]
#[component(parallel)]
struct Engine {
    breaks: bool,
    runs: u32,
}

impl Engine {
    fn update(&mut self, fuel: &mut Fuel) {
        work(fuel.0);
        if self.breaks {
            panic_any(fuel.0);
        }
        fuel.0 += 1;
        self.runs += 1;
    }
}

#[test]
fn the_payload_comes_out_and_the_world_is_usable() {
    for &threads in THREADS {
        with_threads(threads, || {
            let engines: Vec<_> = (0..MANY)
                .map(|n| Entity::spawn().with(Fuel(0)).insert(Engine { breaks: n == MANY - 3, runs: 0 }))
                .collect();
            let last = engines[MANY - 3];
            last.sibling::<Fuel>().borrow_mut().0 = 77;
            let payload = catch_unwind(AssertUnwindSafe(|| update_all(1.0))).unwrap_err();
            assert_eq!(payload.downcast_ref(), Some(&77_u32));
            // Nothing is borrowed any more; each has run once or not at all.
            last.borrow_mut().breaks = false;
            for engine in &engines {
                let (runs, fuel) = (engine.borrow().runs, engine.sibling::<Fuel>().borrow().0);
                assert!(runs <= 1 && (engine == &last || fuel == runs), "{runs} {fuel}");
            }
            assert!(engines[..MANY / 100].iter().all(|engine| engine.borrow().runs == 1));
            let before: u32 = Engine::view().iter().map(|engine| engine.runs).sum();
            update_all(1.0);
            let after: u32 = Engine::view().iter().map(|engine| engine.runs).sum();
            assert_eq!(after, before + MANY as u32);
        });
    }
}

#[derive(Component)]
#[component(parallel)]
struct Mine(u32);

impl Mine {
    fn update(&mut self) {
        work(self.0);
        panic_any(self.0);
    }
}

#[test]
fn of_several_panics_the_first_row_that_ran_wins() {
    with_threads(4, || {
        for n in 0..MANY as u32 {
            Entity::spawn().insert(Mine(n));
        }
        let payload = catch_unwind(AssertUnwindSafe(|| update_all(1.0))).unwrap_err();
        assert_eq!(payload.downcast_ref(), Some(&0_u32));
        assert_eq!(Mine::count(), MANY);
    });
}

#[derive(Component)]
#[component(parallel)]
struct First(u32);

impl First {
    fn update(&mut self) {
        work(self.0);
        if self.0 as usize == MANY - 1 {
            panic_any("the first type");
        }
    }
}

#[derive(Component)]
#[component(parallel)]
struct Second;

impl Second {
    fn update(&mut self) {
        panic_any("the second type");
    }
}

/// Would catch: a pass that runs in parallel with others and stops one that comes before it.
#[test]
fn of_passes_side_by_side_the_first_one_wins() {
    for &threads in THREADS {
        with_threads(threads, || {
            Entity::spawn_many(MANY, |n, _| (First(n as u32), Second));
            let payload = catch_unwind(AssertUnwindSafe(|| update_all(1.0))).unwrap_err();
            assert_eq!(payload.downcast_ref(), Some(&"the first type"));
        });
    }
}
