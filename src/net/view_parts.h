/* What the files of the view share. */
#ifndef OISIN_NET_VIEW_PARTS_H
#define OISIN_NET_VIEW_PARTS_H

#include "net/view.h"

enum {
    MOVE_SIZE = 40,    /* bytes of a part MOVE at most */
    BUCKET_CELLS = 16, /* a bucket is so many cells wide and high */
    BUCKETS = 1 << 12,
    JOURNAL = 256, /* changes of a map that are remembered */
};

/* An actor, as it was last looked at. */
typedef struct ViewActor {
    bool used, has_values; /* of players no values are told */
    uint32_t npc, id;      /* who it is: of the game, or who plays */
    uint32_t born;         /* counts who has had this number */
    Cell cell;
    uint32_t map, next;           /* in its bucket: index + 1 */
    uint32_t look, moved, valued; /* versions: count changes */
    uint32_t shaped;              /* ... of all that MOVE says but what STEP does */
    uint64_t look_hash;
    int32_t *values; /* as told */
    uint32_t value_count, value_room;
    StateMove at;
    uint8_t move[MOVE_SIZE]; /* `at` as a part */
    uint8_t move_size;
} ViewActor;

/* A map's objects. */
typedef struct ViewMap {
    uint16_t *original, *seen; /* as in the game file; as last looked at. NULL: never */
    uint64_t changes;
    uint32_t sequence;         /* changes ever */
    uint32_t journal[JOURNAL]; /* cells: change n is at n % JOURNAL */
    ShownMap shown[SHOWN_MOST];
    size_t shown_count;
    uint32_t shown_at; /* tick */
} ViewMap;

struct ViewWorld {
    World *world;
    uint32_t views; /* ever made */
    ViewActor actors[ACTORS_MOST];
    ViewMap **maps;
    uint32_t buckets[BUCKETS]; /* actors + 1 */
    Arena *arena;              /* for ever */
    Arena *scratch;            /* of one look */
};

typedef struct Known {
    uint32_t actor, born, look, moved, valued, shaped;
    Spot at;     /* as told last */
    int32_t far; /* cells, when it was looked for last */
} Known;

typedef struct KnownMap {
    uint32_t map, sequence;
} KnownMap;

/* What the player was told of themselves. */
typedef struct ViewSelf {
    bool told;
    StateSelf self;
    Item items[ITEMS_MOST];
    uint32_t item_count;
    uint16_t equipped[TNG_EQUIP_SLOTS], belt[TNG_EQUIP_SLOTS];
    ScreenState screens[4];
    Ingredient fields[CRAFT_FIELDS];
    uint32_t field;
    AlertState alerts[ALERTS_MOST];
    uint32_t alert_count;
    uint64_t quests, making, globals, values, overlays, shots; /* hashes */
} ViewSelf;

struct View {
    ViewWorld *views;
    uint32_t place, phase, pictures;
    uint32_t map;                 /* when who is near was looked for last */
    Known known[2 * VIEW_ACTORS]; /* ordered by actor */
    uint32_t known_count;
    KnownMap maps[2 * SHOWN_MOST]; /* the last that were shown first */
    uint32_t map_count;
    ViewSelf self;
};

/* view_world.c */
const ViewMap *view_map(ViewWorld *views, uint32_t map);
/* Those to be seen from a map. */
const ShownMap *view_shown(ViewWorld *views, uint32_t map, size_t *count);
uint32_t view_bucket(uint32_t map, int32_t x, int32_t y);

/* view_self.c: what has changed of the player themselves; whether anything has. */
bool view_self_write(View *view, Writer *out);
/* What lies and flies about: with each picture. */
void view_things_write(View *view, const ShownMap *shown, size_t count, Writer *out);

#endif
