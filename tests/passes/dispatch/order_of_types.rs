//! Laws D3 and D8: in which order types run.

use super::*;

#[test]
fn d3_types_run_in_the_order_of_their_first_add_which_reads_do_not_change() {
    runners! { A; B; C; D; }
    assert!(C::view().is_empty() && !Entity::NONE.has::<C>() && C::count() == 0);
    C::reserve(10);
    assert!(!Entity::spawn().handle::<C>().is_alive() && C::try_update_all(1.0).is_ok());
    let entity = Entity::spawn().with(B).with(A);
    Entity::spawn().with(D).with(C).with(A).with(B);
    assert_eq!(frame(), ["B", "B", "A", "A", "D", "C"]);
    entity.remove::<B>();
    entity.add::<B>();
    assert_eq!(frame(), ["B", "B", "A", "A", "D", "C"], "only the first add counts");
    World::clear();
    assert!(frame().is_empty());
    Entity::spawn().with(C).with(D).with(A).with(B);
    assert_eq!(frame(), ["B", "A", "D", "C"], "also after all are gone");
    let world = World::new();
    assert_eq!(world.enter(|| Entity::spawn().with(D).with(A).is_alive().then(frame)), Some(vec!["D", "A"]));
}

#[test]
fn d3_an_add_that_is_refused_is_no_first_add() {
    runners! { A; B; }
    let dead = Entity::spawn();
    dead.despawn();
    A::reserve(1);
    assert_eq!(A::count(), 0);
    assert!(
        dead.try_add::<A>().is_err() && dead.try_insert(A).is_err() && Entity::NONE.try_add::<A>().is_err()
    );
    assert!(message_of(|| Entity::spawn().add_with(|| -> A { panic!("no value") })) == "no value");
    Entity::spawn().with(B).with(A);
    assert_eq!(frame(), ["B", "A"]);
}

#[test]
fn d3_after_and_before_move_types_and_leave_the_others_in_order() {
    runners! {
        Plain;
        #[component(after(Third, Never))] First;
        Second;
        #[component(before(Second))] Third;
        Last;
        Never;
    }
    Entity::spawn().with(First).with(Second).with(Third).with(Plain).with(Last);
    assert_eq!(frame(), ["Third", "First", "Second", "Plain", "Last"]);
    // A type that comes later joins the order.
    Entity::spawn().with(Never);
    assert_eq!(frame(), ["Third", "Second", "Plain", "Last", "Never", "First"]);
    assert_eq!(frame(), frame());
}

#[test]
fn d8_a_type_that_comes_in_mid_game_moves_no_other() {
    runners! {
        B;
        C;
        #[component(before(B))] A;
        #[component(after(B))] D;
    }
    Entity::spawn().with(B).with(C);
    assert_eq!(frame(), ["B", "C"]);
    Entity::spawn().with(A);
    assert_eq!(frame(), ["A", "B", "C"]);
    Entity::spawn().with(D);
    assert_eq!(frame(), ["A", "B", "C", "D"]);
}

#[test]
fn d3_the_order_is_the_same_in_each_world_and_each_run() {
    runners! {
        #[component(after(E))] A; #[component(before(C))] B; C; #[component(after(B, C))] D; E; F;
    }
    let run = || {
        Entity::spawn().with(F).with(E).with(D).with(C).with(B).with(A);
        frame()
    };
    let first = run();
    assert_eq!(first, ["F", "E", "B", "C", "D", "A"]);
    for _ in 0..10 {
        assert_eq!(World::new().enter(run), first);
    }
    assert_eq!(std::thread::spawn(run).join().ok(), Some(first));
}

#[test]
fn d3_types_order_through_types_without_update() {
    runners! { #[component(after(Marker))] Late; #[component(before(Marker))] Early; }
    #[derive(Component)]
    struct Marker;
    Entity::spawn().with(Late).with(Marker).with(Early);
    assert_eq!(frame(), ["Early", "Late"], "a type without `update` is not visited, but it orders");
}

#[test]
fn d3_a_cycle_is_an_error_that_prints_it() {
    runners! {
        Free;
        #[component(before(Paper))] Rock;
        #[component(before(Scissors))] Paper;
        #[component(before(Rock))] Scissors;
    }
    Entity::spawn().with(Free).with(Rock).with(Paper);
    assert_eq!(frame(), ["Free", "Rock", "Paper"], "a type that was never added closes no cycle");
    Entity::spawn().with(Scissors);
    let Err(UpdateError::Cycle { components }) = try_update_all(1.0) else { panic!("there is a cycle") };
    let mut names = components.to_vec();
    names.sort_unstable();
    assert_eq!(names, ["Paper", "Rock", "Scissors"]);
    let text = message_of(|| update_all(1.0));
    let ring = components.iter().map(|name| format!("{name} before ")).collect::<String>() + components[0];
    assert_says(&text, &[&ring, "Rock before Paper", "`after`", "`before`"].map(|part| part));
    assert!(ORDER.take().is_empty(), "nothing has run");
    Paper::update_all(1.0);
    assert_eq!(ORDER.take(), ["Paper"], "one type alone needs no order");
}

#[test]
fn d3_update_all_of_a_type_runs_that_type_alone() {
    runners! { A; B; }
    Entity::spawn().with(A).with(B);
    B::update_all(0.5);
    assert_eq!(ORDER.take(), ["B"]);
    assert_eq!(
        std::thread::spawn(|| (A::try_update_all(1.0), try_update_all(1.0))).join().ok(),
        Some((Ok(()), Ok(())))
    );
}
