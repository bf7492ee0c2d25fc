const _: () = {
    use ::ecs_core::{self as __ecs, __private as __p};
    #[automatically_derived]
    impl<T: 'static> __ecs::Component for Grid<T> {
        const __SPEC: __p::Spec<Self> = {
            use __p::*;
            __p::Spec::new("Grid", Probe::<Self>::SEND)
        };
        type __Kind = __p::Many;
        #[inline]
        fn __cell() -> __p::Locator<Self> {
            __p::Locator::ByType
        }
    }
};
