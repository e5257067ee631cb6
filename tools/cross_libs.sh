#!/bin/sh
# Builds libraries for another system from Debian's source packages: for the player in the browser, as WebAssembly (emcc),
# or for programs of Windows (mingw, static).
#
# cross_libs.sh web|windows FOLDER: FOLDER/include, FOLDER/lib/*.a and FOLDER/licences.txt, as what is made contains these
# libraries. What is there is not built again. The list of sources is a private one (FOLDER/apt): the system's is not changed.
set -eu
usage="usage: cross_libs.sh web|windows FOLDER"
[ $# = 2 ] || { echo "$usage" >&2; exit 2; }
system=$1
mkdir -p "$2"
out=$(cd "$2" && pwd)
case $system in
web)
    cc=emcc ar=emar flags="-O2 -w"
    packages="libdeflate jansson libogg libvorbis libtheora zlib libpng1.6 fribidi"
    export NODE_PATH=/usr/share/nodejs ;;
windows)
    cc=x86_64-w64-mingw32-gcc-posix ar=x86_64-w64-mingw32-ar
    flags="-O2 -w -ffp-contract=off -ffile-prefix-map=$out/source=."
    packages="libdeflate jansson zlib libpng1.6 cmocka" ;;
*) echo "$usage" >&2; exit 2 ;;
esac
[ -e "$out/built" ] && [ -e "$out/licences.txt" ] && [ "$(cat "$out/built")" = "$packages $flags" ] && exit 0
rm -rf "$out/built" "$out/lib" "$out/include" "$out/source"
mkdir -p "$out/apt/lists/partial" "$out/apt/cache/archives/partial" "$out/source" "$out/lib" "$out/include"

# ---- sources ----

mirror=$(sed -n 's/^URIs: *//p; s/^deb \(\[.*\] \)\{0,1\}\(http[^ ]*\) .*/\2/p' /etc/apt/sources.list /etc/apt/sources.list.d/* \
    2>/dev/null | grep -m 1 '/debian/*$' || echo http://deb.debian.org/debian)
keys=/usr/share/keyrings/debian-archive-keyring.gpg
echo "deb-src [signed-by=$keys] $mirror bookworm main" > "$out/apt/sources.list"
apt() {
    apt-get -qq -o Dir::Etc::SourceList="$out/apt/sources.list" -o Dir::Etc::SourceParts=- \
        -o Dir::State::Lists="$out/apt/lists" -o Dir::Cache="$out/apt/cache" -o APT::Sandbox::User=root "$@"
}
apt update
cd "$out/source"
apt source --download-only $packages
for package in $packages; do # its signature was checked by apt
    dpkg-source --no-check -x "$package"_*.dsc "$out/source/$package" > /dev/null
done

# ---- libraries ----

# LIBRARY FOLDER FLAGS FILE...: compiles files of a source package.
library() {
    name=$1; folder=$2; own=$3
    shift 3
    echo "  LIB $system/$name"
    cd "$out/source/$folder"
    mkdir -p objects
    for file in "$@"; do
        $cc $flags $own -c "$file" -o "objects/$(echo "$file" | tr / _).o"
    done
    $ar rcsD "$out/lib/lib${name#lib}.a" objects/*.o
}

# A function for each source package, build_NAME without what its name has besides letters and digits.
build_libdeflate() {
    library libdeflate libdeflate "-I." lib/adler32.c lib/crc32.c lib/deflate_compress.c lib/deflate_decompress.c \
        lib/gzip_compress.c lib/gzip_decompress.c lib/utils.c lib/zlib_compress.c lib/zlib_decompress.c
    cp libdeflate.h "$out/include"
}

build_jansson() {
    cp "$out/source/jansson/android/jansson_config.h" "$out/source/jansson/src/"
    : > "$out/source/jansson/src/jansson_private_config.h"
    library jansson jansson "-Isrc -DHAVE_STDINT_H -DHAVE_SYS_TYPES_H" src/dump.c src/error.c src/hashtable.c src/hashtable_seed.c \
        src/load.c src/memory.c src/pack_unpack.c src/strbuffer.c src/strconv.c src/utf.c src/value.c src/version.c
    cp src/jansson.h src/jansson_config.h "$out/include"
    # The format of mingw's own printf; programs use the standard one.
    sed -i 's/"I64d"/"lld"/' "$out/include/jansson_config.h"
}

build_libogg() {
    mkdir -p "$out/include/ogg"
    cp "$out"/source/libogg/include/ogg/*.h "$out/include/ogg"
    sed 's/@INCLUDE_INTTYPES_H@/1/; s/@INCLUDE_STDINT_H@/1/; s/@INCLUDE_SYS_TYPES_H@/1/; s/@SIZE16@/int16_t/; s/@USIZE16@/uint16_t/
        s/@SIZE32@/int32_t/; s/@USIZE32@/uint32_t/; s/@SIZE64@/int64_t/; s/@USIZE64@/uint64_t/' \
        "$out/source/libogg/include/ogg/config_types.h.in" > "$out/include/ogg/config_types.h"
    library ogg libogg "-I$out/include" src/bitwise.c src/framing.c
}

build_libvorbis() {
    library vorbis libvorbis "-I$out/include -Iinclude -Ilib" lib/analysis.c lib/bitrate.c lib/block.c lib/codebook.c lib/envelope.c \
        lib/floor0.c lib/floor1.c lib/info.c lib/lookup.c lib/lpc.c lib/lsp.c lib/mapping0.c lib/mdct.c lib/psy.c lib/registry.c \
        lib/res0.c lib/sharedbook.c lib/smallft.c lib/synthesis.c lib/vorbisfile.c lib/window.c
    mkdir -p "$out/include/vorbis"
    cp include/vorbis/codec.h include/vorbis/vorbisfile.h "$out/include/vorbis"
}

build_libtheora() {
    library theoradec libtheora "-I$out/include -Iinclude -Ilib" lib/apiwrapper.c lib/bitpack.c lib/decapiwrapper.c lib/decinfo.c \
        lib/decode.c lib/dequant.c lib/fragment.c lib/huffdec.c lib/idct.c lib/info.c lib/internal.c lib/quant.c lib/state.c
    mkdir -p "$out/include/theora"
    cp include/theora/*.h "$out/include/theora"
}

build_zlib() {
    library z zlib "-I." adler32.c crc32.c deflate.c inffast.c inflate.c inftrees.c trees.c zutil.c compress.c uncompr.c
    cp zlib.h zconf.h "$out/include"
}

build_libpng16() {
    cp "$out/source/libpng1.6/scripts/pnglibconf.h.prebuilt" "$out/source/libpng1.6/pnglibconf.h"
    library png libpng1.6 "-I$out/include -I. -DPNG_ARM_NEON_OPT=0 -DPNG_INTEL_SSE_OPT=0" png.c pngerror.c pngget.c pngmem.c pngpread.c \
        pngread.c pngrio.c pngrtran.c pngrutil.c pngset.c pngtrans.c pngwio.c pngwrite.c pngwtran.c pngwutil.c
    cp png.h pngconf.h pnglibconf.h "$out/include"
}

build_fribidi() {
    cd "$out/source/fribidi"
    sed 's/@FRIBIDI_MSVC_BUILD_PLACEHOLDER@//; s/@SIZEOF_INT@/4/; s/@FRIBIDI_INTERFACE_VERSION@/4/; s/@FRIBIDI_MAJOR_VERSION@/1/;
        s/@[A-Z_]*@/0/' lib/fribidi-config.h.in > lib/fribidi-config.h
    library fribidi fribidi "-Ilib -DHAVE_STRINGIZE -DHAVE_STRING_H -DHAVE_STDLIB_H -DHAVE_MEMSET -DHAVE_MEMMOVE" lib/*.c
    mkdir -p "$out/include/fribidi"
    cp lib/*.h "$out/include/fribidi"
}

build_cmocka() {
    library cmocka cmocka "-Iinclude -DHAVE_INTTYPES_H -DHAVE_MALLOC_H -DHAVE_IO_H -DHAVE_STRUCT_TIMESPEC -D__USE_MINGW_ANSI_STDIO=1" src/cmocka.c
    cp include/*.h "$out/include"
}

for package in $packages; do
    cd "$out/source"
    build_$(echo "$package" | tr -cd a-z0-9)
done

for package in $packages; do
    printf '==== %s: https://packages.debian.org/source/bookworm/%s ====\n\n' "$package" "$package"
    cat "$out/source/$package/debian/copyright"
    echo
done > "$out/licences.txt"
rm -rf "$out/source" "$out/apt"
echo "$packages $flags" > "$out/built"
