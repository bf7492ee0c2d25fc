const _: () = {
    use ::ecs_core::{self as __ecs, hook as __p};
    #[automatically_derived]
    impl<T: 'static + Clone, const N: usize> __ecs::Component for Grid<T, N>
    where
        T: Copy,
    {
        const __SPEC: __p::SpecOf<Self> = __p::SpecOf::new(
                __p::Spec {
                    hooks: __p::HookSpec {
                        update: __p::pass::<
                            Self,
                            _,
                            _,
                        >(
                            &__p::Method {
                                0: {
                                    use __p::HasUpdate as _;
                                    <Self>::update
                                },
                                1: __p::PhantomData,
                            },
                        ),
                        ..__p::HookSpec::NONE
                    },
                    ..__p::Spec::new("Grid").generic::<Self>()
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
            __p::Locator::ByType
        }
        fn __info() -> &'static __p::TypeInfo {
            const { __p::info::<Self>() }
        }
    }
    #[automatically_derived]
    impl<T: 'static + Clone, const N: usize> __ecs::hook::Unnamed for Grid<T, N>
    where
        T: Copy,
    {
        fn look() {
            use __p::{SayWhichByAComponentKey, Names, NeedsAKey};
            Names(<Self>::init).init();
            Names(<Self>::start).start();
            Names(<Self>::fixed_update).fixed_update();
            Names(<Self>::late_update).late_update();
            Names(<Self>::shutdown).shutdown();
            Names(<Self>::on_enable).on_enable();
            Names(<Self>::on_disable).on_disable();
            Names(<Self>::on_reset).on_reset();
            Names(<Self>::on_load).on_load();
        }
    }
};
