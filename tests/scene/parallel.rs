//! Law N5: `inherit` on several threads, level by level, comes to the same.

use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::thread::ThreadId;

use ecs_core::{Component, Entity, FailurePolicy, World, update_all};

use crate::support::{Random, assert_says, message_of};

const THREADS: &[usize] = if cfg!(miri) { &[2] } else { &[1, 2, 4] };

/// Runs a function in a world of its own, which so many threads help.
fn with_threads<R>(threads: usize, f: impl FnOnce() -> R) -> R {
    World::new().enter(|| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
        World::set_thread_pool(Arc::new(pool)).expect("there is a world");
        f()
    })
}

/// Takes so long that other threads are worth waking, and returns the same for the same number.
fn work(seed: u64) -> u64 {
    let rounds = if cfg!(miri) { 2 } else { 400 };
    (0..rounds)
        .fold(seed, |n, _| std::hint::black_box(n.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1)))
}

/// The same on one thread and on several.
macro_rules! place {
    ($name:ident $(, $key:meta)?) => {
        #[derive(Component, Clone, Default, PartialEq, Debug)]
        #[component(inherits $(, $key)?)]
        struct $name {
            local: u64,
            world: u64,
            runs: u32,
        }

        impl $name {
            fn inherit(&mut self, parent: Option<&Self>) {
                self.world = work(parent.map_or(0, |parent| parent.world).wrapping_add(self.local));
                self.runs += 1;
            }
        }
    };
}

place!(Serial);
place!(Parallel, parallel(inherit));

/// A world at random: each of its entities has both, or neither.
struct Field {
    random: Random,
    all: Vec<Entity>,
}

impl Field {
    fn any(&mut self) -> Entity {
        let place = self.random.below(self.all.len());
        self.all[place]
    }

    fn spawn(&mut self) {
        let new = Entity::spawn();
        if self.random.below(6) != 0 {
            let local = self.random.below(1_000) as u64;
            new.insert(Serial { local, ..Serial::default() });
            new.insert(Parallel { local, ..Parallel::default() });
        }
        self.all.push(new);
        let parent = self.any();
        let _ = new.try_child_of(parent);
    }

    fn change(&mut self) {
        let one = self.any();
        match self.random.below(8) {
            0 => self.spawn(),
            1 if self.all.len() > 50 => {
                one.despawn();
            }
            2 => drop(one.try_child_of(self.any())),
            3 => drop(one.detach()),
            4 => {
                let on = self.random.below(2) == 0;
                one.set_enabled(on);
            }
            5 if one.has::<(Serial,)>() => {
                let on = self.random.below(2) == 0;
                one.handle::<Serial>().set_enabled(on);
                one.handle::<Parallel>().set_enabled(on);
            }
            6 => {
                one.kill::<Serial>();
                one.kill::<Parallel>();
            }
            _ if one.has::<(Serial,)>() => {
                let local = self.random.below(1_000) as u64;
                one.borrow_mut::<Serial>().local = local;
                one.borrow_mut::<Parallel>().local = local;
            }
            _ => {}
        }
        self.all.retain(|entity| entity.is_alive());
        if self.all.is_empty() {
            self.all.push(Entity::spawn());
        }
    }

    fn check(&self) {
        for entity in &self.all {
            let serial = entity.get::<Serial>().map(|it| (it.local, it.world, it.runs));
            let parallel = entity.get::<Parallel>().map(|it| (it.local, it.world, it.runs));
            assert_eq!(serial, parallel, "{entity:?}");
        }
    }
}

#[test]
fn n5_a_parallel_inherit_comes_to_the_same_as_a_serial_one() {
    let (worlds, size) = if cfg!(miri) { (1, 20) } else { (12, 600) };
    for &threads in THREADS {
        for seed in 0..worlds {
            with_threads(threads, || {
                let mut field = Field { random: Random(seed), all: vec![Entity::spawn()] };
                (0..size).for_each(|_| field.spawn());
                for frame in 0..12 {
                    update_all(0.1);
                    field.check();
                    // Few in one frame, many in another.
                    (0..if frame % 3 == 0 { size / 2 } else { 4 }).for_each(|_| field.change());
                }
            });
        }
    }
}

#[test]
fn n5_a_chain_deeper_than_all_levels_is_the_same_on_several_threads() {
    for &threads in THREADS {
        with_threads(threads, || {
            let place = |local| {
                Entity::spawn()
                    .with(Serial { local, ..Serial::default() })
                    .with(Parallel { local, ..Parallel::default() })
            };
            let count = if cfg!(miri) { 2 } else { 20 };
            let mut chains: Vec<_> = (0..count).map(place).collect();
            let mut all = chains.clone();
            for n in 0..if cfg!(miri) { 66 } else { 100 } {
                for end in &mut chains {
                    *end = place(n).child_of(*end);
                    all.push(*end);
                }
            }
            let field = Field { random: Random(1), all };
            update_all(0.1);
            field.check();
            let count = chains.len();
            field.all[count - 1].child_of(chains[0]);
            field.all[count * 22 + count / 2].child_of(chains[0]);
            update_all(0.1);
            field.check();
        });
    }
}

/// A component that notes which thread has run its `inherit`.
#[derive(Component, Default)]
#[component(inherits, parallel(inherit))]
struct Noted {
    by: Option<ThreadId>,
    entity: Option<Entity>,
    above: Option<Entity>,
}

impl Noted {
    fn inherit(&mut self, parent: Option<&Self>) {
        work(7);
        self.by = Some(std::thread::current().id());
        self.entity = Some(self.entity());
        self.above = parent.map(|parent| parent.entity());
    }
}

#[test]
fn n5_a_level_is_shared_out_and_each_knows_its_entity_and_its_parents() {
    let many = if cfg!(miri) { 40 } else { 4_000 };
    with_threads(4, || {
        let tops: Vec<_> = (0..many / 10).map(|_| Entity::spawn().with(Noted::default())).collect();
        let low: Vec<_> = (0..many)
            .map(|n| Entity::spawn().with(Noted::default()).child_of(tops[n % tops.len()]))
            .collect();
        // Others may be slow to wake where the machine is busy.
        let mut threads = BTreeSet::new();
        for _ in 0..100 {
            update_all(0.1);
            for entity in tops.iter().chain(&low) {
                let noted = entity.borrow::<Noted>();
                assert_eq!((noted.entity, noted.above), (Some(*entity), entity.parent()));
                threads.insert(format!("{:?}", noted.by));
            }
            if threads.len() > 1 || cfg!(miri) {
                return;
            }
            tops.iter().for_each(|top| top.borrow_mut::<Noted>().by = None);
        }
        panic!("one thread has done it all");
    });
}

// ---- what it may not do ----

#[derive(Component, Default)]
struct Other;

/// What `inherit` does, on whichever thread.
type Act = fn(Entity);

#[derive(Component)]
#[component(inherits, parallel(inherit))]
struct Does(Option<Act>, u32);

impl Does {
    fn inherit(&mut self, parent: Option<&Self>) {
        self.1 = parent.map_or(0, |parent| parent.1) + 1;
        if let Some(act) = self.0 {
            act(self.entity());
        }
    }
}

const ACTS: &[Act] = &[
    |me| _ = me.add::<Other>(),
    |me| _ = me.borrow::<Does>(),
    |me| _ = me.child_of(Entity::NONE),
    |_| _ = Other::count(),
    |_| _ = Other::view(),
    |_| _ = Entity::spawn(),
    |me| _ = me.parent(),
    |me| _ = me.children().count(),
    |me| _ = me.ancestors().count(),
    |me| _ = me.up::<Does>(),
    |me| _ = me.despawn(),
    |me| _ = me.detach(),
    |me| _ = me.detach_children(),
    |me| _ = me.set_enabled(false),
];

fn family(act: Act) -> [Entity; 3] {
    let [top, bad, low] = [None, Some(act), None].map(|act| Entity::spawn().with(Does(act, 0)));
    low.child_of(bad.child_of(top));
    [top, bad, low]
}

#[test]
fn n5_a_parallel_inherit_cannot_reach_the_world() {
    for &threads in THREADS {
        with_threads(threads, || {
            for (n, &act) in ACTS.iter().enumerate() {
                let all @ [_, bad, low] = family(act);
                let message = message_of(|| update_all(0.1));
                assert_says(&message, &["the parallel `inherit` of Does", "remove `parallel(inherit)`"]);
                assert!(all.iter().all(|entity| entity.is_alive() && entity.is_enabled()), "{n}");
                assert_eq!((bad.children().count(), low.parent()), (1, Some(bad)), "{n}");
                assert!(all[0].despawn());
            }
        });
    }
}

#[test]
fn n5_a_panic_in_a_parallel_inherit_leaves_a_usable_world_and_loses_no_turn() {
    for &threads in THREADS {
        with_threads(threads, || {
            let all @ [top, bad, low] = family(|_| panic!("bad"));
            assert!(catch_unwind(AssertUnwindSafe(|| update_all(0.1))).is_err());
            assert_eq!(low.borrow::<Does>().1, 0, "its level has not begun");
            bad.borrow_mut::<Does>().0 = None;
            update_all(0.1);
            assert_eq!(all.map(|entity| entity.borrow::<Does>().1), [1, 2, 3]);
            // From now on it is switched off, and those below read its last value.
            World::set_failure_policy(FailurePolicy::SwitchOff).expect("there is a world");
            bad.borrow_mut::<Does>().0 = Some(|_| panic!("bad"));
            top.borrow_mut::<Does>().1 = 0;
            update_all(0.1);
            assert!(!bad.handle::<Does>().is_enabled() && World::stats().failures.count == 1);
            bad.borrow_mut::<Does>().0 = None;
            low.borrow_mut::<Does>().1 = 0;
            update_all(0.1);
            assert_eq!(low.borrow::<Does>().1, 3);
            assert!(bad.handle::<Does>().set_enabled(true));
            update_all(0.1);
            assert_eq!(all.map(|entity| entity.borrow::<Does>().1), [1, 2, 3]);
        });
    }
}
