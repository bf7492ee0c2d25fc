//! The trait object asks for more than the type has.

use std::fmt::Debug;
use std::rc::Rc;

use ecs_core::Component;

#[derive(Component, Debug)]
#[component(as(dyn Debug + Send))] //~ ERROR `Rc<u32>` cannot be sent between threads safely
struct Shared(Rc<u32>);

fn main() {}
