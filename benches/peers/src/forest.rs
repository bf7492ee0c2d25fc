//! Forests: which node is below which, and where it stands seen from there.

use crate::work::Random;

/// The most levels that a forest has, but for a chain.
pub const LEVELS: usize = 64;

/// Nodes from 0 on, each after its parent.
pub struct Forest {
    /// The parent of each node.
    pub parents: Vec<Option<u32>>,
}

impl Forest {
    /// Eight trees with eight children a node, tree by tree as a game would load them: a node comes before
    /// its children, and they with all below them before its next sibling.
    pub fn wide(count: usize) -> Self {
        let mut parents = Vec::with_capacity(count);
        grow(&mut parents, None, count);
        Self { parents }
    }

    /// Trees of a thousand nodes. A parent is chosen at random among the 32 nodes before, so that a third of
    /// all nodes have no child, few have more than three, and many lie dozens of levels deep.
    pub fn deep(count: usize) -> Self {
        let mut random = Random::default();
        let mut parents: Vec<Option<u32>> = Vec::with_capacity(count);
        let mut levels = Vec::with_capacity(count);
        for node in 0..count {
            let mut parent = None;
            if node % 1000 > 0 {
                let near = node - 1 - random.below(32.min(node % 1000));
                parent = if levels[near] < LEVELS - 1 { Some(near as u32) } else { parents[near] };
            }
            levels.push(parent.map_or(0, |parent| levels[parent as usize] + 1));
            parents.push(parent);
        }
        Self { parents }
    }

    /// Each node is the only child of the one before.
    pub fn chain(count: usize) -> Self {
        Self { parents: (0..count as u32).map(|node| node.checked_sub(1)).collect() }
    }

    /// All others are children of the first node.
    pub fn star(count: usize) -> Self {
        Self { parents: (0..count).map(|node| (node > 0).then_some(0)).collect() }
    }
}

/// Adds eight subtrees of about the same size.
fn grow(parents: &mut Vec<Option<u32>>, above: Option<u32>, count: usize) {
    for place in 0..count.min(8) {
        let node = parents.len() as u32;
        parents.push(above);
        grow(parents, Some(node), (count + 7 - place) / 8 - 1);
    }
}

/// Where a node stands, seen from its parent.
pub struct Local {
    /// A quaternion, w last.
    pub rotation: [f32; 4],
    /// How far it is away.
    pub translation: [f32; 3],
}

impl Local {
    /// How far a node moves along y when it moves.
    pub const STEP: f32 = 1.0;

    /// Returns where a node stands before it moves. Each turns by a hundredth about z or x, so that a chain
    /// goes round in circles.
    pub fn of(node: u32) -> Self {
        let (sin, cos) = 0.005_f32.sin_cos();
        let rotation = if node % 4 < 3 { [0.0, 0.0, sin, cos] } else { [sin, 0.0, 0.0, cos] };
        Self { rotation, translation: [0.1, (node % 7) as f32 * 0.01, 0.05] }
    }
}
