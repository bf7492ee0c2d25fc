//! Parents and children as plain code links them: each node knows its parent, its first child and its
//! siblings.

/// No node.
const NONE: u32 = u32::MAX;

/// The links of one node.
#[derive(Clone, Copy)]
struct Link {
    parent: u32,
    first: u32,
    before: u32,
    after: u32,
}

/// The links of all nodes.
pub struct Links(Vec<Link>);

impl Links {
    /// Links nodes to these parents.
    pub fn new(parents: &[Option<u32>]) -> Self {
        let alone = Link { parent: NONE, first: NONE, before: NONE, after: NONE };
        let mut links = Self(vec![alone; parents.len()]);
        for (node, &parent) in parents.iter().enumerate() {
            if let Some(parent) = parent {
                links.attach(node as u32, parent);
            }
        }
        links
    }

    /// Returns the node above.
    pub fn parent(&self, node: u32) -> Option<u32> {
        some(self.0[node as usize].parent)
    }

    /// Puts a node below another one, wherever it was.
    pub fn attach(&mut self, node: u32, parent: u32) {
        self.detach(node);
        let after = std::mem::replace(&mut self.0[parent as usize].first, node);
        let link = &mut self.0[node as usize];
        (link.parent, link.after) = (parent, after);
        if let Some(after) = some(after) {
            self.0[after as usize].before = node;
        }
    }

    /// Makes a node a root.
    pub fn detach(&mut self, node: u32) {
        let Link { parent, first, before, after } = self.0[node as usize];
        if let Some(before) = some(before) {
            self.0[before as usize].after = after;
        } else if let Some(parent) = some(parent) {
            self.0[parent as usize].first = after;
        }
        if let Some(after) = some(after) {
            self.0[after as usize].before = before;
        }
        self.0[node as usize] = Link { parent: NONE, first, before: NONE, after: NONE };
    }

    /// Visits a node and all below it, parents first.
    pub fn subtree(&self, top: u32) -> impl Iterator<Item = u32> {
        std::iter::successors(Some(top), move |&node| {
            if let Some(first) = some(self.0[node as usize].first) {
                return Some(first);
            }
            let mut node = node;
            while node != top {
                let link = self.0[node as usize];
                if let Some(after) = some(link.after) {
                    return Some(after);
                }
                node = link.parent;
            }
            None
        })
    }

    /// Visits a node and all above it.
    pub fn path(&self, node: u32) -> impl Iterator<Item = u32> {
        std::iter::successors(Some(node), |&node| self.parent(node))
    }
}

fn some(node: u32) -> Option<u32> {
    (node != NONE).then_some(node)
}
