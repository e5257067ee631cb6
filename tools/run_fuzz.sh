#!/bin/sh
# run_fuzz.sh BUILD SECONDS: each fuzzer for so long; findings stay in BUILD/findings.
cd "$(dirname "$0")/.." || exit 1
build=$1
status=0
mkdir -p "$build/findings" "$build/work"
for target in "$build"/fuzz/fuzz_*; do
    case ${target##*/} in *.*) continue ;; esac
    name=$(basename "$target")
    mkdir -p "$build/work/$name"
    echo "== $name"
    "$target" -max_total_time="$2" -timeout=10 -rss_limit_mb=2048 \
        -artifact_prefix="$build/findings/$name-" "$build/work/$name" \
        "fuzz/corpus/${name#fuzz_}" 2>&1 | tail -3 || status=1
done
[ -z "$(ls -A "$build/findings")" ] && exit $status
echo "findings: $build/findings"
exit 1
