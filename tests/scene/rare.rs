//! What happens rarely: changes in the middle of a pass of `inherit`, and panics between two of many.

use std::panic::catch_unwind;

use ecs_core::{Archetype, Component, Entity, FailurePolicy, Pool, World, update_all};

use crate::support::{log, take_log};

/// A component whose `inherit` does what it is told, once.
#[derive(Component, Default)]
#[component(inherits)]
struct Node {
    local: i64,
    world: i64,
    does: Option<Box<dyn FnOnce()>>,
}

impl Node {
    fn inherit(&mut self, parent: Option<&Node>) {
        self.world = parent.map_or(0, |parent| parent.world) + self.local;
        if let Some(does) = self.does.take() {
            does();
        }
    }
}

fn node(local: i64) -> Entity {
    Entity::spawn().with(Node { local, ..Node::default() })
}

fn lets(entity: Entity, does: impl FnOnce() + 'static) {
    entity.borrow_mut::<Node>().does = Some(Box::new(does));
}

fn world(entity: Entity) -> i64 {
    entity.borrow::<Node>().world
}

#[derive(Component)]
struct Bomb;

impl Bomb {
    fn on_enable(&mut self, me: Entity) {
        assert!(me.parent().is_some(), "the bomb goes off when it is detached");
    }
}

#[test]
fn n4_a_panic_between_two_of_many_that_are_detached_leaves_none_disabled() {
    let ship = Entity::spawn();
    Entity::spawn().child_of(ship).with(Bomb);
    let lamp = node(1).child_of(ship);
    ship.set_enabled(false);
    assert!(catch_unwind(|| ship.detach_children()).is_err());
    assert!(lamp.parent().is_none() && lamp.is_enabled());
    update_all(0.1);
    assert_eq!(world(lamp), 1);
}

#[test]
fn n5_a_parent_that_ends_after_such_a_panic_is_forgotten() {
    let many: Vec<_> = (0..20).map(node).collect();
    let ship = Entity::spawn();
    Entity::spawn().child_of(ship).with(Bomb);
    let lamp = Entity::spawn().child_of(ship);
    ship.set_enabled(false);
    lamp.insert(Node { local: 1, ..Node::default() });
    ship.insert(Node { local: 10, ..Node::default() });
    update_all(0.1);
    assert!(catch_unwind(|| ship.detach_children()).is_err());
    ship.despawn();
    many.iter().for_each(|node| node.borrow_mut::<Node>().local += 1);
    update_all(0.1);
    assert_eq!(world(lamp), 1);
}

#[test]
fn n5_a_value_that_is_inserted_in_the_pass_inherits_in_the_next() {
    for more in [0, 61, 62, 63] {
        let (a, b) = (node(1), node(2));
        let others: Vec<_> = (0..more).map(node).collect();
        lets(b, move || _ = a.insert(Node { local: 7, ..Node::default() }));
        update_all(0.1);
        update_all(0.1);
        assert_eq!(world(a), 7, "among {more}");
        Entity::despawn_many(&others);
        Entity::despawn_many(&[a, b]);
    }
}

#[test]
fn n5_a_turn_that_was_lost_in_the_pass_comes_in_the_next() {
    for more in [0, 300] {
        let [a, b, c] = [1, 2, 3].map(node);
        let others: Vec<_> = (0..more).map(node).collect();
        update_all(0.1);
        for entity in [a, b, c] {
            entity.borrow_mut::<Node>().local += 10;
        }
        lets(a, move || assert!(b.set_enabled(false)));
        lets(c, move || assert!(b.set_enabled(true)));
        update_all(0.1);
        assert_eq!(world(b), 2);
        update_all(0.1);
        assert_eq!(world(b), 12, "among {more}");
        Entity::despawn_many(&others);
        Entity::despawn_many(&[a, b, c]);
    }
}

#[test]
fn n5_a_turn_that_was_lost_by_a_panic_comes_in_the_next() {
    World::set_failure_policy(FailurePolicy::SwitchOff).expect("it is set before the first spawn too");
    let (a, b) = (node(1), node(2));
    lets(a, || panic!("on purpose"));
    lets(b, move || assert!(a.handle::<Node>().set_enabled(true)));
    update_all(0.1);
    a.borrow_mut::<Node>().world = -1;
    update_all(0.1);
    assert_eq!(world(a), 1);
}

#[test]
fn n5_who_leaves_its_parent_in_the_pass_and_comes_back_has_missed_nothing() {
    let parent = node(1);
    let child = node(10).child_of(parent);
    let others: Vec<_> = (0..400).map(node).collect();
    update_all(0.1);
    parent.borrow_mut::<Node>().local = 2;
    lets(parent, move || assert!(child.detach()));
    update_all(0.1);
    child.child_of(parent);
    update_all(0.1);
    assert_eq!((world(child), others.len()), (12, 400));
}

/// A component that has hooks for its end alone.
#[derive(Component)]
struct Ends;

impl Ends {
    fn shutdown(&mut self) {
        log("shut down");
    }
}

#[test]
fn n2_what_spawn_many_undoes_runs_no_hooks_of_its_own() {
    let result = catch_unwind(|| {
        let mut previous = None;
        Entity::spawn_many(3, move |n, entity| {
            if let Some(previous) = previous.replace(entity) {
                let _: Entity = previous;
                previous.child_of(entity);
            }
            assert!(n < 2, "the third");
            Ends
        })
    });
    World::flush();
    assert!(result.is_err() && take_log().is_empty());
    assert_eq!((Ends::count(), World::stats().alive), (0, 0));
}

#[derive(Component)]
#[component(inherits)]
struct Starts;

impl Starts {
    fn start(&mut self) {
        log("start");
    }
    fn inherit(&mut self, _: Option<&Self>) {
        log("inherit");
    }
}

#[derive(Component)]
struct Spawner;

impl Spawner {
    fn late_update(&mut self) {
        Entity::spawn().with(Starts);
    }
}

#[test]
fn n5_start_comes_before_inherit() {
    let spawner = Entity::spawn().with(Spawner);
    update_all(0.1);
    assert_eq!(take_log(), ["start", "inherit"]);
    spawner.despawn();
    update_all(0.1);
    assert!(take_log().is_empty());
}

#[test]
fn n3_what_a_pool_could_not_reset_leaves_the_parent_that_it_had_got() {
    #[derive(Component, Default)]
    struct Bat;
    let cave = Entity::spawn();
    let bats = Pool::<Archetype<(Bat,)>>::with(
        || (Bat,),
        move |bat| {
            bat.child_of(cave);
            panic!("on purpose");
        },
    );
    bats.give_back(bats.take());
    assert!(catch_unwind(std::panic::AssertUnwindSafe(|| bats.take())).is_err());
    assert_eq!((cave.children().count(), bats.parked()), (0, 1));
}

#[test]
fn e4_what_is_undone_ends_once_whatever_the_hooks_of_its_children_do() {
    #[derive(Component)]
    struct Fuel;
    #[derive(Component)]
    struct Engine;
    impl Engine {
        fn init(&mut self, _: &Fuel) {}
    }
    #[derive(Component)]
    struct Fuse(Entity);
    impl Fuse {
        fn shutdown(&mut self) {
            assert!(!self.0.despawn(), "it is ending already");
            assert!(self.0.try_add::<Tail>().is_err());
            assert!(Entity::spawn().try_child_of(self.0).is_err());
        }
    }
    #[derive(Component, Default)]
    struct Tail;
    let fuse = Entity::spawn();
    let spawned = Entity::try_spawn_many(2, |number, rocket| {
        if number == 1 {
            fuse.insert(Fuse(rocket));
            fuse.child_of(rocket);
        }
        Engine
    });
    assert!(spawned.is_err(), "an engine needs fuel");
    assert!(!fuse.is_alive());
    // The first rocket, whose `init` has failed, and what `shutdown` has spawned.
    assert_eq!((World::stats().alive, Engine::count(), Fuse::count()), (2, 0, 0));
    let next: Vec<Entity> = (0..4).map(|_| Entity::spawn()).collect();
    assert!(next.windows(2).all(|pair| pair[0] != pair[1]) && World::stats().alive == 6);
}

#[test]
fn n5_what_is_written_to_a_disabled_one_reaches_those_below() {
    #[derive(Component, Clone, Default)]
    #[component(inherits)]
    struct Team {
        color: u8,
        runs: u8,
    }
    impl Team {
        fn inherit(&mut self, parent: Option<&Team>) {
            self.color = parent.map_or(self.color, |parent| parent.color);
            self.runs += 1;
        }
    }
    let ship = Entity::spawn().with(Team { color: 1, runs: 0 });
    let gun = Entity::spawn().with(Team::default()).child_of(ship);
    let color_after_a_frame = || {
        update_all(0.1);
        assert_eq!(Team::inherited(gun).map(|team| team.color), Some(gun.borrow::<Team>().color));
        gun.borrow::<Team>().color
    };
    assert_eq!(color_after_a_frame(), 1);
    // The component is off, and not the entity: the gun is on.
    ship.handle::<Team>().set_enabled(false);
    assert_eq!(color_after_a_frame(), 1);
    ship.borrow_mut::<Team>().color = 5;
    assert_eq!(color_after_a_frame(), 5);
    ship.insert(Team { color: 7, runs: 0 });
    assert_eq!(color_after_a_frame(), 7);
    let runs = gun.borrow::<Team>().runs;
    assert_eq!(color_after_a_frame(), 7);
    assert_eq!((ship.borrow::<Team>().runs, gun.borrow::<Team>().runs), (0, runs), "nothing was written to");
}
