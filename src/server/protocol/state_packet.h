/* STATE packets: the changes that a client is sent after a tick.
 *
 * The body is a list of parts, each a byte for its kind (state_parts.def) and a record
 * (state_records.def). The first part is TICK, or NEXT for the tick that follows the previous
 * packet's; all others are optional. view.h writes the parts, mirror.h applies them, and bots
 * read some of them. The constants below are bits of members of these records; the records
 * explain them. */
#ifndef OISIN_SERVER_PROTOCOL_STATE_PACKET_H
#define OISIN_SERVER_PROTOCOL_STATE_PACKET_H

#include "base/record.h"

typedef enum StateKind {
#define PART(NAME, Record, member, doc) STATE_##NAME,
#include "server/protocol/state_parts.def"
    STATE_KINDS,
} StateKind;

#define RECORD_FILE "server/protocol/state_records.def"
#include "base/record_struct.h"
#undef RECORD_FILE

enum {
    DELTA_SERVER_CONTROLLED = 1,
    DELTA_SNAPSHOT = 2, /* of StateTick.flags */
    DELTA_WALKS = 1 << 3,
    DELTA_ACTS = 1 << 4,
    DELTA_FLINCH = 1 << 5,
    DELTA_DYING = 1 << 6,   /* of StateMove.pose */
    DELTA_RESET = 1,        /* of StateCells.flags */
    DELTA_HURT = 1 << 7,    /* of StateAct.action */
    DELTA_PRECISE = 1 << 7, /* of StateStep.pose */
    DELTA_NOWHERE = 0xFFFF,
};

/* StateNext.flags: more inputs; ticks since the previous packet. */
enum { STATE_MORE = 1 << 2, STATE_TICKS_AT = 3, STATE_TICKS_MAX = 31 };

typedef struct StatePart {
    StateKind kind;
    union {
#define PART(NAME, Record, member, doc) Record member;
#include "server/protocol/state_parts.def"
    };
} StatePart;

/* Appends a part; `record` is the struct of the kind. */
void state_write(StateKind kind, const void *record, Writer *out);
/* Reads the next part; false at the end, or when the reader has failed. Lists are in the
 * arena. */
bool state_next(Reader *reader, StatePart *out, Arena *arena);
/* Prints a section of docs/reference/protocol.md. */
void state_describe(Writer *out);

#endif
