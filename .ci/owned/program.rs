//! Has components with owners: `.ci/further-feature` adds this feature to a copy of the library.
#![deny(warnings)]

use std::panic::catch_unwind;

use ecs_core::{Component, Entity, Handle, Save, SavedOwners, Singleton, Snapshots, World};
use serde::{Deserialize, Serialize};

#[derive(Component, Clone, Serialize, Deserialize, PartialEq, Debug)]
#[component(owned)]
struct Sword(u32);

/// Has no key.
#[derive(Component, Clone)]
struct Stone;

fn swords() -> (Entity, [Handle<Sword>; 3]) {
    let owner = Entity::spawn();
    let swords = [0, 1, 2].map(|number| Entity::spawn().insert(Sword(number)));
    assert!(swords.iter().all(|sword| sword.set_owner(Some(owner))));
    (owner, swords)
}

/// Runs a law in a world of its own.
fn law(name: &str, law: fn()) {
    World::new().enter(law);
    println!("{name}: ok");
}

fn main() {
    law("only a type with the key has owners", || {
        let stone = Entity::spawn().insert(Stone);
        let refused = catch_unwind(|| stone.owner()).unwrap_err();
        let message = refused.downcast_ref::<String>().unwrap();
        assert_eq!(message, "Stone has no owners: write `#[component(owned)]` above the type");
    });
    law("a component has one owner, and gives that one up", || {
        let (owner, [first, second, _]) = swords();
        let other = Entity::spawn();
        assert!(first.set_owner(Some(other)) && second.set_owner(None));
        assert_eq!((first.owner(), second.owner()), (Some(other), None));
        assert_eq!((owner.owned::<Sword>().len(), other.owned()), (1, vec![first]));
        other.despawn();
        assert!(!second.set_owner(Some(other)), "the owner is dead");
    });
    law("a row that moves keeps its owner", || {
        let (owner, [first, second, third]) = swords();
        assert!(third.set_owner(Some(second.entity())));
        first.kill();
        Sword::sort_by(|a, b| b.0.cmp(&a.0));
        assert_eq!(Sword::view().iter().map(|sword| sword.0).collect::<Vec<_>>(), [2, 1]);
        assert_eq!((second.owner(), third.owner()), (Some(owner), Some(second.entity())));
        assert_eq!(owner.owned(), [second]);
    });
    law("a component that ends has no owner, nor has the next one of its entity", || {
        let (owner, [first, second, third]) = swords();
        first.kill();
        second.entity().despawn();
        let again = first.entity().insert(Sword(3));
        assert_eq!((again.owner(), second.owner(), owner.owned()), (None, None, vec![third]));
    });
    law("an owner that ends owns nothing", || {
        let (owner, swords) = swords();
        owner.despawn();
        assert_eq!(swords.map(Handle::owner), [None; 3]);
        assert!(owner.owned::<Sword>().is_empty() && swords[0].is_alive());
        let next = Entity::spawn();
        assert_eq!(next.owned::<Sword>(), []);
    });
    law("a world that is cleared has no owners", || {
        let (owner, swords) = swords();
        World::clear();
        assert_eq!((owner.owned::<Sword>(), swords.map(Handle::owner)), (vec![], [None; 3]));
    });
    law("owners are saved and loaded", || {
        type Saved = Save<(Sword, SavedOwners)>;
        let (_, [first, ..]) = swords();
        first.set_owner(None);
        SavedOwners::set(SavedOwners::default());
        let (json, _) = Saved::write_with(serde_json::to_string).unwrap();
        let (bytes, _) = Saved::write_with(postcard::to_stdvec).unwrap();
        let check = || {
            let all = [0, 1, 2].map(|place| Sword::view().entity_at(place).unwrap());
            let [first, second, third] = all.map(|entity| entity.handle::<Sword>());
            let owner = third.owner().unwrap();
            assert_eq!((first.owner(), second.owner()), (None, Some(owner)));
            assert_eq!(owner.owned(), [second, third]);
        };
        World::new().enter(|| {
            Saved::read_with(|| serde_json::from_str(&json)).unwrap();
            check();
            Saved::reload_with(|| postcard::from_bytes(&bytes)).unwrap();
            check();
        });
    });
    law("a snapshot has the owners of then", || {
        let (owner, all @ [first, second, third]) = swords();
        let mut snapshots = Snapshots::new(2);
        snapshots.save(1).unwrap();
        let other = Entity::spawn();
        first.set_owner(Some(other));
        second.kill();
        snapshots.save(2).unwrap();
        owner.despawn();
        snapshots.load(2).unwrap();
        assert_eq!(all.map(Handle::owner), [Some(other), None, Some(owner)]);
        snapshots.load(1).unwrap();
        assert_eq!(all.map(Handle::owner), [Some(owner); 3]);
        third.kill();
        assert_eq!(owner.owned(), [first, second]);
    });
}
