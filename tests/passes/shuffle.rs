//! `World::shuffle_order`: types in another order in each frame, of those that they allow.

use std::collections::BTreeSet;

use ecs_core::{Commands, Component, Entity, Phase, World, explain_order, update_all};

use crate::support::{assert_says, log, sized, take_log};

macro_rules! passes {
    ($($name:ident $(($($key:tt)*))?),*) => {$(
        #[derive(Component, Default)]
        $(#[component($($key)*)])?
        struct $name;

        impl $name {
            fn update(&mut self) {
                log(stringify!($name));
            }
        }
    )*};
}

passes!(A, B, C, D(after(A)), E(before(B), after(D)));

/// The orders of some frames.
fn orders(frames: usize) -> Vec<Vec<String>> {
    let frame = |_| {
        update_all(0.1);
        take_log()
    };
    (0..frames).map(frame).collect()
}

fn text(orders: impl IntoIterator<Item = Vec<String>>) -> BTreeSet<String> {
    orders.into_iter().map(|order| order.concat()).collect()
}

#[test]
fn d11_all_allowed_orders_occur_and_no_others() {
    Entity::spawn().with(A).with(B).with(C);
    World::shuffle_order(1);
    let all = ["ABC", "ACB", "BAC", "BCA", "CAB", "CBA"].map(str::to_owned);
    assert_eq!(text(orders(sized(60, 200, 200))), BTreeSet::from(all));
    // A, D, E and B in this order, and C anywhere.
    Entity::spawn().with(D).with(E);
    let all = ["CADEB", "ACDEB", "ADCEB", "ADECB", "ADEBC"].map(str::to_owned);
    assert_eq!(text(orders(sized(60, 200, 200))), BTreeSet::from(all));
    World::unshuffle_order();
    assert_eq!(text(orders(5)), BTreeSet::from(["ADEBC".to_owned()]));
}

#[test]
fn d11_the_same_seed_has_the_same_orders_and_another_one_others() {
    let run = |seed| {
        World::new().enter(|| {
            Entity::spawn().with(A).with(B).with(C).with(D);
            World::shuffle_order(seed);
            orders(20)
        })
    };
    assert_eq!(run(7), run(7));
    assert_ne!(run(7), run(8));
    // From any frame on, by its number.
    let later = World::new().enter(|| {
        Entity::spawn().with(A).with(B).with(C).with(D);
        orders(5);
        World::shuffle_order(7);
        orders(15)
    });
    assert_eq!(later, run(7)[5..]);
}

#[test]
fn d11_explain_order_shows_the_seed_and_the_order_of_the_last_frame() {
    Entity::spawn().with(A).with(B).with(C).with(D).with(E);
    let usual = explain_order().to_string();
    assert!(!usual.contains("shuffled"));
    World::shuffle_order(12);
    for frame in 0..20 {
        // Before the first frame it is that of the first.
        let before = explain_order();
        update_all(0.1);
        let after = explain_order();
        assert_eq!(take_log(), after.of(Phase::Update).collect::<Vec<_>>());
        assert!(frame > 0 || before == after);
        assert_eq!(after.shuffled().map(|by| (by.seed, by.frame)), Some((12, frame)));
        let first = format!("shuffled by the seed 12, as in the frame {frame}\nfixed_update:");
        assert_says(&after.to_string(), &[&first, "D: added 4th; after A, which its `after` names"]);
    }
    World::unshuffle_order();
    assert_eq!(explain_order().to_string(), usual);
}

/// Reads what another type has written before it: by chance, as that one is added first.
mod planted {
    use super::*;

    #[derive(Component, Default)]
    pub struct Input {
        pub push: f32,
    }

    impl Input {
        fn update(&mut self) {
            self.push = 1.0;
        }

        fn late_update(&mut self) {
            self.push = 0.0;
        }
    }

    macro_rules! movers {
        ($($name:ident $(($($key:tt)*))?),*) => {$(
            #[derive(Component, Default)]
            $(#[component($($key)*)])?
            pub struct $name {
                x: f32,
            }

            impl $name {
                fn update(&mut self, input: &Input) {
                    self.x += input.push;
                }

                pub fn x() -> f32 {
                    let body = Entity::spawn().with(Input::default()).insert(Self::default());
                    super::orders(sized(10, 30, 30));
                    body.borrow().x
                }
            }
        )*};
    }

    movers!(Careless, Careful(after(Input)));
}

/// What the feature is for.
#[test]
fn d11_a_planted_dependence_is_found_and_a_declared_one_is_none() {
    let frames = sized(10.0, 30.0, 30.0);
    let run = |seed: Option<u64>, x: fn() -> f32| {
        World::new().enter(|| {
            seed.into_iter().for_each(World::shuffle_order);
            x()
        })
    };
    assert_eq!(run(None, planted::Careless::x), frames, "nothing shows without it");
    for seed in 0..5 {
        let x = run(Some(seed), planted::Careless::x);
        assert!(x < frames, "it has worked in each frame with the seed {seed}");
        assert_eq!(run(Some(seed), planted::Careful::x), frames);
    }
}

/// A type that comes in the middle of a frame: each of the others has its pass once, in the order that the
/// frame has for them, and the new one at most once.
#[test]
fn d11_a_type_that_is_added_inside_of_a_frame_repeats_and_skips_no_pass() {
    #[derive(Component, Default)]
    struct Adder;
    impl Adder {
        fn update(&mut self) {
            log("+");
            Entity::spawn().with(D).with(E);
        }
    }
    let mut late = BTreeSet::new();
    for seed in 0..40 {
        World::new().enter(|| {
            Entity::spawn().with(A).with(B).with(C).with(Adder);
            World::shuffle_order(seed);
            let first = orders(1).concat().concat();
            let mut old: Vec<_> = first.chars().filter(|name| "ABC+".contains(*name)).collect();
            old.sort_unstable();
            assert_eq!(old, ['+', 'A', 'B', 'C'], "{first}");
            let new = ["D", "E"].map(|name| first.matches(name).count());
            assert!(new.into_iter().all(|times| times <= 1), "{first}");
            late.insert(new);
        });
    }
    assert!(late.len() > 1, "it comes in time, and too late: {late:?}");
}

#[test]
fn d11_inside_of_a_frame_it_is_for_the_next_one() {
    #[derive(Component, Default)]
    struct Switch;
    impl Switch {
        fn update(&mut self) {
            log("S");
            World::shuffle_order(3);
            World::shuffle_order(4);
        }
    }
    Entity::spawn().with(Switch).with(A).with(B).with(C);
    assert_eq!(orders(1).concat().concat(), "SABC");
    assert!(explain_order().shuffled().is_none());
    let found = text(orders(30));
    assert!(found.len() > 5, "{found:?}");
    assert_eq!(explain_order().shuffled().map(|by| by.seed), Some(4));
}

/// `start` comes in the order of the types, and before all passes of its type.
#[test]
fn d11_starts_are_shuffled_with_the_types() {
    macro_rules! starting {
        ($($name:ident $(($($key:tt)*))?),*) => {$(
            #[derive(Component, Default)]
            $(#[component($($key)*)])?
            struct $name;

            impl $name {
                fn start(&mut self) {
                    log(stringify!($name).to_lowercase());
                }
                fn update(&mut self) {
                    log(stringify!($name));
                }
            }
        )*};
    }
    starting!(X, Y, Z(after(X)));
    let run = |seed| {
        World::new().enter(|| {
            Entity::spawn().with(X).with(Y).with(Z);
            World::shuffle_order(seed);
            orders(1).concat().concat()
        })
    };
    let found: BTreeSet<_> = (0..sized(80, 200, 200)).map(run).collect();
    // When `fixed_update` begins, in the order of that phase.
    let starts_and_passes = ["xyz", "xzy", "yxz"]
        .into_iter()
        .flat_map(|starts| ["XYZ", "XZY", "YXZ"].map(|passes| format!("{starts}{passes}")));
    assert_eq!(found, starts_and_passes.collect());
}

/// Parallel passes are in groups of another order, with the same results.
#[test]
fn d11_parallel_passes_and_commands_do_the_same() {
    macro_rules! counting {
        ($($name:ident($($key:tt)*): $commands:expr),*) => {$(
            #[derive(Component, Default, Clone, Debug, PartialEq)]
            #[component(parallel, $($key)*)]
            struct $name(u32);

            impl $name {
                fn update(&mut self, commands: Commands) {
                    self.0 += 1;
                    let run: fn(Commands<'_>) = $commands;
                    run(commands);
                }
            }
        )*};
    }
    counting!(
        P(capacity = 8): |_| (),
        Q(capacity = 8): |commands| _ = commands.spawn(R(0)),
        R(after(Q)): |_| ()
    );
    let run = |seed: Option<u64>| {
        World::new().enter(|| {
            seed.into_iter().for_each(World::shuffle_order);
            Entity::spawn_many(8, |_, entity| {
                entity.with(Q(0)).with(R(0));
                P(0)
            });
            orders(6);
            (P::view().to_vec(), Q::view().to_vec(), R::view().to_vec())
        })
    };
    let usual = run(None);
    (0..10).for_each(|seed| assert_eq!(run(Some(seed)), usual));
}
