const _: () = {
    use ::ecs_core::{self as __ecs, __private as __p};
    #[automatically_derived]
    impl<T: 'static> __ecs::Component for Score<T> {
        const __SPEC: __p::Spec<Self> = {
            use __p::*;
            __p::Spec {
                default: Probe::<Self>::DEFAULT,
                ..__p::Spec::new("Score", Probe::<Self>::SEND)
            }
        };
        type __Kind = __p::One;
        #[inline]
        fn __cell() -> __p::Locator<Self> {
            __p::Locator::ByType
        }
    }
};
