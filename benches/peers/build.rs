//! Builds the C++ seed, if there is a C++ compiler.

fn main() {
    println!("cargo::rerun-if-changed=cpp/seed.cpp");
    println!("cargo::rustc-check-cfg=cfg(seed)");
    let mut build = cc::Build::new();
    build.cpp(true).std("c++17").opt_level(3).define("NDEBUG", None).file("cpp/seed.cpp");
    match build.try_compile("seed") {
        Ok(()) => println!("cargo::rustc-cfg=seed"),
        Err(error) => println!("cargo::warning=the C++ seed is left out: {error}"),
    }
}
