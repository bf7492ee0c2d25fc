//! The program of `hello`, with the output of `#[derive(Component)]` written by hand.
//!
//! To read, not to copy: the names under `ecs_core::hook` are the derive's alone, and change without notice.

use ecs_core::{Entity, update_all};

struct Bird(f32); // how high it flies

impl Bird {
    fn update(&mut self, dt: f32) {
        self.0 -= 2.0 * dt;
        println!("{}v", " ".repeat(self.0 as usize));
    }
}

// ---- what the derive adds: one block, in which every new name starts with `__`; without what warns of names
// that look like hooks ----
const _: () = {
    use ::ecs_core::{self as __ecs, hook as __p};

    // One pointer for each thread: from the type to its store in the current world, null until the type is
    // used there.
    __p::thread_local! {
        static __CELL: __p::StoreCell<Bird> = const { __p::StoreCell::new() };
    }

    #[automatically_derived]
    impl __ecs::Component for Bird {
        const __SPEC: __p::SpecOf<Self> = {
            // `SayWhichByAComponentKey` is in here, named for the error of a type that has two methods of one
            // name. It gives every type a constant called `init`, one called `update`, and so on. Where the
            // type has a method of that name, the path means the method, because an inherent item wins over a
            // trait's.
            use __p::*;
            let hooks = HookSpec {
                // This one is a method. `pass` finds the parameters in the method's type: the time step.
                update: pass::<Self, _, _>(&Method(<Self>::update, PhantomData)),
                // These nine are the constant `Absent`. They become `None`, and no loop runs for them.
                init: init::<Self, _, _>(&Method(<Self>::init, PhantomData)),
                start: life::<Self, _, _>(&Method(<Self>::start, PhantomData)),
                fixed_update: pass::<Self, _, _>(&Method(<Self>::fixed_update, PhantomData)),
                late_update: pass::<Self, _, _>(&Method(<Self>::late_update, PhantomData)),
                shutdown: life::<Self, _, _>(&Method(<Self>::shutdown, PhantomData)),
                on_enable: life::<Self, _, _>(&Method(<Self>::on_enable, PhantomData)),
                on_disable: life::<Self, _, _>(&Method(<Self>::on_disable, PhantomData)),
                on_reset: life::<Self, _, _>(&Method(<Self>::on_reset, PhantomData)),
                on_load: life::<Self, _, _>(&Method(<Self>::on_load, PhantomData)),
                ..HookSpec::NONE
            };
            // The name is for messages.
            let spec = Spec { hooks, ..Spec::new("Bird") };
            // Whether the type is `Send` is found out in the same way.
            SpecOf::new(spec, Probe::<Self>::SEND)
        };

        // Each entity may have one; of a singleton the world has one.
        type __Number = __p::Many;
        type __Layout = __p::Whole;

        #[inline]
        fn __cell() -> __p::Locator<Self> {
            __p::Locator::Local(&__CELL)
        }

        // The only way from the type to its hooks: what needs no hook does not lead the compiler to them.
        fn __info() -> &'static __p::TypeInfo {
            const { __p::info::<Self>() }
        }
    }
};

fn main() {
    let bird = Entity::spawn().insert(Bird(6.0));
    for key in std::io::stdin().lines().map_while(Result::ok) {
        bird.borrow_mut().0 += f32::from(key == "w");
        update_all(0.5);
    }
}
