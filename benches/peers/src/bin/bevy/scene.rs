//! Scenes: the systems of bevy_transform's plugin.

use bevy_ecs::prelude::*;
use bevy_tasks::{ComputeTaskPool, TaskPool, TaskPoolBuilder};
use bevy_transform::prelude::{GlobalTransform, Transform};
use bevy_transform::systems::{
    StaticTransformOptimizations, mark_dirty_trees, propagate_parent_transforms, sync_simple_transforms,
};
use glam::{Quat, Vec3};
use peers::changes::Change;
use peers::forest::{Forest, Local};
use peers::scene::{Changing, Scene};

use crate::types::{parallel, serial};

fn local(node: u32) -> Transform {
    let Local { rotation, translation } = Local::of(node);
    Transform {
        translation: Vec3::from_array(translation),
        rotation: Quat::from_array(rotation),
        scale: Vec3::ONE,
    }
}

/// The nodes, and the systems of the plugin.
pub struct Nodes {
    world: World,
    ids: Vec<Entity>,
    transforms: QueryState<&'static mut Transform>,
    systems: Schedule,
}

impl Nodes {
    fn new(forest: &Forest, mut systems: Schedule, optimised: StaticTransformOptimizations) -> Self {
        let mut world = World::new();
        world.insert_resource(optimised);
        systems.add_systems((mark_dirty_trees, propagate_parent_transforms, sync_simple_transforms).chain());
        let mut ids: Vec<Entity> = Vec::with_capacity(forest.parents.len());
        for (node, parent) in forest.parents.iter().enumerate() {
            let entity = match parent {
                Some(parent) => world.spawn((local(node as u32), ChildOf(ids[*parent as usize]))),
                None => world.spawn(local(node as u32)),
            };
            ids.push(entity.id());
        }
        let transforms = world.query();
        Self { world, ids, transforms, systems }
    }

    /// As many threads as there are processors.
    pub fn with_all_threads(forest: &Forest) -> Self {
        Self::new(forest, parallel(), StaticTransformOptimizations::Enabled)
    }

    /// This thread, and one that helps it to mark what is dirty: `bevy` itself makes such a pool where there
    /// are up to three processors.
    pub fn with_one_thread(forest: &Forest) -> Self {
        ComputeTaskPool::get_or_init(|| TaskPoolBuilder::new().num_threads(1).build());
        Self::new(forest, serial(), StaticTransformOptimizations::Enabled)
    }

    /// As its documentation advises for what always moves.
    pub fn without_marks(forest: &Forest) -> Self {
        ComputeTaskPool::get_or_init(TaskPool::default);
        Self::new(forest, parallel(), StaticTransformOptimizations::Disabled)
    }
}

impl Scene for Nodes {
    fn move_all(&mut self) {
        let transforms = self.transforms.iter_mut(&mut self.world);
        transforms.for_each(|mut local| local.translation.y += Local::STEP);
    }

    fn move_some(&mut self, nodes: &[u32]) {
        let mut transforms = self.transforms.query_mut(&mut self.world);
        for &node in nodes {
            if let Ok(mut local) = transforms.get_mut(self.ids[node as usize]) {
                local.translation.y += Local::STEP;
            }
        }
    }

    /// What an `App` does in a frame: it runs the systems, and forgets what was removed before them.
    fn propagate(&mut self) {
        self.systems.run(&mut self.world);
        self.world.clear_trackers();
    }

    fn sum(&mut self) -> f64 {
        let mut worlds = self.world.query::<&GlobalTransform>();
        let position = |world: &GlobalTransform| f64::from(world.translation().element_sum());
        worlds.iter(&self.world).map(position).sum()
    }
}

impl Changing for Nodes {
    fn change(&mut self, changes: &[Change]) {
        let Self { world, ids, .. } = self;
        for &change in changes {
            match change {
                Change::Despawn { node } => _ = world.despawn(ids[node as usize]),
                Change::Spawn { node, parent } => {
                    let parent = ChildOf(ids[parent as usize]);
                    ids[node as usize] = world.spawn((local(node), parent)).id();
                }
                Change::Attach { node, parent } => {
                    let parent = ChildOf(ids[parent as usize]);
                    world.entity_mut(ids[node as usize]).insert(parent);
                }
                Change::Detach { node } => _ = world.entity_mut(ids[node as usize]).remove::<ChildOf>(),
            }
        }
    }
}
