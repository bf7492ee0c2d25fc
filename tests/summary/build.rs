//! Says how long `cargo test` takes, while it builds. It is a warning, as cargo shows nothing else of a build
//! script.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!(
        "cargo::warning=`cargo test` takes about six minutes on two cores, half of it to build, and \
         2 GB. `ui`, the compile errors, says nothing for a minute: ECS_SKIP_UI=1 leaves it out."
    );
}
