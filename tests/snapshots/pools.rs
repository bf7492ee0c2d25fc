//! R1: pools come back with their members, wherever they are kept.

use ecs_core::{Archetype, Component, Entity, Pool, Snapshots, World, update_all};
use serde::Serialize;

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
    Entity::spawn();
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
