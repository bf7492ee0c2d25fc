#[allow(deprecated)]
const _: () = {
    use crate::engine::ecs as __ecs;
    #[automatically_derived]
    impl<T: 'static + Send> __ecs::Bundle for Wide<T>
    where
        A: __ecs::Bundle,
        B: __ecs::Bundle,
        C: __ecs::Bundle,
        D: __ecs::Bundle,
        E: __ecs::Bundle,
        F: __ecs::Bundle,
        G: __ecs::Bundle,
        H: __ecs::Bundle,
        I: __ecs::Bundle,
        J: __ecs::Bundle,
        K: __ecs::Bundle,
        L: __ecs::Bundle,
        M<T>: __ecs::Bundle,
        T: Clone,
    {
        type Parts = <(
            (A, B, C, D, E, F, G, H, I, J, K, L),
            (M<T>,),
        ) as __ecs::Bundle>::Parts;
        #[inline]
        fn __into_parts(self) -> Self::Parts {
            __ecs::Bundle::__into_parts((
                (
                    self.0,
                    self.1,
                    self.2,
                    self.3,
                    self.4,
                    self.5,
                    self.6,
                    self.7,
                    self.8,
                    self.9,
                    self.10,
                    self.11,
                ),
                (self.12,),
            ))
        }
    }
    #[automatically_derived]
    impl<T: 'static + Send> __ecs::DefaultBundle for Wide<T>
    where
        for<'__a> Self: ::core::default::Default,
        A: __ecs::Bundle,
        B: __ecs::Bundle,
        C: __ecs::Bundle,
        D: __ecs::Bundle,
        E: __ecs::Bundle,
        F: __ecs::Bundle,
        G: __ecs::Bundle,
        H: __ecs::Bundle,
        I: __ecs::Bundle,
        J: __ecs::Bundle,
        K: __ecs::Bundle,
        L: __ecs::Bundle,
        M<T>: __ecs::Bundle,
        T: Clone,
    {}
};
