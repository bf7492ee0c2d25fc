//! Programs that must compile, and run: one after the other, each in the world of a thread of its own.

#[path = "all/every_form_of_hook.rs"]
mod every_form_of_hook;
#[path = "all/every_shape.rs"]
mod every_shape;
#[path = "all/inherits.rs"]
mod inherits;
#[path = "all/near_misses.rs"]
mod near_misses;
#[path = "all/soa.rs"]
mod soa;
#[path = "all/tracked.rs"]
mod tracked;

fn main() {
    let programs =
        [every_form_of_hook::main, every_shape::main, inherits::main, near_misses::main, soa::main, tracked::main];
    for program in programs {
        std::thread::spawn(program).join().expect("the program runs");
    }
}
