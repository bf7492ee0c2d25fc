//! `every`: which components are visited, in which order, and what is refused.

use ecs_core::{
    Borrower, Changed, Component, Entity, Ref, Singleton, ViewError, With, World, WorldError, every,
    explain_order, query, update_all,
};

use crate::support::{assert_says, message_of, on_thread};
use crate::{Cat, Dog, Speak, Stone, cat, dog, names};

#[test]
fn i1_a_type_is_known_from_its_first_add_on() {
    assert!(names().is_empty());
    cat(1);
    assert_eq!(names(), ["Cat 1"]);
    Entity::spawn().with(Stone);
    assert_eq!(names(), ["Cat 1"]);
    dog(1);
    assert_eq!(names(), ["Cat 1", "Dog 1"]);
}

#[test]
fn i2_types_come_in_their_order_and_rows_in_that_of_the_store() {
    for name in [3, 1, 2] {
        dog(name);
        cat(name);
    }
    Cat::sort_by_key(|cat| cat.name);
    assert_eq!(names(), ["Dog 3", "Dog 1", "Dog 2", "Cat 1", "Cat 2", "Cat 3"]);
}

/// Moves the order of types that were listed before it.
#[derive(Component)]
#[component(after(Dog), before(Cat))]
struct Between;

impl Between {
    fn update(&mut self) {}
}

#[derive(Component)]
#[component(before(Cat), as(dyn Speak))]
struct First;

impl First {
    fn update(&mut self) {}
}

impl Speak for First {
    fn name(&self) -> String {
        "First".into()
    }

    fn hear(&mut self, _: u32) {}

    fn heard(&self) -> u32 {
        0
    }
}

#[test]
fn i2_after_and_before_move_a_type() {
    cat(1);
    dog(1);
    assert_eq!(names(), ["Cat 1", "Dog 1"]);
    Entity::spawn().with(First);
    assert_eq!(names(), ["First", "Cat 1", "Dog 1"]);
    Entity::spawn().with(Between);
    assert_eq!(names(), ["Dog 1", "First", "Cat 1"]);
    let order = explain_order().to_string();
    assert!(order.find("First").expect("it has an update") < order.find("Between").expect("so has this"));
}

#[derive(Component)]
#[component(before(Hen), as(dyn Speak))]
struct Egg;

#[derive(Component)]
#[component(before(Egg), as(dyn Speak))]
struct Hen;

impl Speak for Egg {
    fn name(&self) -> String {
        "Egg".into()
    }

    fn hear(&mut self, _: u32) {}

    fn heard(&self) -> u32 {
        0
    }
}

impl Speak for Hen {
    fn name(&self) -> String {
        "Hen".into()
    }

    fn hear(&mut self, _: u32) {}

    fn heard(&self) -> u32 {
        0
    }
}

#[test]
fn i2_a_contradictory_order_is_that_of_the_first_adds() {
    Entity::spawn().with(Hen).with(Egg);
    cat(1);
    assert_eq!(names(), ["Hen", "Egg", "Cat 1"]);
}

#[test]
fn i2_what_is_disabled_is_left_out() {
    let (one, other, third) = (cat(1), cat(2), dog(3));
    one.set_enabled(false);
    third.handle::<Dog>().set_enabled(false);
    assert_eq!(names(), ["Cat 2"]);
    one.set_enabled(true);
    other.despawn();
    assert_eq!(names(), ["Cat 1"]);
}

/// The world has one.
#[derive(Singleton, Default)]
struct Score(#[expect(dead_code, reason = "it has an address")] u8);

#[test]
fn i2_the_world_s_own_entity_is_left_out() {
    let own = Score::borrow_mut().entity();
    own.insert(Cat { name: 9, heard: 0 });
    let other = cat(1);
    assert_eq!(names(), ["Cat 1"]);
    every::<dyn Speak>().each(|one| one.hear(1));
    assert_eq!((own.borrow::<Cat>().heard, other.borrow::<Cat>().heard), (0, 1));
    own.handle::<Cat>().set_enabled(false);
    assert_eq!(names(), ["Cat 1"]);
}

#[test]
fn i2_each_has_its_entity() {
    let (one, other) = (cat(1), dog(2));
    let mut all = Vec::new();
    every::<dyn Speak>().each_with_entity(|entity, one| all.push((entity, one.name())));
    assert_eq!(all, [(one, "Cat 1".to_owned()), (other, "Dog 2".to_owned())]);
}

#[test]
fn i2_what_is_borrowed_is_refused_before_anything_has_run() {
    let (one, other) = (cat(1), dog(2));
    let guard = other.borrow::<Dog>();
    let refused = every::<dyn Speak>().try_each(|one| one.hear(1));
    assert!(matches!(refused, Err(ViewError::Borrowed { component: "Dog", by: Borrower::Shared, .. })));
    assert_eq!(one.borrow::<Cat>().heard, 0);
    assert_says(&message_of(|| every::<dyn Speak>().each(|one| one.hear(1))), &["cannot visit Dog", "guard"]);
    let mut read = 0;
    every::<dyn Speak>().read(|one| read += one.heard() + 1);
    assert_eq!(read, 2);
    drop(guard);
    let guard = other.borrow_mut::<Dog>();
    assert!(every::<dyn Speak>().try_read(|_| ()).is_err());
    drop(guard);
    every::<dyn Speak>().each(|one| one.hear(1));
    assert_eq!((one.borrow::<Cat>().heard, other.borrow::<Dog>().heard), (1, 1));
}

/// Calls all from its hook, but itself.
#[derive(Component, Default)]
#[component(as(dyn Speak))]
struct Crier {
    others: Vec<String>,
}

impl Crier {
    fn update(&mut self) {
        every::<dyn Speak>().each(|one| self.others.push(one.name()));
    }
}

impl Speak for Crier {
    fn name(&self) -> String {
        "Crier".into()
    }

    fn hear(&mut self, _: u32) {}

    fn heard(&self) -> u32 {
        0
    }
}

#[test]
fn i2_a_hook_visits_the_others() {
    let crier = Entity::spawn().insert(Crier::default());
    Entity::spawn().insert(Crier::default());
    cat(1);
    update_all(0.1);
    assert_eq!(crier.borrow().others, ["Crier", "Cat 1"]);
}

#[test]
fn i2_a_change_is_noted_by_each_and_not_by_read() {
    dog(1);
    let stone = Entity::spawn().with(Stone).with(Dog::default());
    let changed = |since| query::<&Dog>().filter::<Changed<Dog>>().since(since).count();
    let tick = World::tick();
    every::<dyn Speak>().read(|one| assert_eq!(one.heard(), 0));
    assert_eq!(changed(tick), 0);
    every::<dyn Speak>().each(|_| ());
    assert_eq!(changed(tick), 2);
    let tick = World::tick();
    assert!(stone.read_as::<dyn Speak>().is_some_and(|one| one.heard() == 0));
    assert_eq!(changed(tick), 0);
    stone.get_as::<dyn Speak>().map(|mut one| one.hear(1)).expect("it is one");
    assert_eq!(changed(tick), 1);
    assert_eq!(query::<&Dog>().filter::<With<Stone>>().count(), 1);
}

#[test]
fn two_worlds_know_their_own_types() {
    cat(1);
    World::new().enter(|| {
        assert!(names().is_empty());
        dog(2);
        cat(3);
        assert_eq!(names(), ["Dog 2", "Cat 3"]);
    });
    assert_eq!(names(), ["Cat 1"]);
}

#[test]
fn without_a_world_nothing_is_visited() {
    on_thread(|| {
        assert_eq!(every::<dyn Speak>().count(), 0);
        assert_eq!(every::<dyn Speak>().try_each(|_| unreachable!("there is none")), Ok(()));
        assert!(Entity::NONE.get_as::<dyn Speak>().is_none());
        assert_eq!(Entity::NONE.get_all_as::<dyn Speak>().count(), 0);
    });
}

/// Calls all when the world ends.
#[derive(Component)]
struct Last;

impl Drop for Last {
    fn drop(&mut self) {
        let closing = every::<dyn Speak>().try_each(|_| unreachable!("the world is closing"));
        assert!(matches!(closing, Err(ViewError::World { error: WorldError::Closing, .. })));
    }
}

#[test]
fn a_world_that_closes_refuses() {
    World::new().enter(|| {
        cat(1);
        Entity::spawn().with(Last);
    });
}

#[test]
fn it_is_a_value_that_prints() {
    let all = every::<dyn Speak>();
    cat(1);
    assert_eq!((all.count(), format!("{all:?}")), (1, "every::<dyn Speak>()".to_owned()));
    let cat = cat(2);
    assert_eq!(
        format!("{:?}", cat.get_all_as::<dyn Speak>()),
        format!("{cat:?}.get_all_as::<dyn Speak>(), 1 left")
    );
    let name = Ref::map(cat.borrow::<Cat>(), |cat| &cat.name);
    assert_eq!(format!("{name} {name:?}"), "2 2");
}
