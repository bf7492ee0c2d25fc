::core::compile_error! {
    "the fields of an `enum` depend on its value, so they cannot lie apart: remove `soa`, or make it a field of a `struct`"
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
};
