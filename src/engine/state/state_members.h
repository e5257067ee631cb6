/* The members of the world's structs as data: what state.def says about each of them.
 *
 * The same row makes the member in the struct (state.h) and its description here. Whatever
 * treats all members alike walks over the descriptions: saved games write and check a column
 * for each (save/save_tables.c), world_hash mixes them in (state_hash.c), the debugger and
 * tests print them (`state_print`). What clients receive follows from the rows as well, at
 * compile time: server/protocol/sent.def. */
#ifndef OISIN_ENGINE_STATE_STATE_MEMBERS_H
#define OISIN_ENGINE_STATE_STATE_MEMBERS_H

#include "base/stream.h"
#include "engine/state/state.h"

/* How a number from a file or from a server is checked. In saved games of another build of the
 * game, numbers of maps, objects and so on are also translated by name. If a character joins
 * another world, its ticks are converted to the clock of that world. */
typedef enum StateCheck {
    CHECK_NUMBER, /* at most `max` */
    CHECK_SIGNED, /* from -`max` to `max` */
    CHECK_MAP,    /* or NONE */
    CHECK_QUEST,
    CHECK_OBJECT, /* 65535 and more: none */
    CHECK_SPRITE, /* category << 16 | index */
    CHECK_ENTITY,
    CHECK_MUSIC,     /* or 0 */
    CHECK_IN_CELL,   /* a coordinate on the map */
    CHECK_NEAR_CELL, /* a coordinate on this map or an adjacent one */
    CHECK_FAR_CELL,  /* any coordinate that a script can use */
    CHECK_PIXEL,     /* a coordinate on the image of this map or an adjacent one */
    CHECK_FOOT,      /* the same in 1/256 pixels */
    CHECK_SINCE,     /* a tick in the past */
    CHECK_UNTIL,     /* a tick in the future, or 0: never */
} StateCheck;

typedef enum StateFlags { /* see state.def */
                          SAVED = 1,
                          HASHED = 2,
                          ORDERED = 4,
                          HASHED_IF_SET = 8,
} StateFlags;

typedef enum MemberShape {
    MEMBER_ONE,           /* one number in the struct */
    MEMBER_ARRAY,         /* `max` numbers in the struct */
    MEMBER_LISTED,        /* as many as the counter says, in the struct */
    MEMBER_POINTED,       /* the same, at a pointer */
    MEMBER_PER_ATTRIBUTE, /* as many as the game has attributes, at a pointer */
    MEMBER_PER_QUEST,
    MEMBER_PER_GROUP, /* groups of options of a character */
    MEMBER_LINK,      /* not state */
} MemberShape;

typedef struct StateMember {
    const char *name, *doc, *sent;
    MemberShape shape;
    StateCheck check;
    unsigned flags;      /* of StateFlags */
    size_t offset, size; /* in the struct; of one value */
    /* MEMBER_ONE: the greatest valid number, for the check; of arrays: their capacity */
    uint32_t max;
    uint32_t counter;                  /* offset of the counter in the struct */
    uint8_t counter_size;              /* bytes */
    const struct StateEntity *element; /* the type of the values */
} StateMember;

/* A struct or, without members, a kind of numbers. */
typedef struct StateEntity {
    const char *name, *doc;
    size_t size;
    bool is_signed;
    const StateMember *(*members)(size_t *count);
} StateEntity;

extern const StateEntity u8_entity, u16_entity, u32_entity, i32_entity, char_entity;
extern const StateEntity Cell_entity, Ingredient_entity;
#define ENTITY(Type, doc) extern const StateEntity Type##_entity;
#include "engine/state/state.def"

/* The number of values of a member in a row (a struct of its entity), and the first one. */
size_t member_count(const World *world, const StateMember *member, const void *row);
/* The counter of a LISTED or POINTED member. */
static inline size_t member_counter(const StateMember *member, const void *row)
{
    const char *counter = (const char *)row + member->counter;
    uint32_t count;
    size_t wide;
    if (member->counter_size == sizeof count) {
        memcpy(&count, counter, sizeof count);
        return count;
    }
    memcpy(&wide, counter, sizeof wide);
    return wide;
}
void *member_values(const StateMember *member, const void *row);

/* The numbers that pass a check. Numbers of maps, quests and so on are only compared with
 * what their type can hold: whether the game has them is the caller's question. */
typedef struct StateRange {
    int64_t low, high;
    bool is_signed; /* the number is an i32 */
} StateRange;
StateRange state_range(const Grid *grid, StateCheck check, uint32_t max);
static inline bool range_has(const StateRange *range, uint32_t number)
{
    const int64_t value = range->is_signed ? (int64_t)(int32_t)number : (int64_t)number;
    return value >= range->low && value <= range->high;
}
static inline bool state_is_valid(const Grid *grid, StateCheck check, uint32_t max,
                                  uint32_t number)
{
    const StateRange range = state_range(grid, check, max);
    return range_has(&range, number);
}

/* Copies the numbers that have one of these flags from one row to another. */
void state_copy(const StateEntity *entity, void *to, const void *from, unsigned flags);

/* Prints the members of a row that have one of these flags, each as a line
 * `prefix.member = value`; lists as numbers after each other, lists of structs a line each. */
void state_print(const World *world, const StateEntity *entity, const void *row,
                 const char *prefix, unsigned flags, Writer *out);
/* Prints all saved and hashed state: maps, actors, tasks and players in their order. */
void world_print(const World *world, Writer *out);
/* Prints docs/reference/state.md: all entities with their members. */
void members_describe(Writer *out);

#endif
