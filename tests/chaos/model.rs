//! A plain model of the first world of a calm program. What an act does to entities, components, switches and
//! links is foreseen from what was there before it, and compared with what is there then. Of an act that is
//! not foreseen, what is there is taken over.

use ecs_core::Entity;

use crate::act::{Act, At, Group};
use crate::game::{SLOTS, check, game};
use crate::kind::Kind;
use crate::perform::NAMES;
use crate::there::{Part, Piece, There, read};

/// Compares what an act has left with what was foreseen, and keeps it for the next one. `slots` are the ids
/// that the program had before.
pub fn check_act(act: Act, slots: &[Entity; SLOTS]) {
    let with_values = game(|game| game.reads_values);
    let (mut found, before) = (read(with_values), game(|game| std::mem::take(&mut game.realm().there)));
    check_laws(&found);
    let new: Vec<Entity> = found.keys().filter(|entity| !before.contains_key(*entity)).copied().collect();
    let mut model = Model { there: before.clone(), new: new.into_iter(), slots };
    if game(|game| game.leaves_out(&act)) || model.foresee(act) {
        check(model.new.len() == 0, || format!("{act:?} makes {:?} too", model.new.as_slice()));
        compare(act, &model.there, &found);
    }
    check_values(act, &before, &found);
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

struct Model<'s> {
    there: There,
    /// Ids that have come, lowest first.
    new: std::vec::IntoIter<Entity>,
    slots: &'s [Entity; SLOTS],
}

impl Model<'_> {
    fn at(&self, At(place): At) -> Entity {
        self.slots[usize::from(place) % SLOTS]
    }

    /// Does what an act does; `false` if that is not foreseen.
    fn foresee(&mut self, act: Act) -> bool {
        match act {
            Act::Spawn(_) => self.spawn(1, &[]),
            Act::SpawnWith(_, group) | Act::SpawnDefault(_, group) => self.spawn(1, kinds(group)),
            Act::SpawnMany(_, group, count) => self.spawn(count, kinds(group)),
            Act::Add(place, kind) | Act::AddWith(place, kind) => self.add(self.at(place), &[kind]),
            Act::Apply(place, group) => self.add(self.at(place), kinds(group)),
            Act::Insert(place, kind) | Act::Replace(place, kind) => self.insert(self.at(place), &[kind]),
            Act::InsertAll(place, group) => self.insert(self.at(place), kinds(group)),
            Act::Remove(place, kind) | Act::Kill(place, kind) => self.lose(self.at(place), &[kind]),
            Act::RemoveGroup(place, group) => self.lose(self.at(place), kinds(group)),
            Act::ClearType(kind) => {
                self.there.values_mut().for_each(|part| _ = part.pieces.remove(&kind));
            }
            Act::Despawn(place) => self.end(self.at(place)),
            Act::DespawnMany(At(place), count) => {
                (place..place + count).for_each(|place| self.end(self.at(At(place))));
            }
            Act::ClearWorld | Act::ResetWorld => self.there.clear(),
            Act::Switch(place, kind, on) => {
                let part = self.there.get_mut(&self.at(place));
                let piece = part.and_then(|part| part.pieces.get_mut(&kind));
                piece.into_iter().for_each(|piece| piece.is_on = Some(on));
            }
            Act::SwitchEntity(place, on) => {
                self.there.get_mut(&self.at(place)).into_iter().for_each(|part| part.is_on = on);
            }
            Act::ChildOf(child, parent) => self.link(self.at(child), self.at(parent), usize::MAX),
            Act::InsertChild(parent, child, place) => {
                self.link(self.at(child), self.at(parent), usize::from(place));
            }
            Act::Detach(place) => self.detach(self.at(place)),
            Act::DetachChildren(place) => {
                let children = self.there.get(&self.at(place)).map(|part| part.children.clone());
                children.into_iter().flatten().for_each(|child| self.detach(child));
            }
            Act::Name(place, name) => {
                let name = Some(NAMES[usize::from(name)].to_string()).filter(|name| !name.is_empty());
                self.there.get_mut(&self.at(place)).into_iter().for_each(|part| part.name = name.clone());
            }
            Act::Take(..)
            | Act::GiveBack(..)
            | Act::Prewarm(..)
            | Act::DropPool(_)
            | Act::Frame(_)
            | Act::UpdateType(_)
            | Act::Duplicate(_)
            | Act::Prefab(..)
            | Act::Load(_) => return false,
            _ => {}
        }
        self.settle();
        true
    }

    fn spawn(&mut self, count: u8, kinds: &[Kind]) {
        for entity in self.new.by_ref().take(count.into()).collect::<Vec<_>>() {
            self.there.insert(entity, Part { is_on: true, ..Part::default() });
            self.add(entity, kinds);
        }
    }

    /// Adds what the entity lacks, with what that requires.
    fn add(&mut self, entity: Entity, kinds: &[Kind]) {
        let Some(part) = self.there.get(&entity) else { return };
        let lacks = |kind: &&Kind| !part.pieces.contains_key(*kind);
        self.insert(entity, &kinds.iter().filter(lacks).copied().collect::<Vec<_>>());
    }

    /// Adds components or puts others in their place, each with what it requires.
    fn insert(&mut self, entity: Entity, kinds: &[Kind]) {
        let Some(part) = self.there.get_mut(&entity) else { return };
        let required = kinds.contains(&Kind::Wing).then_some([Kind::Body, Kind::Tag]);
        for kind in kinds.iter().copied().chain(required.into_iter().flatten()) {
            part.pieces.entry(kind).or_insert(Piece { is_on: Some(true), is_enabled: false, value: None });
        }
    }

    fn lose(&mut self, entity: Entity, kinds: &[Kind]) {
        let part = self.there.get_mut(&entity);
        part.into_iter().for_each(|part| part.pieces.retain(|kind, _| !kinds.contains(kind)));
    }

    /// Ends an entity and all below it.
    fn end(&mut self, entity: Entity) {
        self.detach(entity);
        let part = self.there.remove(&entity);
        part.into_iter().flat_map(|part| part.children).for_each(|child| self.end(child));
    }

    fn link(&mut self, child: Entity, parent: Entity, place: usize) {
        let mut above = std::iter::successors(Some(parent), |above| self.there.get(above)?.parent);
        let are_alive = [child, parent].iter().all(|entity| self.there.contains_key(entity));
        if !are_alive || above.any(|above| above == child) {
            return;
        }
        self.detach(child);
        self.there.get_mut(&child).expect("it is alive").parent = Some(parent);
        let children = &mut self.there.get_mut(&parent).expect("it is alive").children;
        children.insert(place.min(children.len()), child);
    }

    fn detach(&mut self, child: Entity) {
        let parent = self.there.get_mut(&child).and_then(|part| part.parent.take());
        let parent = parent.and_then(|parent| self.there.get_mut(&parent));
        parent.into_iter().for_each(|part| part.children.retain(|other| *other != child));
    }

    /// An entity is enabled where its own switch and those above it are on.
    fn settle(&mut self) {
        let is_enabled = |entity| {
            let all = std::iter::successors(Some(entity), |above: &Entity| self.there[above].parent);
            { all }.all(|entity| self.there[&entity].is_on)
        };
        let enabled: Vec<bool> = self.there.keys().map(|&entity| is_enabled(entity)).collect();
        self.there.values_mut().zip(enabled).for_each(|(part, is_enabled)| part.is_enabled = is_enabled);
    }
}

fn kinds(group: Group) -> &'static [Kind] {
    match group {
        Group::BodyTag => &[Kind::Body, Kind::Tag],
        Group::KeptDust => &[Kind::Kept, Kind::Dust],
        Group::WingUnit => &[Kind::Wing, Kind::Unit],
        Group::All => &[Kind::Unit, Kind::Body, Kind::Kept, Kind::Node, Kind::Dust, Kind::Tag, Kind::Spy],
    }
}
