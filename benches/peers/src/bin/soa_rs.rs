//! soa-rs: a collection with an array for each field, in one allocation.

use peers::fields::{Bodies, Field};
use peers::scenario::Scenario;
use peers::serve::serve;
use peers::way::{Ways, several};
use peers::work::{DT, SPEED};
use soa_rs::{Soa, Soars};

fn main() {
    serve(ways);
}

fn ways(scenario: Scenario) -> Ways {
    match scenario {
        Scenario::Fields => {
            several([("slices_mut", peers::fields_case!(Slices)), ("iter_mut", peers::fields_case!(Rows))])
        }
        _ => Err("a collection, not an ECS"),
    }
}

macro_rules! make {
    ($kind:ident [$($field:ident: $Field:ty),*] [$($rest:ident: $Rest:ty),*]) => {
        #[allow(dead_code, reason = "what is not touched takes room all the same")]
        mod $kind {
            use super::*;

            #[derive(Soars, Default)]
            struct Body {
                speed: f32,
                $($field: $Field,)*
                $($rest: $Rest,)*
            }

            fn bodies(count: usize) -> Soa<Body> {
                let mut bodies = Soa::<Body>::with_capacity(count);
                (0..count).for_each(|_| bodies.push(Body { speed: SPEED, ..Body::default() }));
                bodies
            }

            fn sum(bodies: &Soa<Body>) -> f64 {
                bodies.y().iter().copied().map(f64::from).sum()
            }

            pub struct Slices(Soa<Body>);

            #[allow(clippy::too_many_arguments, reason = "one for each field")]
            #[inline(never)]
            fn pass(speed: &[f32], $($field: &mut [$Field]),*) {
                let len = speed.len();
                $(let $field = &mut $field[..len];)*
                for place in 0..len {
                    let by = speed[place] * DT;
                    $($field[place].move_by(by);)*
                }
            }

            impl Bodies for Slices {
                fn new(count: usize) -> Self {
                    Self(bodies(count))
                }

                fn frame(&mut self) {
                    let slices = self.0.slices_mut();
                    pass(slices.speed, $(slices.$field),*);
                }

                fn sum(&mut self) -> f64 {
                    sum(&self.0)
                }
            }

            pub struct Rows(Soa<Body>);

            impl Bodies for Rows {
                fn new(count: usize) -> Self {
                    Self(bodies(count))
                }

                fn frame(&mut self) {
                    for body in self.0.iter_mut() {
                        let by = *body.speed * DT;
                        $(body.$field.move_by(by);)*
                    }
                }

                fn sum(&mut self) -> f64 {
                    sum(&self.0)
                }
            }
        }
    };
}

peers::bodies!(make);
