//! A proof that one instance of a type is `Send` is no proof for another instance of which it is a subtype.
use ecs_core::hook::{Locator, Many, Probe, Spec, SpecOf, TypeInfo, Whole, info};
use ecs_core::Component;
use std::marker::PhantomData;
use std::rc::Rc;

struct Shared<F>(Rc<u8>, PhantomData<F>);

// Sound on its own, where only this instance has an `Rc` that nobody shares.
unsafe impl Send for Shared<for<'a> fn(&'a u8)> {}

impl Component for Shared<fn(&'static u8)> {
    const __SPEC: SpecOf<Self> = SpecOf::new(Spec::new("Shared"), Probe::<Shared<for<'a> fn(&'a u8)>>::SEND); //~ ERROR mismatched types

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
    let _ = Shared(Rc::new(1), PhantomData::<fn(&'static u8)>).0;
}
