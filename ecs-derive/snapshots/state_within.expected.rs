const _: () = {
    use ::ecs_core::{self as __ecs, hook as __p};
    #[automatically_derived]
    impl __ecs::Component for Phase {
        const __SPEC: __p::SpecOf<Self> = __p::SpecOf::new(
                __p::Spec {
                    #[allow(clippy::needless_update)]
                    extensions: __p::SpecExtensions {
                        states: __p::StateSpec {
                            state: ::core::option::Option::Some(__p::state::<Self>()),
                            ..__p::StateSpec::NONE
                        },
                        #[allow(clippy::needless_update)]
                        save: __p::SaveSpec {
                            plain: true,
                            support: {
                                use __p::*;
                                __p::SaveSupport {
                                    record: __p::Probe::<Self>::RECORD,
                                    restore: __p::Probe::<Self>::RESTORE,
                                    duplicate: __p::Probe::<Self>::DUPLICATE,
                                    compare: __p::Probe::<Self>::COMPARE,
                                }
                            },
                            ..__p::SaveSpec::NONE
                        },
                        ..__p::SpecExtensions::NONE
                    },
                    ..__p::Spec::new("Phase").within(::core::module_path!())
                },
                {
                    use __p::MaybeSend as _;
                    __p::Probe::<Self>::SEND
                },
            )
            .shown({
                use __p::MaybeShown as _;
                __p::Probe::<Self>::SHOWN
            })
            .copied(
                {
                    use __p::MaybeClone as _;
                    __p::Probe::<Self>::CLONE
                },
                {
                    use __p::MaybeCopy as _;
                    __p::Probe::<Self>::COPY
                },
            );
        type __Number = __p::OfState;
        type __Layout = __p::Whole;
        #[inline]
        fn __cell() -> __p::Locator<Self> {
            __p::cell!(Phase)
        }
        fn __info() -> &'static __p::TypeInfo {
            const { __p::info::<Self>() }
        }
    }
    #[automatically_derived]
    impl __ecs::State for Phase
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
                        support: __p::SaveSupport {
                            record: {
                                use __p::MaybeRecord as _;
                                __p::Probe::<__p::AskedState<Phase>>::RECORD
                            },
                            restore: ::core::option::Option::None,
                            duplicate: ::core::option::Option::None,
                            compare: {
                                use __p::MaybeCompare as _;
                                __p::Probe::<__p::AskedState<Phase>>::COMPARE
                            },
                        },
                        ..__p::SaveSpec::NONE
                    },
                    ..__p::SpecExtensions::NONE
                },
                ..__p::Spec::new("Asked")
            },
            {
                use __p::MaybeSend as _;
                __p::Probe::<__p::AskedState<Phase>>::SEND
            },
        );
        const __WITHIN: ::core::option::Option<&'static __p::InState> = ::core::option::Option::Some(
            &__p::in_state(
                ::core::stringify!(Screen::Play { .. } | Screen::Over),
                &__p::Asks(
                    |__state: &_| {
                        ::core::matches!(__state, & (Screen::Play { .. } | Screen::Over))
                    },
                    __p::PhantomData,
                ),
            ),
        );
    }
};
