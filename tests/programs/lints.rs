//! What the derive writes is quiet under nearly every lint of rustc and clippy, and what `ecs-core` promises
//! of its types' sizes and auto traits holds.
//!
//! `cargo test` asks rustc, `cargo clippy --test programs` clippy too.

/// One type of each shape, alone with the derive: what is not quiet here is not the tests' own.
#[deny(
    warnings,
    keyword_idents,
    let_underscore,
    nonstandard_style,
    refining_impl_trait,
    rust_2018_idioms,
    unused,
    absolute_paths_not_starting_with_crate,
    ambiguous_negative_literals,
    closure_returning_async_block,
    deprecated_in_future,
    deprecated_safe_2024,
    edition_2024_expr_fragment_specifier,
    elided_lifetimes_in_paths,
    explicit_outlives_requirements,
    ffi_unwind_calls,
    if_let_rescope,
    impl_trait_overcaptures,
    impl_trait_redundant_captures,
    let_underscore_drop,
    macro_use_extern_crate,
    meta_variable_misuse,
    missing_copy_implementations,
    missing_debug_implementations,
    missing_docs,
    missing_unsafe_on_extern,
    redundant_imports,
    redundant_lifetimes,
    single_use_lifetimes,
    tail_expr_drop_order,
    trivial_casts,
    trivial_numeric_casts,
    unit_bindings,
    unnameable_types,
    unreachable_pub,
    unsafe_attr_outside_unsafe,
    unsafe_code,
    unsafe_op_in_unsafe_fn,
    unstable_features,
    unused_extern_crates,
    unused_import_braces,
    unused_lifetimes,
    unused_macro_rules,
    unused_qualifications,
    unused_results,
    variant_size_differences,
    clippy::all,
    clippy::pedantic,
    clippy::nursery,
    clippy::cargo,
    clippy::restriction
)]
#[allow(
    clippy::absolute_paths,
    clippy::allow_attributes,
    clippy::arbitrary_source_item_ordering,
    clippy::blanket_clippy_restriction_lints,
    clippy::exhaustive_enums,
    clippy::exhaustive_structs,
    clippy::float_arithmetic,
    clippy::implicit_return,
    clippy::min_ident_chars,
    clippy::missing_const_for_fn,
    clippy::missing_trait_methods,
    clippy::multiple_crate_versions,
    clippy::cargo_common_metadata,
    clippy::negative_feature_names,
    clippy::partial_pub_fields,
    clippy::pub_use,
    clippy::missing_inline_in_public_items,
    clippy::renamed_function_params,
    clippy::single_call_fn,
    clippy::std_instead_of_alloc,
    clippy::trivially_copy_pass_by_ref,
    clippy::type_repetition_in_bounds,
    clippy::unused_self,
    reason = "about the types below, not about what is derived; or about the workspace"
)]
pub mod quiet {
    use ecs_core::{Component, Handle};

    /// Without fields.
    #[derive(Component, Debug, Default, Clone, Copy)]
    #[component(before(Tuple), isolated, capacity = 4)]
    pub struct Unit;

    impl Unit {
        fn update(&self, _: f32) {}
    }

    /// With fields that have no names.
    #[derive(Component, Debug, Default, Clone, Copy)]
    pub struct Tuple(u32, f32);

    impl Tuple {
        fn init(&mut self) {
            self.0 = 1;
        }
        fn update(&mut self, dt: f32) {
            self.1 += dt;
        }
        fn shutdown(&mut self) {
            self.0 = 2;
        }
        fn on_enable(&mut self) {
            self.0 = 3;
        }
        fn on_disable(&mut self) {
            self.0 = 4;
        }
    }

    /// With fields, and all keys.
    #[derive(Component, Debug, Default)]
    #[component(crate = ::ecs_core, init, update = step, shutdown = none, on_enable = self::switched)]
    #[component(after(Unit, Tuple))]
    #[component(before(Enum), isolated, capacity = 8)]
    pub struct Fields {
        unit: Handle<Unit>,
        /// Not `Send`.
        text: Option<std::rc::Rc<str>>,
    }

    impl Fields {
        fn init(&self) {}
        fn step(&mut self, dt: f32, unit: &Unit, tuple: Option<&mut Tuple>) {
            self.unit = Handle::NULL;
            drop(self.text.take());
            _ = (dt, unit, tuple);
        }
    }

    const fn switched(_: &Fields) {}

    /// Without hooks, whatever its methods: nothing is looked for.
    #[derive(Component, Debug, Clone, Copy)]
    #[component(init = none, update = none, shutdown = none)]
    #[component(on_enable = none, on_disable = none, on_reset = none, on_load = none)]
    pub struct WithoutHooks(u8);

    impl WithoutHooks {
        fn update(self) -> Self {
            self
        }
    }

    /// With variants, and older forms in saves.
    #[derive(Component, Debug, Default, Clone, Copy)]
    #[component(save = "enum", was("state" => |is_on: bool| Enum::of(is_on), 1 => Self::of))]
    pub enum Enum {
        /// Unit.
        #[default]
        On,
        /// Tuple.
        Off(f32),
        /// Fields.
        Broken {
            /// Since when.
            since: f32,
        },
    }

    impl Enum {
        const fn of(is_on: bool) -> Self {
            if is_on { Self::On } else { Self::Off(0.0) }
        }
    }

    /// Without values.
    #[derive(Component, Debug, Clone, Copy)]
    pub enum Never {}

    impl Never {
        fn update(&mut self) {}
    }

    /// With parameters.
    #[derive(Component, Debug)]
    #[component(update)]
    pub struct Generic<T: Clone, const N: usize = 2>
    where
        T: Default,
    {
        items: [T; N],
    }

    impl<T: Clone + Default, const N: usize> Generic<T, N> {
        fn update(&mut self) {
            for item in &mut self.items {
                *item = T::default();
            }
        }
    }

    /// With a name that lints are about.
    #[allow(non_camel_case_types, reason = "it is C's")]
    #[derive(Component, Debug, Clone, Copy)]
    pub struct size_t(
        /// One.
        pub u64,
    );

    /// Not to be used any more, which the derive does not say again.
    #[deprecated = "use `Tuple`"]
    #[derive(Component, Debug, Clone, Copy)]
    pub struct Old(
        /// One.
        pub u8,
    );

    /// Not to be ignored.
    #[must_use]
    #[derive(Component, Debug, Clone, Copy)]
    pub struct Precious(
        /// One.
        pub u8,
    );

    /// May get fields.
    #[non_exhaustive]
    #[derive(Component, Debug, Clone, Copy)]
    pub struct Growing {
        /// One.
        pub one: u8,
    }

    /// Seen only here.
    #[derive(Component, Debug, Clone, Copy)]
    struct Private(u8);

    /// Uses what is private.
    #[must_use]
    pub fn used() -> String {
        format!(
            "{:?}",
            (Private(1).0, WithoutHooks(1).update().0, size_t(2), Precious(3), Generic { items: [false; 3] })
        )
    }
}

mod promises {
    use core::cell::Cell;
    use core::fmt::Debug;
    use core::hash::Hash;
    use std::rc::Rc;

    use ecs_core::{
        AddError, BorrowError, Component, Entity, Handle, RemoveError, Schedule, ScheduleError, SendError,
        SendWorld, UpdateError, ViewError, WorldError,
    };

    /// Neither `Send` nor `Sync`, nor anything else.
    struct Bare(#[expect(dead_code, reason = "for its type")] Rc<Cell<u8>>);

    const fn is_an_id<T: Copy + Eq + Ord + Hash + Debug + Default + Send + Sync + Unpin + 'static>() {}
    const fn is_an_error<T: core::error::Error + Send + Sync + Clone + PartialEq + 'static>() {}
    const fn is_send<T: Send>() {}

    /// Law H1: also for a type that is nothing of it, and not even a component.
    const _: () = is_an_id::<Handle<Bare>>();
    const _: () = is_an_id::<Entity>();
    const _: () = is_send::<SendWorld>();
    /// A schedule moves with its world.
    const _: () = is_send::<Schedule>();

    const _: () = is_an_error::<AddError>();
    const _: () = is_an_error::<BorrowError>();
    const _: () = is_an_error::<RemoveError>();
    const _: () = is_an_error::<ScheduleError>();
    const _: () = is_an_error::<SendError>();
    const _: () = is_an_error::<UpdateError>();
    const _: () = is_an_error::<ViewError>();
    const _: () = is_an_error::<WorldError>();

    /// Laws E1 and H1: `Option` finds a niche, and an id can be packed next to 4-byte fields.
    const _: () = assert!(size_of::<Entity>() == 8 && align_of::<Entity>() == 4);
    const _: () = assert!(size_of::<Option<Entity>>() == 8);
    const _: () = assert!(size_of::<Handle<Bare>>() == 8 && size_of::<Option<Handle<Bare>>>() == 8);

    /// Null and default are one, and known at compile time.
    const _: Handle<Bare> = Handle::NULL;

    #[test]
    fn a_handle_takes_nothing_from_its_type() {
        let handle = Handle::<Bare>::default();
        assert_eq!((handle, handle.entity()), (Handle::NULL, Entity::NONE));
        let sent = std::thread::spawn(move || handle).join().expect("the thread does not panic");
        assert_eq!(sent, handle);
    }

    /// The derived implementation is one of the trait, with nothing asked of a plain type.
    #[test]
    fn quiet_types_are_components() {
        const fn is_a_component<T: Component>() {}
        is_a_component::<super::quiet::Never>();
        is_a_component::<super::quiet::Generic<String>>();
        assert_eq!(
            super::quiet::used(),
            "(1, 1, size_t(2), Precious(3), Generic { items: [false, false, false] })"
        );
    }
}
