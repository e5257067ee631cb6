#!/bin/sh
# Calls between folders of src/ go only where tools/layers.txt permits includes, and the check can fail.
cd "$(dirname "$0")/.." || exit 1
exec python3 tools/check_calls.py "${BUILD-build/release}"
