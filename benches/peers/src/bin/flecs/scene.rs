//! Scenes: a cascading query, as in the examples of the library.

use flecs_ecs::prelude::*;
use glam::{Affine3A, Quat, Vec3};
use peers::changes::Change;
use peers::forest::{Forest, Local};
use peers::scene::{Changing, Scene};

/// Where a node stands, seen from its parent.
#[derive(Clone, Component)]
struct Near(Affine3A);

/// Where a node stands.
#[derive(Clone, Component)]
struct Far(Affine3A);

fn near(node: u32) -> Near {
    let Local { rotation, translation } = Local::of(node);
    Near(Affine3A::from_rotation_translation(Quat::from_array(rotation), Vec3::from_array(translation)))
}

type Cascade = Query<(&'static Near, Option<&'static Far>, &'static mut Far)>;

/// The nodes. With `CHANGED`, only tables are visited that were written to, or whose parent's table was.
/// Queries end before their world.
pub struct Nodes<const CHANGED: bool> {
    cascade: Cascade,
    locals: Query<&'static mut Near>,
    worlds: Query<&'static Far>,
    ids: Vec<Entity>,
    world: World,
}

impl<const CHANGED: bool> Nodes<CHANGED> {
    pub fn new(forest: &Forest) -> Self {
        let world = World::new();
        let mut ids: Vec<Entity> = Vec::with_capacity(forest.parents.len());
        for (node, parent) in forest.parents.iter().enumerate() {
            let entity = spawn(&world, node as u32);
            if let Some(parent) = parent {
                entity.child_of(ids[*parent as usize]);
            }
            ids.push(entity.id());
        }
        let mut cascade = world.query::<(&Near, Option<&Far>, &mut Far)>();
        cascade.term_at(1).parent().cascade().set_cached();
        if CHANGED {
            cascade.detect_changes();
        }
        let cascade = cascade.build();
        Self { cascade, locals: crate::cached(&world), worlds: crate::cached(&world), ids, world }
    }
}

/// Spawns a root. An entity that gets its values first makes one table for a parent, not three.
fn spawn(world: &World, node: u32) -> EntityView<'_> {
    world.entity().set(near(node)).set(Far(Affine3A::IDENTITY))
}

impl<const CHANGED: bool> Scene for Nodes<CHANGED> {
    fn move_all(&mut self) {
        self.locals.run(|mut tables| {
            while tables.next() {
                let mut locals = tables.field_mut::<Near>(0);
                for row in tables.iter() {
                    locals[row].0.translation.y += Local::STEP;
                }
            }
        });
    }

    fn move_some(&mut self, nodes: &[u32]) {
        for &node in nodes {
            let entity = self.world.entity_from_id(self.ids[node as usize]);
            entity.get::<&mut Near>(|local| local.0.translation.y += Local::STEP);
            if CHANGED {
                entity.modified(Near::id());
            }
        }
    }

    fn propagate(&mut self) {
        self.cascade.run(|mut tables| {
            while tables.next() {
                if CHANGED && !tables.is_changed() {
                    tables.skip();
                    continue;
                }
                let locals = tables.field::<Near>(0);
                let parent = tables.get_field::<Far>(1);
                let mut worlds = tables.field_mut::<Far>(2);
                match parent {
                    Some(parent) => {
                        let parent = parent[0].0;
                        for row in tables.iter() {
                            worlds[row].0 = parent * locals[row].0;
                        }
                    }
                    None => {
                        for row in tables.iter() {
                            worlds[row].0 = locals[row].0;
                        }
                    }
                }
            }
        });
    }

    fn sum(&mut self) -> f64 {
        let mut sum = 0.0;
        self.worlds.each(|world| sum += f64::from(world.0.translation.element_sum()));
        sum
    }
}

impl<const CHANGED: bool> Changing for Nodes<CHANGED> {
    fn change(&mut self, changes: &[Change]) {
        let Self { world, ids, .. } = self;
        for &change in changes {
            match change {
                Change::Despawn { node } => world.entity_from_id(ids[node as usize]).destruct(),
                Change::Spawn { node, parent } => {
                    ids[node as usize] = spawn(world, node).child_of(ids[parent as usize]).id();
                }
                Change::Attach { node, parent } => {
                    world.entity_from_id(ids[node as usize]).child_of(ids[parent as usize]);
                }
                Change::Detach { node } => {
                    world.entity_from_id(ids[node as usize]).remove((flecs::ChildOf::ID, *flecs::Wildcard));
                }
            }
        }
    }
}
