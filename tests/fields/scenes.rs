//! Laws A1 and A3: parents and children, and types that inherit.

use ecs_core::{Changed, Component, Entity, Inherits, World, query, update_all};

use crate::{Plane, plane};

#[derive(Component, Default, Clone, Copy, PartialEq, Debug)]
#[component(soa, inherits)]
struct Place {
    local: i64,
    world: i64,
    runs: u8,
}

impl Place {
    fn inherit(&mut self, parent: Option<&Place>) {
        self.world = parent.map_or(0, |parent| parent.world) + self.local;
        self.runs += 1;
    }
}

fn place(local: i64) -> Place {
    Place { local, ..Place::default() }
}

/// A chain, and two at its end, given children first.
fn tree() -> Vec<Entity> {
    let all: Vec<_> = (0..5).map(|n| Entity::spawn().with(place(10_i64.pow(4 - n)))).collect();
    // 4 and 3 below 2, that below 1, that below 0; in the store they come the other way round.
    all[4].child_of(all[2]);
    all[3].child_of(all[2]);
    all[2].child_of(all[1]);
    all[1].child_of(all[0]);
    all
}

fn worlds(all: &[Entity]) -> Vec<i64> {
    all.iter().map(|one| one.borrow::<Place>().world).collect()
}

#[test]
fn a3_values_are_inherited_parents_first() {
    let all = tree();
    update_all(0.1);
    assert_eq!(worlds(&all), [10_000, 11_000, 11_100, 11_110, 11_101]);
    all[1].borrow_mut::<Place>().local = 2000;
    update_all(0.1);
    assert_eq!(worlds(&all), [10_000, 12_000, 12_100, 12_110, 12_101]);
    assert_eq!(all.iter().map(|one| one.borrow::<Place>().runs).collect::<Vec<_>>(), [1, 2, 2, 2, 2]);
    all[3].child_of(all[0]);
    all[0].handle::<Place>().with(|place| place.local = 0);
    assert_eq!(Place::inherited(all[3]).map(|place| place.world), Some(10), "now");
    update_all(0.1);
    assert_eq!(worlds(&all), [0, 2000, 2100, 10, 2101]);
}

#[test]
fn a3_columns_and_queries_are_writes_that_are_inherited() {
    let all = tree();
    update_all(0.1);
    for local in &mut Place::columns_mut().local {
        *local *= 2;
    }
    update_all(0.1);
    assert_eq!(worlds(&all), [20_000, 22_000, 22_200, 22_220, 22_202]);
    query::<(&mut Place, Entity)>().each(|(place, me)| {
        if me == all[2] {
            place.local = 0;
        }
    });
    update_all(0.1);
    assert_eq!(worlds(&all), [20_000, 22_000, 22_000, 22_020, 22_002]);
}

#[test]
fn a3_rows_of_heirs_keep_their_values_when_they_move() {
    let all: Vec<_> = (0..60).map(|n| Entity::spawn().with(place(n)).with(plane(n as u8))).collect();
    for (n, one) in all.iter().enumerate().skip(1) {
        one.child_of(all[(n * 7 + 3) % n]);
    }
    let expected = || -> Vec<i64> {
        let world = |one: &Entity| {
            std::iter::successors(Some(*one), |one| one.parent()).map(|one| one.borrow::<Place>().local).sum()
        };
        all.iter().map(world).collect()
    };
    update_all(0.1);
    assert_eq!(worlds(&all), expected());
    all[5].detach();
    all[5].child_of(all[59]);
    for n in [10, 20, 30] {
        all[n].set_enabled(false);
        all[n].set_enabled(true);
    }
    let guard = all[3].borrow_mut::<Place>();
    Entity::spawn().with(place(7)).child_of(all[2]);
    all[40].child_of(all[1]);
    drop(guard);
    update_all(0.1);
    assert_eq!(worlds(&all), expected());
    assert!((0..).zip(&all).all(|(n, one)| *one.borrow::<Plane>() == plane(n)));
}

#[derive(Component, Default, Clone, Copy, PartialEq, Debug)]
#[component(soa, inherits, track, parallel(inherit))]
struct Depth {
    depth: u32,
    _pad: u8,
}

impl Depth {
    fn inherit(&mut self, parent: Option<&Depth>) {
        self.depth = parent.map_or(1, |parent| parent.depth + 1);
    }
}

#[test]
fn a3_heirs_in_parallel() {
    fn inherits<T: Inherits>() {}
    inherits::<Depth>();
    let all: Vec<_> = (0..3000_usize).map(|_| Entity::spawn().with(Depth::default())).collect();
    for (n, one) in all.iter().enumerate().skip(1) {
        one.child_of(all[(n - 1) / 3]);
    }
    let since = World::tick();
    update_all(0.1);
    for (n, one) in all.iter().enumerate() {
        let parent = one.parent().map_or(0, |parent| parent.borrow::<Depth>().depth);
        assert_eq!(one.borrow::<Depth>().depth, parent + 1, "the one at {n}");
    }
    assert_eq!(query::<&Depth>().filter::<Changed<Depth>>().since(since).iter().count(), 3000);
}

#[test]
fn a1_despawning_takes_all_below() {
    let all = tree();
    all[1].despawn();
    assert_eq!(Place::count(), 1);
    assert_eq!(all[0].borrow::<Place>().local, 10_000);
    let gun = Entity::spawn().with(plane(3)).child_of(all[0]);
    assert_eq!(all[0].down::<Plane>(), Some(gun.handle()));
    assert_eq!(gun.up::<Place>(), Some(all[0].handle()));
    assert_eq!(all[0].all_down::<Plane>().map(|plane| plane.borrow().id).collect::<Vec<_>>(), [3]);
}
