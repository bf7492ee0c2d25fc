#[allow(deprecated)]
const _: () = {
    use ::ecs_core::hook as __p;
    #[automatically_derived]
    impl<'w, T: Component, const N: usize> __p::Param for Arena<'w, T, N>
    where
        T: Default,
        for<'__w> Query<'__w, (Entity, &'__w mut T)>: __p::FieldParam<'__w>,
        for<'__w> &'__w mut Score: __p::FieldParam<'__w>,
    {
        const ACCESS: __p::AccessSet<'static> = __p::AccessSet::All(
            &[
                __p::AccessSet::Field(
                    &<Query<'w, (Entity, &'w mut T)> as __p::FieldParam<'w>>::ACCESS,
                    ["Arena", "ships"],
                ),
                __p::AccessSet::Field(
                    &<&'w mut Score as __p::FieldParam<'w>>::ACCESS,
                    ["Arena", "score"],
                ),
            ],
        );
        const WATCHES: __p::AccessSet<'static> = __p::AccessSet::All(
            &[
                __p::AccessSet::Field(
                    &<Query<'w, (Entity, &'w mut T)> as __p::FieldParam<'w>>::WATCHES,
                    ["Arena", "ships"],
                ),
                __p::AccessSet::Field(
                    &<&'w mut Score as __p::FieldParam<'w>>::WATCHES,
                    ["Arena", "score"],
                ),
            ],
        );
        const HAS_COMMANDS: bool = <Query<
            'w,
            (Entity, &'w mut T),
        > as __p::FieldParam<'w>>::HAS_COMMANDS
            || <&'w mut Score as __p::FieldParam<'w>>::HAS_COMMANDS;
        fn prepare(site: __p::CallSite) -> __p::Begun {
            <Query<'w, (Entity, &'w mut T)> as __p::FieldParam<'w>>::prepare(site)?;
            <&'w mut Score as __p::FieldParam<'w>>::prepare(site)?;
            __p::Begun::Ok(())
        }
        fn look(site: __p::CallSite) -> __p::Begun {
            <Query<'w, (Entity, &'w mut T)> as __p::FieldParam<'w>>::look(site)?;
            <&'w mut Score as __p::FieldParam<'w>>::look(site)?;
            __p::Begun::Ok(())
        }
    }
    #[automatically_derived]
    impl<
        'w,
        T: Component,
        const N: usize,
        __State0,
        __State1,
        __Memory0,
        __Memory1,
    > __p::SystemParam for Arena<'w, T, N>
    where
        T: Default,
        for<'__w> Query<
            '__w,
            (Entity, &'__w mut T),
        >: __p::FieldParam<'__w, State = __State0, Memory = __Memory0>,
        for<'__w> &'__w mut Score: __p::FieldParam<
            '__w,
            State = __State1,
            Memory = __Memory1,
        >,
        __Memory0: __p::KeptByField,
        __Memory1: __p::KeptByField,
    {
        type State = (__State0, __State1);
        type Item<'__w> = Arena<'__w, T, N>;
        type Memory = (__Memory0, __Memory1);
        fn begin((__0, __1): &mut Self::Memory) -> __p::Begun {
            <Query<'w, (Entity, &'w mut T)> as __p::FieldParam<'w>>::begin(__0)?;
            <&'w mut Score as __p::FieldParam<'w>>::begin(__1)?;
            __p::Begun::Ok(())
        }
        #[inline(always)]
        fn borrow(
            call: &__p::SystemCall,
            (__0, __1): &mut Self::Memory,
        ) -> __p::Begun<Self::State> {
            __p::Begun::Ok((
                <Query<
                    'w,
                    (Entity, &'w mut T),
                > as __p::FieldParam<'w>>::borrow(call, __0)?,
                <&'w mut Score as __p::FieldParam<'w>>::borrow(call, __1)?,
            ))
        }
        #[inline(always)]
        fn item<'__w>(
            (__0, __1): &'__w mut Self::State,
            commands: &'__w __p::CommandBuffer,
        ) -> Self::Item<'__w> {
            Arena {
                ships: <Query<
                    '__w,
                    (Entity, &'__w mut T),
                > as __p::FieldParam<'__w>>::item(__0, commands),
                score: <&'__w mut Score as __p::FieldParam<'__w>>::item(__1, commands),
            }
        }
    }
    #[automatically_derived]
    impl<
        'w,
        T: Component,
        const N: usize,
        __State0,
        __State1,
        __Memory0,
        __Memory1,
    > __p::ParSystemParam for Arena<'w, T, N>
    where
        T: Default,
        for<'__w> Query<
            '__w,
            (Entity, &'__w mut T),
        >: __p::ParField<'__w>
            + __p::FieldParam<'__w, State = __State0, Memory = __Memory0>,
        for<'__w> &'__w mut Score: __p::ParField<'__w>
            + __p::FieldParam<'__w, State = __State1, Memory = __Memory1>,
        __Memory0: __p::KeptByField,
        __Memory1: __p::KeptByField,
        __State0: __p::SendWhileFrozen,
        __State1: __p::SendWhileFrozen,
    {}
    #[automatically_derived]
    impl<
        'w,
        T: Component,
        const N: usize,
        __State0,
        __State1,
        __Memory0,
        __Memory1,
    > __p::ReadParam for Arena<'w, T, N>
    where
        T: Default,
        for<'__w> Query<
            '__w,
            (Entity, &'__w mut T),
        >: __p::ReadField<'__w>
            + __p::FieldParam<'__w, State = __State0, Memory = __Memory0>,
        for<'__w> &'__w mut Score: __p::ReadField<'__w>
            + __p::FieldParam<'__w, State = __State1, Memory = __Memory1>,
        __Memory0: __p::KeptByField,
        __Memory1: __p::KeptByField,
    {}
    #[allow(dead_code)]
    fn fields<'w, T: Component, const N: usize>()
    where
        T: Default,
    {
        __p::is_system_param::<Query<'w, (Entity, &'w mut T)>>();
        __p::is_system_param::<&'w mut Score>();
    }
};
