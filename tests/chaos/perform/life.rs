//! Births and ends.

use ecs_core::{Archetype, Entity, WithChildren, World};

use super::changes::let_all_go;
use crate::act::{Act, At, Group};
use crate::components::{Body, Dust, Kept, Node, Spy, Tag, Unit, Wing};
use crate::game::{at, check, game, keep};
use crate::journal::{note, observe_all};
use crate::kind::{Kind, of_kind};
use crate::meddle::{Site, meddle};

/// Evaluates an expression with the types of a group as a tuple.
macro_rules! of_group {
    ($group:expr, $B:ident => $do:expr) => {
        match $group {
            Group::BodyTag => {
                type $B = (Body, Tag);
                $do
            }
            Group::KeptDust => {
                type $B = (Kept, Dust);
                $do
            }
            Group::WingUnit => {
                type $B = (Wing, Unit);
                $do
            }
            Group::All => {
                type $B = (Unit, Body, Kept, Node, Dust, Tag, Spy);
                $do
            }
        }
    };
}
pub(super) use of_group;

fn closure(kind: Kind, entity: Entity) {
    meddle(Site::Closure, kind as u8, entity);
}

/// Notes what a call has come to.
pub(super) fn came_to(what: &'static str, entity: Entity, is_so: bool) {
    note(what, u8::from(is_so), entity);
}

pub(super) fn perform(act: Act) -> bool {
    match act {
        Act::Spawn(place) => Entity::try_spawn().into_iter().for_each(|new| keep(place, new)),
        Act::SpawnWith(place, group) => {
            let new = of_group!(group, B => Entity::try_spawn_with(B::default()));
            came_to("spawn_with", Entity::NONE, new.is_ok());
            new.into_iter().for_each(|new| keep(place, new));
        }
        Act::SpawnMany(place, group, count) => spawn_many(place, group, count),
        Act::SpawnDefault(place, group) => {
            let new = of_group!(group, B => Archetype::<B>::try_spawn());
            new.into_iter().for_each(|new| keep(place, new));
        }
        Act::SpawnTree(place, group, below) => {
            let new = of_group!(group, A => of_group!(below, B => {
                let gun = B::default().with_children(A::default().named("lamp"));
                Entity::try_spawn_tree(A::default().with_children(gun)).map(|(top, _)| top)
            }));
            came_to("spawn_tree", Entity::NONE, new.is_ok());
            new.into_iter().for_each(|new| keep(place, new));
        }
        Act::WithChildren(place, group, below) => {
            let new = of_group!(group, A => of_group!(below, B => {
                let gun = A::default().with_children(B::default().named("lamp"));
                at(place).try_with_children((gun, B::default())).is_ok()
            }));
            came_to("with_children", at(place), new);
        }
        Act::Add(place, kind) => {
            let done = of_kind!(kind, T => at(place).try_add::<T>().is_ok());
            came_to("add", at(place), done);
        }
        Act::AddWith(place, kind) => {
            let entity = at(place);
            let done = of_kind!(kind, T => entity.try_add_with::<T>(|| {
                meddle(Site::Default, kind as u8, entity);
                T::default()
            }).is_ok());
            came_to("add_with", entity, done);
        }
        Act::Insert(place, kind) => {
            let entity = at(place);
            let ends_before = game(|game| {
                let realm = game.realm();
                let is_known = kind == Kind::Tag && realm.known.contains_key(&(kind, entity));
                is_known.then_some(realm.ends_of_tags)
            });
            let done = of_kind!(kind, T => entity.try_insert(T::default()).is_ok());
            // A tag ends at once, also if it is borrowed. Inside of a hook its end may wait.
            let is_due = done && game(|game| game.depth) == 0;
            if let Some(before) = ends_before.filter(|_| is_due) {
                let has_ended = game(|game| game.realm().ends_of_tags) > before;
                check(has_ended, || format!("no observer knows that the tag of {entity:?} has ended"));
            }
            came_to("insert", entity, done);
        }
        Act::InsertAll(place, group) => {
            let done = of_group!(group, B => at(place).try_insert_all(B::default()).is_ok());
            came_to("insert_all", at(place), done);
        }
        Act::Apply(place, group) => {
            let done = of_group!(group, B => Archetype::<B>::try_apply(at(place)).is_ok());
            came_to("apply", at(place), done);
        }
        Act::Replace(place, kind) => {
            let done = of_kind!(kind, T => at(place).try_replace(T::default()).is_ok());
            came_to("replace", at(place), done);
        }
        Act::Remove(place, kind) => {
            let done = of_kind!(kind, T => at(place).try_remove::<T>().is_ok());
            came_to("remove", at(place), done);
        }
        Act::RemoveGroup(place, group) => {
            let count = of_group!(group, B => Archetype::<B>::remove(at(place)));
            came_to("remove_group", at(place), count != 0);
        }
        Act::Kill(place, kind) => {
            let done = of_kind!(kind, T => at(place).kill::<T>());
            came_to("kill", at(place), done);
        }
        Act::ClearType(kind) => of_kind!(kind, T => { <T as ecs_core::Component>::clear(); }),
        Act::Despawn(place) => {
            let entity = at(place);
            came_to("despawn", entity, entity.despawn());
        }
        Act::DespawnMany(At(place), count) => {
            let some: Vec<Entity> = (place..place + count).map(|place| at(At(place))).collect();
            Entity::despawn_many(&some);
        }
        Act::ClearWorld => World::clear(),
        Act::ResetWorld => {
            // New observers would be notified of ends that wait for guards, so nobody keeps one now.
            game(|game| game.budget = 0);
            let_all_go();
            World::flush();
            World::reset();
            // All observers are gone.
            game(|game| {
                game.realm().known.clear();
                game.realm().parents.clear();
            });
            observe_all();
        }
        _ => return false,
    }
    true
}

fn spawn_many(At(place): At, group: Group, count: u8) {
    let all = of_group!(group, B => {
        Entity::try_spawn_many(usize::from(count), |_, entity| {
            closure(Kind::Body, entity);
            B::default()
        })
    });
    for (place, new) in (place..).zip(all.into_iter().flatten()) {
        keep(At(place), new);
    }
}
