//! Looks at a picture of a game: is there what the game says?
//!
//! `asteroids --frames 300 --screenshot FILE | look FILE ship rock`: it reads what the game says, a thing a
//! line, and is told what must be there.

use std::error::Error;
use std::process::ExitCode;
use std::{env, fs, io, ptr};

use games::Thing;
use macroquad::prelude::{Image, ImageFormat, Vec2, vec2};

/// How far a channel of a pixel may be from that of the colour.
const TOLERANCE: u8 = 24;
/// So many pixels of a colour may lie elsewhere: where lines of other colours cross.
const STRAY: usize = 20;

/// What must be seen: `rock`, or `lamp:turret:15`, a lamp that is so far away from its turret.
struct Wanted {
    name: String,
    parent: Option<(String, f32)>,
}

impl Wanted {
    fn read(word: &str) -> Result<Self, Box<dyn Error>> {
        let parts: Vec<_> = word.split(':').collect();
        let parent = match parts[1..] {
            [] => None,
            [parent, distance] => Some((parent.to_owned(), distance.parse()?)),
            _ => return Err(format!("`{word}` is not `name` or `name:parent:distance`").into()),
        };
        Ok(Wanted { name: parts[0].into(), parent })
    }
}

/// Where a thing is in a picture.
trait Seen {
    fn has(&self, pixel: (Vec2, [u8; 3])) -> bool;
    fn reaches(&self, place: Vec2) -> bool;
    fn is_inside(&self, size: Vec2) -> bool;
    fn is_under(&self, other: &Thing) -> bool;
}

impl Seen for Thing {
    fn has(&self, (place, color): (Vec2, [u8; 3])) -> bool {
        self.reaches(place) && is_like(self.color, color)
    }

    fn reaches(&self, place: Vec2) -> bool {
        self.middle.distance(place) <= self.radius + 3.0
    }

    fn is_inside(&self, size: Vec2) -> bool {
        self.middle.min(size - self.middle).min_element() > self.radius
    }

    fn is_under(&self, other: &Thing) -> bool {
        let is_near = self.middle.distance(other.middle) < self.radius + other.radius;
        is_near && !ptr::eq(self, other) && [self, other].iter().any(|thing| thing.name == "rock")
    }
}

fn is_like(one: [u8; 3], other: [u8; 3]) -> bool {
    one.iter().zip(other).all(|(one, other)| one.abs_diff(other) <= TOLERANCE)
}

/// All that is wrong with the picture.
fn look(picture: &Image, things: &[Thing], wanted: &[Wanted]) -> Vec<String> {
    let size = vec2(picture.width.into(), picture.height.into());
    let place = |n: usize| vec2((n % picture.width()) as f32, (n / picture.width()) as f32) + 0.5;
    let pixels = picture.get_image_data().iter().enumerate();
    let pixels: Vec<_> = pixels.map(|(n, [r, g, b, _])| (place(n), [*r, *g, *b])).collect();
    if pixels.iter().all(|(_, color)| *color == pixels[0].1) {
        return vec![format!("nothing was drawn: each pixel has the colour {:?}", pixels[0].1)];
    }
    let mut wrong = Vec::new();
    for thing in things.iter().filter(|thing| thing.is_inside(size)) {
        let own: Vec<_> = pixels.iter().filter(|pixel| thing.has(**pixel)).collect();
        let sides = own.iter().map(|(place, _)| place.cmpge(thing.middle).bitmask());
        let sides = (0..4).filter(|side| sides.clone().any(|other| other == *side)).count();
        let is_whole = sides == 4 || things.iter().any(|other| thing.is_under(other));
        if !is_whole || (own.len() as f32) < 2.0 * thing.radius {
            let Thing { name, middle, radius, color } = thing;
            let count = own.len();
            wrong.push(format!(
                "no {name} at {middle}: {count} pixels have the colour {color:?}, at most {radius} from \
                 there, in {sides} of 4 quarters"
            ));
        }
    }
    for Wanted { name, parent } in wanted {
        let Some(thing) = things.iter().find(|thing| thing.name == *name && thing.is_inside(size)) else {
            wrong.push(format!("no {name} is on the screen, says the game"));
            continue;
        };
        let is_stray = |(place, color)| {
            let is_near = |other: &Thing| other.color == thing.color && other.reaches(place);
            is_like(thing.color, color) && !things.iter().any(is_near)
        };
        let strays: Vec<_> = pixels.iter().filter(|pixel| is_stray(**pixel)).collect();
        if strays.len() > STRAY {
            let (count, place) = (strays.len(), strays[0].0);
            wrong.push(format!("{count} pixels have the colour of a {name} where none is, one at {place}"));
        }
        if let Some((parent, distance)) = parent {
            let parents = things.iter().filter(|other| other.name == *parent);
            for parent in parents.filter(|other| (other.middle.distance(thing.middle) - distance).abs() > 0.3)
            {
                let (name, at) = (&parent.name, parent.middle);
                wrong.push(format!(
                    "a {} at {} is not {distance} from its {name} at {at}",
                    thing.name, thing.middle
                ));
            }
        }
    }
    wrong
}

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let mut words = env::args().skip(1);
    let file = words.next().ok_or("look at which file?")?;
    let wanted = words.map(|word| Wanted::read(&word)).collect::<Result<Vec<_>, _>>()?;
    let mut things = Vec::new();
    for line in io::stdin().lines() {
        let line = line?;
        things.push(line.parse::<Thing>().map_err(|error| format!("`{line}`: {error}"))?);
    }
    let bytes = fs::read(&file).map_err(|error| format!("{file}: {error}"))?; // there when all is said
    let picture = Image::from_file_with_format(&bytes, Some(ImageFormat::Png))?;
    let wrong = look(&picture, &things, &wanted);
    wrong.iter().for_each(|wrong| eprintln!("{file}: {wrong}"));
    println!("{file}: {} things, {} mistakes", things.len(), wrong.len());
    Ok(if wrong.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
