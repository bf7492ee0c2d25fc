//! Odd names, and names of the library.

use super::*;

/// `after`, `before` and functions may be written as any path.
#[allow(unused_qualifications, reason = "the paths are what is tested")]
mod paths {
    use super::*;

    pub mod deep {
        use super::*;

        #[derive(Component, Default)]
        #[component(update = super::second, after(self::Third, super::First))]
        #[component(before(crate::hygiene::names::paths::Last))]
        pub struct Second;

        #[derive(Component, Default)]
        #[component(update = crate::hygiene::names::paths::third, after(super::super::paths::First))]
        pub struct Third;
    }

    #[derive(Component, Default)]
    #[component(update = self::first)]
    pub struct First;

    #[derive(Component, Default)]
    #[component(update = last)]
    pub struct Last;

    impl Last {
        fn last(&self) {
            LOG.with_borrow_mut(|log| log.push('d'));
        }
    }

    thread_local! {
        static LOG: std::cell::RefCell<String> = const { std::cell::RefCell::new(String::new()) };
    }

    fn second(_: &deep::Second) {
        LOG.with_borrow_mut(|log| log.push('b'));
    }
    pub fn first(_: &First) {
        LOG.with_borrow_mut(|log| log.push('a'));
    }
    fn third(_: &mut deep::Third) {
        LOG.with_borrow_mut(|log| log.push('c'));
    }

    #[test]
    fn the_order_is_kept() {
        let entity = Entity::spawn().with(Last).with(deep::Second).with(deep::Third).with(First);
        update_all(1.0);
        assert_eq!(LOG.take(), "acbd");
        entity.despawn();
    }
}

/// Types, modules and macros with the names that the derive writes, or could write, where they would be found
/// first.
mod names_of_the_library {
    /// Would be found if the derive wrote `core::..`, `std::..` or `ecs_core::..` without a root.
    mod core {}
    mod std {}
    mod ecs_core {}
    mod hooks {}
    mod option {}

    #[allow(unused_macros, reason = "it stands in the way")]
    macro_rules! thread_local {
        ($($any:tt)*) => {
            compile_error!("the user's macro was taken");
        };
    }
    #[allow(unused_macros, reason = "it stands in the way")]
    macro_rules! assert {
        ($($any:tt)*) => {
            compile_error!("the user's macro was taken");
        };
    }
    use ::ecs_core::{Component, Entity, Handle, update_all};

    macro_rules! components {
        ($($name:ident)*) => {
            $(
                #[derive(Component, Default)]
                struct $name(u32);

                impl $name {
                    fn init(&mut self) {
                        self.0 = 1;
                    }
                    fn update(&mut self, dt: f32) {
                        self.0 += dt as u32;
                    }
                }
            )*

            #[test]
            fn all_run() {
                let entity = Entity::spawn();
                $(let _: Handle<$name> = entity.add::<$name>();)*
                update_all(2.0);
                $(assert_eq!(entity.borrow::<$name>().0, 3, stringify!($name));)*
            }
        };
    }
    components!(
        Absent Access SayWhichByAComponentKey Fn Locator MaybeSend None Ok Option PhantomData Probe
        Result Send Sized Some Spec StoreCell TypeRef
        Vec Method
    );

    /// A component's own items, with the names of what the derive gives it.
    #[derive(Component, ::core::default::Default)]
    struct Busy {
        init: u32,
        update: u32,
    }

    impl Busy {
        #[allow(dead_code, non_upper_case_globals, reason = "it stands in the way")]
        const SEND: u32 = 1;
        #[allow(dead_code, reason = "it stands in the way")]
        const PRESENT: u32 = 2;

        fn update(&mut self) {
            self.update += 1;
        }
        #[allow(
            clippy::new_ret_no_self,
            clippy::wrong_self_convention,
            dead_code,
            reason = "it stands in the way"
        )]
        fn new(&self) {}
    }

    #[test]
    fn fields_are_no_hooks() {
        let busy = Entity::spawn().add::<Busy>();
        update_all(1.0);
        assert_eq!((busy.borrow().init, busy.borrow().update), (0, 1));
    }
}
