/* The packets that clients and servers of a game exchange: read, written, shown.
 *
 * `protocol.def` lists them, `packets.def` says what is in them. A packet that is read is
 * right in itself: not too short or too long, no byte left over, texts are UTF-8 without
 * control characters, numbers are within their limits. Whether it makes sense in the game is
 * the server's business.
 *
 * A body longer than FRAME_BODY is written as PIECE packets; `most` of its kind limits it. */
#ifndef OISIN_NET_PACKET_H
#define OISIN_NET_PACKET_H

#include "base/record.h"
#include "net/frame.h"

enum { PROTOCOL_VERSION = 0 };

/* Who sends a packet: types of clients and servers are counted each for themselves. */
typedef enum PacketFrom { FROM_CLIENT, FROM_SERVER, PACKET_SIDES } PacketFrom;

/* A switch over one of these has no default: a packet without a case does not compile. */
typedef enum ClientPacketType {
#define PACKET(from, number, NAME, Record, member, max, states, doc)                           \
    PACKET_OF_##from(NAME, number)
#define PACKET_OF_CLIENT(NAME, number) CLIENT_##NAME = (number),
#define PACKET_OF_SERVER(NAME, number)
#include "net/protocol.def"
#undef PACKET_OF_CLIENT
#undef PACKET_OF_SERVER
} ClientPacketType;

typedef enum ServerPacketType {
#define PACKET(from, number, NAME, Record, member, max, states, doc)                           \
    PACKET_OF_##from(NAME, number)
#define PACKET_OF_CLIENT(NAME, number)
#define PACKET_OF_SERVER(NAME, number) SERVER_##NAME = (number),
#include "net/protocol.def"
#undef PACKET_OF_CLIENT
#undef PACKET_OF_SERVER
} ServerPacketType;

typedef enum ResultCode {
#define RESULT(NAME, words) RESULT_##NAME,
#include "net/protocol.def"
    RESULTS,
} ResultCode;

typedef enum ReasonCode {
#define REASON(NAME, words) REASON_##NAME,
#include "net/protocol.def"
    REASONS,
} ReasonCode;

typedef enum Channel {
#define CHANNEL(NAME, doc) CHANNEL_##NAME,
#include "net/protocol.def"
} Channel;

typedef enum TradeAct {
#define TRADE(NAME, doc) TRADE_##NAME,
#include "net/protocol.def"
} TradeAct;

typedef enum PartyAct {
#define PARTY(NAME, doc) PARTY_##NAME,
#include "net/protocol.def"
} PartyAct;

enum {
#define FEATURE(NAME, doc) FEATURE_BIT_##NAME,
#include "net/protocol.def"
#define FEATURE(NAME, doc) FEATURE_##NAME = 1 << FEATURE_BIT_##NAME,
#include "net/protocol.def"
};

/* Which members of an input follow: PacketInput.mask. */
enum {
    INPUT_DIRECTION = 1 << 0,
    INPUT_OFFERS = 1 << 1,
    INPUT_BUTTONS = 1 << 2,
    INPUT_ACTION = 1 << 3,
    INPUT_ITEM = 1 << 4,
    INPUT_BELT = 1 << 5,
    INPUT_OPTION = 1 << 6,
    INPUT_SELECT = 1 << 7,
    INPUT_ADJUST = 1 << 8,
    INPUT_TAB = 1 << 9,
    INPUT_TARGET = 1 << 10,
    INPUT_TEXT = 1 << 11,
};

#define NUMBER(Type, ctype, min, max, doc)                                                     \
    typedef ctype Type;                                                                        \
    extern const Layout Type##_layout;
#include "net/protocol.def"

#define RECORD_FILE "net/packet_parts.def"
#include "base/record_struct.h"
#undef RECORD_FILE
#define RECORD_FILE "net/packets.def"
#include "base/record_struct.h"
#undef RECORD_FILE

enum { PIECE_TYPE = FRAME_TYPES - 1, PIECE_LAST = 0x80 }; /* of PacketPiece.flags */

typedef struct PacketKind {
    const char *name, *doc;
    unsigned type;
    const Layout *layout;
    size_t max;      /* bytes of the body */
    uint32_t states; /* bits: in which of the receiver's states it is allowed */
} PacketKind;

/* NULL if there is none. */
const PacketKind *packet_kind(PacketFrom from, unsigned type);

typedef struct Packet {
    unsigned type;
    const PacketKind *kind;
    union {
        PacketClientHello client_hello;
        PacketServerHello server_hello;
        PacketFetch fetch;
        PacketFile file;
        PacketAccount account;
        PacketInput input;
        PacketSay say;
        PacketTradeAct trade_act;
        PacketTrade trade;
        PacketPartyAct party_act;
        PacketParty party;
        PacketPing ping;
        PacketPong pong;
        PacketBye bye;
        PacketAnswer answer;
        PacketWelcome welcome;
        PacketState state;
        PacketChat chat;
        PacketPiece piece;
    };
} Packet;

/* Lists are in the arena, REST members point into `body`. */
bool packet_read(PacketFrom from, unsigned type, Bytes body, Packet *out, Arena *arena,
                 Report *report);

/* Appends a packet, or pieces of it, to `out`. `record` is the kind's struct, and right:
 * what `packet_read` would refuse is a mistake of the caller. */
void packet_write(PacketFrom from, unsigned type, const void *record, Writer *out);

/* For logs: {"packet": name, ...}; without passwords. */
void packet_show(const Packet *packet, JsonWriter *json);

/* What the client shows. */
const char *result_words(unsigned code);
const char *reason_words(unsigned code);

/* Whether it is UTF-8 without control characters; those that turn the writing's direction
 * around, end a line or cannot be seen count as such. */
bool packet_text_ok(Text text);
/* Whether it is two small letters. */
bool packet_language_ok(Text text);
/* As much of it as a PacketTextSize can say, without half a character at the end. */
Text packet_text_cut(Text text);

/* docs/protocol.md: all of the above. */
void protocol_describe(Writer *out);

#endif
