//! Law D4: what a panic in a hook of a frame does, and what it says.

use ecs_core::{
    Commands, Component, Entity, FailurePolicy, Handle, Query, Schedule, Singleton, World, update_all,
};

use crate::support::{alone, assert_says, log, message_of, take_log};

#[derive(Component, Default)]
struct Fuel(u32);

#[derive(Component)]
struct Enemy {
    n: u32,
    breaks: bool,
    spawns: bool,
}

impl Enemy {
    fn update(&mut self, fuel: &mut Fuel) {
        if self.spawns {
            Entity::spawn().with(Fuel(9)).insert(Enemy { n: 9, breaks: false, spawns: false });
        }
        fuel.0 += 1;
        assert!(!self.breaks, "{} is lost", self.n);
        log(format!("update {}", self.n));
    }
    fn on_disable(&mut self) {
        log(format!("off {}", self.n));
    }
}

fn enemies(broken: &[u32]) -> Vec<Handle<Enemy>> {
    let new = |n, breaks| Entity::spawn().with(Fuel(0)).insert(Enemy { n, breaks, spawns: false });
    (0..5).map(|n| new(n, broken.contains(&n))).collect()
}

fn updated(numbers: impl IntoIterator<Item = u32>) -> Vec<String> {
    numbers.into_iter().map(|n| format!("update {n}")).collect()
}

#[test]
fn d4_at_first_a_panic_stops_the_frame_and_comes_out() {
    let enemies = enemies(&[2]);
    assert_eq!(message_of(|| update_all(0.1)), "2 is lost");
    assert_eq!(take_log(), updated([0, 1]));
    assert!(enemies[2].is_enabled());
    assert_eq!(World::stats().failures.count, 0);
}

#[test]
fn d4_the_component_is_switched_off_and_the_pass_goes_on_at_the_next() {
    World::set_failure_policy(FailurePolicy::SwitchOff).unwrap();
    let enemies = enemies(&[0, 2, 4]);
    update_all(0.1);
    assert_eq!(
        take_log(),
        [updated([1, 3]), ["off 0", "off 2", "off 4"].map(String::from).to_vec()].concat()
    );
    assert_eq!(
        enemies.iter().map(|enemy| enemy.is_enabled()).collect::<Vec<_>>(),
        [false, true, false, true, false]
    );
    assert!(enemies.iter().all(|enemy| enemy.sibling::<Fuel>().borrow().0 == 1), "each had one turn");
    let panics = World::stats().failures;
    let seen: Vec<_> = panics.last.iter().map(|panic| (panic.entity, panic.message.as_str())).collect();
    let entity = |n: usize| enemies[n].entity();
    assert_eq!(seen, [(entity(0), "0 is lost"), (entity(2), "2 is lost"), (entity(4), "4 is lost")]);
    assert_eq!((panics.count, panics.last[0].component, panics.last[0].hook), (3, "Enemy", "update"));
    assert_says(&panics.to_string(), &["3 failures of hooks:", "`Enemy::update` of 0v1 panicked: 0 is lost"]);
    // The next frame has nothing to complain of.
    update_all(0.1);
    assert_eq!(World::stats().failures.count, 3);
    take_log();
    // Switched on it is updated again.
    enemies[0].borrow_mut().breaks = false;
    enemies[0].set_enabled(true);
    update_all(0.1);
    let mut log = take_log();
    log.sort();
    assert_eq!(log, updated([0, 1, 3]));
}

#[test]
fn d4_what_came_in_the_pass_waits_for_the_next_also_after_a_panic() {
    World::set_failure_policy(FailurePolicy::SwitchOff).unwrap();
    let enemies = enemies(&[1]);
    enemies[0].borrow_mut().spawns = true;
    // One that was off is switched on meanwhile, and one that is to come is killed.
    update_all(0.1);
    assert_eq!(take_log(), [updated([0, 2, 3, 4]), vec!["off 1".into()]].concat());
    assert_eq!(Enemy::count(), 6);
}

#[test]
fn c3_one_that_was_off_while_another_panicked_is_visited_if_it_is_on_again() {
    #[derive(Component)]
    struct Guest(u32, Option<Handle<Guest>>);
    impl Guest {
        fn update(&mut self) {
            log(format!("{}", self.0));
            self.1.inspect(|other| assert!(other.set_enabled(self.0 != 0)));
            assert!(self.0 != 0, "the first");
        }
    }
    World::set_failure_policy(FailurePolicy::SwitchOff).unwrap();
    let guests: Vec<_> = (0..4).map(|n| Entity::spawn().insert(Guest(n, None))).collect();
    guests[..2].iter().for_each(|guest| guest.borrow_mut().1 = Some(guests[2]));
    update_all(0.1);
    assert_eq!(take_log(), ["0", "1", "2", "3"]);
}

#[test]
fn d4_what_a_hook_has_put_in_its_own_place_stays_on() {
    #[derive(Component)]
    struct Shape(u32);
    impl Shape {
        fn update(&mut self, me: Entity) {
            me.insert(Shape(self.0 + 1));
            panic!("in between");
        }
    }
    World::set_failure_policy(FailurePolicy::SwitchOff).unwrap();
    let shape = Entity::spawn().insert(Shape(0));
    update_all(0.1);
    assert_eq!((shape.borrow().0, shape.is_enabled()), (1, true));
    assert_eq!(World::stats().failures.count, 1);
}

#[test]
fn d4_isolated_and_singleton_passes_and_start_go_on_too() {
    #[derive(Component)]
    #[component(isolated)]
    struct Alone(u32);
    impl Alone {
        fn late_update(&mut self) {
            self.0 += 1;
            assert!(self.0 != 2, "two");
        }
    }
    #[derive(Singleton, Default)]
    struct Rules(u32);
    impl Rules {
        fn update(&mut self) {
            self.0 += 1;
            panic!("no rules");
        }
    }
    #[derive(Component)]
    struct Late(bool);
    impl Late {
        fn start(&mut self) {
            assert!(!self.0, "no start");
            log("started");
        }
        fn update(&mut self) {
            log("late");
        }
    }
    World::set_failure_policy(FailurePolicy::SwitchOff).unwrap();
    let alone: Vec<_> = (0..3).map(|n| Entity::spawn().insert(Alone(n))).collect();
    Rules::borrow_mut().0 = 0;
    Entity::spawn().insert(Late(true));
    Entity::spawn().insert(Late(false));
    update_all(0.1);
    update_all(0.1);
    assert_eq!(alone.iter().map(|alone| alone.borrow().0).collect::<Vec<_>>(), [2, 2, 4]);
    assert_eq!(Rules::borrow().0, 1, "it is off since the first");
    assert_eq!(take_log(), ["started", "late", "late"]);
    let panics = World::stats().failures.last;
    let hooks: Vec<_> = panics.iter().map(|panic| (panic.component, panic.hook)).collect();
    let expected =
        [("Rules", "update"), ("Late", "start"), ("Alone", "late_update"), ("Alone", "late_update")];
    for hook in expected {
        assert!(hooks.contains(&hook), "{hook:?} in {hooks:?}");
    }
    assert_eq!(hooks.len(), 4);
}

#[test]
fn d4_parallel_passes_go_on_and_keep_what_was_recorded() {
    #[derive(Component)]
    #[component(parallel)]
    struct Bullet(u32);
    #[derive(Component)]
    struct Spark;
    impl Bullet {
        fn update(&mut self, commands: Commands) {
            commands.spawn(Spark);
            assert!(!self.0.is_multiple_of(100), "{} is stuck", self.0);
            self.0 += 1_000_000;
        }
    }
    World::set_failure_policy(FailurePolicy::SwitchOff).unwrap();
    const BULLETS: usize = if cfg!(miri) { 200 } else { 1_000 };
    let bullets = Entity::spawn_many(BULLETS, |n, _| Bullet(n as u32));
    update_all(0.1);
    let is_off = |n: usize| !bullets[n].handle::<Bullet>().is_enabled();
    assert!((0..BULLETS).all(|n| is_off(n) == n.is_multiple_of(100)));
    assert_eq!((Spark::count(), World::stats().failures.count), (BULLETS, BULLETS as u64 / 100));
    let moved = bullets.iter().filter(|bullet| bullet.borrow::<Bullet>().0 >= 1_000_000).count();
    assert_eq!(moved, BULLETS - BULLETS / 100);
}

#[test]
fn d4_a_panic_in_another_hook_or_in_a_system_stops_the_frame_all_the_same() {
    #[derive(Component)]
    struct Egg;
    impl Egg {
        fn init(&mut self) {
            panic!("rotten");
        }
    }
    World::set_failure_policy(FailurePolicy::SwitchOff).unwrap();
    assert_eq!(message_of(|| Entity::spawn().insert(Egg)), "rotten");
    fn broken(_: Query<Entity>) {
        panic!("no system");
    }
    Entity::spawn().set_name("one");
    assert_eq!(message_of(|| Schedule::new().add(broken).run(0.1)), "no system");
    assert_eq!(World::stats().failures.count, 0);
}

#[test]
fn d4_a_payload_that_panics_when_it_drops_ends_nothing() {
    struct Bomb;
    impl Drop for Bomb {
        fn drop(&mut self) {
            panic!("again");
        }
    }
    #[derive(Component)]
    struct Trap;
    impl Trap {
        fn update(&mut self) {
            std::panic::panic_any(Bomb);
        }
    }
    World::set_failure_policy(FailurePolicy::SwitchOff).unwrap();
    let trap = Entity::spawn().insert(Trap);
    update_all(0.1);
    assert!(!trap.is_enabled());
    assert_eq!(World::stats().failures.last[0].message, "");
}

/// What a program says that panics in a hook which another hook has called.
#[test]
#[cfg_attr(miri, ignore = "starts itself anew")]
fn d4_below_the_message_stand_the_hooks_from_the_innermost_on() {
    struct Hit;
    #[derive(Component)]
    #[component(on(Hit))]
    struct Shield;
    impl Shield {
        fn on_hit(&mut self, _: &Hit) {
            panic!("it breaks");
        }
    }
    #[derive(Component)]
    #[component(update = fly)]
    struct Arrow(Entity);
    impl Arrow {
        fn fly(&mut self) {
            self.0.send(Hit);
        }
    }
    const ME: &str = "PANIC_POLICY_CHILD";
    if std::env::var_os(ME).is_some() {
        let shield = Entity::spawn().with(Shield);
        shield.set_name("door");
        Entity::spawn().insert(Arrow(shield));
        update_all(0.1);
        return;
    }
    let name = "d4_below_the_message_stand_the_hooks_from_the_innermost_on";
    let child = alone(module_path!(), name).env(ME, "1").env("RUST_BACKTRACE", "0").output();
    let said = String::from_utf8_lossy(&child.expect("it runs").stderr).into_owned();
    let lines = "it breaks\nnote: run with `RUST_BACKTRACE=1` environment variable to display a backtrace\n";
    let said = said.replace(lines, "it breaks\n");
    assert_says(&said, &["it breaks\n  in `Shield::on_hit` of 0v1 \"door\"\n  in `Arrow::fly` of 1v1\n"]);
}
