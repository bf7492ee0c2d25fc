//! Bodies in one `Vec`, and in one `Vec` for each field.

use peers::fields::{Bodies, Field};
use peers::way::{Ways, several};
use peers::work::{DT, SPEED};

pub fn ways() -> Ways {
    several([("a Vec a field", peers::fields_case!(Vecs)), ("Vec of structs", peers::fields_case!(Structs))])
}

macro_rules! make {
    ($kind:ident [$($field:ident: $Field:ty),*] [$($rest:ident: $Rest:ty),*]) => {
        #[allow(dead_code, reason = "what is not touched takes room all the same")]
        mod $kind {
            use super::*;

            pub struct Vecs {
                speed: Vec<f32>,
                $($field: Vec<$Field>,)*
                $($rest: Vec<$Rest>,)*
            }

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

            impl Bodies for Vecs {
                fn new(count: usize) -> Self {
                    Self {
                        speed: vec![SPEED; count],
                        $($field: vec![Default::default(); count],)*
                        $($rest: vec![Default::default(); count],)*
                    }
                }

                fn frame(&mut self) {
                    pass(&self.speed, $(&mut self.$field),*);
                }

                fn sum(&mut self) -> f64 {
                    self.y.iter().copied().map(f64::from).sum()
                }
            }

            #[derive(Clone, Default)]
            struct Body {
                speed: f32,
                $($field: $Field,)*
                $($rest: $Rest,)*
            }

            pub struct Structs(Vec<Body>);

            impl Bodies for Structs {
                fn new(count: usize) -> Self {
                    Self(vec![Body { speed: SPEED, ..Body::default() }; count])
                }

                fn frame(&mut self) {
                    for body in &mut self.0 {
                        let by = body.speed * DT;
                        $(body.$field.move_by(by);)*
                    }
                }

                fn sum(&mut self) -> f64 {
                    self.0.iter().map(|body| f64::from(body.y)).sum()
                }
            }
        }
    };
}

peers::bodies!(make);
