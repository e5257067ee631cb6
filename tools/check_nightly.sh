#!/bin/sh
# check_nightly.sh: tools/nightly.py in a repository with jobs that do nothing: it goes on where it
# stopped, keeps what is done when it is killed, stops a job that fails, and adds up two machines.
cd "$(dirname "$0")/.." || exit 1
command -v git >/dev/null || { echo "         skipped: git, which is not installed"; exit 0; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
repository=$work/repository
mkdir -p "$repository/tools" "$repository/docs"
cp tools/nightly.py tools/nightly_ledger.py "$repository/tools"
cd "$repository" || exit 1
fail() { echo "check_nightly: $*"; cat "$work/said"; exit 1; }
ledger=build/nightly/ledger.tsv
night() { python3 tools/nightly.py --jobs 1 "$@" >"$work/said" 2>&1; }
said() { grep -qE -e "$1" "$work/said" || fail "expected: $1"; }
slices() { grep -c "^$1	" $ledger; }

cat >tools/nightly.ini <<'INI'
[count]
what = counts
limits = nothing
targets = echo a; echo b 30
goal = 20
unit = rounds
slice = 10
command = echo "$TARGET $FROM $AMOUNT" >> ../order; echo "7 executions"; touch $KEEP/seen
executions = (\d+) executions
[broken]
what = fails
limits = nothing
targets = echo x; echo y
goal = 3
unit = rounds
slice = 1
command = echo "bad input" > $FINDINGS/crash; echo "it crashed"; test $TARGET = y
[absent]
what = cannot be done here
limits = nothing
targets = echo z
goal = 1
unit = runs
slice = 1
command = printf 'skipped: a\tbrowser of\f any kind\n'
[long]
what = waits
limits = nothing
targets = echo w
goal = 600
unit = s
slice = 60
partial = yes
command = touch ../begun; exec sleep 60
[half]
what = skips a part, and then fails
limits = nothing
targets = echo h
goal = 1
unit = runs
slice = 1
command = echo "skipped: a part"; exit 3
[late]
what = fails when it is interrupted
limits = nothing
targets = echo f; echo i
goal = 1
unit = runs
slice = 1
command = touch ../begun; trap 'test $TARGET = i || echo bad >$FINDINGS/crash; exit 130' INT; while :; do sleep 0.1; done
[alone]
what = fails if another slice of it runs
limits = nothing
targets = echo k; echo l
goal = 2
unit = runs
slice = 1
alone = yes
command = mkdir ../only && sleep 0.3 && rmdir ../only
INI
printf 'build\n__pycache__\n' >.gitignore
git init -q . && git add -A &&
    git -c user.name=a -c user.email=a@b -c commit.gpgsign=false commit -q -m one || fail "git"

# To its goals, least done first; the second run has nothing left to do.
night --only count || fail "status $?"
[ "$(tr '\n' ';' <build/nightly/order)" = "a 0 10;b 0 10;b 10 10;a 10 10;b 20 10;" ] ||
    fail "order: $(cat build/nightly/order)"
said "^count:b +30 of 30 rounds +7 executions +ok$"
said "^2 jobs, 0.00 hours, 35 executions, 0 findings$"
night --only "count:a count:b" || fail "status $?"
[ "$(slices count:a) $(slices count:b)" = "2 3" ] || fail "a finished job runs again"
[ -e build/nightly/corpus/a/seen ] || fail "no folder stays"

# A finding stops its job, not others, and is kept; what is not possible here fails nothing.
if night --only "broken absent"; then fail "a finding, but status 0"; fi
said "^finding: broken:x: build/nightly/findings/broken-x-"
said "^absent:z .*skipped a browser of any kind$"
[ "$(slices broken:x) $(slices broken:y)" = "1 3" ] || fail "jobs after a finding: $(cat $ledger)"
grep -q "it crashed" build/nightly/findings/broken-x-*/log && [ -e build/nightly/findings/broken-x-*/crash ] || fail "no finding is kept"
[ "$(awk -F'\t' '!/^#/ && NF != 10' $ledger | wc -l)" = 0 ] || fail "a note has tabs: $(cat $ledger)"
night --only absent
[ "$(slices absent:z)" = 2 ] || fail "what was skipped is not tried again by another run"
if night --only broken; then fail "an old finding is forgotten"; fi
[ "$(slices broken:x)" = 1 ] || fail "a job with a finding runs again"

# A signal stops it, and the time until then counts; a second run at the same time is refused.
python3 tools/nightly.py --jobs 1 --only long >"$work/said" 2>&1 &
until [ -e build/nightly/begun ]; do kill -0 $! || fail "long does not run"; sleep 0.1; done
if night; then fail "two runs at a time"; fi
said "in use"
sleep 1
kill -TERM $!
wait $! || true
[ "$(slices long:w)" = 1 ] || fail "an interrupted slice is lost"
# Killed, it loses that slice alone.
rm build/nightly/begun
python3 tools/nightly.py --jobs 1 --only long >"$work/said" 2>&1 &
until [ -e build/nightly/begun ]; do kill -0 $! || fail "long does not run"; sleep 0.1; done
kill -KILL $!
wait $! 2>/dev/null || true
night --only count || fail "after a kill: status $?"
[ "$(slices long:w) $(slices count:a)" = "1 2" ] || fail "a killed run loses more than its slice"

# A slice that failed is a finding although it skipped something, or is interrupted after it.
if night --only half; then fail "skipped and failed, but status 0"; fi
said "^finding: half:h: "
for target in f i; do
    rm build/nightly/begun
    python3 tools/nightly.py --jobs 1 --only late:$target >"$work/said" 2>&1 &
    until [ -e build/nightly/begun ]; do kill -0 $! || fail "late does not run"; sleep 0.1; done
    sleep 0.3
    kill -TERM $!
    wait $! || true
done
[ "$(grep -c '^late:f	.*finding' $ledger) $(grep -c '^late:i	' $ledger)" = "1 0" ] || fail "interrupted: $(cat $ledger)"

# Slices that share a folder wait for each other.
python3 tools/nightly.py --jobs 2 --only "alone" >"$work/said" 2>&1 || fail "two slices at a time"
[ "$(slices alone:k) $(slices alone:l)" = "2 2" ] || fail "alone: $(cat $ledger)"

# Recorded twice it counts once; another machine's ledger adds up; an older commit's results stay.
night --record && night --record && night --sum || fail "status $?"
said "^\| count \| counts \| 20 rounds \| 2 of 2 .* \| 50 rounds \| 35 \|"
said "^\| absent .*not run yet"
mv build first
night --only count && night --record && night --sum || fail "status $?"
said "^\| count .* \| 100 rounds \| 70 \|"
touch new && git add new && git -c user.name=a -c user.email=a@b -c commit.gpgsign=false commit -q -m two
night --only count && [ "$(slices count:a)" = 4 ] || fail "another commit starts again: $(slices count:a)"
night --record && night --page || fail "status $?"
said "^\| count .* 2 of 2 .* \| 150 rounds \| 105 \|"

# A line of the ledger that cannot be read costs that line alone; the file is kept.
printf 'a line\twith two words\n' >>$ledger
cp $ledger "$work/damaged"
night --only count || fail "a damaged ledger: status $?"
said "ledger.tsv:.* cannot be read; .*ledger.tsv.damaged"
[ "$(slices count:a)" = 4 ] && cmp -s "$work/damaged" $ledger.damaged || fail "a damaged ledger loses more than a line"

# Short slices add up: only their sum is rounded.
for _ in 1 2 3 4 5 6 7 8 9 10; do printf 'count:s\tabc\t2026-01-01\t0.4\t0.4\t3\t0\tok\t\t1\n'; done >>$ledger
night --record || fail "status $?"
grep -q '"count:s": {"seconds": 4, "amount": 4, "goal": 1, "executions": 30,' docs/assurance.json ||
    fail "short slices are lost: $(grep '"count:s"' docs/assurance.json)"
