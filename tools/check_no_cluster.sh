#!/bin/bash
# A build with CLUSTER=0 needs no libnats, has a single server on which bots play, and refuses to
# join a cluster. Objects that are the same in both builds are copied from BUILD, so this takes some
# seconds; build/*-single keeps them.
set -u
cd "$(dirname "$0")/.."
build=${BUILD-build/release}
single=$build-single
work=$(mktemp -d)
server=
trap '[ -z "$server" ] || kill "$server" 2> /dev/null; wait; rm -rf "$work"' EXIT

fail() {
    echo "FAILED: $*"
    tail -n 5 "$work"/*.log
    exit 1
}

[ "${CLUSTER-1}" = 1 ] || { echo "         skipped: this is such a build"; exit 0; }
sources=$(grep -rl OISIN_NO_CLUSTER src)
[ -n "$sources" ] || fail "no source knows OISIN_NO_CLUSTER"
. tools/copied_build.sh
copied_build "$build" "$single" "$sources"
rm -rf "$single/src/server/cluster" "$single"/src/server/transport/bus*.[od]
${MAKE-make} CLUSTER=0 OUT="$single" CC="${CC-gcc}" > "$work/make.log" 2>&1 || fail "make CLUSTER=0"
compiled=$(grep -c '^  CC' "$work/make.log")
program=$PWD/$single/oisin
case $single in /*) program=$single/oisin ;; esac
daemon=$(dirname "$program")/oisin-server
! ldd "$daemon" | grep -q nats || fail "it is linked with libnats"
nm "$daemon" | grep -qE ' [Tt] command_serve$' || fail "it is no server"
! nm "$daemon" | grep -qE ' [Tt] (bus_open|cluster_begin)$' || fail "it contains the cluster"

cd "$work" || exit 1
"$program" help serve > help.log 2>&1
grep -q -- '--bus ADDRESS .*not supported' help.log || fail "oisin help serve"
"$program" new game > new.log 2>&1 || fail "oisin new"
"$program" serve game --bus nats://127.0.0.1 > refused.log 2>&1
[ $? -eq 1 ] || fail "serve --bus"
[ "$(cat refused.log)" = "--bus and OISIN_BUS: this build has no cluster support" ] || fail "message of --bus"
"$program" serve game --no-limits --listen 127.0.0.1:0 > server.log 2> lines.log &
server=$!
for _ in $(seq 600); do # 60 s
    port=$(sed -n 's/.*listening at 127.0.0.1, port \([0-9]*\)$/\1/p' server.log)
    [ -z "$port" ] || break
    sleep 0.1
done
[ -n "$port" ] || fail "no port was printed"
"$program" swarm "127.0.0.1:$port" --bots 2 --ramp 20 --seconds 1 > swarm.log 2>&1 || fail "a bot was lost"
kill -TERM "$server"
wait "$server" || fail "the server did not end properly"
server=
echo "         $compiled files compiled"
