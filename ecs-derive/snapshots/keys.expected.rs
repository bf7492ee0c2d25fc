const _: () = {
    use crate::engine::ecs::{self as __ecs, hook as __p};
    #[automatically_derived]
    impl __ecs::Component for Plane {
        const __SPEC: __p::SpecOf<Self> = __p::SpecOf::new(
                __p::Spec {
                    hooks: {
                        use __p::*;
                        __p::HookSpec {
                            init: __p::init::<
                                Self,
                                _,
                                _,
                            >(&__p::Method(<Self>::init, __p::PhantomData)),
                            start: __p::life::<
                                Self,
                                _,
                                _,
                            >(&__p::Method(<Self>::start, __p::PhantomData)),
                            fixed_update: __p::pass::<
                                Self,
                                _,
                                _,
                            >(&__p::Method(<Self>::fixed_update, __p::PhantomData)),
                            update: __p::pass::<
                                Self,
                                _,
                                _,
                            >(&__p::Method(<Self>::update, __p::PhantomData)),
                            late_update: __p::pass::<
                                Self,
                                _,
                                _,
                            >(&__p::Method(<Self>::late_update, __p::PhantomData)),
                            shutdown: __p::life::<
                                Self,
                                _,
                                _,
                            >(&__p::Method(<Self>::shutdown, __p::PhantomData)),
                            on_enable: __p::life::<
                                Self,
                                _,
                                _,
                            >(&__p::Method(<Self>::on_enable, __p::PhantomData)),
                            on_disable: __p::life::<
                                Self,
                                _,
                                _,
                            >(&__p::Method(<Self>::on_disable, __p::PhantomData)),
                            on_reset: __p::life::<
                                Self,
                                _,
                                _,
                            >(&__p::Method(<Self>::on_reset, __p::PhantomData)),
                            on_load: __p::life::<
                                Self,
                                _,
                                _,
                            >(&__p::Method(<Self>::on_load, __p::PhantomData)),
                            ..__p::HookSpec::NONE
                        }
                    },
                    passes: __p::PassSpec {
                        after: &[
                            __p::TypeRef::of::<Wind>(),
                            __p::TypeRef::of::<Grid<u8>>(),
                        ],
                        before: &[
                            __p::TypeRef::of::<Camera>(),
                            __p::TypeRef::of::<Sun>().within(__p::Phase::LateUpdate),
                        ],
                        after_handles: {
                            use __p::NoHandle as _;
                            const _: ::core::option::Option<__p::TypeRef> = __p::FieldType::<
                                (),
                            >::REFERS_TO;
                            &[
                                __p::HandleField {
                                    name: "0",
                                    refers_to: __p::FieldType::<f32>::REFERS_TO,
                                },
                            ]
                        },
                        isolated: true,
                        ..__p::PassSpec::NONE
                    },
                    requires: &[
                        __p::require::<Fuel>(),
                        __p::require_value::<Grid<u8>, _>(&|| Grid::<u8>(4)),
                    ],
                    capacity: 64,
                    ..__p::Spec::new("Plane").within(::core::module_path!())
                },
                {
                    use __p::*;
                    __p::Probe::<Self>::SEND
                },
            )
            .shown({
                use __p::*;
                __p::Probe::<Self>::SHOWN
            });
        type __Number = __p::Many;
        type __Layout = __p::Whole;
        #[inline]
        fn __cell() -> __p::Locator<Self> {
            __p::cell!(Plane)
        }
        fn __info() -> &'static __p::TypeInfo {
            const { __p::info::<Self>() }
        }
    }
    #[no_implicit_prelude]
    mod __near_misses {
        use crate::engine::ecs::hook as __p;
        use __p::{Absent, Names, NoNearMiss, NotAHook, Reached};
        pub(super) struct __Of;
        type __It = <__Of as Reached>::Type;
        fn __look() {
            Names((
                    <__It>::awake,
                    <__It>::Awake,
                    <__It>::Start,
                    <__It>::_ready,
                    <__It>::on_start,
                    <__It>::on_init,
                ))
                .init();
            Names((<__It>::Update, <__It>::on_update, <__It>::_process, <__It>::updat))
                .update();
            Names((
                    <__It>::FixedUpdate,
                    <__It>::LateUpdate,
                    <__It>::_physics_process,
                    <__It>::on_fixed_update,
                    <__It>::on_late_update,
                ))
                .fixed_update();
            Names((<__It>::on_destroy, <__It>::OnDestroy, <__It>::on_shutdown))
                .shutdown();
            Names((
                    <__It>::OnEnable,
                    <__It>::OnDisable,
                    <__It>::on_enabled,
                    <__It>::on_disabled,
                ))
                .on_enable();
            Names((<__It>::on_loaded, <__It>::OnLoad, <__It>::OnAfterDeserialize))
                .on_load();
        }
    }
    impl __p::Reached for __near_misses::__Of {
        type Type = Plane;
    }
};
