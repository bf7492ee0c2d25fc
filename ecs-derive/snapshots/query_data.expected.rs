#[allow(deprecated)]
const _: () = {
    use ::ecs_core::{self as __ecs, hook as __p};
    #[automatically_derived]
    impl<'w, T: Component> __ecs::QueryData for Ship<'w, T>
    where
        T: Default,
    {
        type Terms = (
            <&'static mut Position as __ecs::queries::Fetch>::Term,
            <Option<&'static T> as __ecs::queries::Fetch>::Term,
            <Entity as __ecs::queries::Fetch>::Term,
        );
        type Item<'__c> = Ship<'__c, T>;
        type Lent<'__c> = Ship<'__c, T>;
        type Read<'__c> = <Self::Terms as __p::ReadableTerms>::Read<'__c>;
        #[inline(always)]
        fn item<'__c>(
            items: <Self::Terms as __p::Terms>::Item<'__c>,
        ) -> Self::Item<'__c> {
            let (__0, __1, __2) = __p::lent_items::<Self::Terms>(items);
            Ship { at: __0, of: __1, me: __2 }
        }
        #[inline(always)]
        fn lent<'__c>(
            items: <Self::Terms as __p::Terms>::Lent<'__c>,
        ) -> Self::Lent<'__c> {
            let (__0, __1, __2) = items;
            Ship { at: __0, of: __1, me: __2 }
        }
        #[inline(always)]
        fn read<'__c>(
            items: <Self::Terms as __p::ReadableTerms>::Read<'__c>,
        ) -> Self::Read<'__c> {
            items
        }
    }
};
