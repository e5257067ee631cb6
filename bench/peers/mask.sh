#!/bin/sh
# mask.sh PACKAGE: before PACKAGE is installed as a peer, masks the service of the same name, which
# Debian would start at once and with every boot, for the whole network. One that is installed
# already is left as its owner has it. `systemctl unmask PACKAGE` takes it back.
set -eu
dpkg-query -W -f='${Status}' "$1" 2>/dev/null | grep -q 'ok installed' && exit 0
command -v systemctl >/dev/null || exit 0
run=""
[ "$(id -u)" = 0 ] || run="sudo"
$run systemctl mask "$1" >/dev/null 2>&1 || echo "mask.sh: the service $1 may be started" >&2
