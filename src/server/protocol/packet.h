/* Packets of the protocol between clients and servers: reading, writing, printing.
 *
 * `protocol.def` lists the packets, `packets.def` their contents. Reading validates a packet:
 * its length is exact, texts are UTF-8 without control characters, numbers are in range.
 * Whether a packet makes sense in the game is checked by the server.
 *
 * A body longer than FRAME_BODY is written as PIECE packets; the maximum of its kind limits
 * it. */
#ifndef OISIN_SERVER_PROTOCOL_PACKET_H
#define OISIN_SERVER_PROTOCOL_PACKET_H

#include "base/record.h"
#include "server/protocol/frame.h"

enum { PROTOCOL_VERSION = 1 };

/* The sender of a packet: types of clients and servers are numbered separately. */
typedef enum PacketFrom { FROM_CLIENT, FROM_SERVER, PACKET_SIDES } PacketFrom;

/* A switch over one of these has no default: a missing case is a compiler error. */
typedef enum ClientPacketType {
#define PACKET(from, number, NAME, Record, member, max, states, doc)                           \
    PACKET_OF_##from(NAME, number)
#define PACKET_OF_CLIENT(NAME, number) CLIENT_##NAME = (number),
#define PACKET_OF_SERVER(NAME, number)
#include "server/protocol/protocol.def"
#undef PACKET_OF_CLIENT
#undef PACKET_OF_SERVER
} ClientPacketType;

typedef enum ServerPacketType {
#define PACKET(from, number, NAME, Record, member, max, states, doc)                           \
    PACKET_OF_##from(NAME, number)
#define PACKET_OF_CLIENT(NAME, number)
#define PACKET_OF_SERVER(NAME, number) SERVER_##NAME = (number),
#include "server/protocol/protocol.def"
#undef PACKET_OF_CLIENT
#undef PACKET_OF_SERVER
} ServerPacketType;

typedef enum ResultCode {
#define RESULT(NAME, words) RESULT_##NAME,
#include "server/protocol/protocol.def"
    RESULTS,
} ResultCode;

typedef enum ReasonCode {
#define REASON(NAME, words) REASON_##NAME,
#include "server/protocol/protocol.def"
    REASONS,
} ReasonCode;

typedef enum Channel {
#define CHANNEL(NAME, doc) CHANNEL_##NAME,
#include "server/protocol/protocol.def"
} Channel;

typedef enum TradeAct {
#define TRADE(NAME, doc) TRADE_##NAME,
#include "server/protocol/protocol.def"
} TradeAct;

typedef enum PartyAct {
#define PARTY(NAME, doc) PARTY_##NAME,
#include "server/protocol/protocol.def"
} PartyAct;

enum {
#define FEATURE(NAME, doc) FEATURE_BIT_##NAME,
#include "server/protocol/protocol.def"
#define FEATURE(NAME, doc) FEATURE_##NAME = 1 << FEATURE_BIT_##NAME,
#include "server/protocol/protocol.def"
};

/* Bits of PacketInput.mask: the members that follow. */
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
    enum { Type##_bytes = sizeof(ctype) };                                                     \
    extern const RecordLayout Type##_layout;
#include "server/protocol/protocol.def"

#define RECORD_FILE "server/protocol/packet_parts.def"
#include "base/record_struct.h"
#undef RECORD_FILE
#define RECORD_FILE "server/protocol/packets.def"
#include "base/record_struct.h"
#undef RECORD_FILE

enum { PIECE_TYPE = FRAME_TYPES - 1, PIECE_LAST = 0x80 }; /* of PacketPiece.flags */

typedef struct PacketKind {
    const char *name, *doc;
    unsigned type;
    const RecordLayout *layout;
    size_t max;      /* bytes of the body */
    uint32_t states; /* bits: receiver states in which it is allowed */
} PacketKind;

/* Returns NULL if the type is unknown. */
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
        PacketPassword password;
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

/* Lists are allocated in the arena; REST members point into `body`. */
bool packet_read(PacketFrom from, unsigned type, Bytes body, Packet *out, Arena *arena,
                 Report *report);

/* Appends a packet, or pieces of it, to `out`. `record` is the kind's struct and must be
 * valid for `packet_read`. */
void packet_write(PacketFrom from, unsigned type, const void *record, Writer *out);

/* For logs: {"packet": name, ...}; passwords are omitted. */
void packet_show(const Packet *packet, JsonWriter *json);

/* Texts shown to the user. */
const char *result_words(unsigned code);
const char *reason_words(unsigned code);
/* Names of codes, "WRONG", for logs and metrics; empty if unknown. */
const char *result_name(unsigned code);
const char *reason_name(unsigned code);

/* Whether the text is UTF-8 without control characters. Characters that change the writing
 * direction, end a line or are invisible count as control characters. */
bool packet_text_ok(Text text);
/* Whether it consists of two small letters. */
bool packet_language_ok(Text text);
/* Cuts it to the size of a PacketTextSize, between two characters. */
Text packet_text_cut(Text text);

/* Limits of connections that a server enforces outside of this folder. */
typedef struct ConnectionLimits {
    unsigned unsent;                /* bytes that wait for a slow receiver */
    unsigned handshake;             /* ms */
    unsigned pending, pending_each; /* handshakes: in total, of one address */
    unsigned rate, rate_max;        /* handshakes of one address: per second; burst */
    unsigned each;                  /* connections of one address */
} ConnectionLimits;
/* Prints docs/reference/protocol.md. */
void protocol_describe(const ConnectionLimits *limits, Writer *out);

#endif
