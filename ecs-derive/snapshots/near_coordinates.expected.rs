const _: () = {
    use ::ecs_core::{self as __ecs, hook as __p};
    #[automatically_derived]
    impl<T: 'static> __ecs::Component for Tree<T> {
        const __SPEC: __p::SpecOf<Self> = __p::SpecOf::new(
                __p::Spec {
                    #[allow(clippy::needless_update)]
                    extensions: __p::SpecExtensions {
                        near: __p::places::<Self>(),
                        ..__p::SpecExtensions::NONE
                    },
                    ..__p::Spec::new("Tree").generic::<Self>()
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
    impl<T: 'static> __ecs::Located for Tree<T> {
        type Position = [f32; 2usize];
        #[inline]
        fn __with(&self, __read: fn(&Self::Position) -> [f32; 3]) -> [f32; 3] {
            __read(&[self.0, self.2])
        }
        #[inline]
        fn __place(__position: &Self::Position) -> [f32; 3] {
            __p::IsPosition::place(__position)
        }
    }
};
