//! [`Forest`]: the parent and the children of each entity index.

use crate::base::prefetch;

/// For each entity index its parent, its children in their order, and when it was attached.
///
/// Links are kept in pages that are made when an index of the page is linked for the first time, so an index
/// without links costs nothing where no neighbour has any, and a world without links has no page.
///
/// ```text
/// parent      0             first ──► 4   last ──► 2
///           / | \
/// children 4  7  2          4 ⇄ 7 ⇄ 2       `previous` and `next`
/// ```
#[derive(Default)]
pub(crate) struct Forest {
    pages: Vec<Option<Box<[Node; PAGE]>>>,
    /// How many indices have a parent.
    links: usize,
    /// How often an index was attached.
    attached: u64,
}

crate::base::clone_fields!(Forest { pages, links, attached });

/// A page is about as large as that of a look-up table.
const PAGE: usize = 32;

/// Stands where there is no index: that of `Entity::NONE`, which is never handed out.
const NOBODY: u32 = u32::MAX;

#[derive(Clone, Copy)]
struct Node {
    parent: u32,
    first: u32,
    last: u32,
    previous: u32,
    next: u32,
    /// The number of the attachment to its parent. Later attachments have higher numbers.
    serial: u64,
}

const UNLINKED: Node =
    Node { parent: NOBODY, first: NOBODY, last: NOBODY, previous: NOBODY, next: NOBODY, serial: 0 };

fn some(index: u32) -> Option<u32> {
    (index != NOBODY).then_some(index)
}

impl Forest {
    /// Says whether nobody has a parent.
    #[inline]
    pub(crate) fn is_empty(&self) -> bool {
        self.links == 0
    }

    /// How often an index was attached until now.
    pub(crate) fn attached(&self) -> u64 {
        self.attached
    }

    /// The how many-th attachment it was that an index has its parent by; `None` if it has none.
    pub(crate) fn serial(&self, index: u32) -> Option<u64> {
        let node = self.node(index);
        (node.parent != NOBODY).then_some(node.serial)
    }

    #[inline]
    pub(crate) fn parent(&self, index: u32) -> Option<u32> {
        some(self.node(index).parent)
    }

    /// Says whether an index has a parent or children.
    #[inline]
    pub(crate) fn is_linked(&self, index: u32) -> bool {
        let node = self.node(index);
        node.parent & node.first != NOBODY
    }

    /// Yields the children of an index, in their order.
    pub(crate) fn children(&self, index: u32) -> impl Iterator<Item = u32> + '_ {
        self.children_from(self.node(index).first)
    }

    /// Yields the children behind one of them, in their order.
    pub(crate) fn children_behind(&self, child: u32) -> impl Iterator<Item = u32> + '_ {
        self.children_from(self.node(child).next)
    }

    fn children_from(&self, first: u32) -> impl Iterator<Item = u32> + '_ {
        core::iter::successors(some(first), |&child| some(self.node(child).next))
    }

    /// Yields the parent of an index, the parent of that, and so on.
    #[inline]
    pub(crate) fn ancestors(&self, index: u32) -> impl Iterator<Item = u32> + '_ {
        core::iter::successors(self.parent(index), |&above| self.parent(above))
    }

    /// Yields all below an index, each before its children.
    pub(crate) fn below(&self, index: u32) -> impl Iterator<Item = u32> + '_ {
        let mut below = self.walk_below(index);
        core::iter::from_fn(move || below.next(self, true))
    }

    /// Begins a walk through all below an index, each before its children.
    pub(crate) fn walk_below(&self, index: u32) -> WalkBelow {
        WalkBelow { top: index, at: index }
    }

    /// Says whether an index is above another one. Looks at as many links as there are above the one or below
    /// the other, whichever are fewer: at none if nothing is below.
    pub(crate) fn is_above(&self, index: u32, below: u32) -> bool {
        let (mut walk, mut above) = (self.walk_below(index), self.ancestors(below));
        while let (Some(under), Some(over)) = (walk.next(self, true), above.next()) {
            if under == below || over == index {
                return true;
            }
        }
        false
    }

    /// Makes an index the last child of another one, or the one at a place among its children. It leaves its
    /// parent before, if it has one; the other one must not be below it. Where there is no memory, nothing
    /// changes.
    pub(crate) fn attach(&mut self, child: u32, parent: u32, place: Option<usize>) {
        self.make_room(child);
        self.make_room(parent);
        self.unlink(child);
        let next = place.and_then(|place| self.children(parent).nth(place)).unwrap_or(NOBODY);
        let previous = if next == NOBODY { self.node(parent).last } else { self.node(next).previous };
        self.attached += 1;
        self.links += 1;
        let serial = self.attached;
        let node = self.node_mut(child);
        *node = Node { parent, serial, ..*node };
        self.join(parent, previous, child);
        self.join(parent, child, next);
    }

    /// Makes two children of an index neighbours; nobody before one means that it is the first, and nobody
    /// after one that it is the last.
    fn join(&mut self, parent: u32, previous: u32, next: u32) {
        match some(previous) {
            Some(previous) => self.node_mut(previous).next = next,
            None => self.node_mut(parent).first = next,
        }
        match some(next) {
            Some(next) => self.node_mut(next).previous = previous,
            None => self.node_mut(parent).last = previous,
        }
    }

    /// Takes its parent from an index; `false` if it has none.
    pub(crate) fn detach(&mut self, child: u32) -> bool {
        let had_parent = self.unlink(child);
        if had_parent && self.is_empty() {
            self.pages = Vec::new();
        }
        had_parent
    }

    /// As [`Forest::detach`], but keeps the pages.
    fn unlink(&mut self, child: u32) -> bool {
        let Node { parent, previous, next, .. } = *self.node(child);
        if parent == NOBODY {
            return false;
        }
        self.join(parent, previous, next);
        let node = self.node_mut(child);
        *node = Node { first: node.first, last: node.last, ..UNLINKED };
        self.links -= 1;
        true
    }

    /// Takes its parent and its children from an index.
    pub(crate) fn isolate(&mut self, index: u32) {
        while let Some(child) = some(self.node(index).first) {
            self.detach(child);
        }
        self.detach(index);
    }

    /// Asks the processor for the links of an index.
    pub(crate) fn prefetch(&self, index: u32) {
        prefetch(self.node(index));
    }

    #[inline]
    fn node(&self, index: u32) -> &Node {
        match self.pages.get(index as usize / PAGE) {
            Some(Some(page)) => &page[index as usize % PAGE],
            _ => &UNLINKED,
        }
    }

    /// Makes the page of an index.
    fn make_room(&mut self, index: u32) {
        let page = index as usize / PAGE;
        if self.pages.len() <= page {
            self.pages.resize_with(page + 1, || None);
        }
        self.pages[page].get_or_insert_with(|| Box::new([UNLINKED; PAGE]));
    }

    /// The links of an index whose page is made, as it has some.
    fn node_mut(&mut self, index: u32) -> &mut Node {
        let page = self.pages[index as usize / PAGE].as_mut();
        &mut page.expect("the page of what is linked is made")[index as usize % PAGE]
    }

    /// Bytes of memory in use.
    pub(crate) fn bytes(&self) -> usize {
        let pages = self.pages.iter().flatten().count();
        self.pages.capacity() * size_of::<usize>() + pages * size_of::<[Node; PAGE]>()
    }
}

/// A walk through all below an index, each before its children. Nothing is allocated, and nothing is borrowed
/// between two steps.
pub(crate) struct WalkBelow {
    top: u32,
    at: u32,
}

impl WalkBelow {
    /// Goes on to the next one: to what is below the last one too, if that is entered.
    #[inline]
    pub(crate) fn next(&mut self, forest: &Forest, enters: bool) -> Option<u32> {
        if let Some(first) = some(forest.node(self.at).first).filter(|_| enters) {
            self.at = first;
            return Some(first);
        }
        while self.at != self.top {
            let node = forest.node(self.at);
            if let Some(next) = some(node.next) {
                self.at = next;
                return Some(next);
            }
            self.at = node.parent;
        }
        None
    }
}
