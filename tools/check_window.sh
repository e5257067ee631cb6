#!/bin/bash
# The real program in a real window, played with real keys and clicks under Xvfb: from the
# start menu to the end of a quest, through options, a typed name, trade with the belt, saving,
# loading, another language, another size. Then the recording of it is played back.
set -u
. "$(dirname "$0")/screen.sh"
checks=0

fail() { echo "FAILED: $*"; tail -5 player.log; exit 1; }
key() { for k in "$@"; do xdotool key --delay 40 "$k"; sleep 0.12; done; }
hold() { xdotool keydown "$1"; sleep "$2"; xdotool keyup "$1"; sleep 0.1; }
click() { xdotool mousemove "$1" "$2"; sleep 0.1; xdotool click 1; sleep 0.15; }

# ---- the game: the one of `oisin new`, with a menu, two languages and a quest ----

"$OISIN" new quest > /dev/null 2>&1 || fail "oisin new"
cat > quest/ui/mainmenu.cfg << 'END'
TirNanoG MainMenu
- - -
0 0 0 -
0 0 0 -
0 0 0 -
-
0 1 FFFFFFFF FF000000 . . 24 plain
-
. . 12 plain
FFFFFFFF - - -
FFFFFF00 - - -
FFFF8800 - - -
FF888888 - - -
- - -
FF00FF00 FF004400
END
mkdir -p quest/quests quest/lang
printf 'TirNanoG Quest\n0\nThree coins\nThe guide has lost three coins.\n' > quest/quests/coins.qst
cat > quest/game/body.opt << 'END'
TirNanoG CharOptions
Body
o Wanderer
 a hp 20
 l hero hero_walk - - - - - - - - - - - - - - - - - -
o Poet
 a hp 15
 l hero hero_walk - - - - - - - - - - - - - - - - - -
END
cat > quest/ui/ending.cut << 'END'
TirNanoG CutScene
- - - -
i 0 10 290 300 FF203040 -
t 0 10 290 300 50 50 1 FFFFFFFF .. 16 plain The coins are home.
e {
}
END
cat > quest/npcs/guide.npc << 'END'
TirNanoG NPC
Guide
stand 100 200 0
l hero hero_walk - - - - - - - - - - - - - - - - - -
e click {
    switch(@cnt(coin)>=3) {
        case 1 {
            take(coin,3)
            quest(1,coins)
            cutscn(ending)
        }
        case 0 {
            quest(0,coins)
            dialog(welcome,0)
        }
    }
}
END
printf '# TirNanoG Translation\n\nmsgid "en"\nmsgstr "English"\n' > quest/lang/en.po
printf '# TirNanoG Translation\n\nmsgid "de"\nmsgstr "Deutsch"\n\nmsgid "quest"\nmsgstr "Suche"\n' > quest/lang/de.po
"$OISIN" build quest -q -o quest.tng || fail "the game cannot be built"

# ---- looking ----

# The player's numbers, from a quick save made now.
state=
look() {
    local before
    before=$(stat -c %Y.%i home/quest/saves/quick.sav 2> /dev/null)
    key F5
    for _ in $(seq 60); do
        [ "$(stat -c %Y.%i home/quest/saves/quick.sav 2> /dev/null)" != "$before" ] && break
        sleep 0.05
    done
    state=$("$OISIN" show home/quest/saves/quick.sav) || fail "the saved game cannot be read"
    state=$(sed -n '/"title": "player"/,/^    }/p' <<< "$state")
}
number() { sed -n "s/^ *\"$1\": \(-\?[0-9]*\).*/\1/p" <<< "$state" | head -1; }
items() { sed -n 's/^ *"item_count": \(.*\),/\1/p' <<< "$state" | head -1; }
coins() { sed -n 's/^ *"quantity": \([0-9]*\),/\1/p' <<< "$state" | head -1; }
holds() { # holds WORDS TEST...: one check
    local words=$1
    shift
    test "$@" || fail "$words: $*"
    checks=$((checks + 1))
}
# Waits for what a busy machine shows late: soon WORDS CONDITION, a condition as text, looked at
# again until it holds.
soon() {
    for _ in $(seq 200); do
        eval "test $2" && break
        sleep 0.05
    done
    eval "holds \"$1\" $2"
}
# Presses a key, again if a busy machine has lost it, until a condition holds: press KEY CONDITION.
press() {
    for _ in $(seq 10); do
        key "$1"
        for _ in $(seq 40); do
            eval "test $2" && return
            sleep 0.05
        done
    done
}
# The player's numbers once nobody walks any more.
settle() {
    local before=
    for _ in $(seq 40); do
        look
        [ "$(number x) $(number y)" = "$before" ] && break
        before="$(number x) $(number y)"
        sleep 0.3
    done
}
start() {
    "$OISIN" play quest.tng --home home "$@" > player.log 2>&1 &
    player=$!
    for _ in $(seq 1200); do
        window=$(xdotool search --onlyvisible --name . 2> /dev/null | head -1)
        [ -n "$window" ] && break
        sleep 0.05
    done
    [ -n "$window" ] || fail "there is no window"
    xdotool windowfocus "$window" 2> /dev/null
    sleep 0.5
}
setting() { sed -n "s/^$1 = //p" home/settings; }
# The window's pixel of a cell: twice enlarged, the player in the middle, the map's edges.
cell() {
    local px=$(($(number x))) py=$(($(number y)))
    local left=$((px - 320)) top=$((py - 180))
    left=$((left < 0 ? 0 : left > 384 ? 384 : left))
    top=$((top < 0 ? 0 : top > 664 ? 664 : top))
    echo $((($1 * 32 + 16 - left) * 2)) $((($2 * 32 + 16 - top) * 2))
}

# ---- the menu and the options ----

mkdir home
echo "text_speed = 0" > home/settings # so that one Return answers

start --record first.input
key Down Return # New game, Options
key Down Return # Screen, Sound
press Left '"$(setting music)" = 75'
press Left '"$(setting music)" = 70'
soon "the music is quieter by the arrow key" '"$(setting music)" = 70'
key Escape Down Down Down Return # Reading, Playing, Controls
key Down Return u # the second row: down; U is one more key for it
soon "a key was given to an action" '"$(setting key.down)" = "Down, S, U"'
key Escape Escape u Return # the new key moves from Options to Language
key Up Return
soon "another language was chosen with the new key" '-n "$(setting language)"'
first=$(setting language)
key Return Down Return
soon "and then the other one, while the program runs" '"$(setting language)" != "$first"'
kill $player
wait $player 2> /dev/null
start --record first.input

# ---- a new game, with a name ----

key Return # New game
key Return # Name
xdotool type --delay 60 "Niamh"
# No key of the keyboard has it: xdotool gives it to one until it is released, and the player has to ask for that first.
xdotool key --delay 400 eacute
sleep 0.1
key Return
key Down Right # the other body
key Up Up Up Return # Name, Back, Begin
sleep 0.4
look
holds "the game began on the meadow" "$(number x)" = 528
holds "the name was typed" "$(sed -n 's/^ *"name": "\(.*\)",/\1/p' <<< "$state" | head -1)" = "Niamhé"
holds "the other body was chosen" "$(sed -n '/"options": \[/{n;s/ //g;p}' <<< "$state" | head -1)" = 1

# ---- walking, talking, finding ----

x=$(number x)
hold Right 0.5
look
holds "an arrow key walks" "$(number x)" -gt "$x"
x=$(number x)
hold a 0.5
look
holds "so does a letter" "$(number x)" -lt "$x"

coin_cells=$(awk '/<layer id="5"/{on=1; row=-1} /<\/layer>/{on=0}
    on && /^[0-9]/ {row++; n=split($0, c, ","); for (i = 1; i <= n; i++) if (c[i] == 4) print i - 1, row}' \
    quest/maps/meadow.tmx)
guide=$(awk '/<layer id="6"/{on=1; row=-1} /<\/layer>/{on=0}
    on && /^[0-9]/ {row++; n=split($0, c, ","); for (i = 1; i <= n; i++) if (c[i] == 5) print i - 1, row}' \
    quest/maps/meadow.tmx)
holds "the map has three coins" "$(wc -l <<< "$coin_cells")" = 3

click $(cell $guide)
sleep 2.5
key Down Return # the second answer
sleep 0.3
look
holds "the guide asks for help" "$(sed -n 's/^ *"quests": \[\(.*\)/\1/p' <<< "$state" | head -1)" != "]"

while read -r column row; do
    had=$(coins)
    click $(cell "$column" "$row")
    for _ in $(seq 30); do
        sleep 0.3
        look
        [ "$(coins)" != "$had" ] && break
    done
done <<< "$coin_cells"
holds "three coins were found by clicks" "$(coins)" = 3

# ---- the bag, the pause, saving and loading ----

key i Tab Tab Tab Escape
settle # the last steps of the way
x=$(number x)
hold Left 0.6
key p Escape
key F9
sleep 0.3
look
holds "loading quickly brings back where one was" "$(number x)" = "$x"
key p Down Return Return # Save game, a new one
soon "the game was saved by the menu" '-s home/quest/saves/1.sav'
soon "and by itself" '-s home/quest/saves/auto1.sav'
key Escape

# ---- another size, full screen, another language ----

xdotool windowsize "$window" 900 500
sleep 0.5
xdotool windowsize "$window" 1280 720
sleep 0.5
key F11
soon "full screen is remembered" '"$(setting fullscreen)" = 1'
key F11
sleep 0.3

# ---- the end of the quest ----

settle
click $(cell $guide)
for _ in $(seq 8); do
    sleep 2.2
    key Return # the ending
    sleep 0.3
    look
    [ "$(items)" = 0 ] && break
done
holds "the coins are the guide's" "$(items)" = 0
quest=$(sed -n '/"quests": \[/{n;s/ //g;p}' <<< "$state" | head -1)
holds "the quest is done" "$((quest < 0 || quest >= 2147483648))" = 1
key p Up Return # Exit
wait $player
holds "the program ends well" $? = 0

# ---- the same again from the recording; Continue ----

hash=$("$OISIN" play quest.tng --headless --input first.input) || fail "the recording: $hash"
again=$("$OISIN" play quest.tng --headless --input first.input --save end.sav)
holds "the recording gives the same world each time" "$hash" = "$again"
state=$("$OISIN" show end.sav | sed -n '/"title": "player"/,/^    }/p')
quest=$(sed -n '/"quests": \[/{n;s/ //g;p}' <<< "$state" | head -1)
holds "and the quest is done in it" "$((quest < 0 || quest >= 2147483648))" = 1

start
key Return # Continue
sleep 0.4
look
holds "one goes on where one left" "$(number x)" -gt 0
saved() { stat -c %y.%i home/quest/saves/auto*.sav | sort | tail -1; }
before=$(saved)
kill $player # as by closing the window
wait $player 2> /dev/null
holds "who closes the window has lost nothing" "$(saved)" != "$before"

# ---- earlier ticks, for authors ----

start --record back.input --author
key Return # Continue
sleep 0.4
look
place="$(number x) $(number y)"
for way in Left Right Up Down; do # one of them is free
    hold $way 0.5
done
look
holds "the player walked" "$(number x) $(number y)" != "$place"
key F6
for _ in $(seq 60); do # more on a busy machine: the keys were held longer
    key shift+F7
    look
    [ "$(number x) $(number y)" = "$place" ] && break
done
holds "F7 goes back to where the player was" "$(number x) $(number y)" = "$place"
key F7 F8
hold Left 0.3
look
holds "and the game is paused" "$(number x) $(number y)" = "$place"
key F6
sleep 0.5
look
holds "the game continues from there" "$(number x) $(number y)" = "$place"
kill $player
wait $player 2> /dev/null
"$OISIN" play quest.tng --headless --input back.input --save end.sav -q || fail "the recording that was cut"
state=$("$OISIN" show end.sav | sed -n '/"title": "player"/,/^    }/p')
holds "the recording does not have the steps that were taken back" "$(number x) $(number y)" = "$place"
echo "$checks checks in a window"
