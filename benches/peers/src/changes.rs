//! Changes of a forest, drawn at random and the same for all peers.

use crate::forest::{Forest, LEVELS};
use crate::links::Links;
use crate::work::Random;

/// One change. A node is named by its number, which is given again to one that is spawned after it died.
#[derive(Clone, Copy)]
pub enum Change {
    /// The node dies with all below it.
    Despawn {
        /// The topmost that dies.
        node: u32,
    },
    /// A node comes to be.
    Spawn {
        /// Its number, which had a node that is dead.
        node: u32,
        /// What it is below.
        parent: u32,
    },
    /// The node goes below another one, with all below it.
    Attach {
        /// The topmost that goes.
        node: u32,
        /// What it goes below.
        parent: u32,
    },
    /// The node becomes a root, with all below it.
    Detach {
        /// It has a parent.
        node: u32,
    },
}

/// The most nodes below one that is attached, detached or despawned.
const MOST_BELOW: usize = 32;

/// Draws changes, and knows the forest after them.
pub struct Changes {
    links: Links,
    alive: Vec<bool>,
    free: Vec<u32>,
    random: Random,
}

impl Changes {
    /// Begins with a forest.
    pub fn new(forest: &Forest) -> Self {
        let links = Links::new(&forest.parents);
        let alive = vec![true; forest.parents.len()];
        Self { links, alive, free: Vec::new(), random: Random::default() }
    }

    /// Draws so many changes, a fourth of each kind, in turn.
    pub fn draw(&mut self, count: usize) -> Vec<Change> {
        (0..count / 4)
            .flat_map(|_| [self.draw_despawn(), self.draw_spawn(), self.draw_attach(), self.draw_detach()])
            .collect()
    }

    fn draw_despawn(&mut self) -> Change {
        let node = self.small();
        self.links.detach(node);
        for node in self.links.subtree(node) {
            self.alive[node as usize] = false;
            self.free.push(node);
        }
        Change::Despawn { node }
    }

    fn draw_spawn(&mut self) -> Change {
        let node = self.free.pop().expect("a despawn came before");
        // What died below it has been spawned again before, elsewhere: the last that died is the first.
        let parent = self.parent_for(node, 0);
        self.alive[node as usize] = true;
        self.links.attach(node, parent);
        Change::Spawn { node, parent }
    }

    fn draw_attach(&mut self) -> Change {
        let node = self.small();
        let height = self.links.subtree(node).map(|below| self.level(below)).max();
        let height = height.expect("it has itself") - self.level(node);
        let parent = self.parent_for(node, height);
        self.links.attach(node, parent);
        Change::Attach { node, parent }
    }

    fn draw_detach(&mut self) -> Change {
        let mut node = self.small();
        while self.links.parent(node).is_none() {
            node = self.small();
        }
        self.links.detach(node);
        Change::Detach { node }
    }

    /// Draws a living node.
    fn any(&mut self) -> u32 {
        loop {
            let node = self.random.below(self.alive.len());
            if self.alive[node] {
                return node as u32;
            }
        }
    }

    /// Draws a living node without much below it.
    fn small(&mut self) -> u32 {
        loop {
            let node = self.any();
            if self.links.subtree(node).nth(1 + MOST_BELOW).is_none() {
                return node;
            }
        }
    }

    /// Draws a parent for a node with so many levels below it: neither one of them, nor so deep that there
    /// were too many levels.
    fn parent_for(&mut self, node: u32, height: usize) -> u32 {
        loop {
            let parent = self.any();
            let fits = self.level(parent) + 1 + height < LEVELS;
            if fits && self.links.path(parent).all(|above| above != node) {
                return parent;
            }
        }
    }

    fn level(&self, node: u32) -> usize {
        self.links.path(node).count() - 1
    }
}
