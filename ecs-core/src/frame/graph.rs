//! [`Graph`]: puts places in an order that [`Edge`]s, its constraints, change as little as possible.

/// Says that one pass or system runs before another, both as places in a list.
#[derive(Clone, Copy)]
pub(crate) struct Edge {
    pub(crate) earlier: usize,
    pub(crate) later: usize,
    pub(crate) why: Why,
    /// The set by which it is said.
    pub(crate) set: Option<&'static str>,
}

/// Where it is written that one type runs before another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Why {
    /// The later one lists the earlier one in its `after`.
    After,
    /// The earlier one lists the later one in its `before`.
    Before,
    /// The later one has `after_handles`, and this field refers to the earlier one.
    Handle {
        /// The name of the field, or its number.
        field: &'static str,
    },
    /// The earlier one stands before the later one in a [chain](crate::IntoSystem::chain).
    Chain,
}

impl Edge {
    pub(crate) fn after(earlier: usize, later: usize) -> Self {
        Self { earlier, later, why: Why::After, set: None }
    }

    pub(crate) fn before(earlier: usize, later: usize) -> Self {
        Self { earlier, later, why: Why::Before, set: None }
    }

    /// The one that says so, and is to move, and the one that it names.
    fn said_of(self) -> (usize, usize) {
        match self.why {
            Why::Before => (self.earlier, self.later),
            Why::After | Why::Handle { .. } | Why::Chain => (self.later, self.earlier),
        }
    }
}

/// Places, numbered as they came, and what they say about each other.
pub(crate) struct Graph {
    /// For each place, those that stand after it, and those that stand before it.
    followers: Vec<Vec<usize>>,
    leaders: Vec<Vec<usize>>,
    /// For each place, those that it names.
    named: Vec<Vec<usize>>,
}

impl Graph {
    pub(crate) fn new(places: usize, edges: &[Edge]) -> Self {
        let none = vec![Vec::new(); places];
        let mut graph = Self { followers: none.clone(), leaders: none.clone(), named: none };
        for edge in edges {
            graph.followers[edge.earlier].push(edge.later);
            graph.leaders[edge.later].push(edge.earlier);
            let (says, named) = edge.said_of();
            graph.named[says].push(named);
        }
        graph
    }

    /// For each place, whether it stands before this one, directly or through others.
    pub(crate) fn before(&self, place: usize) -> Vec<bool> {
        reached(&self.leaders, place)
    }

    /// Orders the places, or finds a cycle.
    ///
    /// Those that say nothing stand as they came. Each of the others is then put among them, the first that
    /// came first, but after those that it names: where its constraints hold, and it changes order with as
    /// few as possible. If constraints leave two no choice that say nothing, the one that came later moves
    /// before the other.
    pub(crate) fn order(&self) -> Result<Vec<usize>, Vec<usize>> {
        self.refuse_cycle()?;
        let mut order = Vec::with_capacity(self.named.len());
        let mut is_due = vec![true; self.named.len()];
        let (unconstrained, constrained): (Vec<usize>, Vec<usize>) =
            (0..self.named.len()).partition(|&place| self.named[place].is_empty());
        unconstrained
            .into_iter()
            .chain(constrained)
            .for_each(|place| self.put(place, &mut order, &mut is_due));
        Ok(order)
    }

    /// Puts a place into an order, after those that it names.
    fn put(&self, place: usize, order: &mut Vec<usize>, is_due: &mut [bool]) {
        if core::mem::take(&mut is_due[place]) {
            self.named[place].iter().for_each(|&named| self.put(named, order, is_due));
            order.insert(self.nearest(place, order), place);
        }
    }

    /// Where a place changes order with the fewest. What is put already keeps all constraints, also those
    /// through places that are not.
    fn nearest(&self, place: usize, order: &[usize]) -> usize {
        let (before, behind) = (self.before(place), reached(&self.followers, place));
        let first = order.iter().rposition(|&other| before[other]).map_or(0, |last| last + 1);
        let (mut nearest, mut changes, mut fewest) = (first, 0, 0);
        for (passed, &other) in order.iter().enumerate().skip(first).take_while(|&(_, &other)| !behind[other])
        {
            changes += if other < place { -1 } else { 1 };
            if changes < fewest {
                (nearest, fewest) = (passed + 1, changes);
            }
        }
        nearest
    }

    fn refuse_cycle(&self) -> Result<(), Vec<usize>> {
        let mut waiting_for: Vec<usize> = self.leaders.iter().map(Vec::len).collect();
        let mut ready: Vec<usize> = (0..waiting_for.len()).filter(|&place| waiting_for[place] == 0).collect();
        while let Some(place) = ready.pop() {
            for &follower in &self.followers[place] {
                waiting_for[follower] -= 1;
                if waiting_for[follower] == 0 {
                    ready.push(follower);
                }
            }
        }
        match waiting_for.iter().position(|&leaders| leaders != 0) {
            Some(place) => Err(self.find_cycle(place, |place| waiting_for[place] != 0)),
            None => Ok(()),
        }
    }

    /// Walks backwards among the places that still wait: each has a leader that waits too, so one comes
    /// round.
    fn find_cycle(&self, mut place: usize, waits: impl Fn(usize) -> bool) -> Vec<usize> {
        let mut walked = Vec::new();
        while !walked.contains(&place) {
            walked.push(place);
            let leaders = self.leaders[place].iter().copied();
            place = leaders.filter(|&leader| waits(leader)).min().unwrap_or(place);
        }
        let start = walked.iter().position(|&seen| seen == place).unwrap_or(0);
        let mut cycle = walked.split_off(start);
        cycle.reverse();
        cycle
    }
}

/// For each place, whether it is reached from one, directly or through others. The one itself is only in a
/// cycle.
fn reached(next: &[Vec<usize>], from: usize) -> Vec<bool> {
    let mut reached = vec![false; next.len()];
    let mut waiting = vec![from];
    while let Some(place) = waiting.pop() {
        for &place in &next[place] {
            if !core::mem::replace(&mut reached[place], true) {
                waiting.push(place);
            }
        }
    }
    reached
}
