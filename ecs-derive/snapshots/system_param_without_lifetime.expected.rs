#[allow(deprecated)]
const _: () = {
    use ::ecs_core::hook as __p;
    #[automatically_derived]
    impl __p::Param for Clock
    where
        for<'__w> Time: __p::FieldParam<'__w>,
        for<'__w> f32: __p::FieldParam<'__w>,
    {
        const ACCESS: __p::AccessSet<'static> = __p::AccessSet::All(
            &[
                __p::AccessSet::Field(
                    &<Time as __p::FieldParam<'static>>::ACCESS,
                    ["Clock", "0"],
                ),
                __p::AccessSet::Field(
                    &<f32 as __p::FieldParam<'static>>::ACCESS,
                    ["Clock", "1"],
                ),
            ],
        );
        const WATCHES: __p::AccessSet<'static> = __p::AccessSet::All(
            &[
                __p::AccessSet::Field(
                    &<Time as __p::FieldParam<'static>>::WATCHES,
                    ["Clock", "0"],
                ),
                __p::AccessSet::Field(
                    &<f32 as __p::FieldParam<'static>>::WATCHES,
                    ["Clock", "1"],
                ),
            ],
        );
        const HAS_COMMANDS: bool = <Time as __p::FieldParam<'static>>::HAS_COMMANDS
            || <f32 as __p::FieldParam<'static>>::HAS_COMMANDS;
        fn prepare(site: __p::CallSite) -> __p::Begun {
            <Time as __p::FieldParam<'static>>::prepare(site)?;
            <f32 as __p::FieldParam<'static>>::prepare(site)?;
            __p::Begun::Ok(())
        }
        fn look(site: __p::CallSite) -> __p::Begun {
            <Time as __p::FieldParam<'static>>::look(site)?;
            <f32 as __p::FieldParam<'static>>::look(site)?;
            __p::Begun::Ok(())
        }
    }
    #[automatically_derived]
    impl<__State0, __State1, __Memory0, __Memory1> __p::SystemParam for Clock
    where
        for<'__w> Time: __p::FieldParam<'__w, State = __State0, Memory = __Memory0>,
        for<'__w> f32: __p::FieldParam<'__w, State = __State1, Memory = __Memory1>,
        __Memory0: __p::KeptByField,
        __Memory1: __p::KeptByField,
    {
        type State = (__State0, __State1);
        type Item<'__w> = Clock;
        type Memory = (__Memory0, __Memory1);
        fn begin((__0, __1): &mut Self::Memory) -> __p::Begun {
            <Time as __p::FieldParam<'static>>::begin(__0)?;
            <f32 as __p::FieldParam<'static>>::begin(__1)?;
            __p::Begun::Ok(())
        }
        #[inline(always)]
        fn borrow(
            call: &__p::SystemCall,
            (__0, __1): &mut Self::Memory,
        ) -> __p::Begun<Self::State> {
            __p::Begun::Ok((
                <Time as __p::FieldParam<'static>>::borrow(call, __0)?,
                <f32 as __p::FieldParam<'static>>::borrow(call, __1)?,
            ))
        }
        #[inline(always)]
        fn item<'__w>(
            (__0, __1): &'__w mut Self::State,
            commands: &'__w __p::CommandBuffer,
        ) -> Self::Item<'__w> {
            Clock {
                0: <Time as __p::FieldParam<'__w>>::item(__0, commands),
                1: <f32 as __p::FieldParam<'__w>>::item(__1, commands),
            }
        }
    }
    #[automatically_derived]
    impl<__State0, __State1, __Memory0, __Memory1> __p::ParSystemParam for Clock
    where
        for<'__w> Time: __p::ParField<'__w>
            + __p::FieldParam<'__w, State = __State0, Memory = __Memory0>,
        for<'__w> f32: __p::ParField<'__w>
            + __p::FieldParam<'__w, State = __State1, Memory = __Memory1>,
        __Memory0: __p::KeptByField,
        __Memory1: __p::KeptByField,
        __State0: __p::SendWhileFrozen,
        __State1: __p::SendWhileFrozen,
    {}
    #[automatically_derived]
    impl<__State0, __State1, __Memory0, __Memory1> __p::ReadParam for Clock
    where
        for<'__w> Time: __p::ReadField<'__w>
            + __p::FieldParam<'__w, State = __State0, Memory = __Memory0>,
        for<'__w> f32: __p::ReadField<'__w>
            + __p::FieldParam<'__w, State = __State1, Memory = __Memory1>,
        __Memory0: __p::KeptByField,
        __Memory1: __p::KeptByField,
    {}
    #[allow(dead_code)]
    fn fields() {
        __p::is_system_param::<Time>();
        __p::is_system_param::<f32>();
    }
};
