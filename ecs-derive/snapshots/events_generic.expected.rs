const _: () = {
    use ::ecs_core::{self as __ecs, hook as __p};
    #[automatically_derived]
    impl<T: 'static + Clone> __ecs::Component for Grid<T> {
        const __SPEC: __p::SpecOf<Self> = __p::SpecOf::new(
                __p::Spec {
                    events: &[<Self as __ecs::Listens<Set<T>>>::__LISTENER],
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
    impl<T: 'static + Clone> __ecs::Listens<Set<T>> for Grid<T> {
        const __LISTENER: __p::Listener = __p::listen::<
            Self,
            Set<T>,
            _,
            _,
        >("on_set", &__p::Method(<Self>::on_set, __p::PhantomData))
            .observing({
                use __p::MaybeObservable as _;
                __p::EventProbe::<Set<T>>::OBSERVING
            });
    }
    #[automatically_derived]
    impl<T: 'static + Clone> __ecs::hook::Unnamed for Grid<T> {
        fn look() {
            use __p::{SayWhichByAComponentKey, Names, NeedsAKey};
            Names(<Self>::init).init();
            Names(<Self>::start).start();
            Names(<Self>::fixed_update).fixed_update();
            Names(<Self>::update).update();
            Names(<Self>::late_update).late_update();
            Names(<Self>::shutdown).shutdown();
            Names(<Self>::on_enable).on_enable();
            Names(<Self>::on_disable).on_disable();
            Names(<Self>::on_reset).on_reset();
            Names(<Self>::on_load).on_load();
        }
    }
};
