::core::compile_error! {
    "`updat` is not a hook, did you mean `update`? `update = updat` makes that method the hook, `updat = none` says that you call it yourself"
}
::core::compile_error! {
    "`on` names this type twice: keep one"
}
const _: () = {
    use ::ecs_core::{self as __ecs, hook as __p};
    #[automatically_derived]
    impl __ecs::Component for Plane {
        const __SPEC: __p::SpecOf<Self> = __p::SpecOf::new(
            __p::Spec::new("Plane"),
            ::core::option::Option::None,
        );
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
    impl __ecs::Listens<Damage> for Plane {
        const __LISTENER: __p::Listener = loop {};
    }
};
