#!/bin/sh
# Installs what a bare Debian 12 lacks, by apt package names. Does nothing, and
# needs no network, if everything is there. CLUSTER=0: a build without clusters.
set -eu
needed="gcc make pkg-config libdeflate-dev zlib1g-dev libpng-dev libjpeg-dev libwebp-dev libgif-dev libzip-dev libzstd-dev
    libexpat1-dev libjansson-dev libfreetype-dev libharfbuzz-dev libfribidi-dev libfontconfig1-dev libsdl2-dev libvorbis-dev libtheora-dev
    libogg-dev libsndfile1-dev libsamplerate0-dev libxlsxwriter-dev libebur128-dev libssl-dev libsodium-dev libsystemd-dev libsqlite3-dev libicu-dev libpq-dev libmicrohttpd-dev libspeechd-dev libqrencode-dev
    libcmocka-dev fonts-dejavu-core fonts-noto-core"
[ "${CLUSTER-1}" = 0 ] || needed="$needed libnats-dev"
extra="${OISIN_EXTRA_PACKAGES-}"
missing=""
for package in $needed $extra; do
    dpkg-query -W -f='${Status}' "$package" 2>/dev/null | grep -q 'ok installed' ||
        missing="$missing $package"
done
[ -z "$missing" ] && exit 0
echo "installing:$missing"
run=""
[ "$(id -u)" = 0 ] || run="sudo"
# Another program may be installing (unattended-upgrades, a second terminal): wait for it.
wait="-o DPkg::Lock::Timeout=600"
$run apt-get $wait update -qq
DEBIAN_FRONTEND=noninteractive $run apt-get $wait install -y -qq --no-install-recommends $missing
