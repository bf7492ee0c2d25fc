//! 32 types that mention each other in a long chain build. rustc follows each function to all functions that
//! it reaches, and gives up where a function of the library is inside itself, for another type, more often
//! than `recursion_limit` says. Each kind of mention occurs that must not lead to the hooks of the mentioned
//! type. The build is the test; the limit stands in `main.rs`.

use std::cell::RefCell;

use ecs_core::{
    Add, Changed, Component, Disable, Enable, Entity, Handle, Remove, View, With, emit, every, query,
    update_all,
};

thread_local! {
    static ORDER: RefCell<Vec<&'static str>> = const { RefCell::new(Vec::new()) };
}

#[derive(Clone)]
struct Hit;

trait Named {
    fn turns(&self) -> u32;
}

/// Before all others.
#[derive(Component, Default)]
#[component(track)]
struct First {
    turns: u32,
}

/// After all others.
#[derive(Component, Default)]
#[component(track)]
struct Last {
    turns: u32,
}

macro_rules! chain {
    ($($before:ident < $name:ident < $after:ident;)*) => {$(
        #[derive(Component, Default)]
        #[component(
            track, after($before), before($after), after_handles, requires($after), as(dyn Named),
            on(
                Hit = hit, Add<$after> = came, Remove<$after> = gone, Enable<$after> = switched,
                Disable<$after> = switched_off
            )
        )]
        struct $name {
            #[component(sibling)]
            before: Handle<$before>,
            turns: u32,
        }

        impl $name {
            fn init(&mut self, after: &$after) {
                self.turns = after.turns;
            }

            fn update(&mut self, before: Option<&$before>, after: &mut $after) {
                ORDER.with_borrow_mut(|order| order.push(stringify!($name)));
                self.turns += 1 + before.map_or(0, |before| before.turns);
                after.turns = 0;
            }

            fn late_update(&mut self, all: View<$after>) {
                self.turns += all.len() as u32;
            }

            fn on_disable(&mut self, after: Option<&mut $after>) {
                if let Some(after) = after {
                    after.turns = 0;
                }
            }

            fn shutdown(&mut self) {
                let after = self.sibling::<$after>();
                let is_after = after.get().is_some() && after.with(|after| after.turns += 1).is_some();
                if self.before.is_alive() && is_after {
                    self.turns = self.before.borrow().turns + after.borrow_mut().turns;
                }
                after.kill();
                after.set_enabled(false);
                after.after(1.0, |after| after.turns += 1);
                self.turns += after.entity().has::<$after>() as u32 + format!("{after:?}").len() as u32;
            }

            fn hit(&mut self, _: &Hit) {
                self.turns += $after::count() as u32 + $after::view().len() as u32;
                self.turns += $after::try_view_mut().map_or(0, |all| all.len() as u32);
                $after::for_each(|after| after.turns += 1);
                $after::sort_by_key(|after| after.turns);
                query::<(&mut $after, &$before)>().each(|(after, before)| after.turns += before.turns);
                self.turns += query::<&$before>().filter::<With<$after>>().count() as u32;
                self.turns += query::<&$after>().filter::<Changed<$after>>().iter().count() as u32;
                every::<dyn Named>().read(|named| self.turns += named.turns());
            }

            fn came(&mut self, _: &Add<$after>) {}

            fn gone(&mut self, _: &Remove<$after>) {}

            fn switched(&mut self, _: &Enable<$after>) {}

            fn switched_off(&mut self, _: &Disable<$after>) {
                emit(Hit);
            }
        }

        impl Named for $name {
            fn turns(&self) -> u32 {
                self.before.get().map_or(self.turns, |before| before.turns)
            }
        }
    )*};
}

chain! {
    First < T0 < T1; T0 < T1 < T2; T1 < T2 < T3; T2 < T3 < T4;
    T3 < T4 < T5; T4 < T5 < T6; T5 < T6 < T7; T6 < T7 < T8;
    T7 < T8 < T9; T8 < T9 < T10; T9 < T10 < T11; T10 < T11 < T12;
    T11 < T12 < T13; T12 < T13 < T14; T13 < T14 < T15; T14 < T15 < T16;
    T15 < T16 < T17; T16 < T17 < T18; T17 < T18 < T19; T18 < T19 < T20;
    T19 < T20 < T21; T20 < T21 < T22; T21 < T22 < T23; T22 < T23 < T24;
    T23 < T24 < T25; T24 < T25 < T26; T25 < T26 < T27; T26 < T27 < T28;
    T27 < T28 < T29; T28 < T29 < T30; T29 < T30 < T31; T30 < T31 < Last;
}

#[test]
fn types_that_mention_each_other_in_a_long_chain_build_and_run_in_their_order() {
    let first = Entity::spawn().add::<T0>();
    assert!(first.entity().has::<Last>(), "each requires the next one");
    update_all(0.1);
    let order = ORDER.take();
    let expected: Vec<_> = (0..32).map(|number| format!("T{number}")).collect();
    assert_eq!(order, expected);
    assert!(first.entity().despawn());
}
