//! Copies, prefabs, saves and snapshots.

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::rc::Rc;

use ecs_core::{DespawnOnExit, Entity, Prefab, Save, Snapshots, World};

use super::life::{came_to, of_group};
use crate::act::{Act, Group};
use crate::calm::check_act;
use crate::components::{Body, Dust, Kept, Mood, Node, Score, Shade, Spy, Tag, Unit, Wing};
use crate::game::{at, check, game, hidden, keep, quietly};
use crate::here::{Saved, here};
use crate::meddle::{Site, meddle};
use crate::value::EVENT;

type All = (Body, Kept, Wing, Node, Tag, Unit, (Dust, Spy, Score), States);
type States = (Mood, Shade, DespawnOnExit<Mood>, DespawnOnExit<Shade>);

pub(super) fn perform(act: Act) -> bool {
    match act {
        Act::Duplicate(place) => {
            let copy = at(place).try_duplicate();
            came_to("duplicate", at(place), copy.is_ok());
            copy.into_iter().for_each(|copy| keep(place, copy));
        }
        Act::MakePrefab(group) => {
            let prefab = hidden(|| {
                of_group!(group, B => Prefab::try_new(|root| {
                    let _ = root.try_insert_all(B::default());
                    let child = Entity::spawn_with((Body::default(), Tag));
                    let _ = child.try_child_of(root);
                }))
            });
            let old = here(|here| std::mem::replace(&mut here.prefab, prefab.ok().map(Rc::new)));
            drop(old);
        }
        Act::Prefab(place, count) => spawn_prefab(place, usize::from(count)),
        Act::Save => {
            let save = Save::<All>::write_with(postcard::to_allocvec);
            came_to("save", Entity::NONE, save.is_ok());
            if let Ok((bytes, _)) = save {
                here(|here| here.save = Some(Rc::new(bytes)));
            }
        }
        Act::Load(anew) => load(anew),
        Act::SaveSnapshot(frame) => save_snapshot(u64::from(frame)),
        Act::LoadSnapshot(frame) => _ = load_snapshot(u64::from(frame)),
        _ => return false,
    }
    true
}

fn spawn_prefab(place: crate::act::At, count: usize) {
    let Some(prefab) = here(|here| here.prefab.clone()) else { return };
    let new = match count {
        0 => prefab.try_spawn().ok(),
        count => {
            let each = |_, entity| meddle(Site::Closure, EVENT, entity);
            prefab.try_spawn_many(count, each).ok().and_then(|all| all.last().copied())
        }
    };
    came_to("prefab", Entity::NONE, new.is_some());
    new.into_iter().for_each(|new| keep(place, new));
}

fn load(anew: bool) {
    let Some(bytes) = here(|here| here.save.clone()) else { return };
    // Each load makes the world larger.
    if !anew && World::stats().alive > 60 {
        return;
    }
    game(|game| game.realm().loads += 1);
    flush_if_calm();
    let report = match anew {
        true => Save::<All>::reload_with(|| postcard::from_bytes(&bytes)),
        false => Save::<All>::read_with(|| postcard::from_bytes(&bytes)),
    };
    came_to("load", Entity::NONE, report.is_ok());
    let Ok(report) = report else { return };
    for (place, &entity) in report.entities().iter().enumerate().take(4) {
        keep(crate::act::At(place as u8), entity);
    }
}

/// Saves the first world under a number, with what is known of it.
pub fn save_snapshot(frame: u64) {
    if game(|game| game.entered != [0]) {
        return;
    }
    let save = |snapshots: &mut Snapshots| {
        snapshots.save(frame)?;
        snapshots.hash(frame).cloned()
    };
    World::flush();
    flush_if_calm();
    let hash = with_snapshots(save);
    came_to("snapshot", Entity::NONE, hash.is_ok());
    if let Ok(hash) = hash {
        check(hash.unhashed().is_empty(), || format!("{:?} are not hashed", hash.unhashed()));
        let realm = game(|game| game.realm().clone());
        here(|here| here.saved.insert(frame, Saved { realm, hash }));
    }
}

/// Runs hooks that have waited, and changes of states, of a calm program: the model looks at the state that
/// they leave.
fn flush_if_calm() {
    if game(|game| game.profile.is_calm()) {
        World::flush();
        check_act(Act::Flush, &game(|game| game.realm().slots));
    }
}

/// Does something with the snapshots of the first world, in which values end, and are cloned, without hooks.
fn with_snapshots<R>(f: impl FnOnce(&mut Snapshots) -> R) -> R {
    let mut snapshots = here(|here| here.snapshots.take()).unwrap_or_else(|| Snapshots::new(4));
    let done = quietly(|| catch_unwind(AssertUnwindSafe(|| f(&mut snapshots))));
    here(|here| here.snapshots = Some(snapshots));
    done.unwrap_or_else(|panic| resume_unwind(panic))
}

/// Goes back to a snapshot of the first world; `false` if that is refused.
pub fn load_snapshot(frame: u64) -> bool {
    if game(|game| game.entered != [0]) {
        came_to("go_back", Entity::NONE, false);
        return false;
    }
    flush_if_calm();
    let load = |snapshots: &mut Snapshots| {
        let is_back = snapshots.load(frame).is_ok();
        // What has come since drops.
        World::flush();
        is_back
    };
    let is_back = with_snapshots(load);
    came_to("go_back", Entity::NONE, is_back);
    if is_back {
        let saved = here(|here| here.saved[&frame].realm.clone());
        game(|game| *game.realm() = saved);
    }
    is_back
}
