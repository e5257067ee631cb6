#!/bin/bash
# A server as a service: the unit files, a socket that systemd keeps, notifications, SIGHUP and a restart while bots play;
# haproxy and nginx in front of it. The steps of docs/how-to/server-in-ten-minutes.md are run unchanged (tools/guide_machine.sh).
set -u
cd "$(dirname "$0")/.."
root=$PWD
[ -n "${OISIN-}" ] || OISIN=$root/build/release/oisin
OISIN=$(realpath "$OISIN")
work=$(mktemp -d)
pids=
# shellcheck disable=SC2064,SC2086
trap 'exec 7>&-; kill $pids 2> /dev/null; wait; rm -rf "$work"' EXIT
cd "$work"

fail() {
    echo "FAILED: $*"
    tail -n 8 ./*.log
    exit 1
}
skip() { echo "skipped: $*"; }

# until SECONDS COMMAND...: waits for it to succeed.
until_true() {
    for _ in $(seq $(($1 * 10))); do
        "${@:2}" > /dev/null 2>&1 && return 0
        sleep 0.1
    done
    return 1
}
free_port() { python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])'; }

# ---- the units ----
if command -v systemd-analyze > /dev/null; then
    cp "$root"/packaging/systemd/oisin-server.* .
    # Not installed here: the program and its manual page.
    sed -i "s|/usr/bin/oisin|$OISIN|; /^Documentation=/d" oisin-server.service
    systemd-analyze verify ./oisin-server.service ./oisin-server.socket > verify.log 2>&1 || fail "systemd-analyze verify"
    # On a machine without systemd, other units are missing, but ours have no error.
    ! grep -i 'oisin-server' verify.log || fail "systemd-analyze verify complains"
    systemd-analyze security --offline=true --threshold=20 ./oisin-server.service > security.log 2>&1 ||
        { grep -q 'Unknown\|unrecognized' security.log || fail "the unit is exposed more than 2.0"; }
    echo "the units are valid, and the service is hardened"
else
    skip "systemd-analyze is not installed"
fi

# ---- restart under load ----
"$OISIN" new game > new.log 2>&1 || fail "oisin new"
"$OISIN" build game -o game.tng > build.log 2>&1 || fail "oisin build"
printf 'game = game.tng\nlisten = 127.0.0.1:0\nplayers = 100\n' > server.conf
"$OISIN" serve --config server.conf --no-limits --check > check.log 2>&1 || fail "--check"
mkfifo orders
python3 "$root/tools/service_holder.py" notices.log \
    "$OISIN" serve --config server.conf --no-limits < orders > holder.log 2> server.log &
pids="$pids $!"
exec 7> orders
until_true 10 grep -q '^port' holder.log || fail "the holder does not start"
port=$(sed -n 's/^port //p' holder.log)
echo start >&7
until_true 60 grep -q READY=1 notices.log || fail "READY=1 is missing"
"$OISIN" swarm "127.0.0.1:$port" --bots 40 --ramp 40 --seconds 45 --reconnect > swarm.log 2>&1 &
swarm=$!
until_true 40 grep -q "^ *[0-9]* *40 " swarm.log || fail "the bots do not play"
until_true 20 grep -q WATCHDOG=1 notices.log || fail "WATCHDOG=1 is missing"
echo "players = 60" >> server.conf
sed -i '/players = 100/d' server.conf
echo hangup >&7
until_true 20 grep -q RELOADING=1 notices.log || fail "RELOADING=1 is missing"
until_true 20 grep -q 'players: 60, before: 100' server.log || fail "SIGHUP does not change the options"
{ echo stop; yes hangup | head -n 300; } >&7 # it saves until it ends
until_true 60 grep -q '^ended 0' holder.log || fail "the server does not end"
# A connection of this moment waits in the socket that systemd keeps.
echo start >&7
until_true 60 sh -c 'test $(grep -c READY=1 notices.log) -ge 3' || fail "the server does not start again"
wait $swarm || fail "a bot was lost"
grep -q '^ *all *40 ' swarm.log || fail "not all bots play again"
[ "$(sed -n "s/^reconnected: //p" swarm.log)" -ge 40 ] || fail "not all bots connected again"
grep -q STOPPING=1 notices.log || fail "STOPPING=1 is missing"
echo quit >&7
exec 7>&-
echo "40 of 40 bots play again after a restart"

# ---- the guide ----
# Its commands, unchanged, with the packages, on a copy of this machine.
as_root=
[ "$(id -u)" = 0 ] || as_root="sudo -n"
if $as_root unshare --mount --net true 2> /dev/null && command -v curl ip dpkg-shlibdeps > /dev/null; then
    OISIN_DEBS=server "$root/tools/make_deb.sh" "$(dirname "$OISIN")" "$work/debs" > debs.log 2>&1 || fail "the packages cannot be made"
    TMPDIR=$work $as_root unshare --mount --net "$root/tools/guide_machine.sh" debs game.tng "$root/docs/how-to/server-in-ten-minutes.md" guide.log ||
        fail "a step of the guide"
    for words in '^ok  *game ' '^ok  *audit  */var/log/oisin/audit.json$' ', in use by the running server$' '^ok$' '^uptime ' '^done$' 'no accounts' \
        '^oisin_players 0$' 'option-changed: .*players: 300, before: 200' 'listening at \[::\]:4433$'; do
        grep -q -e "$words" guide.log || fail "the guide does not print \"$words\""
    done
    ! grep '^wrong ' guide.log || fail "the check of the guide"
    grep -q ' backup.sav$' guide.log.ls || fail "the guide's export is missing"
    grep -q '"event":"listening"' guide.log.audit || fail "the guide's audit trail is missing"
    echo "the steps of the guide are right"
else
    skip "the guide needs root, unshare, curl, ip and dpkg-dev"
fi

# ---- proxies ----
plain=$(free_port)
"$OISIN" serve game.tng --state proxy.db --listen "127.0.0.1:$plain" --proxy 127.0.0.1 > proxied.log 2> proxied.words.log &
pids="$pids $!"
until_true 60 grep -q listening proxied.words.log || fail "the server behind the proxies does not start"

# try_proxy NAME PORT ADDRESS: the address of the player, not that of the proxy, is in the log.
try_proxy() {
    until_true 20 python3 -c "import socket; socket.create_connection(('127.0.0.1', $2), 1)" || fail "$1 does not listen"
    FROM=$3 python3 "$root/tools/failed_login.py" "$2" "Through $1" > "$1.login.log" 2>&1 || fail "no login through $1"
    until_true 20 grep -q "from $3:.*name: Through $1" proxied.words.log || fail "the log has another address than that of the player behind $1"
    echo "$1 passes the address of a player on"
}
if command -v haproxy > /dev/null; then
    front=$(free_port)
    sed "s/bind :4433/bind 127.0.0.1:$front/; s/127.0.0.1:14433/127.0.0.1:$plain/" "$root/packaging/proxy/haproxy.cfg" > haproxy.cfg
    haproxy -q -c -f haproxy.cfg > haproxy.log 2>&1 || fail "haproxy refuses its configuration"
    haproxy -f haproxy.cfg > haproxy.log 2>&1 &
    pids="$pids $!"
    try_proxy haproxy "$front" 127.0.7.1
else
    skip "haproxy is not installed"
fi
if [ -e /usr/lib/nginx/modules/ngx_stream_module.so ]; then
    front=$(free_port)
    {
        echo "load_module /usr/lib/nginx/modules/ngx_stream_module.so; daemon off; pid $work/nginx.pid; error_log stderr; events {}"
        sed "s/listen 4433/listen 127.0.0.1:$front/; s/127.0.0.1:14433/127.0.0.1:$plain/" "$root/packaging/proxy/nginx-stream.conf"
    } > nginx.conf
    nginx -p "$work" -c nginx.conf > nginx.log 2>&1 &
    pids="$pids $!"
    try_proxy nginx "$front" 127.0.7.2
else
    skip "nginx has no stream module (libnginx-mod-stream)"
fi
