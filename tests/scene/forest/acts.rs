//! What a case does: each act is done to the model and to the world, and both must say the same of it.

use ecs_core::{Component, Entity, HierarchyError, PerEntity, World};

use super::check::{frame, is_told};
use super::loops::walk;
use super::model::{Id, Kind, Part, Refusal};
use super::parts::{Actor, Keen, Place, Poke, Tagged, Tint, new_record};
use super::pools::{give_back, take};
use super::state::{entity, state};

/// When a hook does something.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum When {
    Update,
    Poke,
    Enable,
    Disable,
    Shutdown,
}

/// Whom a loop visits.
#[derive(Clone, Copy, Debug)]
pub enum Way {
    Children,
    Descendants,
    Ancestors,
}

/// Numbers stand for entities: one of the living, or, if they are high, one of the dead.
pub type Pick = u8;

#[derive(Clone, Debug)]
pub enum Act {
    Spawn(Pick),
    Despawn(Pick),
    /// That of the entity whose hook runs.
    DespawnParent,
    DespawnMany([Pick; 3]),
    ChildOf(Pick, Pick),
    InsertChild(Pick, u8, Pick),
    Detach(Pick),
    DetachChildren(Pick),
    Insert(Pick, Kind, i64),
    Kill(Pick, Kind),
    Write(Pick, Kind, i64),
    Switch(Pick, bool),
    SwitchPart(Pick, Kind, bool),
    Take,
    GiveBack(Pick),
    Clear,
    Frame,
    Look,
    Poke(Pick),
    Arm(Pick, When, Box<Act>),
    Loop(Way, Pick, Vec<Act>),
}

/// Does what the hook of a component shall do.
pub fn act(id: Id, when: When) {
    let next = state(|state| {
        if state.is_quiet {
            return None;
        }
        let act = state.armed.get_mut(&(id, when))?.pop()?;
        state.is_nested = true;
        state.running.push(id);
        Some(act)
    });
    if let Some(next) = next {
        match (next, state(|state| state.forest.parent(id))) {
            (Act::DespawnParent, parent) => parent.into_iter().for_each(despawn),
            (next, _) => perform(next, false),
        }
        state(|state| state.running.pop());
    }
}

/// Does something, from outside or in a hook.
pub fn perform(act: Act, is_outside: bool) {
    let pick = |pick| state(|state| state.pick(pick));
    match act {
        Act::Spawn(place) => spawn(place),
        Act::Despawn(target) => despawn(pick(target)),
        Act::DespawnMany(targets) => despawn_many(targets.map(pick)),
        Act::ChildOf(child, parent) => attach(pick(child), pick(parent), None),
        Act::InsertChild(parent, place, child) => attach(pick(child), pick(parent), Some(place.into())),
        Act::Detach(child) => detach(pick(child)),
        Act::DetachChildren(parent) => detach_children(pick(parent)),
        Act::Insert(target, kind, local) => insert(pick(target), kind, local, is_outside),
        Act::Kill(target, kind) => kill(pick(target), kind),
        Act::Write(target, kind, local) => write(pick(target), kind, local),
        Act::Switch(target, on) => switch(pick(target), on),
        Act::SwitchPart(target, kind, on) => switch_part(pick(target), kind, on),
        Act::Take => take(),
        Act::GiveBack(target) => give_back(pick(target), is_outside),
        Act::Poke(target) => poke(pick(target)),
        Act::Arm(target, when, act) => state(|state| {
            let target = state.pick(target);
            state.armed.entry((target, when)).or_default().push(*act);
        }),
        Act::Loop(way, target, acts) => walk(way, pick(target), acts),
        Act::Clear if is_outside => clear(),
        Act::Frame if is_outside => frame(),
        Act::Look if is_outside => look(),
        Act::Clear | Act::Frame | Act::Look | Act::DespawnParent => {}
    }
}

fn spawn(place: Pick) {
    if state(|state| state.is_full()) {
        return;
    }
    let new = Entity::spawn();
    let (id, parent) = state(|state| {
        let parent = state.pick(place);
        state.entities.push(new);
        (state.forest.spawn(), parent)
    });
    if place.is_multiple_of(2) && parent != id {
        attach(id, parent, None);
    }
}

fn despawn(id: Id) {
    let all = state(|state| {
        let all = state.forest.begin_despawn(id);
        let words = state.obituary(&all);
        state.expect(words);
        all
    });
    assert_eq!(entity(id).despawn(), !all.is_empty(), "despawn {id}");
    state(|state| state.forest.end(&all));
}

fn despawn_many(ids: [Id; 3]) {
    let (all, count, was_quiet) = state(|state| {
        let (mut all, mut count) = (Vec::new(), 0);
        for id in ids {
            let these = state.forest.begin_despawn(id);
            count += usize::from(!these.is_empty());
            let words = state.obituary(&these);
            state.expect(words);
            all.extend(these);
        }
        (all, count, core::mem::replace(&mut state.is_quiet, true))
    });
    assert_eq!(Entity::despawn_many(&ids.map(entity)), count, "despawn {ids:?}");
    state(|state| {
        state.forest.end(&all);
        state.is_quiet = was_quiet;
    });
}

pub fn refusal(error: HierarchyError) -> Refusal {
    let id = |entity: Entity| {
        state(|state| state.entities.iter().rposition(|&known| known == entity)).expect("it is known")
    };
    match error {
        HierarchyError::Dead { entity } | HierarchyError::Dying { entity } => Refusal::Gone(id(entity)),
        HierarchyError::Cycle { path } => Refusal::Cycle(path.into_iter().map(id).collect()),
        other => panic!("{other}"),
    }
}

pub fn attach(child: Id, parent: Id, place: Option<usize>) {
    let expected = state(|state| {
        let before = state.forest.parent(child);
        let expected = state.forest.attach(child, parent, place);
        if expected.is_ok() && before != Some(parent) {
            state.expect_switch(child);
        }
        expected
    });
    let (below, above) = (entity(child), entity(parent));
    let result = match place {
        None => below.try_child_of(above).map(|same| assert_eq!(same, below)),
        Some(place) => above.try_insert_child(place, below),
    };
    assert_eq!(result.map_err(refusal), expected, "{child} below {parent} at {place:?}");
}

fn detach(child: Id) {
    let expected = state(|state| {
        let is_detached = state.forest.detach(child);
        if is_detached {
            state.expect_switch(child);
        }
        is_detached
    });
    assert_eq!(entity(child).detach(), expected, "detach {child}");
}

fn detach_children(parent: Id) {
    let expected = state(|state| {
        let children = state.forest.children(parent);
        let expected = state.forest.detach_children(parent);
        if expected > 0 {
            children.into_iter().for_each(|child| state.expect_switch(child));
        }
        expected
    });
    assert_eq!(entity(parent).detach_children(), expected, "detach the children of {parent}");
}

fn insert(id: Id, kind: Kind, local: i64, is_outside: bool) {
    let is_there = state(|state| state.forest.part(id, kind).is_some());
    if !state(|state| state.forest.is_well(id)) || is_there && !is_outside {
        return;
    }
    let target = entity(id);
    // Hooks of a value that is replaced do nothing: the new one may find the entity dead, and is lost.
    let was_quiet = state(|state| {
        let is_quiet = state.is_quiet || is_there;
        core::mem::replace(&mut state.is_quiet, is_quiet)
    });
    match kind {
        Kind::Place => insert_value(id, kind, local, Place::new(id, local)),
        Kind::Tint => {
            let serial = new_record(kind, Some(id));
            note_inserted(id, kind, local, serial);
            target.insert(Tint { local, world: 0, id });
        }
        Kind::Actor => insert_value(id, kind, local, Actor::new(id)),
        Kind::Keen => insert_value(id, kind, local, Keen::new(id)),
    }
    state(|state| state.is_quiet = was_quiet);
}

fn insert_value<T: PerEntity + Tagged>(id: Id, kind: Kind, local: i64, value: T) {
    note_inserted(id, kind, local, value.serial());
    entity(id).insert(value);
}

fn note_inserted(id: Id, kind: Kind, local: i64, serial: usize) {
    state(|state| {
        let words = state.last_words(id, kind);
        state.expect(words);
        let node = state.forest.nodes.get_mut(&id).expect("it lives");
        // What is replaced leaves its switch.
        let on = node.parts.get(&kind).is_none_or(|part| part.on);
        node.parts.insert(kind, Part { on, ..Part::new(serial, local) });
        if kind.is_notified() && state.forest.is_part_enabled(id, kind) {
            state.expect(vec![format!("on {kind:?} {id}")]);
        }
    });
}

fn kill(id: Id, kind: Kind) {
    let serial = state(|state| {
        // One from the pool keeps what it is made of.
        let is_part_of_a_hull = matches!(kind, Kind::Place | Kind::Actor) && state.members.contains(&id);
        if state.forest.is_alive(id) && (!state.forest.is_well(id) || is_part_of_a_hull) {
            return Err(());
        }
        if state.forest.part(id, kind).is_some_and(|part| part.is_dying) {
            return Ok(None);
        }
        let words = state.last_words(id, kind);
        state.expect(words);
        Ok(state.forest.part_mut(id, kind).map(|part| {
            part.is_dying = true;
            part.serial
        }))
    });
    let Ok(serial) = serial else { return };
    let target = entity(id);
    let is_killed = match kind {
        Kind::Place => target.kill::<Place>(),
        Kind::Tint => target.kill::<Tint>(),
        Kind::Actor => target.kill::<Actor>(),
        Kind::Keen => target.kill::<Keen>(),
    };
    assert_eq!(is_killed, serial.is_some(), "kill {kind:?} of {id}");
    state(|state| {
        if state.forest.part(id, kind).is_some_and(|part| Some(part.serial) == serial) {
            state.forest.nodes.get_mut(&id).expect("it has a part").parts.remove(&kind);
        }
    });
}

fn write(id: Id, kind: Kind, local: i64) {
    let may_write = state(|state| {
        let is_well = state.forest.is_well(id);
        let part = state.forest.part_mut(id, kind).filter(|part| is_well && !part.is_dying);
        part.map(|part| (part.local, part.is_due) = (local, true)).is_some()
    });
    match kind {
        Kind::Place if may_write => entity(id).borrow_mut::<Place>().local = local,
        Kind::Tint if may_write => entity(id).borrow_mut::<Tint>().local = local,
        _ => {}
    }
}

fn switch(id: Id, on: bool) {
    let (was_alive, is_well) = state(|state| {
        let is_well = state.forest.is_well(id);
        let Some(node) = state.forest.nodes.get_mut(&id) else { return (false, false) };
        if core::mem::replace(&mut node.on, on) != on {
            state.expect_switch(id);
        }
        (true, is_well)
    });
    let is_switched = entity(id).set_enabled(on);
    assert!(is_switched == was_alive || was_alive && !is_well, "switch {id}");
}

fn switch_part(id: Id, kind: Kind, on: bool) {
    let is_there = state(|state| {
        if !state.forest.is_well(id) {
            return false;
        }
        let Some(part) = state.forest.part_mut(id, kind).filter(|part| !part.is_dying) else { return false };
        part.on = on;
        let serial = part.serial;
        let now = state.forest.is_part_enabled(id, kind);
        if kind.is_notified() && is_told(serial) != now {
            state.expect(vec![format!("{} {kind:?} {id}", if now { "on" } else { "off" })]);
        }
        true
    });
    if !is_there {
        return;
    }
    let target = entity(id);
    assert!(match kind {
        Kind::Place => target.handle::<Place>().set_enabled(on),
        Kind::Tint => target.handle::<Tint>().set_enabled(on),
        Kind::Actor => target.handle::<Actor>().set_enabled(on),
        Kind::Keen => target.handle::<Keen>().set_enabled(on),
    });
}

fn poke(id: Id) {
    if state(|state| state.forest.is_well(id) && !state.running.contains(&id)) {
        entity(id).send(Poke);
    }
}

/// Hooks do nothing here: they would meet some that have ended already, and some that have not.
fn clear() {
    let all = state(|state| {
        (state.armed, state.expected) = (Default::default(), None);
        let all: Vec<_> = state.forest.nodes.keys().copied().collect();
        all.iter().for_each(|id| state.forest.nodes.get_mut(id).expect("it lives").is_dying = true);
        all
    });
    World::clear();
    state(|state| {
        state.forest.end(&all);
        state.ballast = 0;
    });
}

/// A view lets stores close their holes.
fn look() {
    let (places, tints) = (Place::view().len(), Tint::view().len());
    assert_eq!((places, tints), (Place::count(), Tint::count()));
}
