//! `for_each`: what it visits, what the closure may do meanwhile, and what it refuses.

use std::cell::RefCell;

use ecs_core::{
    Borrower, Component, Entity, Handle, Ref, UpdateError, ViewError, World, WorldError, try_update_all,
    update_all,
};

use crate::support::{assert_says, message_of, on_thread};

#[derive(Component, Default, Debug, PartialEq)]
struct Ant {
    steps: u32,
}

fn ants(count: u32) -> Vec<Handle<Ant>> {
    (0..count).map(|steps| Entity::spawn().insert(Ant { steps })).collect()
}

fn steps() -> Vec<u32> {
    let mut all = Vec::new();
    Ant::for_each(|ant| all.push(ant.steps));
    all
}

#[test]
fn each_enabled_component_is_visited_once_in_the_order_of_the_store() {
    assert_eq!(steps(), []);
    let ants = ants(5);
    Ant::for_each(|ant| ant.steps += 10);
    ants[1].set_enabled(false);
    ants[3].entity().set_enabled(false);
    Ant::sort_by_key(|ant| std::cmp::Reverse(ant.steps));
    assert_eq!(steps(), [14, 12, 10]);
    ants[2].kill();
    assert_eq!(steps(), [14, 10]);
    assert_eq!(Ant::try_for_each(|ant| ant.steps = 0), Ok(()));
    assert_eq!((ants[0].borrow().steps, ants[1].borrow().steps), (0, 11));
}

#[test]
fn c3_what_was_there_when_it_began_and_still_is_is_visited() {
    let ants = ants(6);
    ants[5].set_enabled(false);
    let mut visited = Vec::new();
    Ant::for_each(|ant| {
        visited.push(ant.steps);
        match ant.steps {
            0 => {
                ants[1].kill();
                ants[5].set_enabled(true);
                Entity::spawn().insert(Ant { steps: 9 });
            }
            2 => {
                ants[3].set_enabled(false);
                ants[4].kill();
                ants[4].entity().insert(Ant { steps: 8 });
            }
            _ => {}
        }
    });
    assert_eq!(visited, [0, 2]);
    assert_eq!(Ant::count(), 6);
}

#[test]
fn each_is_borrowed_only_while_its_turn_lasts() {
    let ants = ants(4);
    Ant::for_each(|ant| {
        let own = ant.handle();
        for &other in &ants {
            match other.try_borrow_mut() {
                Ok(mut other) => other.steps += 1,
                Err(error) => {
                    assert_eq!(other, own);
                    assert_says(
                        &error.to_string(),
                        &["borrowed by the closure of a `for_each`", "use its argument"],
                    );
                }
            }
        }
        ant.steps += 100;
        if own == ants[3] {
            assert!(ant.kill() && ant.entity().despawn());
        }
    });
    assert_eq!((steps(), Ant::count()), (vec![103, 104, 105], 3));
}

#[test]
fn a_closure_may_keep_what_was_visited_but_not_what_will_be() {
    let ants = ants(3);
    let mut kept: Vec<Ref<Ant>> = Vec::new();
    Ant::for_each(|ant| kept.extend((ant.steps == 1).then(|| ants[0].borrow())));
    drop(kept.drain(..));
    let mut visited = 0;
    let result = Ant::try_for_each(|ant| {
        visited += 1;
        kept.extend((ant.steps == 0).then(|| ants[1].borrow()));
    });
    let error = result.expect_err("the second one is borrowed when its turn comes");
    assert!(matches!(error, ViewError::Borrowed { component: "Ant", by: Borrower::Shared, .. }));
    assert_eq!(visited, 1);
    assert_eq!(
        message_of(|| Ant::for_each(|_| visited += 1)).split(" at ").next(),
        Some("cannot visit Ant: one is borrowed")
    );
    assert_eq!(visited, 1, "nothing has run");
}

#[test]
fn guards_views_and_queries_of_the_type_are_refused_before_anything_runs() {
    let ants = ants(3);
    let refused = |by: Borrower| {
        let error = Ant::try_for_each(|_| unreachable!("nothing runs")).expect_err("it is borrowed");
        assert!(matches!(error, ViewError::Borrowed { by: found, .. } if found == by), "{error:?}");
    };
    let guard = ants[2].borrow_mut();
    refused(Borrower::Exclusive);
    drop(guard);
    let view = Ant::view();
    refused(Borrower::View);
    drop(view);
    let view = Ant::view_mut();
    refused(Borrower::ViewMut);
    drop(view);
    let query = ecs_core::query::<&Ant>();
    assert_eq!(query.iter().count(), 3);
    refused(Borrower::QueryShared);
    drop(query);
    Ant::for_each(|_| {
        refused(Borrower::ForEach);
        let text = message_of(|| Ant::for_each(|_| {}));
        assert_says(
            &text,
            &[
                "cannot visit Ant: one is borrowed by the closure of a `for_each`",
                "when the `for_each` is over",
            ],
        );
        assert!(Ant::try_view().is_err() && ecs_core::query::<&Ant>().try_each(|_| ()).is_err());
    });
    // What would not be visited is in nobody's way.
    ants[1].set_enabled(false);
    let guard = ants[1].borrow();
    assert_eq!(steps(), [0, 2]);
    drop(guard);
}

#[test]
fn h5_inside_a_hook_of_the_type_the_others_are_visited() {
    #[derive(Component, Default)]
    struct Bird {
        near: u32,
        x: u32,
    }
    impl Bird {
        fn update(&mut self) {
            let (own, mut near) = (self.x, 0);
            Bird::for_each(|other| near += u32::from(other.x.abs_diff(own) <= 1));
            self.near = near;
            Entity::spawn().insert(Bird { x: 99, near: 0 });
        }
    }
    let birds: Vec<_> =
        [1, 2, 3, 7].into_iter().map(|x| Entity::spawn().insert(Bird { x, near: 0 })).collect();
    update_all(0.1);
    assert_eq!(birds.iter().map(|bird| bird.borrow().near).collect::<Vec<_>>(), [1, 2, 1, 0]);
    assert_eq!(Bird::count(), 8);
}

#[test]
fn inside_a_hook_that_has_killed_and_switched_what_is_left_is_visited() {
    #[derive(Component)]
    struct Fish(u32, Vec<u32>);
    impl Fish {
        fn update(&mut self) {
            if self.0 == 1 {
                let by_name = |name: u32| FISH.with_borrow(|fish| fish[name as usize]);
                by_name(2).kill();
                by_name(3).set_enabled(false);
                let seen = &mut self.1;
                Fish::for_each(|fish| seen.push(fish.0));
            }
        }
    }
    thread_local! {
        static FISH: RefCell<Vec<Handle<Fish>>> = const { RefCell::new(Vec::new()) };
    }
    let fish: Vec<_> = (0..4).map(|name| Entity::spawn().insert(Fish(name, vec![]))).collect();
    FISH.set(fish.clone());
    update_all(0.1);
    assert_eq!(fish[1].borrow().1, [0]);
}

#[test]
fn an_isolated_update_cannot_visit_its_own_type() {
    #[derive(Component, Default)]
    #[component(isolated)]
    struct Alone;
    impl Alone {
        fn update(&mut self) {
            Alone::for_each(|_| {});
        }
    }
    Entity::spawn().add::<Alone>();
    let text = message_of(|| update_all(0.1));
    assert_says(&text, &["cannot visit Alone", "its isolated pass", "remove `isolated`"]);
}

#[test]
fn it_is_a_hook_to_the_calls_of_its_closure() {
    #[derive(Component, Default)]
    struct Other(u32);
    impl Other {
        fn update(&mut self, ant: &mut Ant) {
            // A pass over another store goes on as before, though one inside it has ended.
            Ant::for_each(|other| other.steps += 10);
            Third::for_each(|third| third.0 += 1);
            self.0 += 1;
            ant.steps += 1;
            LAST.with_borrow(|last| last.expect("it is set").kill());
        }
    }
    #[derive(Component, Default)]
    struct Third(u32);
    thread_local! {
        static LAST: RefCell<Option<Handle<Ant>>> = const { RefCell::new(None) };
    }
    Ant::for_each(|_| ());
    let others: Vec<_> =
        (0..3).map(|_| Entity::spawn().with(Ant::default()).with(Third(0)).insert(Other(0))).collect();
    LAST.set(Some(others[2].sibling()));
    update_all(0.1);
    let updated: Vec<_> = others.iter().map(|other| other.borrow().0).collect();
    assert_eq!(updated, [1, 1, 0], "the last one has lost its sibling");
    Ant::for_each(|_| assert_eq!(try_update_all(0.1), Err(UpdateError::InsideHook)));
    assert_eq!(others[0].sibling::<Third>().borrow().0, 2);
}

#[test]
fn a_panic_in_the_closure_releases_all() {
    let ants = ants(3);
    let kept = ants[2].borrow();
    ants[2].set_enabled(false);
    for _ in 0..2 {
        let text = message_of(|| {
            Ant::for_each(|ant| {
                ant.steps += 1;
                assert_ne!(ant.steps % 10, 2, "on purpose");
            });
        });
        assert_says(&text, &["on purpose"]);
        assert!(ants[..2].iter().all(|ant| ant.try_borrow_mut().is_ok()));
        ants[0].borrow_mut().steps = 0;
        ants[1].borrow_mut().steps = 1;
    }
    drop(kept);
    assert_eq!(steps(), [0, 1]);
}

#[test]
fn tags_and_types_without_size_are_visited() {
    #[derive(Component, Default)]
    struct Tag;
    #[derive(Component, Default)]
    struct Hooked;
    impl Hooked {
        fn update(&mut self) {}
    }
    let entities: Vec<_> = (0..5).map(|_| Entity::spawn().with(Tag).with(Hooked)).collect();
    entities[1].kill::<Tag>();
    entities[2].handle::<Tag>().set_enabled(false);
    entities[3].kill::<Hooked>();
    let (mut tags, mut hooked) = (0, 0);
    Tag::for_each(|_| {
        tags += 1;
        entities[4].kill::<Tag>();
    });
    Hooked::for_each(|_| hooked += 1);
    assert_eq!((tags, hooked), (2, 4));
}

#[test]
fn where_there_is_no_world_nothing_is_visited_and_a_closing_one_says_so() {
    on_thread(|| assert_eq!(Ant::try_for_each(|_| unreachable!("there is none")), Ok(())));
    struct Last;
    impl Drop for Last {
        fn drop(&mut self) {
            let closing = ViewError::World { component: "Ant", error: WorldError::Closing };
            assert_eq!(Ant::try_for_each(|_| unreachable!("it closes")), Err(closing));
        }
    }
    #[derive(Component)]
    struct Holds(#[allow(dead_code, reason = "looks when it is dropped")] Last);
    let world = World::new();
    world.enter(|| {
        ants(2);
        Entity::spawn().insert(Holds(Last));
    });
    drop(world);
}
