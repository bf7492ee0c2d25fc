//! Law V1: parts of a world, and several of them in one world.

use ecs_core::{
    Component, Entity, Handle, Save, SaveError, Singleton, World, find, find_all, time, update_all,
};

use crate::formats::{ALL, Format, picture};
use crate::support::assert_says;
use crate::{Burning, Gun, Hull, Listed, Score, named, scene};

#[test]
fn v1_a_part_is_some_entities_and_all_below_them() {
    for format in ALL {
        let bytes = World::new().enter(|| {
            scene();
            named("elsewhere").with(Hull(8));
            let ship = find("ship").expect("it was made");
            let turret = find("ship/turret").expect("it was made");
            update_all(1.0);
            // One below another is in it once.
            let (bytes, report) = format.write_only::<Listed>(&[turret, ship, turret]);
            let gun = find("ship/turret/gun").expect("it was made");
            assert_eq!(report.entities(), [turret, gun, ship], "in the order in which they are given");
            assert!(report.dangling().is_empty());
            bytes
        });
        World::new().enter(|| {
            format.read::<Listed>(&bytes);
            assert!(find("ship/turret/gun").is_some() && find("elsewhere").is_none());
            assert!(Score::get().is_none(), "no singletons");
            assert_eq!(time().elapsed(), 0.0, "no time");
            let ship = find("ship").expect("it was loaded");
            assert_eq!((ship.is_enabled(), ship.borrow::<Hull>().0, ship.has::<Burning>()), (true, 5, true));
            assert!(!find("ship/turret").is_some_and(|turret| turret.is_enabled()));
        });
    }
}

#[test]
fn v1_a_handle_out_of_a_part_is_null_and_reported() {
    for format in ALL {
        World::reset();
        scene();
        let [ship, gun] = ["ship", "ship/turret/gun"].map(|path| find(path).expect("it was made"));
        let (bytes, report) = format.write_only::<Listed>(&[gun]);
        let turret = find("ship/turret").expect("it was made");
        let found: Vec<_> =
            report.dangling().iter().map(|one| (one.entity, &*one.path, one.target, one.is_alive)).collect();
        assert_eq!(found, [(gun, "target", ship, true), (gun, "crew.1", turret, true)]);
        let loaded = format.read::<Listed>(&bytes).entities()[0];
        assert_eq!(loaded.parent(), None, "it is the top of its part");
        let gun = loaded.borrow::<Gun>();
        assert_eq!((gun.target, &*gun.crew), (Handle::NULL, &[None, Some(Entity::NONE), Some(loaded)][..]));
    }
}

#[test]
fn v1_what_is_off_above_a_part_is_not_off_in_it() {
    let top = named("top");
    named("below").with(Hull(1)).child_of(top);
    top.set_enabled(false);
    let below = find("top/below").expect("it was made");
    let (text, _) = Format::Json.write_only::<Hull>(&[below]);
    let loaded = Format::Json.read::<Hull>(&text).entities()[0];
    assert!(loaded.is_enabled() && loaded.handle::<Hull>().is_enabled());
}

#[test]
fn v1_parts_of_the_dead_and_of_singletons_are_refused() {
    let (dead, alive) = (Entity::spawn(), Entity::spawn().with(Hull(1)));
    dead.despawn();
    Score::set(Score(1));
    let globals = Score::borrow().entity();
    for entity in [dead, globals, Entity::NONE] {
        let refused = Format::Json.try_write_only::<Hull>(&[alive, entity]);
        assert_eq!(refused.expect_err("it is no part"), SaveError::Dead { entity });
    }
    let message = SaveError::Dead { entity: dead }.to_string();
    assert_says(&message, &["cannot save", "not an entity that is alive", "`is_alive()`"]);
    let foreign = World::new().enter(Entity::spawn);
    assert_eq!(
        Format::Json.try_write_only::<Hull>(&[foreign]).expect_err("it is elsewhere"),
        SaveError::Dead { entity: foreign }
    );
    let (text, report) = Format::Json.write_only::<Hull>(&[]);
    assert!(report.entities().is_empty());
    let before = picture();
    assert!(Format::Json.read::<Hull>(&text).entities().is_empty());
    assert_eq!(picture(), before, "an empty part brings nothing");
}

#[test]
fn v1_several_parts_come_into_one_world() {
    for format in ALL {
        let chunks: Vec<Vec<u8>> = (0..20_u32)
            .map(|chunk| {
                World::new().enter(|| {
                    let top = named("chunk").with(Hull(chunk));
                    for tree in 0..chunk % 4 {
                        let tree = named(&format!("tree {tree}")).with(Burning).child_of(top);
                        tree.insert(Gun { target: top.handle(), crew: vec![Some(tree)] });
                    }
                    format.write_only::<Listed>(&[top]).0
                })
            })
            .collect();
        World::new().enter(|| {
            let beside = named("beside").with(Hull(99));
            let mut tops = Vec::new();
            for chunk in &chunks {
                tops.push(format.read::<Listed>(chunk).entities()[0]);
            }
            assert_eq!(find_all("chunk"), tops);
            for (number, top) in (0..).zip(&tops) {
                assert_eq!((top.borrow::<Hull>().0, top.children().count()), (number, number as usize % 4));
                assert!(top.children().all(|tree| tree.borrow::<Gun>().target.entity() == *top));
                assert!(top.children().all(|tree| tree.borrow::<Gun>().crew == [Some(tree)]));
            }
            assert_eq!((beside.borrow::<Hull>().0, Hull::count()), (99, 21));
            // One goes and comes again, in the places of those that have gone.
            let (bytes, _) = format.write_only::<Listed>(&[tops[3]]);
            tops[3].despawn();
            let again = format.read::<Listed>(&bytes).entities()[0];
            assert_eq!((again.children().count(), tops[3].is_alive()), (3, false));
            assert_eq!(again.index(), tops[3].index());
        });
    }
}

#[test]
fn v1_loading_beside_what_lives_changes_nothing_of_it() {
    for format in ALL {
        World::reset();
        scene();
        let ship = find("ship").expect("it was made");
        let before = ship.dump();
        let (bytes, _) = format.write::<Listed>();
        let [top, below] = ["ship", "ship/turret"].map(|path| find(path).expect("it was made").handle());
        let places = || [top, below].map(|hull| Hull::view().position_of(hull));
        assert!(places()[0] < places()[1]);
        for copies in 1..4 {
            let report = format.read::<Listed>(&bytes);
            assert_eq!((ship.dump(), find_all("ship").len()), (before.clone(), copies + 1));
            assert!(!report.entities().contains(&ship));
        }
        assert!(places()[0] < places()[1] && places()[0] == Some(0), "{:?}", places());
        let counts = (Hull::view().enabled().len(), Hull::view().disabled().len());
        assert_eq!(counts, (4, 4));
    }
}

#[test]
fn v1_ids_of_the_loaded_are_new() {
    let old = Entity::spawn().insert(Hull(1));
    let (text, _) = Format::Json.write::<Hull>();
    old.entity().despawn();
    let loaded = Format::Json.read::<Hull>(&text).entities()[0];
    assert!(old.get().is_none() && loaded != old.entity());
}

#[test]
fn v1_the_writers_to_a_serializer_give_the_same() {
    scene();
    let ship = find("ship").expect("it was made");
    let mut whole = Vec::new();
    let report = Save::<Listed>::write(&mut serde_json::Serializer::new(&mut whole)).expect("it can");
    assert_eq!((whole.clone(), report.entities().len()), (Format::Json.write::<Listed>().0, 3));
    let mut part = Vec::new();
    Save::<Listed>::write_only(&[ship], &mut serde_json::Serializer::new(&mut part)).expect("it can");
    assert_eq!(part, Format::Json.write_only::<Listed>(&[ship]).0);
    let before = picture();
    Save::<Listed>::reload(&mut serde_json::Deserializer::from_slice(&whole)).expect("it can");
    assert_eq!(picture(), before);
    let report = Save::<Listed>::read(&mut serde_json::Deserializer::from_slice(&part)).expect("it can");
    assert_eq!((report.entities().len(), find_all("ship").len()), (3, 2));
    // A value of the format may be in between.
    let value = serde_json::from_slice::<serde_json::Value>(&whole).expect("it is JSON");
    Save::<Listed>::reload(value).expect("keys sorted by their names");
    assert_eq!(picture(), before);
    let value = Save::<Listed>::write_with(|save| serde_json::to_value(save)).expect("it can").0;
    Save::<Listed>::reload(&value).expect("by reference");
    assert_eq!(picture(), before);
}
