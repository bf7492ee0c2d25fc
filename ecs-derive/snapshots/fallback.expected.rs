::core::compile_error! {
    "unknown key `updat`, did you mean `update`? (the keys are `init`, `start`, `fixed_update`, `update`, `late_update`, `shutdown`, `on_enable`, `on_disable`, `on_reset`, `after`, `before`, `after_handles`, `requires`, `on`, `isolated`, `parallel`, `track`, `capacity`, `crate`)"
}
::core::compile_error! {
    "components own their data: use a `Handle<T>` or `'static` data instead of `'a`"
}
::core::compile_error! {
    "`#[component(...)]` belongs on the type, not on a generic parameter"
}
const _: () = {
    use ::ecs_core::{self as __ecs, __private as __p};
    #[automatically_derived]
    impl<'a: 'static, T: 'static> __ecs::Component for r#type<'a, T> {
        const __SPEC: __p::Spec<Self> = __p::Spec::new(
            "type",
            ::core::option::Option::None,
        );
        type __Kind = __p::Many;
        #[inline]
        fn __cell() -> __p::Locator<Self> {
            __p::Locator::ByType
        }
    }
};
