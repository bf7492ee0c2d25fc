//! A plain model of the first world of a calm program: what an act does to entities, components, switches and
//! links.

use std::vec::IntoIter;

use ecs_core::Entity;

use crate::act::{Act, At, Group};
use crate::game::SLOTS;
use crate::journal::Note;
use crate::kind::Kind;
use crate::perform::NAMES;
use crate::there::{Part, Piece, There};

pub struct Model<'s> {
    pub there: There,
    /// Ids that have come, lowest first.
    pub new: IntoIter<Entity>,
    /// The ids that the program had before.
    pub slots: &'s [Entity; SLOTS],
    /// What was noted meanwhile.
    pub notes: &'s [Note],
}

impl Model<'_> {
    pub fn at(&self, At(place): At) -> Entity {
        self.slots[usize::from(place) % SLOTS]
    }

    /// Does what an act does; `false` if that is not foreseen.
    pub fn foresee(&mut self, act: Act) -> bool {
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
            Act::GiveBack(place, _) if self.notes.contains(&("give_back", 1, self.at(place))) => {
                self.detach(self.at(place));
                self.there.get_mut(&self.at(place)).into_iter().for_each(|part| part.is_on = false);
            }
            Act::Take(..)
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
