//! `requires(Health(100))`: required types that begin with a value.

use std::cell::Cell;

use ecs_core::{Component, Entity};

use crate::support::{log, take_log};

#[derive(Component, Debug, PartialEq)]
struct Health(u32);

#[derive(Component)]
struct Speed {
    most: u32,
    now: u32,
}

#[derive(Component)]
struct Grid<T>(Vec<T>);

#[derive(Component, Debug, PartialEq, Clone, Copy)]
enum Mood {
    Calm,
    Angry,
}

#[derive(Component)]
struct Number(u32);

thread_local! {
    static NEXT: Cell<u32> = const { Cell::new(0) };
}

fn next() -> u32 {
    NEXT.replace(NEXT.get() + 1)
}

const FULL: u32 = 100;

#[derive(Component, Default)]
#[component(requires(Health(FULL), Speed { most: 9, now: { 4 + 1 } }, Grid<u8>(vec![7; 3])))]
#[component(requires(Mood = Mood::Angry, Number = Self::number(), Grid<Health> = Grid::<Health>(Vec::new())))]
struct Knight;

impl Knight {
    fn number() -> Number {
        Number(next())
    }

    fn init(&mut self, health: &Health, mood: &Mood) {
        log(format!("{health:?} {mood:?}"));
    }
}

#[test]
fn a_required_type_begins_with_the_value_that_is_given() {
    let knight = Entity::spawn().add::<Knight>().entity();
    assert_eq!(take_log(), ["Health(100) Angry"]);
    let speed = knight.borrow::<Speed>();
    assert_eq!((speed.most, speed.now), (9, 5));
    assert_eq!(knight.borrow::<Grid<u8>>().0, [7; 3]);
    assert!(knight.borrow::<Grid<Health>>().0.is_empty());
}

#[test]
fn the_value_is_made_each_time_and_only_where_it_is_missing() {
    let first = NEXT.get();
    let knights: Vec<_> = (0..3).map(|_| Entity::spawn().with(Knight)).collect();
    let numbers: Vec<_> = knights.iter().map(|knight| knight.borrow::<Number>().0 - first).collect();
    assert_eq!(numbers, [0, 1, 2]);
    let calm = Entity::spawn().with(Mood::Calm).with(Number(77)).with(Health(1)).with(Knight);
    assert_eq!((*calm.borrow::<Mood>(), calm.borrow::<Number>().0, NEXT.get() - first), (Mood::Calm, 77, 3));
    // It comes anew for a value that is set, if it has gone meanwhile.
    calm.kill::<Health>();
    calm.insert(Knight);
    assert_eq!(*calm.borrow::<Health>(), Health(100));
}

#[test]
fn what_is_required_first_wins() {
    #[derive(Component, Default)]
    #[component(requires(Health(1)))]
    struct Weak;
    #[derive(Component, Default)]
    #[component(requires(Health(9)))]
    struct Strong;
    #[derive(Component, Default)]
    #[component(requires(Weak, Strong, Health(5)))]
    struct Both;
    assert_eq!(*Entity::spawn().add::<Both>().entity().borrow::<Health>(), Health(1));
    assert_eq!(*Entity::spawn().with(Strong).with(Weak).borrow::<Health>(), Health(9));
}

#[test]
fn a_value_that_is_given_takes_nothing_that_is_kept() {
    #[derive(Component, Default)]
    #[component(pooled(4))]
    struct Trail(Vec<u8>);
    #[derive(Component, Default)]
    #[component(requires(Trail(vec![1])))]
    struct Comet;
    Entity::spawn().insert(Trail(vec![2])).kill();
    let comet = Entity::spawn().add::<Comet>().entity();
    assert_eq!(comet.borrow::<Trail>().0, [1]);
    assert_eq!(Entity::spawn().add::<Trail>().borrow().0, [2]);
}

#[test]
fn a_panic_in_the_value_ends_the_component_that_requires_it() {
    #[derive(Component, Default)]
    #[component(requires(Health = panic!("no health")))]
    struct Unlucky;
    let entity = Entity::spawn();
    let message = crate::support::message_of(|| entity.add::<Unlucky>());
    assert_eq!((message.as_str(), entity.components().len()), ("no health", 0));
}
