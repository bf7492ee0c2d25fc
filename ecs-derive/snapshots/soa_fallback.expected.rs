::core::compile_error! {
    "`updat` is not a hook, did you mean `update`? `update = updat` makes that method the hook, `updat = none` says that you call it yourself"
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
        type __Layout = __p::Split;
        #[inline]
        fn __cell() -> __p::Locator<Self> {
            __p::Locator::ByType
        }
        fn __info() -> &'static __p::TypeInfo {
            const { __p::info::<Self>() }
        }
    }
    #[allow(deprecated)]
    const _: () = {
        #[allow(
            dead_code,
            missing_docs,
            private_interfaces,
            missing_debug_implementations
        )]
        #[must_use]
        pub struct __PlaneColumns(__p::FieldRef<f32>);
        #[allow(
            dead_code,
            missing_docs,
            private_interfaces,
            missing_debug_implementations
        )]
        #[must_use]
        pub struct __PlaneColumnsMut(__p::FieldMut<f32>);
        #[automatically_derived]
        unsafe impl __ecs::Soa for Plane {
            type Columns = __PlaneColumns;
            type ColumnsMut = __PlaneColumnsMut;
            type __Places = [*mut u8; 1usize];
            const __FIELDS: __p::FieldsInfo = __p::FieldsInfo::of(
                &|Self { 0: __0 }: Self| (__0,),
                &(__p::IsField::<f32>::new(),),
            );
            #[inline(always)]
            fn __fields() -> impl __p::FieldFns<Self> {
                (|Self { 0: __0 }: Self| (__0,), |(__0,)| Self { 0: __0 })
            }
            fn __columns(__lend: __p::LendFields<false>) -> Self::Columns {
                let (__0,) = __lend.lend_all(|Self { 0: __0 }: Self| (__0,));
                __PlaneColumns { 0: __0 }
            }
            fn __columns_mut(__lend: __p::LendFields<true>) -> Self::ColumnsMut {
                let (__0,) = __lend.lend_all(|Self { 0: __0 }: Self| (__0,));
                __PlaneColumnsMut { 0: __0 }
            }
        }
        const _: () = __p::has_no_drop::<Plane, (f32,)>();
    };
};
