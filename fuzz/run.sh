#!/usr/bin/env bash
# Fuzzes with libFuzzer: `fuzz/run.sh model|read_postcard|read_json|recording|inspect [seconds]`, without an end if none are given. Needs nightly Rust and a C++
# compiler. New inputs go to `fuzz/target/found/model`, one that fails to `fuzz/target/failed-model-*`. Further arguments replace the inputs, and
# are libFuzzer's.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"

name="${1:-}"
[[ -f "fuzz_targets/$name.rs" ]] || { echo 'usage: fuzz/run.sh model|read_postcard|read_json|recording|inspect [seconds] [..]'; exit 2; }
seconds="${2:-0}"
shift $(($# < 2 ? $# : 2))

# With a target given, build scripts and macros are not instrumented.
target=x86_64-unknown-linux-gnu

# The flags of `cargo fuzz`.
export RUSTFLAGS="-Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=4 \
-Cllvm-args=-sanitizer-coverage-inline-8bit-counters -Cllvm-args=-sanitizer-coverage-pc-table \
-Cllvm-args=-sanitizer-coverage-trace-compares --cfg fuzzing -Zsanitizer=address -Cdebug-assertions -Ccodegen-units=1"
CARGO_TARGET_DIR=target cargo +nightly build --locked --release --target "$target" --bin "$name"

found="target/found/$name"
mkdir -p "$found" "corpus/$name"
# A forgotten guard leaks its store, which is the law (W4).
export ASAN_OPTIONS=detect_leaks=0
# A low `len_control`: what goes wrong may need a long sequence of calls, even where a short one covers as much.
flags=(-max_total_time="$seconds" -max_len=4096 -len_control=10 -timeout=60 -rss_limit_mb=4096 -detect_leaks=0)
# No length that a save or a recording claims is memory.
[[ $name == read_* || $name == recording || $name == inspect ]] && flags+=(-malloc_limit_mb=16)
if (($# == 0)); then
    set -- "$found" "corpus/$name"
fi
exec "target/$target/release/$name" "${flags[@]}" "-artifact_prefix=target/failed-$name-" "$@"
