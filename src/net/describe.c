#include "net/packet.h"
#include "net/state.h"

static void write_side(PacketFrom from, const char *title, Writer *out)
{
    write_format(out,
                 "## %s\n\n| type | packet | body | bytes at most | |\n"
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

/* Each record once, although REGISTER and LOGIN, PING and PONG share theirs. */
static void write_records(Writer *out)
{
    static const Layout *const parts[] = {&PacketTarget_layout, &PacketTyped_layout,
                                          &PacketItem_layout};
    const Layout *done[PACKET_SIDES * FRAME_TYPES];
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

static void write_numbers(Writer *out)
{
    static const struct {
        const char *name;
        long long min, max;
        const char *doc;
    } numbers[] = {
#define NUMBER(Type, ctype, min, max, doc) {#Type, min, max, doc},
#include "net/protocol.def"
    };
    write_format(out, "## Numbers with limits\n\nA packet with another value is malformed.\n\n"
                      "| type | bits | least | most | meaning |\n|---|--:|--:|--:|---|\n");
    static const size_t sizes[] = {
#define NUMBER(Type, ctype, min, max, doc) sizeof(ctype),
#include "net/protocol.def"
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

static const Word results[] = {
#define RESULT(NAME, words) {#NAME, words},
#include "net/protocol.def"
};
static const Word reasons[] = {
#define REASON(NAME, words) {#NAME, words},
#include "net/protocol.def"
};
static const Word channels[] = {
#define CHANNEL(NAME, doc) {#NAME, doc},
#include "net/protocol.def"
};
static const Word trades[] = {
#define TRADE(NAME, doc) {#NAME, doc},
#include "net/protocol.def"
};
static const Word parties[] = {
#define PARTY(NAME, doc) {#NAME, doc},
#include "net/protocol.def"
};
static const Word features[] = {
#define FEATURE(NAME, doc) {#NAME, doc},
#include "net/protocol.def"
};

static const char introduction[] =
    "# The protocol of the server\n\n"
    "Printed from `src/net/protocol.def` and `src/net/packets.def`; `specs/server.md` has what "
    "was public before.\n\n"
    "A connection is TLS 1.3 on TCP. What goes through it are packets: a header of 2 bytes, "
    "little-endian, with the\ntype in bits 0-4 and the length, header included, in bits 5-15; "
    "then the body. All integers are little-endian. A\npacket has at most 2,047 bytes; a "
    "longer "
    "body travels as PIECE packets, of which only the last has the flag.\n\n"
    "A text is UTF-8 without control characters (U+0000-1F, U+007F-9F), marks of direction "
    "(U+061C, U+200E-F, U+202A-E, U+2060-F),\nline ends (U+2028-9), characters that cannot be "
    "seen (U+00AD, U+115F-60, U+180E, U+200B, U+3164, U+FEFF, U+FFA0, U+FFF9-B,\nU+E0000-7F) "
    "and what is no character (U+FDD0-EF, U+nFFFE-F). Each body is exactly as long as its "
    "fields say. A packet that\nis not so, or that is not allowed in the present state, ends "
    "the connection.\n\n"
    "| order | client | server |\n|--:|---|---|\n"
    "| 1 | HELLO, within 5 s of connecting; 10 s until the server's | HELLO; another magic or "
    "version ends it |\n"
    "| 2 | FETCH, if it lacks that game (unique id); may go on where it was cut | FILE ... "
    "without gaps, 8 MiB/s at most, 32 MiB/s for all together |\n"
    "| 3 | REGISTER, if the feature is set | RESULT |\n"
    "| 4 | LOGIN, within 60 s of the hello and what fetching takes, at 8 KiB/s or more | "
    "RESULT, "
    "WELCOME "
    "|\n"
    "| 5 | INPUT, SAY, TRADE, PARTY | STATE, CHAT, TRADE, PARTY, RESULT |\n"
    "| 6 | BYE | BYE |\n\n"
    "Either side may send PING when it hears nothing and gets PONG. A server sends one every "
    "30 s while somebody plays, before\nthat after 30 s of silence, and ends the connection "
    "after "
    "90 s of silence; a client pings every 10 s and gives up after 45 s.\nA client may send 60 "
    "packets and 8 KiB a second, 180 packets and 32 KiB at once, and ask 5 times to register "
    "or "
    "log in.\nOne who does not take what the server has sent is let go when more than 256 KiB "
    "are "
    "waiting.\n\n"
    "After WAIT for REGISTER or LOGIN the text of RESULT says how many seconds to wait: `too "
    "many "
    "tries; wait 43 s`.\n\n"
    "TLS's handshake has 10 s. One address (of IPv6: the first 64 bits) may begin 20 a second, "
    "100 at once, and have 32 under way;\nmore are closed unanswered. Of more than 256 under "
    "way from anywhere the oldest is ended. Connections from the\nserver's own machine are not "
    "counted. There are no session tickets, no early data and no client certificates.\n\n";

void protocol_describe(Writer *out)
{
    write_text(out, text_of(introduction));
    write_side(FROM_CLIENT, "From the client", out);
    write_side(FROM_SERVER, "From the server", out);
    write_records(out);
    write_numbers(out);
    state_describe(out);
    write_words("Results", results, COUNT_OF(results), out);
    write_words("Reasons", reasons, COUNT_OF(reasons), out);
    write_words("Channels", channels, COUNT_OF(channels), out);
    write_words("Acts of trade", trades, COUNT_OF(trades), out);
    write_words("Acts of parties", parties, COUNT_OF(parties), out);
    write_words("Features (bits)", features, COUNT_OF(features), out);
}
