//! Saves of `Vec`s, with indices as references.

use peers::saves::{Fleet, position, speed};
use peers::work::Vec3;
use serde::{Deserialize, Serialize};

/// What one keeps without a library: the values, and whose they are.
#[derive(Serialize, Deserialize)]
pub struct Vecs {
    entities: Vec<u32>,
    transforms: Vec<Transform>,
    airplanes: Vec<Airplane>,
}

#[derive(Serialize, Deserialize)]
struct Transform {
    pos: Vec3,
}

#[derive(Serialize, Deserialize)]
struct Airplane {
    transform: u32,
    speed: f32,
}

impl Fleet for Vecs {
    fn new(count: usize) -> Self {
        let airplane = |place: usize| Airplane { transform: place as u32, speed: speed(place) };
        Self {
            entities: (0..count as u32).collect(),
            transforms: (0..count).map(|place| Transform { pos: position(place) }).collect(),
            airplanes: (0..count).map(airplane).collect(),
        }
    }

    fn write(&self) -> Vec<u8> {
        postcard::to_allocvec(self).expect("numbers are written")
    }

    fn read(bytes: &[u8]) -> Self {
        postcard::from_bytes(bytes).expect("it was written")
    }

    fn sum(&mut self) -> f64 {
        let found = |airplane: &Airplane| {
            let transform = &self.transforms[airplane.transform as usize];
            f64::from(transform.pos[0]) * f64::from(airplane.speed)
        };
        self.airplanes.iter().map(found).sum()
    }
}
