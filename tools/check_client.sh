#!/bin/bash
# examples/client.py, written from the protocol page: two of them walk, talk and trade on a server.
set -u
cd "$(dirname "$0")/.."
root=$PWD
[ -n "${OISIN-}" ] || OISIN=$root/build/release/oisin
OISIN=$(realpath "$OISIN")
command -v python3 > /dev/null || { echo "skipped: python3 is not installed"; exit 0; }
work=$(mktemp -d)
server=
trap '[ -z "$server" ] || kill "$server" 2> /dev/null; wait; rm -rf "$work"' EXIT
cd "$work"

fail() {
    echo "FAILED: $*"
    tail -n 8 ./*.log
    exit 1
}

[ "$(wc -l < "$root/examples/client.py")" -le 200 ] || fail "the client has more than 200 lines"
python3 - "$root/examples/client.py" << 'END' || fail "the client needs more than the standard library"
import ast
import sys
tree = ast.parse(open(sys.argv[1]).read())
names = {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
sys.exit(not names <= sys.stdlib_module_names)
END
"$OISIN" new game > new.log 2>&1 || fail "oisin new"
sed -i 's/^    location/    give(coin,2)\n&/' game/game/startup.cfg
"$OISIN" serve game --no-limits --listen 127.0.0.1:0 > server.log 2> events.log &
server=$!
for _ in $(seq 600); do # 60 s
    port=$(sed -n 's/.*listening at 127.0.0.1, port \([0-9]*\)$/\1/p' server.log)
    [ -z "$port" ] || break
    sleep 0.1
done
[ -n "$port" ] || fail "no port was printed"
client() { timeout 120 python3 "$root/examples/client.py" "127.0.0.1:$port" "$@"; }

# Whoever comes first waits for the other one's words.
client Ann "a good password" --register bag: walk:60,40 hear:hello take:Ben say:goodbye bag: > ann.log 2>&1 &
ann=$!
client Ben "a good password" --register say:"I am here" > first.log 2>&1 || fail "Ben cannot play"
client Ben "a good password" walk:-40,30 say:hello give:Ann hear:goodbye bag: > ben.log 2>&1 || fail "Ben"
wait $ann || fail "Ann"
for words in '^bag {0: 2}$' '^walked to ' '^heard Ben: hello$' '^traded with Ben$' '^bag {0: 3}$'; do
    grep -q "$words" ann.log || fail "Ann does not print $words"
done
for words in '^walked to ' '^traded with Ann$' '^heard Ann: goodbye$' '^bag {0: 1}$'; do
    grep -q "$words" ben.log || fail "Ben does not print $words"
done
client Ann "a wrong password" > wrong.log 2>&1
[ $? -eq 1 ] || fail "a wrong password is accepted"
[ "$(grep -c 'the login failed' wrong.log)" -eq 1 ] || fail "no line about a wrong password"
client Cai "--a good password" --register say:hi > option.log 2>&1 || fail "a password that begins with two dashes"
python3 -O "$root/examples/client.py" "127.0.0.1:$port" Ann "a good password" --pin 00 say:hi > optimized.log 2>&1 &&
    fail "a wrong certificate is accepted by python3 -O"
client Ann "a good password" --pin 00 > pin.log 2>&1 && fail "a wrong certificate is accepted"
grep -q 'the certificate of the server is' pin.log || fail "no line about a wrong certificate"
echo "two clients of the protocol page walk, talk and trade"
