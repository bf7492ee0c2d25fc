//! A state is an `enum` or a `struct` with `Default`, `Clone` and `PartialEq`, which is not generic.

use ecs_core::State;

#[derive(State, Default, Clone, PartialEq)]
enum Generic<T> { //~ ERROR a state is not generic
    #[default]
    Menu,
    Play(T),
}

#[derive(State)]
union Union { //~ ERROR a state is an `enum` or a `struct`
    level: u32,
}

#[derive(State, Default, Clone, PartialEq)]
#[state(update)] //~ ERROR unknown key `update`
enum Keys {
    #[default]
    Menu,
}

#[derive(State, Default, Clone, PartialEq)]
#[state(within)] //~ ERROR wrong form of `within`
enum Within {
    #[default]
    Menu,
}

#[derive(State, Default, Clone, PartialEq)]
#[state] //~ ERROR expected a list of keys
enum NoList {
    #[default]
    Menu,
}

fn main() {}
