const _: () = {
    use ::ecs_core as __ecs;
    #[automatically_derived]
    impl<'w> __ecs::QueryData for Seen<'w> {
        type Terms = <(Entity, &'static Position) as __ecs::QueryData>::Terms;
        type Item<'__c> = Seen<'__c>;
        type Read<'__c> = Seen<'__c>;
        #[inline(always)]
        fn item<'__c>(
            items: <(Entity, &'static Position) as __ecs::QueryData>::Item<'__c>,
        ) -> Self::Item<'__c> {
            let (__0, __1) = items;
            Seen { 0: __0, 1: __1 }
        }
        #[inline(always)]
        fn read<'__c>(
            items: <(Entity, &'static Position) as __ecs::QueryData>::Read<'__c>,
        ) -> Self::Read<'__c> {
            let (__0, __1) = items;
            Seen { 0: __0, 1: __1 }
        }
    }
};
