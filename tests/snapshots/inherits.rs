//! R1, R2: what inherits, after the world has gone back.

use ecs_core::{Component, Entity, Snapshots, World, update_all};

/// The place of an entity: its own, and in the world.
#[derive(Component, Clone, Copy)]
#[component(inherits)]
struct Place {
    own: u32,
    world: u32,
}

impl Place {
    fn inherit(&mut self, above: Option<&Self>) {
        self.world = self.own + above.map_or(0, |above| above.world);
    }
}

/// As that, and stays as it is.
#[derive(Component)]
#[component(inherits, no_snapshot)]
struct Shown {
    own: u32,
    world: u32,
}

impl Shown {
    fn inherit(&mut self, above: Option<&Self>) {
        self.world = self.own + above.map_or(0, |above| above.world);
    }
}

/// As that; cannot be copied.
#[derive(Component)]
#[component(inherits)]
struct Fixed {
    own: u32,
    world: u32,
}

impl Fixed {
    fn inherit(&mut self, above: Option<&Self>) {
        self.world = self.own + above.map_or(0, |above| above.world);
    }
}

/// New entities at places of their own.
fn places<const N: usize>(own: [u32; N]) -> [Entity; N] {
    own.map(|own| Entity::spawn().with(Place { own, world: 0 }))
}

fn worlds<const N: usize>(all: [Entity; N]) -> [u32; N] {
    all.map(|entity| entity.borrow::<Place>().world)
}

fn frames(count: u32) {
    (0..count).for_each(|_| update_all(0.1));
}

/// Goes back to before the type was there, when it has noted who was whose child, and places new ones in the
/// rows of those.
fn places_after_going_back<const N: usize>(own: [u32; N]) -> [Entity; N] {
    let other = Entity::spawn();
    let mut snapshots = Snapshots::new(1);
    snapshots.save(0).unwrap();
    let all = places(own);
    let parent = *all.last().unwrap();
    all[..N - 1].iter().for_each(|entity| _ = entity.child_of(parent));
    update_all(0.1);
    assert_eq!(worlds(all)[0], own[0] + own[N - 1]);
    snapshots.load(0).unwrap();
    assert!(other.is_alive() && Place::count() == 0);
    places(own)
}

#[test]
fn r1_what_inherits_and_came_since_has_no_parents_any_more() {
    let all = places_after_going_back([1, 10, 100]);
    update_all(0.1);
    assert_eq!(worlds(all), [1, 10, 100]);
}

#[test]
fn r1_what_inherits_forgets_its_parents_when_rows_go() {
    // The first of its rows goes at once, the last when all has settled.
    for (gone, settled) in [(0, 1), (2, 20)] {
        let all = places_after_going_back([1, 10, 100]);
        frames(settled);
        all[gone].despawn();
        let left = [all[1], all[2 - gone]];
        left.iter().for_each(|entity| entity.borrow_mut::<Place>().own += 1000);
        update_all(0.1);
        assert_eq!(worlds(left), left.map(|entity| entity.borrow::<Place>().own), "row {gone} has gone");
        World::reset();
    }
}

#[test]
fn r1_what_inherits_forgets_a_parent_beyond_its_rows() {
    let all = places_after_going_back(std::array::from_fn::<u32, 41, _>(|n| n as u32 + 1));
    frames(20);
    all[40].despawn();
    all[5].borrow_mut::<Place>().own = 1000;
    update_all(0.1);
    assert_eq!(worlds([all[5], all[6]]), [1000, 7]);
}

#[test]
fn r1_what_inherits_and_cannot_be_copied_forgets_its_parents() {
    let fixed = |own| Entity::spawn().with(Fixed { own, world: 0 });
    fixed(1).despawn();
    update_all(0.1);
    let mut snapshots = Snapshots::new(1);
    snapshots.save(0).unwrap();
    fixed(1).child_of(fixed(10));
    update_all(0.1);
    snapshots.load(0).unwrap();
    let all = [fixed(10), fixed(1)];
    frames(10);
    assert_eq!(all.map(|entity| entity.borrow::<Fixed>().world), [10, 1]);
}

#[test]
fn r2_what_is_left_out_and_inherits_follows_the_links_that_come_back() {
    let [child, parent] = [1, 10].map(|own| Entity::spawn().with(Shown { own, world: 0 }));
    update_all(0.1);
    let mut snapshots = Snapshots::new(2);
    snapshots.save(0).unwrap();
    child.child_of(parent);
    update_all(0.1);
    snapshots.save(1).unwrap();
    for (frame, world) in [(0, 1), (1, 11), (0, 1)] {
        snapshots.load(frame).unwrap();
        update_all(0.1);
        assert_eq!(child.borrow::<Shown>().world, world, "frame {frame}");
    }
}

#[test]
fn r2_what_is_left_out_and_inherits_does_so_again_when_it_is_written_to() {
    let shown = Entity::spawn().insert(Shown { own: 1, world: 0 });
    update_all(0.1);
    let mut snapshots = Snapshots::new(1);
    snapshots.save(0).unwrap();
    // It was written to in frames that come only now.
    (2..20).for_each(|own| {
        shown.borrow_mut().own = own;
        update_all(0.1);
    });
    snapshots.load(0).unwrap();
    shown.borrow_mut().own = 1;
    update_all(0.1);
    assert_eq!(shown.borrow().world, 1);
}
