const _: () = {
    use ::ecs_core::{self as __ecs, __private as __p};
    __p::thread_local! {
        static __CELL : __p::StoreCell < Plane > = const { __p::StoreCell::new() };
    }
    #[automatically_derived]
    impl __ecs::Component for Plane {
        const __SPEC: __p::Spec<Self> = __p::Spec {
            siblings: ::core::option::Option::Some(|__component, __entity| {
                __component.wind = __p::sibling(__entity);
                __component.fuel = __p::sibling(__entity);
            }),
            ..{
                use __p::*;
                __p::Spec {
                    start: __p::event::<
                        Self,
                        _,
                        _,
                    >(&__p::Wrap(<Self>::start, __p::PhantomData)),
                    ..__p::Spec::new("Plane", Probe::<Self>::SEND)
                }
            }
        };
        type __Kind = __p::Many;
        #[inline]
        fn __cell() -> __p::Locator<Self> {
            __p::Locator::Local(&__CELL)
        }
    }
};
