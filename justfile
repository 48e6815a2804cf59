# What a developer runs. `just` lists it.

default:
    @just --list

# Everything CI runs
ci:
    bash .ci/run

# Every test
test *FILTER:
    cargo test --workspace -- {{FILTER}}

# Format, lints and docs, warnings as errors
check:
    cargo fmt --all --check
    cargo clippy --workspace --all-targets -- -D warnings
    RUSTDOCFLAGS="-D warnings" cargo doc --workspace --no-deps

# The faults that take longer than a test may: a million opens while links are exchanged
faults:
    ROOM_JAIL_OPENS=1000000 cargo test --release -p room-jail races

# Put the programs into FOLDER; on Linux each is linked whole, since one that maps no library starts in two thirds of the time
install FOLDER:
    #!/usr/bin/env bash
    set -euo pipefail
    mkdir -p "{{FOLDER}}"
    whole=(); [ "$(uname -s)" != Linux ] || whole=(-C target-feature=+crt-static)
    for program in room render read read-brief cite emit cite-case mem verify-room coder; do
        cargo rustc --release --bin "$program" -- "${whole[@]}"
        install -m 755 "target/release/$program" "{{FOLDER}}/$program"
    done

# Measure the programs against rg, jq and /bin/true, and write the table of docs/performance.md
bench ROUNDS="25":
    just install target/bench/bin
    cargo build --release --package room-render --example make_dump
    [ -e target/bench/dump.jsonl ] || { target/release/examples/make_dump 1 1000000000 300 > target/bench/dump.part && mv target/bench/dump.part target/bench/dump.jsonl; }
    cargo run --release --package room-bench -- target/bench/bin target/bench target/bench/dump.jsonl docs/performance.md {{ROUNDS}}

# Write the pages that are drawn from the verb tables
docs:
    cargo run --quiet --bin room -- reference > docs/tools.md

# Accept the answers of the stories as they are now
snap:
    INSTA_UPDATE=always cargo test --test stories

# Try a real dump where it lies: rooms into a new folder, each checked
sample DIR:
    #!/usr/bin/env bash
    set -euo pipefail
    cargo build --release --bins
    rooms=$(mktemp -d)
    target/release/render "{{DIR}}" rooms "$rooms"
    for room in "$rooms"/*/; do echo "$room: $(target/release/render "$room/corpus.txt" check)"; done
