const _: () = {
    use ::ecs_core::{self as __ecs, __private as __p};
    #[automatically_derived]
    impl<T: 'static + Clone> __ecs::Component for Grid<T> {
        const __SPEC: __p::Spec<Self> = __p::Spec {
            events: &[<Self as __ecs::Listens<Set<T>>>::__LISTENER],
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
    #[automatically_derived]
    impl<T: 'static + Clone> __ecs::Listens<Set<T>> for Grid<T> {
        const __LISTENER: __p::Listener<Self> = __p::listen::<
            Self,
            Set<T>,
            _,
            _,
        >("on_set", &__p::Wrap(<Self>::on_set, __p::PhantomData));
    }
};
