//! A method of a trait, of values in boxes, and of the same values in a `Vec` for each type.

use peers::sample::{Case, two_frames};
use peers::work::STEP;

trait Draw {
    fn draw(&mut self, by: f32);
    fn drawn(&self) -> f32;
}

macro_rules! shapes {
    ($($shape:ident $all:ident)*) => {
        $(struct $shape {
            drawn: f32,
            more: [f32; 3],
        }

        impl $shape {
            fn new() -> Self {
                Self { drawn: 0.0, more: [1.0; 3] }
            }
        }

        impl Draw for $shape {
            fn draw(&mut self, by: f32) {
                self.drawn += by * self.more[0];
            }

            fn drawn(&self) -> f32 {
                self.drawn
            }
        })*

        struct Shapes {
            boxes: Vec<Box<dyn Draw>>,
            $($all: Vec<$shape>,)*
        }

        impl Shapes {
            fn new(count: usize) -> Self {
                let mut boxes: Vec<Box<dyn Draw>> = Vec::new();
                $(boxes.extend((0..count / 4).map(|_| Box::new($shape::new()) as Box<dyn Draw>));)*
                Self { boxes, $($all: (0..count / 4).map(|_| $shape::new()).collect(),)* }
            }

            fn draw_types(&mut self) {
                $(self.$all.iter_mut().for_each(|shape| shape.draw(STEP));)*
            }

            fn sum(&mut self) -> f64 {
                let boxes: f64 = self.boxes.iter().map(|shape| f64::from(shape.drawn())).sum();
                let types = [$(self.$all.iter().map(|shape| f64::from(shape.drawn())).sum::<f64>(),)*];
                boxes + types.iter().sum::<f64>()
            }
        }
    };
}

shapes!(Circle circles Square squares Line lines Point points);

pub fn by_trait(count: usize) -> Case {
    let boxes = |all: &mut Shapes| all.boxes.iter_mut().for_each(|shape| shape.draw(STEP));
    two_frames(count, Shapes::new(count), boxes, Shapes::draw_types, Shapes::sum)
}
