//! Scenes: rows that lie parents first, and nodes that are linked to each other.

use glam::{Affine3A, Quat, Vec3};
use peers::changes::Change;
use peers::forest::{Forest, Local};
use peers::links::Links;
use peers::scene::{Changing, Scene};

fn local(node: u32) -> Affine3A {
    let Local { rotation, translation } = Local::of(node);
    Affine3A::from_rotation_translation(Quat::from_array(rotation), Vec3::from_array(translation))
}

fn position(world: &Affine3A) -> f64 {
    f64::from(world.translation.element_sum())
}

/// The parent of a root.
const NONE: u32 = u32::MAX;

/// Rows level by level: a parent's row comes before those of its children.
pub struct Rows {
    /// The row of each node.
    rows: Vec<u32>,
    parents: Vec<u32>,
    locals: Vec<Affine3A>,
    worlds: Vec<Affine3A>,
    /// The rows whose local transform was written.
    dirty: Vec<bool>,
    all_dirty: bool,
}

impl Rows {
    pub fn new(forest: &Forest) -> Self {
        let mut levels: Vec<u32> = Vec::with_capacity(forest.parents.len());
        for parent in &forest.parents {
            levels.push(parent.map_or(0, |parent| levels[parent as usize] + 1));
        }
        let mut nodes: Vec<u32> = (0..forest.parents.len() as u32).collect();
        nodes.sort_by_key(|&node| levels[node as usize]);
        let mut rows = vec![0; nodes.len()];
        for (row, &node) in nodes.iter().enumerate() {
            rows[node as usize] = row as u32;
        }
        let parent = |&node: &u32| forest.parents[node as usize].map_or(NONE, |parent| rows[parent as usize]);
        Self {
            parents: nodes.iter().map(parent).collect(),
            locals: nodes.iter().map(|&node| local(node)).collect(),
            worlds: vec![Affine3A::IDENTITY; nodes.len()],
            dirty: vec![false; nodes.len()],
            all_dirty: true,
            rows,
        }
    }
}

impl Scene for Rows {
    fn move_all(&mut self) {
        self.all_dirty = true;
        for local in &mut self.locals {
            local.translation.y += Local::STEP;
        }
    }

    fn move_some(&mut self, nodes: &[u32]) {
        for &node in nodes {
            let row = self.rows[node as usize] as usize;
            self.locals[row].translation.y += Local::STEP;
            self.dirty[row] = true;
        }
    }

    fn propagate(&mut self) {
        let rows = self.parents.iter().zip(&self.locals).enumerate();
        if std::mem::take(&mut self.all_dirty) {
            for (row, (&parent, local)) in rows {
                let world = self.worlds.get(parent as usize).map_or(*local, |parent| *parent * *local);
                self.worlds[row] = world;
            }
            return;
        }
        let mut any = false;
        for (row, (&parent, local)) in rows {
            if self.dirty[row] || self.dirty.get(parent as usize).is_some_and(|&dirty| dirty) {
                let world = self.worlds.get(parent as usize).map_or(*local, |parent| *parent * *local);
                self.worlds[row] = world;
                self.dirty[row] = true;
                any = true;
            }
        }
        if any {
            self.dirty.fill(false);
        }
    }

    fn sum(&mut self) -> f64 {
        self.worlds.iter().map(position).sum()
    }
}

/// Nodes that stay where they are, and a list of those below which something must be done.
pub struct Linked {
    links: Links,
    locals: Vec<Affine3A>,
    worlds: Vec<Affine3A>,
    alive: Vec<bool>,
    moved: Vec<u32>,
}

impl Linked {
    pub fn new(forest: &Forest) -> Self {
        let nodes = 0..forest.parents.len() as u32;
        Self {
            links: Links::new(&forest.parents),
            locals: nodes.clone().map(local).collect(),
            worlds: vec![Affine3A::IDENTITY; nodes.len()],
            alive: vec![true; nodes.len()],
            moved: nodes.filter(|&node| forest.parents[node as usize].is_none()).collect(),
        }
    }
}

impl Scene for Linked {
    fn move_all(&mut self) {
        for local in &mut self.locals {
            local.translation.y += Local::STEP;
        }
        let nodes = 0..self.locals.len() as u32;
        self.moved.extend(nodes.filter(|&node| self.links.parent(node).is_none()));
    }

    fn move_some(&mut self, nodes: &[u32]) {
        for &node in nodes {
            self.locals[node as usize].translation.y += Local::STEP;
            self.moved.push(node);
        }
    }

    /// What is below two that moved is done twice, and is right after the one that comes last above it.
    fn propagate(&mut self) {
        for top in self.moved.drain(..).filter(|&top| self.alive[top as usize]) {
            for node in self.links.subtree(top) {
                let parent = self.links.parent(node).map(|parent| self.worlds[parent as usize]);
                let local = self.locals[node as usize];
                self.worlds[node as usize] = parent.map_or(local, |parent| parent * local);
            }
        }
    }

    fn sum(&mut self) -> f64 {
        let worlds = self.worlds.iter().zip(&self.alive);
        worlds.filter(|&(_, &alive)| alive).map(|(world, _)| position(world)).sum()
    }
}

impl Changing for Linked {
    fn change(&mut self, changes: &[Change]) {
        for &change in changes {
            match change {
                Change::Despawn { node } => {
                    self.links.detach(node);
                    self.links.subtree(node).for_each(|below| self.alive[below as usize] = false);
                }
                Change::Spawn { node, parent } => {
                    self.alive[node as usize] = true;
                    self.locals[node as usize] = local(node);
                    self.links.attach(node, parent);
                    self.moved.push(node);
                }
                Change::Attach { node, parent } => {
                    self.links.attach(node, parent);
                    self.moved.push(node);
                }
                Change::Detach { node } => {
                    self.links.detach(node);
                    self.moved.push(node);
                }
            }
        }
    }
}
