/* STATE packets: encoding of their parts (state_parts.def, state_records.def). */
#ifndef OISIN_NET_STATE_H
#define OISIN_NET_STATE_H

#include "base/record.h"

typedef enum StateKind {
#define PART(NAME, Record, member, doc) STATE_##NAME,
#include "net/protocol/state_parts.def"
    STATE_KINDS,
} StateKind;

#define RECORD_FILE "net/protocol/state_records.def"
#include "base/record_struct.h"
#undef RECORD_FILE

enum {
    STATE_LED = 1,
    STATE_PICTURE = 2, /* of StateTick.flags */
    STATE_WALKS = 1 << 3,
    STATE_ACTS = 1 << 4,
    STATE_FLINCH = 1 << 5,
    STATE_DYING = 1 << 6, /* of StateMove.pose */
    STATE_ANEW = 1,       /* of StateCells.flags */
    STATE_HURT = 1 << 7,  /* of StateAct.action */
    STATE_FINE = 1 << 7,  /* of StateStep.pose */
    STATE_NOWHERE = 0xFFFF,
};

/* StateNext.flags: more inputs; ticks since the previous packet. */
enum { STATE_MORE = 1 << 2, STATE_TICKS_AT = 3, STATE_TICKS_MAX = 31 };

typedef struct StatePart {
    StateKind kind;
    union {
#define PART(NAME, Record, member, doc) Record member;
#include "net/protocol/state_parts.def"
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
