//! What a function may do while it is called for each: it stands in the middle of the store.

use std::cell::Cell;

use ecs_core::{Component, Entity, World, every};

use crate::support::{assert_says, message_of};
use crate::{Cat, Dog, Speak, cat, dog, names};

#[test]
fn i2_what_is_killed_meanwhile_is_passed_over() {
    let cats = [cat(0), cat(1), cat(2)];
    dog(3);
    let mut seen = Vec::new();
    every::<dyn Speak>().each(|one| {
        seen.push(one.name());
        if seen.len() == 1 {
            cats[0].despawn();
            cats[2].despawn();
        }
    });
    assert_eq!(seen, ["Cat 0", "Cat 1", "Dog 3"]);
    assert_eq!(names(), ["Cat 1", "Dog 3"]);
}

#[test]
fn i2_all_may_be_despawned_by_the_first() {
    let all: Vec<_> = (0..10).map(|name| if name % 2 == 0 { cat(name) } else { dog(name) }).collect();
    let mut seen = 0;
    every::<dyn Speak>().each(|one| {
        seen += 1;
        assert_eq!(Entity::despawn_many(&all), 10);
        one.hear(1);
    });
    assert_eq!((seen, Cat::count(), Dog::count()), (1, 0, 0));
}

#[test]
fn i2_what_is_added_to_a_type_whose_turn_has_come_is_left_out() {
    cat(1);
    dog(1);
    let mut seen = Vec::new();
    every::<dyn Speak>().each(|one| {
        seen.push(one.name());
        if seen.len() == 1 {
            (2..40).map(cat).for_each(|cat| assert!(cat.is_alive()));
            dog(2);
        }
    });
    assert_eq!(seen, ["Cat 1", "Dog 1", "Dog 2"]);
    assert_eq!(every::<dyn Speak>().count(), 41);
}

#[derive(Component)]
#[component(as(dyn Speak))]
struct Late;

impl Speak for Late {
    fn name(&self) -> String {
        "Late".into()
    }

    fn hear(&mut self, _: u32) {}

    fn heard(&self) -> u32 {
        0
    }
}

#[test]
fn i1_a_type_that_is_added_meanwhile_is_visited_by_the_next_call() {
    cat(1);
    let mut seen = Vec::new();
    every::<dyn Speak>().each(|one| {
        seen.push(one.name());
        Entity::spawn().with(Late);
    });
    assert_eq!(seen, ["Cat 1"]);
    assert_eq!(names(), ["Cat 1", "Late"]);
}

#[test]
fn i2_the_one_that_is_visited_is_borrowed_and_nothing_else() {
    let (one, other, third) = (cat(1), cat(2), dog(3));
    let visited = Cell::new(0);
    every::<dyn Speak>().each_with_entity(|entity, _| {
        for of in [one, other, third] {
            let got = of.try_get_as::<dyn Speak>().map(|mut one| one.hear(1));
            assert_eq!(got.is_err(), of == entity);
        }
        let message = message_of(|| drop(entity.get_as::<dyn Speak>()));
        assert_says(
            &message,
            &[&format!("{entity:?}"), "closure of an `every::<dyn Speak>()`", "use its argument"],
        );
        visited.set(visited.get() + 1);
    });
    assert_eq!(visited.get(), 3);
    assert_eq!((one.borrow::<Cat>().heard, third.borrow::<Dog>().heard), (2, 2));
}

#[test]
fn i2_nested_visits_conflict_at_the_one_that_is_visited() {
    cat(1);
    cat(2);
    let message = message_of(|| every::<dyn Speak>().each(|_| every::<dyn Speak>().each(|one| one.hear(1))));
    assert_says(
        &message,
        &["cannot visit Cat", "closure of an `every::<dyn Speak>()`", "when that call is over"],
    );
    // Reading may be nested.
    let mut pairs = 0;
    every::<dyn Speak>().read(|_| every::<dyn Speak>().read(|_| pairs += 1));
    assert_eq!(pairs, 4);
    let message = message_of(|| every::<dyn Speak>().read(|_| every::<dyn Speak>().each(|one| one.hear(1))));
    assert_says(&message, &["cannot visit Cat"]);
    every::<dyn Speak>().each(|one| assert_eq!(one.heard(), 0));
}

#[test]
fn i2_a_guard_that_is_kept_meanwhile_stops_it_at_its_turn() {
    let (one, other) = (cat(1), cat(2));
    let mut kept = None;
    let stopped = every::<dyn Speak>().try_each(|one| {
        one.hear(1);
        kept = Some(other.borrow::<Cat>());
    });
    assert!(stopped.is_err());
    drop(kept);
    assert_eq!((one.borrow::<Cat>().heard, other.borrow::<Cat>().heard), (1, 0));
}

#[test]
fn i2_read_sees_what_others_read_and_refuses_writers() {
    let one = cat(1);
    let guard = one.borrow::<Cat>();
    every::<dyn Speak>().read(|other| {
        assert_eq!(other.name(), "Cat 1");
        let message = message_of(|| drop(one.borrow_mut::<Cat>()));
        assert_says(&message, &["cannot borrow Cat"]);
        assert_eq!(one.borrow::<Cat>().name, 1);
    });
    drop(guard);
    one.borrow_mut::<Cat>().heard = 1;
}

#[test]
fn a_function_that_panics_leaves_all_usable() {
    let (one, other) = (cat(1), dog(2));
    let message = message_of(|| every::<dyn Speak>().each(|_| panic!("enough")));
    assert_says(&message, &["enough"]);
    let message = message_of(|| every::<dyn Speak>().read(|_| panic!("enough")));
    assert_says(&message, &["enough"]);
    let message = message_of(|| one.get_as::<dyn Speak>().map_or((), |_guard| panic!("enough")));
    assert_says(&message, &["enough"]);
    every::<dyn Speak>().each(|one| one.hear(1));
    assert_eq!((one.borrow::<Cat>().heard, other.borrow_mut::<Dog>().heard), (1, 1));
    World::clear();
    assert!(names().is_empty());
}
