#!/bin/sh
# The program that everybody calls is linked with few libraries, so that it starts at once; those of
# src/base/lazy_libraries.def are the ones whose headers it was compiled with; and each program is linked
# only with the libraries that it uses: Debian's packages depend on them (tools/make_deb.sh).
cd "$(dirname "$0")/.." || exit 1
oisin=${OISIN-$PWD/build/release/oisin}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
status=0
needed() { readelf -d "$1" | sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p'; }

# linked PROGRAM NAMES: whether it needs only these, by the names that the linker knows.
linked() {
    program=$1
    shift
    [ -f "$program" ] || { echo "$program is missing"; status=1; return; }
    for file in $(needed "$program"); do
        case " $* c m gcc_s asan ubsan tsan gcov " in
        *" $(echo "$file" | sed 's/^lib//; s/\.so.*//; s/[-0-9.]*$//') "*) ;;
        *) case $file in ld-linux*) ;; *) echo "${program##*/} is linked with $file"; status=1 ;; esac ;;
        esac
    done
}
few="deflate png zstd expat jansson fribidi pthread dl"
linked "$oisin" $few
linked "$oisin-view" $few microhttpd sodium
linked "$oisin-server" $few microhttpd sodium ssl crypto sqlite icui18n icuuc pq nats systemd
linked "$oisin-player" $few vorbisfile SDL fontconfig ssl crypto speechd
linked "$(dirname "$oisin")/lib/liboisin.so.$(sed -n 's/^#define OISIN_VERSION "\(.*\)"/\1/p' include/oisin.h)" $few

sed -n 's/^LIBRARY(lib\([^,]*\), "\([^"]*\)".*/\1 \2/p' src/base/lazy_libraries.def > "$work/rows"
[ -s "$work/rows" ] || { echo "no libraries in src/base/lazy_libraries.def"; exit 1; }
while read -r name file; do
    ${CC-cc} -shared -Wl,--no-as-needed -o "$work/one.so" -x c /dev/null "-l$name" || { status=1; continue; }
    needed "$work/one.so" | grep -qx "$file" || { echo "lib$name: the linker would take $(needed "$work/one.so" | head -1), not $file"; status=1; }
done < "$work/rows"
exit $status
