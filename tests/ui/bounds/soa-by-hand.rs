//! What a type says of its fields is trusted: the derive says it, or `unsafe` code.

use ecs_core::{Component, Soa, hook as p};

struct Plane {
    altitude: f32,
}

impl Component for Plane {
    const __SPEC: p::SpecOf<Self> = p::SpecOf::new(p::Spec::new("Plane"), None);
    type __Number = p::Many;
    type __Layout = p::Split;

    fn __cell() -> p::Locator<Self> {
        p::cell!(Plane)
    }

    fn __info() -> &'static p::TypeInfo {
        p::info::<Self>()
    }
}

impl Soa for Plane { //~ ERROR requires an `unsafe impl` declaration
    type Columns = ();
    type ColumnsMut = ();
    type __Places = [*mut u8; 1];
    const __FIELDS: p::FieldsInfo =
        p::FieldsInfo::of(&|Self { altitude }: Self| (altitude,), &(p::IsField::<f32>::new(),));

    fn __fields() -> impl p::FieldFns<Self> {
        let split = |_: Self| -> (f32,) { panic!("after the row was made") };
        (split, |(altitude,)| Self { altitude })
    }

    fn __columns(_: p::LendFields<false>) {}

    fn __columns_mut(_: p::LendFields<true>) {}
}

fn main() {}
