const _: () = {
    use ::ecs_core::{self as __ecs, hook as __p};
    #[automatically_derived]
    impl __ecs::Component for Plane {
        const __SPEC: __p::SpecOf<Self> = __p::SpecOf::new(
                __p::Spec {
                    hooks: {
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
                            ..__p::HookSpec::NONE
                        }
                    },
                    events: &[
                        <Self as __ecs::Listens<Damage>>::__LISTENER,
                        <Self as __ecs::Listens<combat::Heal>>::__LISTENER,
                        <Self as __ecs::Listens<(u8, u8)>>::__LISTENER,
                    ],
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
    #[automatically_derived]
    impl __ecs::Listens<Damage> for Plane {
        const __LISTENER: __p::Listener = __p::listen::<
            Self,
            Damage,
            _,
            _,
        >("on_damage", &__p::Method(<Self>::on_damage, __p::PhantomData))
            .observing({
                use __p::MaybeObservable as _;
                __p::EventProbe::<Damage>::OBSERVING
            });
    }
    #[automatically_derived]
    impl __ecs::Listens<combat::Heal> for Plane {
        const __LISTENER: __p::Listener = __p::listen::<
            Self,
            combat::Heal,
            _,
            _,
        >("healed", &__p::Method(<Self>::healed, __p::PhantomData))
            .observing({
                use __p::MaybeObservable as _;
                __p::EventProbe::<combat::Heal>::OBSERVING
            });
    }
    #[automatically_derived]
    impl __ecs::Listens<(u8, u8)> for Plane {
        const __LISTENER: __p::Listener = __p::listen::<
            Self,
            (u8, u8),
            _,
            _,
        >("pair", &__p::Method(crate::log::pair, __p::PhantomData))
            .observing({
                use __p::MaybeObservable as _;
                __p::EventProbe::<(u8, u8)>::OBSERVING
            });
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
