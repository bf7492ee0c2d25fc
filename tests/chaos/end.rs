//! The end of a program: whatever has happened, the worlds are usable, and all that was made ends.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};

use ecs_core::{Entity, World, query, try_update_all};

use crate::game::{check, fail_later, game, quietly};
use crate::here::{Here, here};
use crate::kind::{KINDS, Kind, OfKind, of_kind};
use crate::perform::{enter, let_all_go};

/// How often a panic that was kept may come.
const TRIES: usize = 20;

/// Runs something until nothing that was kept from before panics in it.
pub fn settle(what: &str, run: impl Fn()) {
    let panics = |_| catch_unwind(AssertUnwindSafe(&run)).is_err();
    check(!(0..TRIES).all(panics), || format!("{what} panics again and again"));
}

/// The components of a type, and whether each is enabled.
fn present<T: OfKind>(all: &[Entity]) -> impl Iterator<Item = ((Kind, Entity), bool)> {
    let there = all.iter().filter(|entity| entity.has::<(T,)>());
    there.map(|&entity| ((T::KIND, entity), entity.handle::<T>().is_enabled()))
}

fn all_entities() -> Vec<Entity> {
    query::<Entity>().with_disabled().iter().collect()
}

/// Ends all of the current world, once nothing meddles any more.
pub fn end_realm() {
    game(|game| (game.budget, game.depth) = (0, 0));
    game(|game| game.print(|| "the end".into()));
    settle("letting go", let_all_go);
    settle("a flush", World::flush);
    settle("dropping observers and pools", || {
        let left = here(|here| (here.bodies.take(), here.wings.take(), std::mem::take(&mut here.observers)));
        drop(left);
    });
    settle("a flush", World::flush);
    settle("a frame", || {
        World::set_paused(false);
        game(|game| game.pass += 1);
        if let Err(error) = try_update_all(0.01) {
            fail_later(format!("no frame at the end: {error}"));
        }
    });
    settle("a flush", World::flush);
    if game(|game| game.has_fault()) {
        return;
    }
    compare_known();
    settle("despawning", || _ = Entity::despawn_many(&all_entities()));
    settle("a flush", World::flush);
    check(all_entities().is_empty(), || format!("{:?} are left", all_entities()));
    game(|game| {
        if let Some(left) = game.realm().known.first_key_value() {
            let text = format!("{left:?} is known and gone");
            game.fault(text);
        }
    });
    settle("a reset", World::reset);
}

/// Compares the components of which observers know with those of the world. Nothing may wait for a sync
/// point. Observers do not know of parked ones: where there are pools, the world may have more.
pub fn compare_known() {
    let has_pools = here(|here| here.bodies.is_some() || here.wings.is_some());
    let all = all_entities();
    let mut found = BTreeMap::new();
    for kind in KINDS {
        of_kind!(kind, T => found.extend(present::<T>(&all)));
    }
    game(|game| {
        let known = &game.realm().known;
        found.retain(|key, _| !has_pools || known.contains_key(key));
        let differs = |a: &BTreeMap<(Kind, Entity), bool>, b: &BTreeMap<(Kind, Entity), bool>| {
            a.iter().find(|(key, on)| b.get(*key) != Some(on)).map(|(key, on)| (*key, *on))
        };
        let wrong = differs(known, &found).map(|found| format!("{found:?} is known and not so"));
        let wrong = wrong.or_else(|| differs(&found, known).map(|found| format!("{found:?} is not known")));
        wrong.into_iter().for_each(|text| game.fault(text));
    });
}

/// Ends the other worlds, and asks whether all values have dropped.
pub fn end_all() {
    for number in 1..3 {
        if let Some(world) = here(|here| here.worlds[number].clone()) {
            enter(&world, number, end_realm);
        }
    }
    quietly(|| drop(here(std::mem::take::<Here>)));
    game(|game| {
        if let Some((id, kind)) = game.values.left().first() {
            let text = format!("value {id} of kind {kind} has not dropped");
            game.fault(text);
        }
    });
}
