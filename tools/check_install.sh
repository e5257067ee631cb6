#!/bin/sh
# make install and make uninstall: what other programs have put there stays, and nothing of ours; also after an upgrade.
cd "$(dirname "$0")/.." || exit 1
oisin=${OISIN-$PWD/build/release/oisin}
build=$(dirname "$oisin")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() { echo "$*"; exit 1; }
root="$work/a root" # with a blank
run() { make -s "$@" OUT="$build" DESTDIR="$root" PREFIX=/opt/it LIBDIR=/opt/it/lib64 > "$work/log" 2>&1; }

run uninstall && fail "uninstall before install"
grep -q 'does not exist' "$work/log" || fail "$(cat "$work/log")"
mkdir -p "$root/opt/it/bin" "$root/opt/it/share/oisin" "$root/opt/it/share/doc/other"
echo foreign > "$root/opt/it/bin/other"
echo foreign > "$root/opt/it/bin/tnge"
echo foreign > "$root/opt/it/share/oisin/theirs"
chmod 700 "$root/opt/it/bin"
(cd "$root" && find . | LC_ALL=C sort) > "$work/before"
run install || fail "$(cat "$work/log")"
[ "$(stat -c %a "$root/opt/it/bin")" = 700 ] || fail "install has changed the mode of a folder"
[ "$(stat -c %a "$root/opt/it/bin/oisin" "$root/opt/it/lib64/pkgconfig" "$root/opt/it/include/oisin.h" | tr '\n' ' ')" = "755 755 644 " ] ||
    fail "modes of what was installed"
"$root/opt/it/bin/oisin" version > /dev/null || fail "the installed program does not run"
"$root/opt/it/bin/tngp" --help | grep -q '^oisin play ' && "$root/opt/it/bin/tngs" --help | grep -q '^oisin serve ' || fail "tngp, tngs"
"$root/opt/it/bin/oisin" new "$work/mine" --template village 2> "$work/log" && cmp -s "$work/mine/maps/village.tmx" templates/village/maps/village.tmx ||
    fail "the installed program does not find its templates"
[ "$(cat "$root/opt/it/bin/tnge")" = foreign ] || fail "install has replaced a program of others"
[ -L "$root/opt/it/lib64/liboisin.so" ] || fail "no liboisin.so"
# An earlier version had a file that this one lacks.
echo old > "$root/opt/it/share/oisin/old"
echo /opt/it/share/oisin/old >> "$root/opt/it/share/oisin/installed"
run install || fail "$(cat "$work/log")"
run uninstall || fail "$(cat "$work/log")"
(cd "$root" && find . | LC_ALL=C sort) > "$work/after"
diff "$work/before" "$work/after" || fail "make uninstall leaves or removes too much"
exit 0
