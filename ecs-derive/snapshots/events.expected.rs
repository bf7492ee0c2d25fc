const _: () = {
    use ::ecs_core::{self as __ecs, __private as __p};
    __p::thread_local! {
        static __CELL : __p::StoreCell < Plane > = const { __p::StoreCell::new() };
    }
    #[automatically_derived]
    impl __ecs::Component for Plane {
        const __SPEC: __p::Spec<Self> = __p::Spec {
            events: &[
                <Self as __ecs::Listens<Damage>>::__LISTENER,
                <Self as __ecs::Listens<combat::Heal>>::__LISTENER,
                <Self as __ecs::Listens<(u8, u8)>>::__LISTENER,
            ],
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
    #[automatically_derived]
    impl __ecs::Listens<Damage> for Plane {
        const __LISTENER: __p::Listener<Self> = __p::listen::<
            Self,
            Damage,
            _,
            _,
        >("on_damage", &__p::Wrap(<Self>::on_damage, __p::PhantomData));
    }
    #[automatically_derived]
    impl __ecs::Listens<combat::Heal> for Plane {
        const __LISTENER: __p::Listener<Self> = __p::listen::<
            Self,
            combat::Heal,
            _,
            _,
        >("healed", &__p::Wrap(<Self>::healed, __p::PhantomData));
    }
    #[automatically_derived]
    impl __ecs::Listens<(u8, u8)> for Plane {
        const __LISTENER: __p::Listener<Self> = __p::listen::<
            Self,
            (u8, u8),
            _,
            _,
        >("pair", &__p::Wrap(crate::log::pair, __p::PhantomData));
    }
};
