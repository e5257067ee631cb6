/* What each client of a server sees: the differences between one look and the next.
 *
 * Pure: a world goes in, bodies of STATE packets come out. The world is looked at once for all
 * (`view_world_look`), then each client's view writes what is new to it. Near is what lies
 * within VIEW_FAR cells, on the map that is shown or those joined to it; of a crowd the nearest
 * VIEW_ACTORS. What has come near stays so for a few cells more, so that nothing flickers.
 *
 * There is a picture each VIEW_TICKS ticks (ten times a second). Of those who walk farther away
 * one in up to VIEW_PACE_MAX pictures says where: the mirror walks them from one place to the
 * next. Screens and sounds are told in the tick they happen, all else with the next picture. */
#ifndef OISIN_NET_VIEW_H
#define OISIN_NET_VIEW_H

#include "engine/world.h"
#include "net/state.h"

enum {
    VIEW_FAR = 32,    /* cells */
    VIEW_STAYS = 4,   /* cells more, for who is known already */
    VIEW_ACTORS = 64, /* of a crowd */
    VIEW_TICKS = 3,   /* from one picture of all who move to the next */
    VIEW_PACE_MAX = 10,
    VIEW_QUIET = 15, /* ticks after which the moment is told although nothing is new */
    VIEW_LOOKS =
        8, /* from one look for who is near to the next, in pictures, if all walk ... */
    VIEW_LOOKS_MIN = 2, /* ... and if somebody comes from elsewhere */
};

typedef struct ViewWorld ViewWorld;
typedef struct View View;

/* The world must outlive it. */
ViewWorld *view_world_new(World *world);
void view_world_free(ViewWorld *views);
/* After each tick, once. */
void view_world_look(ViewWorld *views);

/* The actors of players within so many cells, as last looked at; how many, `most` at most. */
size_t view_world_near(const ViewWorld *views, uint32_t map, Cell here, int32_t far,
                       uint32_t *out, size_t max);

/* Of the player at this place, who has one at a time; nothing is known yet. Places take turns:
 * each third of them has its pictures in another of the VIEW_TICKS ticks. */
View *view_new(ViewWorld *views, uint32_t place);
void view_free(View *view);

/* How far the player's inputs have come: what TICK tells. */
typedef struct ViewInput {
    uint32_t sequence; /* of the last that counted */
    uint32_t age;      /* ticks since */
} ViewInput;
/* False if view_write has nothing to tell the player at this place in this tick. Two of three
 * times it is so, and then nothing of the view has been touched. */
bool view_is_due(const ViewWorld *views, uint32_t place);
/* Appends the body of a STATE packet; false if there is nothing to be told in this tick. */
bool view_write(View *view, ViewInput input, Writer *out);

#endif
