#!/bin/bash
# Two real windows on one server under Xvfb: two players log in, see each other walk, talk and
# trade; a quest that only one can do is done by exactly one; the server is restarted and
# both are back by themselves, with all they had. Less than a minute.
#
# The server's side is looked at through the admin interface and a saved game that it exports; the
# players' side by what their program reads aloud, for which a script stands in.
set -u
. "$(dirname "$0")/screen.sh"
checks=0

fail() {
    echo "FAILED: $*"
    for log in server.log */player.log */heard; do
        echo "-- $log"
        tail -5 "$log"
    done
    exit 1
}
# Waits until a condition holds, 40 s at most: soon WORDS COMMAND...
soon() {
    local words=$1
    shift
    for _ in $(seq 400); do
        if "$@" 2> /dev/null; then
            checks=$((checks + 1))
            return
        fi
        sleep 0.1
    done
    fail "$words: $*"
}

# ---- the game: a purse for everybody, an errand that one can do ----

"$OISIN" new shared > /dev/null 2>&1 || fail "oisin new"
mkdir -p shared/quests
printf 'TirNanoG Quest\n1\nThe errand\nOnly one of all can do it.\n' > shared/quests/errand.qst
cat > shared/game/startup.cfg << 'END'
TirNanoG StartUp
e start {
    location(meadow,16,16,so)
    give(coin,5)
    quest(0,errand)
}
END
cat > shared/npcs/guide.npc << 'END'
TirNanoG NPC
Guide
stand 100 200 0
l hero hero_walk - - - - - - - - - - - - - - - - - -
e click {
    quest(1,errand)
}
END
"$OISIN" build shared -q -o shared.tng || fail "the game cannot be built"

# ---- the server, and what it says ----

# The command line takes no port 0: below those that the system gives out, until one is free.
port=$((15000 + RANDOM % 16000))
serve() {
    for _ in $(seq 10); do
        "$OISIN" serve shared.tng --listen "127.0.0.1:$port" --state state.db \
            --admin door.sock > server.log 2>&1 &
        server=$!
        for _ in $(seq 100); do
            grep -q "admin interface" server.log && return
            kill -0 $server 2> /dev/null || break
            sleep 0.1
        done
        [ -z "$ann" ] || break # it must be found again
        port=$((port + 1))
    done
    fail "the server does not start"
}
ask() { "$OISIN" admin --server ./door.sock --json players; }
# Which cell somebody is in: place NAME x|y
place() {
    ask | awk -v name="\"$1\"," -v key="\"$2\":" '
        $1 == "\"name\":" { mine = $2 == name } mine && $1 == key { print $2 + 0 }'
}
plays() { [ -n "$(place "$1" x)" ]; }
x_is_over() { [ "$(place "$1" x)" -gt "$2" ]; }
# Somebody's part of what the server has kept by now.
kept() {
    rm -f kept.sav
    "$OISIN" serve shared.tng --state state.db --export kept.sav > /dev/null 2>&1 || return 1
    "$OISIN" show kept.sav | awk -v name="\"name\": \"$1\"" '
        /"magic"/ { if (mine) print part; part = ""; mine = 0 }
        { part = part "\n" $0 }
        index($0, name) { mine = 1 }
        END { if (mine) print part }'
}
# The same in pixels: spot NAME x|y
spot() { kept "$1" | sed -n "s/^ *\"$2\": \(-\?[0-9]*\),*$/\1/p" | head -1; }
# Everybody stands, and what is kept says so.
settle() {
    local before= now
    for _ in $(seq 20); do
        now="$(spot Ann x) $(spot Ann y) $(spot Ben x) $(spot Ben y)"
        [ "$now" = "$before" ] && return
        before=$now
        sleep 1.1
    done
}
coins_are() { kept "$1" | tr -d ' ,' | grep -qx "\"quantity\":$2"; }
quest_of() { kept "$1" | sed -n '/"quests": \[/{n;s/[ ,]//g;p}' | head -1; }

# ---- the players ----

mkdir bin
printf '#!/bin/sh\nshift 2\nprintf "%%s\\n" "$*" >> "$HEARD"\n' > bin/spd-say
chmod +x bin/spd-say
# join NAME DIR X: a window at X; the process is in `player`, the window in `window`.
join() {
    mkdir -p "$2"
    printf 'window = 640 360\nread_aloud = 1\ntext_speed = 0\n' > "$2/settings"
    : > "$2/heard"
    PATH=$work/bin:$PATH SPEECHD_ADDRESS=unix_socket:/nonexistent HEARD=$work/$2/heard OISIN_PASSWORD="sure, a secret of $1" \
        "$OISIN" play --connect "127.0.0.1:$port" --home "$2" --name "$1" --register \
        > "$2/player.log" 2>&1 &
    player=$!
    window=
    for _ in $(seq 400); do
        window=$(xdotool search --onlyvisible --pid $player 2> /dev/null | tail -1)
        [ -n "$window" ] && break
        sleep 0.05
    done
    [ -n "$window" ] || fail "there is no window"
    for _ in $(seq 100); do # a window that has just come may be moved back
        xdotool windowmove "$window" "$3" 0
        sleep 0.1
        xdotool getwindowgeometry --shell "$window" | grep -qx "X=$3" && return
    done
    fail "the window of $1 stays where it is"
}
to() { xdotool windowfocus "$1"; sleep 0.2; }
key() { for k in "$@"; do xdotool key --delay 40 "$k"; sleep 0.12; done; }
say() { key t; sleep 0.2; xdotool type --delay 30 "$1"; key Return; }
heard() { grep -q -- "$2" "$1/heard"; }
forget() { : > ann/heard; : > ben/heard; }
# A click at a spot of the map, as WHO's window (at X) shows it: click_at WHO X SPOT_X SPOT_Y
click_at() {
    local left=$(($(spot "$1" x) - 320)) top=$(($(spot "$1" y) - 180))
    left=$((left < 0 ? 0 : left > 384 ? 384 : left))
    top=$((top < 0 ? 0 : top > 664 ? 664 : top))
    xdotool mousemove $(($2 + $3 - left)) $(($4 - top))
    sleep 0.1
    xdotool click 1
}
# ... where somebody else stands: click_on WHO WHOM X
click_on() { click_at "$1" "$3" "$(spot "$2" x)" $(($(spot "$2" y) - 8)); }
sees() { # sees WHO WHOM X DIR: a click where WHOM must stand opens the menu of a player
    click_on "$1" "$2" "$3"
    sleep 0.5
    heard "$4" Trade
}

# Not before one has had time to see what the other one gives.
agrees() { key Return; sleep 0.3; heard "$1" "accepted[.,]\|Trade completed"; }

serve
join Ann ann 0
ann=$player at_ann=$window
soon "Ann plays" plays Ann
join Ben ben 640
ben=$player at_ben=$window
soon "Ben plays" plays Ben
[ -s ann/known_hosts ] || fail "the server's certificate is not kept"
ls ann/games/*.tng > /dev/null || fail "the game is not kept"

# ---- walking ----

start=$(place Ann x)
to "$at_ann"
xdotool keydown Right
soon "Ann walks, and the server says so" x_is_over Ann $((start + 1))
xdotool keyup Right
settle
to "$at_ben"
soon "Ben sees Ann where she walked to" sees Ben Ann 640 ben
key Escape
to "$at_ann"
soon "Ann sees Ben" sees Ann Ben 0 ann
key Escape

# ---- talking ----

say "Dia duit"
soon "Ben hears Ann" heard ben "Ann: Dia duit"
to "$at_ben"
say "/w Ann a secret"
soon "Ann hears a whisper" heard ann "Ben: a secret"

# ---- trading ----

forget
click_on Ben Ann 640
soon "Ben may trade with Ann" heard ben Trade
key Return
soon "Ann is asked" heard ann No
to "$at_ann"
key Up Return
soon "the window of trade is open" heard ann "Coin: 0 / 5"
key Right Right
soon "Ann gives two coins" heard ann "Coin: 2 / 5"
key Down
soon "Ann agrees" agrees ann
to "$at_ben"
key Down
soon "Ben agrees" agrees ben
soon "the trade is done for Ann" heard ann "Trade completed"
soon "the trade is done for Ben" heard ben "Trade completed"
soon "Ann has three coins" coins_are Ann 3
soon "Ben has seven" coins_are Ben 7

# ---- a quest for one ----

guide=$(awk '/<layer id="6"/{on=1; row=-1} /<\/layer>/{on=0}
    on && /^[0-9]/ {row++; n=split($0, c, ","); for (i = 1; i <= n; i++) if (c[i] == 5) print i - 1, row}' \
    shared/maps/meadow.tmx)
# A click on the guide: go NAME X
go() { click_at "$1" "$2" $((${guide% *} * 32 + 16)) $((${guide#* } * 32 + 16)); }
done_by() { local quest; quest=$(quest_of "$1"); [ -n "$quest" ] && [ "$quest" != "$2" ]; }
open_quest=$(quest_of Ann)
go Ben 640
soon "Ben has done the errand" done_by Ben "$open_quest"
to "$at_ann"
go Ann 0
sleep 2
won=$(kept Ben | grep -c .)
[ "$won" -gt 0 ] || fail "nothing is kept"
winner=$(quest_of Ben) loser=$(quest_of Ann)
[ "$winner" != "$loser" ] || fail "the errand was done by both: $winner"
checks=$((checks + 1))

# ---- the server is restarted ----

settle
where=$(place Ann x)
forget
kill $server
wait $server
serve
soon "Ann is back by herself" plays Ann
soon "Ben too" plays Ben
[ "$(place Ann x)" = "$where" ] || fail "Ann stands elsewhere: $(place Ann x), not $where"
soon "Ann still has three coins" coins_are Ann 3
[ "$(quest_of Ben)" = "$winner" ] && [ "$(quest_of Ann)" = "$loser" ] ||
    fail "the errand is another's now"
to "$at_ben"
# Return on the page of the lost connection would choose Exit: first until the line to type in is open.
forget
types() { key t; sleep 0.4; heard ben "_"; }
soon "Ben may type" types
xdotool type --delay 30 "Slan"
key Return
soon "they hear each other" heard ann "Ben: t*Slan"

# ---- the end ----

key p Up Return # Exit
wait $ben
[ $? = 0 ] || fail "the program does not end well"
ben=
! grep -rq "a secret of" --include=* server.log ann ben ||
    fail "a password is in a file"
echo "$checks checks in two windows"
