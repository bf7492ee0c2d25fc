//! R1: pools come back with their members, wherever they are kept.

use std::cell::Cell;

use ecs_core::{Archetype, Component, Entity, Pool, Snapshots, World, update_all};
use serde::Serialize;

use crate::support::message_of;

#[derive(Component, Clone, Copy, Serialize, Default)]
struct Bullet {
    shots: u32,
}

impl Bullet {
    fn on_reset(&mut self) {
        self.shots += 1;
    }
}

type Bullets = Pool<Archetype<(Bullet,)>>;

#[derive(Component, Clone, Default)]
struct Gun {
    bullets: Bullets,
}

fn of(pool: &Bullets) -> (Vec<Entity>, usize) {
    let mut live: Vec<_> = pool.live().collect();
    live.sort_unstable();
    (live, pool.parked())
}

#[test]
fn r1_a_pool_outside_of_the_world_has_its_members_again() {
    let pool = Bullets::new();
    let all: Vec<_> = (0..4).map(|_| pool.take()).collect();
    pool.give_back(all[1]);
    pool.give_back(all[3]);
    let mut snapshots = Snapshots::new(1);
    snapshots.save(0).unwrap();
    let expected = of(&pool);
    let mut next = Vec::new();
    for _ in 0..2 {
        next.push([pool.take(), pool.take(), pool.take()]);
        pool.give_back(all[0]);
        all[2].despawn();
        snapshots.load(0).unwrap();
        assert_eq!(of(&pool), expected);
        assert!(all[0].is_alive() && all[2].is_alive());
    }
    assert_eq!(next[0], next[1], "the same ones, under the same generations");
    assert!(!next[0][0].is_alive(), "not taken yet");
    assert!(!pool.give_back(next[0][0]) && pool.give_back(all[0]));
}

#[test]
fn r1_a_pool_in_a_component_comes_back_with_it() {
    let gun = Entity::spawn().add::<Gun>();
    let first = gun.with(|gun| gun.bullets.take()).unwrap();
    gun.with(|gun| gun.bullets.give_back(first));
    let mut snapshots = Snapshots::new(2);
    snapshots.save(0).unwrap();
    gun.kill();
    World::flush();
    assert_eq!(Bullet::count(), 0, "a pool that nobody has ends its parked members, whatever snapshots have");
    snapshots.save(1).unwrap();
    snapshots.load(0).unwrap();
    assert_eq!((Bullet::count(), gun.borrow().bullets.parked()), (1, 1));
    let again = gun.with(|gun| gun.bullets.take()).unwrap();
    assert_eq!((again.index(), again.generation(), again.borrow::<Bullet>().shots), (first.index(), 2, 1));
    snapshots.load(1).unwrap();
    assert_eq!(Bullet::count(), 0);
    drop(snapshots);
    assert_eq!(World::stats().alive, 1);
}

#[test]
fn r1_a_pool_that_was_made_since_has_no_members() {
    let _first = Entity::spawn();
    let mut snapshots = Snapshots::new(1);
    snapshots.save(0).unwrap();
    let pool = Bullets::new();
    let bullet = pool.take();
    pool.prewarm(2);
    let gun = Entity::spawn().add::<Gun>();
    gun.with(|gun| gun.bullets.prewarm(3));
    snapshots.load(0).unwrap();
    assert_eq!((Bullet::count(), pool.len(), pool.give_back(bullet)), (0, 0, false));
    // Its parked members would have been these.
    let others: Vec<_> = (0..8).map(|_| Entity::spawn()).collect();
    drop(pool);
    update_all(0.1);
    assert!(others.iter().all(|entity| entity.is_alive()));
}

#[test]
fn r1_a_pool_is_that_of_its_world_whatever_another_one_asks_of_it() {
    let pool = Bullets::new();
    let first = pool.take();
    let mut snapshots = Snapshots::new(1);
    snapshots.save(0).unwrap();
    let (other, mut others) = (World::new(), Snapshots::new(1));
    other.enter(|| {
        assert!(pool.try_take().is_err());
        others.save(0).unwrap();
    });
    let second = pool.take();
    other.enter(|| others.load(0).unwrap());
    assert_eq!(of(&pool), (vec![first, second], 0), "it is not of the world that has gone back");
    snapshots.load(0).unwrap();
    assert_eq!(of(&pool), (vec![first], 0));
    assert!(pool.give_back(first));
}

#[test]
fn r1_a_pool_that_another_world_has_taken_up_is_of_that_one() {
    let first = Entity::spawn();
    let mut snapshots = Snapshots::new(1);
    snapshots.save(0).unwrap();
    let pool = Bullets::new();
    pool.take();
    snapshots.load(0).unwrap();
    // It was made since, so that it has no members, and may be used anywhere.
    let other = World::new();
    let bullet = other.enter(|| pool.take());
    snapshots.load(0).unwrap();
    other.enter(|| assert_eq!(of(&pool), (vec![bullet], 0)));
    assert!(first.is_alive());
}

#[test]
fn r1_members_that_a_pool_has_taken_over_come_back() {
    let before = Bullets::new();
    let first = before.take();
    let pool = Bullets::new().with_members_of(before);
    let mut snapshots = Snapshots::new(1);
    snapshots.save(0).unwrap();
    pool.take();
    snapshots.load(0).unwrap();
    assert_eq!(of(&pool), (vec![first], 0));
    assert!(pool.give_back(first));
    snapshots.load(0).unwrap();
    assert!(first.is_enabled() && pool.give_back(first), "it was taken then");
}

#[test]
fn r1_going_back_in_vain_keeps_no_pool() {
    thread_local! {
        static MAY_BE_CLONED: Cell<bool> = const { Cell::new(true) };
    }
    #[derive(Component)]
    struct Fussy(u8);
    impl Clone for Fussy {
        fn clone(&self) -> Self {
            assert!(MAY_BE_CLONED.get(), "no clone");
            Self(self.0)
        }
    }
    let gun = Entity::spawn().add::<Gun>();
    gun.with(|gun| gun.bullets.prewarm(1)).unwrap();
    Entity::spawn().insert(Fussy(1));
    let mut snapshots = Snapshots::new(1);
    snapshots.save(0).unwrap();
    MAY_BE_CLONED.set(false);
    assert_eq!(message_of(|| snapshots.load(0)), "no clone");
    gun.kill();
    World::flush();
    assert_eq!(Bullet::count(), 0, "what was cloned for nothing has gone");
    MAY_BE_CLONED.set(true);
    snapshots.load(0).unwrap();
    assert_eq!((Bullet::count(), gun.borrow().bullets.parked()), (1, 1));
}

#[test]
fn r3_a_pool_is_hashed_as_it_was() {
    #[derive(Component, Clone, Serialize)]
    struct Turret(Bullets);
    let turret = Entity::spawn().insert(Turret(Bullets::new()));
    let bullet = turret.borrow().0.take();
    let mut snapshots = Snapshots::new(2);
    snapshots.save(0).unwrap();
    snapshots.save(1).unwrap();
    let expected = snapshots.hash(0).unwrap().total();
    turret.borrow().0.give_back(bullet);
    (0..2).for_each(|_| _ = turret.borrow().0.take());
    assert_eq!(snapshots.hash(1).unwrap().total(), expected, "whenever it is asked for");
    snapshots.save(2).unwrap();
    assert_ne!(snapshots.hash(2).unwrap().total(), expected);
}

#[test]
fn a_clone_names_the_same_pool() {
    let pool = Bullets::new();
    let twin = pool.clone();
    let bullet = twin.take();
    assert!(pool.give_back(bullet));
    drop(pool);
    assert_eq!(twin.parked(), 1);
    drop(twin);
    assert_eq!(Bullet::count(), 0);
}
