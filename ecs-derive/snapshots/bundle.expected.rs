#[allow(deprecated)]
const _: () = {
    use ::ecs_core as __ecs;
    #[automatically_derived]
    impl __ecs::Bundle for Bat {
        type Parts = (Body, Wings);
        type Stores = <(Body, Wings) as __ecs::Bundle>::Stores;
        type Adding = <(Body, Wings) as __ecs::Bundle>::Adding;
        #[inline]
        fn __into_parts(self) -> Self::Parts {
            (self.body, self.wings)
        }
    }
    #[automatically_derived]
    impl __ecs::DefaultBundle for Bat
    where
        for<'__a> Self: ::core::default::Default,
    {
        #[inline]
        fn __fill_missing(__adding: &mut <Self as __ecs::Bundle>::Adding) {
            __ecs::Bundle::__fill(
                <Self as ::core::default::Default>::default(),
                __adding,
            );
        }
    }
};
