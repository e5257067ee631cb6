#!/bin/sh
# make_deb.sh BUILD OUT: the packages oisin, oisin-player, oisin-server, oisin-doc, liboisin0 and liboisin-dev of what was built there, and oisin-web if
# `make web` has made the page of games. The same bytes whenever they are made of the same commit. Errors of lintian fail.
# OISIN_DEBS=server: only oisin and oisin-server, which tools/check_service.sh installs.
set -eu
cd "$(dirname "$0")/.."
build=$1
out=$2
version=$(sed -n 's/^#define OISIN_VERSION "\(.*\)"/\1/p' include/oisin.h)
arch=$(dpkg --print-architecture)
triplet=$(dpkg-architecture -qDEB_HOST_MULTIARCH)
soversion=${version%%.*}
runtime=liboisin$soversion
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH-$(git log -1 --format=%ct 2> /dev/null || date -r CHANGELOG.md +%s)}
export SOURCE_DATE_EPOCH
umask 022
rm -rf "$out"
mkdir -p "$out/all"
only=${OISIN_DEBS-}
parts=install-parts
[ -z "$only" ] || parts=install-program
make -s "$parts" OUT="$build" DESTDIR="$out/all" PREFIX=/usr LIBDIR="/usr/lib/$triplet" > /dev/null
mkdir -p "$out/all/usr/share/zsh/vendor-completions"
mv "$out/all/usr/share/zsh/site-functions/_oisin" "$out/all/usr/share/zsh/vendor-completions/"
rmdir "$out/all/usr/share/zsh/site-functions"
strip --strip-unneeded --remove-section=.comment "$out/all/usr/bin/oisin" "$out/all/usr/libexec/oisin"/*
if [ -z "$only" ]; then
    strip --strip-unneeded --remove-section=.comment "$out/all/usr/lib/$triplet/liboisin.so.$version"
    strip --strip-debug --remove-section=.comment --enable-deterministic-archives "$out/all/usr/lib/$triplet/liboisin.a"
fi

# take PACKAGE PATH...: moves parts of the installation into it.
take() {
    package=$1
    shift
    for path in "$@"; do
        mkdir -p "$out/$package/$(dirname "$path")"
        mv "$out/all/$path" "$out/$package/$path"
    done
}
if [ -z "$only" ]; then
    take "$runtime" "usr/lib/$triplet/liboisin.so.$version" "usr/lib/$triplet/liboisin.so.$soversion"
    take liboisin-dev usr/include/oisin.h "usr/lib/$triplet/liboisin.so" "usr/lib/$triplet/liboisin.a" "usr/lib/$triplet/pkgconfig/oisin.pc" usr/share/man/man3
    take oisin-doc usr/share/doc/oisin
    [ ! -d "$out/all/usr/share/oisin/web" ] || take oisin-web usr/share/oisin/web
fi
rmdir "$out/all/usr/share/oisin" 2> /dev/null || true
# Programs of other packages: those of cli/programs.def.
programs() { sed -n "s/^PROGRAM([a-z]*, \"\([^\"]*\)\", \"$1\").*/\1/p" src/cli/programs.def; }
for package in oisin-player oisin-server; do
    for program in $(programs $package); do take $package "usr/libexec/oisin/$program"; done
done
take oisin-player usr/share/applications usr/share/metainfo
take oisin usr/bin usr/libexec usr/share
find "$out/all" ! -type d | grep . && { echo "some of the installation is in no package"; exit 1; }
rm -r "$out/all"

# needs PATTERN...: what these files of packages need. dpkg-shlibdeps wants a source package around them.
needs() {
    mkdir -p "$out/debian"
    echo "Source: oisin" > "$out/debian/control"
    # It warns that this is not a source package.
    (cd "$out" && dpkg-shlibdeps -O --ignore-missing-info $* 2> debian/log) > "$out/debian/needs" ||
        { cat "$out/debian/log" >&2; exit 1; }
    sed 's/^shlibs:Depends=//' "$out/debian/needs"
    rm -r "$out/debian"
}

# pack PACKAGE SECTION MULTIARCH DEPENDS SUMMARY [FIELD] < DESCRIPTION
pack() {
    folder=$out/$1
    notes=$folder/usr/share/doc/$1
    mkdir -p "$folder/DEBIAN" "$notes"
    cp packaging/copyright "$notes/copyright"
    printf 'oisin (%s) unstable; urgency=medium\n\n  * See CHANGELOG.md of the sources.\n\n -- %s  %s\n' \
        "$version" "$maintainer" "$(date -u -R -d "@$SOURCE_DATE_EPOCH")" | gzip -9n > "$notes/changelog.gz"
    size=$(find "$folder" -path "$folder/DEBIAN" -prune -o -type f -printf '%s\n' | awk '{n += int(($1 + 1023) / 1024)} END {print n}')
    {
        printf 'Package: %s\nSource: oisin\nVersion: %s\nArchitecture: %s\nMulti-Arch: %s\nMaintainer: %s\n' "$1" "$version" "$arch" "$3" "$maintainer"
        [ -z "${6-}" ] || echo "$6"
        [ -z "$4" ] || echo "Depends: $4"
        printf 'Installed-Size: %s\nSection: %s\nPriority: optional\nDescription: %s\n' "$size" "$2" "$5"
        sed 's/^/ /'
    } > "$folder/DEBIAN/control"
    (cd "$folder" && find usr -type f -print0 | LC_ALL=C sort -z | xargs -0 md5sum) > "$folder/DEBIAN/md5sums"
    find "$folder" -exec touch -h -d "@$SOURCE_DATE_EPOCH" {} +
    dpkg-deb --root-owner-group -Zxz --build "$folder" "$out/${1}_${version}_$arch.deb" > /dev/null
    rm -r "$folder"
}
maintainer=$(sed -n 's/^Upstream-Contact: //p' packaging/copyright)

gzip -9n "$out/oisin/usr/share/man/man1/oisin.1"
[ -n "$only" ] || gzip -9n "$out/liboisin-dev/usr/share/man/man3/oisin.3"
# Libraries that are loaded when they are first used: nothing else says that they are needed.
loaded=$(sed -n 's/^LIBRARY(.*"\([^"]*\)")$/\1/p' src/base/lazy_libraries.def | sort -u | sed 's/$/, /' | tr -d '\n' | sed 's/, $//')
depends=$(needs oisin/usr/bin/oisin 'oisin/usr/libexec/oisin/*')
pack oisin utils no "$depends" "toolkit for the data of adventure and role-playing games" \
    "Breaks: oisin-server (<< 0.2.0)
Recommends: $loaded, fonts-dejavu-core, libjs-codemirror, shared-mime-info, xdg-utils
Suggests: oisin-player, oisin-server, oisin-doc, oisin-web" << END
Games in the TirNanoG format are made of plain text files and pictures,
checked, built, tested and taken apart. Data of other games (sprite layouts,
models, maps, databases) is looked into, converted into open formats and
back. The package oisin-player plays games, oisin-server hosts them.
END
if [ -z "$only" ]; then
    depends=$(needs 'oisin-player/usr/libexec/oisin/*')
    pack oisin-player games no "oisin (= $version), $depends" "toolkit for adventure and role-playing games - player" \
    "Recommends: $loaded, desktop-file-utils
Breaks: oisin (<< 0.2.0)
Replaces: oisin (<< 0.2.0)" << END
The player of oisin: "oisin play" plays games in the TirNanoG format, alone
or on a server with others, and plays their projects while they are made;
"oisin replay" repeats recorded games.
END
fi
# The unit is not started before /etc/oisin/server.conf names a game.
server=$out/oisin-server
install -D -m 644 -t "$server/usr/lib/systemd/system" packaging/systemd/*
install -D -m 644 packaging/server.conf "$server/etc/oisin/server.conf"
for folder in fail2ban grafana prometheus proxy; do
    mkdir -p "$server/usr/share/doc/oisin-server/examples"
    cp -r "packaging/$folder" "$server/usr/share/doc/oisin-server/examples/"
done
mkdir -p "$server/DEBIAN"
echo /etc/oisin/server.conf > "$server/DEBIAN/conffiles"
cat > "$server/DEBIAN/postinst" << 'END'
#!/bin/sh
set -e
# For the audit trail, so that `oisin serve --check` accepts its path before the first start. systemd moves the folder to
# /var/log/private when the service starts (LogsDirectory), and puts a link in its place.
if [ "$1" = configure ] && [ ! -e /var/log/oisin ] && [ ! -L /var/log/oisin ]; then
    install -d -m 700 /var/log/oisin
fi
# A server that runs already is restarted: its socket keeps the connections of players.
if [ "$1" = configure ] && [ -d /run/systemd/system ]; then
    systemctl daemon-reload
    systemctl try-restart oisin-server.service
fi
END
cat > "$server/DEBIAN/prerm" << 'END'
#!/bin/sh
set -e
if [ "$1" = remove ] && [ -d /run/systemd/system ]; then
    systemctl disable --now oisin-server.socket oisin-server.service
fi
END
cat > "$server/DEBIAN/postrm" << 'END'
#!/bin/sh
set -e
# Worlds of players and audit trails are never deleted with the package.
if [ "$1" = purge ]; then
    rmdir --ignore-fail-on-non-empty /var/log/oisin 2> /dev/null || true
fi
if [ "$1" = purge ] && [ -d /var/lib/oisin ]; then
    echo "oisin-server: the worlds in /var/lib/oisin stay; delete them yourself if nobody needs them"
fi
if [ -d /run/systemd/system ]; then
    systemctl daemon-reload
fi
END
chmod 755 "$server/DEBIAN/postinst" "$server/DEBIAN/prerm" "$server/DEBIAN/postrm"
depends=$(needs 'oisin-server/usr/libexec/oisin/*')
pack oisin-server games no "oisin (= $version), $depends" "toolkit for adventure and role-playing games - server" \
    "Recommends: systemd
Suggests: haproxy, fail2ban, prometheus, postgresql" << END
The game server of oisin as a service of systemd: hardened, with a watchdog,
and a socket that keeps connections of players waiting while it restarts.
Examples for fail2ban, Prometheus, Grafana, haproxy and nginx are included.
END
if [ -n "$only" ]; then
    ls "$out"/*.deb
    exit 0
fi
# Debian has the changelog of the sources in each package, and the licence in its copyright file.
rm "$out/oisin-doc/usr/share/doc/oisin/LICENSE"
(arch=all && pack oisin-doc doc foreign "" "toolkit for adventure and role-playing games - documentation") << END
Tutorials, how-to pages and the reference of oisin: the text files of a
game, formats, scripts and the protocol; three example games, and colours
for text editors.
END
[ ! -d "$out/oisin-web" ] || (arch=all && pack oisin-web games foreign "" "toolkit for adventure and role-playing games - page for browsers" \
    "Enhances: oisin") << END
The player of oisin as WebAssembly, and the page around it: with it,
"oisin build --web" writes a folder for any web server, and "oisin view"
plays games in the browser.
END
library=$runtime/usr/lib/$triplet/liboisin.so.$version
depends=$(needs "$library")
mkdir -p "$out/$runtime/DEBIAN"
echo "liboisin $soversion $runtime (>= $version)" > "$out/$runtime/DEBIAN/shlibs"
echo "activate-noawait ldconfig" > "$out/$runtime/DEBIAN/triggers"
# Fails if the library and the list of its functions differ.
mkdir -p "$out/debian"
printf 'Source: oisin\n\nPackage: %s\nArchitecture: any\n' "$runtime" > "$out/debian/control"
list=$PWD/packaging/$runtime.symbols
(cd "$out" && dpkg-gensymbols -q -c4 "-p$runtime" "-v$version" "-P$runtime" "-I$list" "-O$runtime/DEBIAN/symbols")
rm -r "$out/debian"
# The .pc files that a program needs in order to be linked statically belong to these packages.
static=$(for name in $(make -s lib-packages); do
    dpkg -S "$(pkg-config --variable=pcfiledir "$name")/$name.pc" | sed 's/:.*//'
done | LC_ALL=C sort -u | tr '\n' ',' | sed 's/,$//; s/,/, /g')
pack "$runtime" libs same "$depends" "data of adventure and role-playing games - library" \
    "Recommends: $loaded" << END
A library that opens files of games, of any format it knows, as records,
converts, builds, checks and compares them, and plays games without a
window.
END
pack liboisin-dev libdevel same "$runtime (= $version)" "data of adventure and role-playing games - development files" "Suggests: $static" << END
The header, which is the manual, and the static library of liboisin. What
oisin itself is built with is needed to link it statically.
END
lintian --allow-root --fail-on error --tag-display-limit 0 "$out"/*.deb
ls "$out"/*.deb
