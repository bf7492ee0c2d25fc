//! The forest as plain collections: what each call does to it, and what must be true then.

use std::collections::BTreeMap;

/// The number of an entity: each has one of its own, and keeps it when a pool gives it another name.
pub type Id = usize;

/// The types, in the order of their first add.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Kind {
    /// Inherits, has hooks.
    Place,
    /// Inherits, has no hooks, and ends without code of the user's.
    Tint,
    /// Has hooks in which it does what it is told, and is updated.
    Actor,
    /// As `Actor`, and tracked.
    Keen,
}

pub const KINDS: [Kind; 4] = [Kind::Place, Kind::Tint, Kind::Actor, Kind::Keen];

impl Kind {
    pub fn inherits(self) -> bool {
        matches!(self, Self::Place | Self::Tint)
    }

    pub fn is_notified(self) -> bool {
        self != Self::Tint
    }
}

/// A component.
#[derive(Clone, Debug)]
pub struct Part {
    pub serial: usize,
    pub on: bool,
    pub is_dying: bool,
    pub local: i64,
    pub world: i64,
    /// Its `inherit` is to run.
    pub is_due: bool,
    /// From whom it inherited last: whose it was, and which one.
    pub from: Option<(Id, usize)>,
}

impl Part {
    pub fn new(serial: usize, local: i64) -> Self {
        Self { serial, on: true, is_dying: false, local, world: 0, is_due: true, from: None }
    }
}

#[derive(Clone, Debug)]
pub struct Node {
    pub parent: Option<Id>,
    pub children: Vec<Id>,
    pub on: bool,
    pub is_dying: bool,
    /// The how many-th attachment it was that it has its parent by.
    pub attached: u64,
    pub parts: BTreeMap<Kind, Part>,
}

/// Why something is not attached.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Refusal {
    Gone(Id),
    Cycle(Vec<Id>),
}

/// One run of `inherit`: of whom, and from whom.
pub type Run = (Kind, Id, Option<Id>);

#[derive(Clone, Default, Debug)]
pub struct Forest {
    pub nodes: BTreeMap<Id, Node>,
    pub attached: u64,
    pub next: Id,
}

impl Forest {
    pub fn spawn(&mut self) -> Id {
        let id = self.next;
        self.next += 1;
        let (parent, children, parts) = (None, Vec::new(), BTreeMap::new());
        self.nodes.insert(id, Node { parent, children, on: true, is_dying: false, attached: 0, parts });
        id
    }

    pub fn is_alive(&self, id: Id) -> bool {
        self.nodes.contains_key(&id)
    }

    /// It lives, and is not being shut down.
    pub fn is_well(&self, id: Id) -> bool {
        self.nodes.get(&id).is_some_and(|node| !node.is_dying)
    }

    pub fn parent(&self, id: Id) -> Option<Id> {
        self.nodes.get(&id)?.parent
    }

    pub fn children(&self, id: Id) -> Vec<Id> {
        self.nodes.get(&id).map_or_else(Vec::new, |node| node.children.clone())
    }

    pub fn ancestors(&self, id: Id) -> Vec<Id> {
        core::iter::successors(self.parent(id), |&above| self.parent(above)).collect()
    }

    /// All below, each before its children.
    pub fn below(&self, id: Id) -> Vec<Id> {
        let own = |child: Id| [child].into_iter().chain(self.below(child));
        self.children(id).into_iter().flat_map(own).collect()
    }

    pub fn at_and_below(&self, id: Id) -> Vec<Id> {
        [id].into_iter().chain(self.below(id)).collect()
    }

    pub fn is_enabled(&self, id: Id) -> bool {
        let is_on = |id: &Id| self.nodes[id].on;
        is_on(&id) && self.ancestors(id).iter().all(is_on)
    }

    pub fn part(&self, id: Id, kind: Kind) -> Option<&Part> {
        self.nodes.get(&id)?.parts.get(&kind)
    }

    pub fn part_mut(&mut self, id: Id, kind: Kind) -> Option<&mut Part> {
        self.nodes.get_mut(&id)?.parts.get_mut(&kind)
    }

    pub fn is_part_enabled(&self, id: Id, kind: Kind) -> bool {
        self.part(id, kind).is_some_and(|part| part.on) && self.is_enabled(id)
    }

    // ---- links ----

    pub fn attach(&mut self, child: Id, parent: Id, place: Option<usize>) -> Result<(), Refusal> {
        for id in [child, parent] {
            if !self.is_well(id) {
                return Err(Refusal::Gone(id));
            }
        }
        let mut path = vec![parent];
        path.extend(self.ancestors(parent));
        if let Some(end) = path.iter().position(|&above| above == child) {
            path.truncate(end + 1);
            path.reverse();
            return Err(Refusal::Cycle(path));
        }
        self.cut(child);
        self.attached += 1;
        let children = &mut self.nodes.get_mut(&parent).expect("it lives").children;
        children.insert(place.unwrap_or(usize::MAX).min(children.len()), child);
        let attached = self.attached;
        let node = self.nodes.get_mut(&child).expect("it lives");
        (node.parent, node.attached) = (Some(parent), attached);
        Ok(())
    }

    pub fn detach(&mut self, child: Id) -> bool {
        self.is_well(child) && self.cut(child)
    }

    pub fn detach_children(&mut self, parent: Id) -> usize {
        if !self.is_well(parent) {
            return 0;
        }
        self.children(parent).into_iter().filter(|&child| self.cut(child)).count()
    }

    fn cut(&mut self, child: Id) -> bool {
        let Some(parent) = self.nodes.get_mut(&child).and_then(|node| node.parent.take()) else {
            return false;
        };
        let parent = self.nodes.get_mut(&parent).expect("a parent lives");
        parent.children.retain(|&other| other != child);
        true
    }

    // ---- ends ----

    /// Those that end with this one, children first. They are being shut down now.
    pub fn begin_despawn(&mut self, id: Id) -> Vec<Id> {
        if !self.is_well(id) {
            return Vec::new();
        }
        let mut all = vec![id];
        all.extend(self.well_below(id));
        all.reverse();
        for id in &all {
            self.nodes.get_mut(id).expect("it lives").is_dying = true;
        }
        all
    }

    /// What is being shut down already is left out, with all below it.
    fn well_below(&self, id: Id) -> Vec<Id> {
        let children = self.children(id).into_iter().filter(|&child| self.is_well(child));
        children.flat_map(|child| [child].into_iter().chain(self.well_below(child))).collect()
    }

    pub fn end(&mut self, all: &[Id]) {
        for &id in all {
            for child in self.children(id) {
                self.cut(child);
            }
            self.cut(id);
            self.nodes.remove(&id);
        }
    }

    // ---- switches ----

    /// Those at and below an entity that an enabled or disabled entity takes along, parents first.
    pub fn followers(&self, id: Id) -> Vec<Id> {
        let on = |child: &Id| self.nodes[child].on;
        let below = self.children(id).into_iter().filter(on).flat_map(|child| self.followers(child));
        [id].into_iter().chain(below).collect()
    }

    // ---- what is inherited ----

    /// The nearest above that has one.
    fn heritage(&self, id: Id, kind: Kind) -> Option<Id> {
        self.ancestors(id).into_iter().find(|&above| self.part(above, kind).is_some())
    }

    /// Runs `inherit` on all that must, and says on which, each after its parent.
    pub fn frame(&mut self) -> Vec<Run> {
        let roots: Vec<_> = self.nodes.keys().copied().filter(|&id| self.parent(id).is_none()).collect();
        let order: Vec<_> = roots.into_iter().flat_map(|root| self.at_and_below(root)).collect();
        let mut runs = Vec::new();
        for kind in KINDS.into_iter().filter(|kind| kind.inherits()) {
            for &id in &order {
                let from = self.heritage(id, kind);
                let parent = from.and_then(|from| self.part(from, kind));
                let above = parent.map_or(0, |part| part.world);
                let known = from.zip(parent.map(|part| part.serial));
                let has_parent_run = runs.iter().any(|&(of, ran, _)| of == kind && Some(ran) == from);
                let is_enabled = self.is_part_enabled(id, kind);
                let Some(part) = self.part_mut(id, kind) else { continue };
                part.is_due |= part.from != known || has_parent_run;
                part.from = known;
                if part.is_due && is_enabled {
                    (part.is_due, part.world) = (false, part.local + above);
                    runs.push((kind, id, from));
                }
            }
        }
        runs
    }

    /// The value that the nearest one at or above would have now.
    pub fn inherited(&self, id: Id, kind: Kind) -> Option<i64> {
        let nearest = match self.part(id, kind) {
            Some(_) => id,
            None => self.heritage(id, kind)?,
        };
        let part = self.part(nearest, kind)?;
        if !self.is_part_enabled(nearest, kind) {
            return Some(part.world);
        }
        let above = self.heritage(nearest, kind).and_then(|above| self.inherited(above, kind));
        Some(part.local + above.unwrap_or_default())
    }
}
