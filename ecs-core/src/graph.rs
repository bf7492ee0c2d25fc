//! [`order`]: brings places in an order in which each stands before its followers.

use std::collections::BTreeSet;

/// Sorts the places so that each stands before its followers, otherwise lowest first; or finds a cycle.
pub(crate) fn order(followers: &[Vec<usize>]) -> Result<Vec<usize>, Vec<usize>> {
    let mut waiting_for = vec![0_usize; followers.len()];
    for &follower in followers.iter().flatten() {
        waiting_for[follower] += 1;
    }
    let mut ready: BTreeSet<usize> = (0..followers.len()).filter(|&place| waiting_for[place] == 0).collect();
    let mut order = Vec::with_capacity(followers.len());
    while let Some(place) = ready.pop_first() {
        order.push(place);
        for &follower in &followers[place] {
            waiting_for[follower] -= 1;
            if waiting_for[follower] == 0 {
                ready.insert(follower);
            }
        }
    }
    if order.len() == followers.len() { Ok(order) } else { Err(find_cycle(followers, &waiting_for)) }
}

/// Says whether one place stands before another, because that follows it, directly or through others.
pub(crate) fn leads_to(followers: &[Vec<usize>], from: usize, to: usize) -> bool {
    let mut reached = vec![false; followers.len()];
    let mut waiting = vec![from];
    while let Some(place) = waiting.pop() {
        for &follower in &followers[place] {
            if !core::mem::replace(&mut reached[follower], true) {
                waiting.push(follower);
            }
        }
    }
    reached[to]
}

/// Walks backwards among the places that still wait: each has a predecessor that waits too, so one comes round.
fn find_cycle(followers: &[Vec<usize>], waiting_for: &[usize]) -> Vec<usize> {
    let waits = |place: usize| waiting_for[place] != 0;
    let mut place = (0..followers.len()).find(|&place| waits(place)).unwrap_or(0);
    let mut walked = Vec::new();
    while !walked.contains(&place) {
        walked.push(place);
        place = (0..followers.len())
            .find(|&earlier| waits(earlier) && followers[earlier].contains(&place))
            .unwrap_or(place);
    }
    let start = walked.iter().position(|&seen| seen == place).unwrap_or(0);
    let mut cycle = walked.split_off(start);
    cycle.reverse();
    cycle
}
