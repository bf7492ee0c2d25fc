const _: () = {
    use ::ecs_core::{self as __ecs, __private as __p};
    #[automatically_derived]
    impl<T: 'static + Clone, const N: usize> __ecs::Component for Grid<T, N>
    where
        T: Copy,
    {
        const __SPEC: __p::Spec<Self> = __p::Spec {
            update: __p::pass::<
                Self,
                _,
                _,
            >(&__p::Wrap(<Self>::update, __p::PhantomData)),
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
