/* What the files of the mirror share. */
#ifndef OISIN_NET_MIRROR_PARTS_H
#define OISIN_NET_MIRROR_PARTS_H

#include "net/mirror.h"

enum { STEPS = 64 };

/* Somebody on the way from one told place to the next. */
typedef struct Glide {
    Spot from, to;
    uint32_t done, whole; /* ticks; whole 0: it stands */
    uint32_t told;        /* tick of the last told place */
    bool walks;
} Glide;

/* Where the player was after a tick, as walked ahead. */
typedef struct StepAhead {
    uint32_t sequence, age, map;
    Spot at;
} StepAhead;

struct Mirror {
    World *world;
    Arena *arena, *scratch;
    uint32_t self; /* actor */
    bool there;    /* the first picture has come */
    StateTick tick;
    uint32_t quiet; /* ticks of the client since then */
    bool told;      /* the player's place is known */
    uint32_t map;
    Spot at; /* as the server has told last */
    uint32_t sequence, age;
    StepAhead steps[STEPS]; /* a ring */
    uint32_t step_count;
    Spot fix; /* still to be put right */
    uint64_t corrected;
    Glide glides[ACTORS_MAX];
    Spot reported_at[ACTORS_MAX]; /* what STEPS begin at */
    uint16_t **originals;         /* per map: objects as in the game file */
    ScreenState hidden[4];        /* what cannot be shown yet, if `is_hidden` */
    bool is_hidden[4];
    Effect effects[EFFECTS_MAX];
    uint32_t effect_count;
};

/* mirror_parts.c: a part of a packet; false and a report if it names what is not there. */
bool mirror_take(Mirror *mirror, const StatePart *part, Report *report);
/* False, and a report: the server names something that there is not. */
bool mirror_refuse(Report *report, const char *what, uint32_t number);
/* mirror_moves.c */
bool mirror_take_move(Mirror *mirror, const StateMove *move, Report *report);
bool mirror_take_steps(Mirror *mirror, const StateSteps *steps, Report *report);
bool mirror_take_act(Mirror *mirror, const StateAct *act, Report *report);
/* mirror_walk.c */
void mirror_place(Mirror *mirror, uint32_t index, uint32_t map, Spot at, bool walks);
/* The player, once a picture is whole. */
void mirror_settle(Mirror *mirror);

#endif
