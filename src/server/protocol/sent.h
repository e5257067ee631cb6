/* From state to the records that clients receive, and back: for each entity of
 * engine/state/state.def two functions, which follow from its rows.
 *
 * sent_fill_Actor(&look, actor) fills the members of StateLook that are members of Actor: the
 * view compares them with the last ones that a client got. sent_take_Actor(&actor, &look, ...)
 * is the way back in the client's mirror: each number is checked as its row says, since the
 * server is not trusted. Members that packets have in another form (HAND in state.def) are left
 * alone. */
#ifndef OISIN_SERVER_PROTOCOL_SENT_H
#define OISIN_SERVER_PROTOCOL_SENT_H

#include "engine/state/state_members.h"
#include "server/protocol/state_packet.h"

/* The record of each entity; void: nothing of it is sent by its rows. */
typedef StateLook SentActor;
typedef StateSelf SentPlayer, SentWorld;
typedef StateScreen SentScreenState;
typedef StateItem SentItem;
typedef StateAlert SentAlertState;
typedef StateOverlay SentOverlay;
typedef StateShot SentShot;
typedef StateEffect SentEffect;
typedef void SentLocation, SentOrder, SentWatch, SentSpawnPoint, SentMapState, SentTask,
    SentChatLine, SentLoot, SentObjectValue, SentNear, SentQuestClaim, SentRemotePut;

/* Reports an invalid number; returns false. */
bool sent_refuse(Report *report, const char *what, uint32_t number);

/* clang-format off */
#define ENTITY(Type, doc)                                                                      \
    static inline void sent_fill_##Type(Sent##Type *to, const Type *from)                      \
    {                                                                                          \
        (void)to;                                                                              \
        (void)from;
#define END_ENTITY(Type) }
#define SENT_AS(wire) FILL_##wire
#define FILL_u8(type, name, check, max, doc) to->name = (u8)from->name;
#define FILL_u16(type, name, check, max, doc) to->name = (u16)from->name;
#define FILL_u32(type, name, check, max, doc) to->name = (u32)from->name;
#define FILL_i8(type, name, check, max, doc) to->name = (i8)from->name;
#define FILL_i32(type, name, check, max, doc) to->name = (i32)from->name;
#define FILL_Spot(type, name, check, max, doc)                                                 \
    to->name##_x = from->name.x;                                                               \
    to->name##_y = from->name.y;
#define FILL_Location(type, name, check, max, doc)                                             \
    to->name = from->name.map;                                                                 \
    to->name##_x = from->name.cell.x;                                                          \
    to->name##_y = from->name.cell.y;
#define SENT_ALL
#include "server/protocol/sent.def"
#undef SENT_AS

#define ANY UINT32_MAX
#define ENTITY(Type, doc)                                                                      \
    static inline bool sent_take_##Type(Type *to, const Sent##Type *from, const Grid *grid,    \
                                        Report *report)                                        \
    {                                                                                          \
        (void)to;                                                                              \
        (void)from;                                                                            \
        (void)grid;                                                                            \
        (void)report;
#define END_ENTITY(Type)                                                                       \
        return true;                                                                           \
    }
#define SENT_AS(wire) TAKE_##wire
#define TAKE_CHECKED(member, check, max)                                                       \
    if (!state_is_valid(grid, check, max, (uint32_t)from->member))                                \
        return sent_refuse(report, #member, (uint32_t)from->member);
#define TAKE_u32(type, name, check, max, doc)                                                  \
    TAKE_CHECKED(name, check, max)                                                             \
    to->name = (type)from->name;
#define TAKE_u8 TAKE_u32
#define TAKE_u16 TAKE_u32
#define TAKE_i8 TAKE_u32
#define TAKE_i32 TAKE_u32
#define TAKE_Spot(type, name, check, max, doc)                                                 \
    TAKE_CHECKED(name##_x, check, max)                                                         \
    TAKE_CHECKED(name##_y, check, max)                                                         \
    to->name = (Spot){from->name##_x, from->name##_y};
#define TAKE_Location(type, name, check, max, doc)                                             \
    TAKE_CHECKED(name##_x, check, max)                                                         \
    TAKE_CHECKED(name##_y, check, max)                                                         \
    to->name = (Location){from->name, {from->name##_x, from->name##_y}};
#include "server/protocol/sent.def"
#undef SENT_ALL
#undef SENT_AS
#undef ANY
/* clang-format on */

#endif
