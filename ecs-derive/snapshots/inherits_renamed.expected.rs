const _: () = {
    use ::ecs_core::{self as __ecs, hook as __p};
    #[automatically_derived]
    impl __ecs::Component for Place {
        const __SPEC: __p::SpecOf<Self> = __p::SpecOf::new(
                __p::Spec {
                    hooks: __p::HookSpec {
                        renamed: &[("inherit", "follow")],
                        ..__p::HookSpec::NONE
                    },
                    #[allow(clippy::needless_update)]
                    extensions: __p::SpecExtensions {
                        inherit: __p::inherits::<Self>(),
                        ..__p::SpecExtensions::NONE
                    },
                    has_own_order: true,
                    tracked: true,
                    ..__p::Spec::new("Place").within(::core::module_path!())
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
            __p::cell!(Place)
        }
        fn __info() -> &'static __p::TypeInfo {
            const { __p::info::<Self>() }
        }
    }
    #[automatically_derived]
    impl __ecs::Tracked for Place {}
    #[automatically_derived]
    impl __ecs::Inherits for Place {
        #[inline]
        fn __inherit(&mut self, __parent: ::core::option::Option<&Self>) -> __p::Ended {
            use __p::HasInherit as _;
            __p::inherit::<Self, _, _>(<Self>::follow, self, __parent)
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
        type Type = Place;
    }
};
