#!/bin/sh
# Builds libraries for another system from Debian's source packages: for the player in the browser, as WebAssembly (emcc),
# or for programs of Windows (mingw, static).
#
# cross_libs.sh web|windows FOLDER: FOLDER/include, FOLDER/lib/*.a and FOLDER/licences.txt, as what is made contains these
# libraries; for Windows, FOLDER/flags and FOLDER/libs have the options of compiler and linker for programs that use them.
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
    cc=emcc cxx=em++ ar=emar flags="-O2 -w"
    packages="libdeflate jansson libogg libvorbis libtheora zlib libpng1.6 fribidi"
    export NODE_PATH=/usr/share/nodejs ;;
windows)
    cc=x86_64-w64-mingw32-gcc-posix cxx=x86_64-w64-mingw32-g++-posix ar=x86_64-w64-mingw32-ar
    flags="-O2 -w -ffp-contract=off -ffunction-sections -fdata-sections -ffile-prefix-map=$out=."
    packages="libdeflate jansson zlib libpng1.6 cmocka libzstd expat fribidi libogg libvorbis libtheora brotli freetype harfbuzz
        libjpeg-turbo libwebp giflib libzip libsamplerate libebur128 libxlsxwriter flac opus mpg123 lame libsndfile libsodium libsdl2
        libmicrohttpd openssl" ;;
*) echo "$usage" >&2; exit 2 ;;
esac
packages=$(echo $packages)
# Debian has no patches for these, and its mirrors do not all have its part of the package.
upstream=libebur128

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

# fetch PACKAGE: its source, of which apt checks the signature, in source/PACKAGE. In parts: not all mirrors have upstream's own
# signature, which belongs to some packages and which nothing here reads.
fetch() {
    cd "$out/source"
    apt source --download-only --tar-only "$1"
    case " $upstream " in
    *" $1 "*)
        mkdir "$1"
        tar -xf "$1"_*.orig.tar.* -C "$1" --strip-components=1
        mkdir "$1/debian"
        cp "$1/COPYING" "$1/debian/copyright" ;;
    *)
        apt source --download-only --dsc-only "$1"
        apt source --download-only --diff-only "$1"
        dpkg-source --no-check -x "$1"_*.dsc "$1" > /dev/null ;;
    esac
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
        cc=${ccache-}$cc cxx=${ccache-}$cxx
        build "$package"
    )
    status=$?
    set -e
    if [ $status = 0 ]; then echo "$stamp" > "$out/built/$package"; else failed="$failed $package"; fi
    rm -rf "$out/source/$package" "$out/source/${package}_"*
done
[ ! "$missing" ] || rm -rf "$out/source" "$out/apt"

# ---- what programs need to know ----

for package in $packages; do
    [ -e "$out/licences/$package" ] || continue
    printf '==== %s: https://packages.debian.org/source/bookworm/%s ====\n\n' "$package" "$package"
    cat "$out/licences/$package"
    echo
done > "$out/licences.txt"
if [ "$system" = windows ]; then
    # Static programs contain parts of the compiler's own libraries, too.
    for package in mingw-w64-x86-64-dev gcc-mingw-w64-base; do
        printf '==== %s: https://packages.debian.org/bookworm/%s ====\n\n' "$package" "$package"
        cat "/usr/share/doc/$package/copyright"
        echo
    done >> "$out/licences.txt"
    # The folder as it was given: a relative one fits the folder that the script was called from. Objects depend on this file, so an
    # unchanged one keeps its time, unless a library was built.
    {
        printf '%s' "-isystem $2/include"
        for folder in SDL2 freetype2 fribidi harfbuzz; do
            printf ' %s' "-isystem $2/include/$folder"
        done
        echo " -DFLAC__NO_DLL -DFRIBIDI_LIB_STATIC -DMHD_W32LIB -DSDL_MAIN_HANDLED -DSODIUM_STATIC -DXML_STATIC -DZIP_STATIC"
    } > "$out/flags.new"
    if [ "$missing" ] || ! cmp -s "$out/flags.new" "$out/flags"; then mv "$out/flags.new" "$out/flags"; else rm "$out/flags.new"; fi
    # A library stands before those that it calls; last, those of Windows and the runtime of C++ for harfbuzz.
    {
        printf '%s' "-L$2/lib"
        for name in sndfile FLAC opus mpg123 mp3lame theoraenc theoradec vorbis ogg samplerate ebur128 harfbuzz freetype brotlidec \
            fribidi xlsxwriter zip png jpeg webpmux webpdemux webp gif expat zstd jansson deflate z microhttpd sodium SDL2 ssl crypto; do
            [ ! -e "$out/lib/lib$name.a" ] || printf ' -l%s' "$name"
        done
        for name in stdc++ ws2_32 bcrypt crypt32 shlwapi ole32 oleaut32 imm32 winmm version setupapi gdi32 user32 shell32 advapi32 uuid hid \
            cfgmgr32 iphlpapi; do
            printf ' -l%s' "$name"
        done
        echo
    } > "$out/libs"
fi
[ ! "$failed" ] || { echo "cross_libs.sh: not built:$failed" >&2; exit 1; }
