#!/bin/sh
# The library as another program gets it: installed, found by pkg-config, the program of
# docs/reference/library.md compiled and run, shared and static; and nothing but oisin_* is seen of it.
cd "$(dirname "$0")/.." || exit 1
oisin=${OISIN-$PWD/build/release/oisin}
build=$(dirname "$oisin")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() { echo "$*"; exit 1; }

make -s install OUT="$build" DESTDIR="$work/root" PREFIX=/usr > "$work/log" 2>&1 || fail "$(tail -20 "$work/log")"
lib=$work/root/usr/lib

# Each with its version, as packaging/liboisin0.symbols has it.
exported=$(nm -D --defined-only --with-symbol-versions "$lib/liboisin.so" | awk '$2 == "T" {sub("@@", "@"); print $3}' | LC_ALL=C sort)
listed=$(sed -n 's/^ \(oisin_[^ ]*\) [0-9.]*$/\1/p' packaging/liboisin0.symbols | LC_ALL=C sort)
[ "$exported" = "$listed" ] ||
    fail "packaging/liboisin0.symbols and liboisin.so differ: $(printf '%s\n%s\n' "$exported" "$listed" | LC_ALL=C sort | uniq -u | tr '\n' ' ')"
seen=$(echo "$exported" | sed 's/@.*//')
wanted=$(grep -oE '\boisin_[a-z_0-9]+\(' include/oisin.h | tr -d '(' | sort -u)
others=$(nm -D --defined-only "$lib/liboisin.so" | awk '$2 != "A" {print $3}' | grep -v '^oisin_')
[ -z "$others" ] || fail "liboisin.so exports more than oisin_*: $(echo "$others" | head)"
others=$(nm -g --defined-only "$lib/liboisin.a" 2> /dev/null | awk 'NF == 3 {print $3}' | grep -v '^oisin_')
[ -z "$others" ] || fail "liboisin.a exports more than oisin_*: $(echo "$others" | head)"
for name in $wanted; do
    echo "$seen" | grep -qx "$name" || fail "include/oisin.h has $name, the library has not"
done
for name in $seen; do
    echo "$wanted" | grep -qx "$name" || fail "the library has $name, include/oisin.h has not"
done

export PKG_CONFIG_PATH="$lib/pkgconfig" PKG_CONFIG_SYSROOT_DIR="$work/root"
sed -n '/^```c$/,/^```$/p' docs/reference/library.md | sed -e 1d -e '/^```$/,$d' > "$work/titles.c"
compile() { # NAME FLAG...: warnings are errors
    name=$1
    shift
    # shellcheck disable=SC2086
    ${CC-cc} ${CFLAGS-} -std=c11 -Wall -Wextra -Werror -o "$work/$name" "$work/titles.c" "$@" ||
        fail "docs/reference/library.md does not compile"
}
# shellcheck disable=SC2046
compile shared $(pkg-config --cflags --libs oisin)
# The system's own libraries are not below the root.
static=$(pkg-config --static --libs oisin | sed "s|-loisin|-l:liboisin.a|; s|-L$work/root/usr/lib/|-L/usr/lib/|g")
# shellcheck disable=SC2046,SC2086
compile static $(pkg-config --cflags oisin) -L"$lib" $static

(cd "$work" && "$oisin" new game -q && "$oisin" build game -q) 2> /dev/null || fail "no game to look at"
for name in shared static; do
    LD_LIBRARY_PATH="$lib" "$work/$name" "$work/game/game.tng" > "$work/said" || fail "$name: $(cat "$work/said")"
    head -1 "$work/said" | grep -qx game && grep -q '^    sections: [1-9]' "$work/said" || fail "$name says: $(cat "$work/said")"
    LD_LIBRARY_PATH="$lib" "$work/$name" "$work/nothing" > "$work/said" && fail "$name opens what is not there"
    grep -q 'nothing: No such file' "$work/said" || fail "$name says: $(cat "$work/said")"
done

# The header is C++, too.
if command -v c++ > /dev/null; then
    printf '#include <oisin.h>\nOisinInput input = OISIN_INIT(OisinInput);\n' > "$work/header.cc"
    for standard in 98 11 20; do
        c++ -std=c++$standard -Wall -Wextra -pedantic -Werror -Iinclude -fsyntax-only "$work/header.cc" ||
            fail "oisin.h is not valid C++$standard"
    done
fi
printf '#include <oisin.h>\nOisinInput input = OISIN_INIT(OisinInput);\n' > "$work/header.c"
for standard in 90 99 11; do
    ${CC-cc} -std=c$standard -Wall -Wextra -Wno-missing-field-initializers -pedantic -Werror -Iinclude -fsyntax-only "$work/header.c" ||
        fail "oisin.h is not valid C$standard"
done

# Documents, examples and colours for editors; help and manual page name the installed documents.
doc=usr/share/doc/oisin
for file in docs/README.md docs/project/obj.md docs/tutorial/first-game.md examples/segais/config tools/editor/vscode/package.json; do
    cmp -s "$file" "$work/root/$doc/$file" || fail "$file is not installed"
done
for name in $("$work/root/usr/bin/oisin" manual | grep -oE "[^ (]*docs/[a-z/\\-]*\.md" | tr -d '\\' | sort -u); do
    case $name in "$work/root/$doc/docs/"*) ;; *) fail "the manual page names $name" ;; esac
    [ -e "$name" ] || fail "the manual page names $name, which is not installed"
done
"$work/root/usr/bin/oisin" help test | grep -q "$work/root/$doc/docs/how-to/test-a-story.md" || fail "help test does not name its document"
grep -q "/$doc/docs/how\\\\-to/live" "$work/root/usr/share/man/man1/oisin.1" || fail "oisin.1 does not name the installed documents"
"$oisin" help test | grep -q ' docs/how-to/test-a-story.md' || fail "help of the program in its build folder"

# Manual pages, as lintian looks at them; all that the header has is in that of the library.
for name in $wanted OISIN_ERROR_CANCELLED OisinReader; do
    grep -q "$name" "$work/root/usr/share/man/man3/oisin.3" || fail "oisin.3 does not have $name"
done
if command -v man > /dev/null && man --version > /dev/null 2>&1; then
    for page in man1/oisin.1 man3/oisin.3; do
        LC_ALL=C.UTF-8 MANROFFSEQ='' MANWIDTH=80 man --warnings -E UTF-8 -l -Tutf8 -Z "$work/root/usr/share/man/$page" 2> "$work/said" > /dev/null
        [ ! -s "$work/said" ] || fail "$page: $(head -5 "$work/said")"
    done
else
    echo "skipped: man is not installed"
fi

# What else was installed is what other programs understand.
if command -v desktop-file-validate > /dev/null; then
    desktop-file-validate "$work/root/usr/share/applications/oisin.desktop" || fail "oisin.desktop"
fi
metainfo=$work/root/usr/share/metainfo/org.example.oisin.metainfo.xml
version=$(sed -n 's/^#define OISIN_VERSION "\(.*\)"/\1/p' include/oisin.h)
grep -q "<release version=\"$version\"" "$metainfo" || fail "$metainfo has no release $version"
if command -v appstreamcli > /dev/null; then
    appstreamcli validate --no-net "$metainfo" > "$work/said" 2>&1 || fail "$(cat "$work/said")"
else
    echo "skipped: appstreamcli is not installed"
fi
if command -v update-mime-database > /dev/null; then
    XDG_DATA_DIRS="$work/root/usr/share" update-mime-database "$work/root/usr/share/mime" 2> /dev/null || fail "oisin.xml"
    grep -q 'application/x-tirnanog-game' "$work/root/usr/share/mime/magic" || fail "oisin.xml has no magic of games"
fi
exit 0
