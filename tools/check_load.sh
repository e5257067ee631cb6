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
# A socket of systemd, which listens at all addresses, and a proxy on this machine.
python3 - "$OISIN" > refused.log 2>&1 << 'END'
import os, socket, sys
players = socket.socket()
players.bind(("", 0))
players.listen()
os.dup2(players.fileno(), 3)
os.set_inheritable(3, True)
os.environ.update(LISTEN_FDS="1", LISTEN_FDNAMES="game", LISTEN_PID=str(os.getpid()))
os.execv(sys.argv[1], [sys.argv[1], "serve", "game", "--no-limits"])
END
[ $? -eq 1 ] || fail "--no-limits with a socket of systemd"
grep -q 'local use only.* 0.0.0.0:' refused.log || fail "no word about the socket"
timeout 20 "$OISIN" serve game --no-limits --listen 127.0.0.1:0 --proxy 127.0.0.1 > refused.log 2>&1
[ $? -eq 1 ] || fail "--no-limits with --proxy"
grep -q 'local use only: a proxy' refused.log || fail "no word about the proxy"
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
