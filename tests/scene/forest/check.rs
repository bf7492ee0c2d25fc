//! What must be true after each act.

use ecs_core::{Component, Entity, PerEntity, World, update_all};

use super::model::{Id, Kind, Run};
use super::parts::{Actor, BALLAST, COPY, Keen, Place, RECORDS, RUNS, Tint};
use super::state::{entity, state};

pub fn is_told(serial: usize) -> bool {
    RECORDS.with_borrow(|records| records[serial].is_told)
}

/// A frame: `inherit` runs on those on which it must, each once and after its parent.
pub fn frame() {
    update_all(0.1);
    let mut runs = RUNS.take();
    let known = runs.len();
    runs.retain(|run| run.1 != BALLAST);
    // It runs in the first frame.
    let is_ballast_due = state(|state| core::mem::take(&mut state.is_ballast_due));
    assert!(is_ballast_due || runs.len() == known, "nothing has changed of what the model does not know");
    let mut expected = state(|state| state.forest.frame());
    let place =
        |run: &Run, of: Option<Id>| runs.iter().position(|other| other.0 == run.0 && Some(other.1) == of);
    for (at, run) in runs.iter().enumerate() {
        assert!(
            place(run, run.2).is_none_or(|above| above < at),
            "{run:?} comes before its parent: {runs:?}"
        );
    }
    runs.sort_unstable();
    expected.sort_unstable();
    assert_eq!(runs, expected, "on these `inherit` has run, and must run");
}

/// Compares the world with the model.
pub fn check() {
    // Whoever looks closes the holes of stores: so they stay open for a while where nobody has to.
    let is_time = state(|state| {
        state.checks += 1;
        state.is_nested || state.checks.is_multiple_of(3)
    });
    if is_time {
        // What hooks have left to be done is done now.
        World::flush();
    }
    state(|state| {
        let said = core::mem::take(&mut state.log);
        if let Some(expected) = state.expected.take().filter(|_| !state.is_nested) {
            assert_eq!(said, expected, "hooks say this, and must say that");
        }
        assert!(state.running.is_empty() && !state.is_quiet);
        (state.is_nested, state.expected) = (false, Some(Vec::new()));
    });
    if is_time {
        compare();
    }
}

/// Compares all that can be asked.
fn compare() {
    let (forest, entities) = state(|state| (state.forest.clone(), state.entities.clone()));
    let names = |ids: Vec<Id>| -> Vec<Entity> { ids.into_iter().map(|id| entities[id]).collect() };
    for (id, &entity) in entities.iter().enumerate() {
        assert_eq!(entity.is_alive(), forest.is_alive(id), "{id} lives");
        assert_eq!(entity.parent(), forest.parent(id).map(|parent| entities[parent]), "the parent of {id}");
        assert_eq!(entity.children().collect::<Vec<_>>(), names(forest.children(id)), "children of {id}");
        assert_eq!(entity.descendants().collect::<Vec<_>>(), names(forest.below(id)), "all below {id}");
        let above = forest.ancestors(id);
        assert_eq!(entity.root(), *above.last().map_or(&entity, |&root| &entities[root]), "above {id}");
        assert_eq!(entity.ancestors().collect::<Vec<_>>(), names(above), "all above {id}");
        let (is_on, is_enabled) =
            forest.nodes.get(&id).map_or((false, false), |node| (node.on, forest.is_enabled(id)));
        assert_eq!((entity.is_switched_on(), entity.is_enabled()), (is_on, is_enabled), "{id} is enabled");
        check_part::<Place>(id, Kind::Place);
        check_part::<Tint>(id, Kind::Tint);
        check_part::<Actor>(id, Kind::Actor);
        check_part::<Keen>(id, Kind::Keen);
        check_values(id);
    }
    assert_eq!(World::stats().alive, forest.nodes.len() + state(|state| state.ballast));
    check_records();
}

fn check_part<T: PerEntity>(id: Id, kind: Kind) {
    let (entity, part, is_enabled) = state(|state| {
        let part = state.forest.part(id, kind).cloned();
        (state.entities[id], part, state.forest.is_part_enabled(id, kind))
    });
    let handle = entity.handle::<T>();
    assert_eq!(handle.is_alive(), part.is_some(), "{id} has a {kind:?}");
    assert_eq!(handle.is_enabled(), is_enabled, "the {kind:?} of {id} is enabled");
    if let Some(part) = part.filter(|_| kind.is_notified()) {
        assert_eq!(is_told(part.serial), is_enabled, "the {kind:?} of {id} knows it");
    }
    let count = state(|state| {
        let ballast = if kind.inherits() { state.ballast } else { 0 };
        ballast + state.forest.nodes.values().filter(|node| node.parts.contains_key(&kind)).count()
    });
    assert_eq!(T::count(), count);
}

fn check_values(id: Id) {
    let entity = entity(id);
    let get = |kind| {
        state(|state| {
            let value = state.forest.part(id, kind).map(|part| (part.local, part.world));
            (value, state.forest.is_alive(id).then(|| state.forest.inherited(id, kind)).flatten())
        })
    };
    let place = entity.get::<Place>().map(|place| (place.local, place.world));
    let now = Place::inherited(entity).map(|place| place.world);
    assert_eq!((place, now), get(Kind::Place), "the place of {id}, and what it is now");
    let tint = entity.get::<Tint>().map(|tint| (tint.local, tint.world));
    let now = Tint::inherited(entity).map(|tint| tint.world);
    assert_eq!((tint, now), get(Kind::Tint), "the tint of {id}, and what it is now");
    RUNS.take();
}

/// What lives has not ended, and what has gone has ended and was dropped once.
fn check_records() {
    let live: Vec<_> = state(|state| {
        let parts = state.forest.nodes.values().flat_map(|node| node.parts.values());
        parts.map(|part| part.serial).collect()
    });
    RECORDS.with_borrow(|records| {
        for (serial, record) in records.iter().enumerate() {
            let is_gone = u32::from(!live.contains(&serial));
            if record.id == Some(COPY) {
                assert_eq!((record.ends, record.drops), (0, 1), "a copy has no life");
            } else if record.kind.is_notified() && record.id != Some(BALLAST) {
                assert_eq!((record.ends, record.drops), (is_gone, is_gone), "{record:?}");
                assert!(is_gone == 0 || !record.is_told, "{record:?} was not told its end");
            }
        }
    });
}
