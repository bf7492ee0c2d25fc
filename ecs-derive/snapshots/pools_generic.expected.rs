const _: () = {
    use ::ecs_core::{self as __ecs, hook as __p};
    #[automatically_derived]
    impl<T: 'static> __ecs::Component for Path<T> {
        const __SPEC: __p::SpecOf<Self> = __p::SpecOf::new(
                __p::Spec {
                    pooled: 8,
                    ..__p::Spec::new("Path").generic::<Self>()
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
};
