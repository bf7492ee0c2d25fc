//! The laws of calm programs, in which nothing waits for a sync point between two steps. What an act leaves in
//! the first world is compared with the model, which then takes over what is there.

use ecs_core::{Entity, time};

use crate::act::{Act, At};
use crate::game::{SLOTS, at, check, game};
use crate::journal::Note;
use crate::kind::Kind;
use crate::model::Model;
use crate::perform::parked;
use crate::there::{Part, Piece, There, read, shape, shapes};

/// Compares what an act has left with what was foreseen, and keeps it for the next one. `slots` are the ids
/// that the program had before.
pub fn check_act(act: Act, slots: &[Entity; SLOTS]) {
    let with_values = game(|game| game.reads_values);
    let (mut found, before) = (read(with_values), game(|game| std::mem::take(&mut game.realm().there)));
    check_laws(&found);
    let new: Vec<Entity> = found.keys().filter(|entity| !before.contains_key(*entity)).copied().collect();
    let notes = game(|game| std::mem::take(&mut game.notes));
    let mut model = Model { there: before.clone(), new: new.into_iter(), slots, notes: &notes };
    let is_left_out = game(|game| game.leaves_out(&act));
    if is_left_out || model.foresee(act) {
        check(model.new.len() == 0, || format!("{act:?} makes {:?} too", model.new.as_slice()));
        compare(act, &model.there, &found);
    }
    check_values(act, &before, &found);
    match act {
        _ if is_left_out => {}
        Act::Despawn(_) | Act::DespawnMany(..) | Act::ClearWorld => check_ends(&before, &notes),
        Act::Take(..) => check_resets(&before, &found, &notes),
        Act::Duplicate(place) if notes.contains(&("duplicate", 1, model.at(place))) => {
            let (original, copy) = (shape(&found, model.at(place)), shape(&found, at(place)));
            check(original == copy, || format!("{copy} is no copy of {original}"));
        }
        Act::Save if notes.contains(&("save", 1, Entity::NONE)) => {
            // Of what is parked a save has less.
            game(|game| game.saved_shapes = (parked() == 0).then(|| shapes(&found)));
        }
        Act::Load(_) if notes.contains(&("load", 1, Entity::NONE)) => {
            let new = found.iter().filter(|(entity, _)| !before.contains_key(*entity));
            let new = shapes(&new.map(|(entity, part)| (*entity, part.clone())).collect());
            let saved = game(|game| game.saved_shapes.clone());
            check(saved.as_ref().is_none_or(|saved| *saved == new), || {
                format!("{new:#?} are loaded of {saved:#?}")
            });
        }
        _ => {}
    }
    check_dooms(act, slots, &found);
    learn(&model.there, &mut found);
    game(|game| game.realm().there = found);
}

/// What is so whatever has happened.
fn check_laws(found: &There) {
    for (entity, part) in found {
        let above = part.parent.map(|parent| &found[&parent]);
        let is_enabled = part.is_on && above.is_none_or(|above| above.is_enabled);
        check(part.is_enabled == is_enabled, || format!("the switch of {entity:?} is not that of {part:?}"));
        let is_listed =
            above.is_none_or(|above| above.children.iter().filter(|it| *it == entity).count() == 1);
        check(is_listed, || format!("{entity:?} is no child of its parent"));
        let mut children = part.children.iter();
        check(children.all(|child| found[child].parent == Some(*entity)), || {
            format!("a child of {entity:?} has another parent")
        });
        let mut pieces = part.pieces.values();
        check(part.is_enabled || !pieces.any(|piece| piece.is_enabled), || {
            format!("{entity:?} is disabled, and its components are not")
        });
    }
}

/// Compares all but the values.
fn compare(act: Act, foreseen: &There, found: &There) {
    for (entity, part) in foreseen {
        let is_so = found.get(entity).is_some_and(|found| is_same(part, found));
        check(is_so, || format!("after {act:?}, {entity:?} is {:?} and not {part:?}", found.get(entity)));
    }
    let more = found.keys().find(|entity| !foreseen.contains_key(*entity));
    check(more.is_none(), || format!("after {act:?}, {more:?} is there"));
}

fn is_same(foreseen: &Part, found: &Part) -> bool {
    let of = |part: &Part| Part { pieces: Default::default(), ..part.clone() };
    let is_same_piece = |(kind, piece): (&Kind, &Piece)| {
        let is_enabled = piece.is_on.map(|is_on| is_on && foreseen.is_enabled);
        found.pieces.get(kind).is_some_and(|found| is_enabled.is_none_or(|is| is == found.is_enabled))
    };
    of(foreseen) == of(found)
        && foreseen.pieces.len() == found.pieces.len()
        && foreseen.pieces.iter().all(is_same_piece)
}

/// A component keeps its value until another one is put in its place. After going back it has a copy. A frame
/// visits all that are enabled.
fn check_values(act: Act, before: &There, found: &There) {
    let (is_back, pass) = (matches!(act, Act::LoadSnapshot(_)), game(|game| game.pass));
    if matches!(act, Act::Insert(..) | Act::InsertAll(..) | Act::Replace(..)) {
        return;
    }
    for (entity, part) in before {
        for (kind, piece) in &part.pieces {
            let now = found.get(entity).and_then(|part| part.pieces.get(kind)?.value);
            let (Some(value), Some(now)) = (piece.value, now) else { continue };
            let is_so = if is_back { value.count == now.count } else { value.id == now.id };
            check(is_so, || format!("after {act:?}, {kind:?} of {entity:?} has another value"));
            let is_due = matches!(act, Act::Frame(_)) && matches!(kind, Kind::Body | Kind::Kept);
            let is_enabled = part.shows(*kind) && found[entity].shows(*kind);
            check(!is_due || !is_enabled || now.pass == pass, || {
                format!("no pass visits {kind:?} of {entity:?}")
            });
        }
    }
}

/// Keeps what was known of switches that nobody sees now.
fn learn(foreseen: &There, found: &mut There) {
    for (entity, part) in found {
        for (kind, piece) in &mut part.pieces {
            let known = foreseen.get(entity).and_then(|part| part.pieces.get(kind)?.is_on);
            piece.is_on = piece.is_on.or(known);
        }
    }
}

/// What is despawned ends before what it is a child of.
fn check_ends(before: &There, notes: &[Note]) {
    let ends = notes.iter().filter(|(what, ..)| *what == "shutdown").map(|(.., entity)| *entity);
    let mut ended = Vec::new();
    for entity in ends {
        let parent = before.get(&entity).and_then(|part| part.parent);
        check(parent.is_none_or(|parent| !ended.contains(&parent)), || {
            format!("{entity:?} ends after its parent")
        });
        ended.push(entity);
    }
}

/// What comes from a pool with the components that it had is reset.
fn check_resets(before: &There, found: &There, notes: &[Note]) {
    let new = found.iter().filter(|(entity, _)| !before.contains_key(*entity));
    for (entity, part) in new {
        let old = before.iter().find(|(old, _)| old.index() == entity.index());
        let stays = |kind: &Kind| old.is_some_and(|(_, old)| old.has(*kind));
        for kind in [Kind::Body, Kind::Kept, Kind::Wing, Kind::Node].into_iter().filter(stays) {
            let resets = notes.iter().filter(|note| **note == ("on_reset", kind as u8, *entity)).count();
            check(resets == usize::from(part.has(kind)), || {
                format!("{resets} resets of {kind:?} of {entity:?}")
            });
        }
    }
}

/// What is to be despawned after a time is gone when that is over.
fn check_dooms(act: Act, slots: &[Entity; SLOTS], found: &There) {
    let now = time().elapsed();
    let id = |At(place): At| slots[usize::from(place) % SLOTS];
    game(|game| {
        let dooms = &mut game.realm().dooms;
        match act {
            Act::DespawnAfter(place, time) if found.contains_key(&id(place)) => {
                let due = now + f64::from(time) * 0.05;
                dooms.entry(id(place)).and_modify(|first| *first = first.min(due)).or_insert(due);
            }
            Act::CancelTimers(place) => _ = dooms.remove(&id(place)),
            // Timers end, or wait for another time.
            Act::GiveBack(..) | Act::Load(_) => dooms.clear(),
            _ => {}
        }
        dooms.retain(|entity, _| found.contains_key(entity));
        let late = dooms.iter().find(|(_, due)| **due < now - 1e-3);
        if let (Some(late), Act::Frame(_)) = (late, act) {
            let text = format!("{late:?} lives at {now}");
            game.fault(text);
        }
    });
}
