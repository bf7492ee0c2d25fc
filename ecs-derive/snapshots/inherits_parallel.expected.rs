const _: () = {
    use ::ecs_core::{self as __ecs, hook as __p};
    #[automatically_derived]
    impl<T: 'static + Clone> __ecs::Component for Place<T> {
        const __SPEC: __p::SpecOf<Self> = __p::SpecOf::new(
                __p::Spec {
                    #[allow(clippy::needless_update)]
                    extensions: __p::SpecExtensions {
                        inherit: __p::inherits_in_parallel::<Self>(),
                        ..__p::SpecExtensions::NONE
                    },
                    has_own_order: true,
                    tracked: true,
                    ..__p::Spec::new("Place").generic::<Self>()
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
    impl<T: 'static + Clone> __ecs::Tracked for Place<T> {}
    #[automatically_derived]
    impl<T: 'static + Clone> __ecs::Inherits for Place<T> {
        #[inline]
        fn __inherit(&mut self, __parent: ::core::option::Option<&Self>) -> __p::Ended {
            use __p::HasInherit as _;
            __p::inherit::<Self, _, _>(crate::places::follow, self, __parent)
        }
    }
    #[automatically_derived]
    impl<T: 'static + Clone> __ecs::hook::Unnamed for Place<T> {
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
