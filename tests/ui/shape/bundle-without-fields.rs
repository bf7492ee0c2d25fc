//! A bundle has components.

use ecs_core::Bundle;

#[derive(Bundle)]
#[bundle(crat = ecs_core)] //~ ERROR unknown key `crat`
struct Body; //~ ERROR give it a field for each

fn main() {}
