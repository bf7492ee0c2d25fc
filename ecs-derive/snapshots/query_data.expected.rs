const _: () = {
    use ::ecs_core as __ecs;
    #[automatically_derived]
    impl<'w, T: Component> __ecs::QueryData for Ship<'w, T>
    where
        T: Default,
    {
        type Terms = <(
            &'static mut Position,
            Option<&'static T>,
            Entity,
        ) as __ecs::QueryData>::Terms;
        type Item<'__c> = Ship<'__c, T>;
        type Read<'__c> = <(
            &'static mut Position,
            Option<&'static T>,
            Entity,
        ) as __ecs::QueryData>::Read<'__c>;
        #[inline(always)]
        fn item<'__c>(
            items: <(
                &'static mut Position,
                Option<&'static T>,
                Entity,
            ) as __ecs::QueryData>::Item<'__c>,
        ) -> Self::Item<'__c> {
            let (__0, __1, __2) = items;
            Ship { at: __0, of: __1, me: __2 }
        }
        #[inline(always)]
        fn read<'__c>(
            items: <(
                &'static mut Position,
                Option<&'static T>,
                Entity,
            ) as __ecs::QueryData>::Read<'__c>,
        ) -> Self::Read<'__c> {
            items
        }
    }
};
