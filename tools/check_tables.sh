#!/bin/sh
# check_tables.sh: a row of a table without the code that it needs does not compile, nor does an
# option that has no row. Each line below adds a row to a copy of a table, or changes a source, and
# compiles a source that goes with it.
cd "$(dirname "$0")/.." || exit 1
made=$(mktemp -d) || exit 1
trap 'rm -rf "$made"' EXIT
export CCACHE_DISABLE=1 # ccache would see neither the copy in front of the source nor what it says
status=0

# SOURCE [EXTRA]: whether it compiles with the files in $made in front of src
compiles() {
    ${CC-gcc} -std=c11 -D_GNU_SOURCE -Wall -Werror -fsyntax-only "-I$made" -Isrc -Iinclude "$1" 2>"$made/messages"
}
# TABLE PATTERN ROW SOURCE MESSAGE: the row after the line that the pattern finds; the error for it
row() {
    mkdir -p "$made/$(dirname "$1")"
    sed "/$2/a $3" "src/$1" >"$made/$1"
    if compiles "src/$4" || ! grep -q "$5" "$made/messages"; then
        echo "$1: $4 compiles with the row: $3"
        status=1
    fi
    rm "$made/$1"
}
# SOURCE NAME OTHER MESSAGE: a name that is replaced
name() {
    mkdir -p "$made/$(dirname "$1")"
    sed "s/$2/$3/" "src/$1" >"$made/$1"
    if compiles "$made/$1" || ! grep -q "$4" "$made/messages"; then
        echo "$1: compiles with $3"
        status=1
    fi
    rm "$made/$1"
}

for source in server/protocol/client_session server/client/client server/client/bot engine/command_run tirnanog/script/machine tirnanog/script/fold tirnanog/script/grammar \
    tirnanog/script/machine_trace server/cluster/cluster kit/convert/convert_options cli/main; do
    compiles "src/$source.c" || { echo "$source.c does not compile alone"; cat "$made/messages"; status=1; }
done
new='99, NEW, ARITHMETIC, NONE, 2, VALUE, "")'
for source in server/protocol/client_session server/client/client server/client/bot; do
    row server/protocol/protocol.def '^PACKET(SERVER, 11,' 'PACKET(SERVER, 12, NOTICE, PacketPing, ping, 4, CLIENT_CONN_PLAYING, "")' $source.c 'SERVER_NOTICE.*not handled'
done
for source in server/protocol/server_session server/social/social; do
    row server/protocol/protocol.def '^PACKET(CLIENT, 10,' 'PACKET(CLIENT, 12, NOTICE, PacketPing, ping, 4, SERVER_CONN_PLAYING, "")' $source.c 'CLIENT_NOTICE.*not handled'
done
row server/cluster/bus_message.def '^MESSAGE(UNHEARD' 'MESSAGE(NOTICE, BusNothing, notice, "")' server/cluster/cluster.c 'BUS_NOTICE.*not handled'
row tirnanog/script/script_commands.def 'altitude(1)' 'CMD(44, heal, COUNT, NONE, "", "", "", "")' engine/command_run.c do_heal
for source in machine machine_trace fold; do
    row tirnanog/script/opcodes.def '^OP(51,' "OP($new" tirnanog/script/$source.c value_NEW
done
row tirnanog/script/opcodes.def '^OP(51,' "OP($new" tirnanog/script/grammar.c OPERATOR_NEW
row base/causes.def '^CAUSE(TESTS' 'CAUSE(OTHER, 11, "")' library/library_call.c OISIN_ERROR_OTHER
row evil_islands/wing.def '"reg", *"ini"' 'CONVERSION(no, "x", "y", reg_to_text, "", OF(flop))' kit/convert/conversion.c GROUP_flop
row kit/convert/sound_options.def '^SETTING(rate' 'SETTING(flop, "flop", "", flop, FLAG(flop), "")' kit/convert/sound.c GROUP_flop
row kit/convert/sound_options.def '^SETTING(rate' 'SETTING(flop, "flop", "", sound, PARSED(sound_flop), "")' kit/convert/sound.c sound_flop
name kit/convert/convert_options.c OPTION_force OPTION_flop OPTION_flop
name cli/play_command.c OPTION_seed OPTION_sead OPTION_sead
# The breaks of the conformance table fit the sources.
tools/break_rows.py --table || status=1
exit $status
