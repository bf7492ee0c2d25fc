//! What people write in their first hour, who know Unity and have read the README: each program in its
//! shortest form.

mod bullets;
mod callback;
mod camera_follow;
mod forgotten_sibling;
mod free_for_all;
mod mob;
mod prelude;
mod shop;
mod triggers;
mod turret;
