//! All that a declaration can say: the derives take it, without a warning where there is none without them.
#![deny(warnings, clippy::all)]

use core::fmt::Debug;
use core::marker::PhantomData;

use ecs_core::{
    Bundle, Component, Entity, Handle, Query, QueryData, Schedule, Singleton, SystemParam, View, World,
    query, update_all,
};

/// Attributes of the language.
mod attributes {
    use super::*;

    #[deprecated = "use another"]
    #[allow(deprecated)]
    #[derive(Component, Clone, Copy, Debug)]
    #[component(soa)]
    pub struct OldFields {
        pub x: u8,
        pub field: OldField,
    }

    #[deprecated]
    #[derive(Clone, Copy, Debug)]
    pub struct OldField;

    #[deprecated = "use another"]
    #[allow(deprecated)]
    #[derive(Component, Clone, Copy)]
    #[component(soa)]
    pub struct OldGeneric<T: Copy>(pub u8, pub T);

    #[deprecated]
    #[allow(deprecated)]
    #[derive(Component, Default)]
    #[component(init, track, capacity = 4, pooled(2))]
    pub struct OldHooks(pub u8);

    #[allow(deprecated)]
    impl OldHooks {
        fn init(&mut self) {
            self.0 += 1;
        }
    }

    #[deprecated(since = "1.0.0", note = "use another")]
    #[allow(deprecated)]
    #[derive(Singleton, Default)]
    pub struct OldSingleton;

    #[deprecated]
    #[allow(deprecated)]
    #[derive(Bundle, Default)]
    pub struct OldBundle {
        pub hooks: OldHooks,
        pub marked: Marked,
    }

    #[deprecated]
    #[allow(deprecated)]
    #[derive(QueryData)]
    pub struct OldQuery<'w> {
        pub hooks: &'w OldHooks,
        pub marked: &'w Marked,
    }

    #[must_use = "it is a component"]
    #[non_exhaustive]
    #[repr(C, align(32))]
    #[doc(hidden)]
    #[doc(alias = "sign")]
    #[derive(Component, Default, Clone, Copy, Debug, PartialEq)]
    #[component(soa)]
    pub struct Marked {
        #[doc(hidden)]
        pub x: u8,
        #[cfg(any())]
        pub gone: NoSuchType,
        #[cfg_attr(all(), allow(dead_code))]
        _private: (),
    }

    #[repr(C, packed)]
    #[derive(Component, Default, Clone, Copy)]
    #[cfg_attr(all(), component(update))]
    pub struct Packed {
        a: u8,
        b: u32,
    }

    impl Packed {
        fn update(&mut self) {
            self.b += u32::from(self.a);
        }
    }

    #[repr(u8)]
    #[non_exhaustive]
    #[derive(Component, Default, Debug)]
    pub enum Numbered {
        #[default]
        One = 1,
        #[deprecated]
        #[allow(dead_code, reason = "nobody makes one")]
        Two = 1 << 1,
    }

    #[derive(Component)]
    #[allow(dead_code, reason = "there is none")]
    pub enum Never {}

    #[derive(Component, Default)]
    pub struct Braces {}

    #[derive(Component, Default)]
    pub struct Parentheses();

    #[test]
    #[allow(deprecated)]
    fn they_are_taken() {
        let entity = Entity::spawn().with(OldFields { x: 1, field: OldField }).with(OldGeneric(1, 2_u8));
        let entity = entity.insert_all(OldBundle::default()).with(Packed { a: 2, b: 3 });
        let _ = (entity.add::<Numbered>(), entity.add::<Braces>(), entity.add::<Parentheses>());
        drop(OldSingleton::borrow());
        update_all(0.1);
        assert_eq!(({ entity.borrow::<Packed>().b }, entity.borrow::<OldHooks>().0), (5, 1));
        assert_eq!(OldFields::columns().x[0], 1);
        query::<OldQuery>().each(|OldQuery { hooks, marked }| assert_eq!((hooks.0, marked.x), (1, 0)));
    }
}

/// Generics, bounds and recursion.
mod generics {
    use super::*;

    /// Two of them share nothing.
    #[derive(Component, Default)]
    struct Bounded<T = u8, const N: usize = { 1 + 1 }, const B: bool = true>
    where
        T: Clone + 'static,
        [T; N]: Default + Debug,
        for<'a> &'a [T; N]: IntoIterator<Item = &'a T>,
        Self: Sized,
    {
        items: [T; N],
    }

    #[expect(clippy::type_complexity, reason = "fields may have any type")]
    #[derive(Component)]
    struct Dynamic<T: ?Sized + Debug + 'static> {
        all: Box<dyn Fn(&T) -> Box<dyn Debug> + 'static>,
        call: for<'a> fn(&'a T) -> &'a T,
    }

    /// A value holds others of its type.
    #[derive(Component, Default)]
    struct Tree<T: Send> {
        value: T,
        children: Vec<Self>,
        next: Option<Box<Tree<T>>>,
        size: [u8; Tree::<()>::SIZE],
    }

    impl Tree<()> {
        const SIZE: usize = 3;
    }

    /// One holds the other.
    #[derive(Component)]
    struct Odd<T>(Option<Box<Even<T>>>);

    #[derive(Component)]
    struct Even<T>(Option<Box<Odd<T>>>, T);

    #[derive(Component)]
    struct Swapped<A, B>(Option<Box<Swapped<B, A>>>, A, B);

    /// Each holds one with a larger parameter, without an end: rustc cannot say whether it is `Send`.
    #[derive(Component)]
    #[component(not_send)]
    struct Finger<T: 'static> {
        left: Vec<T>,
        deeper: Option<&'static Finger<(T, T)>>,
    }

    #[test]
    fn they_are_taken() {
        let entity = Entity::spawn();
        let _: Handle<Bounded> = entity.add();
        assert_eq!(entity.add::<Bounded<String, 3, false>>().borrow().items.len(), 3);
        let text = Dynamic::<str> { all: Box::new(|text| Box::new(text.len())), call: |text| text };
        let text = entity.insert(text);
        assert_eq!(format!("{:?}{}", (text.borrow().all)("abc"), (text.borrow().call)("d")), "3d");
        let tree = entity.add::<Tree<u8>>();
        let size = tree.borrow().value + tree.borrow().size.len() as u8;
        assert_eq!((tree.borrow().children.len(), tree.borrow().next.is_none(), size), (0, true, 3));
        let odd = entity.insert(Odd(Some(Box::new(Even(None, 7)))));
        assert_eq!(odd.borrow().0.as_ref().map(|even| (even.1, even.0.is_none())), Some((7, true)));
        let swapped = entity.insert(Swapped(None, 1_u8, "2"));
        assert_eq!((swapped.borrow().0.is_none(), swapped.borrow().1, swapped.borrow().2), (true, 1, "2"));
        let finger = entity.insert(Finger { left: vec![1_u8], deeper: None });
        assert_eq!((finger.borrow().left[0], finger.borrow().deeper.is_none()), (1, true));
    }

    #[test]
    fn a_type_says_that_it_is_not_send() {
        let into_send = |spawn: fn()| {
            let world = World::new();
            world.enter(spawn);
            world.into_send().is_ok()
        };
        assert!(into_send(|| _ = Entity::spawn().insert(Tree::<u8>::default())));
        assert!(!into_send(|| _ = Entity::spawn().insert(Finger { left: vec![1_u8], deeper: None })));
    }
}

/// Visibility, and where the type stands.
mod places {
    use super::*;

    mod inside {
        use super::*;

        #[derive(Component, Default, Clone, Copy)]
        #[component(soa)]
        pub(in crate::hygiene::declarations) struct Seen {
            pub(in crate::hygiene::declarations) a: u8,
            pub(super) b: u8,
            pub(self) c: u8,
            pub(crate) d: u8,
        }

        impl Seen {
            pub(super) fn update(&mut self) {
                self.c += 1;
                self.d = self.a + self.b + self.c;
            }
        }

        pub(super) mod std {
            pub(super) mod core {
                #[derive(ecs_core::Component, Default)]
                pub(in super::super) struct Odd(pub(in super::super) u8);
            }
            pub(in super::super) fn add(entity: ecs_core::Entity) -> u8 {
                entity.add::<core::Odd>().borrow().0
            }
        }
    }

    struct Outer<T>(PhantomData<T>);

    impl<T: 'static> Outer<T> {
        const NAME: &str = {
            #[derive(Component)]
            #[allow(dead_code, reason = "nobody makes one")]
            struct InConst;
            "in a constant"
        };

        fn in_method() -> u8 {
            #[derive(Component, Default)]
            struct InMethod(u8);

            impl InMethod {
                fn init(&mut self) {
                    self.0 = 4;
                }
            }
            let closure = || {
                #[derive(Component, Default)]
                #[component(requires(InMethod))]
                struct InClosure;

                Entity::spawn().add::<InClosure>().entity().borrow::<InMethod>().0
            };
            closure()
        }
    }

    #[test]
    fn they_are_taken() {
        let entity = Entity::spawn();
        let seen = entity.add::<inside::Seen>();
        (seen.borrow_mut().a, seen.borrow_mut().b) = (1, 2);
        update_all(0.1);
        assert_eq!((seen.borrow().a, seen.borrow().b, seen.borrow().d), (1, 2, 4));
        assert_eq!(inside::Seen::columns().d[0], 4);
        assert_eq!(inside::std::add(entity), 0);
        assert_eq!((Outer::<u8>::NAME, Outer::<u8>::in_method()), ("in a constant", 4));
    }
}

/// All of it may come from a macro by example.
mod macros {
    use super::*;

    macro_rules! component {
        (
            $(#[$attribute:meta])* $vis:vis struct $name:ident<$param:ident: $bound:path = $default:ty>
            { $($(#[$of_field:meta])* $field_vis:vis $field:ident: $ty:ty = $value:expr),* }
            capacity $capacity:literal, requires $required:ident with $given:expr, on $event:ty
        ) => {
            $(#[$attribute])*
            #[derive(Component)]
            #[component(capacity = $capacity, requires($required = $given), on($event = hear))]
            $vis struct $name<$param: $bound = $default> {
                $($(#[$of_field])* $field_vis $field: $ty),*
            }

            impl<$param: $bound> $name<$param> {
                fn hear(&mut self, event: &$event) {
                    self.heard += event.0;
                }
                fn new() -> Self {
                    Self { $($field: $value),* }
                }
            }
        };
        (fields $name:ident { $($field:ident: $ty:ty),* }) => {
            #[derive(Component, Clone, Copy, Default)]
            #[component(soa)]
            struct $name { $($field: $ty),* }
        };
        (all $query:ident<$lifetime:lifetime> $bundle:ident: $($field:ident $ty:ty),*) => {
            #[derive(QueryData)]
            struct $query<$lifetime> { $($field: &$lifetime $ty),* }

            #[derive(SystemParam)]
            struct All<$lifetime>(Query<$lifetime, $query<$lifetime>>, Inner<$lifetime>);

            #[derive(SystemParam)]
            struct Inner<'w> { r#type: View<'w, Base> }

            #[derive(Bundle)]
            struct $bundle { $($field: $ty),* }
        };
    }

    struct Rung(u32);

    #[derive(Component, Default)]
    struct Base(u8);

    component! {
        /// Rings.
        #[derive(Debug)]
        pub(super) struct Bell<T: Default = u8> {
            /// How often it was rung.
            pub(super) heard: u32 = 0,
            #[allow(dead_code, reason = "it is not read")]
            r#type: Vec<Option<T>> = Vec::new()
        }
        capacity 8, requires Base with Base(3), on Rung
    }

    component!(fields Apart { r#match: [u8; 2], r#loop: (u8, f32) });
    component!(all Both<'q> Pair: base Base, apart Apart);

    #[test]
    fn they_are_taken() {
        let bell = Entity::spawn().insert(Bell::<u8>::new());
        assert_eq!(bell.entity().send(Rung(2)), 1);
        assert_eq!((bell.borrow().heard, bell.entity().borrow::<Base>().0), (2, 3));
        Entity::spawn_with(Pair { base: Base(1), apart: Apart { r#match: [4, 5], r#loop: (6, 0.5) } });
        assert_eq!((Apart::columns().r#match[0], Apart::columns().r#loop[0]), ([4, 5], (6, 0.5)));
        query::<Both>().each(|Both { base, apart }| assert_eq!((base.0, apart.r#loop.0), (1, 6)));
        Schedule::new()
            .add(|All(both, inner): All| assert!(both.count() == 1 && inner.r#type.len() == 2))
            .run(0.1);
    }
}
