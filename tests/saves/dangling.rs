//! Law V2: [`World::dangling`] finds what refers to what is dead, without a save.

use std::collections::BTreeMap;

use ecs_core::{Component, Entity, Handle, Singleton, World};
use serde::{Serialize, Serializer};

use crate::{Gun, Hull, Score, named};

/// What was found: component, entity, path, target, and whether that is alive.
fn found() -> Vec<(&'static str, Entity, String, Entity, bool)> {
    let report = World::dangling();
    report
        .found()
        .iter()
        .map(|one| (one.component, one.entity, one.path.clone(), one.target, one.is_alive))
        .collect()
}

#[derive(Serialize)]
enum Task {
    Idle,
    Chase(Handle<Hull>),
    Escort {
        whom: Entity,
        #[serde(rename = "as")]
        role: u8,
    },
}

#[derive(Serialize)]
struct Seat {
    by: Option<Entity>,
}

#[derive(Component, Serialize)]
struct Nested {
    crew: Vec<Seat>,
    by_name: BTreeMap<String, Handle<Hull>>,
    by_entity: BTreeMap<Entity, u8>,
    tasks: (Task, Task, Task),
    #[serde(skip)]
    #[allow(dead_code, reason = "not written")]
    unseen: Option<Entity>,
    boxed: Box<Option<Handle<Hull>>>,
}

#[test]
fn v2_handles_to_the_dead_are_found_in_nested_places() {
    let alive = named("alive").insert(Hull(1));
    let dead = named("dead").insert(Hull(2));
    let (entity, target) = (alive.entity(), dead.entity());
    let nested = named("nested").insert(Nested {
        crew: vec![Seat { by: None }, Seat { by: Some(target) }, Seat { by: Some(entity) }],
        by_name: [("bob".to_owned(), dead), ("eve".to_owned(), alive)].into(),
        by_entity: [(entity, 1), (target, 2)].into(),
        tasks: (Task::Idle, Task::Chase(dead), Task::Escort { whom: target, role: 1 }),
        unseen: Some(target),
        boxed: Box::new(Some(dead)),
    });
    assert_eq!(found(), [], "all of it is alive");
    target.despawn();
    let paths =
        ["crew.1.by", "by_name.bob", "by_entity.key(1)", "tasks.1.Chase", "tasks.2.Escort.whom", "boxed"];
    let expected = paths.map(|path| ("Nested", nested.entity(), path.to_owned(), target, false));
    assert_eq!(found(), expected);
    let report = World::dangling();
    assert_eq!(report.unseen(), [""; 0]);
    let line = format!("Nested.crew.1.by of {:?} refers to {target:?}, which is dead", nested.entity());
    assert!(report.to_string().starts_with(&line) && line.contains("\"nested\""), "{report}");
    assert_eq!(report.to_string().lines().count(), 6);
}

#[test]
fn v2_a_handle_to_a_component_that_has_gone_is_found_and_an_entity_that_lives_is_not() {
    let hull = Entity::spawn().insert(Hull(1));
    let gun = Entity::spawn().insert(Gun { target: hull, crew: vec![Some(hull.entity())] });
    hull.kill();
    assert_eq!(found(), [("Gun", gun.entity(), "target".to_owned(), hull.entity(), true)]);
    let report = World::dangling().to_string();
    assert!(report.contains("which has no such component"), "{report}");
    hull.entity().insert(Hull(2));
    assert_eq!(found(), [], "it leads to the new one");
    hull.set_enabled(false);
    hull.entity().set_enabled(false);
    assert_eq!(found(), [], "what is disabled is there");
}

#[test]
fn v2_what_is_null_dangles_not() {
    Entity::spawn().insert(Gun { target: Handle::NULL, crew: vec![None, Some(Entity::NONE)] });
    let report = World::dangling();
    assert!(report.found().is_empty() && report.unseen().is_empty());
    assert_eq!(report.to_string(), "");
}

#[test]
fn v2_an_index_with_another_life_dangles() {
    let old = Entity::spawn().insert(Hull(1));
    let gun = Entity::spawn().insert(Gun { target: old, crew: vec![] });
    old.entity().despawn();
    let new = Entity::spawn().insert(Hull(2));
    assert_eq!(new.entity().index(), old.entity().index());
    assert_eq!(found(), [("Gun", gun.entity(), "target".to_owned(), old.entity(), false)]);
}

#[derive(Component)]
struct Opaque(#[expect(dead_code, reason = "nobody can see it")] Handle<Hull>);

#[derive(Component)]
struct Numbers(#[expect(dead_code, reason = "plain")] u32, #[expect(dead_code, reason = "plain")] [f32; 3]);

#[derive(Component)]
struct Refuses(#[expect(dead_code, reason = "refused")] Entity);

impl Serialize for Refuses {
    fn serialize<S: Serializer>(&self, _: S) -> Result<S::Ok, S::Error> {
        Err(serde::ser::Error::custom("no"))
    }
}

#[test]
fn v2_types_into_which_nobody_can_look_are_listed() {
    Entity::spawn().with(Numbers(1, [0.0; 3]));
    assert_eq!(World::dangling().unseen(), [""; 0], "plain numbers refer to nothing");
    let opaque = Entity::spawn().with(Opaque(Handle::NULL)).with(Refuses(Entity::NONE));
    let dead = Entity::spawn().insert(Hull(1));
    let guns = [(); 3].map(|()| Entity::spawn().insert(Gun { target: dead, crew: vec![] }));
    dead.entity().despawn();
    let guard = guns[1].borrow_mut();
    let report = World::dangling();
    assert_eq!(report.unseen(), ["Opaque", "Refuses", "Gun"]);
    let seen: Vec<_> = report.found().iter().map(|one| one.entity).collect();
    assert_eq!(seen, [guns[0].entity(), guns[2].entity()], "all but the one that is borrowed");
    assert!(report.to_string().ends_with("not seen: Opaque\nnot seen: Refuses\nnot seen: Gun\n"), "{report}");
    drop(guard);
    opaque.despawn();
    assert_eq!(World::dangling().unseen(), [""; 0], "none is there");
}

#[test]
fn v2_singletons_are_looked_into_and_can_be_referred_to() {
    #[derive(Singleton, Serialize, Default)]
    struct Selection(Vec<Handle<Hull>>, Handle<Score>);
    let hull = Entity::spawn().insert(Hull(1));
    Score::set(Score(1));
    let globals = Score::borrow().entity();
    Selection::set(Selection(vec![hull], Score::instance()));
    assert_eq!(found(), []);
    hull.entity().despawn();
    assert_eq!(found(), [("Selection", globals, "0.0".to_owned(), hull.entity(), false)]);
    Score::instance().kill();
    assert_eq!(found().len(), 2);
}

#[test]
fn v2_looking_changes_nothing_whatever_a_serialize_does() {
    #[derive(Component)]
    struct Wild(Handle<Hull>);
    impl Serialize for Wild {
        fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
            Entity::spawn().with(Hull(9));
            self.entity().despawn();
            let _ = World::dangling();
            self.0.serialize(out)
        }
    }
    impl Wild {
        fn update(&self) {}
    }
    let dead = Entity::spawn().insert(Hull(1));
    let wild = Entity::spawn().insert(Wild(dead));
    Entity::spawn().insert(Wild(dead));
    dead.entity().despawn();
    assert_eq!(found().first(), Some(&("Wild", wild.entity(), String::new(), dead.entity(), false)));
    World::flush();
    assert_eq!(Wild::count(), 0);
}

#[test]
fn v2_without_a_world_nothing_dangles() {
    crate::support::on_thread(|| {
        let report = World::dangling();
        assert!(report.found().is_empty() && report.unseen().is_empty());
    });
}
