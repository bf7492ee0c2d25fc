//! A plain model of the first world of a calm program: it does to entities, components, switches and links
//! what an act does. Acts that it does not foresee leave it as the library says.

use std::vec::IntoIter;

use ecs_core::Entity;

use crate::act::{Act, At, Group};
use crate::game::SLOTS;
use crate::journal::Note;
use crate::kind::Kind;
use crate::perform::NAMES;
use crate::state::{ComponentState, EntityState, State};

pub struct Model<'s> {
    pub state: State,
    /// The ids of entities that the act has made, lowest first.
    pub new: IntoIter<Entity>,
    /// The ids that the program had before.
    pub slots: &'s [Entity; SLOTS],
    /// The log of the act.
    pub notes: &'s [Note],
}

/// Kinds of which no entity has both.
const EXCLUDED: [[Kind; 2]; 1] = [[Kind::Wing, Kind::Spy]];

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
            Act::SpawnTree(_, group, below) => {
                let [top, gun, lamp] = [group, below, group].map(|group| self.spawn_one(kinds(group)));
                self.hang(gun, top);
                self.hang(lamp, gun);
                self.call(lamp, "lamp");
            }
            Act::WithChildren(place, group, below) => {
                let [gun, lamp, other] = [group, below, below].map(|group| self.spawn_one(kinds(group)));
                let parent = Some(self.at(place));
                self.hang(gun, parent);
                self.hang(lamp, gun);
                self.hang(other, parent);
                self.call(lamp, "lamp");
            }
            Act::Add(place, kind) | Act::AddWith(place, kind) => self.add(self.at(place), &[kind]),
            Act::Apply(place, group) => self.add(self.at(place), kinds(group)),
            Act::Insert(place, kind) | Act::Replace(place, kind) => self.insert(self.at(place), &[kind]),
            Act::InsertAll(place, group) => self.insert(self.at(place), kinds(group)),
            Act::Remove(place, kind) | Act::Kill(place, kind) => self.lose(self.at(place), &[kind]),
            Act::RemoveGroup(place, group) => self.lose(self.at(place), kinds(group)),
            Act::ClearType(kind) => {
                self.state.values_mut().for_each(|part| _ = part.components.remove(&kind));
            }
            Act::Despawn(place) => self.end(self.at(place)),
            Act::DespawnMany(At(place), count) => {
                (place..place + count).for_each(|place| self.end(self.at(At(place))));
            }
            Act::ClearWorld | Act::ResetWorld => self.state.clear(),
            Act::Switch(place, kind, on) => {
                let part = self.state.get_mut(&self.at(place));
                let component = part.and_then(|part| part.components.get_mut(&kind));
                component.into_iter().for_each(|component| component.is_on = Some(on));
            }
            Act::SwitchEntity(place, on) => {
                self.state.get_mut(&self.at(place)).into_iter().for_each(|part| part.is_on = on);
            }
            Act::ChildOf(child, parent) => self.link(self.at(child), self.at(parent), usize::MAX),
            Act::InsertChild(parent, child, place) => {
                self.link(self.at(child), self.at(parent), usize::from(place));
            }
            Act::Detach(place) => self.detach(self.at(place)),
            Act::DetachChildren(place) => {
                let children = self.state.get(&self.at(place)).map(|part| part.children.clone());
                children.into_iter().flatten().for_each(|child| self.detach(child));
            }
            Act::Name(place, name) => {
                let name = Some(NAMES[usize::from(name)].to_string()).filter(|name| !name.is_empty());
                self.state.get_mut(&self.at(place)).into_iter().for_each(|part| part.name = name.clone());
            }
            Act::GiveBack(place, _) if self.notes.contains(&("give_back", 1, self.at(place))) => {
                self.detach(self.at(place));
                self.state.get_mut(&self.at(place)).into_iter().for_each(|part| part.is_on = false);
            }
            Act::Take(..)
            | Act::Prewarm(..)
            | Act::DropPool(_)
            | Act::Frame(_)
            | Act::Flush
            | Act::UpdateType(_)
            | Act::Duplicate(_)
            | Act::Prefab(..)
            | Act::Load(_)
            | Act::Mood(_)
            | Act::Shade(_) => return false,
            _ => {}
        }
        self.settle();
        true
    }

    fn spawn(&mut self, count: u8, kinds: &[Kind]) {
        for entity in self.new.by_ref().take(count.into()).collect::<Vec<_>>() {
            self.state.insert(entity, EntityState { is_on: true, ..EntityState::default() });
            self.add(entity, kinds);
        }
    }

    /// The next new entity, if the call has spawned one.
    fn spawn_one(&mut self, kinds: &[Kind]) -> Option<Entity> {
        let entity = self.new.next()?;
        self.state.insert(entity, EntityState { is_on: true, ..EntityState::default() });
        self.add(entity, kinds);
        Some(entity)
    }

    fn hang(&mut self, child: Option<Entity>, parent: Option<Entity>) {
        child.zip(parent).into_iter().for_each(|(child, parent)| self.link(child, parent, usize::MAX));
    }

    fn call(&mut self, entity: Option<Entity>, name: &str) {
        let part = entity.and_then(|entity| self.state.get_mut(&entity));
        part.into_iter().for_each(|part| part.name = Some(name.to_string()));
    }

    /// Adds the components that the entity lacks, each with those that it requires: all of them, or none.
    fn add(&mut self, entity: Entity, kinds: &[Kind]) {
        let Some(part) = self.state.get(&entity) else { return };
        let lacks = |kind: &&Kind| !part.components.contains_key(*kind);
        let lacking: Vec<_> = kinds.iter().filter(lacks).copied().collect();
        if lacking.iter().all(|&kind| !is_excluded(part, kind)) {
            self.insert(entity, &lacking);
        }
    }

    /// Adds components or replaces them, each with those that it requires, until one is excluded.
    fn insert(&mut self, entity: Entity, kinds: &[Kind]) {
        let Some(part) = self.state.get_mut(&entity) else { return };
        let kinds = kinds.split(|&kind| is_excluded(part, kind)).next().unwrap_or_default();
        let required = kinds.contains(&Kind::Wing).then_some([Kind::Body, Kind::Tag]);
        for kind in kinds.iter().copied().chain(required.into_iter().flatten()) {
            part.components.entry(kind).or_insert(ComponentState {
                is_on: Some(true),
                is_enabled: false,
                value: None,
            });
        }
    }

    fn lose(&mut self, entity: Entity, kinds: &[Kind]) {
        let part = self.state.get_mut(&entity);
        part.into_iter().for_each(|part| part.components.retain(|kind, _| !kinds.contains(kind)));
    }

    /// Ends an entity and all below it.
    fn end(&mut self, entity: Entity) {
        self.detach(entity);
        let part = self.state.remove(&entity);
        part.into_iter().flat_map(|part| part.children).for_each(|child| self.end(child));
    }

    fn link(&mut self, child: Entity, parent: Entity, place: usize) {
        let mut above = std::iter::successors(Some(parent), |above| self.state.get(above)?.parent);
        let are_alive = [child, parent].iter().all(|entity| self.state.contains_key(entity));
        if !are_alive || above.any(|above| above == child) {
            return;
        }
        self.detach(child);
        self.state.get_mut(&child).expect("it is alive").parent = Some(parent);
        let children = &mut self.state.get_mut(&parent).expect("it is alive").children;
        children.insert(place.min(children.len()), child);
    }

    fn detach(&mut self, child: Entity) {
        let parent = self.state.get_mut(&child).and_then(|part| part.parent.take());
        let parent = parent.and_then(|parent| self.state.get_mut(&parent));
        parent.into_iter().for_each(|part| part.children.retain(|other| *other != child));
    }

    /// An entity is enabled where its own switch and those above it are on.
    fn settle(&mut self) {
        let is_enabled = |entity| {
            let all = std::iter::successors(Some(entity), |above: &Entity| self.state[above].parent);
            { all }.all(|entity| self.state[&entity].is_on)
        };
        let enabled: Vec<bool> = self.state.keys().map(|&entity| is_enabled(entity)).collect();
        self.state.values_mut().zip(enabled).for_each(|(part, is_enabled)| part.is_enabled = is_enabled);
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

/// Says whether an entity has a component that excludes one of this kind.
fn is_excluded(part: &EntityState, kind: Kind) -> bool {
    let others = EXCLUDED.iter().filter(|pair| pair.contains(&kind));
    others.flatten().any(|other| *other != kind && part.components.contains_key(other))
}
