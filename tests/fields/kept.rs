//! Law A1: saves, prefabs and duplicates of types that are stored by their fields.

use ecs_core::{Component, Entity, Handle, Prefab, Save, World};
use serde::{Deserialize, Serialize};

use crate::logged;
use crate::support::log;

#[derive(Component, Serialize, Deserialize, Default, Clone, Copy, PartialEq, Debug)]
#[component(soa)]
struct Ship {
    hull: u8,
    gold: u64,
    leader: Option<Handle<Ship>>,
}

impl Ship {
    fn init(&mut self) {
        log(format!("init {}", self.hull));
        self.gold += 1;
    }
    fn on_load(&mut self) {
        log(format!("load {}", self.hull));
    }
    fn on_reset(&mut self) {
        log(format!("reset {}", self.hull));
    }
}

/// Of ships and their leaders by what they have, in the order of the store.
fn fleet() -> Vec<(u8, u64, Option<u8>)> {
    let columns = Ship::columns();
    (0..columns.hull.len())
        .map(|n| {
            let leader = columns.leader[n].map(|leader| leader.borrow().hull);
            (columns.hull[n], columns.gold[n], leader)
        })
        .collect()
}

fn some_ships() -> Vec<Entity> {
    let all: Vec<_> = (0..9_u8)
        .map(|hull| Entity::spawn().with(Ship { hull, gold: u64::from(hull) << 40, leader: None }))
        .collect();
    for (n, one) in all.iter().enumerate().skip(1) {
        one.borrow_mut::<Ship>().leader = Some(all[n / 2].handle());
    }
    all[4].handle::<Ship>().set_enabled(false);
    logged();
    all
}

#[test]
fn a1_saves_bring_each_field_back() {
    let bytes = |text: bool| -> Vec<u8> {
        match text {
            true => Save::<Ship>::write_with(serde_json::to_vec).unwrap().0,
            false => Save::<Ship>::write_with(postcard::to_allocvec).unwrap().0,
        }
    };
    for text in [true, false] {
        World::reset();
        some_ships();
        let (saved, before) = (bytes(text), fleet());
        World::reset();
        let report = match text {
            true => Save::<Ship>::read_with(|| serde_json::from_slice(&saved)),
            false => Save::<Ship>::read_with(|| postcard::from_bytes(&saved)),
        };
        assert_eq!((report.unwrap().entities().len(), fleet()), (9, before));
        assert_eq!(logged().matches("load").count(), 9);
        assert_eq!(Ship::columns().hull.enabled().len(), 8);
        assert_eq!(bytes(text), saved);
    }
}

#[test]
fn a1_a_load_that_fails_leaves_the_rows() {
    some_ships();
    let before = fleet();
    let saved = Save::<Ship>::write_with(serde_json::to_vec).unwrap().0;
    let broken = String::from_utf8(saved).unwrap().replacen("gold", "iron", 1);
    assert!(Save::<Ship>::read_with(|| serde_json::from_slice(broken.as_bytes())).is_err());
    assert!(Save::<Ship>::reload_with(|| serde_json::from_slice(broken.as_bytes())).is_err());
    assert_eq!(fleet(), before);
}

#[test]
fn a1_prefabs_and_duplicates_are_remapped() {
    let prefab = Prefab::new(|root| {
        root.with(Ship { hull: 1, gold: 5, leader: None });
        let child =
            Entity::spawn().with(Ship { hull: 2, gold: 6, leader: Some(root.handle()) }).child_of(root);
        assert_eq!(child.borrow::<Ship>().gold, 6, "no hook runs here");
    });
    logged();
    let heavy = prefab.variant(|root| root.borrow_mut::<Ship>().hull = 9);
    let (one, other) = (prefab.spawn(), heavy.spawn());
    assert_eq!(logged(), "init 1, init 2, init 9, init 2");
    let child = other.children().next().expect("it is there");
    assert_eq!(*child.borrow::<Ship>(), Ship { hull: 2, gold: 7, leader: Some(other.handle()) });
    assert_eq!((one.borrow::<Ship>().hull, other.borrow::<Ship>().hull), (1, 9));
    child.borrow_mut::<Ship>().gold = 70;
    let twin = other.duplicate();
    let child = twin.children().next().expect("it is there");
    assert_eq!(*child.borrow::<Ship>(), Ship { hull: 2, gold: 70, leader: Some(twin.handle()) });
    assert_eq!(logged(), "reset 9, reset 2");
    prefab.spawn_many(20, |n, root| root.borrow_mut::<Ship>().gold = n as u64);
    assert_eq!(Ship::count(), 46);
    assert!(fleet().iter().filter(|ship| ship.0 == 2).all(|ship| ship.2.is_some()));
}

/// Without serde, so that it is cloned.
#[derive(Component, Default, Clone, Copy, PartialEq, Debug)]
#[component(soa)]
struct Plain {
    a: u8,
    b: u32,
}

#[test]
fn a1_prefabs_clone_what_has_no_serde() {
    let prefab = Prefab::new(|root| _ = root.with(Plain { a: 3, b: 4 }));
    let all = prefab.spawn_many(10, |_, _| ());
    assert!(all.iter().all(|one| *one.borrow::<Plain>() == Plain { a: 3, b: 4 }));
    assert_eq!(*all[3].duplicate().borrow::<Plain>(), Plain { a: 3, b: 4 });
}
