//! Scenes: a component that inherits, and parents and children.

use ecs_core::{Component, Entity, update_all};
use glam::{Affine3A, Quat, Vec3};
use peers::changes::Change;
use peers::forest::{Forest, Local};
use peers::scene::{Changing, Scene};
use peers::work::DT;

#[derive(Clone, Copy, Component)]
#[component(inherits)]
struct Transform {
    local: Affine3A,
    world: Affine3A,
}

impl Transform {
    fn new(node: u32) -> Self {
        let Local { rotation, translation } = Local::of(node);
        let (rotation, translation) = (Quat::from_array(rotation), Vec3::from_array(translation));
        Self { local: Affine3A::from_rotation_translation(rotation, translation), world: Affine3A::IDENTITY }
    }

    fn inherit(&mut self, parent: Option<&Self>) {
        self.world = parent.map_or(self.local, |parent| parent.world * self.local);
    }
}

/// The nodes of a forest, in the world of the thread.
pub struct Nodes(Vec<Entity>);

impl Nodes {
    pub fn new(forest: &Forest) -> Self {
        let nodes = 0..forest.parents.len() as u32;
        let ids: Vec<_> = nodes.map(|node| Entity::spawn().with(Transform::new(node))).collect();
        for (&id, parent) in ids.iter().zip(&forest.parents) {
            if let Some(parent) = parent {
                id.child_of(ids[*parent as usize]);
            }
        }
        Self(ids)
    }
}

impl Scene for Nodes {
    fn move_all(&mut self) {
        for transform in Transform::view_mut().iter_mut() {
            transform.local.translation.y += Local::STEP;
        }
    }

    fn move_some(&mut self, nodes: &[u32]) {
        for &node in nodes {
            self.0[node as usize].borrow_mut::<Transform>().local.translation.y += Local::STEP;
        }
    }

    fn propagate(&mut self) {
        update_all(DT);
    }

    fn sum(&mut self) -> f64 {
        let position = |transform: &Transform| f64::from(transform.world.translation.element_sum());
        Transform::view().iter().map(position).sum()
    }
}

impl Changing for Nodes {
    fn change(&mut self, changes: &[Change]) {
        let Self(ids) = self;
        for &change in changes {
            match change {
                Change::Despawn { node } => _ = ids[node as usize].despawn(),
                Change::Spawn { node, parent } => {
                    ids[node as usize] =
                        Entity::spawn().with(Transform::new(node)).child_of(ids[parent as usize]);
                }
                Change::Attach { node, parent } => {
                    ids[node as usize].child_of(ids[parent as usize]);
                }
                Change::Detach { node } => _ = ids[node as usize].detach(),
            }
        }
    }
}
