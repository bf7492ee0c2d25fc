//! Says how long `cargo test` takes, while it builds. It is a warning, as cargo shows nothing else of a build
//! script.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!(
        "cargo::warning=`cargo test` takes about seven minutes of processor time, most of it to build, and \
         2 GB. The test program `ui` prints nothing for a minute: ECS_SKIP_UI=1 leaves it out."
    );
}
