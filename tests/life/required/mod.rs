//! Required types: what a new component finds on its entity when its `init` runs.
#![forbid(unsafe_code)]

use std::cell::RefCell;

use ecs_core::{Component, Entity, Ref, World, update_all};

mod failures;
mod fields;
mod reentry;
mod values;

use crate::support::{log, take_log};

#[derive(Component, PartialEq, Debug)]
struct Transform(i32);

impl Default for Transform {
    fn default() -> Self {
        Self(7)
    }
}

impl Transform {
    fn init(&mut self, entity: Entity) {
        log(format!("transform {}", entity.has::<Health>()));
    }
    fn shutdown(&mut self) {
        log("transform ends");
    }
}

#[derive(Component, Default, PartialEq, Debug)]
struct Health(i32);

impl Health {
    fn init(&mut self, transform: &Transform) {
        log(format!("health {}", transform.0));
    }
}

#[derive(Component, Default)]
#[component(requires(Transform, Health))]
struct Bat(i32);

impl Bat {
    fn init(&mut self, transform: &mut Transform, health: &mut Health) {
        log(format!("bat {} {} {}", self.0, transform.0, health.0));
    }
}

#[test]
fn what_is_missing_is_added_in_the_order_listed_before_init() {
    #[derive(Component, Default)]
    struct Wings;
    impl Wings {
        fn init(&mut self, entity: Entity) {
            // The one that requires is in its place already.
            assert!(entity.has::<Watched>() && entity.get::<Watched>().is_some_and(|it| it.0 == 3));
            log("wings");
        }
    }
    #[derive(Component)]
    #[component(requires(Health, Wings))]
    #[component(requires(Transform))]
    struct Watched(i32);
    impl Watched {
        fn init(&mut self) {
            log("watched");
        }
    }
    let entity = Entity::spawn().with(Transform(2));
    take_log();
    entity.insert(Watched(3));
    assert_eq!(take_log(), ["health 2", "wings", "watched"]);
    // Types are known in the order in which they were placed.
    let names = entity.components();
    assert_eq!(names, ["Transform", "Watched", "Health", "Wings"]);
}

#[test]
fn what_is_there_stays_as_it_is() {
    let entity = Entity::spawn().with(Transform(2)).with(Health(3));
    take_log();
    entity.add::<Bat>();
    assert_eq!(take_log(), ["bat 0 2 3"]);
}

#[test]
fn what_is_missing_has_its_default() {
    let entity = Entity::spawn();
    entity.insert(Bat(1));
    assert_eq!(take_log(), ["transform false", "health 7", "bat 1 7 0"]);
    assert_eq!((&*entity.borrow::<Transform>(), &*entity.borrow::<Health>()), (&Transform(7), &Health(0)));
}

#[test]
fn a_required_type_brings_what_it_requires_itself() {
    #[derive(Component, Default)]
    #[component(requires(Bat))]
    struct Vampire;
    #[derive(Component, Default)]
    #[component(requires(Vampire))]
    struct Dracula;
    impl Dracula {
        fn init(&mut self) {
            log("dracula");
        }
    }
    let entity = Entity::spawn();
    entity.add::<Dracula>();
    assert!(entity.has::<(Vampire, Bat, Transform, Health)>());
    assert_eq!(take_log(), ["transform false", "health 7", "bat 0 7 0", "dracula"]);
}

#[test]
fn types_that_require_each_other_come_together() {
    #[derive(Component, Default)]
    #[component(requires(Right))]
    struct Left(u8);
    #[derive(Component, Default)]
    #[component(requires(Left))]
    struct Right(u8);
    impl Left {
        fn init(&mut self, right: &Right) {
            log(format!("left {} with {}", self.0, right.0));
        }
    }
    impl Right {
        fn init(&mut self, left: &mut Left) {
            log(format!("right {} with {}", self.0, left.0));
            self.0 = 4;
        }
    }
    Entity::spawn().insert(Left(1));
    assert_eq!(take_log(), ["right 0 with 1", "left 1 with 4"]);
    Entity::spawn().insert(Right(2));
    assert_eq!(take_log(), ["left 0 with 2", "right 2 with 0"]);
    assert_eq!((Left::count(), Right::count()), (2, 2));
}

#[test]
fn a_type_without_init_has_what_it_requires_too() {
    #[derive(Component, Default)]
    #[component(requires(Health, Transform))]
    struct Plain;
    #[derive(Component, Default)]
    struct Tail;
    let entities = [
        Entity::spawn().with(Transform(1)).add::<Plain>().entity(),
        Entity::spawn().with(Transform(1)).with(Plain),
        Entity::spawn().with(Transform(1)).insert(Plain).entity(),
        Entity::spawn_many(1, |_, _| (Plain, Transform(1), Tail))[0],
        Entity::spawn_many(3, |_, _| (Transform(1), Plain))[2],
    ];
    assert!(entities.iter().all(|entity| entity.has::<(Plain, Health)>()));
    assert_eq!(Health::count(), 7);
}

#[test]
fn generic_types_require_and_are_required() {
    #[derive(Component)]
    struct Slot<T>(Option<T>);
    impl<T> Default for Slot<T> {
        fn default() -> Self {
            Self(None)
        }
    }
    #[derive(Component)]
    #[component(requires(Slot<T>, Slot<Vec<T>>))]
    struct Machine<T: Clone + 'static>(T);
    let entity = Entity::spawn().with(Machine(1_u8));
    assert!(entity.has::<(Slot<u8>, Slot<Vec<u8>>)>() && !entity.has::<Slot<u16>>());
    assert!(entity.borrow::<Slot<u8>>().0.is_none() && entity.borrow::<Machine<u8>>().0 == 1);
}

#[test]
fn values_of_spawn_many_win_over_what_is_required() {
    let entities = Entity::spawn_many(2, |place, _| (Bat(place as i32), Transform(5), Health(6)));
    assert_eq!(
        take_log(),
        ["bat 0 5 6", "transform true", "health 5", "bat 1 5 6", "transform true", "health 5"]
    );
    assert_eq!((Transform::count(), Health::count()), (2, 2));
    drop(entities);
    Entity::spawn_many(1, |_, _| (Bat(3), Health(6)));
    assert_eq!(take_log(), ["transform true", "bat 3 7 6", "health 7"]);
}

#[test]
fn a_value_that_is_inserted_over_another_is_given_what_is_missing_by_then() {
    let entity = Entity::spawn();
    entity.insert(Bat(1));
    entity.kill::<Health>();
    take_log();
    entity.insert(Bat(2));
    assert_eq!(take_log(), ["health 7", "bat 2 7 0"]);
    entity.insert(Bat(3));
    assert_eq!(take_log(), ["bat 3 7 0"]);
    // And where the old one is borrowed.
    entity.kill::<Health>();
    let held = entity.borrow::<Bat>();
    entity.insert(Bat(4));
    assert_eq!((take_log(), held.0), (vec!["health 7".into(), "bat 4 7 0".into()], 3));
}

#[test]
fn what_is_added_again_after_a_kill_is_given_what_is_missing_by_then() {
    let entity = Entity::spawn();
    let bat = entity.add::<Bat>();
    assert!(bat.kill() && entity.kill::<Transform>());
    assert!(entity.has::<Health>(), "what was required stays when the one that required it goes");
    take_log();
    entity.add::<Bat>();
    assert_eq!(take_log(), ["transform true", "bat 0 7 0"]);
    assert_eq!(take_log(), [""; 0], "adding what is there does nothing");
    entity.kill::<Transform>();
    entity.add::<Bat>();
    assert_eq!(take_log(), ["transform ends"]);
    assert!(!entity.has::<Transform>());
}

#[test]
fn a_postponed_init_has_what_is_required_before_it() {
    // The first to be notified keeps a guard on the second.
    #[derive(Component)]
    struct Keeper;
    thread_local! {
        static HELD: RefCell<Vec<Ref<Bat>>> = const { RefCell::new(Vec::new()) };
    }
    impl Keeper {
        fn init(&mut self, entity: Entity) {
            HELD.with_borrow_mut(|held| held.push(entity.borrow::<Bat>()));
        }
    }
    let entities = Entity::spawn_many(1, |_, _| (Keeper, Bat(1)));
    assert_eq!(take_log(), [""; 0]);
    assert!(!entities[0].has::<Transform>(), "the turn waits as a whole");
    HELD.take();
    World::flush();
    assert_eq!(take_log(), ["transform false", "health 7", "bat 1 7 0"]);
}

#[test]
fn a_component_that_a_required_one_keeps_borrowed_has_its_init_later() {
    thread_local! {
        static HELD: RefCell<Vec<Ref<Late>>> = const { RefCell::new(Vec::new()) };
    }
    #[derive(Component, Default)]
    struct Holder;
    impl Holder {
        fn init(&mut self, entity: Entity) {
            HELD.with_borrow_mut(|held| held.push(entity.borrow::<Late>()));
        }
    }
    #[derive(Component, Default)]
    #[component(requires(Holder))]
    struct Late(u8);
    impl Late {
        fn init(&mut self) {
            self.0 += 1;
        }
        fn on_disable(&mut self) {
            log(format!("disabled after {}", self.0));
        }
    }
    let late = Entity::spawn().add::<Late>();
    assert_eq!(late.borrow().0, 0);
    late.set_enabled(false);
    HELD.take();
    World::flush();
    assert_eq!(late.borrow().0, 1);
    assert!(take_log().is_empty(), "it was never enabled after its `init`");
    late.set_enabled(true);
    late.set_enabled(false);
    assert_eq!(take_log(), ["disabled after 1"]);
    // Once, and never on what is gone by then.
    let late = Entity::spawn().add::<Late>();
    late.kill();
    late.entity().insert(Late(10));
    HELD.take();
    World::flush();
    assert_eq!(late.borrow().0, 11);
}

#[test]
fn a_world_has_what_was_required_in_it() {
    let outside = Entity::spawn().with(Transform(1));
    let world = World::new();
    world.enter(|| {
        Entity::spawn().insert(Bat(0));
        assert_eq!((Transform::count(), Health::count()), (1, 1));
    });
    assert_eq!((Transform::count(), Health::count()), (1, 0));
    assert_eq!(*outside.borrow::<Transform>(), Transform(1));
}

#[test]
fn a_required_type_is_updated_after_the_one_that_requires_it_unless_told_otherwise() {
    #[derive(Component, Default)]
    struct Ground;
    impl Ground {
        fn update(&mut self) {
            log("ground");
        }
    }
    #[derive(Component, Default)]
    #[component(requires(Ground))]
    struct House;
    impl House {
        fn update(&mut self, _: &Ground) {
            log("house");
        }
    }
    #[derive(Component, Default)]
    #[component(requires(Ground), after(Ground))]
    struct Tower;
    impl Tower {
        fn update(&mut self) {
            log("tower");
        }
    }
    Entity::spawn().with(House).add::<Tower>();
    update_all(1.0);
    assert_eq!(take_log(), ["house", "ground", "tower"]);
}
