const _: () = {
    use ::ecs_core::{self as __ecs, hook as __p};
    #[automatically_derived]
    impl<T: 'static + Copy, const N: usize> __ecs::Component for Grid<T, N>
    where
        T: Default,
    {
        const __SPEC: __p::SpecOf<Self> = __p::SpecOf::new(
                __p::Spec::new("Grid").generic::<Self>(),
                {
                    use __p::MaybeSend as _;
                    __p::Probe::<Self>::SEND
                },
            )
            .shown({
                use __p::MaybeShown as _;
                __p::Probe::<Self>::SHOWN
            });
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
        pub struct __GridColumns<T: 'static + Copy, const N: usize>(
            pub(crate) __p::FieldRef<[T; N]>,
            __p::FieldRef<u8>,
        )
        where
            T: Default;
        #[allow(
            dead_code,
            missing_docs,
            private_interfaces,
            missing_debug_implementations
        )]
        #[must_use]
        pub struct __GridColumnsMut<T: 'static + Copy, const N: usize>(
            pub(crate) __p::FieldMut<[T; N]>,
            __p::FieldMut<u8>,
        )
        where
            T: Default;
        #[automatically_derived]
        unsafe impl<T: 'static + Copy, const N: usize> __ecs::Soa for Grid<T, N>
        where
            T: Default,
        {
            type Columns = __GridColumns<T, N>;
            type ColumnsMut = __GridColumnsMut<T, N>;
            type __Places = [*mut u8; 2usize];
            const __FIELDS: __p::FieldsInfo = __p::FieldsInfo::of(
                &|Self { 0: __0, 1: __1 }: Self| (__0, __1),
                &(__p::IsField::<[T; N]>::generic(), __p::IsField::<u8>::new()),
            );
            #[inline(always)]
            fn __fields() -> impl __p::FieldFns<Self> {
                (
                    |Self { 0: __0, 1: __1 }: Self| (__0, __1),
                    |(__0, __1)| Self { 0: __0, 1: __1 },
                )
            }
            fn __columns(__lend: __p::LendFields<false>) -> Self::Columns {
                let (__0, __1) = __lend
                    .lend_all(|Self { 0: __0, 1: __1 }: Self| (__0, __1));
                __GridColumns { 0: __0, 1: __1 }
            }
            fn __columns_mut(__lend: __p::LendFields<true>) -> Self::ColumnsMut {
                let (__0, __1) = __lend
                    .lend_all(|Self { 0: __0, 1: __1 }: Self| (__0, __1));
                __GridColumnsMut { 0: __0, 1: __1 }
            }
        }
    };
    #[automatically_derived]
    impl<T: 'static + Copy, const N: usize> __ecs::hook::Unnamed for Grid<T, N>
    where
        T: Default,
    {
        fn look() {
            use __p::{SayWhichByAComponentKey, Names, NeedsAKey};
            Names(<Self>::init).init();
            Names(<Self>::start).start();
            Names(<Self>::fixed_update).fixed_update();
            Names(<Self>::update).update();
            Names(<Self>::late_update).late_update();
            Names(<Self>::shutdown).shutdown();
            Names(<Self>::on_enable).on_enable();
            Names(<Self>::on_disable).on_disable();
            Names(<Self>::on_reset).on_reset();
            Names(<Self>::on_load).on_load();
        }
    }
};
