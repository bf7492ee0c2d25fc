//! A condition only reads, answers with a `bool`, and can be sent with its schedule. A place names a system.
//!
//! The functions have the bounds of what they call. So the texts quote this file, and none of the library.

use std::rc::Rc;

use ecs_core::systems::{ConditionShape, NamedSystem};
use ecs_core::{Commands, Component, IntoSystem, Query, Schedule, Singleton, SystemCondition};

#[derive(Component)]
struct Hp(u32);

#[derive(Singleton, Default)]
struct Score(u32);

fn draw() {}

fn points(score: &Score) -> u32 {
    score.0
}

fn draw_if<N, C: ConditionShape<N> + SystemCondition<N>>(condition: C) {
    Schedule::new().add(draw.run_if(condition));
}

fn draw_after<N>(system: impl NamedSystem<N>) {
    Schedule::new().add(draw.after(system));
}

fn sent(is_on: Rc<bool>) {
    draw_if(move || *is_on); //~ ERROR `Rc<bool>` cannot be sent between threads safely
}

fn main() {
    draw_if(|score: &mut Score| score.0 > 3); //~ ERROR a condition cannot take `&mut Score`
    draw_if(|hp: Query<&mut Hp>| hp.is_empty()); //~ ERROR a condition cannot take `Query<'_, &mut Hp>`
    draw_if(|_: Commands| true); //~ ERROR a condition cannot take `Commands<'_>`
    draw_if(points); //~ ERROR is not a condition
    draw_after(1); //~ ERROR does not name a system
    sent(Rc::new(true));
}
