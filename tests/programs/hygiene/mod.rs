//! The derive in odd places and under odd names: nothing that it writes is in the way of what the user wrote.

mod declarations;
mod generic_names;
mod names;

use ecs_core::{Component, Entity, Handle, update_all};

/// A `$ty` comes in invisible parentheses, and names with the hygiene of the macro or of its call, which a
/// derive must not mix with that of its own.
mod a_type_may_come_from_a_macro {
    use super::*;

    macro_rules! component {
        ($vis:vis $name:ident { $field:ident: $ty:ty } after $other:ty, runs $function:path) => {
            #[derive(Component, Default)]
            #[component(update = $function, after($other))]
            $vis struct $name {
                $field: $ty,
            }
        };
        ($name:ident, $hook:ident adds $step:literal) => {
            #[derive(Component, Default)]
            struct $name(u32);

            impl $name {
                fn $hook(&mut self) {
                    self.0 += $step;
                }
            }
        };
    }

    component!(pub(crate) Plane { altitude: f32 } after Wind, runs physics::fly);
    component!(Wind, update adds 2);

    mod physics {
        pub(crate) fn fly(plane: &mut super::Plane, dt: f32, wind: &super::Wind) {
            plane.altitude += dt * wind.0 as f32;
        }
    }

    #[test]
    fn with_names_of_the_call() {
        let entity = Entity::spawn();
        let (plane, wind) = (entity.add::<Plane>(), entity.add::<Wind>());
        update_all(0.5);
        // The order was heard: `Wind` ran first, though `Plane` was added first.
        assert_eq!((plane.borrow().altitude, wind.borrow().0), (1.0, 2));
    }

    #[test]
    fn with_names_of_the_macro() {
        macro_rules! run {
            () => {
                #[derive(Component, Default)]
                #[component(init)]
                struct Inside(u32);

                impl Inside {
                    fn init(&mut self) {
                        self.0 = 1;
                    }
                    fn update(&mut self) {
                        self.0 += 3;
                    }
                }

                let inside = Entity::spawn().add::<Inside>();
                update_all(1.0);
                assert_eq!(inside.borrow().0, 4);
            };
        }
        run!();
    }
}

/// Types of functions are not nameable from outside, and two may have one name: each has a store of its own.
#[test]
fn types_of_functions_are_distinguished() {
    fn first() -> usize {
        #[derive(Component, Default)]
        struct Local(u64);

        impl Local {
            fn init(&mut self) {
                self.0 = 1;
            }
        }
        assert_eq!(Entity::spawn().add::<Local>().borrow().0, 1);
        Local::count()
    }
    fn second() -> usize {
        #[derive(Component, Default)]
        struct Local(u8);

        Entity::spawn().add::<Local>();
        assert_eq!(Entity::spawn().add::<Local>().borrow().0, 0);
        Local::count()
    }
    assert_eq!((first(), second()), (1, 2));
}

/// A hook is found in an `impl` that stands in another module, if it is visible where the type is declared,
/// and only then.
mod hooks_are_looked_for_where_the_type_is_declared {
    use super::*;

    #[derive(Component, Default)]
    struct Plane(u32);

    mod elsewhere {
        impl super::Plane {
            pub(super) fn update(&mut self) {
                self.0 += 1;
            }
            /// Not visible to the type: a method of the same name, but no hook.
            fn init(&mut self) {
                self.0 += 10;
            }
        }

        pub(super) fn call(plane: &mut super::Plane) {
            plane.init();
        }
    }

    #[test]
    fn visible_methods_are_hooks() {
        let plane = Entity::spawn().add::<Plane>();
        update_all(1.0);
        assert_eq!(plane.borrow().0, 1);
        elsewhere::call(&mut plane.borrow_mut());
        assert_eq!(plane.borrow().0, 11);
    }
}

/// Names that are keywords: in the code they need their `r#`, in messages they have none.
#[test]
#[allow(non_camel_case_types, non_upper_case_globals, reason = "keywords are in lower case")]
fn raw_names() {
    #[derive(Component, Default)]
    #[component(update = r#loop, after(r#type))]
    struct r#struct<const r#const: u32> {
        r#match: u32,
    }

    impl<const r#const: u32> r#struct<r#const> {
        fn r#loop(&mut self) {
            self.r#match += r#const;
        }
    }

    #[derive(Component, Default)]
    struct r#type;

    let component = Entity::spawn().add::<r#struct<7>>();
    component.entity().add::<r#type>();
    update_all(1.0);
    assert_eq!(component.borrow().r#match, 7);
    assert_eq!(component.entity().components(), ["struct<7>", "type"]);
}

/// Bounds in both places, defaults, a const parameter, a type that is not `Default`, and hooks from methods
/// and functions.
mod generic_types {
    use core::fmt::{Debug, Display};

    use super::*;

    #[derive(Component)]
    #[component(init, update = self::turn, before(Plain<T>), shutdown = none, on_disable = none)]
    struct Ring<T: Clone + Debug = u8, const N: usize = 2>
    where
        T: PartialEq + 'static,
    {
        items: Vec<T>,
    }

    impl<T: Clone + Debug + PartialEq, const N: usize> Ring<T, N> {
        fn init(&mut self) {
            self.items.truncate(N);
        }
        /// No hook: the key says so.
        fn on_disable(&mut self) {
            self.items.clear();
        }
    }

    fn turn<T: Clone + Debug + PartialEq, const N: usize>(ring: &mut Ring<T, N>) {
        ring.items.rotate_left(1);
    }

    #[derive(Component)]
    #[component(update)]
    struct Plain<T>(T, String);

    /// As many bounds as the type has: it has none.
    impl<T> Plain<T> {
        fn update(&mut self, ring: Option<&Ring>) {
            self.1 = ring.map(|ring| format!("{:?}", ring.items)).unwrap_or_default();
        }
    }

    #[test]
    fn each_instance_is_a_type_of_its_own() {
        let entity = Entity::spawn();
        let plain = entity.insert(Plain(1_u8, String::new()));
        let ring = entity.insert(Ring::<u8> { items: vec![1, 2, 3] });
        let long = entity.insert(Ring::<u8, 9> { items: vec![1, 2, 3] });
        let text = entity.insert(Ring::<&'static str, 1> { items: vec!["a", "b"] });
        ring.borrow_mut().on_disable();
        assert!(ring.borrow().items.is_empty());
        ring.borrow_mut().items = vec![1, 2];
        update_all(1.0);
        assert_eq!((&*ring.borrow().items, &*long.borrow().items), (&[2, 1][..], &[2, 3, 1][..]));
        assert_eq!(text.borrow().items, ["a"]);
        // `before` was heard for this instance of the other type.
        assert_eq!((plain.borrow().0, &*plain.borrow().1), (1, "[2, 1]"));
        assert_eq!(Ring::<u8, 9>::count(), 1);
        entity.set_enabled(false);
        assert_eq!(long.borrow().items, [2, 3, 1], "a generic type has only the hooks that it names");
    }

    /// The names that the derive and `ecs-core` use for parameters of their own.
    #[test]
    fn parameters_may_be_named_as_in_the_library() {
        #[derive(Component)]
        #[component(update)]
        struct Many<T: Display, F, M, Mode, const __P: usize>(T, F, M, Mode);

        impl<T: Display, F, M, Mode, const __P: usize> Many<T, F, M, Mode, __P> {
            fn update(&mut self, _: f32, _: Option<&Wheel>) {
                assert_eq!(format!("{}{__P}", self.0), "43");
            }
        }

        #[derive(Component)]
        struct Wheel;

        let many = Entity::spawn().insert(Many::<_, _, _, _, 3>(4, "5", 6.0, [7]));
        update_all(1.0);
        assert_eq!((many.borrow().1, many.borrow().2, many.borrow().3), ("5", 6.0, [7]));
    }
}

/// A handle in a field of its own type, and of a type that is declared later.
#[test]
fn types_may_refer_to_each_other() {
    #[derive(Component, Default)]
    struct Node {
        parent: Handle<Node>,
        leaf: Handle<Leaf>,
    }

    #[derive(Component, Default)]
    #[component(after(Node))]
    struct Leaf {
        node: Handle<Node>,
        depth: u32,
    }

    impl Leaf {
        fn update(&mut self) {
            let mut node = self.node;
            while let Some(found) = node.get() {
                node = found.parent;
                self.depth += 1;
            }
        }
    }

    let root = Entity::spawn().add::<Node>();
    let node = Entity::spawn().insert(Node { parent: root, leaf: Handle::NULL });
    let leaf = Entity::spawn().insert(Leaf { node, depth: 0 });
    node.borrow_mut().leaf = leaf;
    update_all(1.0);
    assert_eq!(node.borrow().leaf.borrow().depth, 2);
}
