const _: () = {
    use ::ecs_core::{self as __ecs, hook as __p};
    #[automatically_derived]
    impl __ecs::Component for Screen {
        const __SPEC: __p::SpecOf<Self> = __p::SpecOf::new(
                __p::Spec {
                    #[allow(clippy::needless_update)]
                    extensions: __p::SpecExtensions {
                        states: __p::StateSpec {
                            state: ::core::option::Option::Some(__p::state::<Self>()),
                            ..__p::StateSpec::NONE
                        },
                        ..__p::SpecExtensions::NONE
                    },
                    ..__p::Spec::new("Screen").within(::core::module_path!())
                },
                {
                    use __p::MaybeSend as _;
                    __p::Probe::<Self>::SEND
                },
            )
            .shown({
                use __p::MaybeShown as _;
                __p::Probe::<Self>::SHOWN
            });
        type __Number = __p::OfState;
        type __Layout = __p::Whole;
        #[inline]
        fn __cell() -> __p::Locator<Self> {
            __p::cell!(Screen)
        }
        fn __info() -> &'static __p::TypeInfo {
            const { __p::info::<Self>() }
        }
    }
    #[automatically_derived]
    impl __ecs::State for Screen
    where
        Self: __p::StateValue,
    {
        const __ASKED: __p::SpecOf<__p::AskedState<Self>> = __p::asked::<
            Self,
        >(
            __p::Spec {
                extensions: __p::SpecExtensions {
                    save: __p::SaveSpec {
                        transient: true,
                        ..__p::SaveSpec::NONE
                    },
                    ..__p::SpecExtensions::NONE
                },
                ..__p::Spec::new("Asked")
            },
            {
                use __p::MaybeSend as _;
                __p::Probe::<__p::AskedState<Screen>>::SEND
            },
        );
    }
};
