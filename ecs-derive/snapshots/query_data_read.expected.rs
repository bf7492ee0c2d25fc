#[allow(deprecated)]
const _: () = {
    use ::ecs_core::{self as __ecs, hook as __p};
    #[automatically_derived]
    impl<'w> __ecs::QueryData for Seen<'w> {
        type Terms = (
            <Entity as __ecs::queries::Fetch>::Term,
            <&'static Position as __ecs::queries::Fetch>::Term,
        );
        type Item<'__c> = Seen<'__c>;
        type Lent<'__c> = Seen<'__c>;
        type Read<'__c> = Seen<'__c>;
        #[inline(always)]
        fn item<'__c>(
            items: <Self::Terms as __p::Terms>::Item<'__c>,
        ) -> Self::Item<'__c> {
            let (__0, __1) = __p::lent_items::<Self::Terms>(items);
            Seen { 0: __0, 1: __1 }
        }
        #[inline(always)]
        fn lent<'__c>(
            items: <Self::Terms as __p::Terms>::Lent<'__c>,
        ) -> Self::Lent<'__c> {
            let (__0, __1) = items;
            Seen { 0: __0, 1: __1 }
        }
        #[inline(always)]
        fn read<'__c>(
            items: <Self::Terms as __p::ReadableTerms>::Read<'__c>,
        ) -> Self::Read<'__c> {
            Self::item(items)
        }
    }
};
