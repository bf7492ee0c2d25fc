//! Guards on a part of a component: `Ref::map` and `RefMut::map`.

use ecs_core::{Changed, Component, Entity, Handle, Ref, RefMut, World, query};

use crate::support::{assert_says, live_tokens, message_of};

#[derive(Component, Debug)]
struct Hero {
    name: String,
    bag: Vec<u32>,
    luck: Box<u32>,
    end: (),
}

fn hero() -> Handle<Hero> {
    Entity::spawn().insert(Hero { name: "Ada".into(), bag: vec![1, 2, 3], luck: Box::new(7), end: () })
}

#[test]
fn i4_a_mapped_guard_shows_a_part_and_borrows_the_whole() {
    let hero = hero();
    let name: Ref<str> = Ref::map(hero.borrow(), |hero| &*hero.name);
    assert_eq!(&*name, "Ada");
    assert!(hero.try_borrow().is_ok() && hero.try_borrow_mut().is_err());
    drop(name);
    let mut luck: RefMut<u32> = RefMut::map(hero.borrow_mut(), |hero| &mut *hero.luck);
    *luck += 1;
    let message = message_of(|| drop(hero.borrow()));
    assert_says(&message, &["Hero", "mutably borrowed"]);
    drop(luck);
    assert_eq!(*hero.borrow().luck, 8);
}

#[test]
fn i4_guards_are_mapped_again_and_dropped_in_any_order() {
    let heroes = [hero(), hero(), hero()];
    let first = Ref::map(Ref::map(heroes[0].borrow(), |hero| &hero.bag), |bag| &bag[1]);
    let second = RefMut::map(RefMut::map(heroes[1].borrow_mut(), |hero| &mut hero.bag), |bag| &mut bag[2..]);
    let also = Ref::map(heroes[0].borrow(), |hero| &hero.end);
    let third = RefMut::map(heroes[2].borrow_mut(), |hero| &mut hero.end);
    assert_eq!((*first, &*second, *also, *third), (2, &[3][..], (), ()));
    drop(first);
    assert!(heroes[0].try_borrow_mut().is_err() && heroes[1].try_borrow().is_err());
    drop((third, second));
    assert!(heroes[1].try_borrow_mut().is_ok() && heroes[2].try_borrow_mut().is_ok());
    assert!(heroes[0].try_borrow_mut().is_err());
    drop(also);
    assert!(heroes.iter().all(|hero| hero.try_borrow_mut().is_ok()));
}

#[test]
fn i4_a_part_may_be_missing() {
    let hero = hero();
    let whole = Ref::filter_map(hero.borrow(), |hero| hero.bag.get(9)).expect_err("there is none");
    assert_eq!(whole.bag.len(), 3);
    let part = Ref::filter_map(whole, |hero| hero.bag.first()).expect("there is one");
    assert_eq!(*part, 1);
    drop(part);
    let whole = RefMut::filter_map(hero.borrow_mut(), |hero| hero.bag.get_mut(9)).expect_err("there is none");
    let mut part = RefMut::filter_map(whole, |hero| hero.bag.first_mut()).expect("there is one");
    *part = 5;
    drop(part);
    assert_eq!(hero.borrow().bag, [5, 2, 3]);
}

#[test]
fn i4_a_closure_that_panics_ends_the_borrow() {
    let hero = hero();
    let message = message_of(|| drop(Ref::map(hero.borrow(), |_| -> &u32 { panic!("no part") })));
    assert_says(&message, &["no part"]);
    let message = message_of(|| drop(RefMut::map(hero.borrow_mut(), |_| -> &mut u32 { panic!("no part") })));
    assert_says(&message, &["no part"]);
    hero.borrow_mut().name.clear();
}

#[test]
fn i4_the_component_stays_while_its_part_is_borrowed() {
    let hero = hero();
    let mut last = RefMut::map(hero.borrow_mut(), |hero| hero.bag.last_mut().expect("there is one"));
    assert!(hero.kill());
    for _ in 0..50 {
        self::hero();
    }
    *last += 1;
    assert_eq!(*last, 4);
    drop(last);
    World::flush();
    assert_eq!((Hero::count(), live_tokens()), (50, 0));
}

#[derive(Component)]
#[component(track)]
struct Health {
    now: u32,
}

#[test]
fn i4_a_part_that_may_be_written_to_is_a_change() {
    let (one, other) = (Entity::spawn().insert(Health { now: 1 }), Entity::spawn().insert(Health { now: 2 }));
    let changed = |since| query::<&Health>().filter::<Changed<Health>>().since(since).count();
    let tick = World::tick();
    assert_eq!(*Ref::map(one.borrow(), |health| &health.now), 1);
    assert_eq!(changed(tick), 0);
    let [mut a, b] = [one, other].map(|of| RefMut::map(of.borrow_mut(), |health| &mut health.now));
    *a += 1;
    assert_eq!(*b, 2);
    drop(a);
    drop(b);
    assert_eq!(changed(tick), 2);
    let tick = World::tick();
    *RefMut::map(one.borrow_mut(), |health| &mut health.now) += 1;
    assert_eq!((changed(tick), one.borrow().now), (1, 3));
}

#[test]
fn i4_a_world_that_ends_leaks_what_a_part_borrows_forgotten() {
    let world = World::new();
    let part = world.enter(|| Ref::map(hero().borrow(), |hero| &hero.bag[0]));
    drop(world);
    assert_eq!(*part, 1);
}
