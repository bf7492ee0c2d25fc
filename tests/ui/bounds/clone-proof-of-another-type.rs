//! A proof that another type is `Clone` is none for this one.
use ecs_core::hook::{Locator, Many, Probe, Spec, SpecOf, TypeInfo, Whole, info};
use ecs_core::Component;

struct Pair(u64, u64);

impl Component for Pair {
    const __SPEC: SpecOf<Self> = SpecOf::new(Spec::new("Pair"), None).copied(Probe::<[u64; 2]>::CLONE, None); //~ ERROR mismatched types

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
    let pair = Pair(1, 2);
    let _ = pair.0 + pair.1;
}
