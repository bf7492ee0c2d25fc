#[allow(deprecated)]
const _: () = {
    use ::ecs_core as __ecs;
    #[automatically_derived]
    impl __ecs::Bundle for Bat {
        type Parts = <(Body, Wings) as __ecs::Bundle>::Parts;
        #[inline]
        fn __into_parts(self) -> Self::Parts {
            __ecs::Bundle::__into_parts((self.body, self.wings))
        }
    }
    #[automatically_derived]
    impl __ecs::DefaultBundle for Bat
    where
        for<'__a> Self: ::core::default::Default,
    {}
};
