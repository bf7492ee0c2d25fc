//! Does nothing: it is here because `links` in `Cargo.toml` asks for a build script.
//!
//! Two copies of this crate in one program would have two sets of thread-locals and two traits `Component`: a
//! component of the one would be nowhere for the other, in silence. Cargo refuses two packages of one
//! `links`, so such a program does not build.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
}
