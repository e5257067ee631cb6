#!/bin/sh
# store_kill.sh [BUILD] [ROUNDS]: kills a program that writes a server's state, kill -9, at
# random moments, 100 times; fails unless all that it told as kept is there each time. Then the
# same with a PostgreSQL behind it, and with that killed.
# For the nights: `make test` does 5 rounds.
cd "$(dirname "$0")/.." || exit 1
export OISIN_KILL_ROUNDS="${2-100}"
"${1-build/release}/tests/test_store_crash" && "${1-build/release}/tests/test_store_postgres"
