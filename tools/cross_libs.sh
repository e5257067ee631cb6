#!/bin/sh
# Builds libraries for another system from Debian's source packages: for the player in the browser, as WebAssembly (emcc),
# or for programs of Windows (mingw, static).
#
# cross_libs.sh web|windows FOLDER: FOLDER/include, FOLDER/lib/*.a and FOLDER/licences.txt, as what is made contains these
# libraries.
# FOLDER/built/PACKAGE is written when a package is whole; it is built again when its recipe or the options below change. A
# package that fails leaves the others. The list of sources is a private one (FOLDER/apt): the system's is not changed.
#
# A recipe, cross_libs/PACKAGE.sh, compiles lists of files with `library`, many times quicker than the packages' own ways.
# What their `configure` would find out, the headers config.h, is written by it: the compiler is always the same.
set -eu
export LC_ALL=C
unset MAKEFLAGS MAKELEVEL MFLAGS
usage="usage: cross_libs.sh web|windows FOLDER"
[ $# = 2 ] || { echo "$usage" >&2; exit 2; }
system=$1
recipes=$(cd "$(dirname "$0")" && pwd)/cross_libs
mkdir -p "$2"
out=$(cd "$2" && pwd)
# Packages follow those whose headers they need.
case $system in
web)
    cc=emcc ar=emar flags="-O2 -w"
    packages="libdeflate jansson libogg libvorbis libtheora zlib libpng1.6 fribidi"
    export NODE_PATH=/usr/share/nodejs ;;
windows)
    cc=x86_64-w64-mingw32-gcc-posix ar=x86_64-w64-mingw32-ar
    flags="-O2 -w -ffp-contract=off -ffile-prefix-map=$out=."
    packages="libdeflate jansson zlib libpng1.6 cmocka" ;;
*) echo "$usage" >&2; exit 2 ;;
esac
packages=$(echo $packages)
# stamp PACKAGE: what its files depend on.
stamp() {
    echo "$cc $flags"
    cksum < "$recipes/$1.sh"
}

# A library that is not in the list any more would still be linked.
[ ! -f "$out/built" ] || rm "$out/built"
for stamp in "$out"/built/*; do
    case " $packages " in
    *" ${stamp##*/} "*) ;;
    *) rm -rf "$out/built" "$out/lib" "$out/include" "$out/licences" ;;
    esac
done
mkdir -p "$out/built" "$out/lib" "$out/include" "$out/licences"
missing=
for package in $packages; do
    [ "$(cat "$out/built/$package" 2> /dev/null)" = "$(stamp "$package")" ] || missing="$missing $package"
done

# ---- sources ----

apt() {
    apt-get -qq -o Dir::Etc::SourceList="$out/apt/sources.list" -o Dir::Etc::SourceParts=- \
        -o Dir::State::Lists="$out/apt/lists" -o Dir::Cache="$out/apt/cache" -o APT::Sandbox::User=root "$@"
}

# fetch PACKAGE: its source, of which apt checks the signature, in source/PACKAGE.
fetch() {
    cd "$out/source"
    apt source --download-only "$1"
    dpkg-source --no-check -x "$1"_*.dsc "$1" > /dev/null
}

# ---- libraries ----

# library NAME FLAGS FILE...: compiles files, two at a time, into lib/libNAME.a.
library() {
    name=$1; own=$2
    shift 2
    echo "  LIB $system/$name"
    rm -rf objects
    mkdir objects
    printf '%s\n' "$@" | xargs -P 2 -n 1 sh -c '$0 -c "$1" -o "objects/$(echo "${1#../}" | tr / _).o"' "$cc $flags $own -I$out/include"
    set -- $# objects/*.o
    [ "$1" = $(($# - 1)) ] || { echo "lib$name: $1 files, but $(($# - 1)) objects" >&2; return 1; }
    shift
    rm -f "$out/lib/lib$name.a"
    $ar rcsD "$out/lib/lib$name.a" "$@"
}

# headers FOLDER FILE...: copies headers into include/FOLDER.
headers() {
    mkdir -p "$out/include/$1"
    folder=$1
    shift
    cp "$@" "$out/include/$folder"
}

# build PACKAGE: as its recipe says, in the folder of its source.
build() {
    fetch "$1"
    cd "$out/source/$1"
    version=$(ls "$out/source/$1"_*.orig.tar.* | sed -n '1s/.*_\([0-9.]*[0-9]\).*/\1/p')
    . "$recipes/$1.sh"
    cp "$out/source/$1/debian/copyright" "$out/licences/$1"
}

failed=
if [ "$missing" ]; then
    rm -rf "$out/source"
    mkdir -p "$out/apt/lists/partial" "$out/apt/cache/archives/partial" "$out/source"
    mirror=$(sed -n 's/^URIs: *//p; s/^deb \(\[.*\] \)\{0,1\}\(http[^ ]*\) .*/\2/p' /etc/apt/sources.list /etc/apt/sources.list.d/* \
        2> /dev/null | grep -m 1 '/debian/*$' || echo http://deb.debian.org/debian)
    keys=/usr/share/keyrings/debian-archive-keyring.gpg
    echo "deb-src [signed-by=$keys] $mirror bookworm main" > "$out/apt/sources.list"
    apt update
    # emcc has its own cache.
    [ "$system" = web ] || ! command -v ccache > /dev/null || ccache="ccache "
fi
for package in $missing; do
    rm -f "$out/built/$package"
    stamp=$(stamp "$package")
    # Not in a condition, where -e would have no effect.
    set +e
    (
        set -e
        cc=${ccache-}$cc
        build "$package"
    )
    status=$?
    set -e
    if [ $status = 0 ]; then echo "$stamp" > "$out/built/$package"; else failed="$failed $package"; fi
    rm -rf "$out/source/$package" "$out/source/${package}_"*
done
[ ! "$missing" ] || rm -rf "$out/source" "$out/apt"

for package in $packages; do
    [ -e "$out/licences/$package" ] || continue
    printf '==== %s: https://packages.debian.org/source/bookworm/%s ====\n\n' "$package" "$package"
    cat "$out/licences/$package"
    echo
done > "$out/licences.txt"
[ ! "$failed" ] || { echo "cross_libs.sh: not built:$failed" >&2; exit 1; }
