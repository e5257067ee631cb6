#!/bin/sh
# check_cache.sh: an example game is changed at random, and built with the build cache and without.
cd "$(dirname "$0")/.." || exit 1
command -v python3 > /dev/null || { echo "         skipped: python3, which is not installed"; exit 0; }
exec python3 tools/cache_rounds.py "${OISIN:-build/release/oisin}" 2 30
