const _: () = {
    use ::ecs_core::{self as __ecs, hook as __p};
    #[automatically_derived]
    impl __ecs::Component for r#Plane {
        const __SPEC: __p::SpecOf<Self> = __p::SpecOf::new(
                __p::Spec::new("Plane").within(::core::module_path!()),
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
            __p::cell!(r#Plane)
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
        pub struct __PlaneColumns {
            pub y: __p::FieldRef<f32>,
            r#type: __p::FieldRef<Kind>,
        }
        #[allow(
            dead_code,
            missing_docs,
            private_interfaces,
            missing_debug_implementations
        )]
        #[must_use]
        pub struct __PlaneColumnsMut {
            pub y: __p::FieldMut<f32>,
            r#type: __p::FieldMut<Kind>,
        }
        #[automatically_derived]
        unsafe impl __ecs::Soa for r#Plane {
            type Columns = __PlaneColumns;
            type ColumnsMut = __PlaneColumnsMut;
            type __Places = [*mut u8; 2usize];
            const __FIELDS: __p::FieldsInfo = __p::FieldsInfo::of(
                &|Self { y: __0, r#type: __1 }: Self| (__0, __1),
                &(__p::IsField::<f32>::new(), __p::IsField::<Kind>::new()),
            );
            #[inline(always)]
            fn __fields() -> impl __p::FieldFns<Self> {
                (
                    |Self { y: __0, r#type: __1 }: Self| (__0, __1),
                    |(__0, __1)| Self { y: __0, r#type: __1 },
                )
            }
            fn __columns(__lend: __p::LendFields<false>) -> Self::Columns {
                let (__0, __1) = __lend
                    .lend_all(|Self { y: __0, r#type: __1 }: Self| (__0, __1));
                __PlaneColumns {
                    y: __0,
                    r#type: __1,
                }
            }
            fn __columns_mut(__lend: __p::LendFields<true>) -> Self::ColumnsMut {
                let (__0, __1) = __lend
                    .lend_all(|Self { y: __0, r#type: __1 }: Self| (__0, __1));
                __PlaneColumnsMut {
                    y: __0,
                    r#type: __1,
                }
            }
        }
        const _: () = __p::has_no_drop::<r#Plane, (f32, Kind)>();
    };
    #[no_implicit_prelude]
    mod __near_misses {
        use ::ecs_core::hook as __p;
        use __p::{NoNearMiss as _, NotAHook as _};
        pub(super) struct __Of;
        type __It = <__Of as __p::Reached>::Type;
        fn __look() {
            __p::Names((
                    <__It>::awake,
                    <__It>::Awake,
                    <__It>::Start,
                    <__It>::_ready,
                    <__It>::on_start,
                    <__It>::on_init,
                ))
                .init();
            __p::Names((
                    <__It>::Update,
                    <__It>::on_update,
                    <__It>::_process,
                    <__It>::updat,
                ))
                .update();
            __p::Names((
                    <__It>::FixedUpdate,
                    <__It>::LateUpdate,
                    <__It>::_physics_process,
                    <__It>::on_fixed_update,
                    <__It>::on_late_update,
                ))
                .fixed_update();
            __p::Names((<__It>::on_destroy, <__It>::OnDestroy, <__It>::on_shutdown))
                .shutdown();
            __p::Names((
                    <__It>::OnEnable,
                    <__It>::OnDisable,
                    <__It>::on_enabled,
                    <__It>::on_disabled,
                ))
                .on_enable();
            __p::Names((<__It>::on_loaded, <__It>::OnLoad, <__It>::OnAfterDeserialize))
                .on_load();
        }
    }
    impl __p::Reached for __near_misses::__Of {
        type Type = r#Plane;
    }
};
