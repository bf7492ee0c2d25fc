//! Law A1: what moves, ends and replaces rows moves all fields of each.

use ecs_core::{Archetype, Bundle, Component, Entity, Pool, World, query, update_all};

use crate::support::log;
use crate::{Plane, Wind, logged, plane, planes, values};

/// What is left of some entities, each with the value that it had.
fn assert_left(all: &[Entity], left: impl Fn(u8) -> bool) {
    for (n, one) in (0..).zip(all) {
        let expected = left(n).then(|| plane(n));
        assert_eq!(one.get::<Plane>().map(|plane| *plane), expected, "the plane {n}");
    }
    assert_eq!(Plane::count(), (0..all.len() as u8).filter(|n| left(*n)).count());
}

#[test]
fn a1_what_ends_leaves_the_other_rows() {
    let all = planes(100);
    for (n, one) in all.iter().enumerate() {
        match n % 7 {
            0 => assert!(one.despawn()),
            3 => assert!(one.kill::<Plane>()),
            5 => assert_eq!(one.remove::<Plane>(), Some(plane(n as u8))),
            _ => {}
        }
    }
    assert_left(&all, |n| ![0, 3, 5].contains(&(n % 7)));
    assert_eq!(Entity::despawn_many(&all[50..60]), 9, "one was despawned before");
    assert_left(&all, |n| ![0, 3, 5].contains(&(n % 7)) && !(50..60).contains(&n));
    Plane::clear();
    assert_left(&all, |_| false);
    let all = planes(30);
    assert_left(&all, |_| true);
}

#[test]
fn a1_enabling_swaps_rows() {
    let all = planes(40);
    for (n, one) in all.iter().enumerate() {
        one.handle::<Plane>().set_enabled(n % 3 != 1);
    }
    assert_left(&all, |_| true);
    let columns = Plane::columns();
    assert!(columns.id.enabled().iter().all(|id| id % 3 != 1));
    assert_eq!((columns.y.len(), columns.y.enabled().len()), (40, 27));
    drop(columns);
    all[4].set_enabled(false);
    all[4].handle::<Plane>().set_enabled(true);
    all.iter().for_each(|one| _ = one.set_enabled(true));
    assert_left(&all, |_| true);
    assert_eq!(Plane::columns().speed.enabled().len(), 28, "those that are switched off themselves");
}

#[test]
fn a1_sorting_moves_whole_rows() {
    let all = planes(60);
    let ids = || Plane::columns().id.to_vec();
    Plane::sort_by(|a, b| b.y.cmp(&a.y));
    assert_eq!(ids(), (0..60).rev().collect::<Vec<_>>());
    Plane::sort_by_key(|plane| (plane.id % 5, plane.speed));
    let mut sorted: Vec<u8> = (0..60).collect();
    sorted.sort_by_key(|n| (n % 5, *n));
    assert_eq!(ids(), sorted);
    assert_left(&all, |_| true);
    // As the winds are.
    for (n, one) in all.iter().enumerate().skip(10) {
        one.insert(Wind((n as i64 * 37) % 60));
    }
    Wind::sort_by_key(|wind| wind.0);
    Plane::sort_like::<Wind>();
    let winds: Vec<_> = query::<(&Wind, &Plane)>().iter().map(|(wind, _)| wind.0).collect();
    assert!(winds.is_sorted());
    let order: Vec<_> = ids()[..50].iter().map(|&id| (i64::from(id) * 37) % 60).collect();
    assert!(order.is_sorted(), "{order:?}");
    assert_left(&all, |_| true);
    Wind::sort_by_key(|wind| -wind.0);
    Wind::sort_like::<Plane>();
    assert!(Wind::view().iter().map(|wind| wind.0).is_sorted());
}

#[test]
fn a1_insert_replaces_and_gives_values_back() {
    let one = planes(3)[1];
    one.insert(plane(7));
    assert_eq!(*one.borrow::<Plane>(), plane(7));
    assert_eq!(one.replace(plane(8)), Some(plane(7)));
    assert_eq!(Entity::spawn().replace(plane(9)), None);
    assert_eq!((one.remove::<Plane>(), one.remove::<Plane>()), (Some(plane(8)), None));
    one.add_with(|| plane(3));
    assert_eq!(one.try_remove::<Plane>(), Ok(Some(plane(3))));
    one.add::<Plane>().borrow_mut().y = 2;
    assert_eq!(*one.borrow::<Plane>(), Plane { y: 2, ..Plane::default() });
    let guard = one.borrow::<Plane>();
    one.insert(plane(5));
    assert_eq!((guard.y, *one.borrow::<Plane>()), (2, plane(5)), "the old one is dead, and borrowed still");
}

/// Is used again, with what it had.
#[derive(Component, Default, Clone, Copy, PartialEq, Debug)]
#[component(soa, pooled(3))]
struct Bullet {
    x: u8,
    lives: u64,
}

impl Bullet {
    fn on_reset(&mut self, me: Entity) {
        assert!(me.has::<Self>());
        self.lives += 1;
        log(format!("reset {} {}", self.x, self.lives));
    }
    fn init(&mut self) {
        log(format!("init {}", self.x));
    }
    fn shutdown(&mut self) {
        log(format!("shutdown {}", self.x));
    }
}

#[test]
fn a1_pooled_values_come_back_whole() {
    let lives = |x: u8| 1000 + 7 * u64::from(x);
    let all: Vec<_> = (0..5).map(|x| Entity::spawn().with(Bullet { x, lives: lives(x) })).collect();
    logged();
    for one in &all {
        one.kill::<Bullet>();
    }
    World::flush();
    logged();
    let again: Vec<_> = (0..4).map(|_| Entity::spawn().add::<Bullet>()).collect();
    let values: Vec<_> = again.iter().map(|one| *one.borrow()).collect();
    let said = logged();
    assert_eq!(said.matches("reset").count(), 3, "{said}");
    assert!(values[..3].iter().all(|bullet| bullet.lives == lives(bullet.x) + 1), "{values:?}");
    let mut kept: Vec<_> = values[..3].iter().map(|bullet| bullet.x).collect();
    kept.sort_unstable();
    assert!(kept.iter().all(|x| *x < 5) && kept.windows(2).all(|two| two[0] != two[1]), "{kept:?}");
    assert_eq!(values[3], Bullet::default());
    // While something is borrowed they come to the spill.
    again.iter().for_each(|one| _ = one.kill());
    let lone = Entity::spawn().with(Bullet { x: 77, lives: 5 });
    World::flush();
    let guard = lone.borrow::<Bullet>();
    let last = Entity::spawn().add::<Bullet>();
    let seen = *last.borrow();
    drop(guard);
    World::flush();
    assert_eq!((*last.borrow(), *lone.borrow::<Bullet>()), (seen, Bullet { x: 77, lives: 5 }));
}

#[test]
fn a1_a_pool_parks_and_takes_entities() {
    type Bat = Archetype<(Plane, Wind, Bullet)>;
    let pool = Pool::<Bat>::with(
        || (plane(4), Wind(1), Bullet { x: 9, lives: 0 }),
        |bat| bat.borrow_mut::<Plane>().y += 1,
    );
    pool.prewarm(2);
    let bats = [pool.take(), pool.take(), pool.take()];
    bats[0].borrow_mut::<Plane>().speed = -3;
    assert!(pool.give_back(bats[0]));
    assert_eq!(query::<&Plane>().iter().count(), 2);
    let again = pool.take();
    assert_eq!((again.index(), again == bats[0]), (bats[0].index(), false));
    assert_eq!((again.borrow::<Plane>().speed, again.borrow::<Bullet>().x), (-3, 9));
    let y = |bat: Entity| bat.get::<Plane>().map(|plane| plane.y);
    // Each is reset when it is parked: twice, once by `prewarm`, and never.
    assert_eq!([again, bats[1], bats[2]].map(y), [Some(4002), Some(4001), Some(4000)]);
    assert!(bats[0].get::<Plane>().is_none());
    assert_eq!(Plane::columns().id.len(), 3);
}

#[test]
fn a1_archetypes_and_bundles() {
    type Glider = Archetype<(Plane, Wind)>;
    let one = Glider::spawn();
    let other = Glider::spawn_with((plane(3), Wind(4)));
    assert_eq!((*one.borrow::<Plane>(), *other.borrow::<Plane>()), (Plane::default(), plane(3)));
    for (mut plane, wind) in &mut Glider::query_mut() {
        std::mem::swap(&mut plane.y, &mut wind.0);
    }
    assert_eq!((other.borrow::<Plane>().y, other.borrow::<Wind>().0), (4, 3000));
    assert_eq!(Glider::query().iter().map(|(plane, wind)| plane.y + wind.0).sum::<i64>(), 3004);
    assert_eq!((Glider::find(), Glider::matches(one)), (vec![one, other], true));
    assert_eq!(Glider::remove(one), 2);

    #[derive(Bundle)]
    struct Kite {
        plane: Plane,
        wind: Wind,
        bullet: Bullet,
    }
    let kite = |n| Kite { plane: plane(n), wind: Wind(1), bullet: Bullet { x: n, lives: 0 } };
    let many = Entity::spawn_many(50, |n, _| kite(n as u8));
    assert_eq!(values(&many), (0..50).map(plane).collect::<Vec<_>>());
    assert!((0..).zip(&many).all(|(x, one)| one.borrow::<Bullet>().x == x));
    let last = Entity::spawn_with(kite(60));
    last.insert_all(kite(61));
    assert_eq!(*last.borrow::<Plane>(), plane(61));
}

/// Is there once an other is.
#[derive(Component, Default, Clone, Copy, PartialEq, Debug)]
#[component(soa, requires(Plane = plane(5)), capacity = 64)]
struct Pilot {
    seen: i64,
    rank: u8,
}

impl Pilot {
    fn init(&mut self, plane: &Plane) {
        self.seen = plane.y;
    }
}

#[test]
fn a1_requirements_are_added_first() {
    let one = Entity::spawn().add::<Pilot>();
    assert_eq!(one.borrow().seen, 5000);
    let other = Entity::spawn().with(plane(2)).with(Pilot::default());
    assert_eq!(other.borrow::<Pilot>().seen, 2000);
}

#[test]
fn a1_worlds_are_apart() {
    let here = planes(3);
    let there = World::new();
    let other = there.enter(|| {
        let all = Entity::spawn_many(5, |n, _| plane(n as u8 + 100));
        Plane::columns_mut().y.fill(1);
        update_all(0.1);
        assert!(here[0].get::<Plane>().is_none());
        all
    });
    assert_eq!(values(&here), (0..3).map(plane).collect::<Vec<_>>());
    let there = there.into_send().unwrap_or_else(|_| panic!("all may be sent"));
    std::thread::spawn(move || {
        let there: World = there.into_world();
        there.enter(|| assert!((100..).zip(&other).all(|(id, one)| one.borrow::<Plane>().id == id)));
    })
    .join()
    .expect("it is the same there");
}
