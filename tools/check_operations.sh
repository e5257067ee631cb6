#!/bin/bash
# check_operations.sh: what operators connect to a server: its log as text and JSON, fail2ban's
# filter on logs that the server wrote, also with names that look like other lines; health and
# metrics under curl and promtool; the dashboard and the alerts name existing metrics; the audit
# trail is opened again. Programs that are not installed are skipped, and it says so.
set -u
cd "$(dirname "$0")/.." || exit 1
root=$PWD
[ -n "${OISIN-}" ] || OISIN=$PWD/build/release/oisin
OISIN=$(realpath "$OISIN")
work=$(mktemp -d) || exit 1
server=
trap '[ -z "$server" ] || kill "$server" 2> /dev/null; wait; rm -rf "$work"' EXIT
cd "$work" || exit 1

fail() {
    echo "FAILED: $*"
    tail -n 20 ./*.log ./*.txt 2> /dev/null
    exit 1
}
has() {
    command -v "$1" > /dev/null && return
    echo "skipped: $1 is not installed"
    return 1
}
# FILE PATTERN: until a line of the file matches, at most 60 s
await() {
    for _ in $(seq 600); do
        grep -q "$2" "$1" 2> /dev/null && return
        sleep 0.1
    done
    fail "no \"$2\" in $1"
}
# NAME OPTION...: a server whose log is NAME.log; sets port and health
start() {
    name=$1
    shift
    "$OISIN" serve game.tng --state "$name.db" --listen 127.0.0.1:0 --health 127.0.0.1:0 "$@" \
        > "$name.txt" 2> "$name.log" &
    server=$!
    await "$name.txt" "^health interface"
    port=$(sed -n 's/.*listening at .*, port //p' "$name.txt")
    health=$(sed -n 's/^health interface.*, port //p' "$name.txt")
}
stop() {
    kill -TERM "$server" && wait "$server" || fail "the server ends with an error"
    server=
}

"$OISIN" new game -q > new.txt 2>&1 && "$OISIN" build game -o game.tng -q || fail "no game"

# Names of logins that fail are chosen by the client: these contain the address of another.
forged=("Ann" "a: WRONG, name: b" "from 203.0.113.9:1: WRONG" "login-failed: from 203.0.113.9:1: WRONG"
    '","address":"203.0.113.9:1' '"event":"login-failed","address":"203.0.113.9:1","result":"WRONG"'
    "2026-11-26T22:30:01Z notice login-failed: from 203.0.113.9:1: WRONG" 'a\n"notice malformed: from 203.0.113.9:1:')
for format in text json; do
    start $format --log-format $format --audit $format.audit
    python3 "$root/tools/failed_login.py" "$port" "${forged[@]}" - > clients.txt 2>&1 ||
        fail "the client of the test"
    await $format.log malformed
    [ "$(grep -c login-failed.*WRONG $format.log)" -ge 5 ] || fail "$format: failed logins are missing"
    stop
done
for file in json.log json.audit text.audit; do
    python3 - "$file" << 'END' || fail "$file is not JSON"
import json, sys
events = [json.loads(line) for line in open(sys.argv[1])]
wrong = [event for event in events if event["event"] == "login-failed"]
assert len(wrong) >= 5, events
for event in wrong:
    assert event["address"].startswith("127.0.0.1:") and "203.0.113.9" not in event["address"], event
assert any("203.0.113.9" in event["name"] for event in wrong), wrong
assert all({"time", "level", "message"} <= event.keys() for event in events)
END
done
echo "the log and the audit trail are JSON"

# As journald hands them over: without the time of the server.
sed -n 's/^[^ ]* [a-z]* \(.*\)/2026-11-26T22:30:01Z host oisin[123]: \1/p' text.log > journal.log
if has fail2ban-regex; then
    for file in text.log json.log json.audit journal.log; do
        fail2ban-regex -o ip "$file" "$root/packaging/fail2ban/filter.d/oisin.conf" > matched.txt 2>&1
        count=$(grep -c "^127.0.0.1$" matched.txt)
        [ "$count" -eq "$(grep -cE 'login-failed.*WRONG|login-wait|malformed' "$file")" ] ||
            fail "fail2ban: $count addresses in $file"
        ! grep -q "203.0.113.9" matched.txt || fail "fail2ban bans the address of a name in $file"
    done
    # Events that were counted; tests/server/test_log.c has the same line as text.
    cat > counted.log << 'END'
2026-11-26T22:30:01Z notice suppressed: 312 further login-wait events from 192.0.2.7
2026-11-26T22:30:01Z notice suppressed: 8 further malformed events from 2001:db8:0:1::/64
2026-11-26T22:30:01Z notice suppressed: 312 further login-failed events from 192.0.2.8
2026-11-26T22:30:01Z notice suppressed: 9 further malformed events
{"time":"2026-11-26T22:30:01Z","level":"notice","event":"suppressed","network":"192.0.2.9","event":"flooded","count":"3","message":""}
END
    fail2ban-regex -o ip counted.log "$root/packaging/fail2ban/filter.d/oisin.conf" > matched.txt 2>&1
    [ "$(grep -cE '^(192.0.2.[79]|2001:db8:0:1::(/64)?)$' matched.txt)" -eq 3 ] ||
        fail "fail2ban: counted events: $(cat matched.txt)"
    ! grep -q "192.0.2.8" matched.txt || fail "fail2ban counts logins that failed for any reason"
    echo "fail2ban finds $count addresses in each form of the log, and none in names"
fi

start ops --audit trail --log-format json
get() { curl -s -o answer.txt -w '%{http_code}' --max-time 10 "http://127.0.0.1:$health/$1"; }
if has curl; then
    [ "$(get live)" = 200 ] && [ "$(get ready)" = 200 ] || fail "the server is not ready"
    [ "$(get nothing)" = 404 ] || fail "an unknown request is answered"
    [ "$(curl -s -o answer.txt -w '%{http_code}' -X POST "http://127.0.0.1:$health/live")" = 405 ] ||
        fail "POST is answered"
    [ "$(get metrics)" = 200 ] || fail "no metrics"
    cp answer.txt metrics
    if has promtool; then
        promtool check metrics < metrics || fail "promtool check metrics"
        promtool check rules "$root/packaging/prometheus/oisin-alerts.yml" > rules.txt ||
            fail "promtool check rules"
    fi
    python3 - metrics "$root/packaging/grafana/oisin.json" "$root/packaging/prometheus/oisin-alerts.yml" << 'END' ||
import json, re, sys
families = set(re.findall(r"^# TYPE (\S+)", open(sys.argv[1]).read(), re.M))
known = families | {name + end for name in families for end in ("_bucket", "_sum", "_count")}
dashboard = json.load(open(sys.argv[2]))
queries = [target["expr"] for panel in dashboard["panels"] for target in panel.get("targets", [])]
assert queries
alerts = re.findall(r"expr: *(.*)", open(sys.argv[3]).read())
assert alerts
wrong = False
for query in queries + alerts:
    for name in re.findall(r"\b(?:oisin|process)_\w+", query):
        if name not in known:
            print("no metric", name, "in", query)
            wrong = True
sys.exit(wrong)
END
        fail "dashboard or alerts"
    echo "health and metrics are answered; dashboard and alerts name existing metrics"
fi
mv trail trail.1 && kill -HUP "$server" && await trail '"event":"certificate"'
stop
grep -q '"event":"stopped"' trail && ! grep -q '"event":"stopped"' trail.1 || fail "the old audit trail is written"
echo "SIGHUP opens the audit trail again"
