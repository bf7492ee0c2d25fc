const _: () = {
    use ::ecs_core::{self as __ecs, __private as __p};
    __p::thread_local! {
        static __CELL : __p::StoreCell < Plane > = const { __p::StoreCell::new() };
    }
    #[automatically_derived]
    impl __ecs::Component for Plane {
        const __SPEC: __p::Spec<Self> = __p::Spec {
            init: __p::init::<Self, _, _>(&__p::Wrap(<Self>::init, __p::PhantomData)),
            update: __p::pass::<Self, _, _>(&__p::Wrap(<Self>::fly, __p::PhantomData)),
            shutdown: __p::event::<
                Self,
                _,
                _,
            >(&__p::Wrap(crate::log::gone, __p::PhantomData)),
            renamed: &[("update", "fly")],
            ..{
                use __p::*;
                __p::Spec {
                    start: __p::event::<
                        Self,
                        _,
                        _,
                    >(&__p::Wrap(<Self>::start, __p::PhantomData)),
                    fixed_update: __p::pass::<
                        Self,
                        _,
                        _,
                    >(&__p::Wrap(<Self>::fixed_update, __p::PhantomData)),
                    late_update: __p::pass::<
                        Self,
                        _,
                        _,
                    >(&__p::Wrap(<Self>::late_update, __p::PhantomData)),
                    on_disable: __p::event::<
                        Self,
                        _,
                        _,
                    >(&__p::Wrap(<Self>::on_disable, __p::PhantomData)),
                    on_reset: __p::event::<
                        Self,
                        _,
                        _,
                    >(&__p::Wrap(<Self>::on_reset, __p::PhantomData)),
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
