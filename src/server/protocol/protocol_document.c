/* Prints docs/reference/protocol.md from protocol.def and the layouts of the records. */
#include "server/protocol/client_session.h"
#include "server/protocol/packet.h"
#include "server/protocol/server_session.h"
#include "server/protocol/state_packet.h"

static void write_side(PacketFrom from, const char *title, Writer *out)
{
    write_format(out,
                 "## %s\n\n| type | packet | body | maximum bytes | |\n"
                 "|--:|---|---|--:|---|\n",
                 title);
    for (unsigned type = 0; type < FRAME_TYPES; type++) {
        const PacketKind *kind = packet_kind(from, type);
        if (kind)
            write_format(out, "| %u | %s | %s | %zu | %s |\n", type, kind->name,
                         kind->layout->name, kind->max, kind->doc);
    }
    write_format(out, "\n");
}

/* Each record once: REGISTER and LOGIN, PING and PONG share records. */
static void write_records(Writer *out)
{
    static const RecordLayout *const parts[] = {&PacketTarget_layout, &PacketTyped_layout,
                                                &PacketItem_layout};
    const RecordLayout *done[PACKET_SIDES * FRAME_TYPES];
    size_t count = 0;
    write_format(out, "## Bodies\n\n");
    for (unsigned i = 0; i < COUNT_OF(done); i++) {
        const PacketKind *kind = packet_kind(i / FRAME_TYPES, i % FRAME_TYPES);
        bool known = !kind;
        for (size_t j = 0; j < count && !known; j++)
            known = done[j] == kind->layout;
        if (known)
            continue;
        done[count++] = kind->layout;
        record_describe(kind->layout, out);
    }
    for (size_t i = 0; i < COUNT_OF(parts); i++)
        record_describe(parts[i], out);
}

/* Two tables from one .def: the size needs the C type, which has no string. */
static void write_numbers(Writer *out)
{
    static const struct {
        const char *name;
        long long min, max;
        const char *doc;
    } numbers[] = {
#define NUMBER(Type, ctype, min, max, doc) {#Type, min, max, doc},
#include "server/protocol/protocol.def"
    };
    write_format(out, "## Numbers with limits\n\nA packet with another value is malformed.\n\n"
                      "| type | bits | minimum | maximum | meaning |\n|---|--:|--:|--:|---|\n");
    static const size_t sizes[] = {
#define NUMBER(Type, ctype, min, max, doc) sizeof(ctype),
#include "server/protocol/protocol.def"
    };
    for (size_t i = 0; i < COUNT_OF(numbers); i++)
        write_format(out, "| %s | %zu | %lld | %lld | %s |\n", numbers[i].name, sizes[i] * 8,
                     numbers[i].min, numbers[i].max, numbers[i].doc);
    write_format(out, "\n");
}

typedef struct Word {
    const char *name, *doc;
} Word;

static void write_words(const char *title, const Word *words, size_t count, Writer *out)
{
    write_format(out, "## %s\n\n| number | name | meaning |\n|--:|---|---|\n", title);
    for (size_t i = 0; i < count; i++)
        write_format(out, "| %zu | %s | %s |\n", i, words[i].name, words[i].doc);
    write_format(out, "\n");
}

/* The numbers on the wire are the positions in these tables: both come from the same .def
 * files. */
static const Word results[] = {
#define RESULT(NAME, words) {#NAME, words},
#include "server/protocol/protocol.def"
};
static const Word reasons[] = {
#define REASON(NAME, words) {#NAME, words},
#include "server/protocol/protocol.def"
};
static const Word channels[] = {
#define CHANNEL(NAME, doc) {#NAME, doc},
#include "server/protocol/protocol.def"
};
static const Word trades[] = {
#define TRADE(NAME, doc) {#NAME, doc},
#include "server/protocol/protocol.def"
};
static const Word parties[] = {
#define PARTY(NAME, doc) {#NAME, doc},
#include "server/protocol/protocol.def"
};
static const Word features[] = {
#define FEATURE(NAME, doc) {#NAME, doc},
#include "server/protocol/protocol.def"
};

static const Word directions[] = {
    {"none", ""},
#define DIRECTION(NAME, word, doc) {#NAME, doc},
#include "engine/state/input.def"
};
static const Word buttons[] = {
#define BUTTON(NAME, word, doc) {#NAME, doc},
#include "engine/state/input.def"
};
static const Word offers[] = {
#define OFFER(NAME, word, doc) {#NAME, doc},
#include "engine/state/input.def"
};
static const Word screens[] = {
#define SCREEN(NAME, word, doc) {#NAME, doc},
#include "engine/state/input.def"
};
static const Word choices[] = {
#define CHOICE(NAME, doc) {#NAME, doc},
#include "engine/state/input.def"
};
static const Word effects[] = {
#define EFFECT(NAME, doc) {#NAME, doc},
#include "engine/state/input.def"
};

static void write_option_flags(Writer *out)
{
    static const struct {
        const char *name, *doc;
        unsigned value;
    } flags[] = {
#define OPTION_FLAG(NAME, value, doc) {#NAME, doc, value},
#include "engine/state/input.def"
    };
    write_format(out,
                 "## Rows of other screens\n\nA row is the sum of a value of this table and "
                 "of an index below 4096; without such a value, the index is that of an "
                 "option of a dialog or chooser, an item of the bag or of a market, an "
                 "attribute, a quest, a recipe, or a group of options.\n\n"
                 "| value | name | screen: meaning |\n|--:|---|---|\n");
    for (size_t i = 0; i < COUNT_OF(flags); i++)
        write_format(out, "| 0x%04x | %s | %s |\n", flags[i].value, flags[i].name,
                     flags[i].doc);
    write_format(out, "\n");
}

/* The order of the members is that of the bits INPUT_... of packet.h. */
static void write_mask(Writer *out)
{
    size_t count, bit = 0;
    const Field *fields = PacketInput_layout.fields(&count);
    write_format(out, "## Members of INPUT (bits of mask)\n\n| bit | member |\n|--:|---|\n");
    for (size_t i = 0; i < count; i++)
        if (fields[i].shape == SHAPE_WHEN)
            write_format(out, "| %zu | `%s` |\n", bit++, fields[i].name);
    write_format(out, "\n");
}

/* The part that no table has. A change here changes docs/reference/protocol.md: run `make
 * docs`. */
static const char playing[] =
    "## Playing\n\n"
    "[examples/client.py](../../examples/client.py) is a bot of 200 lines that needs nothing "
    "but this "
    "page: it registers, walks, talks and trades.\n\n"
    "**Entering.** After LOGIN, the server sends RESULT, WELCOME and STATE packets. All parts "
    "can be read without the game file; names of sprites, maps and dialogs need it. A new "
    "player may be on another screen than the map: SCREEN tells which one (place 0). In "
    "character creation (CREATE), the row 0x1001 (DONE) starts the game. Screens that cover "
    "the "
    "map are left with the button CANCEL, or CONFIRM for a text.\n\n"
    "**Input.** A client sends INPUT when its input has changed, at most once per tick "
    "(WELCOME "
    "has the rate). `direction` and `offers` are held: they stay as in the last INPUT until "
    "the "
    "next one. All other members count once. Without any INPUT the player goes on walking in "
    "the held direction, or along the path of the last `target`; a direction ends that path. "
    "`sequence` is counted up from 1, and TICK and NEXT confirm the last one that was applied. "
    "Up "
    "to four inputs wait for their tick; if more arrive, the newest are merged. A client may "
    "predict its own steps with the game's rules; a simple one just takes over the positions "
    "of "
    "MOVE and STEPS.\n\n"
    "**Walking.** `direction` walks in that direction (see Directions). `target` walks to a "
    "position, in pixels of the map's image; MOVE has positions in 1/256 pixels. A target on "
    "an "
    "NPC talks to it, on an object touches it. `action` is one of the nine default actions, on "
    "what is in front of the player.\n\n"
    "**Positions of others.** LOOK announces an actor, and has the account number (`player`) "
    "and name of a player; GONE removes it. MOVE is a complete position, a step of STEPS is "
    "the "
    "difference to the last one: the actor of the first step is `first`, that of each further "
    "one is the previous plus `gap`. After WELCOME, all state is forgotten.\n\n"
    "**Rows of screens.** SCREEN lists in `options` the rows that can be chosen. `option` of "
    "INPUT is 1 + the index in this list, and chooses it; `select` only marks it. What the "
    "values "
    "mean depends on the screen, see Rows.\n\n"
    "**Talking.** SAY on the channel MAP is heard by players within 32 cells, also by the "
    "speaker, as CHAT. A line on MAP that begins with a slash is a command and is not heard: "
    "`/help` lists the commands of this player, `/report`, `/ignore` and others. Answers come "
    "as "
    "CHAT of the channel SERVER, failures as RESULT.\n\n"
    "**Trading.** ASK to a player within 6 cells; the other one answers with ASK. Then both "
    "are "
    "sent ITEMS with an empty list: the trade is open. ITEMS of a client replaces all that it "
    "offers; the other side is sent them with a new `revision`. AGREE names the revision of "
    "the "
    "other side's last ITEMS. When both have agreed to what the other offers, the server "
    "exchanges the items, sends BAG, and DONE when that is saved. CANCEL ends it at any "
    "time.\n\n";

static const char introduction[] =
    "# The protocol of the server\n\n"
    "Generated from `src/server/protocol/protocol.def`, `src/server/protocol/packets.def` and, "
    "for "
    "the "
    "parts of STATE, `src/server/protocol/state_records.def` and `src/engine/state/state.def`. "
    "The two "
    "hellos are laid out as those of the original TirNanoG protocol, whose version is 0.\n\n"
    "A connection is TLS 1.3 on TCP, or a WebSocket on it with binary messages, whose borders "
    "have no meaning (`serve --web`).\nIt carries packets: a header of 2 bytes, little-endian, "
    "with the\ntype in bits 0-4 and the length, including the header, in bits 5-15; then the "
    "body. All integers are little-endian. A\npacket has at most 2,047 bytes; a longer body is "
    "split into PIECE packets, of which only the last one has the flag.\n\n"
    "Text is UTF-8 without control characters (U+0000-1F, U+007F-9F), direction marks "
    "(U+061C, U+200E-F, U+202A-E, U+2060-F),\nline ends (U+2028-9), invisible characters "
    "(U+00AD, U+115F-60, U+180E, U+200B, U+3164, U+FEFF, U+FFA0, U+FFF9-B,\nU+E0000-7F) and "
    "noncharacters (U+FDD0-EF, U+nFFFE-F). The length of each body is exactly that of its "
    "fields. A packet that\nviolates these rules, or that is not allowed in the current state, "
    "ends the connection.\n\n";

/* Limits are printed from the structures that the sessions use, so that the page cannot become
 * wrong. */
static void write_order(Writer *out)
{
    const SessionLimits *limits = &session_limits;
    write_format(out,
                 "| order | client | server |\n|--:|---|---|\n"
                 "| 1 | HELLO, within %u s of connecting; waits %u s for the server's | HELLO; "
                 "another magic or version ends the connection |\n"
                 "| 2 | FETCH, if the client does not have the game (unique id); may resume a "
                 "download | FILE ... without gaps, at most %u MiB/s, %u MiB/s for all clients "
                 "together |\n"
                 "| 3 | REGISTER, if the feature is set | RESULT |\n"
                 "| 4 | LOGIN, within %u s of the hello, plus the time for downloading at %u "
                 "KiB/s or more | RESULT, WELCOME |\n"
                 "| 5 | INPUT, SAY, TRADE, PARTY | STATE, CHAT, TRADE, PARTY, RESULT |\n"
                 "| 6 | BYE | BYE |\n\n",
                 limits->hello / 1000, client_limits.hello / 1000, limits->fetch >> 20,
                 FETCHES_PER_SECOND >> 20, limits->login / 1000, limits->fetch_min >> 10);
}

static void write_session_limits(Writer *out)
{
    const SessionLimits *limits = &session_limits;
    write_format(
        out,
        "Both sides may send PING, which is answered by PONG. A server sends one every "
        "%u s to a player, before\nthe login after %u s without data, and ends the "
        "connection after %u s without data; a client sends one every %u s and gives "
        "up after %u s.\n",
        limits->ping / 1000, limits->ping / 1000, limits->idle / 1000,
        client_limits.ping / 1000, client_limits.idle / 1000);
    write_format(out,
                 "A client may send %u packets and %u KiB per second, in bursts %u packets and "
                 "%u KiB, and %u REGISTER or LOGIN packets.\n",
                 limits->packets, limits->bytes >> 10, limits->packets_max,
                 limits->bytes_max >> 10, limits->attempts);
}

static void write_connection_limits(const ConnectionLimits *limits, Writer *out)
{
    write_format(
        out,
        "A client that does not receive in time is disconnected when more than %u KiB "
        "are waiting.\n\n"
        "After WAIT for REGISTER or LOGIN the text of RESULT has the number of seconds "
        "to wait: `too many attempts; wait 43 s`.\n\n",
        limits->unsent >> 10);
    write_format(
        out,
        "A TLS handshake must end within %u s. One address (IPv6: the first 64 bits) "
        "may start %u handshakes per second, %u in a burst, and have %u pending;\nmore "
        "are closed without an answer. If more than %u are pending in total, the oldest "
        "is ended.\n",
        limits->handshake / 1000, limits->rate, limits->rate_max, limits->pending_each,
        limits->pending);
    write_format(out,
                 "One address may have %u connections, before and after the login. One more is "
                 "answered by BYE with the reason FULL and a text; if %u\nof these are open, "
                 "too, it is closed without an answer. Connections from the server's own "
                 "machine are not counted.\nThere are no session tickets, no early data and no "
                 "client certificates.\n\n",
                 limits->each, limits->each);
}

/* `limits`: of the listener, which this folder does not include. */
void protocol_describe(const ConnectionLimits *limits, Writer *out)
{
    write_text(out, text_of(introduction));
    write_order(out);
    write_session_limits(out);
    write_connection_limits(limits, out);
    write_side(FROM_CLIENT, "From the client", out);
    write_side(FROM_SERVER, "From the server", out);
    write_records(out);
    write_numbers(out);
    state_describe(out);
    write_text(out, text_of(playing));
    write_mask(out);
    write_words("Directions", directions, COUNT_OF(directions), out);
    write_words("Buttons (bits)", buttons, COUNT_OF(buttons), out);
    write_words("Offers (bits)", offers, COUNT_OF(offers), out);
    write_words("Screens", screens, COUNT_OF(screens), out);
    write_words("Rows of the main menu and of the pause menu", choices, COUNT_OF(choices), out);
    write_option_flags(out);
    write_words("Effects", effects, COUNT_OF(effects), out);
    write_words("Results", results, COUNT_OF(results), out);
    write_words("Reasons", reasons, COUNT_OF(reasons), out);
    write_words("Channels", channels, COUNT_OF(channels), out);
    write_words("Acts of trade", trades, COUNT_OF(trades), out);
    write_words("Acts of parties", parties, COUNT_OF(parties), out);
    write_words("Features (bits)", features, COUNT_OF(features), out);
}
