//! Law N6: a tree comes as a whole: all is placed and linked, then all begins to live, parents first.

use std::cell::Cell;
use std::sync::{Arc, OnceLock};

use ecs_core::{
    AddError, Attach, Bundle, Commands, Component, Detach, Entity, HierarchyError, Schedule, WithChildren,
    World, find, observe, update_all,
};

use crate::support::{
    Token, assert_says, caught, ignore, live_tokens, log, take_log, try_caught, watch_panics,
};

thread_local! {
    /// Which part panics in its `init`.
    static FAULT: Cell<&'static str> = const { Cell::new("") };
}

/// A part that says what it finds in each hook.
#[derive(Component)]
struct Part {
    name: &'static str,
    _token: Token,
}

impl Part {
    fn init(&mut self, entity: Entity) {
        let below: Vec<_> = entity.children().map(name_of).collect();
        let above = entity.parent().map_or("nothing", name_of);
        log(format!("init {} below {above} above {below:?}", self.name));
        if FAULT.get() == self.name {
            panic!("fault");
        }
    }
    fn start(&mut self) {
        log(format!("start {}", self.name));
    }
    fn shutdown(&mut self) {
        log(format!("shutdown {}", self.name));
    }
}

fn name_of(entity: Entity) -> &'static str {
    // A part whose `init` runs is borrowed by that.
    entity.try_borrow::<Part>().map_or("one that is busy", |part| part.name)
}

fn part(name: &'static str) -> Part {
    Part { name, _token: Token::new() }
}

#[derive(Component, Default, Debug, PartialEq)]
struct Health(u32);

#[derive(Component)]
struct Ship;
#[derive(Component)]
struct Turret;
#[derive(Component)]
struct Lamp;
#[derive(Component)]
struct Engine;

#[derive(Bundle)]
struct Body {
    health: Health,
    engine: Engine,
}

#[test]
fn n6_what_a_call_returns_has_the_shape_of_the_tree() {
    let (ship, ((turret, lamp), engine)) =
        Entity::spawn_with(Ship).with_children((Turret.with_children(Lamp), Engine));
    assert_eq!(ship.children().collect::<Vec<_>>(), [turret, engine]);
    assert_eq!(turret.children().collect::<Vec<_>>(), [lamp]);
    assert!(ship.has::<Ship>() && turret.has::<Turret>() && lamp.has::<Lamp>() && engine.has::<Engine>());

    // Bundles, lists, and what may not be there.
    let wheels = (0..3).map(|_| Lamp).collect::<Vec<_>>();
    let (root, (body, wheels, [first, second], some, none)) =
        Entity::spawn_tree((Ship, Health(3)).with_children((
            Body { health: Health(2), engine: Engine },
            wheels,
            [1, 2].map(|health| Health(health).with_children(vec![(Lamp, Health(health + 5))])),
            Some((Turret, Health(9))),
            None::<Turret>,
        )));
    let below = [&first, &second].map(|(_, below)| below[0]);
    let all = [body, wheels[0], wheels[1], wheels[2], first.0, second.0, some.expect("it is some")];
    assert_eq!(root.children().collect::<Vec<_>>(), all);
    assert_eq!((wheels.len(), none, root.borrow::<Health>().0), (3, None, 3));
    assert!(body.has::<(Health, Engine)>() && all[6].has::<(Turret, Health)>());
    assert_eq!(below.map(|entity| entity.borrow::<Health>().0), [6, 7]);
    assert_eq!(below.map(|entity| entity.parent()), [Some(first.0), Some(second.0)]);

    // One child, and more behind those that are there.
    let (_, lamp) = body.with_children(Lamp);
    let (_, (one, two)) = body.with_children((Body { health: Health(0), engine: Engine }, Lamp));
    assert_eq!(body.children().collect::<Vec<_>>(), [lamp, one, two]);
    let ((plain,), lone) = (body.with_children(((Lamp, Health(1)),)).1, Entity::spawn_tree(Lamp));
    assert_eq!((plain.parent(), lone.parent()), (Some(body), None));
}

#[test]
fn n6_parts_have_names() {
    let (ship, (turret, (engine, lamp))) =
        Entity::spawn_tree(Ship.named("ship").with_children((
            Turret.named("turret"),
            Engine.with_children(Lamp.named("lamp")).named("engine"),
        )));
    assert_eq!(find("ship/engine/lamp"), Some(lamp));
    assert_eq!(
        [ship.find("turret"), ship.find("engine"), engine.find("lamp")],
        [turret, engine, lamp].map(Some)
    );
    let (_, other) = ship.with_children((Lamp, Health(1)).named(format!("lamp {}", 2)).named("last"));
    assert_eq!(ship.find("last"), Some(other));
}

#[test]
fn n6_all_is_there_before_the_first_init_and_parents_come_first() {
    let tree = || {
        let gun = part("gun").with_children((part("lamp"), part("smoke")));
        part("ship").with_children((gun, part("engine")))
    };
    Entity::spawn_tree(tree());
    let expected = [
        "init ship below nothing above [\"gun\", \"engine\"]",
        "init gun below ship above [\"lamp\", \"smoke\"]",
        "init lamp below gun above []",
        "init smoke below gun above []",
        "init engine below ship above []",
    ];
    assert_eq!(take_log(), expected);
    update_all(0.1);
    let starts = ["start ship", "start gun", "start lamp", "start smoke", "start engine"];
    assert_eq!(take_log(), starts);

    // An entity that lives is there for its new children.
    let root = Entity::spawn_with(part("root"));
    root.with_children(tree());
    let log = take_log();
    assert_eq!(
        log[..2],
        ["init root below nothing above []", "init ship below root above [\"gun\", \"engine\"]"]
    );
    assert_eq!(log[2..], expected[1..]);
    assert_eq!(live_tokens(), 11);
}

#[test]
fn n6_a_panic_in_an_init_leaves_nothing_of_the_tree() {
    let names = ["ship", "gun", "lamp", "engine"];
    let tree = || part("ship").with_children((part("gun").with_children(part("lamp")), part("engine")));
    let root = Entity::spawn_with(Ship);
    for (place, name) in names.into_iter().enumerate() {
        FAULT.set(name);
        for below in [false, true] {
            let spawn = || {
                if below { ignore(root.with_children(tree())) } else { ignore(Entity::spawn_tree(tree())) }
            };
            assert_says(&caught(spawn).text, &["fault"]);
            World::flush();
            let calls = take_log();
            let begun = calls.iter().filter(|call| call.starts_with("init")).count();
            let ended: Vec<_> = calls.iter().filter(|call| call.starts_with("shutdown")).collect();
            assert_eq!((begun, ended.len()), (place + 1, place), "{calls:?}");
            for name in &names[..place] {
                assert!(ended.contains(&&format!("shutdown {name}")), "each that had its `init`: {calls:?}");
            }
            assert_eq!((World::stats().alive, Part::count(), root.children().count()), (1, 0, 0));
            assert_eq!(live_tokens(), 0);
        }
    }
    FAULT.set("");
    root.with_children(tree());
    assert_eq!((World::stats().alive, live_tokens()), (5, 4));
}

#[test]
fn n6_what_is_refused_is_dropped_and_said() {
    #[derive(Component)]
    struct Needy(#[expect(dead_code, reason = "its drop is counted")] Token);
    impl Needy {
        fn init(&mut self, _: &Health) {
            log("never");
        }
    }
    let refused = Entity::try_spawn_tree(part("ship").with_children((Needy(Token::new()), part("engine"))));
    assert!(matches!(refused, Err(AddError::MissingSibling { component: "Needy", .. })), "{refused:?}");
    assert_eq!(
        take_log(),
        ["init ship below nothing above [\"one that is busy\", \"engine\"]", "shutdown ship"]
    );
    assert_eq!((World::stats().alive, live_tokens()), (0, 0));

    let ship = Entity::spawn_with(Ship);
    let refused = ship.try_with_children((part("engine"), Needy(Token::new())));
    let is_right = |parent: Entity, error| parent == ship && matches!(error, AddError::MissingSibling { .. });
    assert!(
        matches!(&refused, Err(HierarchyError::Spawn { parent, error }) if is_right(*parent, error.clone()))
    );
    assert_says(&refused.expect_err("it is refused").to_string(), &["cannot spawn children of", "Needy"]);
    assert_eq!((ship.children().count(), World::stats().alive, live_tokens()), (0, 1, 0));

    ship.despawn();
    assert_eq!(ship.try_with_children(part("engine")), Err(HierarchyError::Dead { entity: ship }));
    let caught = caught(|| ship.with_children(part("engine")));
    assert!(caught.file.ends_with("trees.rs") && caught.text.contains("is dead"), "{caught:?}");
    assert_eq!(live_tokens(), 0);
}

#[test]
fn n6_an_init_may_change_the_tree_while_it_is_born() {
    #[derive(Component)]
    struct Cutter(&'static str);
    impl Cutter {
        fn init(&mut self, entity: Entity) {
            let [first, second] = [0, 1].map(|place| entity.children().nth(place).expect("it has two"));
            match self.0 {
                "despawns a child" => assert!(first.despawn()),
                "detaches a child" => assert!(first.detach()),
                "moves a child" => drop(first.child_of(second)),
                "kills a part" => assert!(first.kill::<Part>()),
                _ => assert!(entity.despawn()),
            }
        }
    }
    for (what, begun, alive) in [
        ("despawns a child", vec!["second"], 2),
        ("detaches a child", vec!["first", "second"], 3),
        ("moves a child", vec!["first", "second"], 3),
        ("kills a part", vec!["second"], 3),
        ("despawns itself", vec![], 0),
    ] {
        World::new().enter(|| {
            let (cutter, (first, second)) =
                Entity::spawn_tree(Cutter(what).with_children((part("first"), part("second"))));
            let calls = take_log();
            let inits = calls.iter().filter_map(|call| call.strip_prefix("init ")?.split(' ').next());
            assert_eq!(inits.collect::<Vec<_>>(), begun, "{what}");
            assert_eq!(
                [cutter, first, second].iter().filter(|entity| entity.is_alive()).count(),
                alive,
                "{what}"
            );
            World::flush();
            assert_eq!(Part::count(), live_tokens(), "{what}");
        });
        assert_eq!(live_tokens(), 0, "{what}");
        take_log();
    }
}

#[test]
fn n6_observers_hear_of_each_child_once_it_lives() {
    let said = |word: &'static str, child: Entity, parent: Entity| {
        let is_born = child.has::<Part>();
        log(format!("{word} {} {} {is_born}", name_of(child), name_of(parent)));
    };
    let _attached = observe(move |event: &Attach| said("attach", event.child(), event.parent()));
    let _detached = observe(move |event: &Detach| said("detach", event.child(), event.parent()));
    Entity::spawn_tree(part("ship").with_children((part("gun").with_children(part("lamp")), part("engine"))));
    let calls = take_log();
    assert_eq!(calls[4..], ["attach gun ship true", "attach lamp gun true", "attach engine ship true"]);
    // Of a tree that comes to nothing they hear nothing.
    FAULT.set("engine");
    caught(|| Entity::spawn_tree(part("ship").with_children((part("gun"), part("engine")))));
    FAULT.set("");
    assert!(take_log().iter().all(|call| !call.contains("tach")));
}

#[test]
fn n6_children_of_what_is_disabled_are_disabled() {
    #[derive(Component)]
    struct Switch;
    impl Switch {
        fn on_enable(&mut self) {
            log("on");
        }
    }
    let ship = Entity::spawn_with(Ship);
    ship.set_enabled(false);
    let (_, (gun, lamp)) = ship.with_children(Switch.with_children(Switch));
    assert!(!gun.is_enabled() && !lamp.is_enabled() && lamp.is_switched_on() && take_log().is_empty());
    ship.set_enabled(true);
    assert_eq!(take_log(), ["on", "on"]);
}

#[test]
fn n6_commands_spawn_trees() {
    let ship = Entity::spawn_with(Ship);
    let dead = Entity::spawn();
    dead.despawn();
    let build = move |commands: Commands| {
        let (root, (gun, lamps)) =
            commands.spawn_tree(Ship.with_children((Turret.named("gun"), vec![Lamp, Lamp])));
        let child = commands.spawn_children(ship, Engine.with_children(Lamp));
        let lost = commands.spawn_children(dead, (Health(1), Health(2)));
        commands.run(move || {
            assert_eq!(root.children().collect::<Vec<_>>(), [gun, lamps[0], lamps[1]]);
            assert_eq!((root.find("gun"), gun.has::<Turret>()), (Some(gun), true));
            assert_eq!((child.0.parent(), child.1.parent()), (Some(ship), Some(child.0)));
            assert!(!lost.0.is_alive() && !lost.1.is_alive());
        });
    };
    Schedule::new().add(build).run(0.1);
    assert_eq!((Lamp::count(), Health::count(), World::stats().alive), (3, 0, 7));

    FAULT.set("engine");
    let fail = move |commands: Commands| {
        commands.spawn_children(ship, part("gun").with_children(part("engine")));
    };
    assert!(try_caught(|| Schedule::new().add(fail).run(0.1)).is_err());
    FAULT.set("");
    World::flush();
    assert_eq!((World::stats().alive, live_tokens()), (7, 0));
}

/// Panics when it is dropped, and counts that.
#[derive(Component)]
struct Bomb(#[expect(dead_code, reason = "its drop is counted")] Token);

impl Drop for Bomb {
    fn drop(&mut self) {
        panic!("a bomb");
    }
}

fn bomb() -> Bomb {
    Bomb(Token::new())
}

#[test]
fn n6_values_that_are_not_planted_drop_one_by_one_though_each_panics() {
    watch_panics(|_| true);
    let dead = Entity::spawn();
    dead.despawn();
    let refused = || dead.try_with_children((bomb(), [bomb(), bomb()], vec![bomb()], Some(bomb())));
    assert_eq!(caught(refused).text, "a bomb");
    assert_eq!(live_tokens(), 0);
    let refused = || {
        dead.try_with_children(vec![
            bomb().with_children((bomb(), bomb())),
            bomb().named("b").with_children((bomb(), bomb())),
        ])
    };
    assert_eq!(caught(refused).text, "a bomb");
    assert_eq!(live_tokens(), 0);
    // Nobody runs the command.
    let mut schedule = Schedule::new().add(|commands: Commands| {
        commands.spawn_tree(bomb().with_children((bomb(), bomb())));
        panic!("a system");
    });
    assert_eq!(caught(|| schedule.run(0.1)).text, "a system");
    drop(schedule);
    assert_eq!((live_tokens(), World::stats().alive), (0, 0));
}

#[test]
fn n6_a_tree_that_fails_ends_as_a_whole_though_a_shutdown_panics() {
    #[derive(Component)]
    struct Angry;
    impl Angry {
        fn init(&mut self) {}
        fn shutdown(&mut self) {
            panic!("angry");
        }
    }
    #[derive(Component)]
    struct Failing;
    impl Failing {
        fn init(&mut self) -> Result<(), &'static str> {
            Err("it fails")
        }
    }
    watch_panics(|_| true);
    let spawn = || Entity::try_spawn_tree(part("ship").with_children((part("gun"), Angry, Angry, Failing)));
    assert_eq!(caught(spawn).text, "angry");
    World::flush();
    assert_eq!((World::stats().alive, live_tokens(), Angry::count()), (0, 0, 0));
    take_log();
}

#[test]
fn n6_a_promised_child_that_ends_before_it_is_planted_leaves_nothing() {
    thread_local!(static DROPPED: Cell<Entity> = const { Cell::new(Entity::NONE) });
    #[derive(Component)]
    struct Ender;
    impl Drop for Ender {
        fn drop(&mut self) {
            DROPPED.get().despawn();
            DROPPED.set(Entity::spawn_with(Lamp));
        }
    }
    let ender = Entity::spawn().insert(Ender);
    let mut schedule = Schedule::new().add(move |commands: Commands| {
        let promised = Arc::new(OnceLock::new());
        let child = Arc::clone(&promised);
        commands.run(move || {
            DROPPED.set(*child.get().expect("it was promised"));
            let own = ender.borrow();
            ender.kill();
            // It drops at the next sync point: when the tree is about to be planted.
            drop(own);
        });
        let (_, (turret, _)) = commands.spawn_tree(Ship.with_children((Turret, Engine)));
        promised.set(turret).expect("it is the only one");
    });
    assert_says(&caught(|| schedule.run(0.1)).text, &["cannot add Turret", "is dead"]);
    let lamp = DROPPED.get();
    assert_eq!((lamp.has::<Lamp>(), lamp.parent(), Ship::count(), Turret::count()), (true, None, 0, 0));
    assert_eq!(World::stats().alive, 2);
}
