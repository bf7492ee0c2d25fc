const _: () = {
    use ::ecs_core::{self as __ecs, hook as __p};
    #[automatically_derived]
    impl __ecs::Component for Plane {
        const __SPEC: __p::SpecOf<Self> = __p::SpecOf::new(
                __p::Spec {
                    hooks: __p::HookSpec {
                        init: __p::init::<
                            Self,
                            _,
                            _,
                        >(
                            &__p::Method {
                                0: {
                                    use __p::HasInit as _;
                                    <Self>::init
                                },
                                1: __p::PhantomData,
                            },
                        ),
                        update: __p::pass::<
                            Self,
                            _,
                            _,
                        >(
                            &__p::Method {
                                0: <Self>::fly,
                                1: __p::PhantomData,
                            },
                        ),
                        shutdown: __p::life::<
                            Self,
                            _,
                            _,
                        >(
                            &__p::Method {
                                0: crate::log::gone,
                                1: __p::PhantomData,
                            },
                        ),
                        renamed: &[("update", "fly")],
                        ..{
                            use __p::SayWhichByAComponentKey as _;
                            __p::HookSpec {
                                start: __p::life::<
                                    Self,
                                    _,
                                    _,
                                >(
                                    &__p::Method {
                                        0: <Self>::start,
                                        1: __p::PhantomData,
                                    },
                                ),
                                fixed_update: __p::pass::<
                                    Self,
                                    _,
                                    _,
                                >(
                                    &__p::Method {
                                        0: <Self>::fixed_update,
                                        1: __p::PhantomData,
                                    },
                                ),
                                late_update: __p::pass::<
                                    Self,
                                    _,
                                    _,
                                >(
                                    &__p::Method {
                                        0: <Self>::late_update,
                                        1: __p::PhantomData,
                                    },
                                ),
                                on_disable: __p::life::<
                                    Self,
                                    _,
                                    _,
                                >(
                                    &__p::Method {
                                        0: <Self>::on_disable,
                                        1: __p::PhantomData,
                                    },
                                ),
                                on_reset: __p::life::<
                                    Self,
                                    _,
                                    _,
                                >(
                                    &__p::Method {
                                        0: <Self>::on_reset,
                                        1: __p::PhantomData,
                                    },
                                ),
                                on_load: __p::life::<
                                    Self,
                                    _,
                                    _,
                                >(
                                    &__p::Method {
                                        0: <Self>::on_load,
                                        1: __p::PhantomData,
                                    },
                                ),
                                ..__p::HookSpec::NONE
                            }
                        }
                    },
                    ..__p::Spec::new("Plane").within(::core::module_path!())
                },
                {
                    use __p::MaybeSend as _;
                    __p::Probe::<Self>::SEND
                },
            )
            .shown({
                use __p::MaybeShown as _;
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
        use ::ecs_core::hook as __p;
        use __p::{NoNearMiss as _, NotAHook as _};
        pub(super) struct __Of;
        type __It = <__Of as __p::Reached>::Type;
        fn __look() {
            __p::Names((
                    <__It>::awake,
                    <__It>::Awake,
                    <__It>::Start,
                    <__It>::_ready,
                    <__It>::on_start,
                    <__It>::on_init,
                ))
                .init();
            __p::Names((
                    <__It>::Update,
                    <__It>::on_update,
                    <__It>::_process,
                    <__It>::updat,
                ))
                .update();
            __p::Names((
                    <__It>::FixedUpdate,
                    <__It>::LateUpdate,
                    <__It>::_physics_process,
                    <__It>::on_fixed_update,
                    <__It>::on_late_update,
                ))
                .fixed_update();
            __p::Names((<__It>::on_destroy, <__It>::OnDestroy, <__It>::on_shutdown))
                .shutdown();
            __p::Names((
                    <__It>::OnEnable,
                    <__It>::OnDisable,
                    <__It>::on_enabled,
                    <__It>::on_disabled,
                ))
                .on_enable();
            __p::Names((<__It>::on_loaded, <__It>::OnLoad, <__It>::OnAfterDeserialize))
                .on_load();
        }
    }
    impl __p::Reached for __near_misses::__Of {
        type Type = Plane;
    }
};
