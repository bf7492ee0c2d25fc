//! The order of the passes: `after`, `before` and `after_handles`, in all phases or in one, and what explains
//! it.

#![allow(dead_code, reason = "the handles are there for the order alone")]

use ecs_core::order::Why;
use ecs_core::{
    Component, Entity, Handle, Phase, UpdateError, World, explain_order, try_explain_order, try_update_all,
    update_all,
};

use crate::support::{assert_says, log, message_of, take_log};

/// Component types that say when they run, in each phase that is listed.
macro_rules! runners {
    ($($(#[$attr:meta])* $name:ident($($hook:ident)*) $({ $($field:ident: $ty:ty),* })?;)*) => {$(
        #[derive(Component, Default)]
        $(#[$attr])*
        struct $name { $($($field: $ty),*)? }
        impl $name {
            $(fn $hook(&mut self) {
                log(concat!(stringify!($name), " ", stringify!($hook)));
            })*
        }
    )*};
}

/// What runs in a frame with one fixed step, without the type's name.
fn frame() -> Vec<String> {
    World::set_fixed_step(1.0);
    update_all(1.0);
    take_log()
}

fn of(phase: Phase) -> Vec<&'static str> {
    explain_order().of(phase).collect()
}

#[test]
fn d3_a_neighbour_holds_in_each_phase() {
    runners! {
        #[component(after(B))] A(fixed_update update late_update);
        B(fixed_update update late_update);
    }
    Entity::spawn().with(A {}).with(B {});
    let expected =
        ["B fixed_update", "A fixed_update", "B update", "A update", "B late_update", "A late_update"];
    assert_eq!(frame(), expected);
    for phase in Phase::ALL {
        assert_eq!(of(phase), ["B", "A"], "{phase}");
    }
}

#[test]
fn d3_a_neighbour_of_one_phase_holds_in_that_one() {
    runners! {
        #[component(after(late_update(B)), before(update(A)))] C(update late_update);
        A(update late_update);
        #[component(before(fixed_update(A)))] B(fixed_update update late_update);
    }
    Entity::spawn().with(C {}).with(A {}).with(B {});
    assert_eq!(of(Phase::Update), ["C", "A", "B"]);
    assert_eq!(of(Phase::LateUpdate), ["A", "B", "C"]);
    let expected = [
        "B fixed_update",
        "C update",
        "A update",
        "B update",
        "A late_update",
        "B late_update",
        "C late_update",
    ];
    assert_eq!(frame(), expected);
}

#[test]
fn d3_what_is_contradictory_in_one_phase_only_is_found_there() {
    runners! {
        #[component(after(late_update(B)))] A(late_update);
        #[component(after(update(A)))] B(late_update);
        #[component(after(A))] C(late_update);
        #[component(after(D), before(A))] E(late_update);
        #[component(after(C))] D(late_update);
    }
    Entity::spawn().with(A {}).with(B {});
    assert_eq!(frame(), ["B late_update", "A late_update"]);
    Entity::spawn().with(C {}).with(E {}).with(D {});
    for error in [try_update_all(0.0).unwrap_err(), try_explain_order().unwrap_err()] {
        let UpdateError::Cycle { components } = &error else { panic!("{error}") };
        let mut names = components.to_vec();
        names.sort_unstable();
        assert_eq!(names, ["A", "C", "D", "E"], "all that are on the cycle, and no other");
        assert_says(&error.to_string(), &["before", "`after`, `before` or `after_handles`"]);
    }
    assert_says(&message_of(|| drop(explain_order())), &["cannot order the updates"]);
    assert_eq!(take_log(), [""; 0]);
}

#[test]
fn types_run_after_those_to_which_their_handles_refer() {
    runners! {
        #[component(after_handles)]
        Camera(update) { target: Handle<Plane>, others: Vec<Handle<Wind>>, zoom: f32 };
        #[component(after_handles)]
        Plane(update) { wings: [Handle<Wing>; 2], wingman: Option<Handle<Self>>, rain: Handle<Rain> };
        Wing(update);
        Wind(update);
        Rain(update);
    }
    let _ = (Camera::default(), Plane::default());
    Entity::spawn().with(Camera::default()).with(Plane::default()).with(Wing {}).with(Wind {});
    assert_eq!(frame(), ["Wing update", "Plane update", "Wind update", "Camera update"]);
    let order = explain_order();
    assert_eq!(
        order.to_string(),
        "\
fixed_update: no type has it
update:
  1. Wing: added 3rd
  2. Plane: added 2nd; after Wing, to which its field `wings` refers
  3. Wind: added 4th
  4. Camera: added 1st; after Plane, to which its field `target` refers; \
after Wind, to which its field `others` refers
  Rain is named by one of them, but was never added
late_update: no type has it
"
    );
    let update = &order.phases()[Phase::Update as usize];
    assert_eq!(update.never_added, ["Rain"]);
    assert_eq!(update.passes[1].reasons[0].why, Why::Handle { field: "wings" });
}

#[test]
fn handles_that_refer_to_each_other_in_a_circle_are_a_cycle() {
    runners! {
        #[component(after_handles)] A(update) { b: Handle<B> };
        #[component(after_handles)] B(update) { a: Option<Handle<A>> };
        C(update) { a: Handle<A> };
    }
    Entity::spawn().with(A::default()).with(C::default()).with(B::default());
    let Err(UpdateError::Cycle { components }) = try_update_all(0.0) else { panic!("there is one") };
    assert_eq!((components.len(), components.contains(&"C")), (2, false));
}

#[test]
fn fields_of_tuples_enums_and_generic_types_count_too() {
    runners! {
        B(update);
        C(update);
    }
    #[derive(Component)]
    #[component(after_handles, update)]
    struct Pair<T: Component>(Handle<T>, u8, Box<[Handle<C>]>);
    impl<T: Component> Pair<T> {
        fn update(&mut self) {
            log("Pair update");
        }
    }
    #[derive(Component)]
    #[component(after_handles)]
    enum State {
        Idle,
        Busy(Handle<Pair<B>>),
    }
    impl State {
        fn update(&mut self) {
            log(if matches!(self, Self::Idle) { "Idle" } else { "Busy" });
        }
    }
    let pair = Entity::spawn().with(State::Idle).insert(Pair::<B>(Handle::default(), 0, Box::new([])));
    Entity::spawn().with(State::Busy(pair)).with(C {}).with(B {});
    assert_eq!(frame(), ["C update", "B update", "Pair update", "Idle", "Busy"]);
    let order = explain_order();
    let whys: Vec<_> =
        order.phases()[1].passes.iter().flat_map(|pass| &pass.reasons).map(|reason| reason.why).collect();
    let handle = |field| Why::Handle { field };
    assert_eq!(whys, [handle("0"), handle("2"), handle("0")]);
}

#[test]
fn a_type_without_the_hook_is_shown_where_others_are_ordered_through_it() {
    runners! {
        #[component(after(B))] A(update);
        #[component(after(C))] B();
        C(update);
        D();
    }
    Entity::spawn().with(A {}).with(B {}).with(C {}).with(D {});
    assert_eq!(frame(), ["C update", "A update"]);
    assert_says(
        &explain_order().to_string(),
        &[
            "1. C",
            "-  B: added 2nd; after C, which its `after` names; has no update itself",
            "2. A: added 1st; after B",
        ],
    );
    assert_eq!(of(Phase::Update), ["C", "A"]);
}

#[test]
fn the_graph_has_a_node_for_each_pass_and_an_arrow_for_each_reason() {
    runners! {
        #[component(after(B), before(late_update(C)), after_handles)] A(update late_update) { c: Handle<B> };
        B(update);
        C(late_update);
    }
    Entity::spawn().with(A::default()).with(B {}).with(C {});
    assert_eq!(
        explain_order().graphviz(),
        r#"digraph order {
  node [shape=box];
  subgraph cluster_fixed_update {
    label="fixed_update";
  }
  subgraph cluster_update {
    label="update";
    "update B" [label="B"];
    "update A" [label="A"];
    "update B" -> "update A" [style=dotted, constraint=false];
    "update B" -> "update A" [label="after"];
    "update B" -> "update A" [label="handle c"];
  }
  subgraph cluster_late_update {
    label="late_update";
    "late_update A" [label="A"];
    "late_update C" [label="C"];
    "late_update A" -> "late_update C" [style=dotted, constraint=false];
    "late_update A" -> "late_update C" [label="before"];
  }
}
"#
    );
}

#[test]
fn without_a_world_no_type_has_a_place() {
    let order = explain_order();
    assert_eq!(order.phases().len(), 3);
    assert!(order.phases().iter().all(|phase| phase.passes.is_empty()));
}

#[test]
fn c3_what_a_phase_adds_has_its_turn_in_the_later_ones() {
    #[derive(Component, Default)]
    struct Maker(bool);
    impl Maker {
        fn fixed_update(&mut self) {
            log("fixed");
            if !std::mem::replace(&mut self.0, true) {
                Entity::spawn().with(Late(1)).with(Self(true));
            }
        }
        fn update(&self) {
            log("update");
        }
    }
    #[derive(Component)]
    struct Late(u32);
    impl Late {
        fn fixed_update(&self) {
            log(format!("late {} fixed", self.0));
        }
        fn late_update(&self) {
            log(format!("late {}", self.0));
        }
    }
    World::set_fixed_step(0.5);
    Entity::spawn().add::<Maker>();
    update_all(1.0);
    assert_eq!(
        take_log(),
        ["fixed", "late 1 fixed", "fixed", "fixed", "late 1 fixed", "update", "update", "late 1"]
    );
}
