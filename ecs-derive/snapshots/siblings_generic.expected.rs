const _: () = {
    use ::ecs_core::{self as __ecs, __private as __p};
    #[automatically_derived]
    impl<T: 'static> __ecs::Component for Grid<T> {
        const __SPEC: __p::Spec<Self> = __p::Spec {
            siblings: ::core::option::Option::Some(|__component, __entity| {
                __component.1 = __p::sibling(__entity);
            }),
            ..{
                use __p::*;
                __p::Spec::new("Grid", Probe::<Self>::SEND)
            }
        };
        type __Kind = __p::Many;
        #[inline]
        fn __cell() -> __p::Locator<Self> {
            __p::Locator::ByType
        }
    }
};
