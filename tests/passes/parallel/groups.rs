//! Which passes run at the same time, and that this cannot be seen in the result.

use ecs_core::{Commands, Component, Entity, Phase, explain_order, update_all};

use super::{THREADS, with_threads};

#[derive(Component, Default)]
struct Shared(u32);

macro_rules! parallel {
    ($($(#[$attr:meta])* $name:ident($this:ident $(, $param:ident: $ty:ty)*) $body:block)*) => {$(
        #[derive(Component, Default)]
        #[component(parallel)]
        $(#[$attr])*
        struct $name(u32);
        impl $name {
            fn update(&mut $this $(, $param: $ty)*) {
                $this.0 += 1;
                $body
            }
        }
    )*};
}

parallel! {
    ReadA(self, shared: &Shared) { self.0 += shared.0; }
    ReadB(self, shared: &Shared) { self.0 += shared.0; }
    Write(self, shared: &mut Shared) { shared.0 += 1; }
    ReadC(self, shared: Option<&Shared>) { self.0 += shared.map_or(0, |shared| shared.0); }
    #[component(after(ReadC))] Ordered(self) {}
    Asks(self, commands: Commands) { commands.spawn(Late(0)); }
    Last(self) {}
    Late(self) {}
}

#[derive(Component, Default)]
struct Serial(u32);

impl Serial {
    fn update(&mut self) {
        self.0 += 1;
    }
}

fn turns() -> Vec<Vec<&'static str>> {
    let mut turns: Vec<Vec<&'static str>> = vec![];
    for pass in &explain_order().phases()[Phase::Update as usize].passes {
        if pass.is_parallel_with_previous {
            turns.last_mut().unwrap().push(pass.component)
        } else {
            turns.push(vec![pass.component])
        }
    }
    turns
}

#[test]
fn passes_that_do_not_conflict_run_at_the_same_time() {
    for &threads in THREADS {
        with_threads(threads, || {
            let one = Entity::spawn();
            one.insert(Shared(0));
            one.with(ReadA(0)).with(ReadB(0)).with(Write(0)).with(ReadC(0)).with(Ordered(0));
            one.add::<Serial>();
            one.add::<Asks>();
            one.add::<Last>();
            assert_eq!(
                turns(),
                [
                    vec!["ReadA", "ReadB"],
                    vec!["Write"],
                    vec!["ReadC"],
                    vec!["Ordered"],
                    vec!["Serial"],
                    vec!["Asks"],
                    vec!["Last"],
                ]
            );
            update_all(1.0);
            update_all(1.0);
            assert_eq!(one.borrow::<ReadA>().0, 3);
            assert_eq!(one.borrow::<ReadC>().0, 5);
            // What was spawned by the first is visited by the pass of the next frame and of its own.
            assert!(Late::view().iter().map(|late| late.0).eq([2, 1]));
        });
    }
}
