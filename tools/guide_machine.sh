#!/bin/bash
# guide_machine.sh DEBS GAME GUIDE LOG: runs the shell commands of a guide unchanged, on a machine on which nothing of Oisín is installed: a copy of this
# one's file system that is thrown away (overlayfs), with its own network. The folder in which the commands start has the packages in DEBS and the
# game as mygame.tng. There is no systemd on it: tools/guide_systemd.py does what the unit files say. Call it by root with `unshare --mount --net`.
# What the commands print goes to LOG; then the files LOG.ls and LOG.audit describe the state of the machine.
set -eu
debs=$(realpath "$1") game=$(realpath "$2") guide=$(realpath "$3") log=$4
tools=$(realpath "$(dirname "$0")")
fail() {
    echo "guide_machine.sh: $*"
    exit 1
}

ip link set lo up
base=$(mktemp -d)
mount -t tmpfs machine "$base"
mkdir "$base/changed" "$base/work" "$base/root"
mount -t overlay overlay -o "lowerdir=/,upperdir=$base/changed,workdir=$base/work" "$base/root"
machine=$base/root
for folder in etc/oisin srv/oisin var/lib/oisin var/log/oisin usr/bin/oisin; do
    [ ! -e "$machine/$folder" ] || fail "/$folder exists: this machine is not fresh"
done
for folder in dev proc sys; do mount --rbind "/$folder" "$machine/$folder"; done
mount -t tmpfs run "$machine/run"

# What a Debian with systemd has, and this copy may lack.
install -m 755 "$tools/guide_systemd.py" "$machine/usr/local/bin/systemctl"
printf '#!/bin/sh\nexec cat /run/guide/journal\n' > "$machine/usr/local/bin/journalctl"
[ -x "$machine/usr/bin/sudo" ] || printf '#!/bin/sh\nexec "$@"\n' > "$machine/usr/local/bin/sudo"
chmod 755 "$machine"/usr/local/bin/*
# Nothing can be downloaded.
echo 'APT::Install-Recommends "false";' > "$machine/etc/apt/apt.conf.d/99guide"

home=$machine/root/guide
mkdir -p "$home"
cp "$debs"/*.deb "$home/"
cp "$game" "$home/mygame.tng"
sed -n '/^```sh$/,/^```$/p' "$guide" | sed '/^```/d' > "$home/steps.sh"
[ "$(grep -c . "$home/steps.sh")" -ge 20 ] || fail "the guide has no steps"
inside() { chroot "$machine" /usr/bin/env -i HOME=/root USER=root PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive "$@"; }
status=0
inside sh -c 'cd /root/guide && exec sh -eux steps.sh' > "$log" 2>&1 < /dev/null || status=$?
[ ! -e "$machine/run/guide/journal" ] || sed 's/^/journal: /' "$machine/run/guide/journal" >> "$log"
inside ls -l /srv/oisin /var/lib/oisin/ /var/log/oisin/ > "$log.ls" 2>&1 || true
cat "$machine"/var/log/private/oisin/audit.json > "$log.audit" 2> /dev/null || true
inside systemctl end-of-machine || true
exit $status
