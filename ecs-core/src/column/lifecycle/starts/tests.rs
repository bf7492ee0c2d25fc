use super::FEW;
use crate::Component;
use crate::frame::update_all;
use crate::ids::Entity;
use crate::store::{find, with_store};
use crate::world::with_current;

#[derive(Component)]
struct Shy(u32);

impl Shy {
    fn start(&mut self) {
        self.0 += 1;
    }
}

#[test]
fn where_no_frame_runs_the_list_of_those_that_wait_does_not_grow() {
    let kept: Vec<_> = (0..10).map(|_| Entity::spawn().insert(Shy(0))).collect();
    for round in 0..if cfg!(miri) { 60 } else { 1_000 } {
        let shy = kept[round % 10];
        assert!(shy.set_enabled(false) && shy.set_enabled(true));
        Entity::spawn().with(Shy(0)).despawn();
        let waiting = with_store(Shy::__cell(), |store| store.lifecycle.starts.count());
        let waiting = waiting.unwrap_or_default();
        assert!(waiting <= 2 * (kept.len() + 1) + FEW + 1, "{waiting} in round {round}");
    }
    update_all(0.0);
    assert!(kept.iter().all(|shy| shy.borrow().0 == 1), "each has its `start` all the same");
    let store = with_current(|core| find::<Shy>(core)).ok().flatten().expect("it was added");
    assert_eq!(store.lifecycle.starts.count(), 0);
}
