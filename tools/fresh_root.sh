#!/bin/sh
# fresh_root.sh DEBS: a Debian 12 without anything, in a separate folder; the packages in DEBS are installed
# there, and used: a game is made, the program of docs/reference/library.md is compiled. Wants root and the
# network (through the host's apt settings).
set -eu
cd "$(dirname "$0")/.."
debs=$(realpath "$1")
[ "$(id -u)" = 0 ] || { echo "fresh_root.sh: only root can create a root file system"; exit 1; }
root=$(mktemp -d)
trap 'umount "$root/proc" 2> /dev/null; rm -rf --one-file-system "$root"' EXIT
mirror=${OISIN_MIRROR-http://deb.debian.org/debian}
debootstrap --variant=minbase bookworm "$root" "$mirror" > "$root.log" 2>&1 || { tail -5 "$root.log"; exit 1; }
rm -f "$root.log"
mount -t proc proc "$root/proc" # the program finds the others by its own path
cp "$debs"/*.deb "$root/tmp/"
cp /etc/resolv.conf "$root/etc/resolv.conf" 2> /dev/null || true
[ ! -f /etc/apt/apt.conf.d/proxy ] || cp /etc/apt/apt.conf.d/proxy "$root/etc/apt/apt.conf.d/"
sed -n '/^```c$/,/^```$/p' docs/reference/library.md | sed -e 1d -e '/^```$/,$d' > "$root/tmp/titles.c"
inside() { chroot "$root" /usr/bin/env -i HOME=/root PATH=/usr/sbin:/usr/bin:/sbin:/bin DEBIAN_FRONTEND=noninteractive LC_ALL=C.UTF-8 sh -euc "$1"; }

echo "== the program alone"
inside 'cd /tmp; apt-get install -y -qq --no-install-recommends ./oisin_*.deb > /tmp/apt.log 2>&1 || { tail -5 /tmp/apt.log; exit 1; }
    oisin version; cd /root; oisin new g; oisin build g; oisin check g g/game.tng
    for file in /usr/bin/oisin /usr/libexec/oisin/*; do ldd $file; done | grep -E "libpq|libnats|SDL|libssl" && exit 1
    oisin play g 2>&1 | grep -q "Debian package oisin-player"'
echo "== the player"
inside 'cd /tmp; apt-get install -y -qq --no-install-recommends ./oisin-player_*.deb > /tmp/apt.log 2>&1 || { tail -5 /tmp/apt.log; exit 1; }
    cd /root; oisin play g --headless --skip-menu --frames 90
    oisin build g --for linux -o out; out/linux/g.tng --headless --skip-menu --frames 90'
echo "== the server"
inside 'cd /tmp; apt-get install -y -qq --no-install-recommends ./oisin-server_*.deb > /tmp/apt.log 2>&1 || { tail -5 /tmp/apt.log; exit 1; }
    cd /root; oisin serve g --state test.db --no-limits > serve.log 2>&1 & server=$!
    trap "kill $server 2> /dev/null || true" EXIT
    played=; for i in 1 2 3 4 5 6 7 8 9 10; do oisin swarm 127.0.0.1 --bots 2 --seconds 2 > swarm.log 2>&1 && { played=1; break; } || sleep 1; done
    [ -n "$played" ] || { cat serve.log swarm.log; exit 1; }
    kill -INT $server; wait $server; tail -3 swarm.log'
echo "== its documents"
inside 'cd /tmp; apt-get install -y -qq --no-install-recommends ./oisin-doc_*.deb > /tmp/apt.log 2>&1 || { tail -5 /tmp/apt.log; exit 1; }
    oisin help test | grep -q /usr/share/doc/oisin/docs/how-to/test-a-story.md
    cp -r /usr/share/doc/oisin/examples/segais /root/; oisin check /root/segais'
echo "== the library, and a program that uses it"
inside 'cd /tmp; apt-get install -y -qq --no-install-recommends ./liboisin*.deb gcc libc6-dev pkg-config > /tmp/apt.log 2>&1 || { tail -5 /tmp/apt.log; exit 1; }
    cc -Wall -o titles titles.c $(pkg-config --cflags --libs oisin); ./titles /root/g/game.tng'
echo "== and away again"
inside 'apt-get purge -y -qq oisin oisin-player oisin-server oisin-doc liboisin0 liboisin-dev > /tmp/apt.log 2>&1; find / -xdev -name "*oisin*" -not -path "/tmp/*" -not -path "/root/*" -not -path "/proc/*" -not -path "/var/log/*" | grep . && exit 1 || true'
echo "packages install, run and leave nothing in a fresh root"
