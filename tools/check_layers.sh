#!/bin/sh
# Every #include below src/ is permitted by tools/layers.txt, every permission is used, and the
# check can fail.
exec python3 "$(dirname "$0")/check_layers.py"
