::core::compile_error! {
    "unknown key `updat`, did you mean `update`? (the keys are `init`, `start`, `fixed_update`, `update`, `late_update`, `shutdown`, `on_enable`, `on_disable`, `on_reset`, `after`, `before`, `after_handles`, `requires`, `on`, `isolated`, `parallel`, `track`, `capacity`, `crate`)"
}
::core::compile_error! {
    "`on` names this type twice: keep one"
}
const _: () = {
    use ::ecs_core::{self as __ecs, __private as __p};
    #[automatically_derived]
    impl __ecs::Component for Plane {
        const __SPEC: __p::Spec<Self> = __p::Spec::new(
            "Plane",
            ::core::option::Option::None,
        );
        type __Kind = __p::Many;
        #[inline]
        fn __cell() -> __p::Locator<Self> {
            __p::Locator::ByType
        }
    }
    #[automatically_derived]
    impl __ecs::Listens<Damage> for Plane {
        const __LISTENER: __p::Listener<Self> = loop {};
    }
};
