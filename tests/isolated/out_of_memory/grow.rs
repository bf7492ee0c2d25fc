//! What adds: entities, components, borrows.

use std::cell::Cell;

use ecs_core::{Component, Entity, Ref, World, update_all};

use crate::support::passes_alone;

use super::failing::{End, fail_after};
use super::scene::{Hooked, Mark, Plain, Scene, each_failure};

#[test]
fn trap14_spawn() {
    let spawn = |_: &Scene| drop((0..300).map(|_| Entity::spawn()).collect::<Vec<_>>());
    each_failure(|| Scene::bare(3), spawn, |_, _| true);
}

#[test]
fn trap14_the_first_add_of_a_type() {
    let add = |scene: &Scene| drop(scene.add_hooked(scene.entities[0]));
    let failures =
        each_failure(|| Scene::bare(1), add, |scene, done| scene.entities[0].has::<Hooked>() == done);
    assert!(failures >= 6, "the store, its number, its row: {failures}");
}

#[test]
fn trap14_add_where_all_is_full() {
    // Four, eight, sixteen rows: each list grows at its own time.
    for count in 1..20 {
        let scene = || {
            let scene = Scene::full(count);
            scene.entities[0].despawn();
            let mut entities = vec![Entity::spawn(), Entity::spawn()];
            entities.extend(&scene.entities[1..]);
            Scene { entities, ..scene }
        };
        let add = |scene: &Scene| {
            scene.add_plain(scene.entities[1]);
            scene.add_hooked(scene.entities[1]);
        };
        if count >= 4 {
            each_failure_or_none(scene, add);
        }
    }
}

/// As [`each_failure`], where some scenes have room for all that is added.
fn each_failure_or_none(scene: impl Fn() -> Scene, call: impl Fn(&Scene)) {
    let grows = |scene: &Scene| {
        drop(vec![0]);
        call(scene);
    };
    each_failure(scene, grows, |scene, done| !done || scene.entities[1].has::<(Plain, Hooked)>());
}

#[test]
fn trap14_add_while_something_is_borrowed() {
    let add = |scene: &Scene| {
        let held = scene.entities[0].borrow::<Hooked>();
        for &entity in &scene.entities {
            scene.add_hooked(entity);
        }
        assert_eq!(held.number, scene.entities[0].index());
    };
    let scene = || {
        let scene = Scene::bare(40);
        scene.add_hooked(scene.entities[0]);
        scene
    };
    each_failure(scene, add, |scene, done| scene.entities[39].has::<Hooked>() == done);
}

#[test]
fn trap14_add_while_a_view_pins_the_look_up() {
    let add = |scene: &Scene| {
        let view = Plain::view();
        scene.add_plain(scene.entities[1]);
        scene.add_plain(scene.entities[2_999]);
        assert_eq!(view.len(), 1);
    };
    let scene = || {
        let scene = Scene::bare(3_000);
        scene.add_plain(scene.entities[0]);
        scene
    };
    each_failure(scene, add, |scene, done| !done || scene.entities[2_999].has::<Plain>());
}

#[derive(Component)]
#[component(track)]
struct Noted(u32);

#[test]
fn trap14_add_of_a_tracked_type() {
    for count in 0..20 {
        let scene = || {
            let scene = Scene::bare(21);
            (0..count).for_each(|place| drop(scene.entities[place].insert(Noted(place as u32))));
            scene
        };
        let add = |scene: &Scene| {
            drop(vec![0]);
            let seen = World::tick();
            let new = scene.entities[count].insert(Noted(7));
            assert!(
                new.added_since(seen)
                    && Noted::view().iter().map(|noted| noted.0).eq((0..count as u32).chain([7]))
            );
        };
        let is_whole = |scene: &Scene, done: bool| {
            let seen = World::tick();
            let all = || scene.entities[..count].iter().map(|entity| entity.handle::<Noted>());
            all().for_each(|noted| noted.borrow_mut().0 += 1);
            all().all(|noted| noted.changed_since(seen) && !noted.added_since(seen))
                && (!done || scene.entities[count].has::<Noted>())
        };
        each_failure(scene, add, is_whole);
    }
}

/// Of its arrays some may have grown when another one cannot.
#[derive(Component)]
#[component(soa)]
struct Apart {
    a: u64,
    b: u64,
    c: u64,
}

impl Apart {
    fn of(entity: Entity) -> Self {
        let n = u64::from(entity.index());
        Self { a: n, b: !n, c: n << 32 }
    }

    fn is_of(entity: Entity) -> bool {
        let (own, told) = (entity.borrow::<Self>(), Self::of(entity));
        (own.a, own.b, own.c) == (told.a, told.b, told.c)
    }
}

#[test]
fn trap14_rows_by_fields_come_back_from_the_spill() {
    let scene = || {
        let scene = Scene::bare(300);
        let (first, rest) = scene.entities.split_first().expect("there are some");
        let held = first.insert(Apart::of(*first)).borrow();
        rest.iter().for_each(|&entity| _ = entity.insert(Apart::of(entity)));
        drop(held);
        scene
    };
    let failures = each_failure(
        scene,
        |_| World::flush(),
        |scene, _| scene.entities.iter().all(|&entity| Apart::is_of(entity)),
    );
    assert!(failures >= 3, "one for each array: {failures}");
}

#[test]
fn trap14_a_panic_hook_may_look_where_spilled_rows_find_no_room() {
    // A panic in a panic hook would abort, and the hook is that of the whole process.
    let (passed, text) = passes_alone(module_path!(), "probe_panic_hook");
    assert!(passed, "{text}");
}

#[test]
#[ignore = "run by the test above, in a process of its own"]
fn probe_panic_hook() {
    std::panic::set_hook(Box::new(|_| drop((Plain::count(), Apart::count()))));
    let spill = |scene: &Scene| {
        let (held, apart) = (scene.entities[0].borrow::<Plain>(), scene.entities[0].borrow::<Apart>());
        for &entity in &scene.entities[1..] {
            scene.add_plain(entity);
            let _ = entity.insert(Apart::of(entity));
        }
        drop((held, apart));
    };
    let scene = || {
        let scene = Scene::bare(300);
        scene.add_plain(scene.entities[0]);
        let _ = scene.entities[0].insert(Apart::of(scene.entities[0]));
        spill(&scene);
        scene
    };
    each_failure(scene, |_| World::flush(), |scene, _| scene.entities[299].has::<(Plain, Apart)>());
}

#[test]
fn trap14_add_far_off() {
    let add = |scene: &Scene| {
        for place in [0, 2_999, 1, 2_500, 2_501, 2_502, 2_503] {
            scene.add_plain(scene.entities[place]);
        }
    };
    each_failure(|| Scene::bare(3_000), add, |scene, done| scene.entities[2_503].has::<Plain>() == done);
}

#[test]
fn trap14_add_to_what_is_disabled() {
    let scene = || {
        let scene = Scene::full(4);
        scene.entities.iter().for_each(|entity| drop((entity.kill::<Plain>(), entity.kill::<Hooked>())));
        scene.entities[1].set_enabled(false);
        scene
    };
    let add = |scene: &Scene| {
        for &entity in &scene.entities {
            scene.add_plain(entity);
            scene.add_hooked(entity);
        }
    };
    each_failure(scene, add, |scene, done| scene.entities[3].has::<Hooked>() == done);
}

#[test]
fn trap14_add_where_rows_are_disabled_while_something_is_borrowed() {
    let scene = || {
        let scene = Scene::full(4);
        scene.entities[1].set_enabled(false);
        scene.entities[3].kill::<Hooked>();
        scene
    };
    let add = |scene: &Scene| {
        let _held = scene.entities[0].borrow::<Hooked>();
        scene.add_hooked(scene.entities[3]);
    };
    each_failure(scene, add, |scene, done| scene.entities[3].has::<Hooked>() == done);
}

#[test]
fn trap14_insert_over_a_value() {
    let insert = |scene: &Scene| drop(scene.entities[1].insert(scene.hooked(scene.entities[1])));
    let holds = |scene: &Scene, done: bool| {
        scene.entities[1].has::<Hooked>() && scene.tokens.dropped() >= usize::from(done)
    };
    each_failure(|| Scene::full(3), insert, holds);
}

#[test]
fn trap14_insert_over_a_value_that_is_borrowed() {
    for off in [false, true] {
        let scene = || {
            let scene = Scene::full(4);
            scene.entities[1].handle::<Hooked>().set_enabled(!off);
            scene
        };
        let insert = |scene: &Scene| {
            let held = scene.entities[1].borrow::<Hooked>();
            scene.entities[1].insert(scene.hooked(scene.entities[1]));
            assert_eq!(held.number, scene.entities[1].index());
        };
        // Where memory is missing for its `init`, the new value is dead.
        each_failure(scene, insert, |scene, done| {
            let hooked = scene.entities[1].handle::<Hooked>();
            if hooked.is_alive() { hooked.is_enabled() != off } else { !done }
        });
    }
}

#[test]
fn trap14_insert_over_a_value_that_waits_for_its_init() {
    thread_local! {
        static FAILS: Cell<Option<(Entity, usize)>> = const { Cell::new(None) };
        static END: Cell<End> = const { Cell::new(End::Failed) };
    }
    #[derive(Component)]
    struct Waits(bool);
    impl Waits {
        fn init(&mut self) {
            self.0 = true;
            let Some((next, allocations)) = FAILS.take() else { return };
            END.set(fail_after(allocations, || {
                let _held = next.borrow::<Waits>();
                next.insert(Waits(false));
            }));
        }
    }
    for allocations in 0.. {
        let world = World::new();
        world.enter(|| {
            // As many as there is room for.
            Entity::spawn_many(8, |place, entity| {
                if place == 1 {
                    FAILS.set(Some((entity, allocations)));
                }
                Waits(false)
            });
            World::flush();
            assert!(Waits::view().iter().all(|it| it.0), "allocation {allocations}");
        });
        if END.get() == End::Passed {
            break;
        }
    }
}

#[test]
fn trap14_spawn_many() {
    let spawn = |scene: &Scene| {
        drop(Entity::spawn_many(20, |_, entity| (scene.plain(entity), scene.hooked(entity), Mark)));
    };
    let alive =
        |scene: &Scene, done| World::stats().alive == scene.entities.len() + if done { 20 } else { 0 };
    each_failure(
        || Scene::full(2),
        spawn,
        |scene, done| {
            let is_right = alive(scene, done) && Mark::count() == if done { 20 } else { 0 };
            // The other checks know only of the entities of the scene.
            World::clear();
            is_right
        },
    );
}

#[test]
fn trap14_spawn_many_again_while_something_is_borrowed() {
    let scene = || {
        let scene = Scene::full(20);
        Entity::despawn_many(&scene.entities[5..]);
        scene
    };
    let spawn = |scene: &Scene| {
        let _held = scene.entities[0].borrow::<Hooked>();
        drop(Entity::spawn_many(30, |_, entity| (scene.hooked(entity), scene.plain(entity))));
    };
    // Those whose `init` had its turn stay; where there was no memory for one, its component is dead.
    each_failure(scene, spawn, |_, done| {
        let (plain, hooked) = (Plain::count(), Hooked::count());
        World::clear();
        if done {
            (plain, hooked) == (35, 35)
        } else {
            plain < 35 && (hooked == plain || hooked + 1 == plain)
        }
    });
}

#[test]
fn trap14_types_of_no_size() {
    let add = |scene: &Scene| scene.entities.iter().for_each(|entity| drop(entity.add::<Mark>()));
    each_failure(|| Scene::full(40), add, |scene, done| scene.entities[39].has::<Mark>() == done);
}

#[test]
fn trap14_borrow_much_at_once() {
    let borrow = |scene: &Scene| {
        let shared: Vec<_> = scene.entities[2..].iter().map(|entity| entity.borrow::<Hooked>()).collect();
        let mutable = scene.entities[1].borrow_mut::<Hooked>();
        let again = scene.entities[2].borrow::<Hooked>();
        drop((shared, mutable));
        let (view, other) = (Hooked::view(), Hooked::view());
        drop((view, again, other));
    };
    let is_free = |scene: &Scene, _| {
        scene.entities.iter().all(|entity| entity.try_borrow_mut::<Hooked>().is_ok())
            && Hooked::try_view_mut().is_ok()
    };
    each_failure(|| Scene::full(6), borrow, is_free);
}

#[test]
fn trap14_the_first_frame() {
    let frame = |_: &Scene| update_all(0.0);
    each_failure(
        || Scene::full(6),
        frame,
        |scene, _| {
            // What the frame has learnt of rows side by side must follow when they move: each update looks at
            // its sibling.
            update_all(0.0);
            scene.entities[0].kill::<Plain>();
            update_all(0.0);
            Hooked::try_view_mut().is_ok()
        },
    );
}

#[test]
fn trap14_reserve() {
    let reserve = |_: &Scene| drop((Plain::reserve(100), Hooked::reserve(100)));
    each_failure(|| Scene::full(3), reserve, |_, done| !done || World::stats().stores[1].capacity >= 103);
}

#[test]
fn trap14_add_with_what_is_required() {
    #[derive(Component, Default)]
    struct Wings(u8);
    impl Wings {
        fn init(&mut self) {
            self.0 = 1;
        }
    }
    #[derive(Component, Default)]
    #[component(requires(Mark, Wings))]
    struct Bat(u8);
    impl Bat {
        fn init(&mut self, wings: &Wings) {
            self.0 = wings.0;
        }
    }
    let add = |scene: &Scene| drop(scene.entities[1].add::<Bat>());
    // All three are new types; each of them is there as a whole, and the first one only with the others.
    let failures = each_failure(
        || Scene::full(3),
        add,
        |scene, done| {
            let entity = scene.entities[1];
            let is_whole = entity.get::<Bat>().is_none_or(|bat| bat.0 == 1)
                && entity.get::<Wings>().is_none_or(|wings| wings.0 == 1);
            is_whole && entity.has::<Bat>() == done && (!done || entity.has::<(Mark, Wings)>())
        },
    );
    assert!(failures >= 9, "three stores, their numbers, their rows: {failures}");
}

#[test]
fn trap14_a_required_init_that_keeps_or_replaces_what_requires_it() {
    thread_local! {
        static HELD: Cell<Option<Ref<Bat>>> = const { Cell::new(None) };
        static REPLACES: Cell<bool> = const { Cell::new(false) };
    }
    #[derive(Component, Default)]
    struct Wings;
    impl Wings {
        fn init(&mut self, entity: Entity) {
            if REPLACES.take() {
                entity.insert(Bat(10));
            }
            HELD.set(entity.get::<Bat>());
        }
    }
    #[derive(Component, Default)]
    #[component(requires(Wings))]
    struct Bat(u8);
    impl Bat {
        fn init(&mut self) {
            self.0 += 1;
        }
    }
    for replaces in [false, true] {
        let add = |scene: &Scene| {
            REPLACES.set(replaces);
            scene.entities[1].add::<Bat>();
        };
        // What is there has had its `init` once nothing has borrowed it, or has it then.
        each_failure(
            || Scene::full(3),
            add,
            |scene, done| {
                HELD.take();
                World::flush();
                let (bat, value) = (scene.entities[1].get::<Bat>(), if replaces { 11 } else { 1 });
                bat.map_or(!done, |bat| bat.0 == value || (replaces && !done && bat.0 == 1))
            },
        );
    }
}
