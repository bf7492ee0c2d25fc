//! `every`: which components are visited, in which order, and what is refused.

use std::cell::Cell;

use ecs_core::{
    Archetype, BorrowError, Borrower, Changed, Component, Entity, Pool, Ref, Singleton, ViewError, With,
    World, WorldError, every, explain_order, query, update_all,
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

/// Entities are asked for many at a time; what happens meanwhile changes what was asked.
#[test]
fn i2_each_of_many_has_its_entity_whatever_happens_meanwhile() {
    let visit = |mut meanwhile: Box<dyn FnMut(u32)>| {
        every::<dyn Speak>().each_with_entity(|entity, one| {
            let name = one.name()[4..].parse().expect("a number");
            assert!(entity.is_alive(), "{name}");
            one.hear(1);
            let hidden = if name % 2 == 0 { entity.try_borrow::<Cat>().is_err() } else { true };
            assert!(hidden && entity.has::<Cat>());
            meanwhile(name);
        });
    };
    let cats: Vec<_> = (0..700).map(cat).collect();
    let heard = |cats: &[Entity]| cats.iter().map(|cat| cat.borrow::<Cat>().heard).collect::<Vec<_>>();
    visit(Box::new(|_| ()));
    assert_eq!(heard(&cats), [1; 700]);
    let mut guards = Vec::new();
    let other = cats[699];
    other.set_enabled(false);
    let killed = cats[300];
    visit(Box::new(move |name| match name {
        100 => assert!(killed.despawn()),
        400 => guards.push(other.borrow::<Cat>()),
        450 => guards.clear(),
        _ => {}
    }));
    assert_eq!(heard(&cats[..300]), [2; 300]);
    assert_eq!(heard(&cats[301..699]), [2; 398]);
    assert_eq!(other.borrow::<Cat>().heard, 1);
}

/// What the machine code of the loop is, `benches/assembly` knows.
#[test]
fn i3_a_visit_calls_the_function_and_the_method_once_for_each() {
    thread_local!(static CALLS: Cell<u32> = const { Cell::new(0) });
    trait Count {
        fn count(&self);
    }
    #[derive(Component, Clone)]
    #[component(as(dyn Count))]
    struct One(u8);
    impl Count for One {
        fn count(&self) {
            CALLS.set(CALLS.get() + u32::from(self.0));
        }
    }
    #[derive(Component)]
    #[component(as(dyn Count))]
    struct Tag;
    impl Count for Tag {
        fn count(&self) {
            CALLS.set(CALLS.get() + 1);
        }
    }
    Entity::spawn_many(600, |_, _| One(1));
    Entity::spawn_many(10, |_, _| Tag);
    let mut calls = 0;
    let mut expect = |of_function: u32| {
        calls += 610;
        assert_eq!((of_function, CALLS.get()), (610, calls));
    };
    let mut count = 0;
    every::<dyn Count>().each(|one| {
        one.count();
        count += 1;
    });
    expect(std::mem::take(&mut count));
    every::<dyn Count>().each_with_entity(|_, one| {
        one.count();
        count += 1;
    });
    expect(std::mem::take(&mut count));
    every::<dyn Count>().read(|one| {
        one.count();
        count += 1;
    });
    expect(count);
}

/// A life that begins while others are visited has its own name.
#[test]
fn i2_each_has_the_entity_that_it_is_when_its_turn_comes() {
    let pool: Pool<Archetype<(Cat,)>> = Pool::new();
    let (first, second) = (pool.take(), pool.take());
    let mut seen = Vec::new();
    let mut next = Entity::NONE;
    every::<dyn Speak>().each_with_entity(|entity, _| {
        if entity == first {
            assert!(pool.give_back(second));
            next = pool.take();
        }
        seen.push(entity);
    });
    assert_ne!(next, second);
    assert_eq!(seen, [first, next]);
}

#[test]
fn i2_who_is_visited_is_named_by_what_was_called() {
    let one = cat(1);
    let other = cat(2);
    other.set_enabled(false);
    for held in [None, Some(other)] {
        // While a guard on any other lives, each is borrowed by itself.
        let guard = held.map(|held| held.borrow::<Cat>());
        let refused = |entity: Entity| {
            let borrowed = entity.try_borrow_mut::<Cat>().map(drop);
            assert!(matches!(borrowed, Err(BorrowError::Borrowed { by: Borrower::ByTrait { .. }, .. })));
            let text = message_of(|| drop(entity.borrow_mut::<Cat>()));
            assert_says(&text, &["by the closure of an `every::<dyn Speak>()`", "use its argument"]);
            let text = message_of(|| Cat::for_each(|_| ()));
            assert_says(&text, &["by the closure of an `every::<dyn Speak>()`", "when that call is over"]);
            let text = message_of(|| query::<&mut Cat>().each(|_| ()));
            assert_says(&text, &["by the closure of an `every::<dyn Speak>()`", "leave its entity out"]);
        };
        every::<dyn Speak>().each(|_| refused(one));
        every::<dyn Speak>().each_with_entity(|entity, _| refused(entity));
        every::<dyn Speak>().read(|_| refused(one));
        drop(guard);
        one.borrow_mut::<Cat>().heard += 1;
    }
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
