//! A proof that one instance of a type is `Copy` is no proof for another instance of which it is a subtype.
use ecs_core::hook::{Locator, Many, Probe, Spec, SpecOf, TypeInfo, Whole, info};
use ecs_core::Component;
use std::marker::PhantomData;

struct Mark<F>(u8, PhantomData<F>);

impl Clone for Mark<for<'a> fn(&'a u8)> {
    fn clone(&self) -> Self {
        *self
    }
}

impl Copy for Mark<for<'a> fn(&'a u8)> {}

impl Component for Mark<fn(&'static u8)> {
    const __SPEC: SpecOf<Self> =
        SpecOf::new(Spec::new("Mark"), None).copied(None, Probe::<Mark<for<'a> fn(&'a u8)>>::COPY); //~ ERROR mismatched types

    type __Number = Many;

    type __Layout = Whole;

    fn __cell() -> Locator<Self> {
        Locator::ByType
    }

    fn __info() -> &'static TypeInfo {
        info::<Self>()
    }
}

fn main() {
    let _ = Mark(1, PhantomData::<fn(&'static u8)>).0;
}
