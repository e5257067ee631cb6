/* Messages between the servers of one game (transport: server/transport/bus.h).
 *
 * A message is the sender's number (u64), its kind (u8) and a record of bus_records.def, all
 * little-endian. The bus must be reachable for the servers only: senders are not
 * authenticated. Messages are still validated, because another server may run another
 * version. */
#ifndef OISIN_SERVER_BUS_MESSAGE_H
#define OISIN_SERVER_BUS_MESSAGE_H

#include "base/record.h"

#define RECORD_FILE "server/cluster/bus_records.def"
#include "base/record_struct.h"
#undef RECORD_FILE

typedef enum BusKind {
#define MESSAGE(NAME, Record, member, doc) BUS_##NAME,
#include "server/cluster/bus_message.def"
    BUS_KINDS,
} BusKind;

typedef struct BusMessage {
    uint64_t from; /* the sender's number */
    BusKind kind;
    union {
#define MESSAGE(NAME, Record, member, doc) Record member;
#include "server/cluster/bus_message.def"
    };
} BusMessage;

/* Lists are allocated in the arena; other members refer to `bytes`. On failure, returns
 * false and reports an error. */
bool bus_message_read(Bytes bytes, BusMessage *out, Arena *arena, Report *report);
void bus_message_write(uint64_t from, BusKind kind, const void *record, Writer *out);

#endif
