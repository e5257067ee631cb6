#!/bin/bash
# A kit for modders alone, `make WINGS="mages evil_islands"`: it has the formats, conversions and
# commands of these wings and of kit, and no symbol of a wing that is left out; it reads, converts,
# unpacks and packs. Objects that are the same in both builds are copied from BUILD.
set -u
cd "$(dirname "$0")/.."
build=${BUILD-build/release}
own=$build-mages+evil_islands
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

fail() {
    echo "FAILED: $*"
    tail -n 5 "$work"/*.log
    exit 1
}

[ "${CLUSTER-1}" = 1 ] || { echo "         skipped: the build with the cluster shows it"; exit 0; }
. tools/copied_build.sh
copied_build "$build" "$own" kit/formats/built_wings.h
${MAKE-make} WINGS="mages evil_islands" OUT="$own" CC="${CC-gcc}" > "$work/make.log" 2>&1 || fail "make WINGS"
program=$PWD/$own/oisin
case $own in /*) program=$own/oisin ;; esac

# Functions of what is left out, but for names that a static function of the others has, too.
symbols() { find "${@:2}" -name '*.o' -exec nm --defined-only {} + 2> "$work/nm.log" | awk -v kinds="$1" 'index(kinds, $2) { print $3 }' | sort -u; }
symbols T "$build"/src/{engine,player,server,studio,library} "$build"/src/tirnanog/{project,sheets,script,convert,sprites} > "$work/left_out"
symbols Tt "$build"/src/{base,kit,cli,mages,evil_islands} "$build"/src/tirnanog/{fonts,maps,container} > "$work/built"
nm --defined-only "$program" | awk '{ print $3 }' | sort -u > "$work/linked"
[ "$(wc -l < "$work/left_out")" -gt 1000 ] || fail "no list of functions"
trace=$(comm -12 "$work/left_out" "$work/linked" | comm -23 - "$work/built" | head -n 3)
[ -z "$trace" ] || fail "linked with" $trace

cd "$work" || exit 1
"$program" help > help.log || fail "oisin help"
! grep -qE '^  (build|new|maps|po|play|replay|serve|admin|swarm|view|edit|test|prove) ' help.log || fail "it has commands of other wings"
"$program" formats > formats.log || fail "oisin formats"
! grep -qE '^(tng|sav|sfn) ' formats.log || fail "it has formats of other wings"
grep -q '^lay ' formats.log || fail "it has no MAGES"
grep -q '^mpr\|^mp ' formats.log || fail "it has no Evil Islands"
"$program" help convert lay > lay.log || fail "oisin help convert lay"
for option in overlay as size; do
    grep -q -- "--$option " lay.log || fail "--$option is not explained"
done
"$program" build x > build.log 2>&1
[ $? = 2 ] || fail "oisin build"
mkdir files && printf 'one' > files/a.txt && printf 'two' > files/b.txt
"$program" pack files -o x.res -q 2> pack.log && "$program" check x.res > check.log 2>&1 &&
    "$program" unpack x.res -o back -q 2> unpack.log && diff files/a.txt back/a.txt > diff.log || fail "an archive"
"$program" pack files -o x.tng > tng.log 2>&1 && fail "it makes games"
echo "         $(grep -c '^  CC' make.log) objects compiled, $(wc -l < linked) functions"
