//! `start`: once an `init`, before the first pass, when all that came with the component is there.

use ecs_core::{Archetype, Component, Entity, Handle, Pool, World, find, update_all};

use crate::support::{log, message_of, take_log};

#[derive(Component, Default)]
struct Ship(u32);

impl Ship {
    fn init(&mut self) {
        log(format!("{} init", self.0));
    }
    fn on_enable(&mut self) {
        log(format!("{} on", self.0));
    }
    fn start(&mut self) {
        log(format!("{} start", self.0));
    }
    fn fixed_update(&mut self) {
        log(format!("{} fixed", self.0));
    }
    fn update(&mut self) {
        log(format!("{} update", self.0));
    }
}

/// Unity's habit: others are looked up in `Start`, when all of the level was made.
#[test]
fn d6_start_finds_what_was_made_after_it() {
    #[derive(Component, Default)]
    struct Player {
        x: f32,
    }
    #[derive(Component, Default)]
    struct Camera {
        player: Handle<Player>,
        x: f32,
    }
    impl Camera {
        fn start(&mut self) {
            self.player = find("player").map(|player| player.handle()).unwrap_or_default();
        }
        fn late_update(&mut self) {
            self.x = self.player.borrow().x;
        }
    }
    let camera = Entity::spawn().add::<Camera>();
    let player = Entity::spawn().with(Player { x: 3.0 });
    player.set_name("player");
    update_all(0.1);
    assert_eq!(camera.borrow().x, 3.0);
}

#[test]
fn d6_start_runs_once_and_before_the_first_pass_of_any_phase() {
    World::set_fixed_step(1.0);
    Entity::spawn().insert(Ship(0));
    assert_eq!(take_log(), ["0 init", "0 on"]);
    update_all(1.0);
    assert_eq!(take_log(), ["0 start", "0 fixed", "0 update"]);
    update_all(0.0);
    assert_eq!(take_log(), ["0 update"]);
    // Of that type alone, too.
    Entity::spawn().insert(Ship(1));
    take_log();
    Ship::update_all(0.0);
    assert_eq!(take_log(), ["1 start", "0 update", "1 update"]);
}

#[test]
fn d6_what_is_disabled_waits_for_its_start() {
    let ship = Entity::spawn().insert(Ship(0));
    ship.set_enabled(false);
    update_all(0.0);
    ship.set_enabled(true);
    ship.entity().set_enabled(false);
    update_all(0.0);
    assert_eq!(take_log(), ["0 init", "0 on", "0 on"]);
    ship.entity().set_enabled(true);
    update_all(0.0);
    assert_eq!(take_log(), ["0 on", "0 start", "0 update"]);
    ship.set_enabled(false);
    ship.set_enabled(true);
    update_all(0.0);
    assert_eq!(take_log(), ["0 on", "0 update"]);
}

#[test]
fn d6_insert_starts_anew_and_take_does_not() {
    let ship = Entity::spawn().insert(Ship(0));
    update_all(0.0);
    take_log();
    ship.entity().insert(Ship(1));
    update_all(0.0);
    assert_eq!(take_log(), ["1 init", "1 on", "1 start", "1 update"]);

    let pool = Pool::<Archetype<(Ship,)>>::with(|| (Ship(7),), |_| ());
    pool.prewarm(1);
    update_all(0.0);
    assert_eq!(take_log(), ["7 init", "1 update"], "what is parked was never enabled");
    let seven = pool.take();
    update_all(0.0);
    assert_eq!(take_log(), ["7 on", "7 start", "1 update", "7 update"]);
    pool.give_back(seven);
    pool.take();
    update_all(0.0);
    assert_eq!(take_log(), ["7 on", "1 update", "7 update"]);
}

#[test]
fn d6_what_comes_in_a_phase_starts_before_its_own_pass_if_that_is_still_to_come() {
    #[derive(Component)]
    struct Spawner;
    impl Spawner {
        fn update(&mut self, me: Entity) {
            log("spawns");
            Entity::spawn().insert(Ship(0));
            me.kill::<Self>();
        }
    }
    #[derive(Component)]
    #[component(after(Ship))]
    struct Late;
    impl Late {
        fn update(&mut self, me: Entity) {
            Entity::spawn().insert(Ship(1));
            me.kill::<Self>();
        }
        fn late_update(&mut self) {}
    }
    Entity::spawn().insert(Spawner);
    update_all(0.0);
    assert_eq!(take_log(), ["spawns", "0 init", "0 on", "0 start", "0 update"]);
    Entity::spawn().insert(Late);
    update_all(0.0);
    // `Ship` had its pass: this one starts when the next phase begins.
    assert_eq!(take_log(), ["0 update", "1 init", "1 on", "1 start"]);
    update_all(0.0);
    assert_eq!(take_log(), ["0 update", "1 update"]);
}

#[test]
fn d6_types_start_in_their_order_and_types_without_passes_when_update_begins() {
    macro_rules! starting {
        ($($(#[$key:meta])* $name:ident { $($hook:ident)? })*) => {$(
            #[derive(Component)]
            $(#[$key])*
            struct $name;
            impl $name {
                fn start(&mut self) {
                    log(stringify!($name));
                }
                $(fn $hook(&mut self) {
                    log(stringify!($hook));
                })?
            }
        )*};
    }
    starting! {
        First {}
        #[component(after(Third))] Second { late_update }
        Third { fixed_update }
    }
    World::set_fixed_step(1.0);
    Entity::spawn().with(First).with(Second).with(Third);
    update_all(1.0);
    assert_eq!(take_log(), ["Third", "Second", "fixed_update", "First", "late_update"]);
}

#[test]
fn d6_a_start_may_make_others_of_its_type_and_end_itself() {
    #[derive(Component)]
    struct Cell(u32);
    impl Cell {
        fn start(&mut self, me: Entity) {
            log(format!("start {}", self.0));
            if self.0 < 3 {
                Entity::spawn().insert(Cell(self.0 + 1));
            }
            me.kill::<Self>();
        }
        fn update(&mut self) {
            panic!("it has ended in its `start`");
        }
        fn shutdown(&mut self) {
            log(format!("end {}", self.0));
        }
    }
    Entity::spawn().insert(Cell(0));
    update_all(0.0);
    let lives = (0..4).flat_map(|n| [format!("start {n}"), format!("end {n}")]);
    assert_eq!(take_log(), lives.collect::<Vec<_>>());
}

/// A sync point comes after a `start`: what drops there is user code too.
#[test]
fn d6_what_a_drop_makes_after_a_start_starts_before_the_pass() {
    #[derive(Component)]
    struct Hen;
    impl Hen {
        fn update(&mut self, me: Entity) {
            Entity::spawn().with(Shell).insert(Chick(0));
            me.despawn();
        }
    }
    #[derive(Component)]
    struct Shell;
    impl Drop for Shell {
        fn drop(&mut self) {
            Entity::spawn().insert(Chick(1));
        }
    }
    #[derive(Component)]
    struct Chick(u32);
    impl Chick {
        fn start(&mut self, me: Entity) {
            log(format!("start {}", self.0));
            me.kill::<Shell>();
        }
        fn update(&mut self) {
            log(format!("update {}", self.0));
        }
    }
    Entity::spawn().with(Hen);
    update_all(0.0);
    assert_eq!(take_log(), ["start 0", "start 1", "update 0", "update 1"]);
}

#[test]
fn d6_a_start_whose_parameter_was_borrowed_is_still_to_come() {
    #[derive(Component)]
    struct Fuel;
    #[derive(Component)]
    struct Car;
    impl Car {
        fn start(&mut self, _: Option<&mut Fuel>) {
            log("start");
        }
    }
    let car = Entity::spawn().with(Fuel).with(Car);
    let held = car.borrow::<Fuel>();
    assert!(message_of(|| update_all(0.0)).contains("Fuel"));
    drop(held);
    update_all(0.0);
    update_all(0.0);
    assert_eq!(take_log(), ["start"]);
}

/// Its turn to start finds it borrowed; its turn in the pass does not.
#[test]
fn d6_one_that_was_borrowed_when_it_should_start_is_not_updated_before() {
    use std::cell::RefCell;
    #[derive(Component, Default)]
    struct Late(Option<Handle<Late>>);
    thread_local!(static KEPT: RefCell<Option<ecs_core::Ref<Late>>> = const { RefCell::new(None) });
    impl Late {
        fn start(&mut self) {
            log(format!("start {}", self.0.is_some()));
            KEPT.set(self.0.map(Handle::borrow));
        }
        fn update(&mut self) {
            log(format!("update {}", self.0.is_some()));
            drop(KEPT.take());
        }
    }
    let first = Entity::spawn().insert(Late(None));
    first.borrow_mut().0 = Some(Entity::spawn().insert(Late(None)));
    update_all(0.0);
    assert_eq!(take_log(), ["start true", "update true", "start false"]);
    update_all(0.0);
    assert_eq!(take_log(), ["update true", "update false"]);
}

#[test]
fn d6_starts_that_make_others_without_end_are_an_error() {
    #[derive(Component)]
    struct Rabbit;
    impl Rabbit {
        fn start(&mut self) {
            Entity::spawn().with(Rabbit);
        }
    }
    Entity::spawn().with(Rabbit);
    assert_eq!(
        message_of(|| update_all(0.0)),
        "cannot update: each `start` of Rabbit makes another Rabbit, 256 times by now; make them in `init`, \
         or in `update` one a frame"
    );
}

#[test]
fn d6_what_dies_before_its_start_has_none() {
    Entity::spawn().insert(Ship(0)).kill();
    let ship = Entity::spawn().insert(Ship(1));
    ship.entity().despawn();
    Entity::spawn().insert(Ship(2));
    take_log();
    update_all(0.0);
    assert_eq!(take_log(), ["2 start", "2 update"]);
}

#[test]
fn d6_a_panic_in_a_start_stops_the_frame_and_the_others_start_in_the_next() {
    #[derive(Component)]
    struct Weak(u32);
    impl Weak {
        fn start(&mut self) {
            assert!(self.0 != 1, "too weak");
            log(format!("start {}", self.0));
        }
    }
    Entity::spawn_many(3, |place, _| Weak(place as u32));
    assert_eq!(message_of(|| update_all(0.0)), "too weak");
    assert_eq!(take_log(), ["start 0"]);
    update_all(0.0);
    assert_eq!(take_log(), ["start 2"], "it had its turn");
}

#[test]
#[cfg_attr(miri, ignore = "rayon casts numbers to pointers")]
fn d6_isolated_and_parallel_types_start_too() {
    #[derive(Component)]
    #[component(isolated)]
    struct Alone(u32);
    impl Alone {
        fn start(&mut self) {
            self.0 += 1;
        }
        fn update(&mut self) {
            assert_eq!(self.0, 1);
        }
    }
    #[derive(Component)]
    #[component(parallel)]
    struct Many(u32);
    impl Many {
        fn start(&mut self) {
            // It runs on the thread of the world.
            self.0 += 1 + Alone::count() as u32;
        }
        fn update(&mut self) {
            assert_eq!(self.0, 2);
            self.0 = 9;
        }
    }
    Entity::spawn().insert(Alone(0));
    let many = Entity::spawn().insert(Many(0));
    update_all(0.0);
    assert_eq!(many.borrow().0, 9);
}

#[test]
fn d6_a_value_that_replaces_another_in_a_pass_waits_for_its_start() {
    #[derive(Component)]
    struct Phoenix(u32, Option<Entity>);
    impl Phoenix {
        fn start(&mut self) {
            log(format!("start {}", self.0));
        }
        fn update(&mut self) {
            log(format!("update {}", self.0));
            if let Some(other) = self.1.take() {
                other.insert(Phoenix(9, None));
            }
        }
    }
    let other = Entity::spawn();
    Entity::spawn().insert(Phoenix(0, Some(other)));
    other.insert(Phoenix(1, None));
    update_all(0.0);
    assert_eq!(take_log(), ["start 0", "start 1", "update 0", "start 9"]);
    update_all(0.0);
    assert_eq!(take_log(), ["update 0", "update 9"]);
}
