//! Switches, links, names and guards.

use std::any::Any;

use ecs_core::{Component, Entity, Singleton, find_all};

use super::life::came_to;
use crate::act::{Act, At};
use crate::components::{Body, Kept, Node, Score, Spy, Unit, Wing};
use crate::game::{at, check, is_hidden, known};
use crate::here::here;
use crate::kind::{Kind, of_kind};

/// The names that entities get.
pub const NAMES: [&str; 4] = ["", "ant", "bee", "ant/bee"];

pub(super) fn perform(act: Act) -> bool {
    match act {
        Act::Switch(place, kind, on) => {
            let entity = at(place);
            let done = of_kind!(kind, T => entity.handle::<T>().set_enabled(on));
            came_to("switch", entity, done);
        }
        Act::SwitchEntity(place, on) => came_to("switch", at(place), at(place).set_enabled(on)),
        Act::ChildOf(child, parent) => {
            came_to("child_of", at(child), at(child).try_child_of(at(parent)).is_ok());
        }
        Act::InsertChild(parent, child, place) => {
            let done = at(parent).try_insert_child(usize::from(place), at(child)).is_ok();
            came_to("insert_child", at(child), done);
        }
        Act::Detach(place) => came_to("detach", at(place), at(place).detach()),
        Act::DetachChildren(place) => {
            came_to("detach_children", at(place), at(place).detach_children() != 0);
        }
        Act::Name(place, name) => _ = at(place).set_name(NAMES[usize::from(name)]),
        Act::Find(place, name) => {
            let found = at(place).find(NAMES[usize::from(name)]).is_some();
            let name = NAMES[usize::from(name)];
            let all = find_all(name);
            came_to("find", at(place), found || !all.is_empty());
            // Entities may be found by a path too.
            let is_path = name.is_empty() || name.contains('/');
            let named = known(|entity| entity.name.as_deref() == Some(name)).filter(|_| !is_path);
            check(named.as_ref().is_none_or(|named| named.iter().eq(&all)), || {
                format!("{all:?} are found by name, and not {named:?}")
            });
        }
        Act::Hold(place, kind, mutable) => hold(place, kind, mutable),
        Act::HoldScore(mutable) => {
            if mutable {
                keep_guard(Score::try_borrow_mut().ok());
            } else {
                keep_guard(Score::try_borrow().ok());
            }
        }
        Act::HoldView(kind) => match kind {
            Kind::Body => keep_guard(Body::try_view().ok()),
            Kind::Kept => keep_guard(Kept::try_view_mut().ok()),
            Kind::Wing => keep_guard(Wing::try_view().ok()),
            Kind::Node => keep_guard(Node::try_view().ok()),
            _ => keep_guard(ecs_core::try_query::<(Entity, &Unit, Option<&Spy>)>().ok()),
        },
        Act::LetGo(place) => {
            let guard = here(|here| {
                let count = here.guards.len();
                (count != 0).then(|| here.guards.swap_remove(usize::from(place) % count))
            });
            drop(guard);
        }
        Act::LetAllGo => let_all_go(),
        _ => return false,
    }
    true
}

pub fn let_all_go() {
    let guards = here(|here| std::mem::take(&mut here.guards));
    drop(guards);
}

fn hold(place: At, kind: Kind, mutable: bool) {
    let entity = at(place);
    of_kind!(kind, T => if mutable {
        keep_guard(entity.try_borrow_mut::<T>().ok());
    } else {
        keep_guard(entity.try_borrow::<T>().ok());
    });
}

/// Keeps a guard for later steps, if there is one and room.
fn keep_guard<G: Any>(guard: Option<G>) {
    // One of a hidden world would outlive it.
    let Some(guard) = guard.filter(|_| !is_hidden()) else { return };
    let guard: Box<dyn Any> = Box::new(guard);
    let left = here(|here| {
        let has_room = here.guards.len() < 6;
        if has_room {
            here.guards.push(guard);
            return None;
        }
        Some(guard)
    });
    drop(left);
}
