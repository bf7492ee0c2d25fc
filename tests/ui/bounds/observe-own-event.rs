//! A closure observes an event of the user's own.

use ecs_core::observe;

struct Damage(u32);

fn main() {
    let _observer = observe(|damage: &Damage| println!("{}", damage.0)); //~ ERROR `Damage` cannot be observed
}
