const _: () = {
    use ::ecs_core::{self as __ecs, hook as __p};
    #[automatically_derived]
    impl<T: 'static + Clone> __ecs::Component for Of<T> {
        const __SPEC: __p::SpecOf<Self> = __p::SpecOf::new(
                __p::Spec {
                    #[allow(clippy::needless_update)]
                    extensions: __p::SpecExtensions {
                        #[allow(clippy::needless_update)]
                        save: __p::SaveSpec {
                            was: &[
                                __p::Was {
                                    name: ::core::option::Option::Some("x"),
                                    version: 1,
                                    migrates: true,
                                },
                            ],
                            support: {
                                use __p::*;
                                __p::SaveSupport {
                                    record: __p::Probe::<Self>::RECORD,
                                    restore: __p::Probe::<Self>::RESTORE,
                                    duplicate: __p::Probe::<Self>::DUPLICATE,
                                    compare: ::core::option::Option::None,
                                }
                            },
                            ..__p::SaveSpec::NONE
                        },
                        ..__p::SpecExtensions::NONE
                    },
                    ..__p::Spec::new("Of").generic::<Self>()
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
        type __Number = __p::Many;
        type __Layout = __p::Whole;
        #[inline]
        fn __cell() -> __p::Locator<Self> {
            __p::Locator::ByType
        }
        fn __info() -> &'static __p::TypeInfo {
            const { __p::info::<Self>() }
        }
        fn __was<'__de, __D: __p::serde::Deserializer<'__de>>(
            __place: ::core::primitive::usize,
            __from: __D,
        ) -> ::core::result::Result<Self, __D::Error> {
            __p::migrate::<__D, _, Self>(__from, f)
        }
    }
};
