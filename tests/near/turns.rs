//! Questions inside hooks and systems.

use ecs_core::{
    Component, Entity, Handle, Near, Query, Schedule, World, local, near, nearest, query, update_all,
};

use crate::support::message_of;
use crate::{Tree, tree};

/// Goes to the place of its neighbour.
#[derive(Component, Clone)]
#[component(near(position))]
struct Boid {
    position: [f32; 2],
    seen: Vec<f32>,
}

impl Boid {
    fn update(&mut self, near: Near<Boid>, trees: Near<Tree>) {
        self.seen = near.within(self.position, 1.5).map(|boid| boid.entity().index() as f32).collect();
        self.seen.push(trees.within(self.position, 1.5).count() as f32);
        self.position[0] += 100.0;
    }
}

/// As [`Boid`], on several threads.
#[derive(Component, Clone)]
#[component(near(position), parallel, track)]
struct Fish {
    position: [f32; 2],
    seen: Vec<f32>,
}

impl Fish {
    fn update(&mut self, trees: Near<Tree>, near: Near<Fish>) {
        self.seen = near.within(self.position, 1.5).map(|fish| fish.entity().index() as f32).collect();
        self.seen.push(trees.within(self.position, 1.5).count() as f32);
        self.position[0] += 100.0;
    }
}

#[test]
fn a_pass_sees_all_where_they_were_when_it_began() {
    let trees = [tree(0.0, 0.0), tree(202.0, 0.0)];
    let at = |n: usize| [n as f32, 0.0];
    let boids = Entity::spawn_many(200, |n, _| Boid { position: at(n), seen: Vec::new() });
    let fish = Entity::spawn_many(200, |n, _| Fish { position: at(n), seen: Vec::new() });
    for turn in 0..3 {
        update_all(0.1);
        for n in 0..200_usize {
            let seen = |all: &[Entity]| -> Vec<_> {
                let others =
                    [Some(n), n.checked_sub(1), Some(n + 1)].into_iter().flatten().filter(|n| *n < 200);
                let others = others.map(|n| all[n].index() as f32);
                let x = at(n)[0] + 100.0 * turn as f32;
                let close = trees.iter().filter(|tree| (tree.borrow().position[0] - x).abs() <= 1.5).count();
                others.chain([close as f32]).collect()
            };
            assert_eq!(boids[n].borrow::<Boid>().seen, seen(&boids));
            assert_eq!(fish[n].borrow::<Fish>().seen, seen(&fish));
        }
    }
}

#[test]
fn a_system_sees_all_where_they_were_when_it_began() {
    fn gather(mut trees: Query<&mut Tree>, near: Near<Tree>) {
        for tree in &mut trees {
            tree.seen = near.within(tree.position, 1.0).len();
            tree.position = [0.0, 0.0];
        }
    }

    let trees: Vec<_> = (0..10).map(|n| tree(n as f32, 0.0)).collect();
    let mut schedule = Schedule::new().add(gather);
    let seen = || -> Vec<_> { trees.iter().map(|tree| tree.borrow().seen).collect() };
    schedule.run(0.1);
    assert_eq!(seen(), [2, 3, 3, 3, 3, 3, 3, 3, 3, 2]);
    schedule.run(0.1);
    assert_eq!(seen(), [10; 10]);
    trees[0].borrow_mut().position = [9.0, 9.0];
    Schedule::new().add(local(gather)).run(0.1);
    assert_eq!(seen(), [1, 9, 9, 9, 9, 9, 9, 9, 9, 9]);
}

/// Both see the trees as they are when their own turn begins: not at the same time as those that move them.
#[test]
fn a_system_runs_before_or_after_those_that_write() {
    fn go(mut trees: Query<&mut Tree>) {
        trees.iter_mut().for_each(|tree| tree.position[0] += 1.0);
    }

    let tree = tree(0.0, 0.0);
    let expect = |x: f32| move |near: Near<Tree>| assert_eq!(near.nearest([x, 0.0], 0.0), Some(tree));
    Schedule::new().add(expect(0.0)).add(go).add(expect(1.0)).add(go).add(expect(2.0)).run(0.1);
}

/// Looks around when it is hit.
#[derive(Component)]
#[component(near(position), on(Hit))]
struct Bomb {
    position: [f32; 2],
    is_lit: bool,
}

struct Hit;

impl Bomb {
    fn on_hit(&mut self, _: &Hit) {
        if !core::mem::replace(&mut self.is_lit, true) {
            near::<Self>(self.position, 1.0).for_each(|bomb| _ = bomb.entity().send(Hit));
        }
    }
}

#[test]
fn a_hook_of_one_component_may_ask_for_its_own_type() {
    let bombs =
        [0.0, 1.0, 2.0, 3.5].map(|x| Entity::spawn().insert(Bomb { position: [x, 0.0], is_lit: false }));
    bombs[0].entity().send(Hit);
    World::flush();
    assert_eq!(bombs.map(|bomb| bomb.borrow().is_lit), [true, true, true, false]);
}

/// Asks where it may not.
#[derive(Component)]
#[component(near(position))]
struct Hasty {
    position: [f32; 2],
}

impl Hasty {
    fn update(&mut self) {
        self.position[0] += near::<Self>(self.position, 1.0).count() as f32;
    }
}

#[test]
fn who_writes_to_the_type_takes_a_parameter() {
    Entity::spawn().insert(Hasty { position: [0.0, 0.0] });
    assert_eq!(
        message_of(|| update_all(0.1)),
        "cannot find Hasty by place: one is borrowed by its own hook `Hasty::update`, as `self`; take `near: \
         Near<Hasty>` as a parameter",
    );
    World::clear();
    let here = tree(0.0, 0.0);
    let view = Tree::view_mut();
    assert_eq!(
        message_of(|| nearest::<Tree>([0.0, 0.0], 1.0)),
        "cannot find Tree by place: one is mutably borrowed by a view of its store; take `near: Near<Tree>` \
         as a parameter",
    );
    drop(view);
    assert_eq!(nearest::<Tree>([0.0, 0.0], 1.0), Some(here));
}

/// As [`Hasty`], on several threads.
#[derive(Component)]
#[component(near(position), parallel)]
struct Hurried {
    position: [f32; 2],
}

impl Hurried {
    fn update(&mut self) {
        self.position[0] += near::<Tree>(self.position, 1.0).count() as f32;
    }
}

#[test]
fn who_runs_on_any_thread_takes_a_parameter() {
    fn ask(_: Query<&Tree>) {
        nearest::<Tree>([0.0, 0.0], 1.0);
    }

    tree(0.0, 0.0);
    assert_eq!(
        message_of(|| Schedule::new().add(ask).run(0.1)),
        "cannot find Tree by place: the system ask may run on any thread; take `near: Near<Tree>` as a \
         parameter",
    );
    Entity::spawn().insert(Hurried { position: [0.0, 0.0] });
    assert_eq!(
        message_of(|| update_all(0.1)),
        "cannot find Tree by place: the parallel `update` of Hurried may run on any thread; take `near: \
         Near<Tree>` as a parameter",
    );
}

/// What was killed, added or moved in a pass is seen by the next question.
#[derive(Component)]
struct Axe;

impl Axe {
    fn update(&mut self) {
        let first: Handle<Tree> = nearest::<Tree>([0.0, 0.0], 9.0).expect("there is one");
        first.entity().despawn();
        assert_ne!(nearest::<Tree>([0.0, 0.0], 9.0), Some(first));
        let new = tree(0.5, 0.0);
        assert_eq!(nearest::<Tree>([0.0, 0.0], 9.0), Some(new));
        new.borrow_mut().position = [8.0, 0.0];
        assert_ne!(nearest::<Tree>([0.0, 0.0], 9.0), Some(new));
    }
}

#[test]
fn a_question_sees_what_was_done_before() {
    (1..5).for_each(|x| _ = tree(x as f32, 0.0));
    Entity::spawn().with(Axe);
    update_all(0.1);
    assert_eq!(query::<&Tree>().iter().count(), 4);
    assert_eq!(near::<Tree>([8.0, 0.0], 0.0).len(), 1);
}
