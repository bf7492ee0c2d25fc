//! What a question finds, and in which order.

use ecs_core::{Archetype, Component, Entity, Handle, Pool, Schedule, View, World, near, nearest};

use crate::support::{log, message_of, take_log};

use crate::{Tree, tree};

fn found(x: f32, y: f32, radius: f32) -> Vec<Handle<Tree>> {
    near::<Tree>([x, y], radius).collect()
}

#[test]
fn the_nearest_comes_first_and_of_equals_the_lower_index() {
    let [a, b, c, d] = [tree(2.0, 0.0), tree(-1.0, 0.0), tree(0.0, 2.0), tree(0.0, 5.0)];
    assert_eq!(found(0.0, 0.0, 2.0), [b, a, c]);
    assert_eq!(found(0.0, 0.0, 4.9), [b, a, c]);
    assert_eq!(found(0.0, 0.0, 5.0), [b, a, c, d]);
    assert_eq!(nearest::<Tree>([0.0, 1.5], 10.0), Some(c));
    assert_eq!(nearest::<Tree>([0.0, 1.5], 0.4), None);
}

#[test]
fn there_may_be_none() {
    assert_eq!(found(0.0, 0.0, 1.0), []);
    assert_eq!(nearest::<Tree>([0.0, 0.0], f32::INFINITY), None);
    tree(0.0, 0.0).entity().despawn();
    assert_eq!(found(0.0, 0.0, 1.0), []);
    World::clear();
    assert_eq!(found(0.0, 0.0, 1.0), []);
}

#[test]
fn a_radius_may_be_nothing_or_infinite_and_is_never_negative() {
    let [a, b] = [tree(1.0, 1.0), tree(1e30, -1e30)];
    assert_eq!(found(1.0, 1.0, 0.0), [a]);
    assert_eq!(found(1.0, 1.0, f32::INFINITY), [a, b]);
    assert_eq!(nearest::<Tree>([-1e20, 0.0], f32::INFINITY), Some(a));
    assert_eq!(found(1.0, 1.0, -1.0), []);
    assert_eq!(found(1.0, 1.0, f32::NAN), []);
    assert_eq!(found(f32::NAN, 1.0, 5.0), []);
    assert_eq!(nearest::<Tree>([1.0, 1.0], f32::NAN), None);
}

#[test]
fn a_position_that_is_not_finite_is_nowhere_until_it_is() {
    let lost = tree(f32::NAN, 0.0);
    let gone = tree(f32::INFINITY, 0.0);
    assert_eq!(found(0.0, 0.0, f32::INFINITY), []);
    lost.borrow_mut().position = [1.0, 0.0];
    assert_eq!(found(0.0, 0.0, f32::INFINITY), [lost]);
    lost.borrow_mut().position = [f32::NEG_INFINITY, 0.0];
    gone.borrow_mut().position = [0.0, 0.0];
    assert_eq!(found(0.0, 0.0, f32::INFINITY), [gone]);
}

#[test]
fn places_are_two_coordinates_or_three_by_one_field_or_several() {
    #[derive(Component)]
    #[component(near(0, 2))]
    struct Line(f32, (), f32);

    #[derive(Clone, Copy)]
    struct Place {
        x: f32,
        height: f32,
    }

    impl From<Place> for [f32; 3] {
        fn from(Place { x, height }: Place) -> Self {
            [x, 0.0, height]
        }
    }

    #[derive(Component)]
    #[component(near(place))]
    struct Bird<T: 'static> {
        place: Place,
        _kind: T,
    }

    #[derive(Component)]
    #[component(near(x, y, z), track)]
    struct Star {
        x: f32,
        y: f32,
        z: f32,
    }

    let line = Entity::spawn().insert(Line(3.0, (), 4.0));
    assert_eq!(nearest::<Line>([0.0, 0.0], 5.0), Some(line));
    let bird = Entity::spawn().insert(Bird { place: Place { x: 3.0, height: 4.0 }, _kind: 'a' });
    let here = Place { x: 0.0, height: 0.0 };
    assert_eq!(nearest::<Bird<char>>(here, 5.0), Some(bird));
    assert_eq!(nearest::<Bird<u8>>(here, 5.0), None);
    let stars = [1.0, 4.0].map(|z| Entity::spawn().insert(Star { x: 0.0, y: 0.0, z }));
    assert!(near::<Star>([0.0, 0.0, 3.0], 1.5).eq([stars[1]]));
    stars[0].borrow_mut().z = 2.9;
    assert!(near::<Star>([0.0, 0.0, 3.0], 1.5).eq(stars));
}

/// Two crowds that are far apart, and a tree alone: a grid that wraps around has all in the same cells.
#[test]
fn what_is_far_away_is_not_found() {
    let crowd = |x: f32| {
        Entity::spawn_many(500, |n, _| Tree { position: [x + n as f32 % 25.0, (n / 25) as f32], seen: 0 })
    };
    crowd(0.0);
    crowd(1_048_576.0);
    crowd(-1_048_576.0);
    tree(3e8, 3e8);
    for x in [0.0, 1_048_576.0, -1_048_576.0] {
        assert_eq!(found(x + 12.0, 10.0, 1.0).len(), 5);
        assert_eq!(found(x + 12.0, 10.0, 100.0).len(), 500);
        let first = nearest::<Tree>([x - 50.0, 0.0], f32::INFINITY).expect("there are many");
        assert_eq!(first.borrow().position, [x, 0.0]);
    }
    assert_eq!(found(3e8, 0.0, 1000.0), []);
    assert_eq!(found(3e8, 3e8, 1000.0).len(), 1);
}

#[test]
fn a_component_that_is_borrowed_for_writing_is_where_it_was() {
    let [a, b] = [tree(0.0, 0.0), tree(5.0, 0.0)];
    assert_eq!(found(0.0, 0.0, 1.0), [a]);
    let mut held = b.borrow_mut();
    held.position = [1.0, 0.0];
    assert_eq!(found(0.0, 0.0, 1.0), [a]);
    drop(held);
    assert_eq!(found(0.0, 0.0, 1.0), [a, b]);
    let reader = a.borrow();
    b.borrow_mut().position = [9.0, 0.0];
    assert_eq!(found(0.0, 0.0, 1.0), [a]);
    drop(reader);
}

#[test]
fn views_that_read_are_in_nobodys_way() {
    let [a, b] = [tree(0.0, 0.0), tree(5.0, 0.0)];
    let view = Tree::view();
    assert_eq!(found(0.0, 0.0, 9.0), [a, b]);
    drop(view);
    Schedule::new()
        .add(move |trees: View<Tree>, near: ecs_core::Near<Tree>| {
            let places = near.within([0.0, 0.0], 9.0).map(|tree| trees[tree].position[0]);
            assert!(places.eq([0.0, 5.0]));
        })
        .run(0.1);
}

#[test]
fn worlds_have_places_of_their_own() {
    let here = tree(0.0, 0.0);
    let world = World::new();
    world.enter(|| {
        let there = tree(1.0, 0.0);
        assert_eq!(found(0.0, 0.0, 9.0), [there]);
    });
    assert_eq!(found(0.0, 0.0, 9.0), [here]);
    let world = std::thread::spawn({
        let world = world.into_send().expect("positions may be sent");
        move || {
            let world = world.into_world();
            world.enter(|| assert_eq!(found(0.0, 0.0, 9.0).len(), 1));
            world.into_send().expect("so may what finds them")
        }
    });
    world.join().expect("all was found").into_world().enter(|| assert_eq!(found(0.0, 0.0, 9.0).len(), 1));
}

#[test]
fn what_is_parked_is_not_found() {
    let pool = Pool::<Archetype<(Tree,)>>::new();
    let one = pool.take();
    assert_eq!(found(0.0, 0.0, 9.0).len(), 1);
    pool.give_back(one);
    assert_eq!(found(0.0, 0.0, 9.0).len(), 0);
    let one = pool.take();
    assert_eq!(found(0.0, 0.0, 9.0).len(), 1);
    one.borrow_mut::<Tree>().position = [1.0, 0.0];
    pool.give_back(one);
    assert_eq!(found(0.0, 0.0, 9.0).len(), 0);
}

#[test]
fn an_entity_that_was_switched_on_while_it_was_parked_is_found_once_when_it_is_taken() {
    let pool = Pool::<Archetype<(Tree,)>>::new();
    let parked = pool.take();
    assert_eq!(found(0.0, 0.0, 1.0), [parked.handle::<Tree>()]);
    pool.give_back(parked);
    parked.set_enabled(true);
    assert_eq!(found(0.0, 0.0, 1.0), [parked.handle::<Tree>()]);
    let taken = pool.take();
    assert_ne!(taken, parked);
    assert_eq!(found(0.0, 0.0, 1.0), [taken.handle::<Tree>()]);
}

#[test]
fn more_may_be_written_between_two_questions_than_is_noted() {
    let trees: Vec<_> = (0..50).map(|x| tree(x as f32, 0.0)).collect();
    assert_eq!(found(0.0, 0.0, 1e9).len(), 50);
    for round in 0..9 {
        trees.iter().filter_map(|tree| tree.get_mut()).for_each(|mut tree| tree.position[1] += 1.0);
        trees[round].entity().despawn();
        trees[round + 10].set_enabled(false);
        if round == 7 {
            assert_eq!(found(49.0, 8.0, 0.0), [trees[49]]);
        }
    }
    assert_eq!(found(0.0, 0.0, 1e9).len(), 32);
    assert_eq!(found(49.0, 9.0, 0.0), [trees[49]]);
}

/// While the points are brought up to date, more is noted than there is room for.
#[test]
fn what_ends_after_too_much_was_noted_is_not_found() {
    let [held, ends] = [tree(0.0, 0.0), tree(5.0, 0.0)];
    assert_eq!(found(0.0, 0.0, 9.0), [held, ends]);
    Tree::for_each(|tree| tree.position[1] = 0.0);
    (0..64).for_each(|_| drop(held.borrow_mut()));
    let guard = held.borrow_mut();
    assert_eq!(found(0.0, 0.0, 9.0), [held, ends]);
    drop(guard);
    ends.entity().despawn();
    assert_eq!(found(0.0, 0.0, 9.0), [held]);
}

/// A position that may panic while it is read.
#[derive(Clone, Copy)]
struct Trap(f32);

impl From<Trap> for [f32; 2] {
    fn from(Trap(x): Trap) -> Self {
        assert!(x >= 0.0, "the trap");
        [x, 0.0]
    }
}

#[test]
fn a_panic_while_positions_are_read_loses_nothing() {
    #[derive(Component)]
    #[component(near(at))]
    struct Trapped {
        at: Trap,
    }

    let trapped = [1.0, 2.0, 3.0].map(|x| Entity::spawn().insert(Trapped { at: Trap(x) }));
    assert_eq!(near::<Trapped>(Trap(0.0), 9.0).len(), 3);
    let ask = || near::<Trapped>(Trap(0.0), 9.0).collect::<Vec<_>>();
    trapped[1].borrow_mut().at = Trap(-1.0);
    assert_eq!(message_of(ask), "the trap");
    Trapped::for_each(|own| own.at.0 = -own.at.0);
    assert_eq!(message_of(ask), "the trap");
    Trapped::for_each(|own| own.at.0 = own.at.0.abs());
    let mut all = trapped.to_vec();
    all.sort_by(|a, b| {
        a.borrow().at.0.total_cmp(&b.borrow().at.0).then(a.entity().index().cmp(&b.entity().index()))
    });
    assert_eq!(ask(), all);
}

#[derive(Clone, Copy)]
struct Curious(f32, fn());

impl From<Curious> for [f32; 2] {
    fn from(Curious(x, ask): Curious) -> Self {
        ask();
        [x, 0.0]
    }
}

#[test]
fn what_reads_a_position_may_ask_too() {
    #[derive(Component)]
    #[component(near(at))]
    struct Looker {
        at: Curious,
    }

    fn ask() {
        assert_eq!(near::<Looker>(Curious(0.0, || ()), 2.5).len(), 2);
        assert!(nearest::<Looker>(Curious(0.0, || ()), 0.5).is_none());
        // More than is noted.
        let first = near::<Looker>(Curious(0.0, || ()), 2.5).next().expect("there is one");
        (0..100).for_each(|_| first.borrow_mut().at.0 = 1.0);
    }

    for x in [1.0, 2.0, 3.0] {
        Entity::spawn().insert(Looker { at: Curious(x, || ()) });
    }
    assert_eq!(near::<Looker>(Curious(0.0, ask), 9.0).len(), 3);
    let first = nearest::<Looker>(Curious(0.0, ask), 9.0).expect("there are three");
    assert_eq!(first.borrow().at.0, 1.0);
}

#[test]
fn a_hook_that_has_waited_for_a_question_is_answered() {
    #[derive(Component)]
    #[component(near(at))]
    struct Foe {
        at: [f32; 2],
    }
    impl Foe {
        fn shutdown(&mut self) {
            log(format!("{} left", near::<Foe>([0.0; 2], 100.0).len()));
        }
    }

    let foes = [1.0, 2.0, 3.0].map(|x| Entity::spawn().insert(Foe { at: [x, 0.0] }));
    for (foe, left) in [(foes[0], 2), (foes[1], 1)] {
        // All are written to, so all are read, after what waits has run.
        Foe::for_each(|foe| foe.at[1] = 0.0);
        let own = foe.borrow();
        foe.kill();
        drop(own);
        assert_eq!(near::<Foe>([0.0; 2], 100.0).len(), left);
        assert_eq!(take_log(), [format!("{left} left")]);
    }
}
