//! `get_as` and its kin: the components of one entity by a trait.

use ecs_core::{BorrowError, Component, Entity, World, update_all};

use crate::support::{assert_says, message_of};
use crate::{Cat, Dog, Speak, Stone, cat, dog};

#[test]
fn i2_a_guard_on_the_component_of_an_entity() {
    let one = cat(1);
    one.get_as::<dyn Speak>().map(|mut one| one.hear(3)).expect("a cat speaks");
    assert_eq!(one.borrow::<Cat>().heard, 3);
    assert_eq!(one.read_as::<dyn Speak>().map(|one| one.heard()), Some(3));
    assert!(Entity::spawn().with(Stone).get_as::<dyn Speak>().is_none());
    assert!(Entity::NONE.read_as::<dyn Speak>().is_none());
}

#[test]
fn i2_of_several_the_first_in_the_order_of_the_types_is_taken() {
    cat(0);
    let both = Entity::spawn().with(Dog { name: 1, heard: 0 }).with(Cat { name: 2, heard: 0 });
    let name = || both.read_as::<dyn Speak>().map(|one| one.name());
    assert_eq!(name().as_deref(), Some("Cat 2"));
    both.handle::<Cat>().set_enabled(false);
    assert_eq!(name().as_deref(), Some("Cat 2"));
    both.kill::<Cat>();
    assert_eq!(name().as_deref(), Some("Dog 1"));
    both.kill::<Dog>();
    assert_eq!(name(), None);
}

#[test]
fn i2_all_of_an_entity_come_one_after_the_other() {
    let both = Entity::spawn().with(Cat { name: 1, heard: 0 }).with(Stone).with(Dog { name: 2, heard: 0 });
    dog(3);
    let mut names = Vec::new();
    for mut one in both.get_all_as::<dyn Speak>() {
        one.hear(1);
        names.push(one.name());
        // The other one is free.
        assert_eq!(both.get_all_as::<dyn Speak>().filter_try(), 1);
    }
    assert_eq!(names, ["Cat 1", "Dog 2"]);
    assert_eq!((both.borrow::<Cat>().heard, both.borrow::<Dog>().heard), (1, 1));
}

trait FilterTry {
    fn filter_try(self) -> usize;
}

impl FilterTry for ecs_core::AllAs<dyn Speak> {
    /// Counts those that can be borrowed now.
    fn filter_try(mut self) -> usize {
        std::iter::from_fn(|| self.try_next()).filter(Result::is_ok).count()
    }
}

#[test]
fn i2_what_the_entity_loses_meanwhile_is_passed_over() {
    let both = Entity::spawn().with(Cat::default()).with(Dog::default());
    let mut all = both.get_all_as::<dyn Speak>();
    let first = all.next().expect("the cat");
    both.despawn();
    assert_eq!(first.name(), "Cat 0");
    assert!(all.next().is_none());
    drop(first);
    assert_eq!(both.get_all_as::<dyn Speak>().count(), 0);
}

#[test]
fn i2_a_conflict_names_the_component_and_its_holder() {
    let one = cat(1);
    let guard = one.borrow::<Cat>();
    let text = format!("{one:?}");
    assert_says(
        &message_of(|| drop(one.get_as::<dyn Speak>())),
        &["Cat", &text, "borrowed", "drop that guard"],
    );
    assert_says(&message_of(|| drop(one.get_all_as::<dyn Speak>().next())), &["Cat", &text]);
    assert!(matches!(
        one.try_get_as::<dyn Speak>(),
        Err(BorrowError::Borrowed { component: "Cat", mutably: true, .. })
    ));
    assert_eq!(one.read_as::<dyn Speak>().map(|one| one.name()).as_deref(), Some("Cat 1"));
    drop(guard);
    let guard = one.get_as::<dyn Speak>();
    assert!(one.try_borrow::<Cat>().is_err());
    assert!(one.try_read_as::<dyn Speak>().is_err());
    drop(guard);
    assert!(one.try_borrow_mut::<Cat>().is_ok());
}

#[test]
fn i2_who_has_none_and_who_is_dead_are_told_apart() {
    let (stone, dead) = (Entity::spawn().with(Stone), cat(1));
    dead.despawn();
    let error = stone.try_get_as::<dyn Speak>().map(drop).expect_err("it has none");
    assert!(matches!(error, BorrowError::NotOffered { entity, .. } if entity == stone));
    assert_says(&error.to_string(), &["dyn Speak", "as(dyn Speak)", "get_as()"]);
    let error = dead.try_read_as::<dyn Speak>().map(drop).expect_err("it is dead");
    assert!(matches!(error, BorrowError::Dead { .. }));
    assert_says(&error.to_string(), &["cannot borrow dyn Speak of", "dead"]);
    let elsewhere = World::new();
    let foreign = elsewhere.enter(|| cat(1));
    let error = foreign.try_get_as::<dyn Speak>().map(drop).expect_err("it is elsewhere");
    assert!(matches!(error, BorrowError::WrongWorld { .. }));
}

/// Asks for itself in its hook.
#[derive(Component, Default)]
#[component(as(dyn Speak))]
struct Narcissus {
    has_met: bool,
}

impl Narcissus {
    fn update(&mut self, me: Entity) {
        let error = me.try_get_as::<dyn Speak>().map(drop).expect_err("it is `self`");
        assert_says(&error.to_string(), &["`Narcissus::update`", "use `self`"]);
        self.has_met = true;
    }
}

impl Speak for Narcissus {
    fn name(&self) -> String {
        "me".into()
    }

    fn hear(&mut self, _: u32) {}

    fn heard(&self) -> u32 {
        0
    }
}

#[test]
fn i2_a_hook_has_itself_as_self() {
    let narcissus = Entity::spawn().add::<Narcissus>();
    update_all(0.1);
    assert!(narcissus.borrow().has_met);
}

/// Is in `shutdown` when it is asked for.
#[derive(Component)]
#[component(as(dyn Speak))]
struct Dying(u32);

impl Dying {
    fn shutdown(&mut self, me: Entity) {
        assert!(me.try_get_as::<dyn Speak>().is_err());
        assert_eq!(me.get_all_as::<dyn Speak>().count(), 0);
        self.0 += 1;
    }
}

impl Speak for Dying {
    fn name(&self) -> String {
        "dying".into()
    }

    fn hear(&mut self, points: u32) {
        self.0 += points;
    }

    fn heard(&self) -> u32 {
        self.0
    }
}

#[test]
fn what_is_killed_while_its_guard_lives_stays_until_then() {
    let one = Entity::spawn().with(Dying(1));
    let mut guard = one.get_as::<dyn Speak>().expect("it is one");
    assert!(one.despawn());
    guard.hear(1);
    assert_eq!(guard.heard(), 2);
    assert!(one.get_as::<dyn Speak>().is_none());
    drop(guard);
    World::flush();
    assert_eq!(Dying::count(), 0);
}
