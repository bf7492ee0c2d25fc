const _: () = {
    use ::ecs_core::{self as __ecs, __private as __p};
    #[automatically_derived]
    impl<T: 'static + Component> __ecs::Component for Grid<T> {
        const __SPEC: __p::Spec<Self> = __p::Spec {
            after_handles: {
                use __p::NoHandle as _;
                const _: ::core::option::Option<__p::TypeRef> = __p::FieldType::<
                    (),
                >::REFERS_TO;
                &[
                    __p::HandleField {
                        name: "0",
                        refers_to: __p::FieldType::<Handle<T>>::REFERS_TO,
                    },
                    __p::HandleField {
                        name: "1",
                        refers_to: __p::FieldType::<[Handle<Wind>; 4]>::REFERS_TO,
                    },
                    __p::HandleField {
                        name: "2",
                        refers_to: __p::FieldType::<u32>::REFERS_TO,
                    },
                ]
            },
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
