/* What the files of the view share. */
#ifndef OISIN_NET_VIEW_PARTS_H
#define OISIN_NET_VIEW_PARTS_H

#include "net/view.h"

enum {
    BUCKET_CELLS = 8, /* a bucket is so many cells wide and high */
    BUCKETS = 1 << 12,
    JOURNAL = 256, /* changes of a map that are remembered */
};

/* What is new about an actor: versions that only grow, from 1. They stand by themselves, as
 * each view asks each of those near for them in each picture. */
typedef struct ViewMark {
    uint32_t changed; /* counts changes of all but where it walks */
    uint32_t moved;   /* ... of where it is and how it walks */
} ViewMark;

/* An actor, as it was last looked at. */
typedef struct ViewActor {
    bool used, has_values; /* of players no values are told */
    uint32_t npc, id;      /* who it is: of the game, or who plays */
    Cell cell;
    uint32_t map, next; /* in its bucket: index + 1 */
    /* What ViewMark.changed was when this was new: who has this number, look, values, all
     * that MOVE says but what STEPS and ACT do, and what ACT does. */
    uint32_t born, look, valued, shaped, acted;
    uint64_t look_hash;
    int32_t *values; /* as told */
    uint32_t value_count, value_room;
    StateMove at;
} ViewActor;

/* A map's objects. */
typedef struct ViewMap {
    uint16_t *original, *seen; /* as in the game file; as last looked at. NULL: never */
    uint64_t changes;
    uint32_t sequence;         /* changes ever */
    uint32_t journal[JOURNAL]; /* cells: change n is at n % JOURNAL */
    ShownMap shown[SHOWN_MAX];
    size_t shown_count;
    uint32_t shown_at; /* tick */
} ViewMap;

struct ViewWorld {
    World *world;
    bool plays[PLAYERS_MAX]; /* whom no other screen than the map was told of last */
    ViewMark marks[ACTORS_MAX];
    ViewActor actors[ACTORS_MAX];
    ViewMap **maps;
    uint32_t *comings; /* per map: counts who has come there, but for those who walk on it */
    uint32_t buckets[BUCKETS];  /* actors + 1 */
    uint32_t looks;             /* of all views */
    uint32_t known[ACTORS_MAX]; /* number of the last look by somebody who knew them */
    Arena *arena;               /* for ever */
    Arena *scratch;             /* of one look */
};

/* Somebody who is near, and what was told of them. */
typedef struct Known {
    uint16_t actor;
    uint8_t pace;  /* pictures from one in which is told where they walk to the next */
    uint8_t wait;  /* so many until then */
    ViewMark mark; /* as told; `changed` 0: nothing yet */
    Spot at;       /* as told */
} Known;

typedef struct KnownMap {
    uint32_t map, sequence;
} KnownMap;

/* What the player was told of themselves. */
typedef struct ViewSelf {
    bool told;
    StateSelf self;
    Item items[ITEMS_MAX];
    uint32_t item_count;
    uint16_t equipped[TNG_EQUIP_SLOTS], belt[TNG_EQUIP_SLOTS];
    ScreenState screens[4];
    Ingredient fields[CRAFT_FIELDS];
    uint32_t field;
    AlertState alerts[ALERTS_MAX];
    uint32_t alert_count;
    uint64_t quests, making, globals, values, overlays, shots; /* hashes */
} ViewSelf;

struct View {
    ViewWorld *views;
    uint32_t place, pictures;
    struct {
        uint32_t map, actor, comings;
        Cell here;
    } looked;                     /* when who is near was looked for last */
    StateTick told;               /* with the last packet */
    Known known[VIEW_ACTORS + 1]; /* ordered by actor */
    uint32_t known_count;
    KnownMap maps[2 * SHOWN_MAX]; /* the last that were shown first */
    uint32_t map_count;
    ViewSelf self;
};

/* view_world.c */
const ViewMap *view_map(ViewWorld *views, uint32_t map);
/* Those to be seen from a map. */
const ShownMap *view_shown(ViewWorld *views, uint32_t map, size_t *count);
typedef void ViewVisit(void *context, uint32_t actor, int32_t far);
/* Those on a map within so many cells of one that may lie outside of it. */
void view_visit(const ViewWorld *views, uint32_t map, Cell here, int32_t far, ViewVisit *visit,
                void *context);

/* view_near.c: who is near, and what is new about them. */
void view_near_write(View *view, uint32_t map, Cell here, const ShownMap *shown, size_t count,
                     Writer *out);

/* view_self.c: whether something has happened that does not wait for the next picture. */
bool view_self_hurries(const View *view);
/* What has changed of the player themselves. */
void view_self_write(View *view, Writer *out);
/* What lies and flies about: with each picture. */
void view_things_write(View *view, const ShownMap *shown, size_t count, Writer *out);

#endif
