//! Soft failures: what is done to the dead in the soft forms is counted, and the last places are known.

use ecs_core::stats::SoftFailures;
use ecs_core::{
    Archetype, Commands, Component, Entity, Handle, Pool, Schedule, World, find, send_all, update_all,
};

use crate::support::{assert_says, message_of, on_thread};

#[derive(Component, Default, Debug, PartialEq)]
struct Enemy(u32);

#[derive(Component, Default)]
struct Hooked;

impl Hooked {
    fn shutdown(&mut self) {}
}

fn dead() -> Entity {
    let entity = Entity::spawn().with(Enemy(1));
    assert!(entity.despawn());
    entity
}

/// The line of the only soft failure of this world, or of none.
fn line() -> String {
    let soft = World::stats().soft;
    assert_eq!(soft.count as usize, soft.last.len());
    assert!(soft.count <= 1, "{soft}");
    soft.last.first().map_or(String::new(), |failure| failure.to_string())
}

/// Each call that is counted, and its line but for the place.
#[test]
fn what_is_done_to_the_dead_is_counted_once_and_reported() {
    type Case = (fn(Entity), &'static str);
    let cases: &[Case] = &[
        (
            |dead| assert!(dead.handle::<Enemy>().with(|_| ()).is_none()),
            "`Handle::with` on a dead `Enemy` of 0v1",
        ),
        (|dead| assert!(!dead.handle::<Enemy>().kill()), "`Handle::kill` on a dead `Enemy` of 0v1"),
        (
            |dead| assert!(!dead.handle::<Enemy>().set_enabled(true)),
            "`Handle::set_enabled` on a dead `Enemy` of 0v1",
        ),
        (|dead| assert!(!dead.kill::<Enemy>()), "`Entity::kill` on a dead `Enemy` of 0v1"),
        (|dead| assert!(dead.remove::<Enemy>().is_none()), "`Entity::remove` on a dead `Enemy` of 0v1"),
        (|dead| assert!(!dead.set_enabled(false)), "`Entity::set_enabled` did nothing to 0v1"),
        (|dead| assert!(!dead.set_name("ghost")), "`Entity::set_name` did nothing to 0v1"),
        (|dead| assert!(!dead.despawn()), "`Entity::despawn` did nothing to 0v1"),
        (|dead| assert_eq!(Entity::despawn_many(&[dead]), 0), "`Entity::despawn_many` did nothing to 0v1"),
        (
            |dead| assert_eq!(Archetype::<(Enemy, Hooked)>::remove(dead), 0),
            "`Archetype::remove` did nothing to 0v1",
        ),
        (
            |dead| assert!(!Pool::<Archetype<(Enemy,)>>::new().give_back(dead)),
            "`Pool::give_back` did nothing to 0v1",
        ),
        // A type of which the world has no store.
        (|dead| assert!(!dead.kill::<Hooked>()), "`Entity::kill` on a dead `Hooked` of 0v1"),
        (
            |dead| assert!(dead.handle::<Hooked>().with(|_| ()).is_none()),
            "`Handle::with` on a dead `Hooked` of 0v1",
        ),
        // An entity that is alive, and has no such component.
        (
            |_| assert!(Entity::spawn().handle::<Enemy>().with(|_| ()).is_none()),
            "`Handle::with` on `Enemy` of 0v2, which has none",
        ),
        (|_| assert!(!Handle::<Enemy>::NULL.kill()), "`Handle::kill` on a null handle of `Enemy`"),
        (|_| assert!(!Entity::NONE.despawn()), "`Entity::despawn` did nothing to NONE"),
    ];
    for &(case, expected) in cases {
        World::new().enter(|| {
            case(dead());
            let line = line();
            let at = if cfg!(debug_assertions) { concat!(" at ", file!(), ":") } else { "" };
            assert!(line.starts_with(&format!("{expected}{at}")), "{line:?} is not {expected:?}");
        });
    }
}

/// It is run after the system: the place of the call that runs it is one in the library.
#[test]
fn a_command_names_the_line_that_has_asked_for_it() {
    struct Unheard;
    let on_the_dead: &[fn(Commands, Entity)] = &[
        |commands, dead| commands.add::<Enemy>(dead),
        |commands, dead| commands.insert(dead, Enemy(1)),
        |commands, dead| commands.insert_all(dead, (Enemy(1), Hooked)),
        |commands, dead| commands.kill(dead.handle::<Enemy>()),
        |commands, dead| commands.despawn(dead),
        |commands, dead| commands.detach(dead),
        |commands, dead| commands.child_of(dead, dead),
        |commands, dead| _ = commands.spawn_child(dead, Hooked),
        |commands, dead| commands.send(dead, Unheard),
    ];
    let on_the_living: &[fn(Commands, Entity)] =
        &[|commands, alive| commands.send(alive, Unheard), |commands, _| commands.send_all(Unheard)];
    let place = if cfg!(debug_assertions) { file!() } else { "" };
    for (cases, make) in [(on_the_dead, dead as fn() -> Entity), (on_the_living, Entity::spawn)] {
        for (number, &case) in cases.iter().enumerate() {
            World::new().enter(|| {
                let entity = make();
                Schedule::new().add(move |commands: Commands| case(commands, entity)).run(0.1);
                let line = line();
                assert!(!line.is_empty() && line.contains(place), "case {number}: {line:?}");
            });
        }
    }
}

/// A hook that a command runs cannot get what it takes.
#[test]
fn a_hook_that_a_command_runs_names_the_line_of_the_command() {
    #[derive(Component, Default)]
    struct Greedy;
    impl Greedy {
        fn init(&mut self, enemy: &mut Enemy) {
            enemy.0 += 1;
        }
    }
    let cases: &[fn(Commands, Entity)] = &[
        |commands, entity| commands.add::<Greedy>(entity),
        |commands, entity| commands.insert(entity, Greedy),
        |commands, entity| commands.insert_all(entity, (Greedy, Hooked)),
    ];
    let place = if cfg!(debug_assertions) { concat!("the command at ", file!(), ":") } else { "" };
    for &case in cases {
        World::new().enter(|| {
            let entity = Entity::spawn().with(Enemy(1));
            let _guard = entity.borrow::<Enemy>();
            let mut schedule = Schedule::new().add(move |commands: Commands| case(commands, entity));
            let message = message_of(|| schedule.run(0.1));
            assert_says(&message, &["cannot add Greedy", "its `init` takes Enemy", place]);
        });
    }
}

/// On a living entity that has not got the component it is the same.
#[test]
fn what_is_done_to_a_component_that_is_not_there_is_counted() {
    let bare = Entity::spawn().with(Hooked);
    let calls: [fn(Entity); 5] = [
        |bare| assert!(!bare.kill::<Enemy>()),
        |bare| assert!(bare.remove::<Enemy>().is_none()),
        |bare| assert!(!bare.handle::<Enemy>().set_enabled(false)),
        |bare| assert!(bare.handle::<Enemy>().with(|_| ()).is_none()),
        |bare| assert_eq!(Archetype::<(Enemy,)>::remove(bare), 0),
    ];
    for (done, call) in calls.iter().enumerate() {
        call(bare);
        assert_eq!(World::stats().soft.count, done as u64 + 1);
    }
}

#[test]
fn what_succeeds_asks_or_says_why_is_not_counted() {
    let enemy = Entity::spawn().insert(Enemy(1));
    let gone = dead();
    // What succeeds.
    assert_eq!(enemy.with(|enemy| enemy.0), Some(1));
    assert!(enemy.set_enabled(false) && enemy.set_enabled(false) && enemy.entity().set_enabled(true));
    assert!(enemy.entity().set_name("foe") && enemy.entity().set_name(""));
    assert_eq!(enemy.entity().remove(), Some(Enemy(1)));
    assert!(enemy.entity().insert(Enemy(1)).kill() && enemy.entity().add::<Enemy>().entity().kill::<Enemy>());
    let pool = Pool::<Archetype<(Enemy, Hooked)>>::new();
    assert!(pool.give_back(pool.take()));
    assert_eq!(Archetype::<(Enemy, Hooked)>::remove(Entity::spawn().with(Hooked)), 1);
    let many = [Entity::spawn(), Entity::spawn().with(Hooked), Entity::spawn().with(Enemy(1))];
    assert_eq!(Entity::despawn_many(&many), 3);
    // Questions.
    assert!(gone.get::<Enemy>().is_none() && gone.get_mut::<Enemy>().is_none());
    assert!(!gone.is_alive() && !gone.is_enabled() && !gone.has::<Enemy>() && gone.components().is_empty());
    let handle = gone.handle::<Enemy>();
    assert!(
        handle.get().is_none() && handle.get_mut().is_none() && !handle.is_alive() && !handle.is_enabled()
    );
    assert!(Enemy::view().get(handle).is_none() && gone.name().is_none() && find("foe").is_none());
    // What says why.
    assert!(handle.try_borrow().is_err() && handle.try_borrow_mut().is_err());
    assert!(gone.try_add::<Enemy>().is_err() && gone.try_insert(Enemy(1)).is_err());
    assert_eq!(gone.try_remove::<Enemy>(), Ok(None));
    message_of(|| handle.borrow());
    // What the library ends itself.
    pool.take().despawn();
    drop(pool);
    World::clear();
    update_all(0.1);
    let soft = World::stats().soft;
    assert_eq!(soft, SoftFailures::default(), "{soft}");
    assert_eq!((soft.to_string().as_str(), soft.last.capacity()), ("no soft failures", 0));
}

#[test]
fn a_second_kill_is_counted_also_inside_the_first() {
    #[derive(Component)]
    struct Hurried;
    impl Hurried {
        fn update(&mut self, me: Entity) {
            assert!(me.kill::<Hurried>() && !me.kill::<Hurried>());
        }
        fn shutdown(&mut self, me: Entity) {
            assert!(!me.kill::<Hurried>());
        }
    }
    #[derive(Component)]
    struct Own(#[expect(dead_code, reason = "gives it an address")] u32);
    impl Own {
        fn update(&mut self) {
            assert!(self.kill() && !self.kill());
        }
    }
    let hurried = Entity::spawn().insert(Hurried);
    update_all(0.1);
    assert!(!hurried.is_alive());
    Entity::spawn().insert(Own(1));
    update_all(0.1);
    let soft = World::stats().soft;
    assert_eq!(
        soft.last.iter().map(|failure| failure.call).collect::<Vec<_>>(),
        ["Entity::kill", "Entity::kill", "Component::kill"]
    );
    assert_eq!(soft.last[2].component, Some("Own"));
}

#[test]
fn of_many_each_that_is_dead_or_comes_twice_is_counted() {
    let plain = [(); 3].map(|()| Entity::spawn().with(Enemy(1)));
    let hooked = Entity::spawn().with(Hooked);
    let gone = dead();
    let all = [plain[0], gone, plain[1], plain[0], hooked, hooked, plain[2], Entity::NONE];
    assert_eq!(Entity::despawn_many(&all), 4);
    let mut failed: Vec<_> = World::stats().soft.last.iter().map(|failure| failure.entity).collect();
    failed.sort();
    let mut expected = [gone, plain[0], hooked, Entity::NONE];
    expected.sort();
    assert_eq!(failed, expected);
}

#[test]
fn the_last_sixteen_are_remembered_oldest_first() {
    let entities: Vec<_> = (0..100).map(|_| Entity::spawn()).collect();
    assert_eq!(Entity::despawn_many(&entities), 100);
    for (done, entity) in entities.iter().enumerate() {
        entity.despawn();
        let soft = World::stats().soft;
        let first = (done + 1).saturating_sub(16);
        assert_eq!(soft.count, done as u64 + 1);
        assert!(soft.last.iter().map(|failure| failure.entity).eq(entities[first..=done].iter().copied()));
    }
    let text = World::stats().soft.to_string();
    assert!(
        text.starts_with("100 soft failures, the last 16:\n  `Entity::despawn` did nothing to 84v1"),
        "{text}"
    );
    assert_eq!(text.lines().count(), 17);
}

#[test]
fn the_place_is_that_of_the_call() {
    let gone = dead();
    gone.handle::<Enemy>().with(|_| ());
    let line = line!() - 1;
    let soft = World::stats().soft;
    let at = soft.last[0].at;
    assert!(at.is_some() || !cfg!(debug_assertions));
    assert!(at.is_none_or(|at| (at.file(), at.line()) == (file!(), line)), "{at:?}");
    assert!(soft.to_string().starts_with("1 soft failure:\n  `Handle::with` on a dead `Enemy` of 0v1"));
    gone.despawn();
    assert!(World::stats().soft.to_string().starts_with("2 soft failures:\n"));
}

#[test]
fn it_is_counted_in_the_current_world_and_nowhere_without_one() {
    let (one, two) = (World::new(), World::new());
    let here = one.enter(|| Entity::spawn().with(Enemy(1)));
    two.enter(|| assert!(!here.despawn() && !here.kill::<Enemy>()));
    assert_eq!((one.enter(World::stats).soft.count, two.enter(World::stats).soft.count), (0, 2));
    on_thread(move || {
        assert!(!here.despawn() && !here.kill::<Enemy>() && here.handle::<Enemy>().with(|_| ()).is_none());
        assert_eq!(World::stats().soft.count, 0);
        let _first = Entity::spawn();
        assert_eq!(World::stats().soft.count, 0);
    });
    // A world that moves takes its count along.
    let two = two.into_send().unwrap();
    assert_eq!(on_thread(move || two.into_world().enter(World::stats).soft.count), 2);
}

#[test]
fn calls_while_the_world_closes_are_not_counted() {
    #[derive(Component)]
    struct Last(Entity);
    impl Drop for Last {
        fn drop(&mut self) {
            assert!(!self.0.despawn());
        }
    }
    let world = World::new();
    world.enter(|| Entity::spawn().insert(Last(Entity::NONE)));
    drop(world);
    assert_eq!(World::stats().soft.count, 0);
}

/// A method that would listen, without the key that says so.
#[test]
fn an_event_that_nobody_hears_is_counted_once_for_each_type() {
    struct Damage;
    struct Heal;

    #[derive(Component)]
    #[component(on(Heal))]
    struct Health(u32);

    impl Health {
        fn on_damage(&mut self, _: &Damage) {
            self.0 -= 1;
        }
        fn on_heal(&mut self, _: &Heal) {
            self.0 += 1;
        }
    }

    let ship = Entity::spawn();
    assert_eq!(ship.send(Damage), 0);
    let mut health = Health(1);
    health.on_damage(&Damage);
    ship.insert(health);
    assert_eq!((ship.send(Damage), send_all(Damage), ship.send(Heal)), (0, 0, 1));
    let said = line();
    assert_eq!(said.contains("; sent at "), cfg!(debug_assertions), "{said}");
    assert!(
        said.starts_with("`Entity::send`: nobody listens to `Damage`: write `#[component(on(Damage))]`"),
        "{said}"
    );
    Entity::spawn().send(&Damage);
    let said = World::stats().soft.last[1].to_string();
    assert!(
        said.starts_with("`Entity::send`: nobody listens to a reference to `Damage`: send the value itself"),
        "{said}"
    );
    assert_eq!(World::stats().soft.last[0].unheard.map(|event| event.ends_with("Damage")), Some(true));
    // One that listens somewhere is not unheard, whoever gets it.
    assert_eq!(Entity::spawn().send(Heal), 0);
    assert_eq!(World::stats().soft.count, 2);
}
