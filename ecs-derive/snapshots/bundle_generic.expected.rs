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
        type Parts = ((A, B, C, D, E, F, G, H, I, J, K, L), (M<T>,));
        type Stores = <(
            (A, B, C, D, E, F, G, H, I, J, K, L),
            (M<T>,),
        ) as __ecs::Bundle>::Stores;
        type Adding = <(
            (A, B, C, D, E, F, G, H, I, J, K, L),
            (M<T>,),
        ) as __ecs::Bundle>::Adding;
        #[inline]
        fn __into_parts(self) -> Self::Parts {
            (
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
            )
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
