//! Law S10 where components are copied, loaded and spawned by their names: two that exclude each other never
//! come to one entity.

use ecs_core::by_name::Value;
use ecs_core::{AddError, Component, Entity, LoadError, Prefab, PrefabError, Save, World};
use serde::{Deserialize, Serialize};

use crate::support::assert_says;

#[derive(Component, Clone, Default, Serialize, Deserialize)]
#[component(excludes(Camera))]
struct Ship(u32);

#[derive(Component, Clone, Default, Serialize, Deserialize)]
struct Camera;

#[derive(Component, Clone, Default)]
#[component(requires(Camera))]
struct Filming;

const BOTH: AddError = AddError::Excluded { component: "Ship", entity: Entity::NONE, other: "Camera" };

/// The game as it was, where an entity could have both.
mod before {
    use super::*;

    #[derive(Component, Serialize, Deserialize)]
    pub struct Ship(pub u32);

    #[derive(Component, Serialize, Deserialize)]
    pub struct Camera;
}

#[test]
fn s10_a_prefab_has_no_entity_with_both() {
    let prefab = Prefab::new(|root| {
        root.insert(Ship(1));
        assert!(root.try_insert(Camera).is_err(), "where it is built, too");
        Entity::spawn().with(Camera).child_of(root);
    });
    assert_eq!(prefab.spawn().children().count(), 1);
    let error = prefab.try_variant(|root| _ = root.try_insert(Camera)).map(|it| it.spawn());
    assert!(error.expect("nothing was added").has::<Ship>());
    // What is required comes with the copy.
    let filming = prefab.variant(|root| _ = root.insert(Filming));
    let alive = World::stats().alive;
    let refused = filming.try_spawn();
    assert!(
        matches!(refused, Err(PrefabError::Add(AddError::Excluded { component: "Camera", .. }))),
        "{refused:?}"
    );
    World::flush();
    assert_eq!((World::stats().alive, Filming::count()), (alive, 0));
    let copy = prefab.spawn().duplicate();
    assert!(copy.try_insert(Camera).is_err() && copy.try_insert(Ship(2)).is_ok());
}

#[test]
fn s10_a_save_of_an_entity_with_both_is_refused_whole() {
    let save = World::new().enter(|| {
        let _ = Entity::spawn().with(before::Camera);
        let _ = Entity::spawn().with(before::Camera).with(before::Ship(4));
        Save::<(before::Ship, before::Camera)>::write_with(serde_json::to_vec).expect("it is written").0
    });
    let error =
        Save::<(Camera, Ship)>::read_with(|| serde_json::from_slice(&save)).expect_err("it is refused");
    assert_eq!(error, LoadError::Excluded { number: 2, component: "Ship", other: "Camera" });
    assert_says(&error.to_string(), &["entity 2 of the save", "Ship and Camera"]);
    assert_eq!((World::stats().alive, Ship::count(), Camera::count()), (0, 0, 0));
    // One of both alone is loaded.
    Save::<(Ship,)>::read_with(|| serde_json::from_slice(&save)).expect("it is loaded");
    assert_eq!(Ship::count(), 1);
    let saved = ecs_core::Archetype::<(Ship,)>::find()[0];
    assert!(saved.try_insert(Camera).is_err());
}

#[test]
fn s10_no_entity_is_spawned_by_names_that_exclude_each_other() {
    World::declare::<(Ship, Camera)>();
    let both = [("Ship", Value::from(3_u64)), ("Camera", Value::Null)];
    let refused = World::by_name().spawn(&both).expect_err("they exclude each other");
    assert_says(&refused.to_string(), &[&BOTH.to_string()]);
    assert_eq!(World::stats().alive, 0);
    let ship = World::by_name().spawn(&both[..1]).expect("one alone is spawned");
    assert_eq!(ship.borrow::<Ship>().0, 3);
}
