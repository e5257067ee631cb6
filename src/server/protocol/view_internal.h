/* Internal declarations of the view. */
#ifndef OISIN_SERVER_PROTOCOL_VIEW_INTERNAL_H
#define OISIN_SERVER_PROTOCOL_VIEW_INTERNAL_H

#include "server/protocol/sent.h"
#include "server/protocol/view.h"

enum {
    BUCKET_CELLS = 8, /* width and height of a bucket */
    BUCKETS = 1 << 12,
    JOURNAL = 256, /* recent changes of a map that are stored */
};

/* Versions of an actor, which only increase, from 1. They are separate from ViewActor, since
 * each view reads them for all near actors in each snapshot. */
typedef struct ViewMark {
    uint32_t changed; /* counts all changes except of the position */
    uint32_t moved;   /* counts changes of position and movement */
} ViewMark;

/* An actor, as last scanned. */
typedef struct ViewActor {
    bool used, has_values; /* has_values: false for players */
    uint32_t npc, id;      /* identity: the NPC of the game, or the player */
    Cell cell;
    uint32_t map, next; /* next in its bucket: index + 1 */
    /* ViewMark.changed at the last change of: identity, appearance, attributes, the members
     * of MOVE that STEPS and ACT do not have, the members of ACT. */
    uint32_t born, look, valued, shaped, acted;
    uint64_t look_hash;
    int32_t *values; /* as sent */
    uint32_t value_count, value_capacity;
    StateMove at;
} ViewActor;

/* Objects of a map. */
typedef struct ViewMap {
    uint16_t *original, *seen; /* as in the game file; as last scanned. NULL: never */
    uint64_t changes;
    uint32_t sequence;         /* changes in total */
    uint32_t journal[JOURNAL]; /* cells: change n is at n % JOURNAL */
    ShownMap shown[SHOWN_MAX];
    size_t shown_count;
    uint32_t shown_at; /* tick */
} ViewMap;

struct ViewWorld {
    World *world;
    bool plays[PLAYERS_MAX]; /* players whose last sent screen is the map */
    uint32_t capacity;       /* of the arrays by actor */
    ViewMark *marks;
    ViewActor *actors;
    uint32_t *known; /* number of the last search of a view that had this actor */
    ViewMap **maps;
    uint32_t *arrivals;        /* per map: counts arrivals, except by walking */
    uint32_t buckets[BUCKETS]; /* actors + 1 */
    uint32_t looks;            /* of all views */
    Arena *arena;              /* for the lifetime of the view */
    Arena *by_actor;           /* for the arrays by actor */
    Arena *scratch;            /* for one scan */
};

/* A near actor and its last sent state. */
typedef struct Known {
    uint16_t actor;
    uint8_t pace;  /* snapshots between two updates of its position */
    uint8_t wait;  /* snapshots until the next update */
    ViewMark mark; /* as sent; `changed` 0: nothing yet */
    Spot at;       /* as sent */
} Known;

typedef struct KnownMap {
    uint32_t map, sequence;
} KnownMap;

/* Hashes over what was last sent of the player. */
typedef struct ViewSelf {
    bool sent;
    uint64_t self, items, gear, screens[4], fields, alerts;
    uint64_t quests, making, globals, values, overlays, shots;
} ViewSelf;

struct View {
    ViewWorld *views;
    uint32_t player_index, snapshots;
    struct {
        uint32_t map, actor, arrivals;
        Cell here;
    } looked;                     /* the last search for near actors */
    StateTick sent;               /* in the last packet */
    uint32_t quiet;               /* ticks after which the next one is sent without changes */
    Known known[VIEW_ACTORS + 1]; /* ordered by actor */
    uint32_t known_count;
    KnownMap maps[2 * SHOWN_MAX]; /* most recently visible first */
    uint32_t map_count;
    ViewSelf self;
};

/* The player who looks. */
static inline const Player *view_player(const View *view)
{
    return view->views->world->players[view->player_index];
}

/* view_world.c */
const ViewMap *view_map(ViewWorld *views, uint32_t map);
/* The maps that are visible from a map. */
const ShownMap *view_shown(ViewWorld *views, uint32_t map, size_t *count);
typedef void ViewVisit(void *context, uint32_t actor, int32_t far);
/* Visits the actors on a map within `far` cells of a cell that may be outside of it. */
void view_visit(const ViewWorld *views, uint32_t map, Cell here, int32_t far, ViewVisit *visit,
                void *context);

/* Whether the next snapshot has the positions of distant actors. */
static inline bool view_is_wide(const View *view) { return view->snapshots % VIEW_WIDE == 0; }

/* view_near.c: near actors and their changes. If there is nothing but a step of the player,
 * writes it only if `steps`. */
void view_near_write(View *view, uint32_t map, Cell here, const ShownMap *shown, size_t count,
                     bool steps, Writer *out);

/* view_self.c: whether there is a change that must not wait for the next snapshot. */
bool view_self_hurries(const View *view);
/* Writes changes of the player. */
void view_self_write(View *view, Writer *out);
/* Writes overlays and projectiles: with each snapshot. */
void view_things_write(View *view, const ShownMap *shown, size_t count, Writer *out);

#endif
