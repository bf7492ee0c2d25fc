//! Commands: they run after the pass, in the order of the rows, and are dropped with a pass that panics.

use std::sync::Arc;

use ecs_core::{Commands, Component, Entity, World, update_all};

use super::{MANY, THREADS, with_threads, work};
use crate::support::{log, message_of, take_log};

struct Ping(u32);

#[derive(Component, Default)]
#[component(on(Ping))]
struct Child(u32);

impl Child {
    fn on_ping(&mut self, ping: &Ping) {
        log(format!("ping {} {}", self.0, ping.0));
    }
}

#[derive(Component, Default)]
struct Mark(u32);

#[derive(Component)]
#[component(parallel)]
struct Parent(u32);

impl Parent {
    fn update(&mut self, commands: Commands) {
        let n = self.0;
        work(n);
        let entity = self.entity();
        match n % 8 {
            0 => _ = commands.spawn((Child(n), Mark(n))),
            1 => commands.kill(self.handle()),
            2 => commands.despawn(entity),
            3 => commands.add::<Mark>(entity),
            4 => commands.insert(entity, Mark(n)),
            5 => commands.send(entity, Ping(n)),
            6 => commands.run(move || log(format!("run {n} {}", Child::count()))),
            _ => {}
        }
    }
}

/// All that can be seen of the world.
fn seen() -> Vec<String> {
    let mut seen: Vec<_> = ecs_core::query::<(Entity, Option<&Parent>, Option<&Child>, Option<&Mark>)>()
        .iter()
        .map(|(entity, parent, child, mark)| {
            format!(
                "{entity:?} {:?} {:?} {:?}",
                parent.map(|it| it.0),
                child.map(|it| it.0),
                mark.map(|it| it.0)
            )
        })
        .collect();
    seen.extend(take_log());
    seen
}

#[test]
fn they_run_in_the_order_of_the_rows() {
    let run = |threads| {
        with_threads(threads, || {
            for n in 0..MANY as u32 {
                let entity = Entity::spawn().with(Parent(n));
                if n % 16 == 5 {
                    entity.insert(Child(n));
                }
            }
            update_all(1.0);
            assert_eq!(Mark::count(), MANY / 8 * 3);
            let after = seen();
            update_all(1.0);
            (after, seen())
        })
    };
    let alone = run(1);
    // In the order of the rows, each sees what those before have done.
    let runs: Vec<_> = alone.0.iter().filter(|line| line.starts_with("run")).cloned().collect();
    let expected = (0..MANY).filter(|n| n % 8 == 6);
    let children = |n: usize| n.div_ceil(8) + MANY.div_ceil(16);
    assert!(runs.into_iter().eq(expected.map(|n| format!("run {n} {}", children(n)))));
    for &threads in THREADS {
        assert!(run(threads) == alone, "{threads} threads");
    }
}

#[derive(Component)]
#[component(parallel)]
struct Fragile(u32, Arc<()>);

impl Fragile {
    fn update(&mut self, commands: Commands) {
        work(self.0);
        let kept = self.1.clone();
        commands.run(move || drop(kept));
        commands.spawn(Child(self.0));
        assert!(self.0 as usize != MANY / 2, "one breaks");
    }
}

#[test]
fn they_are_dropped_if_the_pass_panics() {
    for &threads in THREADS {
        with_threads(threads, || {
            let alive = Arc::new(());
            for n in 0..MANY as u32 {
                Entity::spawn().insert(Fragile(n, alive.clone()));
            }
            assert_eq!(message_of(|| update_all(1.0)), "one breaks");
            assert_eq!(Child::count(), 0);
            assert_eq!(Arc::strong_count(&alive), MANY + 1);
        });
    }
}

/// Its `Drop` calls the library, or fails.
struct Nosy(u32);

impl Drop for Nosy {
    fn drop(&mut self) {
        log(format!("{} of {}", self.0, Sender::count()));
        let _ = Entity::spawn();
        assert!(self.0 == 0, "a `Drop` breaks");
    }
}

#[derive(Component)]
#[component(parallel)]
struct Sender(u32);

impl Sender {
    fn update(&mut self, commands: Commands) {
        work(self.0);
        let nosy = [Nosy(0), Nosy(self.0 % 2), Nosy(self.0 % 2)];
        let [first, second, third] = nosy;
        commands.run(move || drop(first));
        commands.run(move || drop(second));
        commands.run(move || drop(third));
        // In the first part, and in one that another thread may run.
        assert!(!matches!(self.0 as usize % MANY, 21..24), "one breaks");
    }
}

/// Would catch: commands being dropped by a worker, where the world is out of reach and a panic ends the
/// process, or one panicking `Drop` hiding the panic of the hook.
#[test]
fn they_are_dropped_where_the_world_is() {
    for threads in [1, 4] {
        with_threads(threads, || {
            for n in 0..MANY as u32 {
                Entity::spawn().insert(Sender(n));
            }
            take_log();
            assert_eq!(message_of(|| update_all(1.0)), "one breaks");
            let log = take_log();
            assert!(log.len() >= 3 * 22 && log.len().is_multiple_of(3), "{log:?}");
            assert!(log.iter().all(|line| line.ends_with(&format!(" of {MANY}"))), "{log:?}");
            assert_eq!(Entity::spawn().index() as usize, MANY + log.len());
        });
    }
}

#[derive(Component)]
struct Serial(u32);

impl Serial {
    fn update(&mut self, commands: Commands) {
        commands.spawn(Child(self.0));
        assert_eq!(Child::count(), 0);
    }
}

#[test]
fn a_hook_that_is_not_parallel_may_record_too() {
    for n in 0..5 {
        Entity::spawn().insert(Serial(n));
    }
    update_all(1.0);
    assert!(Child::view().iter().map(|child| child.0).eq(0..5));
    World::clear();
}

#[derive(Component)]
#[component(parallel)]
struct Killer(Entity);

impl Killer {
    fn update(&mut self, commands: Commands) {
        commands.despawn(self.0);
        commands.insert(self.0, Mark(1));
        commands.add::<Mark>(self.0);
        commands.kill(self.0.handle::<Mark>());
        commands.send(self.0, Ping(1));
    }
}

#[test]
fn what_is_meant_for_the_dead_is_counted() {
    let victim = Entity::spawn();
    Entity::spawn().insert(Killer(victim));
    update_all(1.0);
    let soft = World::stats().soft;
    assert!(!victim.is_alive());
    assert_eq!(soft.count, 4, "{soft}");
    assert!(soft.to_string().contains("`Commands::insert` on a dead `Mark`"), "{soft}");
}
