#!/bin/sh
# cluster_kill.sh BUILD [ROUNDS [SEED]]: kills servers, their database and their bus in turn, at
# random moments, while people register, trade and walk through doors; what was acknowledged as
# done must be so afterwards. The same is part of `make test`, 5 rounds of it.
cd "$(dirname "$0")/.." || exit 1
[ $# -ge 1 ] || { echo "usage: $0 BUILD [ROUNDS [SEED]]" >&2; exit 2; }
export CMOCKA_MESSAGE_OUTPUT=stdout OISIN_KILL_ROUNDS="${2:-100}" OISIN_KILL_SEED="${3:-$(date +%s)}"
echo "$OISIN_KILL_ROUNDS rounds, seed $OISIN_KILL_SEED"
exec "$1/tests/test_cluster_crash"
