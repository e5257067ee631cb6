#!/bin/sh
# The bindings for Python: the wheel is built (twice the same bytes), installed into a folder, and its tests and its example are run
# with the library of this build.
cd "$(dirname "$0")/.." || exit 1
command -v python3 > /dev/null || { echo "skipped: python3 is not installed"; exit 0; }
oisin=${OISIN-$PWD/build/release/oisin}
library=$(dirname "$oisin")/lib/liboisin.so.$(sed -n 's/^#define OISIN_VERSION "\(.*\)"/\1/p' include/oisin.h)
if nm -D "$library" | grep -q '__[at]san_init'; then
    echo "skipped: python3 cannot load a library with sanitizers"
    exit 0
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export PYTHONDONTWRITEBYTECODE=1
fail() { echo "$*"; exit 1; }

wheel=$(python3 tools/make_wheel.py "$work/a") || fail "no wheel"
cmp "$wheel" "$(python3 tools/make_wheel.py "$work/b")" || fail "the wheel is not reproducible"
if python3 -m pip --version > /dev/null 2>&1; then
    python3 -m pip install -q --no-index --no-deps --no-compile --disable-pip-version-check --root-user-action=ignore \
        --target "$work/site" "$wheel" > "$work/log" 2>&1 || fail "$(cat "$work/log")"
else
    python3 -m zipfile -e "$wheel" "$work/site"
fi
# Warnings are errors: an object that is closed too late, or a callback that raises.
export OISIN="$oisin" OISIN_LIBRARY="$library" OISIN_SOURCES="$PWD" PYTHONPATH="$work/site" PYTHONWARNINGS=error
# From elsewhere: the folder of a script is searched first.
cp packaging/python/test_oisin.py packaging/python/example.py "$work/"
python3 "$work/test_oisin.py" > "$work/log" 2>&1 || fail "$(tail -60 "$work/log")"
grep -q "^Ran [1-9]" "$work/log" || fail "no test was run: $(cat "$work/log")"
python3 "$work/example.py" "$work/tour" > "$work/log" 2>&1 || fail "$(cat "$work/log")"
grep -q "^continued at Place(map='meadow'" "$work/log" || fail "$(cat "$work/log")"
OISIN_LIBRARY=/nothing/liboisin.so python3 -c 'import oisin' 2> "$work/log" && fail "oisin without a library"
grep -q 'ImportError: .*OISIN_LIBRARY' "$work/log" || fail "$(cat "$work/log")"
exit 0
