::core::compile_error! {
    "`updat` is not a hook, did you mean `update`? `update = updat` makes that method the hook, `updat = none` says that you call it yourself"
}
::core::compile_error! {
    "components own their data: use a `Handle<T>` or `'static` data instead of `'a`"
}
::core::compile_error! {
    "`#[component(...)]` belongs on the type, not on a generic parameter"
}
const _: () = {
    use ::ecs_core::{self as __ecs, hook as __p};
    #[automatically_derived]
    impl<'a: 'static, T: 'static> __ecs::Component for r#type<'a, T> {
        const __SPEC: __p::SpecOf<Self> = __p::SpecOf::new(
            __p::Spec::new("type"),
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
