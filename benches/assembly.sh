#!/usr/bin/env bash
# Checks the machine code of updates: what is vectorised stays so, and an access through a handle calls nothing.
# Says what it has checked; a broken law is a sentence and exit code 1. Linux on x86-64 only.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

if [[ "$(uname -sm)" != 'Linux x86_64' ]]; then
    echo "skipped: the instructions are known for Linux on x86-64 only, and this is $(uname -sm)"
    exit 0
fi
command -v objdump >/dev/null || { echo 'objdump is missing: install binutils'; exit 1; }
cargo bench --quiet -p ecs-benches --bench assembly || exit 1
