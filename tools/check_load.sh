#!/bin/bash
# A server without limits on any free port, and bots that register and play there; without
# limits it does not listen for others. Some seconds.
set -u
cd "$(dirname "$0")/.."
[ -n "${OISIN-}" ] || OISIN=$PWD/build/release/oisin
OISIN=$(realpath "$OISIN")
work=$(mktemp -d)
server=
trap '[ -z "$server" ] || kill "$server" 2> /dev/null; wait; rm -rf "$work"' EXIT
cd "$work"

fail() {
    echo "FAILED: $*"
    tail -n 5 ./*.log
    exit 1
}

"$OISIN" new game > new.log 2>&1 || fail "oisin new"
for address in 0.0.0.0:0 '[::]:0' 192.0.2.7; do
    "$OISIN" serve game --no-limits --listen $address > refused.log 2>&1
    [ $? -eq 1 ] || fail "--no-limits with --listen $address"
    [ "$(grep -c 'local use only' refused.log)" -eq 1 ] || fail "no word about $address"
done
"$OISIN" serve game --no-limits --listen 127.0.0.1:0 > server.log 2> words.log &
server=$!
for _ in $(seq 600); do # 60 s
    port=$(sed -n 's/.*listening at 127.0.0.1, port \([0-9]*\)$/\1/p' server.log)
    [ -z "$port" ] || break
    sleep 0.1
done
[ -n "$port" ] && [ "$port" -gt 0 ] || fail "no port was printed"
# With limits the fourth would have to wait for minutes.
"$OISIN" swarm "127.0.0.1:$port" --bots 20 --ramp 20 --seconds 5 > swarm.log 2>&1 ||
    fail "a bot was lost"
grep -q '^ *all *20 ' swarm.log || fail "not all bots play"
echo "20 bots played without limits"
