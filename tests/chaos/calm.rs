//! The laws of calm programs, in which nothing waits for a sync point between two steps: after each step the
//! state of the first world is compared with that which the model foresees.

use std::iter::successors;

use ecs_core::{Entity, Handled, time};

use crate::act::{Act, At};
use crate::components::{Body, Hit, Spy};
use crate::game::{SLOTS, at, check, game};
use crate::journal::Note;
use crate::kind::Kind;
use crate::model::Model;
use crate::perform::{check_near, parked};
use crate::state::{ComponentState, EntityState, State, read, shape, shapes};

/// The kinds that have a method for events.
const LISTENING: &[Kind] = &[Kind::Body, Kind::Kept];

/// Compares the state that an act has left with the model, and keeps it for the next act. `slots` are the ids
/// that the program had before the act.
pub fn check_act(act: Act, slots: &[Entity; SLOTS]) {
    let with_values = game(|game| game.reads_values);
    let (mut found, before) = (read(with_values), game(|game| std::mem::take(&mut game.realm().state)));
    check_laws(&found);
    let new: Vec<Entity> = found.keys().filter(|entity| !before.contains_key(*entity)).copied().collect();
    let notes = game(|game| std::mem::take(&mut game.notes));
    let mut model = Model { state: before.clone(), new: new.into_iter(), slots, notes: &notes };
    let is_left_out = game(|game| game.leaves_out(&act));
    if is_left_out || model.foresee(act) {
        check(model.new.len() == 0, || format!("{act:?} makes {:?} too", model.new.as_slice()));
        compare(act, &model.state, &found);
    }
    check_values(act, &before, &found);
    if !is_left_out {
        check_own_laws(act, &model, &before, &found);
    }
    check_parents(&found);
    if with_values {
        check_near::<Body>();
        check_near::<Spy>();
    }
    check_despawns(act, slots, &found);
    learn(&model.state, &mut found);
    game(|game| game.realm().state = found);
}

/// Observers know the parents of all children.
fn check_parents(found: &State) {
    let links = found.iter().filter_map(|(child, state)| Some((child.index(), state.parent?.index())));
    let (links, known) = (links.collect(), game(|game| game.realm().parents.clone()));
    check(!game(|game| game.reads_values) || known == links, || {
        format!("observers know of the links {known:?}, and not of {links:?}")
    });
}

/// Each enabled component that listens is notified of an event once.
fn check_events(state: &State, kinds: &[Kind], is_sent_to: impl Fn(Entity) -> bool, notes: &[Note]) {
    for (entity, kind) in state.keys().flat_map(|entity| kinds.iter().map(move |kind| (*entity, *kind))) {
        let times = notes.iter().filter(|note| **note == ("event", kind as u8, entity)).count();
        let is_due = is_sent_to(entity) && state[&entity].shows(kind);
        check(times == usize::from(is_due), || format!("{kind:?} of {entity:?} has {times} events"));
    }
}

/// Each enabled component that listens, at an entity and above it, is notified of an event once, up to the
/// first entity at which one handles it. There the others are notified at most once.
fn check_way_up(state: &State, from: Entity, hit: &Hit, notes: &[Note]) {
    let handles = |at: Entity, kind: Kind| state[&at].shows(kind) && hit.handled_by(kind) == Handled::Yes;
    let is_handled = |at: Entity| LISTENING.iter().any(|&kind| handles(at, kind));
    let way = successors(state.contains_key(&from).then_some(from), |at| state[at].parent);
    let mut passed: Vec<_> = way.collect();
    let last =
        passed.iter().position(|&at| is_handled(at)).map(|place| passed.drain(place..).next().unwrap());
    let others: Vec<_> = notes.iter().filter(|note| last != Some(note.2)).copied().collect();
    check_events(state, LISTENING, |to| passed.contains(&to), &others);
    let times =
        |kind: Kind| notes.iter().filter(|note| **note == ("event", kind as u8, last.unwrap())).count();
    let is_right = last.is_none_or(|at| {
        LISTENING.iter().any(|&kind| handles(at, kind) && times(kind) == 1)
            && LISTENING.iter().all(|&kind| times(kind) <= 1)
    });
    check(is_right, || format!("{last:?} has not handled the event once"));
}

/// Checks the laws of one sort of acts.
fn check_own_laws(act: Act, model: &Model<'_>, before: &State, found: &State) {
    let succeeds = |call, entity| model.notes.contains(&(call, 1, entity));
    match act {
        Act::Despawn(_) | Act::DespawnMany(..) | Act::ClearWorld => check_ends(before, model.notes),
        Act::Send(place, _) => check_events(before, LISTENING, |to| to == model.at(place), model.notes),
        Act::SendUp(place, points) => {
            check_way_up(before, model.at(place), &Hit(points.into()), model.notes);
        }
        Act::SendAll(_) => check_events(before, LISTENING, |_| true, model.notes),
        Act::SendType(Kind::Body, _) => check_events(before, &[Kind::Body], |_| true, model.notes),
        Act::SendType(..) => check_events(before, &[Kind::Kept], |_| true, model.notes),
        // One that is refused parks the entity again: what that has got may exclude what it has lost.
        Act::Take(..) if succeeds("take", Entity::NONE) => check_resets(before, found, model.notes),
        Act::Duplicate(place) if succeeds("duplicate", model.at(place)) => {
            let (original, copy) = (shape(found, model.at(place)), shape(found, at(place)));
            check(original == copy, || format!("{copy} is no copy of {original}"));
        }
        Act::Save if succeeds("save", Entity::NONE) => {
            // A save leaves out the entities that are parked.
            game(|game| game.saved_shapes = (parked() == 0).then(|| shapes(found)));
        }
        Act::Load(_) if succeeds("load", Entity::NONE) => {
            let new = found.iter().filter(|(entity, _)| !before.contains_key(*entity));
            let new = shapes(&new.map(|(entity, state)| (*entity, state.clone())).collect());
            let saved = game(|game| game.saved_shapes.clone());
            check(saved.as_ref().is_none_or(|saved| *saved == new), || {
                format!("{new:#?} are loaded of {saved:#?}")
            });
        }
        _ => {}
    }
}

/// Checks the laws that hold after each act.
fn check_laws(found: &State) {
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
        let mut components = part.components.values();
        check(part.is_enabled || !components.any(|component| component.is_enabled), || {
            format!("{entity:?} is disabled, and its components are not")
        });
    }
}

/// Compares all but the values.
fn compare(act: Act, foreseen: &State, found: &State) {
    for (entity, part) in foreseen {
        let is_so = found.get(entity).is_some_and(|found| is_same(part, found));
        check(is_so, || format!("after {act:?}, {entity:?} is {:?} and not {part:?}", found.get(entity)));
    }
    let more = found.keys().find(|entity| !foreseen.contains_key(*entity));
    check(more.is_none(), || format!("after {act:?}, {more:?} lives"));
}

fn is_same(foreseen: &EntityState, found: &EntityState) -> bool {
    let of = |part: &EntityState| EntityState { components: Default::default(), ..part.clone() };
    let is_same_component = |(kind, component): (&Kind, &ComponentState)| {
        let is_enabled = component.is_on.map(|is_on| is_on && foreseen.is_enabled);
        found.components.get(kind).is_some_and(|found| is_enabled.is_none_or(|is| is == found.is_enabled))
    };
    of(foreseen) == of(found)
        && foreseen.components.len() == found.components.len()
        && foreseen.components.iter().all(is_same_component)
}

/// A component keeps its value until another one replaces it. After the world has gone back it has a copy. A
/// frame visits all that are enabled.
fn check_values(act: Act, before: &State, found: &State) {
    let (is_back, pass) = (matches!(act, Act::LoadSnapshot(_)), game(|game| game.pass));
    if matches!(act, Act::Insert(..) | Act::InsertAll(..) | Act::Replace(..)) {
        return;
    }
    for (entity, part) in before {
        for (kind, component) in &part.components {
            let now = found.get(entity).and_then(|part| part.components.get(kind)?.value);
            let (Some(value), Some(now)) = (component.value, now) else { continue };
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

/// Keeps the known switches of components whose entity is disabled: nobody can read them.
fn learn(foreseen: &State, found: &mut State) {
    for (entity, part) in found {
        for (kind, component) in &mut part.components {
            let known = foreseen.get(entity).and_then(|part| part.components.get(kind)?.is_on);
            component.is_on = component.is_on.or(known);
        }
    }
}

/// An entity that is despawned ends before its parent.
fn check_ends(before: &State, notes: &[Note]) {
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

/// A component that comes from a pool with its entity is reset once.
fn check_resets(before: &State, found: &State, notes: &[Note]) {
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

/// An entity that is to be despawned after a time is dead once that is over.
fn check_despawns(act: Act, slots: &[Entity; SLOTS], found: &State) {
    let now = time().elapsed();
    let id = |At(place): At| slots[usize::from(place) % SLOTS];
    game(|game| {
        let despawns = &mut game.realm().despawns;
        match act {
            Act::DespawnAfter(place, time) if found.contains_key(&id(place)) => {
                let due = now + f64::from(time) * 0.05;
                despawns.entry(id(place)).and_modify(|first| *first = first.min(due)).or_insert(due);
            }
            Act::CancelTimers(place) => _ = despawns.remove(&id(place)),
            // Here timers end, or the time of the world becomes another one.
            Act::GiveBack(..) | Act::Load(_) => despawns.clear(),
            _ => {}
        }
        despawns.retain(|entity, _| found.contains_key(entity));
        let late = despawns.iter().find(|(_, due)| **due < now - 1e-3);
        if let (Some(late), Act::Frame(_)) = (late, act) {
            let text = format!("{late:?} lives at {now}");
            game.fault(text);
        }
    });
}
