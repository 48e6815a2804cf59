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

# The faults that take longer than a test may, the table of docs/reliability.md written anew: or some KINDS alone (or only=CALL, by how its name begins), the page left as it is
faults *KINDS:
    just install target/faults/bin
    cargo run --release --package room-faults -- target/faults/bin docs/reliability.md {{KINDS}}

# A million opens of the jail while links are exchanged
races:
    ROOM_JAIL_OPENS=1000000 cargo test --release -p room-jail races

# Every fuzz target, for so many minutes each; needs a nightly toolchain and cargo-fuzz. What is found stays in artifacts/
fuzz MINUTES="10":
    #!/usr/bin/env bash
    set -euo pipefail
    for fuzz in crates/*/fuzz; do
        for target in "$fuzz"/fuzz_targets/*.rs; do
            name=$(basename "$target" .rs)
            echo "== ${fuzz#crates/}: $name"
            cargo +nightly fuzz run --fuzz-dir "$fuzz" "$name" -- \
                -max_total_time=$(({{MINUTES}} * 60)) -len_control=0 -max_len=4096 -timeout=30 -print_final_stats=1
        done
    done

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

# Measure the programs against rg, jq, sed and /bin/true, and write the tables of docs/performance.md; ONLY is rooms or coder
bench ROUNDS="25" *ONLY:
    just install target/bench/bin
    cargo build --release --package room-render --example make_dump
    [ -e target/bench/dump.jsonl ] || { target/release/examples/make_dump 1 1000000000 300 > target/bench/dump.part && mv target/bench/dump.part target/bench/dump.jsonl; }
    cargo run --release --package room-bench -- target/bench/bin target/bench target/bench/dump.jsonl docs/performance.md {{ROUNDS}} {{ONLY}}

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
