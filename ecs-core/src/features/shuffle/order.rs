//! [`shuffle`]: a random order among those that constraints allow.

use std::collections::BTreeSet;

use crate::frame::Edge;

/// Brings the places of an order in another one that keeps all constraints: of those that wait for none any
/// more, the one with the lowest key is next. For random keys all allowed orders are possible. A key belongs
/// to a place: one that comes later leaves the others in their order.
pub(super) fn shuffle(edges: &[Edge], order: &mut Vec<usize>, key: impl Fn(usize) -> u64) {
    let mut followers = vec![Vec::new(); order.len()];
    let mut waits_for = vec![0_usize; order.len()];
    for edge in edges {
        followers[edge.earlier].push(edge.later);
        waits_for[edge.later] += 1;
    }
    let first = order.drain(..).filter(|&place| waits_for[place] == 0);
    let mut ready: BTreeSet<(u64, usize)> = first.map(|place| (key(place), place)).collect();
    while let Some((_, place)) = ready.pop_first() {
        order.push(place);
        for &follower in &followers[place] {
            waits_for[follower] -= 1;
            if waits_for[follower] == 0 {
                ready.insert((key(follower), follower));
            }
        }
    }
}

/// Mixes two numbers into one that looks random: a step of SplitMix64.
pub(super) fn mix(one: u64, other: u64) -> u64 {
    let mut mixed = one.wrapping_add(other.wrapping_add(1).wrapping_mul(0x9E37_79B9_7F4A_7C15));
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    mixed ^ (mixed >> 31)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::{mix, shuffle};
    use crate::frame::{Edge, Planner};

    fn shuffled(places: usize, edges: &[Edge], seed: u64) -> Vec<usize> {
        let mut order = Planner::new(places, edges.to_vec()).order().expect("edges lead upwards");
        shuffle(edges, &mut order, |place| mix(seed, place as u64));
        order
    }

    /// All orders of places that keep the constraints.
    fn allowed(places: usize, edges: &[Edge]) -> BTreeSet<Vec<usize>> {
        let mut orders = BTreeSet::from([Vec::new()]);
        for _ in 0..places {
            let with_next = |order: Vec<usize>| {
                let is_next = |&place: &usize| {
                    let leaders = edges.iter().filter(|edge| edge.later == place);
                    !order.contains(&place) && leaders.map(|edge| edge.earlier).all(|at| order.contains(&at))
                };
                let next: Vec<_> = (0..places).filter(is_next).collect();
                next.into_iter().map(move |place| order.iter().copied().chain([place]).collect())
            };
            orders = orders.into_iter().flat_map(with_next).collect();
        }
        orders
    }

    #[test]
    fn d11_each_allowed_order_of_a_small_graph_occurs_and_no_other() {
        for edges in [
            vec![],
            vec![Edge::after(0, 4)],
            vec![Edge::after(0, 1), Edge::before(1, 2), Edge::after(3, 4)],
            vec![Edge::after(4, 0), Edge::after(4, 1), Edge::after(2, 4), Edge::after(2, 4)],
            (0..4).map(|place| Edge::after(place, place + 1)).collect(),
        ] {
            let all = allowed(5, &edges);
            let found: BTreeSet<_> = (0..4000).map(|seed| shuffled(5, &edges, seed)).collect();
            assert_eq!(found, all);
        }
    }

    /// Would catch: seeds next to each other that have nearly the same orders.
    #[test]
    fn d11_no_order_is_much_more_frequent_than_others() {
        for place in 0..6 {
            let firsts = (0..6000).filter(|&seed| shuffled(6, &[], seed)[0] == place).count();
            assert!((850..1150).contains(&firsts), "{place} is the first {firsts} times");
        }
    }

    /// Random graphs whose constraints lead from lower places to higher ones.
    #[test]
    fn d11_a_shuffled_order_keeps_all_constraints() {
        for seed in 0..400 {
            let draw = |number: usize, below: usize| mix(seed, 1000 + number as u64) as usize % below;
            let places = 1 + draw(0, 40);
            let pairs = (0..draw(1, 80)).map(|pair| [draw(2 + 2 * pair, places), draw(3 + 2 * pair, places)]);
            let upwards = pairs.filter(|[one, other]| one < other);
            let edges: Vec<_> = upwards.map(|[one, other]| Edge::after(one, other)).collect();
            let order = shuffled(places, &edges, seed);
            let mut sorted = order.clone();
            sorted.sort_unstable();
            assert_eq!(sorted, (0..places).collect::<Vec<_>>());
            let turn = |place| order.iter().position(|&other| other == place);
            for edge in &edges {
                assert!(turn(edge.earlier) < turn(edge.later), "{order:?}");
            }
            assert_eq!(order, shuffled(places, &edges, seed));
            // One that comes later leaves the others as they were.
            let mut more = shuffled(places + 1, &edges, seed);
            more.retain(|&place| place != places);
            assert_eq!(order, more);
        }
    }
}
