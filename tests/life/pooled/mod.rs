//! Pooled types: values of components that have ended are used again (features D10, D12, D14).
#![forbid(unsafe_code)]

mod random;

use std::panic::{AssertUnwindSafe, catch_unwind};

use ecs_core::{Archetype, Component, Entity, Handle, World, update_all};

use crate::support::{PanicsInDrop, Token, live_tokens, log, message_of, take_log};

/// A pooled component that owns memory.
#[derive(Component, Default)]
#[component(pooled(2))]
struct Trail {
    points: Vec<u32>,
    token: Token,
}

impl Trail {
    fn on_reset(&mut self) {
        log(format!("reset {}", self.points.len()));
        self.points.clear();
    }

    fn init(&mut self) {
        log("init");
    }

    fn shutdown(&mut self) {
        log("shutdown");
    }
}

#[derive(Component, Default)]
struct Plain(#[expect(dead_code, reason = "counted")] Token);

fn with_points(points: u32) -> Trail {
    Trail { points: (0..points).collect(), token: Token::new() }
}

fn kept() -> usize {
    World::flush();
    World::stats().stores.iter().map(|store| store.kept).sum()
}

#[test]
fn seed_d10_what_ends_is_kept_with_its_memory_and_added_again() {
    let first = Entity::spawn().insert(with_points(1000));
    let (address, number) = {
        let trail = first.borrow();
        (trail.points.as_ptr(), trail.token.number())
    };
    assert!(first.kill());
    assert_eq!((kept(), live_tokens(), Trail::count()), (1, 1, 0));
    take_log();
    let again = Entity::spawn().add::<Trail>();
    assert_eq!(take_log(), ["reset 1000", "init"]);
    let trail = again.borrow();
    assert_eq!((trail.points.as_ptr(), trail.points.len(), trail.token.number()), (address, 0, number));
    drop(trail);
    assert_eq!((kept(), live_tokens()), (0, 1));
    // None is left, so the same call makes one.
    let new = Entity::spawn().add::<Trail>();
    assert_eq!(take_log(), ["init"]);
    assert_ne!(new.borrow().token.number(), number);
}

#[test]
fn seed_d10_no_more_are_kept_than_the_key_says() {
    let trails: Vec<_> = (0..5).map(|_| Entity::spawn().add::<Trail>()).collect();
    trails.iter().for_each(|trail| _ = trail.kill());
    assert_eq!((kept(), live_tokens()), (2, 2));
    // The one that came last comes first, and each once.
    let numbers = [0, 1].map(|_| Entity::spawn().add::<Trail>().borrow().token.number());
    assert_eq!(numbers, [1, 0]);
}

#[test]
fn seed_d12_a_mixed_entity_keeps_what_is_pooled_and_drops_the_rest_once() {
    let entity = Entity::spawn().with(with_points(1)).with(Plain::default());
    assert_eq!(live_tokens(), 2);
    assert!(entity.despawn());
    assert!(!entity.despawn());
    assert_eq!((kept(), live_tokens(), Plain::count()), (1, 1, 0));
    assert_eq!(take_log(), ["init", "shutdown"]);
}

#[test]
fn seed_d14_a_value_that_is_given_is_the_value() {
    Entity::spawn().add::<Trail>().kill();
    assert_eq!(kept(), 1);
    let given = Entity::spawn().insert(with_points(7));
    let made = Entity::spawn().add_with(|| with_points(8));
    let spawned = Archetype::<(Trail,)>::spawn_with((with_points(9),));
    let lengths = [given, made, spawned.handle()].map(|trail| trail.borrow().points.len());
    assert_eq!((lengths, kept()), ([7, 8, 9], 1));
    // What is replaced or given back is not kept.
    given.entity().insert(with_points(1));
    assert!(made.entity().remove::<Trail>().is_some());
    assert_eq!((kept(), live_tokens()), (1, 3));
    // What is there stays.
    assert_eq!(given.entity().add::<Trail>().borrow().points.len(), 1);
    assert_eq!(kept(), 1);
}

#[test]
fn seed_d10_required_and_hooks_take_a_kept_one() {
    #[derive(Component, Default)]
    #[component(requires(Trail))]
    struct Rocket;
    impl Rocket {
        fn update(&mut self, me: Entity) {
            let trail = me.handle::<Trail>();
            assert!(trail.kill());
            // Kept from the next sync point on: it would be dropped there.
            let number = self.add::<Trail>().borrow().token.number();
            log(format!("takes {number}"));
        }
    }
    Entity::spawn().insert(with_points(3)).kill();
    take_log();
    Entity::spawn().add::<Rocket>();
    assert_eq!((take_log(), kept()), (vec!["reset 3".to_owned(), "init".to_owned()], 0));
    update_all(0.1);
    update_all(0.1);
    assert_eq!((kept(), live_tokens()), (1, 2));
    let taken: Vec<_> = take_log().into_iter().filter(|line| line.starts_with("takes")).collect();
    assert_eq!(taken, ["takes 1", "takes 0"]);
}

#[test]
fn seed_d10_what_is_borrowed_is_kept_when_the_borrow_ends() {
    let trail = Entity::spawn().insert(with_points(5));
    let guard = trail.borrow();
    assert!(trail.entity().despawn());
    assert_eq!((kept(), guard.points.len()), (0, 5));
    drop(guard);
    take_log();
    assert_eq!(kept(), 1);
    assert_eq!(take_log(), ["shutdown"]);
}

#[test]
fn seed_d10_a_kept_one_may_be_added_while_others_are_borrowed() {
    let other = Entity::spawn().add::<Trail>();
    Entity::spawn().insert(with_points(5)).kill();
    assert_eq!(kept(), 1);
    let view = Trail::view();
    let trail = Entity::spawn().add::<Trail>();
    assert_eq!((trail.borrow().points.capacity() >= 5, view.len()), (true, 1));
    drop(view);
    assert!(other.is_alive() && Trail::count() == 2);
}

#[test]
fn seed_d10_clear_and_the_end_of_the_world_drop_what_is_kept() {
    Entity::spawn().add::<Trail>().kill();
    Entity::spawn().add::<Trail>();
    assert_eq!(live_tokens(), 1);
    let trail = Entity::spawn().add::<Trail>();
    let guard = trail.borrow();
    World::clear();
    drop(guard);
    World::flush();
    assert_eq!((kept(), live_tokens()), (0, 0), "also what was borrowed");
    let world = World::new();
    world.enter(|| {
        Entity::spawn().add::<Trail>().kill();
        Entity::spawn().add::<Plain>();
        assert_eq!((kept(), live_tokens()), (1, 2));
    });
    drop(world);
    assert_eq!(live_tokens(), 0);
}

#[test]
fn seed_d10_a_value_that_panics_in_on_reset_is_dropped_and_add_passes_the_panic_on() {
    #[derive(Component, Default)]
    #[component(pooled(4))]
    struct Bad(#[expect(dead_code, reason = "counted")] Token);
    impl Bad {
        fn on_reset(&mut self) {
            panic!("not again");
        }
    }
    Entity::spawn().add::<Bad>().kill();
    assert_eq!(kept(), 1);
    let entity = Entity::spawn();
    assert_eq!(message_of(|| entity.add::<Bad>()), "not again");
    assert_eq!((entity.has::<Bad>(), kept(), live_tokens()), (false, 0, 0));
    assert!(entity.is_alive());
    entity.add::<Bad>();
    assert_eq!((Bad::count(), live_tokens()), (1, 1));
}

#[test]
fn seed_d10_a_value_that_panics_at_its_end_is_dropped() {
    #[derive(Component, Default)]
    #[component(pooled(4))]
    struct Bad(#[expect(dead_code, reason = "counted")] Token);
    impl Bad {
        fn shutdown(&mut self) {
            panic!("no end");
        }
    }
    let bad = Entity::spawn().add::<Bad>();
    assert_eq!(message_of(|| bad.kill()), "no end");
    assert_eq!((kept(), live_tokens()), (0, 0));
    let bad = Entity::spawn().add::<Bad>();
    let guard = bad.borrow();
    bad.kill();
    drop(guard);
    assert_eq!(message_of(World::flush), "no end");
    assert_eq!((kept(), live_tokens()), (0, 0));
}

#[test]
fn seed_d10_a_panic_in_the_drop_of_a_kept_value_loses_no_other() {
    #[derive(Component)]
    #[component(pooled(4))]
    struct Bomb(
        #[expect(dead_code, reason = "dropped")] PanicsInDrop,
        #[expect(dead_code, reason = "dropped")] Token,
    );
    impl Default for Bomb {
        fn default() -> Self {
            Self(PanicsInDrop("boom"), Token::new())
        }
    }
    for _ in 0..2 {
        Entity::spawn().insert(Bomb::default()).kill();
    }
    assert_eq!(kept(), 2);
    assert_eq!(message_of(World::clear), "boom");
    assert_eq!(message_of(World::flush), "boom");
    World::flush();
    assert_eq!((kept(), live_tokens()), (0, 0));
}

#[test]
fn seed_d10_while_the_thread_unwinds_none_is_taken() {
    struct AddsInDrop(Entity);
    impl Drop for AddsInDrop {
        fn drop(&mut self) {
            self.0.add::<Trail>();
        }
    }
    Entity::spawn().insert(with_points(3)).kill();
    let entity = Entity::spawn();
    let result = catch_unwind(AssertUnwindSafe(|| {
        let _adds = AddsInDrop(entity);
        panic!("unwinding");
    }));
    assert!(result.is_err());
    assert_eq!((kept(), entity.borrow::<Trail>().points.capacity()), (1, 0));
}

#[test]
fn seed_d10_on_reset_finds_its_siblings_and_may_end_itself() {
    #[derive(Component, Default)]
    struct Fuel(u32);
    #[derive(Component, Default)]
    #[component(pooled(4))]
    struct Engine {
        #[component(sibling)]
        fuel: Handle<Fuel>,
        ends: bool,
        token: Token,
    }
    impl Engine {
        fn on_reset(&mut self, me: Entity, fuel: Option<&mut Fuel>) {
            assert_eq!((self.entity(), self.fuel.entity()), (me, me));
            fuel.into_iter().for_each(|fuel| fuel.0 += 1);
            if self.ends {
                assert!(self.kill());
                self.ends = false;
            }
        }
        fn init(&mut self) {
            log("init");
        }
        fn shutdown(&mut self) {
            log("shutdown");
        }
    }
    let engine = Entity::spawn().insert(Engine { ends: true, ..Engine::default() });
    let number = engine.borrow().token.number();
    engine.kill();
    take_log();
    let entity = Entity::spawn().with(Fuel(1));
    assert!(!entity.add::<Engine>().is_alive());
    assert_eq!((entity.borrow::<Fuel>().0, take_log().len(), kept()), (2, 0, 1));
    assert_eq!(entity.add::<Engine>().borrow().token.number(), number);
    assert_eq!((entity.borrow::<Fuel>().0, take_log()), (3, vec!["init".to_owned()]));
}

#[test]
fn seed_d10_values_without_a_drop_and_of_generic_types_are_kept_too() {
    #[derive(Component, Default)]
    #[component(pooled(4))]
    struct Buffer<T>(T);
    Entity::spawn().insert(Buffer([7_u8; 64])).kill();
    Entity::spawn().insert(Buffer(vec![1_u8; 64])).kill();
    assert_eq!(kept(), 2);
    assert_eq!(Entity::spawn().add::<Buffer<Vec<u8>>>().borrow().0.len(), 64);
    let entity = Entity::spawn().with(Buffer([8_u8; 64]));
    Entity::despawn_many(&[entity]);
    assert_eq!(kept(), 2);
}

#[test]
fn seed_d10_a_world_with_kept_values_that_are_not_send_stays_on_its_thread() {
    #[derive(Component, Default)]
    #[component(pooled(4))]
    struct Local(std::rc::Rc<u8>);
    let world = World::new();
    world.enter(|| assert_eq!(*Entity::spawn().add::<Local>().borrow().0, 0));
    world.enter(World::clear);
    let world = world.into_send().map_err(|(_, error)| error).expect("it has no values").into_world();
    world.enter(|| Entity::spawn().add::<Local>().kill());
    let (world, _) = world.into_send().expect_err("it keeps one");
    world.enter(World::clear);
    assert!(world.into_send().is_ok());
}

#[test]
fn seed_d10_stats_name_what_is_kept() {
    Entity::spawn().insert(with_points(3)).kill();
    World::flush();
    let store = World::stats().stores[0];
    assert_eq!((store.kept, store.count), (1, 0));
    assert!(store.to_string().starts_with("Trail: 0, 0 enabled, 1 kept; "), "{store}");
}
